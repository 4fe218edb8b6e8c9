"""Room on a map where nothing else stands, for names of seas, titles and the rose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from engine.core.scene import Point


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def boxed(middle: Point, wide: float, high: float) -> Box:
    x, y = middle
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def vacant(
    frame: Box, covered: Iterable[Box], wide: float, high: float, near: Point, step: float = 8.0
) -> Point | None:
    """The middle of a free box of that size, as near to a point as may be; None if there is none.

    It is looked for in cells of `step`, and the same way every time.
    """
    across = int((frame.right - frame.left) / step)
    down = int((frame.bottom - frame.top) / step)
    sums = _sums(_taken(frame, covered, across, down, step), across, down)
    n, m = -int(-wide // step), -int(-high // step)
    best: tuple[float, float, float] | None = None
    for row in range(down - m + 1):
        upper, lower = sums[row], sums[row + m]
        y = frame.top + (row + m / 2) * step
        for column in range(across - n + 1):
            if lower[column + n] - lower[column] == upper[column + n] - upper[column]:
                x = frame.left + (column + n / 2) * step
                found = ((x - near[0]) ** 2 + (y - near[1]) ** 2, y, x)
                if best is None or found < best:
                    best = found
    return (best[2], best[1]) if best else None


def _taken(
    frame: Box, covered: Iterable[Box], across: int, down: int, step: float
) -> set[tuple[int, int]]:
    return {
        cell
        for box in covered
        for cell in _cells(
            Box(
                (box.left - frame.left) / step,
                (box.top - frame.top) / step,
                (box.right - frame.left) / step,
                (box.bottom - frame.top) / step,
            ),
            across,
            down,
        )
    }


def _cells(box: Box, across: int, down: int) -> Iterator[tuple[int, int]]:
    rows = range(max(0, int(box.top)), min(down, int(box.bottom) + 1))
    columns = range(max(0, int(box.left)), min(across, int(box.right) + 1))
    return ((row, column) for row in rows for column in columns)


def _sums(taken: set[tuple[int, int]], across: int, down: int) -> list[list[int]]:
    """For each corner of a cell, how many taken ones lie above and left of it."""
    sums = [[0] * (across + 1)]
    for row in range(down):
        line = accumulate(((row, column) in taken for column in range(across)), initial=0)
        sums.append([above + left for above, left in zip(sums[-1], line, strict=True)])
    return sums
