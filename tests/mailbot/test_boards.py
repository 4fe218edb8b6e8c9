"""A board that cannot be played on says everything that is wrong with it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from mailbot.errors import ConfigError
from mailbot.rulesets import read_board, read_scenario, rules_named

RAIDER = rules_named("raider")


def board() -> dict[str, Any]:
    found = deepcopy(read_board(RAIDER, "", Path()))
    assert isinstance(found, dict)
    return found


def problem(data: Any, **options: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        read_scenario(RAIDER, data, options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_two_islands_of_one_name_are_named() -> None:
    data = board()
    data["islands"][1]["name"] = data["islands"][0]["name"]
    assert data["islands"][0]["name"] in problem(data)


def test_two_islands_in_one_hex_are_named() -> None:
    data = board()
    first, second = data["islands"][:2]
    second |= {"q": first["q"], "r": first["r"]}
    said = problem(data)
    assert first["name"] in said
    assert second["name"] in said


def test_a_module_that_does_not_exist_is_named() -> None:
    data = board()
    data["islands"][0]["speciality"] = "Q"
    assert "Hilda: speciality is one letter of A, B" in problem(data)


@pytest.mark.parametrize(
    "data", [None, [], 3, {}, {"islands": 3}, {"islands": [3]}, {"islands": [{"name": 3}]}]
)
def test_what_is_no_board_at_all_is_refused(data: Any) -> None:
    assert problem(data)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"last_turns": 3}, "last_turn"),
        ({"last_turn": "soon"}, "last_turn"),
        ({"last_turn": 0}, "last_turn"),
        ({"max_players": -1}, "max_players"),
        ({"min_players": 50}, "min_players"),
    ],
)
def test_an_option_that_cannot_be_is_named(options: dict[str, Any], said: str) -> None:
    assert said in problem(board(), **options)


@pytest.mark.parametrize(
    ("content", "said"), [(b"name = ", "not valid TOML"), (b"\xff", "not valid TOML")]
)
def test_a_board_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "my.toml").write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        read_board(RAIDER, "my.toml", tmp_path)


def test_a_board_that_is_not_there_says_which_are() -> None:
    with pytest.raises(ConfigError, match="known are pentarchy"):
        read_board(RAIDER, "penarchy", Path())
