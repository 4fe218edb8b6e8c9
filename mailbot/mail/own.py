"""Own lines, held lines, and what is neither: a cleaned text taken to its end (MAIL-B3 to B8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.core.ruleset import Problem
from mailbot.mail import remarks
from mailbot.mail.footings import PICTURE
from mailbot.mail.frames import Frame, counting, frames, is_fence, without_links
from mailbot.mail.marks import fold, is_echo
from mailbot.mail.quotes import MOST_LINES, Layers, ReadsAsOrder, take_apart
from mailbot.mail.signatures import SIGNATURE, without_banner, without_signature

_DEEPEST_QUOTE = 5


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about single lines."""

    reads_as_order: ReadsAsOrder
    #: Lines that we mailed to the writer lately, as `fold` gives them.
    ours: Collection[str] = ()

    def any_order(self, lines: Sequence[str]) -> bool:
        """Does any of the first lines read as an order?"""
        written = (line for line in lines if line.strip() and not is_echo(line))
        return any(map(self.reads_as_order, islice(written, MOST_LINES)))


@dataclass(frozen=True, slots=True)
class Own:
    """What the writer of a text wrote himself."""

    lines: list[str]
    #: What stands only below the head of an unmarked quote (MAIL-B4).
    held: list[str]
    remarks: list[Problem]


def own_lines(text: str, known: Known, *, signed: Sequence[str] = ()) -> Own:
    """The writer's lines; below an unmarked quote only if there is no order above it.

    `signed` are lines of signatures that were left out before.
    """
    layers = take_apart(text.split("\n"), known.reads_as_order)
    said = [remarks.too_long()] if _too_many(layers) else []
    layers.own = without_banner(layers.own, known.reads_as_order)
    own_frames = frames(layers.own)
    if len(own_frames) > len(counting(own_frames)):
        said.append(remarks.two_frames())
    if known.any_order([*_below_signature(layers.own, own_frames), *signed]):
        said.append(remarks.below_signature())
    lines, notice = _without_chaff(layers.own, own_frames, known)
    if notice:
        said.append(remarks.notice_left_out())
    if known.any_order(lines):
        return Own(lines, [], said)
    held: list[str] = []
    if not _is_written(lines) or frames(layers.below):
        held = _held(layers.below, known)
    if known.any_order(held):
        return Own(lines, held, [*said, remarks.held()])
    if known.any_order([*layers.quoted, *layers.below]):
        said.append(remarks.quoted_orders())
    return Own(lines, [], said)


def _held(below: Sequence[str], known: Known) -> list[str]:
    """What stands below an unmarked head: its frames if there are any, else its own lines.

    Lines of ours are taken out here even if they read as orders: they are surely quoted, and what
    the writer filled in between them is left.
    """
    for _ in range(_DEEPEST_QUOTE):
        layers = take_apart(below, known.reads_as_order)
        _too_many(layers)
        if inside := frames(layers.own):
            return [line for frame in counting(inside) for line in _framed(layers.own, frame)]
        lines = [
            line
            for line in _without_chaff(layers.own, (), known)[0]
            if not known.ours or fold(line) not in known.ours
        ]
        if _is_written(lines):
            return lines
        below = layers.below
    return []


def _too_many(layers: Layers) -> bool:
    """Drop what is beyond the limit of own lines; was there anything?"""
    written = (at for at, line in enumerate(layers.own) if line and not line.isspace())
    over = next(islice(written, MOST_LINES, None), None)
    if over is not None:
        del layers.own[over:]
    return over is not None


def _without_chaff(
    lines: Sequence[str | None], all_frames: Sequence[Frame], known: Known
) -> tuple[list[str], bool]:
    """Frames as they stand; outside them no signatures, no lines of ours, no echoes.

    And whether something was left out that may be no notice of a lawyer's.
    """
    counted = counting(all_frames)
    out: list[str] = []
    notice = False
    at = 0
    for frame in all_frames:
        outside, said = _outside(lines[at : frame.begin], known)
        out += outside + (_framed(lines, frame) if frame in counted else [])
        notice |= said
        at = frame.end + 1
    outside, said = _outside(lines[at:], known)
    return out + outside, notice or said


def _outside(lines: Sequence[str | None], known: Known) -> tuple[list[str], bool]:
    """Runs of own lines between quotes, each without its signature."""
    out: list[str] = []
    notice = False
    run: list[str] = []
    for line in (*lines, None):
        if line is None:
            trimmed = without_signature(run, known.reads_as_order)
            out += trimmed.lines
            notice |= trimmed.notice
            run = []
        elif not is_fence(line):
            run.append(line)
    kept = [
        _unlinked(line, known)
        for line in out
        if not (is_echo(line) or PICTURE.match(line) or _is_ours(line, known))
    ]
    return kept, notice


def _below_signature(lines: Sequence[str | None], all_frames: Sequence[Frame]) -> list[str]:
    """What stands between the mark of a signature and the next quote, frames aside."""
    if SIGNATURE not in lines:
        return []
    framed = {at for frame in all_frames for at in range(frame.begin, frame.end + 1)}
    found: list[str] = []
    below = False
    for at, line in enumerate(lines):
        if line is None:
            below = False
        elif below and at not in framed:
            found.append(line)
        elif line == SIGNATURE and at not in framed:
            below = True
    return found


def _unlinked(line: str, known: Known) -> str:
    """The line without the link that a program made of a word in it, if it is an order then."""
    bare = without_links(line)
    return bare if bare != line and known.reads_as_order(bare) else line


def _is_ours(line: str, known: Known) -> bool:
    """A line of our letters, unless he may well mean it as an order (MAIL-B8)."""
    return bool(known.ours) and fold(line) in known.ours and not known.reads_as_order(line)


def _framed(lines: Sequence[str | None], frame: Frame) -> list[str]:
    inside = (line for line in lines[frame.begin + 1 : frame.end] if line is not None)
    return [without_links(line) for line in inside if not is_echo(line)]


def _is_written(lines: Sequence[str]) -> bool:
    return any(line.strip() for line in lines)
