"""Who only watches is told nothing that any player may not know (FEAT-G9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.core.ruleset import Role, Turn
from engine.core.sheet import Heading, Items, Paragraph, Sheet, Table, plain
from mailbot.rulesets import RULES
from tests.helpers import hidden_facts, merchant_hidden, offmap_hidden
from tests.helpers.merchant_games import random_game as merchant_game
from tests.helpers.offmap_games import random_game as offmap_game
from tests.helpers.random_turns import random_turn

Mutations = Mapping[str, Callable[[Any, Role, Random], Any]]


def raider() -> Iterator[Turn[Any]]:
    for seed in range(25):
        yield random_turn(Random(seed))


def merchant() -> Iterator[Turn[Any]]:
    for seed in range(8):
        yield from (played.turn for played in merchant_game(seed))


def offmap() -> Iterator[Turn[Any]]:
    for seed in range(6):
        yield from (played.turn for played in offmap_game(seed))


GAMES: Mapping[str, tuple[Callable[[], Iterator[Turn[Any]]], Mutations]] = {
    "raider": (raider, hidden_facts.MUTATIONS),
    "merchant": (merchant, merchant_hidden.MUTATIONS),
    "offmap": (offmap, offmap_hidden.MUTATIONS),
}


def public(name: str, turn: Turn[Any]) -> Sheet | None:
    ruleset: Any = RULES[name].ruleset
    sheet: Sheet | None = ruleset.public_sheet(turn)
    return sheet


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_from_any_player_is_hidden_from_those_who_watch(name: str) -> None:
    turns, mutations = GAMES[name]
    shown = changed = 0
    for number, turn in enumerate(turns()):
        before = public(name, turn)
        shown += before is not None
        random = Random(number)
        for role in RULES[name].ruleset.roles(turn.state):
            for row, mutation in mutations.items():
                after = mutation(turn, role, random)
                changed += repr(after) != repr(turn)
                assert public(name, after) == before, f"{name} {number}: {row} of {role}"
    assert shown > 3
    assert changed > 100


def words(sheet: Sheet) -> str:
    told = []
    for block in sheet.blocks:
        match block:
            case Heading(text=text):
                told.append(text)
            case Paragraph(words=said):
                told.append(plain(said))
            case Items(items=items):
                told += map(plain, items)
            case Table(rows=rows):
                told += [" ".join(map(plain, row.cells)) for row in rows]
    return "\n".join(told)


@pytest.mark.parametrize("name", GAMES)
def test_the_score_that_those_who_watch_see_is_the_true_one(name: str) -> None:
    ruleset: Any = RULES[name].ruleset
    found = 0
    for turn in GAMES[name][0]():
        sheet = public(name, turn)
        if sheet is None or not getattr(turn.state.options, "public_scores", True):
            continue
        for points in ruleset.scores(turn.state).values():
            assert f" {points}" in words(sheet)
            found += 1
    assert found > 10


def test_nothing_is_shown_of_the_phases_within_a_turn() -> None:
    for turn in offmap():
        sheet = public("offmap", turn)
        within = (turn.stage - 1) % 5 != 4 and not turn.state.over
        assert sheet is None or not within or turn.stage == 0
