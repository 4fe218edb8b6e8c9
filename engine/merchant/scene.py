"""The chart as one reader knows it (MER-19.3).

The box is the whole sea, so that no scale tells where ships are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin

from engine.core.plane import Point, grid
from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Shape
from engine.merchant.fit import fit
from engine.merchant.radar import DETECT_KM
from engine.merchant.state import SIZE
from engine.merchant.tracks import Track
from engine.merchant.view import AllyShip, Contact, KnownIsland, OwnShip, View
from engine.merchant.wording import LEVELS, time_words

SCALE = 0.1
"""Scene units in a km."""

SIDE = (SIZE + 1) * SCALE
MARGIN = 30.0
SQUARE = 1000
"""Km between the lines of the grid."""

CORNERS = 36
"""Of the polygon that stands for a circle."""

LEGEND = (
    (Paint.HOME, "your home island"),
    (Paint.LAND, "islands that you have visited, with the codes of their factories"),
    (Paint.FOG, "islands that you have not visited"),
    (Paint.OWN, "your ships by their first letters"),
    (Paint.ALLY, "your ally's ships, in small letters"),
    (Paint.ENEMY, "contacts, by their numbers in the report"),
    (Paint.TRACK, "where your ships sailed, with day and time"),
    (Paint.REACH, "how far your alliance's radars detect a ship without U-boat modules"),
)


def scene(view: View, tracks: Sequence[Track] = ()) -> Scene:
    """Grid, islands, own tracks, radar circles, own and allied ships, contacts."""
    shapes: list[Shape] = [*_sea(), *_radar(view)]
    for track in tracks:
        shapes.extend(_track(track))
    for island in view.islands.values():
        shapes.extend(_island(view, island))
    shapes.extend(_fleet(view.ally_ships.values(), Paint.ALLY, up=True))
    shapes.extend(_fleet(view.ships.values(), Paint.OWN, up=False))
    for contact in view.contacts:
        shapes.extend(_contact(contact))
    wide = SIDE + 2 * MARGIN
    return Scene((-MARGIN, -MARGIN, wide, wide), tuple(shapes), LEGEND)


def _at(point: Point) -> tuple[float, float]:
    """North is up, and scenes grow downwards."""
    return point.east * SCALE, SIDE - point.north * SCALE


def _sea() -> Iterator[Shape]:
    yield Polygon(((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)), Paint.SEA)
    for kilometres in range(0, int(SIZE) + 2, SQUARE):
        along = kilometres * SCALE
        yield Path(((along, 0), (along, SIDE)), Paint.GRID)
        yield Path(((0, along), (SIDE, along)), Paint.GRID)
        yield Label((along, SIDE + 14), f"{kilometres}E", Paint.QUIET, size=9)
        yield Label((-4, SIDE - along), f"{kilometres}N", Paint.QUIET, size=9, anchor="end")


def _radar(view: View) -> Iterator[Path]:
    """How far each ship of the alliance detects (MER-8.2)."""
    ships: list[OwnShip | AllyShip] = [*view.ships.values(), *view.ally_ships.values()]
    circles = {(ship.point, fit(ship.structure).radars) for ship in ships}
    for point, radars in sorted(circles):
        if radars:
            yield Path(_circle(point, DETECT_KM * radars), Paint.REACH, dashed=True)


def _circle(point: Point, radius: float) -> tuple[tuple[float, float], ...]:
    angles = (2 * pi * corner / CORNERS for corner in range(CORNERS + 1))
    x, y = _at(point)
    far = radius * SCALE
    return tuple((round(x + far * cos(a), 3), round(y + far * sin(a), 3)) for a in angles)


def _track(track: Track) -> Iterator[Shape]:
    yield Path(tuple(_at(mark.point) for mark in track.marks), Paint.TRACK, arrow=True)
    told: set[Point] = set()
    for mark in track.marks:
        if mark.segment is not None and mark.point not in told:
            told.add(mark.point)
            x, y = _at(mark.point)
            when = time_words(mark.segment).removeprefix("day ")
            yield Disc((x, y), 1.5, Paint.TRACK, f"{track.ship}, {time_words(mark.segment)}")
            yield Label((x + 5, y + 9), when, Paint.QUIET, size=7, anchor="start")


def _island(view: View, island: KnownIsland) -> Iterator[Shape]:
    x, y = _at(island.point)
    ground = Paint.LAND if island.visited else Paint.FOG
    paint = Paint.HOME if island.name == view.home else ground
    codes = " ".join(island.factories)
    title = f"{island.name} {grid(island.point)}, makes {codes or 'nothing'}"
    yield Disc((x, y), 5, paint, title)
    yield Label((x, y - 9), f"{island.name} {codes}".strip(), Paint.TEXT, size=10)
    if not view.turn and island.name in view.taken:
        yield Label((x, y + 14), "taken", Paint.QUIET, size=9)


def _fleet(ships: Iterable[OwnShip | AllyShip], paint: Paint, *, up: bool) -> Iterator[Shape]:
    """The first letters of the ships of a place, one after the other."""
    places: dict[Point, list[str]] = {}
    for ship in ships:
        places.setdefault(ship.point, []).append(ship.name)
    for point, names in places.items():
        x, y = _at(point)
        letters = "".join(name[0].lower() if up else name[0].upper() for name in names)
        yield Disc((x, y), 2.5, paint, f"{', '.join(names)}: {grid(point)}")
        yield Label((x, y - 20 if up else y + 16), letters, paint, size=11)


def _contact(contact: Contact) -> Iterator[Shape]:
    x, y = _at(contact.point)
    named = f", {contact.name} ({contact.owner})" if contact.name else ""
    yield Disc((x, y), 3, Paint.ENEMY, f"{contact.label}: {LEVELS[contact.level]}{named}")
    yield Label((x + 6, y + 4), f"*{contact.label}", Paint.ENEMY, size=9, anchor="start")
