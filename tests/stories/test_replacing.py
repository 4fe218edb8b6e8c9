"""Seats that change hands, and those who wait for one (FEAT-T2, FEAT-O1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.core.dice import salted
from mailbot.errors import Refused
from mailbot.games import replacing
from mailbot.games.addresses import enter
from mailbot.games.settings import find_game, seat_of, seats
from mailbot.games.steering import Hand
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, OutState, Way
from tests.helpers.got import Mail
from tests.helpers.world import FLEETS, Person, World, Worlds


def game(worlds: Worlds, **settings: Any) -> tuple[World, Person, Person]:
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", **settings)
    return world, zane, rick


def does(world: World, deed: Callable[..., object], *args: object, why: str = "") -> None:
    """The Gamesmaster does something to a seat, and the service works."""
    service = world.service
    with service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), service.office.desk, why)
        deed(session, find_game(session, "pent"), hand, *args)
    world.works()


def replaces(world: World, role: str = "Rick", why: str = "") -> Person:
    mara = world.person("Mara")
    does(world, replacing.replace, role, mara.address, why=why)
    return mara


def file(mail: Mail, name: str) -> str:
    return dict(mail.files)[name].decode()


def test_a_new_player_gets_what_the_role_knows_and_can_order(world: World) -> None:
    """(FEAT-T2)"""
    zane, rick = world.begins("Zane", "Rick")
    zane.writes("to Rick: Shall we be friends?")
    rick.writes("Duke to Topaz\nto gm: I am ill.")
    world.turn()
    rick.writes("Earl to Topaz")
    mara = replaces(world)
    pack, sheet = mara.letters()
    assert pack.subject == "[pent T2] Pent: you play Rick now"
    assert "1| Earl to Topaz" in pack.text
    assert "Duke sailed from Pearl* to Topaz" in file(pack, "sheets.txt")
    assert "Shall we be friends?" in file(pack, "letters.txt")
    assert "I am ill" not in str(pack.files)
    assert "You have a seat in this game of Raider as Rick" in " ".join(
        file(pack, "welcome.txt").split()
    )
    assert sheet.subject == rick.last(Kind.SHEET).subject
    assert sheet.facts == rick.last(Kind.SHEET).facts
    assert mara.writes("Duke to Pearl", sheet)[-1].kind is Kind.RECEIPT
    assert sorted(world.stands(Person(world, "Rick"))) == ["Duke to Pearl", "Earl to Topaz"]


def test_the_order_page_of_a_new_player_writes_to_his_own_address(worlds: Worlds) -> None:
    world, _, rick = game(worlds)
    old = rick.last(Kind.SHEET)
    sheet = replaces(world).last(Kind.SHEET)
    page = file(sheet, "pent-1.html")
    assert sheet.reply_to != old.reply_to
    assert sheet.reply_to in page
    mac = re.sub(r".*\.([a-z2-7]{16})@.*", r"\1", old.reply_to)
    assert mac.encode() not in sheet.raw
    assert mac not in page
    assert [name for name, _ in sheet.files] == [name for name, _ in old.files]


def test_whoever_had_the_seat_can_order_nothing_any_more(worlds: Worlds) -> None:
    """Neither from his address nor with what he was sent (MAIL-S2)."""
    world, _, rick = game(worlds)
    with world.service.store.writing() as session:
        seat = seat_of(session, "pent", "Rick")
        enter(session, seat, "rick@example.org", Way.SECOND, world.clock.now())
    old = rick.last(Kind.SHEET)
    mara = replaces(world, why="He has moved.")
    farewell = rick.last()
    assert "you play Rick no more" in farewell.subject
    assert "He has moved." in farewell.text
    letters = len(mara.letters())
    assert rick.writes("Duke to Topaz", old) == []
    assert rick.writes("Duke to Topaz", old, {"From": "rick@example.org"}) == []
    assert world.stands(rick) == []
    assert len(mara.letters()) == letters
    # Who knows the new address and an old token has no proof either.
    rick.writes("Duke to Topaz", old, {"From": mara.address})
    assert world.stands(rick) == []
    assert world.received()[-1].state == LetterState.QUARANTINED


def test_the_salts_that_a_former_player_was_told_open_no_later_digest(world: World) -> None:
    """With one of them he could try out what the next player has ordered."""
    _, rick = world.begins("Zane", "Rick")
    world.turn()
    told = salt_and_line(rick.last(Kind.SHEET))[0]
    mara = replaces(world)
    [receipt] = mara.writes("Duke to Topaz")
    world.turn()
    salt, line = salt_and_line(mara.last(Kind.SHEET))
    assert salted(salt, "Duke to Topaz") == line
    assert line[:12] in receipt.text
    assert salted(told, "Duke to Topaz") != line


def salt_and_line(sheet: Mail) -> tuple[bytes, str]:
    """What proves to the reader of a sheet that his orders of its turn are in the digest."""
    told = " ".join(sheet.text.split())
    found = re.search(r"your line in it ([0-9a-f]{64}), made with your salt ([0-9a-f]{32})", told)
    assert found is not None
    return bytes.fromhex(found[2]), found[1]


def test_who_takes_a_seat_that_stood_empty_gets_the_sheet_of_the_turn_that_is_open(
    worlds: Worlds,
) -> None:
    """What it brought is kept as long as nobody plays it (FEAT-T2)."""
    world, _, rick = game(worlds, caretaker_after=2)
    rick.writes("Duke to Topaz")
    world.turn()
    does(world, replacing.kick, "Rick")
    for _ in range(2):
        world.turn()
    assert len(rick.letters(Kind.SHEET)) == 3
    mara = replaces(world)
    sheet = mara.last(Kind.SHEET)
    assert sheet.subject == "[pent T4] Pent: Turn 3"
    assert "Turn 2 - Rick" in file(mara.letters()[0], "sheets.txt")
    assert "Turn 3 - Rick" in file(mara.letters()[0], "sheets.txt")
    assert mara.writes("Duke stay", sheet)[-1].kind is Kind.RECEIPT
    assert world.stands(rick) == ["Duke stays"]
    unread = [row for row in world.outbox() if row.role == "Rick" and row.stage in (3, 4)]
    assert [row.state for row in unread[:2]] == [OutState.DROPPED] * 2
    assert {row.reply for row in unread[:2]} == {"nobody has the seat"}


def test_who_comes_while_a_result_waits_is_promised_no_deadline_that_has_passed(
    worlds: Worlds,
) -> None:
    """(FEAT-T3)"""
    world, zane, _ = game(worlds, hold_missing=1)
    world.turn()
    mara = replaces(world)
    pack = mara.letters()[0].words
    assert "turn 1 takes no orders any more" in pack
    assert "are due" not in pack
    assert zane.last().words.endswith("Rick has a new player.")
    assert "do not count for turn 1" in mara.writes("Duke to Topaz")[-1].words


def test_a_seat_is_taken_away_in_sign_up_as_if_nobody_had_joined(worlds: Worlds) -> None:
    """And what its player was sent proves nothing of who takes it next (MAIL-S2)."""
    world = worlds()
    world.creates(options={"max_players": 2})
    rick = world.joins("Rick", fleet=FLEETS["Rick"])
    old = rick.last(Kind.SHEET)
    does(world, replacing.kick, "Rick", why="Not of our club.")
    assert "Not of our club." in rick.last().words
    with world.service.store.reading() as session:
        assert seats(session, "pent") == ()
    ann = world.joins("Ann")
    assert ann.last(Kind.SHEET).subject == old.subject
    assert rick.writes("Duke 3E3G2B", old) == []


def test_letters_on_their_way_to_who_has_left_are_not_sent(worlds: Worlds) -> None:
    world, _, rick = game(worlds)
    replaces(world)
    waiting = [
        row.kind
        for row in world.outbox()
        if row.to == rick.address and row.state != OutState.DROPPED
    ]
    assert waiting == [Kind.CONFIRMATION, Kind.CONFIRMATION]


def test_a_full_period_lies_before_the_next_deadline_and_all_are_told(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, zane, _ = game(worlds)
    slot = world.deadline()
    mara = replaces(world)
    assert world.deadline() == slot + timedelta(days=7)
    assert "Rick has a new player" in zane.last().subject
    assert "are due Sun 14 Dec 2025, 20:00 CET now" in zane.last().words
    assert "due Sun 14 Dec 2025, 20:00 CET" in mara.letters(Kind.CONFIRMATION)[0].words
    assert mara.letters(Kind.NOTICE) == []


def test_old_sheets_come_again_with_the_proof_of_the_new_player(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    world.turn()
    mara = replaces(world)
    again = next(mail for mail in mara.writes("resend 0") if mail.kind is Kind.SHEET)
    assert again.subject == "[pent T1] Pent: Turn 0"
    assert mara.writes("turn 2\nDuke to Topaz", again)[-1].kind is Kind.RECEIPT


def test_turns_go_on_with_the_new_player(worlds: Worlds) -> None:
    world, zane, _ = game(worlds)
    mara = replaces(world)
    mara.writes("Duke to Topaz", mara.last(Kind.SHEET))
    world.turn()
    sheet = mara.last(Kind.SHEET)
    assert "Duke sailed from Pearl* to Topaz." in sheet.text
    assert mara.writes("Duke to Pearl")[-1].subject.startswith("Re: [pent T2]")
    assert zane.last(Kind.SHEET).subject == sheet.subject


def test_a_seat_is_not_given_to_who_plays_already(worlds: Worlds) -> None:
    world, zane, _ = game(worlds)
    with pytest.raises(Refused, match="is the address of Zane in pent already"):
        does(world, replacing.replace, "Rick", zane.address)


def full(worlds: Worlds, **settings: Any) -> tuple[World, Person]:
    """A game that runs, and somebody on its waiting list."""
    world, *_ = game(worlds, waiting_list=True, **settings)
    mara = world.person("Mara")
    (asked,) = mara.sends("join pent as Mara")
    assert "wait for a seat" in asked.subject
    (told,) = mara.writes("Yes, please.")
    assert told.subject == "[pent T0] Pent: you are on the waiting list"
    return world, mara


def test_a_seat_that_is_free_is_offered_to_the_first_who_waits(worlds: Worlds) -> None:
    """(FEAT-T2, FEAT-O1)"""
    world, mara = full(worlds)
    does(world, replacing.kick, "Rick")
    (offer,) = mara.letters()[2:]
    assert "until Wed 3 Dec 2025" in offer.words
    pack, sheet = mara.writes("Yes, I would love to!", offer)
    assert "you play Rick now" in pack.subject
    mara.writes("Duke to Topaz", sheet)
    assert world.stands(Person(world, "Rick")) == ["Duke to Topaz"]


def test_an_offer_goes_to_the_next_after_two_days(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, mara = full(worlds)
    ann = world.person("Ann")
    ann.sends("join pent")
    ann.writes("yes")
    does(world, replacing.kick, "Rick")
    before = len(ann.letters())
    world.passes(hours=47)
    assert len(ann.letters()) == before
    world.passes(hours=2)
    assert "the seat goes to the next" in mara.last().subject
    assert "a seat is free" in ann.last().subject
    assert mara.writes("yes", mara.letters()[2]) == []


def test_who_says_no_leaves_the_list_and_who_says_neither_is_asked_again(worlds: Worlds) -> None:
    world, mara = full(worlds)
    does(world, replacing.kick, "Rick")
    (again,) = mara.writes("Which game is that?")
    assert "yes or no?" in again.subject
    (told,) = mara.writes("No, thank you.")
    assert "off the waiting list" in told.subject


def test_a_free_seat_is_offered_to_who_comes_later(worlds: Worlds) -> None:
    world, *_ = game(worlds, waiting_list=True)
    does(world, replacing.kick, "Rick")
    mara = world.person("Mara")
    (asked,) = mara.sends("join pent")
    assert "Its seats are given by a waiting list now." in asked.words
    mara.writes("yes")
    assert "a seat is free" in mara.last().subject


def test_a_caretaker_plays_a_seat_that_is_free(worlds: Worlds) -> None:
    world, *_ = game(worlds, caretaker_after=3)
    does(world, replacing.kick, "Rick")
    world.turn()
    assert world.game().stage == 2
    assert "a caretaker ordered for Rick" in world.person("gm").last().subject


def test_who_has_fallen_silent_loses_the_offer_by_writing_again(worlds: Worlds) -> None:
    world, mara = full(worlds, replace_after=1)
    rick = world.person("Rick")
    world.person("Zane").writes("ready")
    world.turn()
    offers = [mail for mail in mara.letters() if "a seat is free" in mail.subject]
    assert len(offers) == 1
    rick.writes("ready")
    (told,) = mara.writes("yes", offers[0])
    assert "you are on the waiting list" in told.subject
    assert rick.writes("Duke to Topaz")[-1].kind is Kind.RECEIPT


def test_before_the_first_turn_a_silent_seat_is_offered_and_the_deadline_waits(
    worlds: Worlds,
) -> None:
    """(FEAT-T2)"""
    world, mara = full(worlds, refill_first=True)
    world.person("Zane").writes("ready")
    slot = world.deadline()
    world.turn()
    assert (world.game().stage, world.deadline()) == (1, slot + timedelta(days=7))
    pack, _ = mara.writes("yes")
    assert "you play Rick now" in pack.subject
    assert world.deadline() == slot + timedelta(days=7)
    world.turn()
    assert world.game().stage == 2


def test_who_asks_for_a_full_game_in_sign_up_may_wait(worlds: Worlds) -> None:
    """(FEAT-O1)"""
    world = worlds()
    world.creates(waiting_list=True, start="gm")
    world.joins("Zane", fleet=FLEETS["Zane"])
    world.joins("Rick", fleet=FLEETS["Rick"])
    mara = world.person("Mara")
    mara.sends("join pent")
    (told,) = mara.writes("yes")
    assert "you are on the waiting list" in told.subject


def test_a_running_game_without_a_list_takes_no_names(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    assert world.person("Mara").sends("join pent") == []


def test_a_place_that_becomes_free_before_the_game_is_offered_to_all_who_wait(
    worlds: Worlds,
) -> None:
    """Whoever answers first has it (FEAT-O1)."""
    world = worlds()
    world.creates(waiting_list=True, start="gm", options={"max_players": 2})
    for name in ("Zane", "Rick"):
        world.joins(name, fleet=FLEETS[name])
    mara, nina = world.person("Mara"), world.person("Nina")
    for person in (mara, nina):
        person.sends("join pent")
        person.writes("yes")
    does(world, replacing.kick, "Rick")
    assert [each.last().subject for each in (mara, nina)] == ["[pent T0] Pent: a seat is free"] * 2
    letters = len(world.outbox())
    world.passes(days=1)
    assert len(world.outbox()) == letters
    nina.writes("yes")
    assert nina.last().subject == "[pent T0] Pent: Sign-up"
    (told,) = mara.writes("I would love to!")
    assert told.subject == "[pent T0] Pent: you are on the waiting list"
    does(world, replacing.kick, "Zane")
    assert mara.last().subject == "[pent T0] Pent: a seat is free"
    (told,) = mara.writes("No, sorry.")
    assert "off the waiting list" in told.subject
