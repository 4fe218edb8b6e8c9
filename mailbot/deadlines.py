"""When a turn is due: local time and zone in, a moment out; nothing here reads a clock."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LAST = 31
"""The day of the month that every month has under this number: a shorter one has its last."""

LONGEST_HOLIDAY = timedelta(days=366)

_EVERY = re.compile(r"every\s+(\d{1,2})\s+days?", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)")
_HOURS = re.compile(r"(\d{1,3}) hours?")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days on which nothing is due, the first and the last included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Schedule:
    """On which days, at which local time."""

    at: time
    zone: ZoneInfo
    #: 0 is Monday; empty where days are counted otherwise.
    weekdays: frozenset[int] = frozenset()
    #: Every so many days.
    every: int = 0
    #: Days of the month; a month that is shorter has its last day instead.
    month_days: frozenset[int] = frozenset()
    holidays: tuple[Holiday, ...] = ()


class BadSchedule(ValueError):
    """A schedule cannot be read; the message says what would do."""


class BadWait(ValueError):
    """A time to wait cannot be read; the message says what would do."""


def read_schedule(text: str, zone: ZoneInfo, holidays: Sequence[str] = ()) -> Schedule:
    """`Sunday 20:00`, `daily 20:00`, `every 3 days 20:00`, `1st, 15th 20:00`, `last 20:00`.

    Raises `BadSchedule`.
    """
    days, _, clock = text.strip().rpartition(" ")
    found = _CLOCK.fullmatch(clock)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise BadSchedule(f"{text!r} does not end in a time such as 20:00")
    free = tuple(map(read_holiday, holidays))
    plain = Schedule(time(int(found[1]), int(found[2])), zone, holidays=free)
    if every := _EVERY.fullmatch(days.strip()):
        if int(every[1]) == 0:
            raise BadSchedule(f"{text!r}: every 0 days would never end")
        return replace(plain, every=int(every[1]))
    if days.strip().lower() == "daily":
        return replace(plain, every=1)
    words = _words(days, text)
    month_days = [day for word in words if (day := _month_day(word))]
    if month_days and len(month_days) < len(words):
        raise BadSchedule(f"{text!r}: either days of the week or days of the month, not both")
    if month_days:
        return replace(plain, month_days=frozenset(month_days))
    return replace(plain, weekdays=frozenset(map(_weekday, words)))


def read_holiday(text: str) -> Holiday:
    """`2026-12-24 to 2027-01-02`, or one day. Raises `BadSchedule`."""
    first, _, last = text.partition(" to ")
    try:
        holiday = Holiday(
            date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
        )
    except ValueError as error:
        raise BadSchedule(
            f'{text!r} should be a day such as "2027-04-05", or days such as '
            '"2026-12-24 to 2027-01-02"'
        ) from error
    if not timedelta() <= holiday.last - holiday.first <= LONGEST_HOLIDAY:
        raise BadSchedule(f"{text!r} should end after it begins, and within a year")
    return holiday


def next_deadline(schedule: Schedule, after: datetime) -> datetime:
    """The first deadline later than this moment that lies in no holiday, in UTC.

    Counted days begin with the day of `after`, so that a turn run late does not shorten the next.
    """
    step = timedelta(days=schedule.every or 1)
    day = after.astimezone(schedule.zone).date()
    day += step if schedule.every else timedelta()
    while True:
        due = _moment(day, schedule)
        if _has(schedule, day) and due > after and not in_holiday(schedule, due):
            return due
        day += step


def after_holidays(schedule: Schedule, due: datetime) -> datetime:
    """A deadline that follows no slot: if it falls into a holiday, the first slot after that."""
    return next_deadline(schedule, due) if in_holiday(schedule, due) else due


def in_holiday(schedule: Schedule, moment: datetime) -> bool:
    """Is that day free where the game is played?"""
    day = moment.astimezone(schedule.zone).date()
    return any(holiday.first <= day <= holiday.last for holiday in schedule.holidays)


def wait_of(text: str, *, at_once: bool) -> timedelta | None:
    """`6 hours` as a time, `gm` as None, and where that may be said `at once` as no time at all.

    Raises `BadWait`.
    """
    if text == "gm":
        return None
    if text == "at once" and at_once:
        return timedelta()
    if found := _HOURS.fullmatch(text):
        return timedelta(hours=int(found[1]))
    first = '"at once", ' if at_once else ""
    raise BadWait(f'{text!r} should be {first}"gm", or a time such as "6 hours"')


def write_schedule(schedule: Schedule) -> str:
    """For people: `Sunday 20:00 (Europe/Berlin)`."""
    if schedule.every == 1:
        days = "daily"
    elif schedule.every:
        days = f"every {schedule.every} days"
    elif schedule.month_days:
        days = ", ".join(map(_ordinal, sorted(schedule.month_days)))
    else:
        days = ", ".join(WEEKDAYS[day].capitalize() for day in sorted(schedule.weekdays))
    return f"{days} {schedule.at:%H:%M} ({schedule.zone.key})"


def _has(schedule: Schedule, day: date) -> bool:
    if schedule.every:
        return True
    if schedule.weekdays:
        return day.weekday() in schedule.weekdays
    longest = monthrange(day.year, day.month)[1]
    return any(day.day == min(wanted, longest) for wanted in schedule.month_days)


def _words(days: str, text: str) -> list[str]:
    words = [word for word in re.split(r"[,\s]+|\band\b", days.lower()) if word]
    if not words:
        raise BadSchedule(
            f"{text!r} names no day: write `Sunday 20:00`, `daily 20:00`, `every 3 days 20:00` or "
            "`1st, 15th 20:00`"
        )
    return words


def _weekday(word: str) -> int:
    found = [number for number, day in enumerate(WEEKDAYS) if day.startswith(word)]
    if len(found) != 1 or len(word) < 2:
        raise BadSchedule(f"{word!r} is no day of the week")
    return found[0]


def _month_day(word: str) -> int:
    """The day of the month that is meant; 0 if none is."""
    if word == "last":
        return LAST
    found = _NUMBER.fullmatch(word)
    if found and not 1 <= int(found[1]) <= LAST:
        raise BadSchedule(f"{word!r} is no day of the month")
    return int(found[1]) if found else 0


def _ordinal(day: int) -> str:
    if day == LAST:
        return "last"
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{day}{'th' if 10 < day < 20 else endings.get(day % 10, 'th')}"


def _moment(day: date, schedule: Schedule) -> datetime:
    """A local time as a moment: one that is skipped means the next instant, of two the first.

    (MAIL-R13.)
    """
    local = datetime.combine(day, schedule.at, schedule.zone)
    moment = local.astimezone(UTC)
    if moment.astimezone(schedule.zone).replace(tzinfo=None) == local.replace(tzinfo=None):
        return moment
    # A gap: with fold=1 zoneinfo takes the offset after it, so the two readings lie around it.
    before, after = moment, local.replace(fold=1).astimezone(UTC)
    low, high = min(before, after), max(before, after)
    return _first_after_gap(low, high, schedule.zone)


def _first_after_gap(low: datetime, high: datetime, zone: ZoneInfo) -> datetime:
    """The instant between these at which the zone's offset changes."""
    old = low.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return high
