"""How far a deadline moves because orders are missing: the rungs, one by one (FEAT-T2)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.deadlines import read_schedule
from mailbot.games.ladder import Absentee, Moved, moved
from mailbot.games.settings import Settings

SCHEDULE = read_schedule("Sunday 20:00", ZoneInfo("UTC"))
DUE = datetime(2025, 12, 7, 20, tzinfo=UTC)
DAY = timedelta(days=1)
AWAY = Absentee("Rick", away_until=DUE + 2 * DAY)
SILENT = Absentee("Mara")


def step(
    *absent: Absentee, first: bool = False, others_wait: bool = False, **settings: object
) -> Moved | None:
    game = Settings("Pent", "Sunday 20:00", "UTC", **settings)  # type: ignore[arg-type]  # named in tests
    return moved(game, SCHEDULE, DUE, absent, first=first, others_wait=others_wait)


@pytest.mark.parametrize("absent", [SILENT, AWAY])
def test_no_deadline_comes_in_a_holiday_and_those_come_on_top_of_the_cap(absent: Absentee) -> None:
    """Monday to Friday are holidays; 72 hours later it would be Wednesday (FEAT-T1)."""
    holidays = ("2025-12-08 to 2025-12-12",)
    schedule = read_schedule("Sunday 20:00", ZoneInfo("UTC"), holidays)
    game = Settings(
        "Pent", "Sunday 20:00", "UTC", grace_hours=96, vacations="wait", grace_cap_hours=72
    )
    found = moved(game, schedule, DUE, (absent,), first=False, others_wait=False)
    assert found is not None
    assert found.due == DUE + 7 * DAY


def test_nothing_moves_where_nothing_is_turned_on() -> None:
    assert step(SILENT, AWAY, first=True, others_wait=True) is None


def test_nothing_moves_where_nobody_is_missing() -> None:
    assert step(grace_hours=24, vacations="wait", refill_first=True, first=True) is None


@pytest.mark.parametrize(
    ("absent", "why", "to", "roles"),
    [
        ((SILENT,), "grace", DUE + DAY, ("Mara",)),
        ((AWAY,), "wait", DUE + 7 * DAY, ("Rick",)),
        ((SILENT, AWAY), "wait", DUE + 7 * DAY, ("Rick",)),
        ((SILENT, Absentee("Zane", graces=2)), "grace", DUE + DAY, ("Mara",)),
    ],
)
def test_one_step_is_taken(
    absent: tuple[Absentee, ...], why: str, to: datetime, roles: tuple[str, ...]
) -> None:
    found = step(*absent, grace_hours=24, vacations="wait", grace_cap_hours=24 * 14)
    assert found == Moved(why, to, roles)


def test_a_seat_that_somebody_waits_for_comes_before_all_else() -> None:
    found = step(SILENT, first=True, others_wait=True, refill_first=True, grace_hours=24)
    assert found == Moved("refill", DUE + 7 * DAY, ("Mara",))


def test_who_is_on_vacation_is_spared_no_grace_and_loses_no_seat() -> None:
    assert step(AWAY, grace_hours=24, refill_first=True, first=True, others_wait=True) is None


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 40), st.booleans())
def test_no_deadline_goes_back_or_beyond_the_cap(
    grace: int, cap: int, days: int, waits: bool
) -> None:
    absent = Absentee("Rick", away_until=DUE + days * DAY if days else None)
    vacations = "wait" if waits else "note"
    found = step(absent, grace_hours=grace, grace_cap_hours=cap, vacations=vacations)
    assert found is None or DUE < found.due <= DUE + timedelta(hours=cap)
