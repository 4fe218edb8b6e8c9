"""How long the Raider engine takes: a large turn, and a small battle (PERF-P9, PERF-P19)."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import msgspec
import pytest

from engine.core.dice import QuickDice
from engine.core.play import fair_dice, play
from engine.core.ruleset import Role
from engine.raider.bots import cautious
from engine.raider.rules import RAIDER
from engine.raider.state import ShipName, State
from engine.raider.turn import adjudicate
from tests.helpers.raider import drawn, pentarchy

ROLES = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian", "Jan")))
SHIPS = 80
BATTLE = """
    turn 1
    player Ann
    player Bob
    island Agnes 0,0 G
      ship Ajax GTEEE | owner Ann
      ship Bison PT4B | owner Bob
"""


def seconds(work: Callable[[], object], times: int) -> float:
    """Processor time of one go."""
    work()
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times


def crowded(state: State) -> State:
    """The same position with sister ships, up to eighty in all."""
    ships = dict(state.ships)
    for number, ship in enumerate(state.ships.values()):
        if len(ships) < SHIPS:
            sister = msgspec.structs.replace(ship, name=ShipName(f"Sister{number}"))
            ships[sister.name] = sister
    return msgspec.structs.replace(state, ships=ships)


@pytest.mark.bench
def test_a_turn_of_eighty_ships_takes_a_few_milliseconds() -> None:
    dice = fair_dice(bytes(32), "bench")
    record, turns = play(RAIDER, pentarchy(), dict.fromkeys(ROLES, cautious), dice)
    before = crowded(turns[5].state)
    orders = {role: RAIDER.load_orders(given) for role, given in record.orders[5].items()}
    took = seconds(lambda: adjudicate(before, orders, QuickDice(1)), 30)
    print(f"\n{len(before.ships)} ships, {len(ROLES)} players: {took * 1000:.1f} ms a turn")  # noqa: T201
    assert took < 0.02


@pytest.mark.bench
def test_small_battles_run_by_the_ten_thousand() -> None:
    state, dice = drawn(BATTLE), QuickDice(1)
    took = seconds(lambda: adjudicate(state, {}, dice), 5000)
    print(f"\na battle of two ships: {1 / took:.0f} a second")  # noqa: T201
    assert took < 0.0005
