"""The legend of a map, as shapes of the page: each sign with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Shape, Sign
from mailbot.render.typeface import width as extent
from mailbot.render.words import clean, wrap

SIZE = 20.0
#: From one entry to the next, and from one line of an entry to the next.
ROW = 36.0
LINE = 25.0
SIGN = 42.0
#: Width of a letter of the map's font over its height, on the safe side.
LETTER = 0.56
#: Between the end of an entry and the next sign.
APART = 8.0
MARGIN = 6.0
#: From the middle of a letter down to the line that it stands on, over its height.
MIDDLE = 0.36

AREAS = frozenset((Paint.SEA, Paint.FOG, Paint.LAND, Paint.HOME, Paint.GRID, Paint.SHEET))
#: Battles are bursts.
BURSTS = frozenset((Paint.BATTLE, Paint.SINKING))
DISCS = frozenset((Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL)) | BURSTS
ARROWS = frozenset((Paint.TRACK, Paint.BATTLE))
LINES = frozenset((Paint.REACH, Paint.TRACK))


def legend(
    entries: Sequence[tuple[Paint, str]],
    width: float,
    left: float,
    top: float,
    drawn: Sequence[Shape] = (),
) -> tuple[tuple[Shape, ...], float]:
    """The shapes of a legend between `left` and `left + width`, and how high it is.

    A sign looks as the first shape of its paint that is `drawn`, or as such things usually do.
    """
    shapes: list[Shape] = []
    looks = {shape.paint: shape for shape in reversed(drawn) if not isinstance(shape, Label)}
    looks |= {shape.paint: shape for shape in drawn if isinstance(shape, Sign)}
    longest = max((extent(clean(said), SIZE) for _, said in entries), default=0.0)
    across = 3 if SIGN + longest + APART <= width / 3 else 2
    column = width / across
    room = int((column - SIGN) / (SIZE * LETTER))
    high = 0.0
    for begin in range(0, len(entries), across):
        row = [(paint, wrap(clean(said), room)) for paint, said in entries[begin : begin + across]]
        for number, (paint, lines) in enumerate(row):
            at = left + number * column, top + high + ROW / 2
            shapes += _entry(paint, looks.get(paint), lines, at)
        high += ROW + LINE * (max(len(lines) for _, lines in row) - 1)
    return tuple(shapes), high + MARGIN if entries else 0.0


def _entry(paint: Paint, look: Shape | None, lines: Sequence[str], at: Point) -> Iterator[Shape]:
    """The sign, and its meaning beside it."""
    x, y = at
    yield _sign(paint, look, (x + SIGN / 2 - 4, y))
    for number, line in enumerate(lines):
        below = y + SIZE * MIDDLE + number * LINE
        yield Label((x + SIGN, below), line, size=SIZE, anchor="start", halo=False)


def _sign(paint: Paint, look: Shape | None, at: Point) -> Shape:
    x, y = at
    if isinstance(look, Sign):
        return Sign(at, look.kind, 30.0 if look.kind == "ship" else 24.0, paint, look.letter)
    if isinstance(look, Polygon) or (look is None and paint in AREAS):
        return Polygon(tuple(_hex(x, y, 14.0)), paint)
    if isinstance(look, Disc) or (look is None and paint in DISCS):
        return Disc(at, 14.0 if paint in BURSTS else 8.0, paint)
    if isinstance(look, Path) or (look is None and paint in LINES):
        ends = ((x - 16, y), (x + 16, y))
        return Path(ends, paint, arrow=paint in ARROWS, dashed=paint is Paint.REACH)
    return Label((x, y + SIZE * MIDDLE), "Ab", paint, size=SIZE, halo=False)


def _hex(x: float, y: float, radius: float) -> Iterator[Point]:
    for corner in range(6):
        angle = pi / 3 * corner - pi / 6
        yield x + radius * cos(angle), y + radius * sin(angle)
