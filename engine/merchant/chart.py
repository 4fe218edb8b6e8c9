"""From the sea to the chart: which part is shown, and how large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, floor

from engine.core import scene
from engine.core.plane import Point
from engine.merchant.state import SIZE

WIDE = 1000.0
"""Scene units from left to right, whatever part of the sea is shown: letters keep their size."""

ROOM = 400.0
"""Km around all that is shown."""

STEP = 100
"""The edges stand on whole steps of so many km."""

NARROWEST, WIDEST = 0.75, 1.6
"""Width over height, within which a chart stays."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A part of the sea; north is up, and scenes grow downwards."""

    west: float
    north: float
    #: Scene units in a km.
    scale: float
    high: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, WIDE, self.high

    def at(self, point: Point) -> scene.Point:
        east, south = point.east - self.west, self.north - point.north
        return round(east * self.scale, 2), round(south * self.scale, 2)

    def eastings(self, every: int) -> Iterator[int]:
        return _between(self.west, self.west + WIDE / self.scale, every)

    def northings(self, every: int) -> Iterator[int]:
        return _between(self.north - self.high / self.scale, self.north, every)


def chart(shown: Iterable[Point]) -> Chart:
    """The part of the sea where all these points lie."""
    points = list(shown) or [Point(0.0, 0.0), Point(SIZE, SIZE)]
    west, east = _edges([point.east for point in points])
    south, north = _edges([point.north for point in points])
    wide = max(east - west, NARROWEST * (north - south))
    high = max(north - south, wide / WIDEST)
    west -= (wide - (east - west)) / 2
    north += (high - (north - south)) / 2
    scale = WIDE / wide
    return Chart(west, north, scale, round(high * scale, 2))


def _edges(along: list[float]) -> tuple[float, float]:
    low = floor((min(along) - ROOM) / STEP) * STEP
    return float(low), float(ceil((max(along) + ROOM) / STEP) * STEP)


def _between(low: float, high: float, every: int) -> Iterator[int]:
    """The lines of the grid in sight, without the edges of the sea."""
    first = max(0, ceil(low / every) * every)
    return (line for line in range(first, int(SIZE) + 1, every) if line <= high)
