"""Orders from a sheet to its turn: revised, cancelled, partly wrong, repeated, late."""

from __future__ import annotations

import pytest

from mailbot.mail.outgoing import Kind
from tests.helpers.world import Person, World


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open."""
    return world.begins("Zane", "Rick")[0]


def test_a_later_letter_replaces_what_it_names_and_leaves_the_rest(
    world: World, zane: Person
) -> None:
    zane.writes("Phoenix to Hilda\nEden to Brendan")
    (receipt,) = zane.writes("Phoenix to Brendan")
    assert receipt.kind is Kind.RECEIPT
    assert world.stands(zane) == ["Phoenix to Brendan", "Eden to Brendan"]


def test_cancel_forgets_one_order_and_clear_forgets_all(world: World, zane: Person) -> None:
    zane.writes("Phoenix to Hilda\nEden to Brendan")
    zane.writes("cancel Phoenix")
    assert world.stands(zane) == ["Eden to Brendan"]
    zane.writes("clear")
    assert world.stands(zane) == []


def test_a_bad_line_costs_only_itself(world: World, zane: Person) -> None:
    (receipt,) = zane.writes("Phoenix to Hilda\nEden to the moon\nVolen to Brendan")
    assert world.stands(zane) == ["Phoenix to Hilda", "Volen to Brendan"]
    assert "2| Eden to the moon" in receipt.text
    assert "Not accepted" in receipt.text


def test_ok_takes_the_line_that_the_receipt_suggests(world: World, zane: Person) -> None:
    """(FEAT-O5)"""
    (receipt,) = zane.writes("Hello!\n\nSkyfire to Pearl")
    assert 'Answer "ok 1" to take it.' in receipt.words
    zane.writes("ok 1")
    assert world.stands(zane) == ["Skyfire to Cuthbert"]


def test_orders_are_carried_out_at_the_deadline(world: World, zane: Person) -> None:
    zane.writes("Phoenix to Hilda")
    world.turn()
    sheet = zane.last(Kind.SHEET)
    assert "Phoenix sailed from Agnes* to Hilda." in sheet.words
    assert sheet.subject == "[pent T2] Pent: Turn 1"
