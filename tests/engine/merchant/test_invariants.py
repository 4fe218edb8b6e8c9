"""What holds in any weather (MER-3.10)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.dice import FairDice, QuickDice
from engine.core.ruleset import Turn
from engine.merchant.checkpoints import Stops
from engine.merchant.events import Disbanded, Hit, Production, Rebuilt, Salvo, Sinking, Supplied
from engine.merchant.fit import fit, sound_modules
from engine.merchant.lookout import Lookouts
from engine.merchant.products import MODULES
from engine.merchant.state import State
from engine.merchant.turn import run
from tests.engine.merchant.storms import random_orders, storm

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


@pytest.mark.parametrize("seed", SEEDS)
def test_a_week_depends_on_nothing_but_orders_and_dice(seed: int) -> None:
    state = storm(seed)
    orders = random_orders(state, seed)
    one, other = (
        run(state, orders, FairDice(b"%d" % seed), {}, Lookouts(), Stops())[0] for _ in range(2)
    )
    assert one == other
