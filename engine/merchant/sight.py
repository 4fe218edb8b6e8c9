"""What an alliance has before its eyes: its ships, stores in port, contacts (MER-8, MER-19.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor

from engine.core.plane import Point
from engine.core.ruleset import Role
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.radar import contacts
from engine.merchant.state import Alliance, Island, Level, Seen, State, at_island
from engine.merchant.view import Contact


def alliance_of(state: State, role: Role) -> Alliance | None:
    """None at sign-up, before alliances are made."""
    return state.alliances.get(state.players[role].alliance)


def partners(state: State, role: Role) -> frozenset[Role]:
    """The player, and his ally if he has one (MER-2.2)."""
    alliance = alliance_of(state, role)
    return frozenset((role, *alliance.members)) if alliance else frozenset((role,))


def stores_seen(state: State, role: Role) -> Mapping[IslandName, Seen]:
    """Stores as they are where a ship of the alliance lies, elsewhere as last seen, dated."""
    now = state.turn - 1
    if state.options.stores == "public":
        return {island.name: _stock(island, now) for island in state.islands.values()}
    alliance = alliance_of(state, role)
    before = dict(alliance.seen) if alliance else {}
    return before | {name: _stock(state.islands[name], now) for name in ports(state, role)}


def ports(state: State, role: Role) -> frozenset[IslandName]:
    """The islands where a ship of the alliance lies."""
    us = partners(state, role)
    lying = (at_island(state, ship) for ship in state.ships.values() if ship.owner in us)
    return frozenset(island.name for island in lying if island)


def contact_report(state: State, role: Role) -> tuple[Contact, ...]:
    """Every enemy ship in the sight of either partner, west to east (MER-19.2).

    The order follows from what the report itself says, so that it tells nothing more.
    """
    alliance = alliance_of(state, role)
    if alliance is None:
        return ()
    levels = contacts(state, alliance.name)
    rows = sorted(_reports(state, alliance, levels), key=_shown)
    return tuple(
        Contact(f"C{place}", point, level, name, owner, structure)
        for place, (point, level, name, owner, structure) in enumerate(rows, 1)
    )


Report = tuple[Point, Level, ShipName | None, Role | None, str | None]


def _reports(
    state: State, alliance: Alliance, levels: Mapping[ShipName, Level]
) -> Iterator[Report]:
    for name, level in levels.items():
        ship = state.ships[name]
        if level >= Level.IDENTIFIED:
            called, owner = name, ship.owner
        elif state.options.memory == "names" and name in alliance.names:
            called, owner = name, alliance.names[name]
        else:
            yield _whole(ship.point), level, None, None, None
            continue
        structure = ship.structure if level == Level.ANALYSED else None
        yield _whole(ship.point), level, called, owner, structure


def _shown(report: Report) -> tuple[Point, int, str]:
    point, level, name, _, _ = report
    return point, -level, name or ""


def _whole(point: Point) -> Point:
    """Rounded to km (MER-H20)."""
    return Point(float(floor(point.east + 0.5)), float(floor(point.north + 0.5)))


def _stock(island: Island, turn: int) -> Seen:
    stores = {code: amount for code, amount in sorted(island.stores.items()) if amount > 0}
    return Seen(turn, stores)
