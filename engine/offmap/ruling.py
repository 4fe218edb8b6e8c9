"""The Gamesmaster's ruling on a battle, in the words of a report (OFF-3.12)."""

from __future__ import annotations

import re

from engine.core.ruleset import BadPosition
from engine.offmap.ids import UnitName
from engine.offmap.orders import Report, account
from engine.offmap.raids import Account

USAGE = (
    "a ruling is written as a report: `crippled Dross; destroyed Cedar; devastated Loam; "
    "survey lost 5; none`"
)

_PARTS = re.compile(r"[;\n]")
_NAMES = re.compile(r"[\s,&]+|\band\b", re.IGNORECASE)


def ruling(text: str) -> Account:
    """The result that the text gives. Raises `BadPosition` that shows how it is written.

    >>> ruling("report crippled Dross and Emery; survey lost 3").survey_lost
    3
    """
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    if not parts:
        raise BadPosition(USAGE)
    return account(tuple(map(_part, parts)))


def _part(text: str) -> Report:
    words = [UnitName(word) for word in _NAMES.split(text) if word]
    if words[:1] and words[0].casefold() == "report":
        del words[0]
    head = words[0].casefold() if words else ""
    names = tuple(words[1:])
    if head == "crippled" and names:
        return Report(crippled=names)
    if head == "destroyed" and names:
        return Report(destroyed=names)
    if head == "devastated" and names:
        return Report(devastated=names)
    if head == "survey" and names and names[-1].isdecimal():
        return Report(survey_lost=int(names[-1]))
    if head == "none" and not names:
        return Report()
    raise BadPosition(f"{text} cannot be read: {USAGE}")
