"""The chart as one reader knows it (MER-19.3).

What part of the sea it shows depends on the islands and on what the reader sees anyhow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, dist, hypot, pi, sin

from engine.core import ornaments
from engine.core import scene as shapes
from engine.core.plane import Point, grid
from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Shape
from engine.core.vacant import Box, boxed, vacant
from engine.merchant.chart import WIDE, Chart, chart
from engine.merchant.fit import fit
from engine.merchant.lettering import Covered, Line, Note, around, lettering, width
from engine.merchant.radar import DETECT_KM
from engine.merchant.state import SIZE
from engine.merchant.things import contact_thing, island_thing, ship_thing
from engine.merchant.tracks import Track
from engine.merchant.view import AllyShip, Contact, KnownIsland, OwnShip, View
from engine.merchant.wording import LEVELS, time_words

NAME, LETTERS, SMALL = 24.0, 26.0, 20.0
"""Heights of letters: a chart is read on a telephone, at a third of its size."""

ISLAND, SHIP = 9.0, 6.0
"""Radius of their signs."""

SQUARE = 1000
"""Km between the lines of the grid."""

MOST_LETTERS = 8
"""Of the ships at one place; others are counted."""

PLATE, ROSE, SCALE_HIGH = (230.0, 64.0), 170.0, 48.0
"""Room that title, rose and scale take."""

SCALE_KM = 1000
CELL = 20.0
"""Of the grid in which room for them is looked for."""

CORNERS = 36
"""Of the polygon that stands for a circle."""

DOT = 14.0
"""Along tracks, what letters should keep off."""

SIGN_UP = (
    (Paint.HOME, "your home island"),
    (Paint.LAND, "islands to start at"),
    (Paint.FOG, "other islands"),
)
LEGEND = (
    (Paint.HOME, "your home island"),
    (Paint.LAND, "islands that you have visited"),
    (Paint.FOG, "islands not yet visited"),
    (Paint.OWN, "your ships by first letters"),
    (Paint.ALLY, "your ally's, in small letters"),
    (Paint.ENEMY, "contacts as in the report"),
    (Paint.TRACK, "your voyages; day and hour"),
    (Paint.REACH, "how far your radars reach"),
)


def scene(view: View, tracks: Sequence[Track] = (), title: str = "") -> Scene:
    """Grid, islands, own tracks, radar circles, own and allied ships, contacts."""
    sea = sea_of(view, tracks)
    grid_labels = tuple(_grid_labels(sea))
    signs = tuple(_signs(sea, view))
    lines = tuple(_course(sea, track) for track in tracks)
    covered = [
        *(Covered(_box(label)) for label in grid_labels),
        *(Covered(around(disc.centre, disc.radius + 1), 2.0) for disc in signs),
        *(Covered(around(dot, DOT / 2), 0.5) for line in lines for dot in _dots(line)),
    ]
    notes = [*_notes(sea, view), *(note for track in tracks for note in _times(sea, track))]
    frame = Box(4, 4, sea.box[2] - 4, sea.high - 4)
    names = tuple(lettering(notes, covered, frame))
    taken = [*(one.box for one in covered), *(_anchored(label) for label in names)]
    drawn = (
        *_sea(sea),
        *_radar(sea, view),
        *_ornaments(sea, frame, taken, title),
        *lines,
        *grid_labels,
        *signs,
        *names,
    )
    there = {shape.paint for shape in drawn}
    legend = LEGEND if view.turn else SIGN_UP
    return Scene(sea.box, drawn, tuple(entry for entry in legend if entry[0] in there))


def sea_of(view: View, tracks: Sequence[Track] = ()) -> Chart:
    """The part of the sea that the reader's chart shows."""
    return chart(_shown(view, tracks))


def _shown(view: View, tracks: Sequence[Track]) -> Iterator[Point]:
    for thing in (*view.islands.values(), *_ships(view), *view.contacts):
        yield thing.point
    for track in tracks:
        yield from (mark.point for mark in track.marks)


def _ships(view: View) -> tuple[OwnShip | AllyShip, ...]:
    return *view.ships.values(), *view.ally_ships.values()


