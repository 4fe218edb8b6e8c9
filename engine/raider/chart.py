"""What all maps of a board share: the frame, the coasts, the grid, and where titles have room.

All of it depends on the board alone, so that no scale and no gap tells where ships are (RAID-10.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

from engine.core.hexes import Hex, centre, corners
from engine.core.ornaments import around, rose, scale
from engine.core.scene import Label, Paint, Path, Point, Shape
from engine.core.vacant import Box, boxed, vacant

SIZE = 40.0
"""From the middle of a hex to its corners."""

MARGIN = 14.0
"""Of sea around all islands."""

LEAST = 480.0, 360.0
"""Width and height of a chart, however few islands there are."""

CORNERS = 40
"""Of a coast."""

GROUP = 13.0
"""Height of the letters of a group's name."""

PLATE = (128.0, 46.0)
SCALE = (150.0, 26.0)
ROSE = 104.0
"""What they need."""

STEPS = 2
"""Hexes on the scale."""


@dataclass(frozen=True, slots=True)
class Chart:
    frame: Box
    grid: tuple[Path, ...]
    #: Names of groups, the rose and the scale.
    ornaments: tuple[Shape, ...]
    #: Where the names of groups stand.
    names: tuple[Box, ...]
    #: The middle of the title, where there is room for one.
    plate: Point | None

    @property
    def box(self) -> tuple[float, float, float, float]:
        left, top, right, bottom = self.frame
        return left, top, right - left, bottom - top


def chart(groups: Mapping[Hex, str]) -> Chart:
    """The chart of a board; `groups` has the name of its group for each hex with an island."""
    return _chart(tuple(sorted(groups.items())))


@lru_cache(maxsize=64)
def _chart(land: tuple[tuple[Hex, str], ...]) -> Chart:
    hexes = [a for a, _ in land]
    frame = _frame(hexes)
    covered = [box for a in hexes for box in _covered(a)]
    ornaments: list[Shape] = []
    names: list[Box] = []
    for name in sorted({group for _, group in land if group}):
        middle = _middle([a for a, group in land if group == name])
        wide, high = len(name) * GROUP, GROUP * 1.2
        if at := vacant(frame, [*covered, *names], wide, high, middle):
            names.append(boxed(at, wide, high))
            low = at[0], at[1] + GROUP * 0.36
            ornaments.append(Label(low, name.upper(), Paint.SEA, GROUP, halo=False))
    covered += names
    if plate := vacant(frame, covered, *PLATE, (frame.left, frame.top)):
        covered.append(boxed(plate, *PLATE))
    middle = (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2
    for sign in rose(frame, covered, ROSE, middle):
        covered.append(around(sign))
        ornaments.append(sign)
    if at := vacant(frame, covered, *SCALE, (frame.right, frame.bottom)):
        ornaments.extend(scale(at, SIZE * sqrt(3), STEPS, 12, f"{STEPS} hexes"))
    return Chart(frame, tuple(_grid(frame)), tuple(ornaments), tuple(names), plate)


@lru_cache(maxsize=1024)
def coast(a: Hex) -> tuple[Point, ...]:
    """The shore of the island in this hex: no two alike, and the same one every time."""
    x, y = centre(a, SIZE)
    turn = a.q * 2.399 + a.r * 4.147
    points = []
    for corner in range(CORNERS):
        angle = 2 * pi * corner / CORNERS
        side = SIZE * sqrt(0.75) / cos((angle + pi / 6) % (pi / 3) - pi / 6)
        rough = (
            sin(5 * angle + turn) + 0.8 * sin(8 * angle + 2 * turn) + 0.6 * sin(13 * angle - turn)
        )
        far = 0.955 * (0.82 * side + 0.18 * SIZE * sqrt(0.75)) + 0.95 * rough
        points.append((round(x + far * cos(angle), 1), round(y + far * sin(angle), 1)))
    return tuple(points)


def _frame(hexes: Iterable[Hex]) -> Box:
    points = [point for a in hexes for point in corners(a, SIZE)]
    left, right = _edges([x for x, _ in points], LEAST[0])
    top, bottom = _edges([y for _, y in points], LEAST[1])
    return Box(left, top, right, bottom)


def _edges(along: list[float], least: float) -> tuple[float, float]:
    low, high = min(along) - MARGIN, max(along) + MARGIN
    more = max(0.0, least - (high - low)) / 2
    return low - more, high + more


def _covered(a: Hex) -> Iterator[Box]:
    """A hex as two boxes, with some water around."""
    middle = centre(a, SIZE)
    yield boxed(middle, SIZE * sqrt(3) + 6, SIZE * 1.3)
    yield boxed(middle, SIZE, SIZE * 2 + 6)


def _middle(hexes: list[Hex]) -> Point:
    points = [centre(a, SIZE) for a in hexes]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _grid(frame: Box) -> Iterator[Path]:
    """The sides of all hexes in sight: a zigzag above each row, and what joins it to the next."""
    half = SIZE * sqrt(0.75)
    rows = range(int(frame.top / SIZE / 1.5) - 1, int(frame.bottom / SIZE / 1.5) + 2)
    for r in rows:
        first = int(frame.left / half / 2 - r / 2) - 1
        row = [Hex(q, r) for q in range(first, int(frame.right / half / 2 - r / 2) + 2)]
        middles = [centre(a, SIZE) for a in row]
        zigzag = [p for x, y in middles for p in ((x - half, y - SIZE / 2), (x, y - SIZE))]
        yield Path(tuple(zigzag), Paint.GRID)
        for x, y in middles:
            yield Path(((x - half, y - SIZE / 2), (x - half, y + SIZE / 2)), Paint.GRID)
