"""The open sea as a plane: points in km, grid references, courses and closest approach."""

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


def ahead(start: Point, goal: Point, far: float) -> Point:
    """The point `far` km from the start on the course for the goal; due north if they coincide.

    A negative distance is sailed the other way.
    """
    length = start.to(goal)
    if length == 0.0:
        return Point(start.east, start.north + far)
    share = far / length
    return Point(
        start.east + share * (goal.east - start.east),
        start.north + share * (goal.north - start.north),
    )


def clamp(point: Point, size: float) -> Point:
    """The nearest point of the square from 0 to `size` km."""
    return Point(min(max(point.east, 0.0), size), min(max(point.north, 0.0), size))


def within(offset: Point, drift: Point, reach: float) -> tuple[float, float] | None:
    """From when to when two bodies are at most `reach` km apart; None if they never are.

    `offset` is where the other is seen from the one, in km; `drift` how that changes in a unit of
    time. Both times may lie in the past; without drift they are minus and plus infinity.

    >>> within(Point(10, 0), Point(-1, 0), 4)
    (6.0, 14.0)
    """
    speed = drift.east * drift.east + drift.north * drift.north
    gap = offset.east * offset.east + offset.north * offset.north - reach * reach
    if speed == 0.0:
        return (float("-inf"), float("inf")) if gap <= 0 else None
    half = (offset.east * drift.east + offset.north * drift.north) / speed
    inner = half * half - gap / speed
    if inner < 0:
        return None
    root = sqrt(inner)
    return (-half - root, -half + root)


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
