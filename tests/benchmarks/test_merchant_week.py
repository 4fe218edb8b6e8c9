"""How much quicker a week is than the plain scan of the tests (PERF-P13, PERF-P16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from engine.core.dice import QuickDice
from engine.core.ruleset import Role, Seat
from engine.merchant.checkpoints import Stops
from engine.merchant.events import BrokeOff, Met
from engine.merchant.lookout import Lookouts
from engine.merchant.options import Engagement
from engine.merchant.orders import Carry, Location, Order, Sail
from engine.merchant.rules import MERCHANT
from engine.merchant.state import CARGO_SHIP, YARD_SHIP, State
from engine.merchant.turn import run
from tests.benchmarks.measure import ratios, tell
from tests.engine.merchant.fleet import archipelago
from tests.engine.merchant.oracle import scan

ROLES = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian", "Jan")))
BANKS = 2700.0, 6200.0
"""Km east and north of the waters where the warships meet."""

Given = Mapping[Role, Sequence[Order]]


def opened() -> State:
    seats = [Seat(role) for role in ROLES]
    state = MERCHANT.setup(archipelago(), seats, QuickDice(1)).state
    return MERCHANT.adjudicate(state, {}, QuickDice(1)).state


def errands(state: State, draw: Random) -> dict[Role, list[Order]]:
    """Trade and voyages between islands; nobody minds an enemy."""
    given: dict[Role, list[Order]] = {role: [] for role in ROLES}
    islands = sorted(state.islands)
    for ship in state.ships.values():
        one, other = draw.sample(islands, 2)
        if ship.structure == CARGO_SHIP:
            code = draw.choice("123AEG")
            order: Order = Carry(
                ship=ship.name, units=5, product=code, source=one, destination=other
            )
        else:
            order = Sail(ship=ship.name, to=(Location(one),))
        if ship.structure != YARD_SHIP:
            given[ship.owner].append(order)
    return given


def crowded(state: State, given: Given, draw: Random, width: int) -> tuple[State, Given]:
    """The warships together on a bank, each looking for trouble or for none."""
    ships, lines = dict(state.ships), {role: list(orders) for role, orders in given.items()}
    for name, ship in state.ships.items():
        if ship.structure in (CARGO_SHIP, YARD_SHIP):
            continue
        east, north = (at + draw.uniform(0, width) for at in BANKS)
        ships[name] = replace(ship, e=round(east, 6), n=round(north, 6))
        goals = tuple(
            Location(f"{int(at[0] + draw.uniform(0, width)):04d}E{int(at[1]):04d}N")
            for at in (BANKS, BANKS)
        )
        option = draw.choice((Engagement.ATTACK, Engagement.SHADOW, Engagement.AVOID))
        orders = lines[ship.owner]
        lines[ship.owner] = [order for order in orders if getattr(order, "ship", "") != name]
        lines[ship.owner].append(Sail(ship=name, to=goals, engagement=option))
    return replace(state, ships=ships), lines


def measured(what: str, state: State, given: Given, goal: str) -> None:
    quick = run(state, given, QuickDice(1), {}, Lookouts(), Stops())[0]
    assert quick == scan(state, given, QuickDice(1))
    turns = sum(isinstance(event, Met | BrokeOff) for event in quick.events)
    found = ratios(
        lambda: run(state, given, QuickDice(1), {}, Lookouts(), Stops()),
        lambda: scan(state, given, QuickDice(1)),
        7,
    )
    tell(f"{what}, {turns} course changes", found, goal)


@pytest.mark.bench
def test_a_quiet_week_of_eighty_ships() -> None:
    state = opened()
    measured("P13 quiet week", state, errands(state, Random(1)), "20")


@pytest.mark.bench
@pytest.mark.parametrize("width", [300, 600, 1200])
def test_a_week_of_chases(width: int) -> None:
    state, draw = opened(), Random(2)
    state, given = crowded(state, errands(state, draw), draw, width)
    measured(f"P16 chases within {width} km", state, given, "8")
