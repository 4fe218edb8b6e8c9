"""Weeks at sea in crowded waters, under options drawn by lot, for what players may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.core.dice import QuickDice
from engine.core.ruleset import Role, Turn
from engine.core.sheet import Sheet
from engine.merchant.orders import Location, Order, Rebuild, ShipName, Tow
from engine.merchant.sheet import sheet
from engine.merchant.state import Ship, State
from engine.merchant.turn import adjudicate
from tests.engine.merchant.storms import random_orders, storm

PLAYERS = tuple(map(Role, ("Ann", "Ben", "Cat", "Dan", "Eve")))

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "public_scores": (True, True, False),
    "public_sinkings": (True, True, False),
    "ally_ships": (True, True, False),
    "log_meetings": (True, True, False),
    "stores": ("seen", "seen", "seen", "public"),
    "memory": ("off", "names"),
    "home_island_counts_as_visited": (True, False),
}

WATERS = (160.0, 300.0, 600.0, 900.0)
"""Km from edge to edge: in narrow waters all is analysed, in wide ones little is seen."""


class Played(NamedTuple):
    """A week with what each player was told before it."""

    turn: Turn[State]
    past: Mapping[Role, tuple[Sheet, ...]]


def random_game(seed: int, weeks: int = 2) -> Iterator[Played]:
    random = Random(f"game {seed}")
    options = {name: random.choice(among) for name, among in CHOICES.items()}
    state = storm(seed, ships=12, crowd=random.choice(WATERS))
    state = msgspec.structs.replace(
        state, options=msgspec.structs.replace(state.options, **options)
    )
    past: dict[Role, tuple[Sheet, ...]] = dict.fromkeys(PLAYERS, ())
    for week in range(weeks):
        orders = {**random_orders(state, seed * 10 + week), **_grabs(state, random)}
        turn = adjudicate(state, orders, QuickDice(f"{seed}/{week}"))
        yield Played(turn, dict(past))
        told = {role: sheet(turn, role, past[role]) for role in PLAYERS}
        past = {role: (one,) if one else () for role, one in told.items()}
        state = turn.state


def _grabs(state: State, random: Random) -> Mapping[Role, list[Order]]:
    """One player goes after ships of others, some of which there are not."""
    role = random.choice(PLAYERS)
    others = [ship.name for ship in state.ships.values() if ship.owner != role]
    names = [*others, *(ShipName("Nobody"),) * (len(others) // 3 + 1)]
    return {role: [_grab(s, random.choice(names)) for s in state.ships.values() if s.owner == role]}


def _grab(ship: Ship, target: ShipName) -> Order:
    if "Y" in ship.structure:
        return Rebuild(ship=ship.name, target=target, structure="5B5Y")
    return Tow(ship=ship.name, target=target, to=Location("Bay"))


@cache
def games(first: int, last: int) -> tuple[Played, ...]:
    """All weeks of these games."""
    return tuple(played for seed in range(first, last) for played in random_game(seed))
