"""From the bytes of a letter to its writer's own text (MAIL-H5, MAIL-B1 to B12).

Everything here is linear in the size of the letter and raises on no input at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.ruleset import Problem
from mailbot.mail import remarks
from mailbot.mail.charset import clean, lines_only
from mailbot.mail.choice import Choice, choose, is_html, is_tnef
from mailbot.mail.flowed import unflow
from mailbot.mail.headers import split, words
from mailbot.mail.marks import fold
from mailbot.mail.markup import own_text
from mailbot.mail.own import Known, Own, own_lines
from mailbot.mail.parts import Part, parse
from mailbot.mail.pgp import is_locked, unwrap
from mailbot.mail.quotes import ReadsAsOrder
from mailbot.mail.tnef import tnef_text

#: Bytes of a letter that are read at all (MAIL-R3).
LARGEST_LETTER = 1024 * 1024
#: Characters of decoded text (MAIL-B12).
LONGEST_TEXT = 256 * 1024
#: Characters of HTML, tags and all.
LONGEST_HTML = 2 * LONGEST_TEXT
LONGEST_TITLE = 60
#: A subject that says what the letter holds, and asks for nothing.
_TITLE = re.compile(
    r"(?:my |our |the |new )?(?:orders?|moves?)?[ ,:-]*(?:for |of )?(?:turn|stage)?[ #]*\d{0,4}"
    r"[ ,:-]*(?:orders?|moves?)?\W*",
    re.IGNORECASE,
)
#: What stands before a subject in answers, and the tag that says which turn they are for.
_REPLY = re.compile(r"^(?:\s{0,5}(?:\w{1,5}|\w{1,5}\[\d\])\s?:|\s{0,5}\[[^\[\]]{1,80}\]){1,20}")
_ENTITIES = {"nbsp": " ", "gt": ">", "lt": "<", "amp": "&", "quot": '"'}
_ENTITY = re.compile(rf"&({'|'.join(_ENTITIES)});")
#: A line that we mailed is known again from this many characters on (MAIL-B8).
_SHORTEST_KNOWN = 12


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

    `ours` holds lines that we mailed to him lately, as `known_lines` gives them; those that read as
    orders stay, since he may well mean what stands on his sheet (MAIL-B8).
    """
    if len(raw) > LARGEST_LETTER:
        return Reading("", trouble="too-large")
    choice = choose(parse(raw))
    source = _Source()
    for part in _without_copies(choice.inline):
        source.add(part, choice.obstacles)
    known = Known(reads_as_order, ours)
    own = own_lines(source.text(), known, signed=source.signed)
    if not (own.lines or own.held or choice.attached):
        own = _with_subject(own, raw, known)
    if (choice.attached or choice.unread) and not known.any_order(own.lines):
        own = _with_attached(own, choice, known)
    text, held = _joined(own.lines), _joined(own.held)
    return Reading(
        text=text,
        held=held,
        remarks=(*source.remarks(), *own.remarks),
        trouble=None if text or held else (*choice.obstacles, "empty")[0],
    )


def known_lines(text: str) -> frozenset[str]:
    """The lines of a letter of ours by which it is known again when it is quoted (MAIL-B8)."""
    folded = (fold(line) for line in clean(text).split("\n"))
    return frozenset(line for line in folded if len(line) >= _SHORTEST_KNOWN)


def _without_copies(inline: Sequence[Part]) -> Sequence[Part]:
    """No winmail.dat where its text stands beside it: Outlook sends both."""
    texts = [part for part in inline if not is_tnef(part)]
    if len(texts) == len(inline):
        return inline
    return texts if any(_plain(part).text.strip() for part in texts) else inline


def _with_subject(own: Own, raw: bytes, known: Known) -> Own:
    """The order in the subject of a letter that has no text at all (MAIL-H5)."""
    subject = _REPLY.sub("", clean(words(split(raw)[0].first("subject")))).strip()
    title = len(subject) < LONGEST_TITLE and _TITLE.fullmatch(subject)
    if title or not known.any_order([subject]):
        return own
    return Own([subject], [], [*own.remarks, remarks.subject_read()])


def _with_attached(own: Own, choice: Choice, known: Known) -> Own:
    """The lines of the one attached text too, and what there is to say about files (MAIL-H5)."""
    if len(choice.attached) != 1:
        return Own(own.lines, own.held, [*own.remarks, remarks.attachment_not_read()])
    attached = own_lines(_plain(choice.attached[0]).text, known)
    if not any(line.strip() for line in attached.lines):
        return own
    said = [*own.remarks, *attached.remarks, remarks.attachment_read()]
    return Own([*own.lines, *attached.lines], [], said)


class _Source:
    """The text of the chosen parts, gathered up to the limit."""

    def __init__(self) -> None:
        #: What was left out as signatures already.
        self.signed: list[str] = []
        self._texts: list[str] = []
        self._room = LONGEST_TEXT
        self._guessed = False
        self._cut = False

    def add(self, part: Part, obstacles: list[str]) -> None:
        text, guessed, cut, signed = _plain(part)
        if is_locked(text):
            obstacles.insert(0, "encrypted")
            return
        if is_tnef(part) and not text:
            obstacles.append("winmail")
        self._guessed |= guessed
        self.signed += signed
        self._cut |= cut or len(text) > self._room
        self._texts.append(text[: self._room])
        self._room -= len(self._texts[-1])

    def text(self) -> str:
        return "\n".join(self._texts)

    def remarks(self) -> list[Problem]:
        guessed = [remarks.charset_guessed()] if self._guessed else []
        return [*guessed, remarks.too_long()] if self._cut else guessed


class _Plain(NamedTuple):
    """A part as cleaned lines."""

    text: str
    #: Were its characters guessed?
    guessed: bool = False
    #: Was it longer than what is read?
    cut: bool = False
    #: What stood in a signature's box, and was left out.
    signed: Sequence[str] = ()


def _plain(part: Part) -> _Plain:
    if is_tnef(part):
        return _Plain(clean(tnef_text(part.content())))
    text, guessed = part.text()
    longest = LONGEST_HTML if is_html(part) else LONGEST_TEXT
    cut = len(text) > longest
    text = text[:longest]
    signed: Sequence[str] = ()
    if is_html(part):
        text, signed = own_text(text)
    elif "&nbsp;" in text:
        # Some programs make plain text of HTML and forget what stands for its signs.
        text = _ENTITY.sub(lambda found: _ENTITIES[found[1]], text)
    elif part.parameters.get("format", "").lower() == "flowed":
        delsp = part.parameters.get("delsp", "").lower() == "yes"
        text = unflow(lines_only(text), delsp=delsp)
    text = clean(text)
    return _Plain(unwrap(text), guessed or "\ufffd" in text, cut, signed)


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip("\n").rstrip()
