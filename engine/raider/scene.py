"""The map as one reader knows it (RAID-10.1, RAID-10.3, FEAT-T7).

Its frame and what is printed on the sea depend on the board alone: see `chart`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.hexes import Hex, centre, corners, disc, outline
from engine.core.ornaments import plate
from engine.core.ruleset import Event, Role
from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape, Sign
from engine.core.vacant import Box, boxed
from engine.raider.chart import PLATE, SIZE, Chart, chart, coast
from engine.raider.courses import courses, crossed
from engine.raider.events import Capture, Moved, Sinking
from engine.raider.hearing import FIGHTING
from engine.raider.modules import map_summary, product
from engine.raider.state import IslandName, reach
from engine.raider.view import KnownIsland, KnownShip, View

SLOTS = (Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL)
"""Ships in a hex, from left to right."""
COUNTERS = {1: (23.0, 13.0), 2: (17.0, 12.0), 3: (13.0, 11.5)}
"""Width of a ship and height of the number beside it, by how many kinds lie at one island."""
ROOM = 67.0
"""For letters in a hex."""
NAME, STORES = 15.0, 11.7
"""Heights of letters that can be read on a telephone, at a third of the map's size."""

LEGEND = (
    (Paint.HOME, "you may launch here"),
    (Paint.LAND, "visited: top three stores"),
    (Paint.FOG, "not visited"),
    (Paint.BADGE, "product, in owner's colour"),
    (Paint.OWN, "yours"),
    (Paint.ALLY, "your allies'"),
    (Paint.ENEMY, "your enemies'"),
    (Paint.NEUTRAL, "ships, owner not known"),
    (Paint.TRACK, "your moves"),
    (Paint.REACH, "reach of your ships"),
    (Paint.BATTLE, "battle"),
    (Paint.SINKING, "battle, ships sunk"),
    (Paint.CAPTURE, "ships captured"),
)


def scene(view: View, events: Sequence[Event] = (), title: str = "") -> Scene:
    """Sea, islands, ships by allegiance, own moves and battles; `events` are those heard."""
    islands = tuple(view.islands.values())
    sheet = chart({island.hex: island.group for island in islands})
    shapes: list[Shape] = [*sheet.grid, *(_land(view, island) for island in islands)]
    tracks = tuple(_tracks(view, events, sheet))
    shapes += (*_reach(view), *sheet.ornaments, *_title_plate(sheet, title, view.board), *tracks)
    for island in islands:
        shapes.extend(_names(view, island, tracks))
        shapes.extend(_ships(view, island))
    shapes.extend(_fighting(view, events))
    there = {shape.paint for shape in shapes if not isinstance(shape, Label)}
    legend = tuple(entry for entry in LEGEND if entry[0] in there)
    return Scene(sheet.box, tuple(shapes), legend)


def _title_plate(sheet: Chart, title: str, board: str) -> Iterator[Shape]:
    if sheet.plate and title:
        yield from plate(sheet.plate, *PLATE, title, board)


def _land(view: View, island: KnownIsland) -> Polygon:
    ground, title = _ground(view, island), _title(view, island)
    return Polygon(coast(island.hex), ground, title, island_thing(island.name))


def _ground(view: View, island: KnownIsland) -> Paint:
    if view.may_launch(island.name):
        return Paint.HOME
    return Paint.FOG if island.inside is None else Paint.LAND


def _title(view: View, island: KnownIsland) -> str:
    """What a reader who points at the island is told, all of it on the sheet too."""
    said = [
        f"{island.name}: makes {product(island.speciality)}",
        f"ships there: {island.ships}",
    ]
    if island.inside is not None:
        said.append(f"owner: {island.inside.owner or 'nobody'}")
    if view.may_launch(island.name):
        said.append("you may launch here")
    return ", ".join(said)


def _reach(view: View) -> Iterator[Path]:
    """A line around all hexes that some own ship can reach."""
    within: set[Hex] = set()
    for ship in view.own_ships:
        within |= disc(view.islands[ship.island].hex, reach(ship.structure))
    for line in outline(within, SIZE):
        yield Path(line, Paint.REACH, dashed=True)


def island_thing(name: str) -> str:
    """What the island is called as a thing on the map."""
    return f"island/{name}"


def ship_thing(name: str) -> str:
    return f"ship/{name}"


def reach_of(view: View, ship: KnownShip) -> Iterator[Shape]:
    """A ring for each hex that she can go, its distance on it, and the islands within."""
    here = view.islands[ship.island].hex
    for away in range(1, reach(ship.structure) + 1):
        for line in outline(disc(here, away), SIZE):
            yield Path(line, Paint.REACH, dashed=True)
    for away, island in view.reachable(ship):
        ring = _within(island.hex, 0.9)
        yield Path((*ring, ring[0]), Paint.REACH)
        if away:
            x, y = centre(island.hex, SIZE)
            yield Disc((x, y + 33), 7, Paint.OWN)
            yield Label((x, y + 37), f"{away}", Paint.OWN, size=11)


