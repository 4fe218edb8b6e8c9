"""From `join` to the first sheet: who gets a seat, under which name, and with what."""

from __future__ import annotations

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, Phase
from tests.helpers.world import FLEETS, World, Worlds


def test_a_game_from_sign_up_to_its_end(world: World) -> None:
    zane, rick, mara = world.begins("Zane", "Rick", "Mara", options={"last_turn": 2})
    zane.writes("Phoenix to Hilda\npublic: Tremble!")
    rick.writes("Duke to Topaz")
    mara.writes("Undine to Narwhal")
    world.turn()
    zane.writes("Phoenix to Agnes")
    world.turn()
    assert world.game().phase == Phase.OVER
    for person in (zane, rick, mara):
        titles = [mail.subject for mail in person.letters(Kind.SHEET)]
        assert titles[0] == "[pent T0] Pent: Sign-up"
        assert titles[1:3] == ["[pent T1] Pent: Turn 0", "[pent T2] Pent: Turn 1"]
        assert len(titles) == 4
        assert "Zane: Tremble!" in person.letters(Kind.SHEET)[2].text
    (farewell,) = zane.writes("Phoenix to Hilda")
    assert "is over" in farewell.text


def test_who_gives_no_name_plays_under_his_own(world: World) -> None:
    world.creates()
    zane = world.person("Zane")
    zane.sends("join pent")
    (welcome,) = zane.writes("yes")
    assert "You have a seat in this game of Raider as Zane." in welcome.words


def test_a_name_that_is_taken_gets_a_number(world: World) -> None:
    world.creates()
    world.joins("Zane")
    rick = world.person("Rick")
    rick.sends("join pent as zane")
    (welcome,) = rick.writes("yes")
    assert "as zane2." in welcome.words


def test_a_reserved_word_is_no_name_and_what_would_do_is_said(world: World) -> None:
    world.creates()
    (answer,) = world.person("Zane").sends("join pent as Public")
    assert "Public is a word of the order language" in answer.words
    assert "join pent as NAME" in answer.words


def test_orders_beside_the_join_line_wait_for_the_confirmation(world: World) -> None:
    world.creates()
    zane = world.person("Zane")
    zane.sends(f"join pent as Zane\n{FLEETS['Zane']}")
    welcome, receipt = zane.writes("yes")
    assert (welcome.kind, receipt.kind) == (Kind.SHEET, Kind.RECEIPT)
    assert "start: Agnes" in world.stands(zane)
    assert "already" not in receipt.text


def test_a_confirmation_from_another_address_gives_no_seat(world: World) -> None:
    """(MAIL-S1)"""
    world.creates()
    zane, mallory = world.person("Zane"), world.person("Mallory")
    (question,) = zane.sends("join pent as Zane")
    assert mallory.writes("yes", to=question) == []
    assert zane.letters() == [question] or len(zane.letters()) == 1
    assert world.received()[-1].state == LetterState.SILENT


def test_a_second_wish_within_a_day_is_left_without_a_word(world: World) -> None:
    """(MAIL-S1)"""
    world.creates()
    zane = world.person("Zane")
    assert len(zane.sends("join pent as Zane")) == 1
    assert zane.sends("join pent as Zane, please!") == []
    world.passes(days=1)
    assert len(zane.sends("join pent as Zane, once more")) == 1


def test_a_player_may_ask_for_another_game_at_once(world: World) -> None:
    """(MAIL-S1, FEAT-G4)"""
    for game in ("pent", "coral", "third", "fourth", "fifth"):
        world.creates(game)
    zane = world.person("Zane")
    for game in ("pent", "coral", "third"):
        assert "please confirm" in zane.sends(f"join {game} as Zane")[0].subject
    assert zane.sends("join fourth as Zane") == []
    zane.writes("Yes, please.")
    for game in ("fourth", "fifth"):
        assert "please confirm" in zane.sends(f"join {game} as Zane")[0].subject
    assert zane.sends("join fourth as Zane") == []


