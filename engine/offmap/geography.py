"""Distances on the map and into an area (OFF-3.4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from engine.core.ruleset import Role
from engine.offmap.ids import AreaName, PlaceName
from engine.offmap.state import Place, ShipClass, Unit

Places = Mapping[PlaceName, Place]


def costs(places: Places, start: PlaceName) -> dict[PlaceName, int]:
    """Movement points of the cheapest path to every place that can be reached."""
    reached: dict[PlaceName, int] = {}
    open_ = [(0, start)]
    while open_:
        cost, place = heappop(open_)
        if place in reached:
            continue
        reached[place] = cost
        for neighbour, link in _neighbours(places, place).items():
            heappush(open_, (cost + link, neighbour))
    return reached


def distance(places: Places, start: PlaceName, area: AreaName) -> int | None:
    """Points from a place into the area; None if there is no way."""
    ways = (
        cost + places[place].entry[area]
        for place, cost in costs(places, start).items()
        if area in places[place].entry
    )
    return min(ways, default=None)


def node_distance(places: Places, side: Role, area: AreaName) -> int | None:
    """Points from the side's nearest supply node into the area (OFF-H42); None: it has none."""
    nodes = (name for name, place in places.items() if side in place.supply)
    ways = (distance(places, name, area) for name in nodes)
    return min((way for way in ways if way is not None), default=None)


def may_react(places: Places, unit: Unit, kind: ShipClass, area: AreaName) -> bool:
    """A warship on the map that is next to the area, or a reserve within reach (OFF-H46)."""
    place = places.get(PlaceName(unit.at))
    if place is None or kind.kind != "warship" or kind.slow:
        return False
    if place.entry.get(area) == 1:
        return True
    way = distance(places, place.id, area)
    return unit.reserve and way is not None and way <= kind.move


def _neighbours(places: Places, place: PlaceName) -> dict[PlaceName, int]:
    """Links count both ways, whichever end they are written at."""
    near = dict(places[place].links)
    for name, there in places.items():
        if place in there.links:
            near[name] = min(there.links[place], near.get(name, there.links[place]))
    return near
