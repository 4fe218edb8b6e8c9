"""The sheet for programs and its schema, docs/sheet-schema.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mailbot.render.json import sheet_json
from mailbot.rulesets import RULES
from tests.architecture.project import ROOT
from tests.helpers import merchant_games, offmap_games, random_games
from tests.render.letters import usual_games
from tests.render.schema import schema

FILE = ROOT / "docs" / "sheet-schema.json"


def test_the_schema_in_the_documents_is_that_of_the_types(request: pytest.FixtureRequest) -> None:
    text = json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=False) + "\n"
    if request.config.getoption("--update-golden", default=False):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text


def test_the_schema_is_one_itself() -> None:
    Draft202012Validator.check_schema(schema())


def test_every_field_is_described() -> None:
    bare = [name for name, field in _fields(schema()) if not field.get("description")]
    assert not bare


def test_the_sheets_of_played_games_keep_to_the_schema() -> None:
    for letter in usual_games():
        assert not faults(sheet_json(letter.sheet, letter.rules.ruleset.name, "harbour"))


@pytest.mark.parametrize("seed", range(4))
def test_the_sheets_of_games_with_any_options_keep_to_the_schema(seed: int) -> None:
    for name, turns in _games(seed):
        ruleset = RULES[name].ruleset
        for turn in turns:
            for role in ruleset.roles(turn.state):
                sheet = ruleset.sheet(turn, role, ())
                if sheet is not None:
                    assert not faults(sheet_json(sheet, name, "harbour"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"version": 0}, "1 was expected"),
        ({"ruleset": "chess"}, "'chess' is not one of"),
        ({"facts": {}}, "is not valid under any"),
        ({"more": 1}, "'more' was unexpected"),
    ],
)
def test_what_does_not_keep_to_it_is_found(change: dict[str, Any], fault: str) -> None:
    letter = usual_games()[0]
    told = json.loads(sheet_json(letter.sheet, letter.rules.ruleset.name, "harbour"))
    assert any(fault in one for one in faults(json.dumps({**told, **change})))


def faults(text: str) -> list[str]:
    return [error.message[-300:] for error in VALIDATOR.iter_errors(json.loads(text))]


def _closed(part: Any) -> Any:
    """With every field forbidden that is not described: what is told, but not documented."""
    if isinstance(part, list):
        return [_closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _closed(value) for key, value in part.items()}
    if "required" in part:
        closed.setdefault("additionalProperties", False)
    return closed


VALIDATOR = Draft202012Validator(_closed(schema()))


def _fields(part: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All fields of all objects of a schema."""
    if isinstance(part, list):
        for one in part:
            yield from _fields(one, name)
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "properties":
                yield from ((f"{name}.{field}", about) for field, about in value.items())
            yield from _fields(value, key)


def _games(seed: int) -> Iterator[tuple[str, list[Any]]]:
    """A game of each ruleset, whose options are drawn by lot where it has any."""
    yield "raider", [played.turn for played in random_games.random_game(seed)]
    yield "merchant", [played.turn for played in merchant_games.random_game(seed)]
    yield "offmap", [played.turn for played in offmap_games.random_game(seed)]
