"""What is told of the health of service and games (FEAT-G2)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from mailbot.games import steering
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.lookout.glance import look
from mailbot.lookout.rounds import beat, health_due, watch_over
from mailbot.lookout.troubles import troubles
from mailbot.storage.tables import Beat, Letter, OutRow, OutState, Pause, Phase
from tests.helpers.got import Mail
from tests.helpers.world import World, Worlds
from tests.stories.conftest import worlds as worlds

BERLIN = ZoneInfo("Europe/Berlin")
SERVICE = {"service": {"zone": "Europe/Berlin"}}


def gm(world: World) -> list[Mail]:
    return world.person("gm").letters()


def watches(world: World, **time: float) -> None:
    """Time goes by, the service works, its letters go out, and it looks after itself."""
    world.passes(**time)
    with world.service.store.writing() as session:
        session.execute(update(OutRow).values(state=OutState.SENT))
    watch_over(world.service)


def words(world: World) -> list[str]:
    return [each.words for each in troubles(look(world.service))]


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        ("2025-12-01 06:59", "2025-12-01 07:00", True),
        ("2025-12-01 07:00", "2025-12-01 23:00", False),
        ("2025-12-01 07:00", "2025-12-02 06:59", False),
        ("2025-12-01 07:00", "2025-12-05 03:00", True),
    ],
)
def test_the_daily_letter_is_due_once_a_day(last: str, now: str, *, due: bool) -> None:
    """At eight in Berlin, which is seven in winter."""
    before, after = (datetime.fromisoformat(f"{text}+00:00") for text in (last, now))
    assert health_due(before, after, time(8), BERLIN) is due


def test_the_daily_letter_keeps_its_hour_when_the_clocks_change() -> None:
    before, eight = (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC))
    assert health_due(before, eight, time(8), BERLIN)
    assert not health_due(before, eight - timedelta(minutes=1), time(8), BERLIN)


def test_the_daily_letter_is_short_when_all_is_well(worlds: Worlds) -> None:
    world = worlds(settings=SERVICE)
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    watches(world)
    assert gm(world) == []
    watches(world, days=1)
    watches(world, hours=2)
    (letter,) = gm(world)
    assert letter.subject == "For the Gamesmaster: all is well; 1 game (2025-12-02)"
    assert "  in: Zane\r\n  missing: Rick\r\n" in letter.text
    assert "due Sun 7 Dec 2025, 20:00 CET (in " in letter.text
    assert "WRONG" not in letter.text


def test_no_daily_letter_where_none_is_wanted(worlds: Worlds) -> None:
    world = worlds(settings={"service": {"health_at": ""}})
    world.begins("Zane", "Rick")
    watches(world)
    watches(world, days=2)
    assert gm(world) == []


def test_games_that_are_held_come_first_in_the_daily_letter(worlds: Worlds) -> None:
    world = worlds(settings=SERVICE)
    world.begins("Zane", "Rick")
    world.creates("abba")
    with world.service.store.writing() as session:
        row = find_game(session, "pent")
        row.phase, row.held = Phase.HELD, "a ruling is wanted"
    watches(world)
    watches(world, days=1)
    text = gm(world)[-1].text
    assert "YOU: pent is held: a ruling is wanted" in text
    assert text.index("Pent (pent") < text.index("Abba (abba")


def test_the_gamesmaster_hears_of_a_deadline_without_a_run_and_why(worlds: Worlds) -> None:
    world = worlds(settings={"service": {"health_at": ""}})
    world.begins("Zane", "Rick")
    world.clock.set(world.deadline() + timedelta(minutes=29))
    watch_over(world.service)
    assert gm(world) == []
    world.clock.advance(timedelta(minutes=1))
    watch_over(world.service)
    (letter,) = gm(world)
    assert "pent: the deadline of turn 1 has passed, and no turn was run" in letter.subject
    assert "nobody has run it" in letter.text
    watches(world, minutes=5)
    assert len(gm(world)) == 1


def test_an_engine_that_fails_is_named_as_the_reason(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = worlds(settings={"service": {"health_at": ""}})
    world.begins("Zane", "Rick")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no wind")

    monkeypatch.setattr("mailbot.due.turns.run", broken)
    world.turn()
    watches(world, minutes=31)
    assert "it is held: ZeroDivisionError: no wind" in gm(world)[-1].words
    assert "pent: stage 1 could not be run" in look(world.service).errors


def test_a_paused_game_and_a_result_that_waits_are_no_reason_for_an_alarm(worlds: Worlds) -> None:
    world = worlds(settings={"service": {"health_at": ""}})
    world.begins("Zane", "Rick", release="gm")
    world.turn()
    before = len(gm(world))
    watches(world, minutes=31)
    assert len(gm(world)) == before
    assert words(world) == [
        "pent is held: the result waits to be released: Every result of this game waits for you."
    ]


def test_a_service_that_is_at_work_is_seen_and_a_dead_one_is_missed(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    assert words(world) == ["no service is at work; the last sign of one: never"]
    watch_over(world.service)
    assert words(world) == []
    world.clock.advance(timedelta(minutes=16))
    assert words(world) == [
        "no service is at work; the last sign of one: Mon 1 Dec 2025, 11:00 UTC"
    ]


def test_signs_of_life_are_written_once_a_minute(worlds: Worlds) -> None:
    world = worlds()
    watch_over(world.service)
    world.clock.advance(timedelta(seconds=15))
    watch_over(world.service)
    with world.service.store.reading() as session:
        assert session.get_one(Beat, "worker first").at == datetime(2025, 12, 1, 11, tzinfo=UTC)


def test_what_two_services_notice_at_once_is_noted_once(worlds: Worlds) -> None:
    """The one that had to wait comes with a moment that lies before the other's."""
    world, day = worlds(), timedelta(days=1)
    now = world.clock.now()
    with world.service.store.writing() as session:
        assert beat(session, "overdue pent 1", now, day)
        session.flush()
        assert not beat(session, "overdue pent 1", now - timedelta(seconds=2), day)
        assert not beat(session, "overdue pent 1", now + timedelta(hours=23), day)
        assert beat(session, "overdue pent 1", now + day, day)


def test_a_pause_of_the_outbox_and_letters_that_wait_are_alarms(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    watches(world)
    now = world.clock.now()
    with world.service.store.writing() as session:
        session.add(Pause(name="outbox", since=now, until=now, reason="535 no"))
        for letter in session.scalars(select(Letter).limit(1)):
            letter.state = "received"
            letter.received = now - timedelta(hours=2)
    found = [each for each in troubles(look(world.service)) if each.alarm]
    assert any("nothing is sent since" in each.words for each in found)
    assert any("1 letter to be read, the oldest for 2 hours" in each.words for each in found)


def test_players_hear_nothing_of_it(worlds: Worlds) -> None:
    world = worlds(settings=SERVICE)
    zane, rick = world.begins("Zane", "Rick")
    before = [len(each.letters()) for each in (zane, rick)]
    watches(world)
    world.clock.set(world.deadline() + timedelta(hours=1))
    watch_over(world.service)
    assert [len(each.letters()) for each in (zane, rick)] == before


def test_a_pause_by_the_gamesmaster_stops_the_clock(worlds: Worlds) -> None:
    world = worlds(settings={"service": {"health_at": ""}})
    world.begins("Zane", "Rick")
    with world.service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), world.service.office.desk)
        steering.pause(session, find_game(session, "pent"), hand)
    world.clock.set(world.deadline() + timedelta(hours=1))
    watch_over(world.service)
    assert gm(world) == []
