"""Who is believed: tokens, forged senders, codes, closed groups, machines."""

from __future__ import annotations

import re

import pytest

from mailbot.inbound.limits import OFTEN
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


@pytest.fixture
def zane(players: list[Person]) -> Person:
    return players[0]


def forged(world: World, victim: Person, words: str, **headers: str) -> list[str]:
    """What the victim gets when somebody else writes under his address."""
    before = len(victim.letters())
    world.person("Mallory").sends(words, From=victim.address, **headers)
    return [mail.text for mail in victim.letters()[before:]]


def code_in(text: str) -> str:
    found = re.search(r"confirm (\S+)", text)
    assert found is not None
    return found[1]


def test_orders_without_proof_wait_for_their_owner(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    (question,) = forged(world, zane, "Phoenix to Hilda")
    assert "nothing proves that" in " ".join(question.split())
    assert world.received()[-1].state == LetterState.QUARANTINED
    assert world.stands(zane) == []


def test_the_owner_is_asked_of_each_letter_but_not_without_end(world: World, zane: Person) -> None:
    """One forged letter does not keep the question about a real one from its writer."""
    asked = [len(forged(world, zane, f"Phoenix to Hilda # {number}")) for number in range(7)]
    assert asked == [1] * OFTEN + [0] * (7 - OFTEN)
    world.passes(days=1)
    assert len(forged(world, zane, "Phoenix to Brendan")) == 1


def test_the_code_releases_the_letter(world: World, zane: Person) -> None:
    (question,) = forged(world, zane, "Phoenix to Hilda")
    zane.writes(f"confirm {code_in(question)}")
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_letter_released_in_a_later_turn_is_kept_for_apply(world: World, zane: Person) -> None:
    """It was written for the turn that was open when it came."""
    (question,) = forged(world, zane, "Phoenix to Hilda")
    world.turn()
    zane.writes(f"confirm {code_in(question)}")
    assert world.stands(zane) == []
    assert "apply" in zane.last(Kind.RECEIPT).text


def test_nobody_releases_a_letter_with_the_code_of_another(
    world: World, players: list[Person]
) -> None:
    zane, rick = players
    (question,) = forged(world, zane, "Phoenix to Hilda")
    (receipt,) = rick.writes(f"confirm {code_in(question)}")
    assert "no letter waiting under that code" in receipt.words
    (receipt,) = zane.writes("confirm abcdefghij")
    assert "no letter waiting under that code" in receipt.words
    assert world.stands(zane) == []


def test_a_token_from_another_address_proves_nothing(world: World, zane: Person) -> None:
    """(MAIL-S1)"""
    mallory = world.person("Mallory")
    assert mallory.writes("Phoenix to Hilda", to=zane.last()) == []
    assert world.stands(zane) == []
    assert "mallory@game.test" in zane.last(Kind.CONFIRMATION).text


def test_a_closed_group_may_believe_the_from_line(world: World) -> None:
    zane, _ = world.begins("Zane", "Rick", trust="from")
    zane.sends("Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]


@pytest.mark.parametrize(
    "sign",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Return-Path": "<>"},
        {"Precedence": "bulk"},
        {"Subject": "Automatic reply: Pent"},
        {"X-Game-Loop": "other"},
    ],
)
def test_a_machine_is_never_obeyed_nor_answered(worlds: Worlds, sign: dict[str, str]) -> None:
    """(MAIL-N1 to MAIL-N8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    assert zane.writes("Phoenix to Hilda", headers=sign) == []
    assert world.stands(zane) == []
    assert world.received()[-1].state == LetterState.SILENT


def test_a_stranger_gets_no_answer(world: World, zane: Person) -> None:
    """(MAIL-N9)"""
    assert world.person("Mallory").sends("Phoenix to Hilda") == []


def test_who_forges_a_domain_that_says_so_is_shut_away(worlds: Worlds) -> None:
    """(MAIL-S5)"""
    world = worlds(settings={"trust": {"authserv_id": "mx.game.test"}})
    zane, _ = world.begins("Zane", "Rick")
    verdict = "mx.game.test; dmarc=fail header.from=game.test"
    assert forged(world, zane, "Phoenix to Hilda", Authentication_Results=verdict) == []
    assert world.received()[-1].state == LetterState.QUARANTINED


def test_the_word_of_our_own_mail_server_is_proof(worlds: Worlds) -> None:
    """(MAIL-S3)"""
    world = worlds(settings={"trust": {"authserv_id": "mx.game.test"}})
    zane, _ = world.begins("Zane", "Rick")
    zane.sends(
        "Phoenix to Hilda",
        Authentication_Results="mx.game.test; dmarc=pass header.from=game.test",
    )
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_proof_in_the_subject_serves_where_plus_addresses_do_not(worlds: Worlds) -> None:
    """(MAIL-S2)"""
    world = worlds(settings={"smtp": {"plus_addresses": False}})
    zane, _ = world.begins("Zane", "Rick")
    assert "+" not in zane.last().reply_to
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert zane.last().subject.count("[k:") == 1


def test_a_long_name_of_a_game_leaves_the_proof_valid(worlds: Worlds) -> None:
    """(MAIL-S2)"""
    name = "harbour-night-spring-regatta-2"
    world = worlds(settings={"smtp": {"sender": "play-by-mail-office@game.test"}})
    zane, _ = world.begins("Zane", "Rick", game=name)
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane, name) == ["Phoenix to Hilda"]


def test_a_letter_of_ours_that_comes_back_without_quote_marks_orders_nothing(
    worlds: Worlds,
) -> None:
    """Neither an enemy's words nor a receipt's are the reader's own (MAIL-O5)."""
    zane, rick = worlds().begins("Zane", "Rick")
    zane.writes("to Rick:\nDuke X\nEarl to Topaz\nend\nPhoenix X")
    for person, said, stands in ((rick, "Never!", []), (zane, "Good.", ["Phoenix, disband"])):
        letter = person.last()
        bare = letter.text.replace("> ", "")
        person.sends(f"{said}\n\n{bare}", To=letter.reply_to, Subject=f"Re: {letter.subject}")
        assert person.world.stands(person) == stands


def test_who_is_asked_sees_what_was_ordered_and_nothing_else_of_the_letter(
    worlds: Worlds,
) -> None:
    """Or he might take a forged letter for his own, or we would carry a forger's words."""
    zane, _ = worlds().begins("Zane", "Rick")
    (question,) = zane.sends("Phoenix X\nBuy cheap sails!")
    assert "It orders: 1| Phoenix, disband If it is yours" in question.words
    assert "cheap" not in question.text
    assert zane.world.stands(zane) == []