def test_a_full_game_has_no_seat_and_says_so(world: World) -> None:
    world.creates(options={"max_players": 2})
    mara = world.person("Mara")
    mara.sends("join pent as Mara")
    world.joins("Zane")
    world.joins("Rick")
    (answer,) = mara.writes("yes")
    assert "cannot be done" in answer.words
    assert world.stands(mara) == []


def test_a_stranger_gets_no_answer_from_a_closed_game(world: World) -> None:
    """(MAIL-N9)"""
    world.creates(open=False)
    assert world.person("Mara").sends("join pent as Mara") == []


def test_a_misspelt_game_is_the_open_one_that_is_near(world: World) -> None:
    world.creates("pentarchy")
    (question,) = world.person("Mara").sends("join pentachy as Mara")
    assert question.kind == Kind.CONFIRMATION
    assert world.person("Rick").sends("join armada as Rick") == []


def test_a_registration_may_come_in_several_letters(world: World) -> None:
    world.creates()
    zane = world.person("Zane")
    zane.sends("join pent as Zane")
    zane.writes("yes")
    first, rest = FLEETS["Zane"].split("\n", 1)
    (receipt,) = zane.writes(first)
    assert "Still missing: 5 ships" in receipt.words
    assert "Your sign-up is complete" not in receipt.words
    (receipt,) = zane.writes(rest)
    assert "Still missing" not in receipt.words
    assert "Your sign-up is complete. The game starts when all seats are taken" in receipt.words


def test_the_standing_registration_is_in_the_order_of_its_form(world: World) -> None:
    world.creates()
    zane = world.joins("Zane", fleet="start: Agnes\nship 2: Eden 5E5T\nship 1: Phoenix 3E3G2B")
    assert world.stands(zane) == ["ship 1: Phoenix 2B3E3G", "ship 2: Eden 5E5T", "start: Agnes"]


def test_a_start_island_goes_to_whose_registration_was_complete_first(world: World) -> None:
    """Nobody is told to whom he lost it. (RAID-R2)"""
    world.creates(options={"max_players": 3})
    zane = world.person("Zane")
    zane.sends("join pent as Zane")
    zane.writes("yes")
    zane.writes("Phoenix 3E3G2B\nstart: Agnes")
    world.joins("Rick", fleet=FLEETS["Rick"].replace("Pearl", "Agnes"))
    notice = zane.last()
    assert notice.kind is Kind.NOTICE
    assert "Agnes" in notice.text
    assert "Rick" not in notice.text
    (receipt,) = zane.writes("start: Pearl")
    assert "start: Pearl" in world.stands(zane)
    assert "Rick" not in receipt.text


def test_the_game_does_not_begin_while_a_registration_has_a_gap(world: World) -> None:
    """Not even if the gap was made in the letter right after the last one that was missing."""
    world.creates()
    zane = world.joins("Zane")
    rick = world.person("Rick")
    rick.sends("join pent as Rick")
    rick.writes("yes")
    for person, words in ((rick, FLEETS["Rick"]), (zane, "cancel Phoenix")):
        last = person.last()
        letter = person.letter(words, To=last.reply_to, Subject=last.subject)
        world.post.bring(world, letter)
    world.works()
    assert world.game().phase == Phase.SIGN_UP
    zane.writes("ship 1: Phoenix 3E3G2B")
    assert world.game().phase == Phase.RUNNING


@pytest.mark.parametrize(
    "words",
    [
        "hi! join pent as Zane please",
        "Hello,\nI'd like to join pent as Zane, if there is room.",
        "join pent as Zane, please!",
    ],
)
def test_the_wish_to_join_may_stand_among_other_words(worlds: Worlds, words: str) -> None:
    """A stranger who is not understood would never hear why (MAIL-N9)."""
    world = worlds()
    world.creates()
    (question,) = world.person("Zane").sends(words)
    assert "to play as Zane." in question.words
