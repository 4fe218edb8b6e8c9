"""The days of a vacation as players write them: `2026-12-20 to 2027-01-03`, `3 Jan for a week`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

FORMS = "`vacation 2026-12-20 to 2027-01-03`, `vacation from 3 Jan for 2 weeks`, `vacation none`"

NONE = frozenset({"none", "no", "off", "over", "end", "ends", "ended", "cancel", "cancelled"})

_MONTHS = [
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
]
_MONTH = r"(?P<word>[a-z]{3,9})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,? (?P<year>\d{4}))?"
_DATES = tuple(
    map(
        re.compile,
        (
            r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
            r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})(?:\.\s?(?P<year>\d{4})?)?",
            rf"{_DAY} (?:of )?{_MONTH}{_YEAR}",
            rf"{_MONTH} {_DAY}{_YEAR}",
        ),
    )
)
_TO = r"(?:\s+(?:to|until|till|through|-)\s+|\s*–\s*)"
_LENGTH = r"\s+for\s+(?P<count>\d{1,3}|an?|one|two|three)\s+(?P<unit>day|week)s?"
_SPAN = re.compile(rf"(?:from\s+)?(?P<first>.+?)(?:{_TO}(?P<last>.+)|{_LENGTH})?")
_UNTIL = re.compile(r"(?:to|until|till)\s+(?P<last>.+)")
_TODAY = re.compile(r"\b(?:today|now)\b")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


JUST_NOW = timedelta(days=60)
"""He may write so long after it has begun."""
LAST_YEAR = 2999


@dataclass(frozen=True, slots=True)
class Days:
    """From the first to the last, both included."""

    first: date
    last: date


def read_days(text: str, today: date) -> Days | None:
    """The days that are meant; one without a year is near or to come. None: it cannot be told."""
    said = " ".join(text.lower().strip(" .!:").split())
    said = _TODAY.sub(today.isoformat(), said)
    if until := _UNTIL.fullmatch(said):
        last = _date(until["last"], today)
        return _days(today, last)
    found = _SPAN.fullmatch(said)
    first = _date(found["first"], today - JUST_NOW) if found else None
    if found is None or first is None:
        return None
    if found["unit"]:
        count = _COUNTS.get(found["count"]) or int(found["count"])
        days = count * (7 if found["unit"] == "week" else 1)
        return _days(first, first + timedelta(days=days - 1)) if days else None
    return _days(first, _date(found["last"], first) if found["last"] else first)


def _days(first: date, last: date | None) -> Days | None:
    return Days(first, last) if last is not None and first <= last else None


def _date(text: str, since: date) -> date | None:
    """One day; without a year the first one from `since` on."""
    found = next((match for form in _DATES if (match := form.fullmatch(text))), None)
    if found is None:
        return None
    named = found.groupdict()
    month = int(named["month"]) if named.get("month") else _month(named["word"])
    if named["year"]:
        return _valid(int(named["year"]), month, int(named["day"]))
    years = (_valid(since.year + more, month, int(named["day"])) for more in range(9))
    return next((day for day in years if day is not None and day >= since), None)


def _month(word: str) -> int:
    """Its number, by three letters or more; 0 for any other word, such as `decades`."""
    return next((number for number, name in enumerate(_MONTHS, 1) if name.startswith(word)), 0)


def _valid(year: int, month: int, day: int) -> date | None:
    if year > LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
