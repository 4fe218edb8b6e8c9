"""Lettering of the chart: every name on a free side of its sign, the same way every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from engine.core.scene import Label, Paint, Point
from engine.core.vacant import Box

Anchor: TypeAlias = "Literal['start', 'middle', 'end']"

ROUNDS = 5
"""How often each note may look for a better side once all others have theirs."""

LETTER, BOLD_LETTER = 0.6, 0.68
"""Width of a letter over its height, on the safe side."""

BOLD = frozenset((Paint.OWN, Paint.ALLY, Paint.ENEMY))
LEADING = 1.08
BASELINE = 0.82
GAP = 3.0

RANK = 8.0
"""By so much a side is worse than the one before it, in square units covered."""

FAR = 10.0
"""How much farther from its sign a note may stand where there is no room."""

OUTSIDE = 6.0
"""How much worse it is to be cut off than to cover something."""


class Line(NamedTuple):
    text: str
    paint: Paint
    size: float


@dataclass(frozen=True, slots=True)
class Note:
    """What is written beside one sign, line below line."""

    at: Point
    #: Of the sign.
    radius: float
    lines: tuple[Line, ...]
    #: May it be left out where it would cover something?
    optional: bool = False


class Covered(NamedTuple):
    """Something that is better not written over."""

    box: Box
    weight: float = 1.0


class _Side(NamedTuple):
    box: Box
    anchor: Anchor
    #: Square units of signs and lines covered there, and of the note cut off.
    covers: float = 0.0


def lettering(notes: Sequence[Note], covered: Sequence[Covered], frame: Box) -> Iterator[Label]:
    """The labels of all notes; those that must stand look for their sides first."""
    firm = [note for note in notes if not note.optional]
    rated = [_rated(note, covered, frame) for note in firm]
    tries = [_settled(rated, order) for order in (range(len(firm)), range(len(firm))[::-1])]
    placed = min(tries, key=lambda sides: sum(side.covers for side in sides))
    for note in notes:
        if note.optional:
            side = _best(_rated(note, covered, frame), [side.box for side in placed])
            if side.covers < RANK:
                firm.append(note)
                placed.append(side)
    for note, side in zip(firm, placed, strict=True):
        yield from _written(note, side)


def _settled(rated: Sequence[Sequence[_Side]], order: Sequence[int]) -> list[_Side]:
    """A side for each note, looked for again until all are content."""
    placed: dict[int, _Side] = {}
    for _ in range(ROUNDS):
        before = dict(placed)
        for n in order:
            others = [side.box for other, side in placed.items() if other != n]
            placed[n] = _best(rated[n], others)
        if placed == before:
            break
    return [placed[n] for n in range(len(rated))]


def around(at: Point, radius: float) -> Box:
    x, y = at
    return Box(x - radius, y - radius, x + radius, y + radius)


def width(line: Line) -> float:
    return len(line.text) * line.size * (BOLD_LETTER if line.paint in BOLD else LETTER)


def _rated(note: Note, covered: Sequence[Covered], frame: Box) -> list[_Side]:
    """Its sides with what they would cover of what is drawn anyhow."""
    sides = list(_sides(note))
    reach = _reach(sides)
    near = [one for one in covered if _overlap(one.box, reach)]
    return [side._replace(covers=_covers(side.box, near, frame)) for side in sides]


def _covers(box: Box, near: Sequence[Covered], frame: Box) -> float:
    area = (box.right - box.left) * (box.bottom - box.top)
    over = sum([_overlap(one.box, box) * one.weight for one in near])
    return over + OUTSIDE * (area - _overlap(box, frame))


def _best(sides: Sequence[_Side], others: Sequence[Box]) -> _Side:
    """The side that covers least, other notes included; of those alike the first."""
    reach = _reach(sides)
    near = [box for box in others if _overlap(box, reach)]
    found, least = sides[0], float("inf")
    for rank, side in enumerate(sides):
        covers = side.covers + sum([_overlap(box, side.box) for box in near])
        if covers + RANK * rank < least:
            found, least = side._replace(covers=covers), covers + RANK * rank
    return found


def _reach(sides: Sequence[_Side]) -> Box:
    left, top, right, bottom = zip(*(side.box for side in sides), strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def _overlap(one: Box, other: Box) -> float:
    left, top, right, bottom = one
    other_left, other_top, other_right, other_bottom = other
    if left >= other_right or other_left >= right or top >= other_bottom or other_top >= bottom:
        return 0.0
    across = min(right, other_right) - max(left, other_left)
    return across * (min(bottom, other_bottom) - max(top, other_top))


def _sides(note: Note) -> Iterator[_Side]:
    """Right, left, above, below, the corners, flush with the sign; then all a little farther."""
    wide = max(map(width, note.lines))
    high = sum(line.size * LEADING for line in note.lines)
    x, y = note.at
    for away in (note.radius + GAP, note.radius + GAP + FAR):
        slant, flush = away * 0.75, note.radius
        yield _side(x + away, y - high / 2, wide, high, "start")
        yield _side(x - away - wide, y - high / 2, wide, high, "end")
        yield _side(x - wide / 2, y - away - high, wide, high, "middle")
        yield _side(x - wide / 2, y + away, wide, high, "middle")
        yield _side(x + slant, y - slant - high, wide, high, "start")
        yield _side(x + slant, y + slant, wide, high, "start")
        yield _side(x - slant - wide, y - slant - high, wide, high, "end")
        yield _side(x - slant - wide, y + slant, wide, high, "end")
        yield _side(x - flush, y - away - high, wide, high, "start")
        yield _side(x - flush, y + away, wide, high, "start")
        yield _side(x + flush - wide, y - away - high, wide, high, "end")
        yield _side(x + flush - wide, y + away, wide, high, "end")


def _side(left: float, top: float, wide: float, high: float, anchor: Anchor) -> _Side:
    return _Side(Box(left, top, left + wide, top + high), anchor)


def _written(note: Note, side: _Side) -> Iterator[Label]:
    box = side.box
    x = {"start": box.left, "middle": (box.left + box.right) / 2, "end": box.right}[side.anchor]
    top = box.top
    for line in note.lines:
        at = round(x, 2), round(top + line.size * BASELINE, 2)
        yield Label(at, line.text, line.paint, size=line.size, anchor=side.anchor)
        top += line.size * LEADING
