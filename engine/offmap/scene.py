"""The map as a sketch: places with their links, areas with zones or sub-areas, who is there.

Where things are drawn depends on the places and areas of the scenario alone, so that no scale or
box tells what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core.ruleset import Event
from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape
from engine.offmap.events import Moved
from engine.offmap.ids import PlaceName
from engine.offmap.state import SUBS, Area, Place, Unit
from engine.offmap.things import area_thing, place_thing, raid_thing
from engine.offmap.view import View

COLUMN, ROW, MARGIN = 170.0, 110.0, 60.0
ASIDE = 48.0
"""Every other row is moved aside, so that no link runs below a place between its ends."""
WIDE, HIGH = 260.0, 300.0
"""The size of an area's box."""
GAP = 40.0
RADIUS = 34.0

LEGEND = (
    (Paint.HOME, "places where you are in supply, and your own areas"),
    (Paint.LAND, "other places"),
    (Paint.STARRED, "places that supply"),
    (Paint.FOG, "areas of the other side"),
    (Paint.OWN, "your units"),
    (Paint.ENEMY, "units of the other side that you know of"),
    (Paint.TRACK, "ways into an area, with their cost, and moves and raids of this turn"),
    (Paint.BATTLE, "a raid"),
)


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


def scene(view: View, events: Sequence[Event] = ()) -> Scene:
    """`events` are those that the reader heard."""
    sketch = sketch_of(view)
    spots, boxes = sketch.spots, sketch.boxes
    shapes = (
        *_links(view, spots, boxes),
        *(shape for area in view.areas.values() for shape in _area(view, area, boxes[area.id])),
        *(shape for place in view.places.values() for shape in _place(view, place, spots)),
        *_tracks(view, events, spots, boxes),
    )
    return Scene(_frame(spots, boxes), shapes, LEGEND)


def gate(box: Point, spot: Point) -> Point:
    """Where the way into an area ends: on its left side, as near as may be."""
    return box[0], min(max(spot[1], box[1] + 20), box[1] + HIGH - 20)


def _spots(places: Mapping[PlaceName, Place]) -> dict[str, Point]:
    """Columns by the number of steps to a place next to an area, those next to one on the right."""
    steps = _steps(places)
    last = max(steps.values(), default=0)
    rows: Counter[int] = Counter()
    spots: dict[str, Point] = {}
    for name in sorted(places):
        column = last - steps[name]
        row = rows[column]
        spots[name] = (MARGIN + COLUMN * column + ASIDE * (row % 2), MARGIN + ROW * row)
        rows[column] += 1
    return spots


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


def _frame(
    spots: Mapping[str, Point], boxes: Mapping[str, Point]
) -> tuple[float, float, float, float]:
    right = max(x for x, _ in boxes.values()) + WIDE if boxes else MARGIN
    low = max((y + ROW for _, y in spots.values()), default=ROW)
    lowest = max((y + HIGH + GAP for _, y in boxes.values()), default=0.0)
    return 0.0, 0.0, right + MARGIN / 2, max(low, lowest)


def _links(view: View, spots: Mapping[str, Point], boxes: Mapping[str, Point]) -> Iterator[Shape]:
    """Links with their costs, dashed ways into areas."""
    for name, place in view.places.items():
        for other, cost in sorted(place.links.items()):
            yield Path((spots[name], spots[other]), Paint.GRID)
            yield Label(_middle(spots[name], spots[other]), f"{cost}", Paint.QUIET)
        for area, cost in sorted(place.entry.items()):
            end = gate(boxes[area], spots[name])
            yield Path((spots[name], end), Paint.TRACK, dashed=True)
            yield Label(_middle(spots[name], end), f"{cost}", Paint.QUIET)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 6


def _place(view: View, place: Place, spots: Mapping[str, Point]) -> Iterator[Shape]:
    x, y = spots[place.id]
    paint = Paint.HOME if view.role in place.supply else Paint.LAND
    thing = place_thing(place.id)
    yield Disc((x, y), RADIUS, paint, f"{place.id}{_supplies(view, place)}", thing)
    starred = Paint.STARRED if place.supply else Paint.TEXT
    yield Label((x, y - 6), place.id, starred, size=12)
    yield from _counters(view, _at(view, place.id), (x, y + 14))


