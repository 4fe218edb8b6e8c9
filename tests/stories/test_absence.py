"""When somebody does not write: reminders, grace, deputies, caretakers (FEAT-T2)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mailbot.games import steering, undoing
from mailbot.games.addresses import enter
from mailbot.games.settings import find_game, seat_of
from mailbot.games.steering import Hand
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Phase, TurnRow, Way
from tests.helpers.world import Person, World, Worlds


def game(worlds: Worlds, **settings: Any) -> tuple[World, Person, Person]:
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", **settings)
    return world, zane, rick


def does(world: World, deed: object, *args: object, why: str = "", **named: object) -> None:
    """The Gamesmaster does something to the game, and the service works."""
    service = world.service
    with service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), service.office.desk, why)
        deed(session, find_game(session, "pent"), hand, *args, **named)  # type: ignore[operator]
    world.works()


def subjects(person: Person, kind: Kind = Kind.NOTICE) -> list[str]:
    return [mail.subject for mail in person.letters(kind)]


def gives_deputy(world: World, person: Person, address: str) -> Person:
    with world.service.store.writing() as session:
        enter(
            session, seat_of(session, "pent", person.name), address, Way.DEPUTY, world.clock.now()
        )
    return world.person(address.partition("@")[0].capitalize())


REMINDER = "[pent T1] Pent: no orders of yours for turn 1 yet"


def test_who_has_sent_nothing_is_reminded_once_in_his_own_zone(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, zane, rick = game(worlds, remind_hours=24)
    with world.service.store.writing() as session:
        seat_of(session, "pent", "Rick").zone = "America/New_York"
    zane.writes("Phoenix to Hilda")
    world.until(world.deadline() - timedelta(hours=24, minutes=1))
    assert subjects(rick) == []
    world.passes(minutes=1)
    world.restarting = True
    world.passes(hours=1)
    assert subjects(zane) == []
    assert subjects(rick) == [REMINDER]
    assert "due Sun 7 Dec 2025, 14:00 EST, in 1 day, and none" in rick.last().words


@pytest.mark.parametrize("says", ["ready", "Duke to Topaz"])
def test_who_is_done_is_not_reminded(worlds: Worlds, says: str) -> None:
    world, _, rick = game(worlds, remind_hours=24)
    rick.writes(says)
    world.until(world.deadline() - timedelta(hours=1))
    assert subjects(rick) == []


def test_nobody_is_reminded_late_or_where_the_game_wants_none(worlds: Worlds) -> None:
    world, _, rick = game(worlds, remind_hours=24)
    world.turn()
    assert subjects(rick) == []
    other, _, mara = game(worlds)
    other.until(other.deadline() - timedelta(hours=1))
    assert subjects(mara) == []


def test_the_reminder_goes_to_the_deputy_too(worlds: Worlds) -> None:
    world, _, rick = game(worlds, remind_hours=24)
    ann = gives_deputy(world, rick, "ann@game.test")
    world.until(world.deadline() - timedelta(hours=1))
    assert subjects(ann) == [REMINDER]


def test_a_deadline_moves_once_for_somebody_without_orders(world: World) -> None:
    """Nobody is told for whom (FEAT-T2)."""
    zane, rick = world.begins("Zane", "Rick", grace_hours=24, remind_hours=2)
    zane.writes("Phoenix to Hilda")
    slot = world.deadline()
    world.turn()
    assert (world.game().stage, world.deadline()) == (1, slot + timedelta(hours=24))
    assert subjects(zane)[-1] == subjects(rick)[-1] == "[pent T1] Pent: a new deadline"
    assert "Rick" not in zane.last().text
    assert zane.last().words.replace("Zane", "Rick") == rick.last().words
    rick.writes("Duke to Topaz")
    world.turn()
    assert (world.game().stage, world.deadline()) == (2, slot + timedelta(days=7))


def test_orders_in_the_time_of_grace_count(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, grace_hours=24)
    world.turn()
    world.passes(hours=5)
    rick.writes("Duke to Topaz")
    assert world.stands(rick) == ["Duke to Topaz"]
    zane.writes("ready")
    world.turn()
    assert "Duke sailed from Pearl* to Topaz." in rick.last(Kind.SHEET).text


def test_grace_is_given_to_one_player_only_so_often(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, grace_hours=24, grace_per_player=1)
    zane.writes("ready")
    world.turn()
    world.turn()
    assert world.game().stage == 2
    zane.writes("ready")
    world.turn()
    assert world.game().stage == 3


def test_grace_goes_no_farther_than_its_cap(worlds: Worlds) -> None:
    world, *_ = game(worlds, grace_hours=48, grace_cap_hours=12)
    slot = world.deadline()
    world.turn()
    assert world.deadline() == slot + timedelta(hours=12)


def test_the_deputy_hears_when_the_deadline_moves(worlds: Worlds) -> None:
    world, _, rick = game(worlds, grace_hours=24)
    ann = gives_deputy(world, rick, "ann@game.test")
    world.turn()
    assert "[pent T1] Pent: Rick needs you" in subjects(ann)
    ann.writes("Duke to Topaz", ann.last())
    assert world.stands(rick) == ["Duke to Topaz"]


def test_a_turn_that_the_gamesmaster_runs_waits_for_nobody(worlds: Worlds) -> None:
    world, *_ = game(worlds, grace_hours=24)
    does(world, steering.run_now, ("Zane", "Rick"))
    assert world.game().stage == 2


def test_a_caretaker_orders_for_who_has_been_silent(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, zane, rick = game(worlds, caretaker_after=1)
    zane.writes("ready")
    world.turn()
    assert "caretaker" not in rick.last(Kind.SHEET).text
    zane.writes("ready")
    world.turn()
    told = rick.last(Kind.SHEET).text
    assert "Your caretaker" in told
    assert "Duke" in told[told.index("Your caretaker") :]
    assert "caretaker" not in zane.last(Kind.SHEET).text
    assert "a caretaker ordered for Rick" in world.person("gm").last().subject
    assert orders(world, 2)["Rick"]


def test_a_caretaker_plays_a_game_of_several_stages_to_the_end(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world = worlds()
    world.creates("deeps", ruleset="offmap", caretaker_after=1)
    for side in ("pact", "reach"):
        world.joins(side, "deeps")
    for _ in range(12):
        if world.game("deeps").phase == Phase.RUNNING:
            world.turn("deeps")
    assert world.game("deeps").phase in (Phase.RUNNING, Phase.OVER)
    told = [
        mail for mail in world.person("pact").letters(Kind.SHEET) if "Your caretaker" in mail.text
    ]
    assert told


def orders(world: World, stage: int) -> Any:
    """What the record of the turn holds."""
    with world.service.store.reading() as session:
        return session.get_one(TurnRow, ("pent", stage)).orders


def test_a_deliberate_hold_is_no_missed_turn(worlds: Worlds) -> None:
    world, _, rick = game(worlds, caretaker_after=1)
    rick.writes("ready")
    world.turn()
    world.turn()
    assert orders(world, 2)["Rick"] == []
    world.turn()
    assert orders(world, 3)["Rick"]


def test_orders_of_his_own_end_the_caretakers_work(worlds: Worlds) -> None:
    world, _, rick = game(worlds, caretaker_after=1)
    world.turn()
    rick.writes("Duke to Topaz")
    world.turn()
    world.turn()
    assert "caretaker" not in rick.last(Kind.SHEET).text


def test_a_caretaker_shifts_no_throw_and_gives_the_same_orders_again(worlds: Worlds) -> None:
    """(FEAT-T2, FEAT-T5)"""
    world, *_ = game(worlds, caretaker_after=1)
    world.turn()
    world.turn()
    first = orders(world, 2)
    does(world, undoing.undo)
    does(world, undoing.rerun, look_first=False)
    assert world.game().stage == 3
    assert orders(world, 2) == first
    with world.service.store.reading() as session:
        rolls = session.get_one(TurnRow, ("pent", 2)).rolls
    assert not [purpose for purpose, _, _ in rolls if "bot" in purpose or "caretaker" in purpose]


def test_the_gamesmaster_hears_of_who_has_fallen_silent(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, replace_after=2)
    told = "For the Gamesmaster: Pent: Rick has fallen silent"
    for _ in range(3):
        zane.writes("ready")
        world.turn()
        with world.service.store.reading() as session:
            vacant = seat_of(session, "pent", "Rick").vacant
        assert vacant == (told in subjects(world.person("gm")))
    assert subjects(world.person("gm")).count(told) == 1
    assert world.game().phase == Phase.RUNNING


def test_a_vacation_is_confirmed_in_the_players_zone_and_told_to_the_gamesmaster(
    worlds: Worlds,
) -> None:
    """(FEAT-T2)"""
    world, zane, rick = game(worlds)
    with world.service.store.writing() as session:
        seat_of(session, "pent", "Rick").zone = "America/New_York"
    letters = len(zane.letters())
    told = rick.writes("vacation 2025-12-05 to 2025-12-14")[-1].words
    assert "You are away from Fri 5 Dec 2025 to Sun 14 Dec 2025." in told
    assert "`vacation none` ends it" in told
    with world.service.store.reading() as session:
        seat = seat_of(session, "pent", "Rick")
    assert seat.away_from == datetime(2025, 12, 5, 5, tzinfo=UTC)
    assert seat.away_until == datetime(2025, 12, 15, 5, tzinfo=UTC)
    assert "Rick is away from Fri 5 Dec 2025" in world.person("gm").last().subject
    assert len(zane.letters()) == letters


def test_who_is_away_is_not_reminded_and_misses_nothing(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, _, rick = game(worlds, remind_hours=24, caretaker_after=1, grace_hours=24)
    rick.writes("vacation until 20 Dec")
    world.person("zane").writes("ready")
    world.turn()
    assert subjects(rick) == []
    world.person("zane").writes("ready")
    world.turn()
    assert world.game().stage == 3
    assert orders(world, 2)["Rick"] == []


def test_deadlines_wait_for_a_vacation_where_the_game_wants_that(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, _, rick = game(worlds, vacations="wait", grace_cap_hours=24 * 14)
    rick.writes("vacation 6 Dec for 3 days")
    slot = world.deadline()
    world.turn()
    assert (world.game().stage, world.deadline()) == (1, slot + timedelta(days=7))
    assert "Rick" not in world.person("zane").last().text
    world.turn()
    assert world.game().stage == 2


def test_a_deadline_waits_no_longer_than_the_game_allows(worlds: Worlds) -> None:
    world, _, rick = game(worlds, vacations="wait", grace_cap_hours=48)
    rick.writes("vacation from 6 Dec for 2 weeks")
    slot = world.deadline()
    world.turn()
    assert world.deadline() == slot + timedelta(hours=48)


def test_a_vacation_ends_when_the_player_says_so(worlds: Worlds) -> None:
    world, _, rick = game(worlds, remind_hours=24)
    rick.writes("vacation until 20 Dec")
    assert "You are away from" in rick.writes("vacation")[-1].words
    assert "reminded again" in rick.writes("vacation none")[-1].words
    world.until(world.deadline() - timedelta(hours=1))
    assert subjects(rick) == [REMINDER]


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("vacation soon", "I cannot tell from “soon” when you are away. Write `vacation"),
        ("vacation 2025-11-01", "Sat 1 Nov 2025 has passed already"),
        ("vacation 2026-01-01 to 2026-12-01", "of three months at most"),
        ("vacation none", "You are not away"),
    ],
)
def test_a_vacation_that_cannot_be_noted_is_answered(worlds: Worlds, says: str, told: str) -> None:
    world, _, rick = game(worlds)
    assert told in rick.writes(says)[-1].words
    with world.service.store.reading() as session:
        assert seat_of(session, "pent", "Rick").away_from is None


def test_a_caretaker_and_a_vacation_of_others_show_in_no_number(worlds: Worlds) -> None:
    """The file for calendars counts how often deadlines may have moved, and nothing else."""
    world, zane, rick = game(worlds)

    def sequence() -> bytes:
        (_, file), *_ = zane.writes("status")[-1].files
        return next(line for line in file.splitlines() if line.startswith(b"SEQUENCE"))

    before = sequence()
    rick.writes("vacation until 20 Dec")
    assert sequence() == before
    does(world, steering.extend, None)
    assert sequence() != before
