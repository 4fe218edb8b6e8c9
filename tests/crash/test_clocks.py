"""Clocks jump and are set back, and the hours of summer come and go: every turn is run once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select

from mailbot import scheduler
from mailbot.clock import HandClock
from mailbot.inbound.feeding import feed_letters
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Letter, LetterState, MailboxRow, OutRow, OutState, TurnRow
from tests.crash.test_goes_on import at_work, relay_at, until
from tests.helpers import scripted_smtp
from tests.helpers.world import UNLIMITED, World, Worlds
from tests.stories.conftest import worlds as worlds


def turns_run(world: World, game: str = "pent") -> int:
    with world.service.store.reading() as session:
        return session.scalar(select(func.count()).where(TurnRow.game == game)) or 0


def test_a_clock_that_passes_a_deadline_twice_runs_one_turn(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    due = world.deadline()
    world.until(due + timedelta(seconds=1))
    for moment in (due - timedelta(hours=1), due + timedelta(seconds=2), due + timedelta(hours=5)):
        world.until(moment)
    assert (world.game().stage, turns_run(world)) == (2, 2)
    assert len(zane.letters(Kind.SHEET)) == 3
    assert world.deadline() == due + timedelta(days=7)


def test_a_clock_that_jumps_far_ahead_runs_one_turn_and_skips_none(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    world.clock.advance(timedelta(days=400))
    world.works()
    world.works()
    assert (world.game().stage, turns_run(world)) == (2, 2)


def test_a_sign_up_counts_though_the_clock_was_set_back_before_the_start(worlds: Worlds) -> None:
    """Zane's ships are registered an hour after the game starts, as clocks have it."""
    world = worlds()
    world.creates(options={"max_players": 2})
    zane = world.joins("Zane")
    world.clock.advance(-timedelta(hours=1))
    world.joins("Rick")
    assert world.game().stage == 1
    assert "You command 6 ships." in zane.last(Kind.SHEET).words


def test_a_letter_is_corrected_by_a_later_one_though_the_clock_was_set_back(
    worlds: Worlds,
) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    world.clock.advance(-timedelta(hours=2))
    world.service.come_to_now()
    zane.writes("Phoenix to Brendan")
    assert world.stands(zane) == ["Phoenix to Brendan"]


def test_nothing_waits_for_a_future_that_a_wrong_clock_has_seen(worlds: Worlds) -> None:
    """The clock runs a day ahead for a while, and is set right again."""
    script = scripted_smtp.Script(answers={"RCPT": [b"451 later"] * 2})
    with scripted_smtp.playing(script) as port, pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "DUE_EVERY", 0.05)
        world = worlds(settings={"smtp": relay_at(port)})
        zane, _ = world.begins("Zane", "Rick")
        now = world.clock.now()
        world.clock.set(now + timedelta(days=1))
        with at_work(world):
            until(lambda: script.taken)
            raw = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
            feed_letters(world.service.store, world.clock, [raw], 10**6)
            until(lambda: zane.last().kind == Kind.RECEIPT)
            world.clock.set(now)
            until(lambda: {row.state for row in world.outbox()} == {OutState.SENT})


def test_leases_of_the_future_end_when_the_clock_is_right(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    due, later = world.deadline(), world.clock.now() + timedelta(days=30)
    with world.service.store.writing() as session:
        session.get_one(type(world.game()), "pent").lease_until = later
        session.add(MailboxRow(name="box", read_to_end=later, lease_owner="x", lease_until=later))
        for letter in session.scalars(select(Letter).where(Letter.state == LetterState.RECEIVED)):
            letter.tried = later
    world.service.come_to_now()
    world.until(due + timedelta(seconds=1))
    assert world.game().stage == 2
    assert world.received()[-1].state == LetterState.DONE
    with world.service.store.reading() as session:
        box = session.get_one(MailboxRow, "box")
        assert (box.read_to_end, box.lease_owner) == (None, None)


def test_what_waits_rightly_goes_on_waiting(worlds: Worlds) -> None:
    """A lease, and a letter that is tried again in four hours, of a host whose clock is right."""
    world = worlds()
    world.begins("Zane", "Rick")
    now = world.clock.now()
    lease, rest = now + timedelta(minutes=10), now + timedelta(hours=4)
    with world.service.store.writing() as session:
        session.get_one(type(world.game()), "pent").lease_until = lease
        for row in session.scalars(select(OutRow)):
            row.state, row.next_at = OutState.RETRY, rest
    world.service.come_to_now()
    assert world.game().lease_until == lease
    assert {row.next_at for row in world.outbox()} == {rest}


NORTH = {"berlin": "Europe/Berlin", "york": "America/New_York"}


@pytest.mark.parametrize(
    "start", [datetime(2026, 3, 3, 12, tzinfo=UTC), datetime(2026, 10, 20, 12, tzinfo=UTC)]
)
def test_each_zone_keeps_its_hour_through_summer_time_and_no_turn_is_run_twice_or_skipped(
    worlds: Worlds, start: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two change their clocks weeks apart. (MAIL-R13)"""
    # Maps look the same in summer and in winter.
    monkeypatch.setattr("mailbot.render.letter.svg_png", lambda *_: b"\x89PNG")
    world = worlds(clock=HandClock(start), settings={"limits": UNLIMITED})
    for game, zone in NORTH.items():
        world.begins("Zane", "Rick", game=game, zone=zone, schedule="Sunday 20:00")
        world.passes(days=1)
    for turn in range(2, 7):
        for game in NORTH:
            world.turn(game)
        for game, zone in NORTH.items():
            local = world.deadline(game).astimezone(ZoneInfo(zone))
            assert (world.game(game).stage, local.weekday(), local.hour) == (turn, 6, 20)
            assert turns_run(world, game) == turn
