"""What a player can ask of the service itself, and what he says to others."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from mailbot.games.settings import seat_of
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import TurnRow
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


@pytest.fixture
def zane(players: list[Person]) -> Person:
    return players[0]


def test_status_shows_the_standing_orders_and_changes_none(zane: Person, world: World) -> None:
    zane.writes("Phoenix to Hilda")
    (receipt,) = zane.writes("status")
    assert "1| Phoenix to Hilda" in receipt.text
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_times_are_told_in_the_players_own_zone(world: World, zane: Person) -> None:
    """(FEAT-O4)"""
    with world.service.store.writing() as session:
        seat_of(session, "pent", "Zane").zone = "America/New_York"
    (receipt,) = zane.writes("status")
    assert "14:00 EST" in receipt.words


def test_help_explains_and_is_no_receipt(zane: Person) -> None:
    (answer,) = zane.writes("help")
    assert answer.kind is Kind.HELP
    assert "cancel NAME" in answer.text


def test_a_sheet_is_sent_again_on_request(world: World, zane: Person) -> None:
    """(FEAT-T10)"""
    sheet = zane.last(Kind.SHEET)
    world.turn()
    (again,) = zane.writes("resend")
    assert again.text == zane.letters(Kind.SHEET)[-2].text
    (again,) = zane.writes("resend 0")
    assert again.text == sheet.text
    assert again.id != sheet.id
    (answer,) = zane.writes("resend 7")
    assert "no such sheet" in answer.words


def test_a_proclamation_is_printed_in_every_sheet(world: World, players: list[Person]) -> None:
    """(RAID-R162)"""
    players[0].writes("public: Tremble before Zane!")
    assert players[1].letters(Kind.PRESS) == []
    world.turn()
    for person in players:
        sheet = person.last()
        assert "Zane: Tremble before Zane!" in sheet.words
        heads = sheet.text.splitlines()
        assert heads.index("Proclamations") < heads.index("News")


def test_a_letter_to_a_player_reaches_him_alone_and_at_once(
    world: World, players: list[Person]
) -> None:
    zane, rick = players
    (receipt,) = zane.writes("to Rick: Peace?\nto gm: Is Rick at home?")
    assert "Your letter was sent on to Rick." in receipt.words
    assert "Zane writes: > Peace?" in rick.last().words
    assert "Is Rick at home?" in world.person("gm").last().text
    assert "Is Rick" not in rick.last().text


def test_a_letter_from_a_player_is_answered_to_the_game(players: list[Person]) -> None:
    """Addresses of players stay with the service. (MAIL-O3)"""
    zane, rick = players
    zane.writes("to Rick: Peace?")
    assert zane.address.encode() not in rick.last().raw
    rick.writes("to Zane: No.\nDuke to Topaz")
    assert "> No." in zane.last().text


def test_a_line_that_somebody_else_wrote_may_be_copied_as_an_order(
    world: World, players: list[Person]
) -> None:
    zane, rick = players
    rick.writes("to Zane:\nPhoenix to Hilda\nend")
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_seed_words_change_the_dice_of_the_next_turn_only(world: World, zane: Person) -> None:
    zane.writes("seed: banana")
    world.turn()
    world.turn()
    with world.service.store.reading() as session:
        words = [row.words for row in session.scalars(select(TurnRow).order_by(TurnRow.stage))]
    assert words == [{}, {}, {"Zane": "banana"}]


def test_two_games_in_one_mailbox_are_told_apart(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.last()
    world.passes(days=1)
    world.begins("Zane", "Rick", game="reef")
    other = zane.last()
    zane.writes("Phoenix to Hilda", to=sheet)
    zane.writes("Phoenix to Brendan", to=other)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert world.stands(zane, "reef") == ["Phoenix to Brendan"]


def test_a_letter_that_names_no_game_changes_none(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    world.passes(days=1)
    world.begins("Zane", "Rick", game="reef")
    (answer,) = zane.sends("Phoenix to Hilda")
    assert "pent" in answer.text
    assert "reef" in answer.text
    assert world.stands(zane) == world.stands(zane, "reef") == []


def test_receipts_beyond_the_limit_are_summed_up_in_one(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world = worlds(settings={"limits": {"receipts_per_hour": 3}})
    zane, _ = world.begins("Zane", "Rick")
    world.passes(hours=2)
    places = ["Hilda", "Brendan", "Cuthbert", "Ninian", "Dolphin", "Dunstan"]
    got = [zane.writes(f"Phoenix to {place}", to=zane.last(Kind.SHEET)) for place in places]
    assert [len(answers) for answers in got] == [1, 1, 1, 0, 0, 0]
    assert world.stands(zane) == ["Phoenix to Dunstan"]
    before = len(zane.letters())
    world.passes(hours=2)
    (summary,) = zane.letters()[before:]
    assert "3 letters of yours" in summary.words
    assert "1| Phoenix to Dunstan" in summary.text
    (alert,) = world.person("gm").letters()
    assert "pent, Zane: many letters" in alert.subject


def test_a_letter_says_to_whom_it_went_and_how_to_answer_it(worlds: Worlds) -> None:
    zane, rick, _ = worlds().begins("Zane", "Rick", "Mara")
    zane.writes("to Rick, Mara: Truce?")
    assert "Zane writes to Rick and Mara: > Truce?" in rick.last(Kind.PRESS).words
    assert "write `to Zane:` and then your words" in rick.last(Kind.PRESS).words


def test_the_gamesmaster_is_told_where_to_answer(worlds: Worlds) -> None:
    """What he sent to the service would reach nobody."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("to gm: Who is late?")
    assert "To answer, write to zane@game.test" in world.person("gm").last().words
    assert "`say pent Zane:`" in world.person("gm").last().words


def test_of_a_message_its_length_is_told(worlds: Worlds) -> None:
    """A slip in an order below a message is taken for a part of it."""
    zane, _ = worlds().begins("Zane", "Rick")
    (receipt,) = zane.writes("to Rick: Peace?\nPhonix goes Hidla maybe")
    assert "Your letter of 2 lines was sent on to Rick." in receipt.words
