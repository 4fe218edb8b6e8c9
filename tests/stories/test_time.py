"""When turns run: slots, holidays, turns that need not wait, reminders (FEAT-T1, FEAT-T2)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from mailbot.clock import HandClock
from mailbot.games import steering, turns
from mailbot.games.settings import find_game, seat_of
from mailbot.games.steering import Hand
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Phase
from tests.helpers.world import Person, World, Worlds

BERLIN = ZoneInfo("Europe/Berlin")


def game(worlds: Worlds, **settings: Any) -> tuple[World, Person, Person]:
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", **settings)
    return world, zane, rick


def due(world: World, zone: ZoneInfo = BERLIN) -> str:
    return world.deadline().astimezone(zone).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("zone", "first", "second"),
    [
        ("Europe/Berlin", "2025-03-30T03:00+02:00", "2025-04-06T02:30+02:00"),
        ("America/New_York", "2025-03-30T02:30-04:00", "2025-04-06T02:30-04:00"),
        ("Australia/Lord_Howe", "2025-03-30T02:30+11:00", "2025-04-06T02:30+10:30"),
    ],
)
def test_slots_keep_their_local_time_when_the_clocks_go_forward(
    worlds: Worlds, zone: str, first: str, second: str
) -> None:
    """(FEAT-T1, MAIL-R13)"""
    there = ZoneInfo(zone)
    world = worlds(clock=HandClock(datetime(2025, 3, 24, 12, tzinfo=there)))
    world.begins("Zane", "Rick", zone=zone, schedule="Sunday 02:30")
    assert due(world, there) == first
    world.turn()
    assert due(world, there) == second


@pytest.mark.parametrize(
    ("zone", "first", "second"),
    [
        ("Europe/Berlin", "2025-10-26T02:30+02:00", "2025-11-02T02:30+01:00"),
        ("America/New_York", "2025-10-26T02:30-04:00", "2025-11-02T02:30-05:00"),
        ("Australia/Lord_Howe", "2025-10-26T02:30+11:00", "2025-11-02T02:30+11:00"),
    ],
)
def test_slots_keep_their_local_time_when_the_clocks_go_back(
    worlds: Worlds, zone: str, first: str, second: str
) -> None:
    """(FEAT-T1, MAIL-R13)"""
    there = ZoneInfo(zone)
    world = worlds(clock=HandClock(datetime(2025, 10, 20, 12, tzinfo=there)))
    world.begins("Zane", "Rick", zone=zone, schedule="Sunday 02:30")
    assert due(world, there) == first
    world.turn()
    assert due(world, there) == second


def test_nothing_is_due_in_the_holidays(worlds: Worlds) -> None:
    """(FEAT-T1)"""
    world, zane, _ = game(worlds, schedule="1st, 15th 20:00", holidays=["2026-01-01"])
    assert due(world) == "2025-12-15T20:00+01:00"
    world.turn()
    assert "Thu 15 Jan 2026, 20:00 CET" in zane.last(Kind.SHEET).text


def test_a_turn_runs_early_once_everybody_is_ready_and_the_weekly_slot_stays(
    world: World,
) -> None:
    """(FEAT-T1)"""
    zane, rick = world.begins("Zane", "Rick", early=True)
    assert due(world) == "2025-12-07T20:00+01:00"
    receipt = zane.writes("Phoenix to Hilda\nready")[-1]
    assert "You are ready for turn 1: once everybody is, the turn runs before" in receipt.words
    assert world.game().stage == 1
    rick.writes("Duke to Topaz\nready")
    assert world.game().stage == 2
    assert due(world) == "2025-12-14T20:00+01:00"
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).text


@pytest.mark.parametrize("says", ["ready", "Duke to Topaz\nready", "status"])
def test_a_receipt_does_not_tell_whether_others_are_ready(worlds: Worlds, says: str) -> None:
    """How many are is a secret."""

    def receipt(other: str) -> tuple[str, list[bytes]]:
        _, zane, rick = game(worlds, early=True)
        zane.writes(other)
        got = next(mail for mail in rick.writes(says) if mail.kind is Kind.RECEIPT)
        return re.sub(r"mark [0-9a-f]{12}", "mark", got.words), [
            re.sub(rb"UID:[^\r]*", b"", file) for _, file in got.files
        ]

    assert receipt("ready") == receipt("status")


def test_new_orders_take_the_word_back_unless_they_give_it_again(worlds: Worlds) -> None:
    """(FEAT-T1)"""
    world, zane, rick = game(worlds, early=True)
    zane.writes("Phoenix to Hilda\nready")
    receipt = zane.writes("Eden to Dunstan")[-1]
    assert "your new orders take that back" in receipt.words
    rick.writes("ready")
    assert world.game().stage == 1
    zane.writes("Phoenix to Hilda\nready")
    assert world.game().stage == 2


def test_a_letter_that_is_no_order_leaves_the_word_as_it_is(worlds: Worlds) -> None:
    _, zane, _ = game(worlds, early=True)
    zane.writes("ready")
    assert "You have said that you are ready for turn 1" in zane.writes("status")[-1].words


def test_ready_means_nothing_is_missing_where_turns_do_not_run_early(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, hold_missing=1)
    assert "nothing more is expected of you" in zane.writes("ready")[-1].words
    rick.writes("ready")
    assert world.game().stage == 1
    world.turn()
    assert (world.game().stage, world.game().phase) == (2, Phase.RUNNING)


def test_a_turn_that_is_about_to_run_early_waits_for_orders_that_come_first(
    worlds: Worlds,
) -> None:
    """Read between the last `ready` and the run (MAIL-R13)."""
    world, zane, rick = game(worlds, early=True)
    slot = world.deadline()
    zane.writes("ready")
    world.post.bring(world, rick.letter("ready", To=rick.last().reply_to))
    world.service.reader.read_waiting()
    assert world.deadline() <= world.clock.now()
    late = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    world.clock.advance(timedelta(minutes=1))
    world.post.bring(world, late)
    world.service.reader.read_waiting()
    assert world.deadline() == slot
    world.works()
    assert (world.game().stage, world.stands(zane)) == (1, ["Phoenix to Hilda"])


def test_orders_that_come_while_a_turn_is_worked_out_early_are_not_lost(worlds: Worlds) -> None:
    """What a receipt has said counts is carried out (MAIL-R13)."""
    world, zane, rick = game(worlds, early=True)
    slot = world.deadline()
    zane.writes("ready")
    world.post.bring(world, rick.letter("ready", To=rick.last().reply_to))
    service = world.service
    service.reader.read_waiting()
    with service.store.writing() as session:
        assert turns.claim_due(session, service.worker, world.clock.now()) == "pent"
        work = turns.gather(session, "pent", service.keys)
    done = turns.run(work, service.office.desk, world.clock.now(), with_maps=False)
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    service.reader.read_waiting()
    with service.store.writing() as session:
        assert not turns.land(session, work, done, service.worker, world.clock.now())
    assert (world.game().stage, world.deadline()) == (1, slot)
    assert world.stands(zane) == ["Phoenix to Hilda"]


@pytest.mark.parametrize("words", ["Phoenix to Nowhere\nready", "ready\nPhoenix wobbles"])
def test_a_letter_that_was_not_wholly_understood_makes_nobody_ready(
    worlds: Worlds, words: str
) -> None:
    world, zane, _ = game(worlds, early=True)
    assert "`ready` was not taken, since not everything" in zane.writes(words)[-1].words
    with world.service.store.reading() as session:
        assert seat_of(session, "pent", "Zane").done is None


def test_a_deadline_that_the_gamesmaster_has_set_is_kept(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, early=True)
    with world.service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), world.service.office.desk)
        steering.extend(session, find_game(session, "pent"), hand, None)
    receipt = zane.writes("ready")[-1]
    assert "nothing more is expected of you" in receipt.words
    assert "before its deadline" not in receipt.words
    rick.writes("ready")
    assert (world.game().stage, due(world)) == (1, "2025-12-14T20:00+01:00")


def test_a_letter_for_another_turn_does_not_make_ready_for_this_one(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, early=True)
    world.turn()
    old = next(mail for mail in zane.letters(Kind.SHEET) if "T1]" in mail.subject)
    answer = zane.writes("ready", old)[-1]
    assert "`ready` was not taken: this letter is about turn 1" in answer.words
    with world.service.store.reading() as session:
        assert seat_of(session, "pent", "Zane").done is None


def test_sign_up_needs_no_ready(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    zane = world.joins("Zane")
    receipt = zane.writes("ready")[-1]
    assert "Sign-up needs no `ready`" in receipt.words
    assert "not accepted" not in receipt.words.lower()
