"""A player who uses every word that he may write to the service (FEAT-O13, FEAT-T10)."""

from __future__ import annotations

import re

import pytest

from mailbot.games.settings import seat_of
from mailbot.inbound.player_words import WORDS
from mailbot.mail.outgoing import Kind
from tests.helpers.got import DOMAIN
from tests.helpers.world import Mail, Person, World, Worlds


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


@pytest.fixture
def zane(players: list[Person]) -> Person:
    return players[0]


def code_in(mail: Mail) -> str:
    found = re.search(r"^ *confirm ([a-z2-7]{10})\r?$", mail.text, re.MULTILINE)
    assert found is not None
    return found[1]


def test_help_lists_every_word_and_explains_each(zane: Person) -> None:
    (table,) = zane.writes("help")
    for word in WORDS.values():
        assert f"  {word.form}" in table.text
    (page,) = zane.writes("help resend")
    assert "How often that is done in a day has a limit." in page.words
    (answer,) = zane.writes("help reseld")
    assert "Did you mean `help resend`?" in answer.words


def test_status_says_where_the_game_stands_and_nothing_of_others(
    worlds: Worlds,
) -> None:
    """(FEAT-O4) Whether another has sent orders changes nothing in it."""

    def status(others: str) -> str:
        world = worlds()
        zane, rick = world.begins("Zane", "Rick")
        zane.writes("Phoenix to Hilda")
        rick.writes(others, to=rick.last(Kind.SHEET))
        (receipt,) = zane.writes("status", to=zane.last(Kind.SHEET))
        return re.sub("mark [0-9a-f]{12}", "", receipt.words)

    told = status("Duke to Topaz")
    assert "Pent is a game of Raider" in told
    assert "Sunday 20:00 (Europe/Berlin)" in told
    assert "You are Zane; the others are Rick." in told
    assert "1| Phoenix to Hilda" in told
    assert told == status("hello")


def test_orders_and_who(zane: Person) -> None:
    zane.writes("Phoenix to Hilda")
    (receipt,) = zane.writes("orders")
    assert "1| Phoenix to Hilda" in receipt.text
    assert "a game of Raider" not in receipt.words
    (receipt,) = zane.writes("who")
    assert "the others are Rick" in receipt.words
    assert f"rick@{DOMAIN}" not in receipt.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("America/New_York", "times in America/New_York from now on"),
        ("america/new york", "times in America/New_York from now on"),
        ("America/New_Yrok", "Did you mean America/New_York"),
        ("Berlin", "Europe/Berlin"),
        ("somewhere", "a continent and a city"),
        ("", "Which zone?"),
    ],
)
def test_a_zone_is_set_and_a_slip_answered_with_the_nearest(
    worlds: Worlds, said: str, told: str
) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    (receipt,) = zane.writes(f"zone {said}".strip())
    assert told in receipt.words
    set_ = "from now on" in told
    (receipt,) = zane.writes("orders")
    assert ("14:00 EST" in receipt.words) == set_


def test_the_rules_come_as_a_book(zane: Person) -> None:
    (answer,) = zane.writes("rules")
    (name, book) = answer.files[0]
    assert name == "rules-raider.md"
    assert b"# Raider 4.4: the handbook" in book
    (receipt,) = zane.writes("rules")
    assert "in the last day" in receipt.words


def test_the_whole_history_is_one_letter(world: World, zane: Person) -> None:
    """(FEAT-T10)"""
    world.turn()
    world.turn()
    (answer,) = zane.writes("history")
    assert [name for name, _ in answer.files] == [f"pent-{n:03}.txt" for n in range(4)]
    for (_, text), sheet in zip(answer.files, zane.letters(Kind.SHEET), strict=True):
        assert text.decode().splitlines()[-1].strip() == sheet.text.splitlines()[-1].strip()


def test_a_history_too_large_for_a_letter_is_a_list(worlds: Worlds) -> None:
    """(FEAT-T10)"""
    world = worlds(settings={"limits": {"sent_bytes": 20_000}})
    zane, _ = world.begins("Zane", "Rick")
    world.turn()
    (answer,) = zane.writes("history")
    assert answer.files == []
    assert "Pent: Turn 1" in answer.text


def test_who_wants_text_alone_gets_his_history_as_text(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("text only")
    world.turn()
    (answer,) = zane.writes("history")
    assert "Pent: Turn 1" in answer.text


# Leaving.


def test_a_seat_is_given_up_by_a_code_to_the_main_address(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", caretaker_after=1)
    rick_had, sheet = len(rick.letters()), zane.last(Kind.SHEET)
    (question,) = zane.writes("resign")
    assert question.kind is Kind.CONFIRMATION
    assert "a caretaker gives its orders" in question.words
    (goodbye,) = zane.writes(f"confirm {code_in(question)}")
    assert "you have left" in goodbye.subject
    assert "Zane has resigned" in world.person("gm").last().subject
    zane.writes("Phoenix to Hilda", to=sheet)
    assert world.stands(zane) == []
    assert zane.last().id == goodbye.id
    assert len(rick.letters()) == rick_had


def test_a_code_to_leave_is_of_no_use_to_anybody_else(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    (question,) = zane.writes("resign")
    code = code_in(question)
    rick.writes(f"confirm {code}")
    world.person("Mallory").sends(f"confirm {code}", To=question.reply_to)
    zane.sends(f"confirm {code}")
    with world.service.store.reading() as session:
        assert seat_of(session, "pent", "Zane").address == zane.address


def test_a_code_to_leave_ends_with_its_turn(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    (question,) = zane.writes("resign")
    world.turn()
    zane.writes(f"confirm {code_in(question)}")
    with world.service.store.reading() as session:
        assert seat_of(session, "pent", "Zane").address == zane.address


def test_a_deputy_cannot_leave_for_his_player_nor_see_all(worlds: Worlds) -> None:
    """(FEAT-O13)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    (question,) = zane.writes(f"deputy mara@{DOMAIN}")
    zane.writes(f"confirm {code_in(question)}", to=question)
    mara = world.person("Mara")
    mara.writes("Gladly.")
    mara.writes("resign\nhistory\nzone America/New_York", to=mara.last(Kind.SHEET))
    assert "Only the player himself" in zane.last(Kind.RECEIPT).words
    with world.service.store.reading() as session:
        seat = seat_of(session, "pent", "Zane")
        assert (seat.address, seat.zone) == (zane.address, "")


def test_a_from_line_alone_gets_no_history(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    (question,) = zane.sends("history\nresign")
    assert question.kind is Kind.CONFIRMATION
    assert "asks something of the service" in question.words


def test_who_leaves_before_the_game_has_begun_was_never_there(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    zane = world.joins("Zane")
    (question,) = zane.writes("resign")
    zane.writes(f"confirm {code_in(question)}", to=question)
    rick, mara = world.joins("Rick"), world.joins("Mara")
    assert world.game().stage == 1
    assert "Rick" in mara.last(Kind.SHEET).text
    assert rick.last().kind is Kind.SHEET
