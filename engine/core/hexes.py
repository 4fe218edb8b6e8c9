"""Axial hex coordinates, pointy tops: q grows to the east, r to the south-east (RAID-1.3)."""

from __future__ import annotations

from collections.abc import Collection
from math import cos, pi, sin, sqrt
from typing import NamedTuple


class Hex(NamedTuple):
    q: int
    r: int


STEPS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to another; what lies between does not matter.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(a: Hex) -> tuple[Hex, ...]:
    """The six hexes around this one, from the east anticlockwise."""
    return tuple(Hex(a.q + step.q, a.r + step.r) for step in STEPS)


def centre(a: Hex, size: float) -> tuple[float, float]:
    """Where the hex is drawn, for hexes whose corners are `size` from the middle; y grows down."""
    return size * sqrt(3) * (a.q + a.r / 2), size * 1.5 * a.r


def corners(a: Hex, size: float) -> tuple[tuple[float, float], ...]:
    """The six corners, from the upper right clockwise."""
    x, y = centre(a, size)
    return tuple(
        (x + size * cos(pi / 3 * k - pi / 6), y + size * sin(pi / 3 * k - pi / 6)) for k in range(6)
    )


def disc(middle: Hex, radius: int) -> frozenset[Hex]:
    """All hexes within this many steps."""
    steps = range(-radius, radius + 1)
    around = (Hex(middle.q + q, middle.r + r) for q in steps for r in steps)
    return frozenset(a for a in around if distance(middle, a) <= radius)


def outline(area: Collection[Hex], size: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The closed lines around an area, each ending where it began."""
    sides = {
        _corner(a, side): _corner(a, side + 1)
        for a in sorted(area)
        for side, (q, r) in enumerate(_BEYOND)
        if Hex(a.q + q, a.r + r) not in area
    }
    lines = []
    while sides:
        first = point = next(iter(sides))
        line = [first]
        while point in sides:
            point = sides.pop(point)
            line.append(point)
        lines.append(tuple((x * size * sqrt(3) / 2, y * size / 2) for x, y in line))
    return tuple(lines)


def _corner(a: Hex, side: int) -> tuple[int, int]:
    """Where a side begins, in half widths and half sizes: whole numbers, so that ends meet."""
    right, down = _CORNERS[side % 6]
    return 2 * a.q + a.r + right, 3 * a.r + down


#: From the upper right clockwise: the corner where a side begins, and the hex beyond that side.
_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
_BEYOND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
