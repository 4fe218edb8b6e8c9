"""What the mission of a ship has her steer for, and which ships it names (MER-12)."""

from __future__ import annotations

from engine.core.plane import parse_grid
from engine.merchant.orders import Carry, Disband, Location, Mission, Rebuild, Sail, ShipName, Tow
from engine.merchant.sea import Hull, Sea, legs


def destination(mission: Mission, leg: int) -> Location | None:
    """Where a leg leads, counted from 0; a sailing ship keeps to her last location (MER-H68)."""
    if isinstance(mission, Sail):
        return mission.to[min(leg, len(mission.to) - 1)]
    if isinstance(mission, Carry) and leg < 2:
        return Location((mission.source, mission.destination)[leg])
    if isinstance(mission, Disband) and leg == 0:
        return Location(mission.at)
    if isinstance(mission, Tow) and leg < 2:
        return (Location(mission.target), mission.to)[leg]
    return None


def set_goal(sea: Sea, hull: Hull) -> None:
    """Look up what she steers for now."""
    hull.leader = hull.goal = None
    hull.reached = False
    where = destination(hull.mission, hull.leg) if hull.mission else None
    place = sea.place(where) if where else None
    if isinstance(place, Hull):
        hull.leader = place if place is not hull else None
    else:
        hull.goal = place


def named_ships(sea: Sea, mission: Mission) -> tuple[ShipName, ...]:
    """All ships that a mission refers to, whether they exist or not."""
    if isinstance(mission, Rebuild | Tow):
        towards = (mission.to,) if isinstance(mission, Tow) else ()
        return (mission.target, *_ships(sea, towards))
    return _ships(sea, mission.to) if isinstance(mission, Sail) else ()


def done(mission: Mission, leg: int) -> bool:
    return 0 < legs(mission) <= leg


def _ships(sea: Sea, places: tuple[Location, ...]) -> tuple[ShipName, ...]:
    return tuple(
        ShipName(place) for place in places if not sea.island(place) and not parse_grid(place)
    )