def _supplies(view: View, place: Place) -> str:
    names = [view.sides[side].name for side in place.supply]
    return f", supply of {' and '.join(names)}" if names else ""


def _at(view: View, where: str) -> list[Unit]:
    return [unit for unit in view.units.values() if unit.at == where]


def _counters(view: View, units: Sequence[Unit], at: Point) -> Iterator[Shape]:
    """How many of either side, own ones left."""
    x, y = at
    own = sum(unit.side == view.role for unit in units)
    for count, paint, left in ((own, Paint.OWN, -22), (len(units) - own, Paint.ENEMY, 8)):
        if count:
            yield Disc((x + left, y), 6, paint, f"units: {count}")
            yield Label((x + left + 9, y), f"{count}", paint, size=11, anchor="start")


def _area(view: View, area: Area, box: Point) -> Iterator[Shape]:
    """A box with its parts; what is known of each stands in it."""
    x, y = box
    mine = area.side == view.role
    ground = Paint.HOME if mine else Paint.FOG
    yield _rectangle(box, WIDE, HIGH, ground, area.name, area_thing(area.id))
    yield Label((x + WIDE / 2, y + 18), area.name, size=14)
    for title, corner, (wide, high), units in _parts(view, area, box):
        if title:
            yield _rectangle(corner, wide, high, Paint.GRID, title)
            yield Label((corner[0] + 6, corner[1] + 14), title, Paint.QUIET, anchor="start")
        middle = (corner[0] + wide / 2, corner[1] + high / 2)
        yield from _counters(view, units, middle)
        fixed = [unit.name for unit in units if view.of_class(unit).immobile]
        if fixed:
            names = ", ".join(fixed)
            yield Label((middle[0], middle[1] + 20), names, Paint.TEXT, size=9)
    if area.id in view.raids:
        spot, thing = (x + WIDE - 20, y + 20), raid_thing(area.id)
        yield Disc(spot, 10, Paint.BATTLE, f"a raid into {area.id}", thing)


Part = tuple[str, Point, tuple[float, float], list[Unit]]


def _parts(view: View, area: Area, box: Point) -> Iterator[Part]:
    """Zones or sub-areas with the units known to be in them."""
    units, (x, y) = _at(view, area.id), box
    size = (WIDE - 20, 120.0)
    match view.options.zones:
        case "near_far":
            zones = {zone: [u for u in units if _zone(view, u) == zone] for zone in ("near", "far")}
            yield "near zone", (x + 10, y + 30), size, zones["near"]
            yield "far zone", (x + 10, y + 160), size, zones["far"]
        case "seven":
            for n in SUBS:
                corner = (x + 10 + (n - 1) % 2 * 120, y + 30 + (n - 1) // 2 * 70)
                found = " (found)" if n in area.found else ""
                yield f"{n}{found}", corner, (110.0, 64.0), [u for u in units if u.sub == n]
            rest = [unit for unit in units if not unit.sub]
            yield "survey zone, or not known", (x + 10, y + 240), (WIDE - 20, 50.0), rest
        case _:
            yield "", (x + 10, y + 30), (WIDE - 20, HIGH - 40), units


def _zone(view: View, unit: Unit) -> str:
    """Of the other side's units the zone is not known: they are drawn near, survey ships far."""
    if unit.side != view.role and view.of_class(unit).kind == "survey":
        return "far"
    return "near" if unit.zone == "near" else "far"


def _tracks(
    view: View,
    events: Sequence[Event],
    spots: Mapping[str, Point],
    boxes: Mapping[str, Point],
) -> Iterator[Path]:
    """Arrows for ways moved, and for raids under way."""
    ways = {(event.from_, event.to) for event in events if isinstance(event, Moved)}
    for start, to in sorted(ways):
        yield Path((spots[start], spots[to]), Paint.TRACK, arrow=True)
    for raid in view.raids.values():
        end = gate(boxes[raid.area], spots[raid.place])
        x, y = spots[raid.place]
        yield Path(((x + RADIUS, y), end), Paint.BATTLE, arrow=True)


def _rectangle(
    corner: Point, wide: float, high: float, paint: Paint, title: str, thing: str = ""
) -> Polygon:
    x, y = corner
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Polygon(corners, paint, title, thing)
