"""From the bytes of a letter to its writer's own text (MAIL-H5, MAIL-B1 to B12).

Everything here is linear in the size of the letter and raises on no input at all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.core.ruleset import Problem
from mailbot.mail import remarks
from mailbot.mail.charset import clean, lines_only
from mailbot.mail.choice import Choice, choose, is_html, is_tnef
from mailbot.mail.flowed import unflow
from mailbot.mail.frames import Frame, counting, frames, is_fence, without_links
from mailbot.mail.marks import fold, is_echo
from mailbot.mail.markup import to_text
from mailbot.mail.parts import Part, parse
from mailbot.mail.pgp import is_locked, unwrap
from mailbot.mail.quotes import Layers, take_apart
from mailbot.mail.signatures import ReadsAsOrder, without_signature
from mailbot.mail.tnef import tnef_text

#: Bytes of a letter that are read at all (MAIL-R3).
LARGEST_LETTER = 1024 * 1024
#: Characters of decoded text (MAIL-B12).
LONGEST_TEXT = 256 * 1024
#: Characters of HTML, tags and all.
LONGEST_HTML = 2 * LONGEST_TEXT
#: Written lines of own text (MAIL-B12).
MOST_LINES = 2000
#: A line that we mailed is known again from this many characters on (MAIL-B8).
_SHORTEST_KNOWN = 12
_DEEPEST_QUOTE = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """What a letter's writer wrote."""

    #: Own text, cleaned, line by line as written; what the order grammar reads.
    text: str
    #: Own text found only below the head of an unmarked quote: listed, taken by `apply` (MAIL-B4).
    held: str = ""
    remarks: tuple[Problem, ...] = ()
    #: Why nothing can be read: `encrypted`, `too-large`, `winmail`, `partial`, `binary`, `empty`.
    trouble: str | None = None


def _never(line: str) -> bool:  # noqa: ARG001
    return False


def read_body(
    raw: bytes, *, reads_as_order: ReadsAsOrder = _never, ours: Collection[str] = ()
) -> Reading:
    """The writer's own text, without quotes, signatures and our own lines.

    `ours` holds lines that we mailed to him lately, as `known_lines` gives them, without the order
    lines of templates and suggestions (MAIL-B8).
    """
    if len(raw) > LARGEST_LETTER:
        return Reading("", trouble="too-large")
    choice = choose(parse(raw))
    source = _Source()
    for part in choice.inline:
        source.add(part, choice.obstacles)
    own, held, said = _own_text(source.text(), reads_as_order, ours)
    if (choice.attached or choice.unread) and not _any_order(own, reads_as_order):
        attached, more = _attached(choice, reads_as_order, ours)
        own, held, said = [*own, *attached], [] if attached else held, [*said, *more]
    text = _joined(own)
    return Reading(
        text=text,
        held=_joined(held),
        remarks=(*source.remarks(), *said),
        trouble=None if text or _joined(held) else (*choice.obstacles, "empty")[0],
    )


def known_lines(text: str) -> frozenset[str]:
    """The lines of a letter of ours by which it is known again when it is quoted (MAIL-B8)."""
    folded = (fold(line) for line in clean(text).split("\n"))
    return frozenset(line for line in folded if len(line) >= _SHORTEST_KNOWN)


def _attached(
    choice: Choice, reads_as_order: ReadsAsOrder, ours: Collection[str]
) -> tuple[list[str], list[Problem]]:
    """The lines of the one attached text, and what there is to say about files (MAIL-H5)."""
    if len(choice.attached) != 1:
        return [], [remarks.attachment_not_read()]
    lines, _, said = _own_text(_plain(choice.attached[0])[0], reads_as_order, ours)
    if not any(line.strip() for line in lines):
        return [], said
    return lines, [*said, remarks.attachment_read()]


