"""Orders for turns to come, and orders that repeat, in all three games (FEAT-O10, FEAT-O11)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from grammar.raider import RaiderGrammar
from mailbot.games import undoing
from mailbot.mail.outgoing import Kind
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_merchant import SEA, opened
from tests.stories.test_offmap import DEEPS, TEN, stage
from tests.stories.test_review import does


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open; Phoenix and Eden lie at Agnes."""
    return world.begins("Zane", "Rick", undo="announced")[0]


# Orders ahead.


def test_three_turns_in_one_letter(world: World, zane: Person) -> None:
    """What has become impossible is told when its turn opens (FEAT-O10)."""
    (receipt,) = zane.writes(
        "Phoenix to Hilda\nturn 2: Phoenix to Agnes\nEden to Brendan\nturn 3:\nPhoenix to Hilda"
    )
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert "2| turn 2: Phoenix to Agnes; Eden to Brendan" in receipt.text
    assert "3| turn 3: Phoenix to Hilda" in receipt.text
    assert "As far as they can be understood now, they read: Phoenix to Agnes; Eden to" in (
        receipt.words
    )
    world.turn()
    assert world.stands(zane) == ["Phoenix to Agnes", "Eden to Brendan"]
    assert "Read again from what you had sent ahead" in zane.last(Kind.RECEIPT).words
    assert "2| turn 3: Phoenix to Hilda" not in zane.last(Kind.RECEIPT).text
    assert "3| turn 3: Phoenix to Hilda" in zane.last(Kind.RECEIPT).text
    world.amends("ship/Phoenix/remove", None)
    world.turn()
    assert "Eden sailed from Agnes* to Brendan." in zane.last(Kind.SHEET).words
    assert world.stands(zane) == []
    told = zane.last(Kind.RECEIPT)
    assert "1| Phoenix to Hilda" in told.text
    assert "You have no ship called Phoenix." in told.words
    world.turn()
    assert zane.last().kind is Kind.SHEET


def test_orders_ahead_are_carried_out_although_nobody_writes_again(
    world: World, zane: Person
) -> None:
    zane.writes("turn 2: Phoenix to Hilda")
    world.turn()
    world.turn()
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).words


def test_a_later_letter_for_the_same_turn_takes_the_place_of_an_earlier(
    world: World, zane: Person
) -> None:
    zane.writes("turn 2: Phoenix to Hilda\nEden to Brendan")
    (receipt,) = zane.writes("turn 2: Eden to Hilda")
    assert "turn 2: Eden to Hilda" in receipt.text
    assert "Phoenix to" not in receipt.text
    world.turn()
    assert world.stands(zane) == ["Eden to Hilda"]


def test_orders_ahead_are_shown_until_they_are_cancelled(world: World, zane: Person) -> None:
    zane.writes("turn 2: Phoenix to Hilda\nturn 5: Eden to Hilda")
    (receipt,) = zane.writes("status")
    assert "turn 5: Eden to Hilda" in receipt.text
    (receipt,) = zane.writes("cancel turn 2")
    assert "Your orders for turn 2 are forgotten." in receipt.words
    assert "turn 2:" not in receipt.text
    world.turn()
    assert world.stands(zane) == []
    (receipt,) = zane.writes("cancel turn 9")
    assert "Nothing of yours is kept for turn 9." in receipt.words


def test_an_order_for_the_turn_itself_goes_before_one_sent_ahead(
    world: World, zane: Person
) -> None:
    zane.writes("turn 2: Phoenix to Hilda\nEden to Hilda")
    world.turn()
    zane.writes("Phoenix to Brendan\ncancel Eden")
    assert world.stands(zane) == ["Phoenix to Brendan"]


