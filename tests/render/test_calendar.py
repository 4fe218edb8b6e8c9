"""A deadline as calendars read it (RFC 5545)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from mailbot.render.calendar import Appointment, calendar
from mailbot.render.words import clean

NOW = datetime(2026, 12, 1, 8, 30, tzinfo=UTC)
DEADLINE = Appointment(
    uid="deadline.pent.4@example.org",
    sequence=2,
    due=datetime(2026, 12, 6, 20, 0, tzinfo=ZoneInfo("Europe/Berlin")),
    summary="Pentarchy; the big one, I: orders for turn 4 are due",
    description="Orders for turn 4 of Pentarchy count if they arrive until then.",
    service='Games "by post"',
    address="orders@example.org",
)


def read(file: bytes) -> dict[str, str]:
    """Name and value of every line, unfolded; of the alarm only what is its own."""
    lines = file.decode().replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    found: dict[str, str] = {}
    for name, _, value in pairs:
        found.setdefault(name, value)
    return found


def plain(value: str) -> str:
    """A value of type TEXT as a calendar shows it."""
    for written, meant in (("\\;", ";"), ("\\,", ","), ("\\\\", "\\")):
        value = value.replace(written, meant)
    return value


def test_a_deadline_is_an_event_in_utc_with_an_alarm() -> None:
    found = read(calendar(DEADLINE, NOW))
    assert (found["DTSTART"], found["DTSTAMP"]) == ("20261206T190000Z", "20261201T083000Z")
    assert (found["UID"], found["SEQUENCE"]) == ("deadline.pent.4@example.org", "2")
    assert (found["ACTION"], found["TRIGGER"]) == ("DISPLAY", "-PT12H")
    assert plain(found["SUMMARY"]) == DEADLINE.summary


def test_it_is_published_and_asks_nobody_for_an_answer() -> None:
    """RFC 5546, 3.2.1: an organizer and no attendee."""
    file = calendar(DEADLINE, NOW)
    assert read(file)["METHOD"] == "PUBLISH"
    assert b"ORGANIZER;CN=\"Games 'by post'\":mailto:orders@example.org\r\n" in file
    assert b"ATTENDEE" not in file


def test_what_is_opened_is_closed() -> None:
    lines = calendar(DEADLINE, NOW).decode().split("\r\n")
    opened = [line[6:] for line in lines if line.startswith("BEGIN:")]
    closed = [line[4:] for line in lines if line.startswith("END:")]
    assert opened == closed[::-1] == ["VCALENDAR", "VEVENT", "VALARM"]


@given(st.text(max_size=200))
def test_any_title_comes_through_in_short_lines(title: str) -> None:
    file = calendar(replace(DEADLINE, summary=title, service=title), NOW)
    assert all(len(line) <= 75 for line in file.split(b"\r\n"))
    assert read(file)["SUMMARY"].replace("\\\\", "\0").replace("\\;", ";").replace(
        "\\,", ","
    ).replace("\0", "\\") == clean(title)
    assert file.count(b"\r\n") == file.count(b"\n") == file.count(b"\r")
