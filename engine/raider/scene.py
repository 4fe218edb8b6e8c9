"""The map as one reader knows it (RAID-10.1, RAID-10.3, FEAT-T7).

The box depends on the board alone, so that no scale tells where ships are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from engine.core.hexes import Hex, centre, corners, disc, neighbours, outline
from engine.core.ruleset import Event
from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape
from engine.raider.events import Moved
from engine.raider.hearing import FIGHTING
from engine.raider.modules import map_summary, product
from engine.raider.state import IslandName, reach
from engine.raider.view import KnownIsland, KnownShip, View

Box: TypeAlias = "tuple[float, float, float, float]"

SIZE = 40.0
"""From the middle of a hex to its corners."""
MARGIN = 2.0
SLOTS = (Paint.OWN, Paint.ALLY, Paint.ENEMY)
"""Ships of known owners in a hex, from left to right."""
COUNTER = 24.0
"""The room that a disc takes with the number beside it."""

LEGEND = (
    (Paint.HOME, "islands where you may launch, with a star"),
    (Paint.LAND, "other islands that you have visited, with their most numerous modules"),
    (Paint.FOG, "islands that you have not visited"),
    (Paint.REACH, "islands that a ship of yours can reach"),
    (Paint.OWN, "your ships"),
    (Paint.ALLY, "ships of allies"),
    (Paint.ENEMY, "ships of enemies"),
    (Paint.NEUTRAL, "ships whose owners you do not know"),
    (Paint.TRACK, "where your ships sailed"),
    (Paint.BATTLE, "a battle that you have heard of"),
)


def scene(view: View, events: Sequence[Event] = ()) -> Scene:
    """Sea, islands, ships by allegiance, own moves and battles; `events` are those heard."""
    islands = tuple(view.islands.values())
    box, sea = _chart(frozenset(island.hex for island in islands))
    shapes: list[Shape] = [*sea, *(_land(view, island) for island in islands)]
    shapes.extend(_reach(view))
    shapes.extend(_tracks(view, events))
    shapes.extend(_battles(view, events))
    for island in islands:
        shapes.extend(_names(view, island))
        shapes.extend(_ships(view, island))
    return Scene(box, tuple(shapes), LEGEND)


@lru_cache(maxsize=64)
def _chart(land: frozenset[Hex]) -> tuple[Box, tuple[Polygon, ...]]:
    """What all maps of a board share: the frame, and the sea next to the islands."""
    sea = {beside for island in land for beside in neighbours(island)} | land
    return _box(sea), tuple(Polygon(corners(a, SIZE), Paint.SEA) for a in sorted(sea - land))


def _box(hexes: Iterable[Hex]) -> Box:
    points = [point for a in hexes for point in corners(a, SIZE)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    wide, high = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    return left - MARGIN, top - MARGIN, wide, high


def _land(view: View, island: KnownIsland) -> Polygon:
    shape, ground = corners(island.hex, SIZE), _ground(view, island)
    return Polygon(shape, ground, _title(view, island), island_thing(island.name))


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
    """A ring in the hexes that some own ship can reach."""
    reached = {
        island.hex for ship in view.own_ships for away, island in view.reachable(ship) if away
    }
    for a in sorted(reached):
        ring = _within(a, 0.86)
        yield Path((*ring, ring[0]), Paint.REACH, dashed=True)


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
            yield Disc((x, y + 31), 7.5, Paint.OWN)
            yield Label((x, y + 34.5), f"{away}", Paint.OWN, size=10)


def _within(a: Hex, part: float) -> tuple[Point, ...]:
    """The corners of the hex drawn smaller around its middle."""
    x, y = centre(a, SIZE)
    return tuple((x + (p - x) * part, y + (q - y) * part) for p, q in corners(a, SIZE))


def _names(view: View, island: KnownIsland) -> Iterator[Label]:
    x, y = centre(island.hex, SIZE)
    paint = Paint.STARRED if view.may_launch(island.name) else Paint.TEXT
    yield Label((x, y - 10), island.name, paint, size=12)
    yield Label((x, y - 24), island.speciality, Paint.QUIET, size=11)
    words = _stores(island) if view.turn else _as_start(view, island)
    if words:
        yield Label((x, y + 4), words, Paint.TEXT if view.turn else Paint.QUIET, size=9)


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
    """A counter for own, allied and enemy ships; one without colour where owners are unknown."""
    if not island.ships:
        return
    counts = _allegiances(view, island.name)
    counts[Paint.NEUTRAL] = island.ships - counts.total()
    shown = [(paint, counts[paint]) for paint in (*SLOTS, Paint.NEUTRAL) if counts[paint]]
    x, y = centre(island.hex, SIZE)
    for place, (paint, count) in enumerate(shown):
        left = x + COUNTER * (place - len(shown) / 2)
        yield Disc((left + 7, y + 20), 6, paint, f"ships: {count}")
        yield Label((left + 15, y + 20), f"{count}", paint, size=11, anchor="start")


def _allegiances(view: View, island: IslandName) -> Counter[Paint]:
    return Counter(allegiance(view, ship) for ship in view.in_port(island))


def allegiance(view: View, ship: KnownShip) -> Paint:
    if ship.owner == view.role:
        return Paint.OWN
    return Paint.ALLY if view.ally(ship.owner) else Paint.ENEMY


def _battles(view: View, events: Sequence[Event]) -> Iterator[Disc]:
    fought = {event.island for event in events if isinstance(event, FIGHTING)}
    for island in sorted(fought):
        x, y = centre(view.islands[island].hex, SIZE)
        yield Disc((x + 20, y - 20), 9, Paint.BATTLE, f"battle at {island}")


def _tracks(view: View, events: Sequence[Event]) -> Iterator[Path]:
    """An arrow a way sailed, from the edge of one hex's middle to the other's."""
    ways = {(event.from_, event.island) for event in events if isinstance(event, Moved)}
    for start, end in sorted(ways):
        a, b = centre(view.islands[start].hex, SIZE), centre(view.islands[end].hex, SIZE)
        yield Path((_towards(a, b), _towards(b, a)), Paint.TRACK, arrow=True)


def _towards(a: Point, b: Point) -> Point:
    """A little way from `a` on the line to `b`, so that arrows leave the names readable."""
    away = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 or 1.0
    part = min(0.35, SIZE * 0.55 / away)
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