def test_orders_ahead_may_be_sent_before_the_game_begins(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    zane = world.joins("Zane")
    zane.writes("turn 1: Phoenix to Hilda")
    world.joins("Rick")
    assert world.game().stage == 1
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_what_is_misunderstood_now_is_doubted_and_kept(world: World, zane: Person) -> None:
    """A ship may be launched by then."""
    (receipt,) = zane.writes("turn 2:\nZebra to Hilda\nPhoenix to Hilda")
    assert "For turn 2, as things are now: You have no ship called Zebra." in receipt.words
    assert "2| Zebra to Hilda" in receipt.text
    assert "turn 2: Zebra to Hilda; Phoenix to Hilda" in receipt.text


def test_orders_too_far_ahead_are_not_kept(zane: Person) -> None:
    (receipt,) = zane.writes("turn 60: Phoenix to Hilda")
    assert "What you sent for turn 60 was not kept" in receipt.words
    assert "Sent ahead" not in receipt.text


def test_orders_ahead_in_a_letter_that_answers_an_old_one_wait_for_apply(
    world: World, zane: Person
) -> None:
    """(MAIL-S2)"""
    old = zane.last(Kind.SHEET)
    world.turn()
    zane.writes("turn 3: Phoenix to Hilda\nturn 2: Eden to Hilda", to=old)
    (receipt,) = zane.writes("status")
    assert "turn 3: Phoenix to Hilda" not in receipt.text
    (receipt,) = zane.writes("apply")
    assert "turn 3: Phoenix to Hilda" in receipt.text
    assert world.stands(zane) == ["Eden to Hilda"]


def test_a_turn_that_is_run_again_reads_them_again(world: World, zane: Person) -> None:
    """What was written for the turn meanwhile still goes before (FEAT-T4)."""
    zane.writes("turn 2: Phoenix to Hilda\nEden to Hilda")
    world.turn()
    zane.writes("Eden to Brendan")
    does(world, undoing.undo, why="A slip.")
    does(world, undoing.rerun, look_first=False)
    assert world.stands(zane) == ["Phoenix to Hilda", "Eden to Brendan"]


def test_who_sent_orders_ahead_has_sent_orders(worlds: Worlds) -> None:
    """He is not missed (FEAT-T2)."""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", hold_missing=1)
    zane.writes("turn 2: Phoenix to Hilda\nPhoenix to Hilda\nturn 1: Phoenix stays")
    rick.writes("always Duke stays")
    world.turn()
    world.turn()
    assert world.game().stage == 3


def test_what_breaks_the_reader_costs_only_itself(
    world: World, zane: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    rick = world.person("Rick")
    zane.writes("turn 2: Phoenix to Hilda")
    rick.writes("turn 2: Duke to Topaz")

    def breaks(text: str) -> str:
        assert "Phoenix" not in text
        return text

    with monkeypatch.context() as patch:
        read = RaiderGrammar.parse
        patch.setattr(RaiderGrammar, "parse", lambda me, text, of: read(me, breaks(text), of))
        world.turn()
    assert (world.stands(zane), world.stands(rick)) == ([], ["Duke to Topaz"])
    assert "could not be read" in world.person("gm").last().words


def test_nobody_hears_of_orders_ahead(world: World, zane: Person) -> None:
    rick = world.person("Rick")
    before = len(rick.letters())
    zane.writes("turn 2: Phoenix to Hilda\nalways Eden stays")
    assert len(rick.letters()) == before
    world.turn()
    assert [mail.kind for mail in rick.letters()[before:]] == [Kind.SHEET]


# Orders that repeat.


def test_a_repeating_order_counts_now_and_every_turn(world: World, zane: Person) -> None:
    """(FEAT-O11)"""
    (receipt,) = zane.writes("always Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert "always Phoenix to Hilda (since turn 1)" in receipt.text
    assert "1|   This repeats every turn." in receipt.text
    world.turn()
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert "always Phoenix to Hilda (since turn 1)" in zane.last(Kind.RECEIPT).text


def test_an_order_for_one_turn_wins_for_that_turn_only(world: World, zane: Person) -> None:
    zane.writes("Phoenix to Brendan\nalways: Phoenix stays\nturn 2: Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Brendan"]
    world.turn()
    assert world.stands(zane) == ["Phoenix to Hilda"]
    world.turn()
    assert world.stands(zane) == ["Phoenix stays"]
    zane.writes("Phoenix to Brendan")
    assert world.stands(zane) == ["Phoenix to Brendan"]
    world.turn()
    assert world.stands(zane) == ["Phoenix stays"]


def test_a_repeating_order_of_a_lost_ship_is_told_every_turn(world: World, zane: Person) -> None:
    zane.writes("every turn:\nPhoenix to Hilda\nEden stays")
    world.amends("ship/Phoenix/remove", None)
    for _ in range(2):
        world.turn()
        assert world.stands(zane) == ["Eden stays"]
        assert "You have no ship called Phoenix." in zane.last(Kind.RECEIPT).words
    (receipt,) = zane.writes("cancel always Phoenix")
    assert "No longer repeated: Phoenix to Hilda." in receipt.words
    world.turn()
    assert "Phoenix" not in zane.last(Kind.RECEIPT).words


def test_repeating_orders_end_all_together(world: World, zane: Person) -> None:
    zane.writes("always Phoenix to Hilda\nalways Eden stays")
    (receipt,) = zane.writes("cancel always Volen")
    assert "Nothing of the kind repeats. What repeats is: Phoenix to Hilda; Eden stays." in (
        receipt.words
    )
    zane.writes("cancel always")
    world.turn()
    assert world.stands(zane) == []
    assert zane.last().kind is Kind.SHEET


def test_a_slip_in_a_repeating_order_is_quoted(zane: Person) -> None:
    (receipt,) = zane.writes("Eden to Hilda\nalways Phoenix to Atlantis")
    assert "2| always Phoenix to Atlantis" in receipt.text
    assert "There is no island called Atlantis." in receipt.words
    assert "Sent ahead" not in receipt.text


def test_a_late_letter_repeats_from_the_next_turn_on(world: World, zane: Person) -> None:
    letter = zane.letter("always Phoenix to Hilda", To=zane.last().reply_to)
    world.clock.set(world.deadline() + timedelta(seconds=1))
    world.post.bring(world, letter)
    world.works()
    assert "Phoenix stayed" in zane.last(Kind.SHEET).words
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_receipt_that_comes_back_quoted_orders_nothing(world: World, zane: Person) -> None:
    """(MAIL-O4)"""
    (receipt,) = zane.writes("turn 4: Phoenix to Hilda\nalways Eden stays")
    zane.writes("cancel turn 4\ncancel always\ncancel Eden")
    zane.sends(f"status\n\n{receipt.text.partition('LINE==')[2]}", To=receipt.reply_to)
    assert not {"Phoenix to Hilda", "Eden stays"} & set(world.stands(zane))
    assert "Sent ahead" not in zane.last(Kind.RECEIPT).text


# The other games.


def test_weeks_ahead_in_merchant_raider(world: World) -> None:
    zane, rick, *_ = opened(world)
    zane.writes("Wolf sail to Lemnos\nturn 2: Wolf sail to Corsica\nalways Argo sail to Vanikoro")
    assert world.stands(zane, SEA) == ["Wolf sail to Lemnos", "Argo sail to Vanikoro"]
    world.turn(SEA)
    assert sorted(world.stands(zane, SEA)) == ["Argo sail to Vanikoro", "Wolf sail to Corsica"]
    (receipt,) = rick.writes("to allies: Are you there?")
    assert "sent on to Zane" in receipt.words
    world.turn(SEA)
    assert world.stands(zane, SEA) == ["Argo sail to Vanikoro"]


def test_a_turn_of_several_phases_takes_what_each_of_them_asks_for(world: World) -> None:
    """Lines wait for the phase that takes them, and nobody is told that they are early."""
    pact, reach = world.campaign()
    reach.writes("always near weakest")
    pact.writes(f"move {TEN} to Ford\nraid Deeps from Ford with all objective Wagons")
    world.turn(DEEPS)
    assert stage(world) == "turn 1, react"
    assert world.stands(reach, DEEPS) == ["near weakest"]
    assert "cannot be ordered" not in reach.last(Kind.RECEIPT).words
    pact.writes("turn 2: pass")
    while not stage(world).startswith("turn 2"):
        world.turn(DEEPS)
    assert world.stands(pact, DEEPS) == ["pass"]
