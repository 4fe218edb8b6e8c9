"""Where places and areas are drawn, by the scenario alone.

So no scale or box tells what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist

from engine.core.scene import Point
from engine.offmap.ids import PlaceName
from engine.offmap.state import Place
from engine.offmap.view import View

COLUMN, ROW, MARGIN = 170.0, 110.0, 60.0
ASIDE = 60.0
"""Every other row is moved aside, so that no link runs below a place between its ends."""
WIDE, HIGH = 260.0, 300.0
"""The size of an area's box."""
GAP = 40.0
RADIUS = 40.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """Where things are drawn."""

    #: The middles of places.
    spots: Mapping[str, Point]
    #: The upper left corners of areas.
    boxes: Mapping[str, Point]


def sketch_of(view: View) -> Sketch:
    """The same for all who read the scenario."""
    spots = _spots(view.places)
    return Sketch(spots, _boxes(view, spots))


def gate(box: Point, spot: Point) -> Point:
    """Where the way into an area ends: on its left side, as near as may be."""
    return box[0], min(max(spot[1], box[1] + 20), box[1] + HIGH - 20)


def _spots(places: Mapping[PlaceName, Place]) -> dict[str, Point]:
    """Columns by the number of steps to a place next to an area, those next to one on the right.

    In each column, in every second one or in none the even rows are moved aside in place of the
    odd ones, whichever way links keep clearest of places between their ends.
    """
    steps = _steps(places)
    last = max(steps.values(), default=0)
    ways = product((1, 0), repeat=2)
    return max((_spread(steps, last, way) for way in ways), key=lambda found: _room(places, found))


def _spread(steps: Mapping[PlaceName, int], last: int, moved: Sequence[int]) -> dict[str, Point]:
    """With the rows of this parity moved aside, in even columns and in odd ones."""
    rows: Counter[int] = Counter()
    spots: dict[str, Point] = {}
    for name in sorted(steps):
        column = last - steps[name]
        row = rows[column]
        aside = ASIDE * (row % 2 == moved[column % 2])
        spots[name] = (MARGIN + COLUMN * column + aside, MARGIN + ROW * row)
        rows[column] += 1
    return spots


def _room(places: Mapping[PlaceName, Place], spots: Mapping[str, Point]) -> float:
    """From any link to the nearest place that it does not lead to, if it is near."""
    found = (
        away(spots[between], spots[name], spots[other])
        for name, place in places.items()
        for other in place.links
        for between in spots
        if between not in (name, other)
    )
    return min((2 * RADIUS, *found))


def away(spot: Point, a: Point, b: Point) -> float:
    """From a spot to the nearest point between two others."""
    (x, y), (ax, ay), (bx, by) = spot, a, b
    along, across = bx - ax, by - ay
    square = along * along + across * across or 1.0
    part = min(1.0, max(0.0, ((x - ax) * along + (y - ay) * across) / square))
    return dist(spot, (ax + part * along, ay + part * across))


def _steps(places: Mapping[PlaceName, Place]) -> dict[PlaceName, int]:
    """Links to go from each place to one that leads into an area."""
    steps = {name: 0 for name, place in places.items() if place.entry}
    ring = set(steps)
    while ring:
        far = max(steps.values()) + 1
        ring = {
            name
            for name, place in places.items()
            if name not in steps and _linked(places, place) & steps.keys()
        }
        steps |= dict.fromkeys(ring, far)
    unreached = max(steps.values(), default=0) + 1
    return {name: steps.get(name, unreached) for name in places}


def _linked(places: Mapping[PlaceName, Place], place: Place) -> set[PlaceName]:
    """Links count both ways, whichever end they are written at."""
    return {*place.links, *(name for name, other in places.items() if place.id in other.links)}


def _boxes(view: View, spots: Mapping[str, Point]) -> dict[str, Point]:
    """The upper left corners of the areas, one below the other, right of the map."""
    left = max((x for x, _ in spots.values()), default=MARGIN) + COLUMN - ASIDE
    return {name: (left, 20 + n * (HIGH + GAP)) for n, name in enumerate(sorted(view.areas))}
