"""Land and water: bands of shallow water, land lighter inland, hatching where nobody was.

It is the greatest part of a map, and nobody looks at it closely: it is drawn in whole units, many
outlines in one path, and without smooth edges, which nearly halves a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.core.scene import Point
from mailbot.render.paint import SHALLOWS

#: How much of an area is inland, from its middle.
INLAND = 0.76
#: Between the lines of a hatching, which are level: those make the smallest picture.
HATCH = 8
CRISP = ' shape-rendering="crispEdges"'
#: An island smaller than this has less shallow water.
SMALL = 18.0
#: Water is soft: half of so many corners are enough for it.
MANY = 16


def shallows(coasts: Sequence[Sequence[Point]], discs: Sequence[tuple[Point, float]]) -> str:
    """Bands of water along all coasts, which land is drawn over."""
    path = "".join(_outline(points[::2] if len(points) > MANY else points) for points in coasts)
    return "".join(_band(path, discs, away, colour) for away, colour in SHALLOWS)


def inland(areas: Iterable[Sequence[Point]]) -> str:
    """The inner part of areas, as the data of a path."""
    return "".join(_outline(tuple(_shrunk(points))) for points in areas)


def hatching(areas: Iterable[Sequence[Point]]) -> str:
    """Level lines across areas, as the data of a path."""
    return "".join(line for points in areas for line in _level(points))


def _band(path: str, discs: Sequence[tuple[Point, float]], away: float, colour: str) -> str:
    circles = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius + away * min(1.0, radius / SMALL):.0f}"/>'
        for (x, y), radius in discs
    )
    land = f'<path d="{path}" stroke="{colour}" stroke-width="{2 * away:.0f}"/>' if path else ""
    return f'<g fill="{colour}"{CRISP}>{circles}{land}</g>'


def _outline(points: Sequence[Point]) -> str:
    """A closed line in whole units, each step from the one before."""
    whole = [(round(x), round(y)) for x, y in points]
    (left, top), *_ = whole
    steps = (f"{x - a} {y - b}" for (a, b), (x, y) in pairwise(whole))
    return f"M{left} {top}l{' '.join(steps)}z"


def _shrunk(points: Sequence[Point]) -> Iterator[Point]:
    x = sum(a for a, _ in points) / len(points)
    y = sum(b for _, b in points) / len(points)
    return ((x + (a - x) * INLAND, y + (b - y) * INLAND) for a, b in points)


def _level(points: Sequence[Point]) -> Iterator[str]:
    """Lines to the right, from each side that one crosses to the next."""
    crossed: dict[int, list[float]] = {}
    for (a, b), (x, y) in zip(points, (*points[1:], points[0]), strict=True):
        first = int(min(b, y) // HATCH + 1) * HATCH
        for at in range(first, int(max(b, y)) + 1, HATCH):
            crossed.setdefault(at, []).append(a + (x - a) * (at - b) / (y - b))
    for at in sorted(crossed):
        ends = sorted(crossed[at])
        for begin, end in zip(ends[::2], ends[1::2], strict=False):
            yield f"M{begin:.0f} {at}H{end:.0f}"
