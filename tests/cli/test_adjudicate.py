"""`mailbot adjudicate` and `parse` on files that people write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Mailbot

STATE: dict[str, Any] = {
    "islands": [
        {"name": "Agnes", "q": 0, "r": 0, "speciality": "G", "owner": "Ann", "stores": {"E": 10}},
        {"name": "Pearl", "q": 1, "r": 0, "speciality": "B", "owner": None, "stores": {}},
        {"name": "Coral", "q": 4, "r": 0, "speciality": "T", "owner": None, "stores": {}},
    ],
    "players": [{"name": "Ann", "visited": ["Agnes"]}, {"name": "Bob"}],
    "ships": [
        {"name": "Ajax", "owner": "Ann", "island": "Agnes", "structure": "4EG"},
        {"name": "Bark", "owner": "Bob", "island": "Pearl", "structure": "5E"},
    ],
}
SCENE: dict[str, Any] = {"ruleset": "raider", "state": STATE}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scene.json"


def ordered(
    player: str, ship: str, destination: str = "", structure: str = "", name: str = ""
) -> Any:
    return {
        "player": player,
        "ship": ship,
        "destination": destination,
        "structure": structure,
        "name": name,
    }


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "chess"},
        {"state": []},
        {"options": [1]},
        {"options": {"frob": 1}},
        {"orders": 5},
        {"orders": "Ajax to Pearl"},
        {"orders": [5]},
        {"orders": [{"player": ["Ann"], "ship": "Ajax"}]},
        {"orders": [{"player": "Ann"}]},
        {"orders": {"Zed": "Ajax to Pearl"}},
        {"orders": {"Ann": 5}},
        {"turns_to_run": "x"},
        {"turns": 0},
        {"turns_to_run": 0},
        {"stages": 5},
        {"stages": [{"orders": 5}]},
        {"seed": [1]},
        {"dice": 5},
        {"dice": {"production/Agnes/1": "x"}},
        {
            "orders": [ordered("Ann", "Ajax", "Pearl")],
            "dice": {"gunfire/Pearl/Ajax/gun 1/module": 9},
        },
        {"cases": 5},
        {"cases": []},
        {"cases": [5]},
    ],
    ids=str,
)
@pytest.mark.parametrize("words", ["", "--json", "--runs 2"])
def test_a_file_that_makes_no_sense_is_one_line(
    mailbot: Mailbot, file: Path, change: dict[str, Any], words: str
) -> None:
    file.write_text(json.dumps(SCENE | change))
    assert mailbot("adjudicate", str(file), *words.split()).trouble


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b"[" * 100_000], ids=repr)
def test_what_is_no_json_is_one_line(mailbot: Mailbot, file: Path, text: bytes) -> None:
    file.write_bytes(text)
    assert "scene.json" in mailbot("adjudicate", str(file)).trouble
    words = ["parse", "--ruleset", "raider", "--role", "Ann", "--position", str(file), str(file)]
    assert "scene.json" in mailbot(*words).trouble


def test_parse_says_what_is_wrong_with_a_position(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps({"state": {**STATE, "ships": [{"name": "Ajax"}]}}))
    words = ["parse", "--ruleset", "raider", "--role", "Ann", "--position", str(file), str(file)]
    assert "missing required field" in mailbot(*words).trouble


def test_all_turns_are_run_as_often_as_asked_for(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps(SCENE | {"turns_to_run": 3}))
    once = mailbot("adjudicate", str(file), "--json").json
    runs = mailbot("adjudicate", str(file), "--runs", "4").out.splitlines()
    assert [json.loads(run)["state"]["turn"] for run in runs] == [4, 4, 4, 4]
    assert once["state"]["turn"] == 4
    assert all(len(json.loads(run)["events"]) == 10 for run in runs)


def test_given_faces_hold_in_every_run(mailbot: Mailbot, file: Path) -> None:
    ships = [STATE["ships"][0], {**STATE["ships"][1], "structure": "B5EST"}]
    faces = {"gunfire/Pearl/Ajax/gun 1/module": 0}
    scene = {"state": {**STATE, "ships": ships}, "orders": {"Ann": "Ajax Pearl"}, "dice": faces}
    file.write_text(json.dumps(SCENE | scene))
    for run in mailbot("adjudicate", str(file), "--runs", "9").out.splitlines():
        assert [e["module"] for e in json.loads(run)["events"] if e["kind"] == "hit"] == ["B"]


def test_an_earlier_order_stands_if_a_later_one_is_refused(mailbot: Mailbot, file: Path) -> None:
    orders = [ordered("Ann", "Ajax", "Pearl"), ordered("Ann", "Ajax", "Coral")]
    for given in (orders, {"Ann": "Ajax to Pearl\nAjax to Coral"}):
        file.write_text(json.dumps(SCENE | {"orders": given}))
        done = mailbot("adjudicate", str(file), "--json").json
        assert done["state"]["ships"][0]["island"] == "Pearl"
        assert [problem["code"] for problem in done["problems"]["Ann"]] == ["out-of-reach"]


def test_later_text_is_read_against_the_position_it_meets(mailbot: Mailbot, file: Path) -> None:
    stages = [
        {"orders": {"Ann": "Ajax, launch Eden as 5E"}},
        {"orders": {"Ann": "Eden to Pearl"}},
    ]
    file.write_text(json.dumps(SCENE | {"stages": stages}))
    for words in (["--json"], ["--runs", "1"]):
        done = mailbot("adjudicate", str(file), *words).json
        assert {s["name"]: s["island"] for s in done["state"]["ships"]}["Eden"] == "Pearl"


@pytest.mark.parametrize(
    ("letter", "codes"),
    [
        ("Ajax to Pearl\nall to Coral", ["out-of-reach"]),
        ("Ajax stays\nAjax to Pearl\nAjax to Coral", ["replaced", "out-of-reach"]),
        ("Ajax to Coral\nAjax to Pearl", ["replaced"]),
        ("Ajax stays\ncancel Ajax\nAjax to Coral\nAjax Pearl", ["replaced", "replaced"]),
    ],
)
def test_the_last_order_of_a_letter_that_can_be_done_counts(
    mailbot: Mailbot, file: Path, letter: str, codes: list[str]
) -> None:
    file.write_text(json.dumps(SCENE | {"orders": {"Ann": letter}}))
    done = mailbot("adjudicate", str(file), "--json").json
    assert done["state"]["ships"][0]["island"] == "Pearl"
    assert [problem["code"] for problem in done["problems"]["Ann"]] == codes


def test_what_became_of_an_order_is_told_at_its_line(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps(SCENE | {"orders": {"Ann": "overlord: Bob\n\nAjax Pearl 5T"}}))
    problems = mailbot("adjudicate", str(file), "--json").json["problems"]["Ann"]
    assert [(problem["line"], problem["code"]) for problem in problems] == [
        (3, "if-then"),
        (3, "stores-short"),
    ]
