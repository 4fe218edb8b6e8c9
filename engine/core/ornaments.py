"""What is printed on a map where nothing else stands: the title, the rose, the scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.scene import Label, Paint, Path, Point, Polygon, Shape, Sign
from engine.core.vacant import Box, boxed, vacant

ROSES = (1.0, 0.8, 0.62, 0.46)
"""Parts of the greatest rose, of which the greatest is drawn that finds room."""

TITLE, BELOW = 0.37, 0.26
"""Heights of letters on a plate as parts of its own."""

EDGE = 0.09
"""From the edge of the room that a plate takes to its own, as a part of its height."""


def plate(middle: Point, wide: float, high: float, title: str, below: str = "") -> Iterator[Shape]:
    """A title in its frame, with a smaller line below; it fits whatever it says."""
    x, y = middle
    room, edge = wide - 8 * EDGE * high, EDGE * high
    yield Polygon(_rectangle(boxed(middle, wide - 2 * edge, high - 2 * edge)), Paint.PLATE)
    inner = _rectangle(boxed(middle, wide - 3.4 * edge, high - 3.4 * edge))
    yield Path((*inner, inner[0]), Paint.PLATE)
    down = 0.02 if below else 0.13
    yield Label((x, y + down * high), title, Paint.PLATE, TITLE * high, room=room, halo=False)
    if below:
        at = x, y + 0.3 * high
        yield Label(at, below, Paint.QUIET, BELOW * high, room=room, halo=False)


def rose(frame: Box, covered: Sequence[Box], size: float, near: Point) -> Iterator[Sign]:
    """The north, as large as there is room, as near to a point as may be."""
    for part in ROSES:
        wide = size * part
        if at := vacant(frame, covered, wide, wide * 1.1, near):
            yield Sign((at[0], at[1] + wide * 0.05), "rose", wide * 0.9, Paint.PLATE)
            return


def scale(middle: Point, step: float, steps: int, size: float, words: str) -> Iterator[Shape]:
    """Bars of so many scene units, with the words for all of them above."""
    x, y = middle
    left, thick = x - step * steps / 2, size * 0.4
    for number in range(steps):
        bar = Box(left + number * step, y + thick, left + (number + 1) * step, y + 2 * thick)
        yield Polygon(_rectangle(bar), Paint.TEXT if number % 2 == 0 else Paint.PLATE)
    yield Label((x, y), words, Paint.SEA, size, halo=False)


def around(sign: Sign) -> Box:
    """The room that a rose takes, with its letter."""
    return boxed(sign.at, sign.size * 1.1, sign.size * 1.25)


def _rectangle(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