# --------------------------------------------------------------------- the sea


def _sea(sea: Chart) -> Iterator[Shape]:
    left, top = sea.at(Point(0.0, SIZE + 1))
    right, bottom = sea.at(Point(SIZE + 1, 0.0))
    yield Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), Paint.SEA)
    for east in sea.eastings(SQUARE):
        x, _ = sea.at(Point(east, 0.0))
        yield Path(((x, top), (x, bottom)), Paint.GRID)
    for north in sea.northings(SQUARE):
        _, y = sea.at(Point(0.0, north))
        yield Path(((left, y), (right, y)), Paint.GRID)


def _grid_labels(sea: Chart) -> Iterator[Label]:
    """Within the frame, at the foot and on the left, where they are not cut off."""
    for east in sea.eastings(SQUARE):
        x, _ = sea.at(Point(east, 0.0))
        label = Label((x + 3, sea.high - 7), f"{east}E", Paint.QUIET, size=SMALL, anchor="start")
        if _box(label).right < WIDE:
            yield label
    for north in sea.northings(SQUARE):
        _, y = sea.at(Point(0.0, north))
        if SMALL < y < sea.high - 2 * SMALL:
            yield Label((6.0, y - 4), f"{north}N", Paint.QUIET, size=SMALL, anchor="start")


def _box(label: Label) -> Box:
    x, y = label.at
    wide = width(Line(label.text, label.paint, label.size))
    return Box(x, y - label.size, x + wide, y)


def _ornaments(sea: Chart, frame: Box, taken: list[Box], title: str) -> Iterator[Shape]:
    """Title, rose and scale in corners where nothing stands."""
    if title and (at := vacant(frame, taken, *PLATE, (frame.left, frame.top), CELL)):
        taken.append(boxed(at, *PLATE))
        yield from ornaments.plate(at, *PLATE, title)
    size = SCALE_KM * sea.scale
    if at := vacant(frame, taken, size * 1.1, SCALE_HIGH, (frame.right, frame.bottom), CELL):
        taken.append(boxed(at, size * 1.1, SCALE_HIGH))
        yield from ornaments.scale(at, size / 4, 4, SMALL, f"{SCALE_KM} km")
    yield from ornaments.rose(frame, taken, ROSE, (frame.left, frame.bottom))


