"""Greetings before the orders and farewells after them: read, and not held against anybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

#: Words in the name under a farewell.
LONGEST_NAME = 3

_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|evening|afternoon|day)|salut|hallo|gday|g'day|"
    r"ahoy|thanks|thank you|here (?:are|is|come)|my orders|orders|these are|sorry)\b",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"(?:thanks|thank you|cheers|regards|best|love|take care|ciao|lg|mfg|gruß|grüße|"
    r"viele grüße|kind regards|yours|good luck|bye|goodbye|see you|sincerely|have fun|"
    r"all the best|with (?:best|kind|warm|love|many)|many thanks|ta|greetings|sent from)\b",
    re.IGNORECASE,
)


def greetings(lines: Sequence[str], orderly: Callable[[str], bool]) -> Iterator[int]:
    """Which of the unread lines before the first order are a greeting or prose (MAIL-B10)."""
    for place, line in enumerate(lines):
        if greets(line) or not orderly(line):
            yield place


def greets(line: str) -> bool:
    return _GREETING.match(line) is not None


def takes_leave(line: str) -> bool:
    return _FAREWELL.match(line) is not None


def signs(line: str, me: str) -> bool:
    """Is it nothing but the writer's own name?"""
    return bool(me) and line.strip(" -~.,!*_").casefold() == me.casefold()


def farewells(lines: Sequence[str], orderly: Callable[[str], bool]) -> Iterator[int]:
    """Which of the unread lines after the last order take leave, the name under it included."""
    leaving = False
    for place, line in enumerate(lines):
        leaves = takes_leave(line)
        name = len(line.split()) <= LONGEST_NAME and not orderly(line)
        if leaves or (leaving and name):
            yield place
        leaving = leaving or leaves
