"""The map as a sketch: places with their links, areas with zones or sub-areas, who is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from engine.core.ornaments import plate
from engine.core.ruleset import Event
from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape, Sign
from engine.core.vacant import Box, boxed, vacant
from engine.offmap.events import Moved
from engine.offmap.layout import GAP, HIGH, MARGIN, RADIUS, ROW, WIDE, away, gate, sketch_of
from engine.offmap.state import SUBS, Area, Place, Unit
from engine.offmap.things import area_thing, place_thing, raid_thing
from engine.offmap.view import View

NAME, SMALL = 17.0, 14.0
"""Heights of letters that can be read on a telephone."""
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.28, 0.72)
"""Parts of a link, where its cost may stand."""
CLEAR = 18.0
"""From the figure of one link to another link, if it can be."""
ABOUT = 10.0
"""From a link to the arrow of those who use it."""
PLATE = (170.0, 44.0)

LEGEND = (
    (Paint.HOME, "you are in supply; own areas"),
    (Paint.LAND, "other places"),
    (Paint.STARRED, "supplies a side"),
    (Paint.FOG, "areas of the other side"),
    (Paint.OWN, "your units"),
    (Paint.ENEMY, "known units of the other side"),
    (Paint.NEUTRAL, "ways with their cost"),
    (Paint.TRACK, "ways into an area; moves"),
    (Paint.BATTLE, "a raid"),
)


def scene(view: View, events: Sequence[Event] = (), title: str = "") -> Scene:
    """`events` are those that the reader heard."""
    sketch = sketch_of(view)
    spots, boxes = sketch.spots, sketch.boxes
    shapes = (
        *_links(view, spots, boxes),
        *_tracks(view, events, spots, boxes),
        *(shape for area in view.areas.values() for shape in _area(view, area, boxes[area.id])),
        *(shape for place in view.places.values() for shape in _place(view, place, spots)),
    )
    frame = _frame(spots, boxes)
    there = {shape.paint for shape in shapes}
    legend = tuple(entry for entry in LEGEND if entry[0] in there)
    return Scene(frame, (*shapes, *_plate(frame, spots, boxes, title)), legend)


def _plate(
    frame: tuple[float, float, float, float],
    spots: Mapping[str, Point],
    boxes: Mapping[str, Point],
    title: str,
) -> Iterator[Shape]:
    """The title, where there is room below the places."""
    left, top, wide, high = frame
    taken = [boxed(at, 2 * RADIUS + 20, 2 * RADIUS + 20) for at in spots.values()]
    taken += [Box(x - 20, y - 20, x + WIDE + 20, y + HIGH + 20) for x, y in boxes.values()]
    within = Box(left, top, left + wide, top + high)
    if title and (at := vacant(within, taken, *PLATE, (left, top + high))):
        yield from plate(at, *PLATE, title)


def _frame(
    spots: Mapping[str, Point], boxes: Mapping[str, Point]
) -> tuple[float, float, float, float]:
    right = max(x for x, _ in boxes.values()) + WIDE if boxes else MARGIN
    low = max((y + ROW for _, y in spots.values()), default=ROW)
    lowest = max((y + HIGH + GAP for _, y in boxes.values()), default=0.0)
    return 0.0, 0.0, right + MARGIN / 2, max(low, lowest)


def _links(view: View, spots: Mapping[str, Point], boxes: Mapping[str, Point]) -> Iterator[Shape]:
    """Links, dashed ways into areas, and above them all what they cost."""
    ways: list[tuple[Path, int]] = []
    for name, place in view.places.items():
        for other, cost in sorted(place.links.items()):
            ways.append((Path((spots[name], spots[other]), Paint.NEUTRAL), cost))
        for area, cost in sorted(place.entry.items()):
            end = gate(boxes[area], spots[name])
            ways.append((Path((spots[name], end), Paint.TRACK, dashed=True), cost))
    yield from (path for path, _ in ways)
    figures: list[Point] = []
    for path, cost in ways:
        others = [other.points for other, _ in ways if other is not path]
        figures.append(_beside(path, spots, figures, others))
        yield Label(figures[-1], f"{cost}", Paint.QUIET, SMALL)


def _beside(
    path: Path,
    spots: Mapping[str, Point],
    figures: Sequence[Point],
    others: Sequence[Sequence[Point]],
) -> Point:
    """Above the line, near its middle, on no place or figure and, if it can be, no other line."""
    a, b = path.points
    found = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t - 6) for t in ALONG]

    def room(at: Point) -> tuple[bool, float]:
        free = all(dist(at, spot) > RADIUS + SMALL for spot in spots.values())
        alone = all(dist(at, figure) > 2 * SMALL for figure in figures)
        near = min((away(at, *line) for line in others), default=CLEAR)
        return free and alone, min(near, CLEAR)

    return max(found, key=room)


def _place(view: View, place: Place, spots: Mapping[str, Point]) -> Iterator[Shape]:
    x, y = spots[place.id]
    paint = Paint.HOME if view.role in place.supply else Paint.LAND
    thing = place_thing(place.id)
    yield Disc((x, y), RADIUS, paint, f"{place.id}{_supplies(view, place)}", thing)
    starred = Paint.STARRED if place.supply else Paint.TEXT
    yield Label((x, y - 3), place.id, starred, NAME, room=2 * RADIUS - 10, halo=False)
    yield from _counters(view, _at(view, place.id), (x, y + 16))


def _supplies(view: View, place: Place) -> str:
    names = [view.sides[side].name for side in place.supply]
    return f", supply of {' and '.join(names)}" if names else ""


def _at(view: View, where: str) -> list[Unit]:
    return [unit for unit in view.units.values() if unit.at == where]


def _counters(view: View, units: Sequence[Unit], at: Point) -> Iterator[Shape]:
    """How many of either side, own ones left."""
    x, y = at
    own = sum(unit.side == view.role for unit in units)
    foes = len(units) - own
    places = (-28, 6) if own and foes else (-13, -13)
    for count, paint, left in ((own, Paint.OWN, places[0]), (foes, Paint.ENEMY, places[1])):
        if count:
            yield Sign((x + left, y), "ship", 20, paint, title=f"units: {count}")
            yield Label((x + left + 12, y + 5), f"{count}", paint, SMALL, "start")


def _area(view: View, area: Area, box: Point) -> Iterator[Shape]:
    """A box with its parts; what is known of each stands in it."""
    x, y = box
    mine = area.side == view.role
    ground = Paint.HOME if mine else Paint.FOG
    yield _rectangle(box, WIDE, HIGH, ground, area.name, area_thing(area.id))
    yield Label((x + WIDE / 2, y + 20), area.name, size=17, room=WIDE - 60)
    for title, corner, (wide, high), units in _parts(view, area, box):
        if title:
            yield _rectangle(corner, wide, high, Paint.GRID, title)
            at = corner[0] + 6, corner[1] + 16
            yield Label(at, title, Paint.QUIET, SMALL, "start", room=wide - 12)
        middle = (corner[0] + wide / 2, corner[1] + high / 2)
        yield from _counters(view, units, middle)
        fixed = [unit.name for unit in units if view.of_class(unit).immobile]
        if fixed:
            names = ", ".join(fixed)
            yield Label((middle[0], middle[1] + 26), names, Paint.TEXT, SMALL, room=wide - 8)
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
    for start, end in sorted(ways):
        yield Path(_course(spots[start], spots[end]), Paint.TRACK, arrow=True)
    for raid in view.raids.values():
        (x, y), (to_x, to_y) = spots[raid.place], gate(boxes[raid.area], spots[raid.place])
        yield Path(((x + RADIUS, y + ABOUT), (to_x, to_y + ABOUT)), Paint.BATTLE, arrow=True)


def _course(a: Point, b: Point) -> tuple[Point, Point]:
    """From rim to rim, a little beside the link and its cost."""
    away = dist(a, b) or 1.0
    along, across = (b[0] - a[0]) / away, (b[1] - a[1]) / away
    x, y, rim = ABOUT * across, -ABOUT * along, RADIUS + 2
    return (
        (a[0] + along * rim - x, a[1] + across * rim - y),
        (b[0] - along * rim - x, b[1] - across * rim - y),
    )


def _rectangle(
    corner: Point, wide: float, high: float, paint: Paint, title: str, thing: str = ""
) -> Polygon:
    x, y = corner
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Polygon(corners, paint, title, thing)