class _Source:
    """The text of the chosen parts, gathered up to the limit."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._room = LONGEST_TEXT
        self._guessed = False
        self._cut = False

    def add(self, part: Part, obstacles: list[str]) -> None:
        text, guessed, cut = _plain(part)
        if is_locked(text):
            obstacles.insert(0, "encrypted")
            return
        if is_tnef(part) and not text:
            obstacles.append("winmail")
        self._guessed |= guessed
        self._cut |= cut or len(text) > self._room
        self._texts.append(text[: self._room])
        self._room -= len(self._texts[-1])

    def text(self) -> str:
        return "\n".join(self._texts)

    def remarks(self) -> list[Problem]:
        guessed = [remarks.charset_guessed()] if self._guessed else []
        return [*guessed, remarks.too_long()] if self._cut else guessed


def _plain(part: Part) -> tuple[str, bool, bool]:
    """A part as cleaned lines, whether its characters were guessed, whether HTML was cut."""
    if is_tnef(part):
        return clean(tnef_text(part.content())), False, False
    text, guessed = part.text()
    cut = is_html(part) and len(text) > LONGEST_HTML
    if is_html(part):
        text = text[:LONGEST_HTML]
        own = to_text(text)
        text = own if own.strip() else to_text(text, quotes=True)
    elif part.parameters.get("format", "").lower() == "flowed":
        delsp = part.parameters.get("delsp", "").lower() == "yes"
        text = unflow(lines_only(text), delsp=delsp)
    text = clean(text)
    return unwrap(text), guessed or "\ufffd" in text, cut


def _own_text(
    text: str, reads_as_order: ReadsAsOrder, ours: Collection[str]
) -> tuple[list[str], list[str], list[Problem]]:
    """Own lines, held lines, and what there is to say about them (MAIL-B3, B4, B7)."""
    layers = take_apart(text.split("\n"))
    said: list[Problem] = []
    if _too_many(layers):
        said.append(remarks.too_long())
    own_frames = frames(layers.own)
    if len(own_frames) > len(counting(own_frames)):
        said.append(remarks.two_frames())
    own = _without_chaff(layers.own, own_frames, reads_as_order, ours)
    if _any_order(own, reads_as_order):
        return own, [], said
    held: list[str] = []
    if frames(layers.below) or not any(line.strip() for line in own):
        held = _held(layers.below, _DEEPEST_QUOTE, reads_as_order, ours)
    if _any_order(held, reads_as_order):
        said.append(remarks.held())
        return own, held, said
    if _any_order([*layers.quoted, *layers.below], reads_as_order):
        said.append(remarks.quoted_orders())
    return own, [], said


def _held(
    below: Sequence[str], depth: int, reads_as_order: ReadsAsOrder, ours: Collection[str]
) -> list[str]:
    """What stands below an unmarked head: its frames if there are any, else its own lines."""
    layers = take_apart(below)
    _too_many(layers)
    inside = frames(layers.own)
    if inside:
        return [line for frame in counting(inside) for line in _framed(layers.own, frame)]
    own = _without_chaff(layers.own, (), reads_as_order, ours)
    if any(line.strip() for line in own) or not layers.below or depth == 0:
        return own if any(line.strip() for line in own) else []
    return _held(layers.below, depth - 1, reads_as_order, ours)


def _too_many(layers: Layers) -> bool:
    """Drop what is beyond the limit of own lines; was there anything?"""
    written = (at for at, line in enumerate(layers.own) if line and not line.isspace())
    over = next(islice(written, MOST_LINES, None), None)
    if over is not None:
        del layers.own[over:]
    return over is not None


def _without_chaff(
    lines: Sequence[str | None],
    all_frames: Sequence[Frame],
    reads_as_order: ReadsAsOrder,
    ours: Collection[str],
) -> list[str]:
    """Frames as they stand; outside them no signatures, no lines of ours, no echoes."""
    counted = counting(all_frames)
    out: list[str] = []
    run: list[str] = []
    at = 0
    begins = {frame.begin: frame for frame in all_frames}

    def end_run() -> None:
        kept = without_signature(run, reads_as_order)
        out.extend(line for line in kept if not _is_ours(line, ours))
        run.clear()

    while at < len(lines):
        line = lines[at]
        if frame := begins.get(at):
            end_run()
            out.extend(_framed(lines, frame) if frame in counted else ())
            at = frame.end
        elif line is None:
            end_run()
        elif not is_fence(line):
            run.append(line)
        at += 1
    end_run()
    return out


def _framed(lines: Sequence[str | None], frame: Frame) -> list[str]:
    inside = (line for line in lines[frame.begin + 1 : frame.end] if line is not None)
    return [without_links(line) for line in inside if not is_echo(line)]


def _is_ours(line: str, ours: Collection[str]) -> bool:
    return is_echo(line) or (bool(ours) and len(line) >= _SHORTEST_KNOWN and fold(line) in ours)


def _any_order(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> bool:
    """Does any of the first lines read as an order?"""
    written = (line for line in lines if line.strip() and not is_echo(line))
    return any(map(reads_as_order, islice(written, MOST_LINES)))


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip("\n").rstrip()
