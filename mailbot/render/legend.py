"""The legend of a map, as shapes of the page: each sign with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Shape
from mailbot.render.words import clean, columns

SIZE = 20.0
ROW = 36.0
SIGN = 40.0
#: Width of a letter of the map's font over its height, on the safe side.
LETTER = 0.58

AREAS = frozenset((Paint.SEA, Paint.FOG, Paint.LAND, Paint.HOME, Paint.GRID))
DISCS = frozenset((Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL, Paint.BATTLE))
LINES = frozenset((Paint.REACH, Paint.TRACK))


def legend(
    entries: Sequence[tuple[Paint, str]], width: float, left: float, top: float
) -> tuple[tuple[Shape, ...], float]:
    """The shapes of a legend between `left` and `left + width`, and how high it is."""
    if not entries:
        return (), 0.0
    longest = LETTER * max(1, *(columns(clean(meaning)) for _, meaning in entries))
    size = min(SIZE, (width - SIGN) / longest)
    across = max(1, min(len(entries), int(width / (SIGN + longest * size))))
    shapes: list[Shape] = []
    for number, (paint, meaning) in enumerate(entries):
        x = left + width * (number % across) / across
        y = top + ROW * (number // across + 0.5)
        label = Label((x + SIGN, y), meaning, size=size, anchor="start")
        shapes += (_sign(paint, (x + SIGN / 2 - 4, y)), label)
    return tuple(shapes), ROW * -(-len(entries) // across) + 4


def _sign(paint: Paint, at: Point) -> Shape:
    x, y = at
    if paint in AREAS:
        return Polygon(tuple(_hex(x, y, 14.0)), paint)
    if paint in DISCS:
        return Disc(at, 14.0 if paint is Paint.BATTLE else 9.5, paint)
    if paint in LINES:
        ends = ((x - 16, y), (x + 16, y))
        return Path(ends, paint, arrow=paint is Paint.TRACK, dashed=paint is Paint.REACH)
    return Label(at, "Ab", paint, size=SIZE * 0.9)


def _hex(x: float, y: float, radius: float) -> Iterator[Point]:
    for corner in range(6):
        angle = pi / 3 * corner - pi / 6
        yield x + radius * cos(angle), y + radius * sin(angle)
