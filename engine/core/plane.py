"""The open sea as a plane: points in km and grid references."""

from __future__ import annotations

import re
from math import floor, sqrt
from typing import NamedTuple

_GRID = re.compile(r"(\d{1,4})E(\d{1,4})N", re.ASCII | re.IGNORECASE)


class Point(NamedTuple):
    """A place on the sea, in km east and north of its south-western corner."""

    east: float
    north: float

    def to(self, other: Point) -> float:
        """The distance in km; the square root is spelt out because `hypot` differs by library."""
        dx, dy = other.east - self.east, other.north - self.north
        return sqrt(dx * dx + dy * dy)


def grid(point: Point) -> str:
    """The grid reference of the nearest whole km.

    >>> grid(Point(99.6, 200.2))
    '0100E0200N'
    """
    return f"{floor(point.east + 0.5):04d}E{floor(point.north + 0.5):04d}N"


def parse_grid(text: str) -> Point | None:
    """The point that a grid reference such as `4567E5678N` names; None if it is none."""
    found = _GRID.fullmatch(text)
    return Point(float(found[1]), float(found[2])) if found else None
