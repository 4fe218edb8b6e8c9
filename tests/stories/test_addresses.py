"""Who may write for a seat: another address, a second one, a deputy (FEAT-O13)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mailbot.games import turns
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.got import Mail
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


@pytest.fixture
def zane(players: list[Person]) -> Person:
    return players[0]


def code_in(mail: Mail) -> str:
    found = re.search(r"confirm ([a-z2-7]{10})", mail.text)
    assert found is not None
    return found[1]


def agrees(player: Person, words: str) -> list[Mail]:
    """He asks, and sends the code back."""
    (question,) = player.writes(words, to=player.last(Kind.SHEET))
    assert question.kind is Kind.CONFIRMATION
    return player.writes(f"confirm {code_in(question)}", to=question)


def takes_place(world: World, player: Person, words: str, name: str) -> Person:
    """The whole way: asked, agreed to by the old address, and by the new."""
    agrees(player, words)
    other = world.person(name)
    other.writes("Yes.")
    return other


def test_a_change_of_address_takes_a_yes_from_the_old_one_and_from_the_new(
    world: World, zane: Person
) -> None:
    """(MAIL-S1)"""
    mara = world.person("Mara")
    (receipt,) = agrees(zane, "address mara@game.test")
    assert "mara@game.test is asked too" in receipt.words
    (question,) = mara.letters()
    assert zane.writes("Phoenix to Hilda") != []
    mara.writes("Fine.", to=question)
    sheet = mara.last(Kind.SHEET)
    assert "Zane's letters go to mara@game.test from now on" in mara.last(Kind.CONFIRMATION).words
    assert "Zane's letters go to mara@game.test" in zane.last().words
    mara.writes("Eden to Brendan", to=sheet)
    assert world.stands(zane) == ["Phoenix to Hilda", "Eden to Brendan"]


def test_the_old_address_then_counts_no_more(world: World, zane: Person) -> None:
    sheet = zane.last(Kind.SHEET)
    takes_place(world, zane, "address mara@game.test", "Mara")
    assert zane.writes("Phoenix to Hilda", to=sheet) == []
    assert world.stands(zane) == []


def test_until_both_have_agreed_nothing_changes(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    zane.writes("address mara@game.test", to=zane.last(Kind.SHEET))
    assert world.person("Mara").letters() == []
    world.turn()
    assert zane.last().kind is Kind.SHEET
    assert world.person("Mara").letters() == []


def test_who_got_hold_of_a_letter_changes_no_address(world: World, zane: Person) -> None:
    """He has the token and forges the From line: the code goes to the owner. (MAIL-S1)"""
    world.person("Mallory").writes(
        "address mallory@game.test", to=zane.last(), headers={"From": zane.address}
    )
    question = zane.last()
    assert "somebody else has got hold of a letter of yours" in question.words
    assert world.person("Mallory").letters() == []


def test_an_address_is_not_changed_without_the_token(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    (question,) = zane.sends("address mara@game.test")
    zane.writes(f"confirm {code_in(question)}")
    assert "changed only in an answer to a letter of the game" in zane.last().words
    assert world.person("Mara").letters() == []


def test_a_code_agrees_to_what_it_was_sent_for_and_to_nothing_else(
    world: World, zane: Person
) -> None:
    """A deputy does not become the player while the player names him. (MAIL-S1)"""
    (question,) = zane.writes("deputy mara@game.test", to=zane.last(Kind.SHEET))
    world.person("Mallory").writes(
        "address mara@game.test", to=zane.last(Kind.SHEET), headers={"From": zane.address}
    )
    zane.writes(f"confirm {code_in(question)}", to=question)
    assert "no letter waiting under that code" in zane.last().words
    assert world.person("Mara").letters() == []


def test_a_wish_is_forgotten_after_a_week(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    agrees(zane, "address mara@game.test")
    question = world.person("Mara").last()
    world.passes(days=8)
    world.person("Mara").writes("Yes.", to=question)
    assert len(world.person("Mara").letters()) == 1


def test_nobody_else_agrees_for_a_new_address(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    agrees(zane, "address mara@game.test")
    question = world.person("Mara").last()
    assert world.person("Mallory").writes("Yes.", to=question) == []
    zane.writes("Yes.", to=question)
    assert world.stands(zane) == []
    assert zane.writes("status", to=zane.last(Kind.SHEET))[-1].kind is Kind.RECEIPT


def test_from_a_second_address_one_writes_and_the_first_gets_the_receipt(
    world: World, zane: Person
) -> None:
    """(MAIL-H3)"""
    mara = takes_place(world, zane, "address +mara@game.test", "Mara")
    assert [mail.kind for mail in mara.letters()] == [Kind.CONFIRMATION] * 2
    before = len(zane.letters())
    assert mara.writes("Phoenix to Hilda", to=zane.last(Kind.SHEET)) == []
    (receipt,) = zane.letters()[before:]
    assert "Phoenix to Hilda" in receipt.text
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_second_address_is_taken_away_again(world: World, zane: Person) -> None:
    mara = takes_place(world, zane, "address +mara@game.test", "Mara")
    (receipt,) = zane.writes("address -mara@game.test", to=zane.last(Kind.SHEET))
    assert "acts for you no more" in receipt.words
    mara.writes("Phoenix to Hilda", to=zane.last(Kind.SHEET))
    assert world.received()[-1].state == LetterState.QUARANTINED


def test_a_deputy_gives_orders_and_gets_what_the_player_gets(world: World, zane: Person) -> None:
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    sheet = mara.last(Kind.SHEET)
    assert sheet.text == zane.last(Kind.SHEET).text
    mara.writes("Phoenix to Hilda", to=sheet)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    for person in (zane, mara):
        told = person.last(Kind.RECEIPT).words
        assert "Your deputy, mara@game.test, wrote this letter." in told
    world.turn()
    assert mara.last(Kind.SHEET).text == zane.last(Kind.SHEET).text
    assert mara.last(Kind.SHEET).id != zane.last(Kind.SHEET).id


def test_words_to_the_player_reach_his_deputy_too(world: World, players: list[Person]) -> None:
    zane, rick = players
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    rick.writes("to Zane: Peace?", to=rick.last(Kind.SHEET))
    assert "Peace?" in mara.last(Kind.PRESS).text


@pytest.mark.parametrize(
    "words", ["address mallory@game.test", "address +mallory@game.test", "deputy none"]
)
def test_a_deputy_changes_no_addresses(world: World, zane: Person, words: str) -> None:
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    mara.writes(words, to=mara.last(Kind.SHEET))
    assert "Only the player himself changes addresses" in zane.last().words
    assert world.person("Mallory").letters() == []


def test_a_deputy_is_dismissed_by_a_line(world: World, zane: Person) -> None:
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    (receipt,) = zane.writes("deputy none", to=zane.last(Kind.SHEET))
    assert "mara@game.test acts for you no more" in receipt.words
    assert "you are deputy no more" in mara.last().subject
    before = len(mara.letters())
    zane.writes("status", to=zane.last(Kind.SHEET))
    assert len(mara.letters()) == before


@pytest.mark.parametrize("words", ["deputy mara@game.test", "address +mara@game.test"])
def test_what_was_asked_for_is_taken_back_by_the_word_that_ends_it(
    world: World, zane: Person, words: str
) -> None:
    """A yes that comes afterwards counts no more. (MAIL-S1)"""
    agrees(zane, words)
    ends = {"deputy": "deputy none", "address": "address -mara@game.test"}[words.split()[0]]
    zane.writes(ends, to=zane.last(Kind.SHEET))
    assert "You take back what you asked for mara@game.test" in zane.last().words
    mara = world.person("Mara")
    assert mara.writes("Yes.") == []
    assert mara.letters(Kind.SHEET) == []


@pytest.mark.parametrize("word", ["deputy", "address"])
def test_who_is_named_later_is_meant(world: World, zane: Person, word: str) -> None:
    """Whichever of the two answers first, or last."""
    agrees(zane, f"{word} mara@game.test")
    agrees(zane, f"{word} pact@game.test")
    assert world.person("Mara").writes("Yes.") == []
    world.person("pact").writes("Yes.")
    counts = world.person("pact").last(Kind.CONFIRMATION)
    assert "the new address counts" in counts.subject


def test_what_was_asked_from_an_address_is_forgotten_when_it_counts_no_more(
    world: World, zane: Person
) -> None:
    """Who had got hold of it keeps no way back. (MAIL-S1)"""
    agrees(zane, "address +mallory@game.test")
    takes_place(world, zane, "address mara@game.test", "Mara")
    mallory = world.person("Mallory")
    assert mallory.writes("Yes.") == []
    mallory.writes("Phoenix X", to=world.person("Mara").last(Kind.SHEET))
    assert world.stands(zane) == []


def test_a_deputy_who_is_not_the_one_that_was_named_stays(world: World, zane: Person) -> None:
    takes_place(world, zane, "deputy mara@game.test", "Mara")
    (receipt,) = zane.writes("deputy -pact@game.test", to=zane.last(Kind.SHEET))
    assert "pact@game.test does not act for you" in receipt.words
    assert world.person("Mara").last().kind is Kind.RECEIPT


def test_who_has_become_a_deputy_takes_no_seat_beside(worlds: Worlds) -> None:
    """One address has one place in a game."""
    world = worlds()
    world.creates(options={"max_players": 3})
    mara = world.person("Mara")
    (question,) = mara.sends("join pent as Mara")
    zane = world.joins("Zane")
    agrees(zane, "deputy mara@game.test")
    mara.writes("Yes.")
    (answer,) = mara.writes("yes", to=question)
    assert "has a place in the game by now" in answer.words


def test_who_has_moved_takes_no_second_seat_with_the_old_address(worlds: Worlds) -> None:
    world = worlds()
    world.creates(options={"max_players": 3})
    zane = world.joins("Zane")
    takes_place(world, zane, "address mara@game.test", "Mara")
    zane.writes("yes", to=zane.letters(Kind.CONFIRMATION)[0])
    assert len(zane.letters(Kind.SHEET)) == 1


@pytest.mark.parametrize("code", ["ünïcödé", "٣٣٣", "x" * 500])
def test_a_code_that_is_none_breaks_nothing(world: World, zane: Person, code: str) -> None:
    zane.sends("Phoenix to Hilda")
    (_, receipt) = agrees_with(zane, "deputy mara@game.test", code)
    assert "no letter waiting under that code" in receipt.words


def agrees_with(player: Person, words: str, code: str) -> tuple[Mail, Mail]:
    """He asks, and sends another code back."""
    (question,) = player.writes(words, to=player.last(Kind.SHEET))
    (receipt,) = player.writes(f"confirm {code}", to=question)
    return question, receipt


def test_there_is_one_deputy_at_a_time(world: World, zane: Person) -> None:
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    takes_place(world, zane, "deputy pact@game.test", "pact")
    before = len(mara.letters())
    zane.writes("status", to=zane.last(Kind.SHEET))
    assert len(mara.letters()) == before


def test_who_plays_under_which_address_is_told_to_nobody(
    world: World, players: list[Person]
) -> None:
    """The same words whether the address is a player's of the game or a stranger's."""
    zane, rick = players
    told = []
    for name in ("rick", "mara"):
        question, receipt = _asks(zane, f"deputy {name}@game.test")
        world.person(name).writes("Yes.", to=world.person(name).last(Kind.CONFIRMATION))
        words = f"{question.words} {receipt.words}".replace(name, "NAME")
        told.append(
            re.sub(r"confirm [a-z2-7]{10}|\d+ (hours?|minutes?|days?)|\d\d:\d\d", "", words)
        )
    assert told[0] == told[1]
    assert "has a place in Pent already" in rick.last(Kind.HELP).words
    rick.writes("Duke to Topaz", to=rick.last(Kind.SHEET))
    assert world.stands(rick) == ["Duke to Topaz"]


def _asks(player: Person, words: str) -> tuple[Mail, Mail]:
    (question,) = player.writes(words, to=player.last(Kind.SHEET))
    (receipt,) = player.writes(f"confirm {code_in(question)}", to=question)
    return question, receipt


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("address nowhere", "That is no address. `address zane@example.net` moves"),
        ("deputy Rick", "That is no address."),
        ("address games@game.test", "That is no address."),
        ("address zäne@game.test", "That is no address."),
        ("address zane@game.test", "zane@game.test is that already"),
        ("address -mara@game.test", "there is nothing to end"),
        ("deputy none", "there is nothing to end"),
    ],
)
def test_a_slip_about_addresses_is_told_with_what_would_do(
    zane: Person, words: str, said: str
) -> None:
    (receipt,) = zane.writes(words)
    assert said in receipt.words


@pytest.mark.parametrize(
    "line",
    [
        "address <mara@game.test>",
        "Address Mara@Game.Test.",
        "address mara@game.test<mailto:mara@game.test>",
    ],
)
def test_an_address_is_read_as_mail_programs_write_it(
    world: World, zane: Person, line: str
) -> None:
    agrees(zane, line)
    assert len(world.person("Mara").letters()) == 1


def test_a_letter_of_a_deputy_without_proof_is_asked_about_there(
    world: World, zane: Person
) -> None:
    """(MAIL-S1)"""
    mara = takes_place(world, zane, "deputy mara@game.test", "Mara")
    (question,) = mara.sends("Phoenix to Hilda")
    mara.writes(f"confirm {code_in(question)}", to=question)
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_letter_with_the_token_from_elsewhere_is_released_by_its_owner(
    world: World, zane: Person
) -> None:
    """(MAIL-S1)"""
    world.person("Mallory").writes("Phoenix to Hilda", to=zane.last())
    question = zane.last()
    zane.writes(f"confirm {code_in(question)}", to=question)
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_who_moves_while_a_turn_is_run_gets_its_sheet_at_the_new_address(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one, which may be in other hands, gets none."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    before, run = len(zane.letters()), turns.run

    def moved(*args: Any) -> turns.Done:
        done = run(*args)
        world.moves(zane, "mara@game.test")
        return done

    monkeypatch.setattr(turns, "run", moved)
    world.turn()
    assert "[pent T2]" in world.person("Mara").last(Kind.SHEET).subject
    assert len(zane.letters()) == before
