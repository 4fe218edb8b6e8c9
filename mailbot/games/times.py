"""Moments in the words of a player's own zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def local(moment: datetime, zone: ZoneInfo) -> str:
    """`Sun 6 Dec 2026, 20:00 CET`."""
    there = moment.astimezone(zone)
    return f"{day_of(there.date())}, {there:%H:%M} {there.tzname()}"


def day_of(day: date) -> str:
    """`Sun 6 Dec 2026`."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def left(until: datetime, now: datetime) -> str:
    """`4 days 22 hours`; at least one minute."""
    minutes = max(1, int((until - now) / timedelta(minutes=1)))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return _join(_count(days, "day"), hours and _count(hours, "hour"))
    if hours:
        return _join(_count(hours, "hour"), minutes and _count(minutes, "minute"))
    return _count(minutes, "minute")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _join(*parts: str | int) -> str:
    return " ".join(str(part) for part in parts if part)
