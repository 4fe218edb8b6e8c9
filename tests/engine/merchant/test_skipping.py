"""However segments are skipped, log and position are those of the plain scan (PERF-P13)."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Turn
from engine.merchant.checkpoints import Stops
from engine.merchant.lookout import Lookouts
from engine.merchant.state import State
from engine.merchant.turn import run
from tests.engine.merchant.oracle import scan
from tests.engine.merchant.storms import random_orders, storm

WATERS = (160.0, 400.0, 900.0)
"""Km from shore to shore: in narrow waters all fight, in wide ones there is much to skip."""


def told(turn: Turn[State]) -> bytes:
    return b"\n".join(map(msgspec.json.encode, turn.events)) + msgspec.json.encode(turn.state)


def same(seed: int, weeks: int = 2) -> None:
    state = storm(seed, crowd=WATERS[seed % len(WATERS)])
    for week in range(weeks):
        orders = random_orders(state, seed * 10 + week)
        thrown, plain = FairDice(b"%d %d" % (seed, week)), FairDice(b"%d %d" % (seed, week))
        turn = run(state, orders, thrown, {}, Lookouts(), Stops())[0]
        slow = scan(state, orders, plain)
        assert turn.events == slow.events
        assert told(turn) == told(slow)
        assert set(thrown.rolls) == set(plain.rolls)
        state = turn.state


@pytest.mark.parametrize("seed", range(10))
def test_quick_and_plain_weeks_are_one(seed: int) -> None:
    same(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [*range(10, 30), *range(100, 400)])
def test_quick_and_plain_weeks_are_one_in_all_weathers(seed: int) -> None:
    same(seed, weeks=3)
