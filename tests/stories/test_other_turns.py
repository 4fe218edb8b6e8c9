"""Letters for another turn, late letters, and letters that come twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.world import Person, World

SECOND = timedelta(seconds=1)


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open."""
    return world.begins("Zane", "Rick")[0]


def test_orders_for_an_earlier_turn_are_kept_and_apply_takes_them(
    world: World, zane: Person
) -> None:
    """(MAIL-S2)"""
    sheet = zane.last(Kind.SHEET)
    world.turn()
    (receipt,) = zane.writes("Phoenix to Hilda", to=sheet)
    assert world.stands(zane) == []
    assert "written for turn 1, and turn 2 is open" in receipt.words
    assert "They read: Phoenix to Hilda." in receipt.words
    zane.writes("apply")
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_apply_keeps_what_is_ordered_beside_the_number_of_the_turn(
    world: World, zane: Person
) -> None:
    zane.writes("turn 9: Phoenix to Hilda\nEden to Brendan")
    zane.writes("apply")
    assert world.stands(zane) == ["Phoenix to Hilda", "Eden to Brendan"]


def test_there_is_nothing_to_apply_twice(world: World, zane: Person) -> None:
    zane.writes("turn 9\nPhoenix to Hilda")
    zane.writes("apply")
    (receipt,) = zane.writes("apply")
    assert "no kept orders" in receipt.words


def test_apply_after_the_deadline_loses_nothing(world: World, zane: Person) -> None:
    zane.writes("turn 9\nPhoenix to Hilda")
    letter = zane.letter("apply", To=zane.last().reply_to)
    world.clock.set(world.deadline() + SECOND)
    world.post.bring(world, letter)
    world.works()
    zane.writes("apply", to=zane.last(Kind.SHEET))
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_press_in_a_kept_letter_is_sent_once(world: World, zane: Person) -> None:
    rick = world.person("Rick")
    zane.writes("turn 9\nPhoenix to Hilda\nto Rick: Peace?")
    zane.writes("apply")
    assert [mail.text.count("Peace?") for mail in rick.letters(Kind.PRESS)] == [1]


def test_a_late_letter_is_answered_and_not_carried_out(world: World, zane: Person) -> None:
    zane.writes("Phoenix to Hilda")
    letter = zane.letter("Phoenix to Brendan", To=zane.last().reply_to)
    world.clock.set(world.deadline() + SECOND)
    world.post.bring(world, letter)
    world.works()
    assert "your letter came after it" in zane.last(Kind.RECEIPT).words
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).words


def test_a_letter_of_the_last_second_counts(world: World, zane: Person) -> None:
    letter = zane.letter("Phoenix to Brendan", To=zane.last().reply_to)
    world.clock.set(world.deadline())
    world.post.bring(world, letter)
    world.clock.advance(SECOND)
    world.works()
    assert "Phoenix sailed from Agnes* to Brendan." in zane.last(Kind.SHEET).words


def test_a_game_may_keep_late_orders_for_the_next_turn(worlds: object, world: World) -> None:
    zane, _ = world.begins("Zane", "Rick", late="next")
    letter = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    world.clock.set(world.deadline() + SECOND)
    world.post.bring(world, letter)
    world.works()
    assert world.stands(zane) == []
    zane.writes("apply", to=zane.last(Kind.SHEET))
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_the_same_letter_twice_is_answered_once(world: World, zane: Person) -> None:
    """(MAIL-D2)"""
    letter = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    before = len(zane.letters())
    for _ in range(2):
        world.post.bring(world, letter)
        world.works()
    assert len(zane.letters()) == before + 1
    assert world.received()[-1].state == LetterState.DUPLICATE


def test_the_same_words_under_another_id_are_answered_again(world: World, zane: Person) -> None:
    """(MAIL-D2)"""
    zane.writes("Phoenix to Hilda")
    (receipt,) = zane.writes("Phoenix to Hilda")
    assert "these orders stood already" in receipt.words
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_the_same_press_under_another_id_is_printed_once(world: World, zane: Person) -> None:
    zane.writes("public: Tremble!")
    zane.writes("public: Tremble!")
    world.turn()
    assert world.person("Rick").last().text.count("Tremble!") == 1
