"""Ways sailed as curved arrows that keep off the names and off each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, dist, hypot, pi, sin

from engine.core.scene import Paint, Path, Point
from engine.core.vacant import Box

AWAY = 25.0
"""From the middles of the islands to the ends of an arrow."""

BENDS = (0.35, -0.35, 0.75, -0.75, 1.1, -1.1)
"""How far an arrow may leave the straight line at its ends, in radians; the first is dearest."""

POINTS = 9
NEAR = 9.0
"""What lies nearer to an arrow than this disturbs it."""


def courses(ways: Iterable[tuple[Point, Point]], covered: Sequence[Box]) -> Iterator[Path]:
    """An arrow a way, each bent so that it crosses as little as may be."""
    drawn: list[Point] = []
    for start, end in ways:
        curves = [_curve(start, end, bend) for bend in BENDS]
        best = min(curves, key=lambda curve: _disturbs(curve, covered, drawn))
        drawn.extend(best)
        yield Path(best, Paint.TRACK, arrow=True)


def crossed(box: Box, tracks: Iterable[Path]) -> bool:
    """Does an arrow run through here?"""
    return any(_within(point, box) for track in tracks for point in track.points)


def _curve(start: Point, end: Point, bend: float) -> tuple[Point, ...]:
    """A part of a parabola from near one island to near the other."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    x, y = start[0] + AWAY * cos(angle + bend), start[1] + AWAY * sin(angle + bend)
    to_x = end[0] + AWAY * cos(angle + pi - bend)
    to_y = end[1] + AWAY * sin(angle + pi - bend)
    aside = hypot(to_x - x, to_y - y) * bend * 0.35
    mid_x = (x + to_x) / 2 - aside * sin(angle)
    mid_y = (y + to_y) / 2 + aside * cos(angle)
    points = []
    for step in range(POINTS):
        t = step / (POINTS - 1)
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append(
            (round(a * x + b * mid_x + c * to_x, 1), round(a * y + b * mid_y + c * to_y, 1))
        )
    return tuple(points)


def _disturbs(curve: Sequence[Point], covered: Sequence[Box], drawn: Sequence[Point]) -> float:
    over = sum(_within(point, box) for point in curve for box in covered)
    beside = sum(dist(point, other) < NEAR for point in curve for other in drawn)
    return over + 1.5 * beside


def _within(point: Point, box: Box) -> bool:
    x, y = point
    return box.left < x < box.right and box.top < y < box.bottom
