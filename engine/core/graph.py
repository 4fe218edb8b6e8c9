"""A chart of figures over time, as a scene: one line a player, named at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape
from engine.core.sheet import Figure

WIDE, HIGH = 600.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 120.0, 16.0, 30.0
LETTERS = 12.0
#: From one name to the next at the ends of the lines.
APART = 14.0
#: So many figures stand beside the chart, and below it.
TICKS_UP, TICKS_ALONG = 5, 12
#: So many points of a line are marked.
MARKS = 8


@dataclass(frozen=True, slots=True)
class Series:
    """One line: what it is called, what it stands for, and its figures by turn."""

    name: str
    paint: Paint
    figures: Mapping[int, float]


def compared(title: str, lines: Sequence[Series]) -> Figure:
    """A chart with its last figures in words, the highest first, for who does not see it."""
    ends = sorted((-line.figures[max(line.figures)], line.name) for line in lines)
    last = ", ".join(f"{name} {-figure:g}" for figure, name in ends)
    return Figure(line_chart(lines), f"{title}: {last}.")


def line_chart(lines: Sequence[Series]) -> Scene:
    """The lines over the turns that any of them has a figure for."""
    frame = _Frame.around(lines)
    ground = Polygon(((0.0, 0.0), (WIDE, 0.0), (WIDE, HIGH), (0.0, HIGH)), Paint.SHEET)
    shapes: list[Shape] = [ground, *_scale(frame), *_turns(frame)]
    for number, line in enumerate(lines):
        shapes += _line(line, frame, dashed=number % 2 == 1)
    shapes += _names(lines, frame)
    return Scene((0.0, 0.0, WIDE, HIGH), tuple(shapes))


@dataclass(frozen=True, slots=True)
class _Frame:
    """Which turns and figures the chart spans."""

    first: int
    last: int
    least: float
    most: float

    @classmethod
    def around(cls, lines: Sequence[Series]) -> _Frame:
        turns = [turn for line in lines for turn in line.figures] or [0]
        figures = [figure for line in lines for figure in line.figures.values()]
        return cls(min(turns), max(turns), min([0.0, *figures]), max([1.0, *figures]))

    def step(self, most: int) -> int:
        """From one turn to the next, so that no more than so many steps are made."""
        return max(1, -(-(self.last - self.first) // most))

    def at(self, turn: int, figure: float) -> Point:
        along = (turn - self.first) / max(1, self.last - self.first)
        up = (figure - self.least) / (self.most - self.least)
        return (
            LEFT + along * (WIDE - LEFT - RIGHT),
            HIGH - BOTTOM - up * (HIGH - TOP - BOTTOM),
        )


def _scale(frame: _Frame) -> Iterator[Shape]:
    step = _round_step((frame.most - frame.least) / TICKS_UP)
    figure = step * -(-frame.least // step)
    while figure <= frame.most:
        left, right = frame.at(frame.first, figure), frame.at(frame.last, figure)
        yield Path((left, (max(right[0], WIDE - RIGHT), right[1])), Paint.GRID)
        yield Label((left[0] - 8, left[1] + 4), f"{figure:g}", Paint.QUIET, LETTERS, "end")
        figure += step


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 …"""
    step = 1.0
    while step < least:
        step *= 2.5 if f"{step:g}".startswith("2") else 2
    return step


def _turns(frame: _Frame) -> Iterator[Label]:
    for turn in range(frame.last, frame.first - 1, -frame.step(TICKS_ALONG)):
        x, _ = frame.at(turn, frame.least)
        yield Label((x, HIGH - 8), f"{turn}", Paint.QUIET, LETTERS)


def _line(line: Series, frame: _Frame, *, dashed: bool) -> Iterator[Shape]:
    points = [frame.at(turn, figure) for turn, figure in sorted(line.figures.items())]
    own = line.paint is Paint.OWN
    yield Path(tuple(points), Paint.TRACK if own else line.paint, dashed=dashed and not own)
    step = frame.step(MARKS)
    for point, (turn, figure) in zip(points, sorted(line.figures.items()), strict=True):
        if (frame.last - turn) % step:
            continue
        yield Disc(point, 3.5, line.paint, f"{line.name}, turn {turn}: {figure:g}")


def _names(lines: Sequence[Series], frame: _Frame) -> Iterator[Label]:
    """At the ends of the lines, pushed apart where they would lie on each other."""
    last = [(line, line.figures[max(line.figures)]) for line in lines if line.figures]
    last.sort(key=lambda end: -end[1])
    below = TOP - APART
    lowest = HIGH - BOTTOM - APART * (len(last) - 1)
    for place, (line, figure) in enumerate(last):
        _, y = frame.at(frame.last, figure)
        below = max(below + APART, min(y, max(TOP, lowest + APART * place)))
        words = f"{line.name} {figure:g}"
        yield Label((WIDE - RIGHT + 12, below + 4), words, line.paint, LETTERS, "start")
