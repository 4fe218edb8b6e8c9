"""Axial hex coordinates, pointy tops: q grows to the east, r to the south-east (RAID-1.3)."""

from __future__ import annotations

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
