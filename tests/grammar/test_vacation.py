"""The days of a vacation, in the ways in which people write them (FEAT-T2)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.vacation import LAST_YEAR, read_days

TODAY = date(2026, 11, 30)
CHRISTMAS = "2026-12-20 to 2027-01-03"


def days(text: str) -> str:
    found = read_days(text, TODAY)
    return f"{found.first} to {found.last}" if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-20 to 2027-01-03",
        "from 2026-12-20 until 2027-01-03.",
        "20 Dec - 3 Jan",
        "from 20th December to 3rd January 2027",
        "Dec 20, 2026 till Jan 3",
        "20.12. to 3.1.2027",
        "20.12. to 3.1.",
        "20. 12. 2026 – 3. 1. 2027",
        "20 Dec–3 January",
        "20 Dec for 15 days",
    ],
)
def test_days_from_one_to_another(text: str) -> None:
    assert days(text) == CHRISTMAS


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("from 3 Jan for 2 weeks", "2027-01-03 to 2027-01-16"),
        ("from 3 Jan for a week", "2027-01-03 to 2027-01-09"),
        ("until 5 December", "2026-11-30 to 2026-12-05"),
        ("from today to 5 December", "2026-11-30 to 2026-12-05"),
        ("3 Jan", "2027-01-03 to 2027-01-03"),
        ("28 Nov to 3 Dec", "2026-11-28 to 2026-12-03"),
        ("until 5.12.", "2026-11-30 to 2026-12-05"),
        ("3 Sept", "2027-09-03 to 2027-09-03"),
        ("29 Feb", "2028-02-29 to 2028-02-29"),
    ],
)
def test_other_ways_to_say_it(text: str, meant: str) -> None:
    assert days(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "30 Feb", "2026-12-24 to 2026-12-20", "3/4", "9999-12-31 for 2 weeks", "x to y"),
        *("12/20 to 1/3", "31.4.", "3.13.", "3 decades", "20 Dec to 3", "2027-02-29"),
    ],
)
def test_what_cannot_be_told_is_not_guessed(text: str) -> None:
    assert days(text) == ""


@given(st.dates(TODAY, date(2030, 1, 1)), st.integers(0, 300))
def test_a_year_that_is_named_is_the_one_that_is_meant(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    assert days(f"from {first:%d %b %Y} to {last}") == f"{first} to {last}"


@given(st.text(max_size=40), st.dates(date(1990, 1, 1), date(LAST_YEAR, 1, 1)))
def test_nothing_that_is_written_breaks_the_reader(text: str, today: date) -> None:
    found = read_days(text, today)
    assert found is None or found.first <= found.last
