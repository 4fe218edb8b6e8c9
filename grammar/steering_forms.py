"""The words of a Gamesmaster, how each is written, and what a mistyped one may have meant."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches

FORMS: Mapping[str, str] = {
    "list": "list",
    "status": "status [GAME]",
    "preview": "preview GAME",
    "extend": "extend GAME [2026-12-06 20:00] [why: …]",
    "pause": "pause GAME [why: …]",
    "resume": "resume GAME [why: …]",
    "hold": "hold GAME [why: …]",
    "release": "release GAME",
    "start": "start GAME",
    "run": "run GAME",
    "undo": "undo GAME [why: …]",
    "rerun": "rerun GAME [send]",
    "cancel": "cancel GAME [why: …]",
    "say": "say GAME all: …` or `say GAME PLAYER, PLAYER: …",
    "orders": "orders for PLAYER [in GAME]: …",
    "seat": "seat GAME PLAYER ADDRESS",
    "replace": "replace GAME PLAYER ADDRESS [why: …]",
    "kick": "kick GAME PLAYER [why: …]",
    "resend": "resend GAME PLAYER [TURN]",
    "amend": "amend GAME WHAT VALUE why: …",
    "note": "note GAME: …",
    "log": "log GAME",
    "confirm": "confirm CODE",
    "help": "help [WORD]",
    "end": "end",
}

CLOSE = 0.6
_PREFIX = re.compile(r"(?:mailbot\s+)?(?:(?:game|player)\s+)?", re.IGNORECASE)
_DAY = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)"
    r"(?:[T ,]+(\d{1,2})(?:[:.h](\d{1,2}))?(?: ?([ap])\.?m\b)?)?",
    re.IGNORECASE,
)
#: Shown where only the hour is missing.
_SOME_HOUR = 20
_OTHER_DAYS = ("%d.%m.%Y %H:%M", "%d %b %Y %H:%M", "%d %B %Y %H:%M", "%d/%m/%Y %H:%M")


def verb_of(line: str) -> str:
    """The first word of a line, whatever of the command line stands before it."""
    words = _PREFIX.sub("", line.strip(), count=1).split(maxsplit=1)
    return words[0].rstrip(":").lower() if words else ""


def near(word: str, among: Iterable[str]) -> str:
    """The one that may have been meant; empty if none is near."""
    by_small = {each.lower(): each for each in among}
    found = get_close_matches(word.lower(), by_small, n=1, cutoff=CLOSE)
    return by_small[found[0]] if found else ""


def near_moment(text: str) -> str:
    """A date as it should be written, if the text holds one that can be guessed; else nothing."""
    if found := _DAY.search(text):
        hour = _SOME_HOUR if found[4] is None else int(found[4])
        if found[6]:
            hour = hour % 12 + 12 * (found[6].lower() == "p")
        year, month, day, minute = (int(found[each] or 0) for each in (1, 2, 3, 5))
        year, month = min(max(year, 1970), 9000), min(max(month, 1), 12)
        day = min(max(day, 1), calendar.monthrange(year, month)[1])
        return f"{year:04}-{month:02}-{day:02} {min(hour, 23):02}:{min(minute, 59):02}"
    bare = re.sub(r"^.*?(?=\d)", "", text, count=1).strip()
    for form in _OTHER_DAYS:
        try:
            there = datetime.strptime(bare, form)  # noqa: DTZ007 - the game's zone is added later
        except ValueError:
            continue
        return f"{there:%Y-%m-%d %H:%M}"
    return ""
