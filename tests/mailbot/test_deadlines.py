"""Schedules: what can be written, and when the next deadline is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.deadlines import next_deadline, read_schedule, write_schedule

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2000, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 60 * 366 * 86400).map(lambda seconds: START + timedelta(seconds=seconds))
ZONES = st.sampled_from(
    ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza"]
)
WRITTEN = st.sampled_from(
    ["Sunday 20:00", "tue, fri 2:30", "daily 00:00", "every 3 days 23:59", "Monday and Friday 3:00"]
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


@pytest.mark.parametrize("text", ["Tuesday, Friday 20:00", "daily 20:00", "every 3 days 20:00"])
def test_a_schedule_is_written_as_it_is_read(text: str) -> None:
    assert write_schedule(read_schedule(text, BERLIN)) == f"{text} (Europe/Berlin)"
