"""What a receipt says of a letter (FEAT-O4, MAIL-B11)."""

from __future__ import annotations

import pytest

from mailbot.games.settings import find_game
from mailbot.storage.tables import Phase
from tests.helpers.world import Person, World


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open."""
    return world.begins("Zane", "Rick")[0]


def test_the_first_orders_are_all_new_and_stand_with_their_meaning(zane: Person) -> None:
    (receipt,) = zane.writes("Phoenix to Hilda")
    assert "Your orders as they stand now, all of them new:" in receipt.text
    assert "  1| Phoenix to Hilda\r\n  1|   Phoenix sails to Hilda," in receipt.text
    assert "Changed" not in receipt.text


def test_a_new_order_names_what_it_takes_the_place_of(zane: Person) -> None:
    zane.writes("Phoenix to Hilda\nEden to Brendan")
    (receipt,) = zane.writes("Phoenix to Brendan")
    assert "- new: Phoenix to Brendan, was: Phoenix to Hilda" in receipt.text
    assert "Eden" not in receipt.text.partition("Changed by this letter:")[2].split("\n\r")[0]


def test_what_is_forgotten_is_told_as_gone(zane: Person) -> None:
    zane.writes("Phoenix to Hilda\nEden to Brendan")
    (receipt,) = zane.writes("cancel Eden")
    assert "- gone: Eden to Brendan" in receipt.text


def test_the_same_once_more_changes_nothing(zane: Person) -> None:
    zane.writes("Phoenix to Hilda")
    (receipt,) = zane.writes("Once more: \nPhoenix sails to Hilda")
    assert "Nothing: these orders stood already." in receipt.text


def test_it_counts_the_ships_without_orders(zane: Person) -> None:
    (receipt,) = zane.writes("Phoenix to Hilda")
    assert "Without orders, 5 of 6:" in receipt.text
    assert "- Eden stays at Agnes" in receipt.text


def test_that_only_a_part_was_accepted_is_said_in_so_many_words(zane: Person) -> None:
    (receipt,) = zane.writes("Phoenix to Hilda\nEden to the moon")
    assert "Only a part of your letter was accepted" in receipt.words
    (receipt,) = zane.writes("Eden to the moon")
    assert "Nothing in your letter was accepted as an order." in receipt.words


def test_the_deadline_comes_first(zane: Person) -> None:
    (receipt,) = zane.writes("Phoenix to Hilda")
    first = receipt.text.split("\r\n")[2]
    assert first.startswith("1 order stands. Deadline: Sun 7 Dec 2025, 20:00 CET, in ")


def test_a_game_that_is_paused_has_no_deadline(world: World, zane: Person) -> None:
    with world.service.store.writing() as session:
        find_game(session, "pent").phase = Phase.PAUSED
    (receipt,) = zane.writes("Phoenix to Hilda")
    assert "The game is paused: nothing is due until" in receipt.words
    assert "Deadline" not in receipt.text
    assert "text/calendar" not in receipt.raw.decode()
