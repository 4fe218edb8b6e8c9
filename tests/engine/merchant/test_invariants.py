"""What holds in any weather (MER-N3.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot
from random import Random

import pytest
from msgspec.structs import replace as change

from engine.core.dice import FairDice, QuickDice
from engine.core.ruleset import Turn
from engine.merchant.checkpoints import Stops
from engine.merchant.events import (
    Disbanded,
    DroppedTow,
    Hit,
    Jettisoned,
    Production,
    Rebuilt,
    Salvo,
    Sinking,
    Supplied,
    TookTow,
    Visit,
)
from engine.merchant.fit import fit, sound_modules
from engine.merchant.lookout import Lookouts
from engine.merchant.options import Engagement
from engine.merchant.orders import Carry, Disband, Order, Sail, ShipName
from engine.merchant.products import MODULES
from engine.merchant.rules import MERCHANT
from engine.merchant.sea import Sea
from engine.merchant.state import AT_ISLAND, SEGMENTS, Island, State
from engine.merchant.turn import run
from tests.engine.merchant.storms import ISLES, random_orders, storm

SEEDS = range(500, 512)


def sailed(seed: int) -> tuple[State, Turn[State]]:
    state = storm(seed)
    return state, run(state, random_orders(state, seed), QuickDice(seed), {}, Lookouts(), Stops())[
        0
    ]


def modules(state: State) -> Counter[str]:
    """All modules ashore, aboard and in holds."""
    count = Counter[str]()
    for island in state.islands.values():
        count.update({code: int(n) for code, n in island.stores.items() if code in MODULES})
    for ship in state.ships.values():
        count.update(sound_modules(ship.structure))
        if ship.cargo and ship.cargo.product in MODULES:
            count[ship.cargo.product] += ship.cargo.units
    return count


@pytest.mark.parametrize("seed", SEEDS)
def test_modules_come_from_factories_and_go_only_by_hits_and_sinkings(seed: int) -> None:
    before, turn = sailed(seed)
    after, made, lost = modules(turn.state), Counter[str](), Counter[str]()
    for event in turn.events:
        if isinstance(event, Production):
            made.update({code: n for code, n in event.products.items() if code in MODULES})
        if isinstance(event, Hit):
            lost.update(event.module)
    expected = modules(before) + made - lost
    if any(isinstance(event, Sinking) for event in turn.events):
        assert all(after[code] <= expected[code] + lost[code] for code in MODULES)
    else:
        cargo_lost = sum(e.lost for e in turn.events if isinstance(e, Hit) and e.module == "H")
        assert 0 <= sum(expected.values()) - sum(after.values()) <= cargo_lost


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_held_above_capacity(seed: int) -> None:
    for ship in sailed(seed)[1].state.ships.values():
        able = fit(ship.structure)
        assert 0 <= ship.fuel <= able.fuel_room
        assert 0 <= ship.ammo <= able.ammo_room
        assert 0 <= ship.torpedoes <= able.torpedo_room
        assert ship.cargo is None or 0 < ship.cargo.units <= able.holds
        assert not able.sunk


@pytest.mark.parametrize("seed", SEEDS)
def test_allies_are_never_fired_at(seed: int) -> None:
    before, turn = sailed(seed)
    for event in turn.events:
        if isinstance(event, Salvo):
            assert not before.allied(event.owner, event.target_owner)


@pytest.mark.parametrize("seed", SEEDS)
def test_shells_and_torpedoes_are_spent_one_by_one(seed: int) -> None:
    before, turn = sailed(seed)
    fired, taken, lost = Counter[str](), Counter[str](), Counter[str]()
    for event in turn.events:
        if isinstance(event, Salvo):
            fired[event.ship] += event.shells
        if isinstance(event, Supplied):
            taken[event.ship] += event.shells
        if isinstance(event, Hit) and event.module == "G":
            lost[event.ship] += int(event.lost)
    rebuilt = {event.ship for event in turn.events if isinstance(event, Rebuilt | Disbanded)}
    for name, ship in turn.state.ships.items():
        if name in before.ships and name not in rebuilt:
            left = before.ships[name].ammo + taken[name] - fired[name] - lost[name]
            assert left == ship.ammo


class Logbook(Stops):
    """Where every ship is after each segment, with her fuel and what a km costs her."""

    def __init__(self) -> None:
        super().__init__()
        self.days: dict[ShipName, dict[int, tuple[float, float, float, float]]] = {}

    def ended(self, sea: Sea) -> None:
        for hull in sea.afloat():
            sea.fix(hull)
            spot = (hull.east, hull.north, hull.fuel, hull.burn if hull.tug is None else 0.0)
            self.days.setdefault(hull.name, {})[sea.clock] = spot


@pytest.mark.parametrize("seed", SEEDS)
def test_fuel_burnt_is_the_way_sailed(seed: int) -> None:
    """Twice as much with a tow, none on a line; the last 100 m to a goal are free (MER-H64)."""
    state, book, weighed = storm(seed), Logbook(), 0
    orders = random_orders(state, seed)
    turn = run(state, orders, QuickDice(seed), {}, Lookouts(range(1, SEGMENTS)), book)[0]
    odd = {
        (event.ship, event.segment + late)
        for event in turn.events
        if isinstance(event, Supplied | Hit | TookTow | DroppedTow | Sinking | Jettisoned)
        for late in (0, 1)
    }
    odd.update(_tows(turn))
    for name, days in book.days.items():
        for clock in range(1, SEGMENTS):
            if not {clock, clock - 1} <= days.keys() or (name, clock) in odd:
                continue
            east, north, fuel, _ = days[clock - 1]
            then, up, left, burn = days[clock]
            way = hypot(then - east, up - north)
            assert way * burn - AT_ISLAND * burn - 1e-6 <= fuel - left <= way * burn + 1e-6
            weighed += way > 0
    assert weighed


def _tows(turn: Turn[State]) -> Iterator[tuple[ShipName, int]]:
    """When a ship on a line got onto it or was let go."""
    for event in turn.events:
        if isinstance(event, TookTow | DroppedTow):
            yield from ((event.towed, event.segment), (event.towed, event.segment + 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_ships_and_islands_sways_only_lots_and_circles(seed: int) -> None:
    """But for them and for ships that chase each other, the order of the position is nothing."""
    state, draw = storm(seed), Random(seed)
    plain = {
        role: [
            change(order, engagement=Engagement.IGNORE)
            for order in given
            if isinstance(order, Sail | Carry | Disband) and not _after_a_ship(order, state)
        ]
        for role, given in random_orders(state, seed).items()
    }
    calm = change(
        state,
        ships={
            name: change(ship, ammo=0, torpedoes=0, engagement=Engagement.IGNORE)
            for name, ship in state.ships.items()
        },
        islands={
            name: change(isle, factories=(), stores=_peaceful(isle))
            for name, isle in state.islands.items()
        },
        options=change(state.options, sharing="equal"),
    )
    mixed = change(
        calm,
        ships={name: calm.ships[name] for name in draw.sample(sorted(calm.ships), len(calm.ships))},
        islands={
            name: calm.islands[name] for name in draw.sample(sorted(calm.islands), len(ISLES))
        },
    )
    one, other = (MERCHANT.adjudicate(each, plain, QuickDice(seed)) for each in (calm, mixed))
    assert dict(one.state.ships) == dict(other.state.ships)
    assert dict(one.state.islands) == dict(other.state.islands)
    assert _befell(one) == _befell(other)


def _befell(turn: Turn[State]) -> list[str]:
    """What happened; of two ships that come to an island at once, either has visited it."""
    nameless = (
        change(event, ship=ShipName("")) if isinstance(event, Visit) else event
        for event in turn.events
    )
    return sorted(map(repr, nameless))


def _after_a_ship(order: Order, state: State) -> bool:
    return isinstance(order, Sail) and any(ShipName(place) in state.ships for place in order.to)


def _peaceful(island: Island) -> dict[str, float]:
    return {code: units for code, units in island.stores.items() if code not in "23"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_week_depends_on_nothing_but_orders_and_dice(seed: int) -> None:
    state = storm(seed)
    orders = random_orders(state, seed)
    one, other = (
        run(state, orders, FairDice(b"%d" % seed), {}, Lookouts(), Stops())[0] for _ in range(2)
    )
    assert one == other