def _anchored(label: Label) -> Box:
    box, wide = _box(label), width(Line(label.text, label.paint, label.size))
    left = {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return Box(box.left - left, box.top, box.right - left, box.bottom)


def _radar(sea: Chart, view: View) -> Iterator[Path]:
    """How far each ship of the alliance detects (MER-8.2)."""
    circles = {(ship.point, fit(ship.structure).radars) for ship in _ships(view)}
    for point, radars in sorted(circles):
        if radars:
            far = DETECT_KM * radars * sea.scale
            yield Path(_circle(sea.at(point), far), Paint.REACH, dashed=True)


def _circle(at: shapes.Point, far: float) -> tuple[shapes.Point, ...]:
    angles = (2 * pi * corner / CORNERS for corner in range(CORNERS + 1))
    return tuple((round(at[0] + far * cos(a), 2), round(at[1] + far * sin(a), 2)) for a in angles)


# --------------------------------------------------------------------- tracks


def _course(sea: Chart, track: Track) -> Path:
    """The line ends at the rim of the sign where she is."""
    *before, last = (sea.at(mark.point) for mark in track.marks)
    apart = [point for point in before[1:] if dist(point, last) > 2 * ISLAND]
    points = [before[0], *apart, last]
    (x, y), (to_x, to_y) = points[-2:]
    length = hypot(to_x - x, to_y - y)
    if length > 2 * ISLAND:
        part = (length - ISLAND) / length
        points[-1] = round(x + (to_x - x) * part, 2), round(y + (to_y - y) * part, 2)
    return Path(tuple(points), Paint.TRACK, arrow=length > 2 * ISLAND)


def _dots(line: Path) -> Iterator[shapes.Point]:
    for (x, y), (to_x, to_y) in zip(line.points, line.points[1:], strict=False):
        steps = int(hypot(to_x - x, to_y - y) / DOT) + 1
        for step in range(steps):
            yield x + (to_x - x) * step / steps, y + (to_y - y) * step / steps


def _times(sea: Chart, track: Track) -> Iterator[Note]:
    """When she came to the ends of her legs; the log has the rest."""
    times = {mark.point: mark.segment for mark in track.marks if mark.segment is not None}
    for point, segment in times.items():
        when = time_words(segment).removeprefix("day ")
        yield Note(sea.at(point), ISLAND, (Line(when, Paint.QUIET, SMALL),), optional=True)


# --------------------------------------------------------------------- signs and names


def _signs(sea: Chart, view: View) -> Iterator[Disc]:
    for island in view.islands.values():
        codes = " ".join(island.factories)
        title = f"{island.name} {grid(island.point)}, makes {codes or 'nothing'}"
        thing = island_thing(island.name)
        yield Disc(sea.at(island.point), ISLAND, _ground(view, island), title, thing)
    for ships, paint in ((view.ally_ships, Paint.ALLY), (view.ships, Paint.OWN)):
        for point, here in _places(ships.values()).items():
            title = f"{', '.join(ship.name for ship in here)}: {grid(point)}"
            yield Disc(sea.at(point), SHIP, paint, title, _thing(here[0]))
    for contact in view.contacts:
        spot, thing = sea.at(contact.point), contact_thing(contact)
        yield Disc(spot, SHIP, Paint.ENEMY, _told(contact), thing)


def _thing(ship: OwnShip | AllyShip) -> str:
    """In port the island, whose card names all that lie there."""
    return island_thing(ship.island) if ship.island else ship_thing(ship.name)


def _ground(view: View, island: KnownIsland) -> Paint:
    if island.name == view.home:
        return Paint.HOME
    free = island.home and island.name not in view.taken
    return Paint.LAND if (island.visited if view.turn else free) else Paint.FOG


def _told(contact: Contact) -> str:
    named = f", {contact.name} ({contact.owner})" if contact.name else ""
    return f"{contact.label}: {LEVELS[contact.level]}{named}"


def _places(ships: Iterable[OwnShip | AllyShip]) -> dict[Point, list[OwnShip | AllyShip]]:
    places: dict[Point, list[OwnShip | AllyShip]] = {}
    for ship in ships:
        places.setdefault(ship.point, []).append(ship)
    return places


def _notes(sea: Chart, view: View) -> Iterator[Note]:
    """Names of islands with the ships that lie there, ships at sea, contacts."""
    for island in view.islands.values():
        there = [ship for ship in _ships(view) if ship.island == island.name]
        codes = " ".join(island.factories)
        lines = [Line(f"{island.name} {codes}".strip(), Paint.TEXT, NAME)]
        if not view.turn and island.name in view.taken:
            lines.append(Line("taken", Paint.QUIET, SMALL))
        yield Note(sea.at(island.point), ISLAND, (*lines, *_letters(there)))
    at_sea = [ship for ship in _ships(view) if ship.island is None]
    for point in sorted({ship.point for ship in at_sea}):
        here = [ship for ship in at_sea if ship.point == point]
        yield Note(sea.at(point), SHIP, tuple(_letters(here)))
    for point in sorted({contact.point for contact in view.contacts}):
        labels = " ".join(f"*{one.label}" for one in view.contacts if one.point == point)
        yield Note(sea.at(point), SHIP, (Line(labels, Paint.ENEMY, NAME),))


def _letters(ships: Sequence[OwnShip | AllyShip]) -> Iterator[Line]:
    """The first letters of own ships, and small ones of the ally's (MER-H126)."""
    own = "".join(ship.name[0].upper() for ship in ships if isinstance(ship, OwnShip))
    allied = "".join(ship.name[0].lower() for ship in ships if isinstance(ship, AllyShip))
    for letters, paint in ((own, Paint.OWN), (allied, Paint.ALLY)):
        if letters:
            yield Line(_counted(letters), paint, LETTERS)


def _counted(letters: str) -> str:
    more = len(letters) - MOST_LETTERS
    return f"{letters[:MOST_LETTERS]}+{more}" if more > 1 else letters
