"""Who is whose, and who sees whom, straight from the rules, for tests of what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from engine.core.ruleset import Role, Turn
from engine.merchant.orders import ShipName
from engine.merchant.state import (
    Island,
    Player,
    Ship,
    State,
)

change = msgspec.structs.replace


def us(state: State, role: Role) -> set[Role]:
    mine = state.players[role].alliance
    return {name for name, player in state.players.items() if player.alliance == mine}


def foes(state: State, role: Role) -> list[Role]:
    return [name for name in state.players if name not in us(state, role)]


def level(state: State, role: Role, ship: Ship) -> int:
    """How well the alliance sees her, straight from the rule (MER-8.2)."""
    best = 0
    for eye in state.ships.values():
        if eye.owner in us(state, role):
            away = ((eye.e - ship.e) ** 2 + (eye.n - ship.n) ** 2) ** 0.5
            far = sound(eye, "R") * state.options.uboat_factor ** sound(ship, "U")
            seen = [n for n, km in ((3, 50), (2, 70), (1, 100)) if away <= km * far + 1e-9 and far]
            visual = state.options.visual_km and away <= state.options.visual_km
            best = max(best, *seen, 1 if visual else 0, 0)
    return best


def sound(ship: Ship, letter: str) -> int:
    return ship.structure.count(letter) - ship.structure.count(letter + "+")


def enemies(state: State, role: Role, below: int) -> list[Ship]:
    """Enemy ships that are known less well than that."""
    foreign = (ship for ship in state.ships.values() if ship.owner not in us(state, role))
    return [ship for ship in foreign if level(state, role, ship) < below]


def remembered(state: State, role: Role, ship: ShipName) -> bool:
    alliance = state.alliances[state.players[role].alliance]
    return state.options.memory == "names" and ship in alliance.names


def watched(state: State, role: Role, island: Island) -> bool:
    """Does a ship of the alliance lie there?"""
    ours = [(s.e, s.n) for s in state.ships.values() if s.owner in us(state, role)]
    return any(((e - island.e) ** 2 + (n - island.n) ** 2) ** 0.5 <= 0.1 for e, n in ours)


def veiled(state: State, role: Role) -> list[Ship]:
    """Enemy ships whose names are not known."""
    return [s for s in enemies(state, role, 2) if not remembered(state, role, s.name)]


def others(state: State, role: Role) -> Iterable[Ship]:
    return (ship for ship in state.ships.values() if ship.owner != role)


def people(state: State, role: Role) -> Iterable[Player]:
    return (player for player in state.players.values() if player.name != role)


def altered(turn: Turn[State], **changed: Any) -> Turn[State]:
    return replace(turn, state=change(turn.state, **changed))


def with_ships(turn: Turn[State], new: Mapping[ShipName, Ship]) -> Turn[State]:
    """With these in the places of those that had the names."""
    ships = [new.get(name, ship) for name, ship in turn.state.ships.items()]
    return altered(turn, ships={ship.name: ship for ship in ships})


def with_players(turn: Turn[State], new: Iterable[Player]) -> Turn[State]:
    return altered(turn, players={**turn.state.players, **{one.name: one for one in new}})
