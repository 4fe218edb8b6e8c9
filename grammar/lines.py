"""What a game makes of one line, and the pieces that a line is cut into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engine.core.ruleset import Cancel, Problem, Severity
from grammar.pleasantries import is_courtesy

Order = TypeVar("Order")

_BULLET = re.compile(r"(?:[-*•·+o]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//).*$")
_ASIDE = re.compile(r"\s*\([^()\s]+ [^()]+\)[.!]?$")
_ECHO = re.compile(r"\s*>*\s*\d+\| ?")


@dataclass(frozen=True, slots=True)
class Reading(Generic[Order]):
    """What a game makes of one line; neither orders nor problems: a form line not filled in."""

    orders: tuple[Order | Cancel, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: Written for a whole group.
    group: bool = False
    #: It ends in a comma or so, and may go on in the next line.
    unfinished: bool = False
    #: Later lines of the letter may go on with it.
    open: bool = False

    @property
    def refused(self) -> bool:
        return any(problem.refused for problem in self.problems)

    @property
    def doubtful(self) -> bool:
        """Is there more to be said of it than how it was understood?"""
        return any(problem.severity is not Severity.REMARK for problem in self.problems)

    @property
    def blank(self) -> bool:
        return not (self.orders or self.problems)


class LineReader(Protocol[Order]):
    """How one game reads the orders of one role."""

    def exact(self, line: str) -> Reading[Order] | None:
        """The line as it stands, nothing corrected; None if it does not read wholly so."""

    def read(self, line: str) -> Reading[Order] | None:
        """The line with slips corrected or refused; None if it is no order at all."""

    def orderly(self, line: str) -> bool:
        """Does it have something of an order, so that it is no greeting?"""

    def suggest(self, line: str) -> str:
        """A line near to it that would work; empty if there is none."""

    def unread(self, line: str) -> Problem:
        """What is said of a line that is no order, with what helps."""

    def continues(self, line: str, above: str) -> bool:
        """Does the language let the line go on with the one above it?

        Nothing above: with an order further up that is still open.
        """

    def subject(self, order: Order) -> str:
        """What the order is about: only the last one about it counts (RAID-R63)."""


def is_echo(line: str) -> bool:
    """Does it come from a receipt, where lines carry their numbers (MAIL-O4)?"""
    return _ECHO.match(line) is not None


def without_comment(line: str) -> str:
    """The line up to `#` or `//`; nothing of a line that begins with `;`."""
    if "#" in line or "//" in line:
        line = _COMMENT.sub("", line).rstrip()
    return "" if line[:1] == ";" else line


def pieces(line: str) -> list[str]:
    """The orders on a line, which `;` sets apart."""
    if ";" not in line:
        return [line]
    return [piece for piece in map(str.strip, line.split(";")) if piece]


def without_bullet(line: str) -> str | None:
    """The line without the bullet or number before it; None if there is none (MAIL-B10)."""
    bullet = _BULLET.match(line)
    return line[bullet.end() :] if bullet else None


def without_aside(line: str) -> str | None:
    """The line without the remark in brackets at its end; None if there is none."""
    aside = _ASIDE.search(line)
    return line[: aside.start()] if aside and aside.start() else None


def reads_as_order(line: str, reader: LineReader[Order]) -> bool:
    """Does the line read wholly as an order, nothing corrected?"""
    line = line.strip()
    if is_courtesy(line):
        return False
    parts: Sequence[str] = pieces(without_comment(line))
    return all(_reads(part, reader) for part in parts)


def _reads(piece: str, reader: LineReader[Order]) -> bool:
    reading = reader.exact(piece)
    if reading is None and (bare := without_bullet(piece)):
        reading = reader.exact(bare)
    return reading is not None and bool(reading.orders)
