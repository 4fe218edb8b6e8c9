"""Schedules: what can be written, and when the next deadline is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.deadlines import (
    BadSchedule,
    in_holiday,
    next_deadline,
    read_holiday,
    read_schedule,
    write_schedule,
)

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2000, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 60 * 366 * 86400).map(lambda seconds: START + timedelta(seconds=seconds))
ZONES = st.sampled_from(
    ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza"]
)
WRITTEN = st.sampled_from(
    ["Sunday 20:00", "tue, fri 2:30", "daily 00:00", "every 3 days 23:59", "Monday and Friday 3:00"]
)
MONTHLY = st.sampled_from(["1st, 15th 20:00", "last 2:30", "1st and last 0:00", "30th 3:00"])
HOLIDAYS = st.lists(
    st.tuples(st.dates(date(2000, 1, 1), date(2060, 1, 1)), st.integers(0, 40)).map(
        lambda drawn: f"{drawn[0]} to {drawn[0] + timedelta(days=drawn[1])}"
    ),
    max_size=3,
)


def due(text: str, after: str, zone: ZoneInfo = BERLIN) -> str:
    moment = next_deadline(read_schedule(text, zone), datetime.fromisoformat(after))
    return moment.astimezone(zone).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("text", "after", "next_one"),
    [
        ("Sunday 20:00", "2025-12-01T12:00+01:00", "2025-12-07T20:00+01:00"),
        ("Sunday 20:00", "2025-12-07T20:00+01:00", "2025-12-14T20:00+01:00"),
        ("Sunday 20:00", "2025-12-07T19:59+01:00", "2025-12-07T20:00+01:00"),
        ("Tuesday, Friday 20:00", "2025-12-02T21:00+01:00", "2025-12-05T20:00+01:00"),
        ("daily 20:00", "2025-12-01T21:00+01:00", "2025-12-02T20:00+01:00"),
        ("every 3 days 20:00", "2025-12-01T12:00+01:00", "2025-12-04T20:00+01:00"),
        ("Sunday 20:00", "2025-03-25T12:00+01:00", "2025-03-30T20:00+02:00"),
        ("Sunday 20:00", "2025-10-20T12:00+02:00", "2025-10-26T20:00+01:00"),
        ("1st, 15th 20:00", "2025-12-01T20:00+01:00", "2025-12-15T20:00+01:00"),
        ("1st, 15th 20:00", "2025-12-16T20:00+01:00", "2026-01-01T20:00+01:00"),
        ("last 20:00", "2025-12-31T21:00+01:00", "2026-01-31T20:00+01:00"),
        ("1st and last 20:00", "2026-02-02T12:00+01:00", "2026-02-28T20:00+01:00"),
        ("31st 20:00", "2028-02-01T12:00+01:00", "2028-02-29T20:00+01:00"),
        ("30th 20:00", "2026-01-30T21:00+01:00", "2026-02-28T20:00+01:00"),
        ("last 02:30", "2024-03-30T12:00+01:00", "2024-03-31T03:00+02:00"),
    ],
)
def test_the_next_deadline(text: str, after: str, next_one: str) -> None:
    assert due(text, after) == next_one


def test_a_skipped_local_time_means_the_next_instant() -> None:
    """(MAIL-R13)"""
    assert due("Sunday 02:30", "2025-03-29T12:00+01:00") == "2025-03-30T03:00+02:00"


def test_of_a_local_time_that_comes_twice_the_first_counts() -> None:
    """(MAIL-R13)"""
    assert due("Sunday 02:30", "2025-10-25T12:00+02:00") == "2025-10-26T02:30+02:00"


@given(WRITTEN, ZONES, MOMENTS)
def test_a_deadline_lies_ahead_and_not_farther_than_the_schedule_says(
    text: str, zone: str, after: datetime
) -> None:
    moment = next_deadline(read_schedule(text, ZoneInfo(zone)), after)
    assert after < moment <= after + timedelta(days=8, hours=2)


@given(WRITTEN, ZONES, MOMENTS)
def test_deadlines_follow_each_other_at_the_local_hour(
    text: str, zone: str, after: datetime
) -> None:
    schedule = read_schedule(text, ZoneInfo(zone))
    first = next_deadline(schedule, after)
    second = next_deadline(schedule, first)
    assert second > first
    clock = second.astimezone(schedule.zone)
    moved = clock.utcoffset() != (second - timedelta(days=1)).astimezone(schedule.zone).utcoffset()
    assert moved or clock.timetz().replace(tzinfo=None) == schedule.at


@given(st.one_of(WRITTEN, MONTHLY), ZONES, MOMENTS, HOLIDAYS)
def test_no_deadline_lies_in_a_holiday_and_each_at_the_local_time(
    text: str, zone: str, after: datetime, holidays: list[str]
) -> None:
    """A local time that the clocks skip means the next instant (MAIL-R13, FEAT-T1)."""
    schedule = read_schedule(text, ZoneInfo(zone), holidays)
    for _ in range(3):
        due = next_deadline(schedule, after)
        assert due > after
        assert not in_holiday(schedule, due)
        clock = due.astimezone(schedule.zone).replace(tzinfo=None)
        before = (due - timedelta(seconds=1)).astimezone(schedule.zone).replace(tzinfo=None)
        skipped = before + timedelta(seconds=1) != clock
        assert skipped or clock.time() == schedule.at
        after = due


@given(WRITTEN, ZONES, MOMENTS)
def test_holidays_leave_out_slots_and_move_none(text: str, zone: str, after: datetime) -> None:
    """(FEAT-T1)"""
    plain = read_schedule(text, ZoneInfo(zone))
    first = next_deadline(plain, after)
    day = first.astimezone(plain.zone).date()
    free = read_schedule(text, ZoneInfo(zone), [f"{day}"])
    late = next_deadline(free, after)
    assert first < late
    assert plain.every or late == next_deadline(plain, first)


@pytest.mark.parametrize(
    ("text", "after", "next_one"),
    [
        ("Thursday 20:00", "2026-12-20T12:00+01:00", "2027-01-07T20:00+01:00"),
        ("daily 20:00", "2026-12-23T21:00+01:00", "2027-01-03T20:00+01:00"),
        ("every 3 days 20:00", "2026-12-23T12:00+01:00", "2027-01-04T20:00+01:00"),
        ("last 20:00", "2026-12-20T12:00+01:00", "2027-01-31T20:00+01:00"),
    ],
)
def test_a_deadline_in_the_holidays_is_the_next_slot_after_them(
    text: str, after: str, next_one: str
) -> None:
    """(FEAT-T1)"""
    schedule = read_schedule(text, BERLIN, ["2026-12-24 to 2027-01-02", "2027-04-05"])
    moment = next_deadline(schedule, datetime.fromisoformat(after))
    assert moment.astimezone(BERLIN).isoformat(timespec="minutes") == next_one


@pytest.mark.parametrize(
    "text", ["24 Dec", "2027-02-30", "2027-01-02 to 2026-12-24", "2026-01-01 to 2036-01-01"]
)
def test_a_holiday_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadSchedule, match="should"):
        read_holiday(text)


@pytest.mark.parametrize("text", ["32nd 20:00", "0th 20:00", "Sunday, 15th 20:00"])
def test_a_day_of_the_month_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadSchedule, match=r"day|not both"):
        read_schedule(text, BERLIN)


@pytest.mark.parametrize(
    "text",
    [
        "Tuesday, Friday 20:00",
        "daily 20:00",
        "every 3 days 20:00",
        "1st, 2nd, 3rd, 11th, 22nd, last 20:00",
    ],
)
def test_a_schedule_is_written_as_it_is_read(text: str) -> None:
    assert write_schedule(read_schedule(text, BERLIN)) == f"{text} (Europe/Berlin)"
