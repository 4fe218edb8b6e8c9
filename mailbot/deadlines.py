"""When a turn is due: local time and zone in, a moment out; nothing here reads a clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_EVERY = re.compile(r"every\s+(\d{1,2})\s+days?", re.IGNORECASE)
_HOURS = re.compile(r"(\d{1,3}) hours?")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Schedule:
    """On which days, at which local time."""

    at: time
    zone: ZoneInfo
    #: 0 is Monday; empty where days are counted instead.
    weekdays: frozenset[int] = frozenset()
    #: Every so many days.
    every: int = 0


class BadSchedule(ValueError):
    """A schedule cannot be read; the message says what would do."""


class BadWait(ValueError):
    """A time to wait cannot be read; the message says what would do."""


def read_schedule(text: str, zone: ZoneInfo) -> Schedule:
    """`Sunday 20:00`, `Tuesday, Friday 20:00`, `daily 20:00`, `every 3 days 20:00`.

    Raises `BadSchedule`.
    """
    days, _, clock = text.strip().rpartition(" ")
    found = _CLOCK.fullmatch(clock)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise BadSchedule(f"{text!r} does not end in a time such as 20:00")
    at = time(int(found[1]), int(found[2]))
    if every := _EVERY.fullmatch(days.strip()):
        if int(every[1]) == 0:
            raise BadSchedule(f"{text!r}: every 0 days would never end")
        return Schedule(at, zone, every=int(every[1]))
    if days.strip().lower() == "daily":
        return Schedule(at, zone, every=1)
    return Schedule(at, zone, weekdays=frozenset(_weekday(word) for word in _words(days, text)))


def next_deadline(schedule: Schedule, after: datetime) -> datetime:
    """The first deadline later than this moment, in UTC.

    Counted days begin with the day of `after`, so that a turn run late does not shorten the next.
    """
    day = after.astimezone(schedule.zone).date()
    if schedule.every:
        due = _moment(day + timedelta(days=schedule.every), schedule)
        return due if due > after else next_deadline(schedule, due)
    while True:
        due = _moment(day, schedule)
        if day.weekday() in schedule.weekdays and due > after:
            return due
        day += timedelta(days=1)


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
    else:
        days = ", ".join(WEEKDAYS[day].capitalize() for day in sorted(schedule.weekdays))
    return f"{days} {schedule.at:%H:%M} ({schedule.zone.key})"


def _words(days: str, text: str) -> list[str]:
    words = [word for word in re.split(r"[,\s]+|\band\b", days.lower()) if word]
    if not words:
        raise BadSchedule(
            f"{text!r} names no day: write `Sunday 20:00`, `daily 20:00` or `every 3 days 20:00`"
        )
    return words


def _weekday(word: str) -> int:
    found = [number for number, day in enumerate(WEEKDAYS) if day.startswith(word)]
    if len(found) != 1 or len(word) < 2:
        raise BadSchedule(f"{word!r} is no day of the week")
    return found[0]


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
