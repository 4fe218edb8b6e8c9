"""`mailbot adjudicate` and `parse` on a scenario, as people write them down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Mailbot

CASES = Path(__file__).parents[1] / "cases" / "offmap.json"
BY_ID = {case["id"]: case for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scene.json"


def raid_of(case: str, **more: Any) -> dict[str, Any]:
    """A worked case as a scene: declared, answered, designated."""
    given = BY_ID[case]["given"]
    letters = [("pact", given["attacker_mail"]), ("reach", given.get("defender_mail"))]
    stages = [{"orders": {role: text} if text else {}} for role, text in letters]
    scene = {"ruleset": "offmap", "scenario": "sample", "dice": given.get("dice", {})}
    return {**scene, "stages": [*stages, {}], **more}


@pytest.mark.parametrize("case", ["W-01", "W-02"])
def test_a_worked_raid_is_played_from_letters(mailbot: Mailbot, file: Path, case: str) -> None:
    file.write_text(json.dumps(raid_of(case)))
    done = mailbot("adjudicate", str(file), "--json").json
    raid, expect = done["state"]["raids"]["Deeps"], BY_ID[case]["expect"]
    assert raid.get("reached", False) is expect["reached"]
    for each in ("initial", "near", "far"):
        assert raid[each] == expect.get(each, raid[each])
    assert sum(added for _, added in raid["modifiers"]) == expect["modifier"]
    assert done["state"]["sides"]["pact"]["ep"] == expect["ep_pact"]


def test_a_report_ends_the_battle_and_scores(mailbot: Mailbot, file: Path) -> None:
    scene = raid_of("W-01")
    reports = {role: BY_ID["W-08"]["given"][f"{role}_mail"] for role in ("pact", "reach")}
    scene["stages"] += [{"orders": reports}, {}]
    file.write_text(json.dumps(scene))
    done = mailbot("adjudicate", str(file), "--json").json
    assert done["state"]["stage"] == 6
    assert done["scores"] == {"pact": 18, "reach": 4}
    assert done["state"]["units"]["Bastion"]["crippled"] is True


def test_a_scenario_is_changed_before_it_is_played(mailbot: Mailbot, file: Path) -> None:
    scene = raid_of("W-01", change="pact.ep = 3, Bastion.crippled = true")
    file.write_text(json.dumps(scene))
    state = mailbot("adjudicate", str(file), "--json").json["state"]
    assert state["sides"]["pact"].get("ep", 0) == 0
    assert state["units"]["Bastion"]["crippled"] is True


def test_options_of_the_scene_come_over_those_of_the_scenario(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps(raid_of("W-01", options={"cost_ep": 1})))
    state = mailbot("adjudicate", str(file), "--json").json["state"]
    assert state["sides"]["pact"]["ep"] == 8


def test_a_case_of_a_file_stands_on_the_sample_at_its_head(mailbot: Mailbot) -> None:
    done = mailbot("adjudicate", str(CASES), "--case", "R-03", "--json").json
    assert done["state"]["units"]["Gorse"]["reserve"] is True


def test_where_it_stands_may_be_given(mailbot: Mailbot, file: Path) -> None:
    given = {"turn": 2, "phase": "REACT"}
    file.write_text(json.dumps({"ruleset": "offmap", "scenario": "deeps", "given": given}))
    assert "stage 8" in mailbot("adjudicate", str(file)).out


def test_a_scenario_may_be_a_file_beside_the_scene(
    mailbot: Mailbot, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text("[game]\nturns = 0\n")
    file.write_text(json.dumps({"ruleset": "offmap", "scenario": "mine.toml"}))
    assert "turns" in mailbot("adjudicate", str(file)).trouble


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"scenario": "deps"}, "known are deeps"),
        ({"scenario": 5}, "scenario"),
        ({"scenario": None}, "neither a `state` nor a `scenario`"),
        ({"change": "nonsense"}, "cannot be read"),
        ({"change": "Nobody.at = 'Rim'"}, "there is nothing at Nobody.at"),
        ({"given": {"phase": "LUNCH"}}, "phases are declare, react"),
        ({"options": {"cost_epp": 1}}, "cost_ep"),
        ({"dice": {"objective": 0}}, "not one of the faces 1 to 6"),
        ({"dice": {"objective": [7]}}, "not one of the faces 1 to 6"),
    ],
    ids=str,
)
def test_a_scene_that_makes_no_sense_is_one_line(
    mailbot: Mailbot, file: Path, change: dict[str, Any], said: str
) -> None:
    file.write_text(json.dumps(raid_of("W-01", **change)))
    assert said in mailbot("adjudicate", str(file)).trouble


def test_a_face_given_for_a_kind_of_throw_holds_in_every_run(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps(raid_of("W-01")))
    for line in mailbot("adjudicate", str(file), "--runs", "3").out.splitlines():
        faces = {each["kind"]: each["die"] for each in json.loads(line)["events"] if "die" in each}
        assert faces == {"objective": 3, "group": 4}


def test_a_search_is_given_face_by_face(mailbot: Mailbot, file: Path) -> None:
    scene = {
        "ruleset": "offmap",
        "scenario": "sample",
        "options": {"zones": "seven"},
        "change": {"area.Deeps.found": [4]},
        "dice": {"search": [4, 4, 2]},
        "stages": [{"orders": {"pact": "raid Deeps from Rim with Anvil avoid 4"}}, {}],
    }
    file.write_text(json.dumps(scene))
    done = mailbot("adjudicate", str(file), "--json").json
    assert done["state"]["raids"]["Deeps"]["search_dice"] == [4, 4, 2]
    assert done["state"]["areas"]["Deeps"]["found"] == [2, 4]


def test_orders_are_parsed_without_a_position_by_the_names_of_the_scenario(
    mailbot: Mailbot, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Raid into Deeps from Ford with all objective survey points\nnear 2 3\n")
    done = mailbot("parse", "--ruleset", "offmap", "--json", stdin=letter).json
    assert [each["text"] for each in done["orders"]] == [
        "raid Deeps from Ford with all objective survey",
        "near 2 3",
    ]


def test_orders_are_checked_against_a_position(
    mailbot: Mailbot, file: Path, tmp_path: Path
) -> None:
    file.write_text(json.dumps({"ruleset": "offmap", "scenario": "deeps"}))
    letter = tmp_path / "letter.txt"
    letter.write_text("raid Deeps from Rim with Anvil, Ingot objective Marl\nreact all\n")
    words = ["parse", "--ruleset", "offmap", "--position", str(file), "--role", "pact"]
    said = mailbot(*words, stdin=letter).out
    assert "Ingot is a monitor, which is too slow for this." in said
    assert "`react` cannot be ordered by you in this phase" in said


MERCHANT_CASES = Path(__file__).parents[1] / "cases" / "merchant.json"


def merchant_scenario(case: str) -> dict[str, Any]:
    cases = json.loads(MERCHANT_CASES.read_text(encoding="utf-8"))["cases"]
    scenario: dict[str, Any] = next(each["scenario"] for each in cases if each["id"] == case)
    return scenario


def refs(mailbot: Mailbot, case: str, *at: str) -> dict[str, Any]:
    """The checkpoints of a worked case, by where they are."""
    words = [word for each in at for word in ("--at", each)]
    done = mailbot("adjudicate", str(MERCHANT_CASES), "--case", case, "--json", *words).json
    return {stop["after"]: stop["refs"] for stop in done["checkpoints"]}


def test_a_week_is_looked_into_after_the_steps_asked_for(mailbot: Mailbot) -> None:
    found = refs(mailbot, "S09", "250", "1:49", "50")
    assert list(found) == ["1:49", "1:50", "1:250", "end"]
    assert found["1:49"]["ship.Tug.position"] == pytest.approx([1098, 1000])
    assert found["1:50"]["arrival.Tug.1"] == 50
    assert found["end"]["ship.Hulk.position"] == pytest.approx([1100, 1200])


def test_the_second_week_is_looked_into_by_its_number(mailbot: Mailbot, file: Path) -> None:
    scene = {"ruleset": "merchant", "scenario": {**merchant_scenario("S09"), "turns": 2}}
    file.write_text(json.dumps(scene))
    done = mailbot("adjudicate", str(file), "--at", "2:1", "--at", "1:2016", "--json").json
    first, second, end = done["checkpoints"]
    assert (first["after"], second["after"], end["after"]) == ("1:2016", "2:1", "end")
    assert first["refs"]["ship.Tug.position"] == second["refs"]["ship.Tug.position"]
    assert done["state"]["turn"] == 3


def test_a_person_reads_the_figures_too(mailbot: Mailbot) -> None:
    words = ["adjudicate", str(MERCHANT_CASES), "--case", "S09", "--at", "50"]
    assert "after 1:50:\n  ship.Tug.exists True\n" in mailbot(*words).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--at 2017", "no step 2017"),
        ("--at 2:5", "turn 2 is not run"),
    ],
)
def test_a_step_that_there_is_not_is_one_line(mailbot: Mailbot, words: str, said: str) -> None:
    case = ["adjudicate", str(MERCHANT_CASES), "--case", "S09"]
    assert said in mailbot(*case, *words.split()).trouble


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--at noon", "write 50, or 2:50"),
        ("--at :5", "write 50, or 2:50"),
        ("--at 5 --runs 2", "leave out --runs"),
    ],
)
def test_words_that_are_no_step_are_a_slip_of_usage(
    mailbot: Mailbot, words: str, said: str
) -> None:
    done = mailbot("adjudicate", str(MERCHANT_CASES), "--case", "S09", *words.split())
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_turn_without_steps_is_not_looked_into(mailbot: Mailbot, file: Path) -> None:
    file.write_text(json.dumps(raid_of("W-01")))
    assert "no steps to look into" in mailbot("adjudicate", str(file), "--at", "5").trouble


def test_the_keys_of_a_position_may_stand_beside_those_of_the_scene(
    mailbot: Mailbot, file: Path
) -> None:
    scenario = merchant_scenario("S09")
    whole = mailbot("adjudicate", str(MERCHANT_CASES), "--case", "S09", "--json").json
    file.write_text(json.dumps({"ruleset": "merchant", **scenario}))
    assert mailbot("adjudicate", str(file), "--json").json == whole
    file.write_text(json.dumps({"ruleset": "merchant", "scenario": scenario}))
    assert mailbot("adjudicate", str(file), "--json").json == whole
    file.write_text(json.dumps({"ruleset": "merchant", "state": scenario, **scenario}))
    assert mailbot("adjudicate", str(file), "--json").json == whole


def test_each_line_of_orders_may_say_in_which_turn_it_holds(mailbot: Mailbot, file: Path) -> None:
    scene = {
        "ruleset": "raider",
        "state": {
            "islands": [
                {"name": name, "q": q, "r": 0, "speciality": "G", "owner": None, "stores": {}}
                for name, q in (("Agnes", 0), ("Pearl", 1))
            ],
            "players": [{"name": "Ann", "visited": ["Agnes"]}],
            "ships": [{"name": "Ajax", "owner": "Ann", "island": "Agnes", "structure": "4EG"}],
        },
        "turns": 2,
        "orders": [
            {"turn": 2, "player": "Ann", "text": "Ajax to Agnes"},
            {"turn": 1, "player": "Ann", "text": "Ajax to Pearl"},
        ],
    }
    file.write_text(json.dumps(scene))
    done = mailbot("adjudicate", str(file), "--json").json
    assert done["state"]["turn"] == 3
    assert done["state"]["ships"][0]["island"] == "Agnes"
    assert done["state"]["players"][0]["visited"] == ["Agnes", "Pearl"]


def test_a_sign_up_is_parsed_as_one_without_a_position(mailbot: Mailbot, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("home: Corsica\nally: Paul\nship 7: Wolf 2A3B5E3G3C2R2H\n")
    done = mailbot("parse", "--ruleset", "merchant", "--json", stdin=letter).json
    assert [each["text"] for each in done["orders"]] == [
        "home: Corsica",
        "ally: Paul",
        "ship 7: Wolf 2A3B5E3G3C2R2H",
    ]
    assert done["problems"] == []
