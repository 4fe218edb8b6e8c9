"""A position in figures by name, for worked cases: `ship.Alpha.position`, `arrival.Argo.1`, …"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import msgspec

from engine.core.ruleset import Event, Json
from engine.merchant.events import Arrived
from engine.merchant.orders import ShipName
from engine.merchant.products import CODES, FUEL_UNIT
from engine.merchant.radar import contacts
from engine.merchant.sea import Sea, bring_home
from engine.merchant.state import AllianceName, Level, Ship, State
from engine.merchant.watch import Watch

Refs = Mapping[str, Json]
Sightings = Mapping[AllianceName, Mapping[ShipName, Level]]


@dataclass(slots=True)
class Stops:
    """Notes the position after the segments that were asked for."""

    at: frozenset[int] = frozenset()
    positions: dict[int, Refs] = field(default_factory=dict)
    _seen: Sightings = field(default_factory=dict)

    def detected(self, sea: Sea, watch: Watch) -> None:
        """Who knows whom after the detection step."""
        if sea.clock in self.at:
            self._seen = {
                name: {h.name: watch.level(name, h) for h in sea.afloat() if h.alliance != name}
                for name in sea.before.alliances
            }

    def ended(self, sea: Sea) -> None:
        """Where everything is when the segment is over."""
        if sea.clock in self.at:
            state = bring_home(sea, sea.before.turn)
            self.positions[sea.clock] = refs(state, sea.events, self._seen)


def refs(state: State, events: Sequence[Event], seen: Sightings | None = None) -> Refs:
    """Every ship, island, player and alliance; without `seen`, who knows whom as things stand."""
    return dict(_refs(state, events, seen))


def _refs(
    state: State, events: Sequence[Event], seen: Sightings | None
) -> Iterator[tuple[str, Json]]:
    for ship in state.ships.values():
        yield from _ship(ship)
    for island in state.islands.values():
        for code in CODES:
            yield f"island.{island.name}.stores.{code}", island.stores.get(code, 0)
    for alliance in state.alliances:
        levels = contacts(state, alliance) if seen is None else seen[alliance]
        for ship in state.ships.values():
            if state.players[ship.owner].alliance != alliance:
                level = levels.get(ship.name, Level.NONE)
                yield f"contact.{alliance}.{ship.name}", level.name.lower()
    for one, other in combinations(state.ships.values(), 2):
        yield f"distance.{one.name}.{other.name}", one.point.to(other.point)
    for event in events:
        if isinstance(event, Arrived):
            yield f"arrival.{event.ship}.{event.leg}", event.segment
    for role, player in state.players.items():
        yield f"player.{role}.visits", state.visits(role)
        yield f"player.{role}.sunk", player.sunk
        yield f"player.{role}.vp", state.points(role)
        yield f"player.{role}.magic", msgspec.to_builtins(player.magic)


def _ship(ship: Ship) -> Iterator[tuple[str, Json]]:
    name = f"ship.{ship.name}"
    yield f"{name}.exists", True
    yield f"{name}.position", [ship.e, ship.n]
    yield f"{name}.structure", ship.structure
    yield f"{name}.owner", ship.owner
    yield f"{name}.fuel_units", ship.fuel / FUEL_UNIT
    yield f"{name}.ammo_shells", ship.ammo
    yield f"{name}.torpedoes", ship.torpedoes
    yield f"{name}.cargo", msgspec.to_builtins(ship.cargo)
    yield f"{name}.mission", msgspec.to_builtins(ship.mission)
    yield f"{name}.leg", ship.leg
    yield f"{name}.engagement", ship.engagement.value
    yield f"{name}.kills", ship.kills
