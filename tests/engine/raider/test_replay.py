"""A game is its orders and its seed: played again they give the same game, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.core.play import Record, replay
from engine.core.ruleset import GmEdit, Turn
from engine.raider.rules import RAIDER
from tests.engine.raider.test_invariants import GAMES, SOAK, game, table

FEW = 8


def as_kept(turns: tuple[Turn[Any], ...]) -> list[bytes]:
    """What a database and the players would keep of a game."""
    return [
        msgspec.json.encode(
            [
                RAIDER.dump(turn.state),
                msgspec.to_builtins(turn.events),
                [repr(RAIDER.sheet(turn, role, ())) for role in RAIDER.roles(turn.state)],
            ]
        )
        for turn in turns
    ]


def check_replay(number: int) -> None:
    record, turns = game(number)
    stored = json.loads(msgspec.json.encode(record.orders))
    board, _, dice = table(number)
    again = replay(RAIDER, board, Record(record.seats, tuple(stored)), dice)
    assert as_kept(again) == as_kept(turns)


def test_corrections_are_made_again() -> None:
    record, turns = game(1)
    board, _, dice = table(1)
    role = next(iter(turns[3].state.players))
    kills = turns[3].state.players[role].kills + 7
    edited = Record(
        record.seats, record.orders, {3: (GmEdit(f"player/{role}/kills", kills, "miscounted"),)}
    )
    again = replay(RAIDER, board, edited, dice)
    assert again[:4] == turns[:4]
    assert again[-1].state.players[role].kills == turns[-1].state.players[role].kills + 7


@pytest.mark.parametrize("number", range(FEW))
def test_a_game_is_played_again_from_its_record(number: int) -> None:
    check_replay(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(FEW, GAMES + SOAK))
def test_very_many_games_are_played_again(number: int) -> None:
    check_replay(number)