def _within(a: Hex, part: float) -> tuple[Point, ...]:
    """The corners of the hex drawn smaller around its middle."""
    x, y = centre(a, SIZE)
    return tuple((x + (p - x) * part, y + (q - y) * part) for p, q in corners(a, SIZE))


def _names(view: View, island: KnownIsland, tracks: Sequence[Path]) -> Iterator[Shape]:
    """From above: what is made there, with a star where he may launch; name; stores (RAID-10.3)."""
    x, y = centre(island.hex, SIZE)
    home = view.may_launch(island.name)
    aside = 8 if home else 0
    yield Sign((x + aside, y - 26), "shield", 15, _banner(view, island), island.speciality)
    if home:
        yield Sign((x - aside, y - 25), "star", 16, Paint.STARRED)
    paint, halo = Paint.HOME if home else Paint.TEXT, crossed(boxed((x, y), ROOM, 34), tracks)
    yield Label((x, y - 3), island.name, paint, NAME, room=ROOM, halo=halo)
    words = _stores(island) if view.turn else _as_start(view, island)
    if words:
        paint = Paint.TEXT if view.turn else Paint.QUIET
        yield Label((x, y + 11.5), words, paint, STORES, room=ROOM, halo=halo)


def _banner(view: View, island: KnownIsland) -> Paint:
    """Whose the island is, if he knows (RAID-10.2)."""
    owner = island.inside.owner if island.inside else None
    return _side(view, owner) if owner else Paint.BADGE


def _stores(island: KnownIsland) -> str:
    """The three most numerous modules with their numbers (RAID-10.3)."""
    if island.inside is None:
        return ""
    stores = island.inside.stores
    return " ".join(f"{stores[letter]}{letter}" for letter in map_summary(stores))


def _as_start(view: View, island: KnownIsland) -> str:
    if island.name in view.taken:
        return "taken"
    return "recommended" if island.listed else ""


def _ships(view: View, island: KnownIsland) -> Iterator[Shape]:
    """A ship with a number for own, allied and enemy ones, and for those of unknown owners."""
    if not island.ships:
        return
    counts = _allegiances(view, island.name)
    counts[Paint.NEUTRAL] = island.ships - counts.total()
    shown = [(paint, counts[paint]) for paint in SLOTS if counts[paint]]
    wide, size = COUNTERS[min(len(shown), 3)]
    rooms = [wide + 2 + 0.64 * size * len(f"{count}") for _, count in shown]
    x, y = centre(island.hex, SIZE)
    left, y = x - (sum(rooms) + 4 * (len(rooms) - 1)) / 2, y + 20
    for (paint, count), room in zip(shown, rooms, strict=True):
        yield Sign((left + wide / 2, y), "ship", wide, paint, title=f"ships: {count}")
        yield Label((left + wide + 2, y + 5), f"{count}", paint, size, "start", halo=False)
        left += room + 4


def _allegiances(view: View, island: IslandName) -> Counter[Paint]:
    return Counter(allegiance(view, ship) for ship in view.in_port(island))


def allegiance(view: View, ship: KnownShip) -> Paint:
    return _side(view, ship.owner)


def _side(view: View, player: Role) -> Paint:
    if player == view.role:
        return Paint.OWN
    return Paint.ALLY if view.ally(player) else Paint.ENEMY


def _fighting(view: View, events: Sequence[Event]) -> Iterator[Shape]:
    """Battles at the upper left of their hexes, with a cross if somebody sank; captures right."""
    sunk = {event.island for event in events if isinstance(event, Sinking)}
    taken = {event.island for event in events if isinstance(event, Capture)}
    for island in _fought(events):
        x, y = centre(view.islands[island].hex, SIZE)
        paint = Paint.SINKING if island in sunk else Paint.BATTLE
        said = f"battle at {island}" + (", ships sunk" if island in sunk else "")
        yield Disc(_burst(view, island), 8.5, paint, said)
        if island in taken:
            title = f"ships captured at {island}"
            yield Sign((x + 24, y - 25), "flag", 15, Paint.CAPTURE, title=title)


def _fought(events: Sequence[Event]) -> list[IslandName]:
    return sorted({event.island for event in events if isinstance(event, FIGHTING)})


def _burst(view: View, island: IslandName) -> Point:
    x, y = centre(view.islands[island].hex, SIZE)
    return x - 24, y - 24


def _tracks(view: View, events: Sequence[Event], sheet: Chart) -> Iterator[Path]:
    ways = {(event.from_, event.island) for event in events if isinstance(event, Moved)}
    middles = {name: centre(island.hex, SIZE) for name, island in view.islands.items()}
    written = [*sheet.names, *(box for at in middles.values() for box in _written(at))]
    for island in _fought(events):
        x, y = middles[island]
        written += (boxed((x + aside, y - 24), 17, 17) for aside in (-24, 24))
    return courses([(middles[start], middles[end]) for start, end in sorted(ways)], written)


def _written(middle: Point) -> Iterator[Box]:
    """Where names, stores and ships stand in a hex."""
    x, y = middle
    yield boxed((x, y - 1), ROOM, 27)
    yield boxed((x, y + 20), 34, 14)
    yield boxed((x, y - 26), 16, 16)
