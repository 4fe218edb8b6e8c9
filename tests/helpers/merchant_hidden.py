"""What one player may not know after a week, changed row by row of the table (MER-19.7).

Nothing here uses `view`, `sight`, `radar` or `heard`: a hole there is to be found, not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor
from random import Random
from typing import Any

import msgspec

from engine.core.ruleset import Role, Turn
from engine.merchant.options import Engagement
from engine.merchant.orders import Location, Sail, ShipName
from engine.merchant.products import CODES
from engine.merchant.state import (
    AllianceName,
    Cargo,
    MagicDie,
    Player,
    Seen,
    Ship,
    State,
)
from tests.helpers.merchant_hidden_events import (
    captors,
    corrections,
    factories,
    foreign_events,
    reasons,
    sinkers,
    slips,
    strangers,
)
from tests.helpers.merchant_sides import (
    altered,
    enemies,
    foes,
    level,
    others,
    people,
    sound,
    veiled,
    watched,
    with_players,
    with_ships,
)

Mutation = Callable[[Turn[State], Role, Random], Turn[State]]
change = msgspec.structs.replace

PLACES = "ABCEGHRTY"
"""Modules that change nothing about how far a ship is seen."""


def contents(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Fuel, magazines, cargo and orders of everybody else, the ally too."""

    def another(ship: Ship) -> Ship:
        return change(
            ship,
            fuel=random.random() * 900,
            ammo=random.randrange(50),
            torpedoes=random.randrange(10),
            cargo=random.choice((None, Cargo("E", random.randrange(1, 9)))),
            mission=random.choice((None, Sail(ship=ship.name, to=(Location("Bay"),)))),
            leg=random.randrange(2),
            engagement=random.choice(list(Engagement)),
            kills=0 if turn.state.over else random.randrange(9),
            target=random.choice((None, *turn.state.ships)),
            engaged=random.choice((None, *turn.state.ships)),
        )

    return with_ships(turn, {s.name: another(s) for s in others(turn.state, role)})


def names(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Names of enemies that are not identified; one of them a name that is asked about."""
    hidden = veiled(turn.state, role)
    fresh = ["Veil", *(f"Veil{'abcdefghijklmnopqrstuvwxyz'[n]}" for n in range(26))]
    random.shuffle(hidden)
    return with_ships(
        turn, {s.name: change(s, name=ShipName(fresh[n])) for n, s in enumerate(hidden)}
    )


def masters(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Owners of enemies that are not identified."""
    state = turn.state
    if state.over or state.options.vp_ship_owned:
        return turn
    lords = foes(state, role)
    return with_ships(
        turn, {s.name: change(s, owner=random.choice(lords)) for s in veiled(state, role)}
    )


def structures(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Structures of enemies that are not analysed, as far as they do not change the ranges."""

    def another(ship: Ship) -> Ship:
        cells = ["U"] * sound(ship, "U") + random.choices(PLACES, k=random.randrange(10, 14))
        random.shuffle(cells)
        return change(ship, structure="".join(cells[:20]))

    hidden = (s for s in enemies(turn.state, role, 3) if sound(s, "U") < 7)
    return with_ships(turn, {s.name: another(s) for s in hidden})


def places(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Where ships are that nobody sees."""
    moved = {}
    for ship in enemies(turn.state, role, 1):
        there = change(ship, e=random.uniform(0, 9999), n=random.uniform(0, 9999))
        if not level(turn.state, role, there):
            moved[ship.name] = there
    return with_ships(turn, moved)


def decimals(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Where in its square of a km a contact is (MER-H20)."""
    moved = {}
    for ship in enemies(turn.state, role, 4):
        e, n = (floor(x + 0.5) + random.uniform(-0.49, 0.49) for x in (ship.e, ship.n))
        there = change(ship, e=max(e, 0.0), n=max(n, 0.0))
        if level(turn.state, role, ship) == level(turn.state, role, there):
            moved[ship.name] = there
    return with_ships(turn, moved)


def ghosts(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Ships that nobody sees: one more, and some fewer."""
    state = turn.state
    if state.over or state.options.vp_ship_owned:
        return turn
    hidden = {s.name for s in enemies(state, role, 1) if random.random() < 0.5}
    ships = {name: ship for name, ship in state.ships.items() if name not in hidden}
    ghost = Ship(
        name=ShipName("Veil"),
        owner=random.choice(foes(state, role)),
        structure="E" * 10,
        e=random.uniform(0, 9999),
        n=random.uniform(0, 9999),
    )
    if not level(state, role, ghost):
        ships = {ghost.name: ghost, **ships}
    return altered(turn, ships=ships)


def stores(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What lies where no ship of the alliance does."""
    state = turn.state
    if state.options.stores == "public":
        return turn
    fresh = {
        name: change(island, stores={code: random.randrange(9) for code in CODES})
        for name, island in state.islands.items()
        if not watched(state, role, island)
    }
    return altered(turn, islands={**state.islands, **fresh})


def memories(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What other alliances have seen."""
    mine = turn.state.players[role].alliance

    def another(name: AllianceName) -> Any:
        alliance = turn.state.alliances[name]
        if name == mine:
            return alliance
        seen = {island: Seen(random.randrange(3), {"E": 5.0}) for island in turn.state.islands}
        return change(alliance, seen=seen, names={ShipName("Veil"): role})

    return altered(turn, alliances={name: another(name) for name in turn.state.alliances})


def visits(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Which islands others have visited; how many is public."""
    islands = sorted(turn.state.islands)

    def another(player: Player) -> Player:
        home = {player.home} & player.visited
        free = [island for island in islands if island != player.home]
        some = random.sample(free, len(player.visited - home))
        return change(player, visited=frozenset({*some, *home}))

    return with_players(turn, [another(p) for p in people(turn.state, role)])


def secret_scores(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Points of others, where they are secret (MER-H123)."""
    state = turn.state
    if state.options.public_scores or state.over:
        return turn
    islands = sorted(state.islands)

    def another(player: Player) -> Player:
        some = frozenset(random.sample(islands, random.randrange(len(islands))))
        return change(player, visited=some, sunk=random.randrange(9))

    return with_players(turn, [another(p) for p in people(state, role)])


def dice(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Dice of others, and what any magic die remembers, the player's own too."""

    def another(player: Player) -> Player:
        magic = MagicDie(random.random() * 9, random.randrange(9), random.random(), 1)
        kind = player.dice if player.name == role else random.choice(("normal", "magic"))
        captures = player.captures if turn.state.options.vp_capture else random.randrange(9)
        return change(player, magic=magic, dice=kind, captures=captures)

    return with_players(turn, [another(p) for p in turn.state.players.values()])


def keeping(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """The order in which a position is kept."""

    def shuffled(kept: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return dict(random.sample(list(kept.items()), len(kept)))

    state = turn.state
    return altered(
        turn,
        islands=shuffled(state.islands),
        players=shuffled(state.players),
        ships=shuffled(state.ships),
        alliances=shuffled(state.alliances),
    )


MUTATIONS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        contents,
        names,
        masters,
        structures,
        places,
        decimals,
        ghosts,
        stores,
        memories,
        visits,
        secret_scores,
        dice,
        foreign_events,
        strangers,
        sinkers,
        captors,
        reasons,
        factories,
        slips,
        corrections,
        keeping,
    )
}
