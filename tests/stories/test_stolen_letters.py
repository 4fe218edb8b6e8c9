"""A player's letters, and ours to him, in the wrong hands: what can be done with them."""

from __future__ import annotations

import time

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.got import GAMES, Mail
from tests.helpers.signing import names, signed
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def world(worlds: Worlds) -> World:
    world = worlds()
    object.__setattr__(world.service, "lookup", names)
    return world


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


@pytest.fixture
def zane(players: list[Person]) -> Person:
    return players[0]


# An old letter of ours.


def forges(world: World, victim: Person, stolen: Mail, words: str, subject: str = "x") -> str:
    """Somebody writes as the victim with the token of a stolen letter; what the victim is told."""
    world.person("Mallory").sends(words, From=victim.address, To=stolen.reply_to, Subject=subject)
    return victim.last().words


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("turn 2\nPhoenix X", "x"),
        ("Phoenix X", "[pent T2] x"),
        ("turn 2\nclear", "x"),
        ("ok 1", "x"),
    ],
)
def test_with_an_earlier_sheet_nobody_orders(
    world: World, zane: Person, words: str, subject: str
) -> None:
    """Its token tells who writes, and proves it no more. (MAIL-S2)"""
    stolen = zane.last(Kind.SHEET)
    world.turn()
    zane.writes("Phoenix to Hilda")
    told = forges(world, zane, stolen, words, subject)
    assert "answers an earlier one of ours" in told
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_nor_has_he_applied_what_was_kept(world: World, zane: Person) -> None:
    """(MAIL-S2)"""
    stolen = zane.last(Kind.SHEET)
    world.turn()
    forges(world, zane, stolen, "turn 2\nPhoenix X")
    assert "answer this one instead" in forges(world, zane, stolen, "apply")
    assert world.stands(zane) == []


def test_nor_speaks_he_to_others(world: World, players: list[Person]) -> None:
    """(MAIL-S2)"""
    zane, rick = players
    stolen = zane.last(Kind.SHEET)
    world.turn()
    forges(world, zane, stolen, "to Rick: War!\npublic: War!\nseed: mine")
    assert rick.letters(Kind.PRESS) == []
    zane.writes("apply", to=zane.last(Kind.RECEIPT))
    assert "War!" in rick.last(Kind.PRESS).text


def test_nor_changes_he_an_address(world: World, zane: Person) -> None:
    """(MAIL-S1, MAIL-S2)"""
    stolen = zane.last(Kind.SHEET)
    world.turn()
    told = forges(world, zane, stolen, "deputy mallory@game.test")
    assert "only in an answer to a letter of the game" in told


def test_the_question_of_sign_up_proves_nothing_once_the_game_has_begun(
    world: World, zane: Person
) -> None:
    """(MAIL-S2)"""
    question = zane.letters(Kind.CONFIRMATION)[0]
    told = forges(world, zane, question, "Phoenix X")
    assert world.stands(zane) == []
    assert "kept" in told


def test_who_answers_an_earlier_letter_himself_needs_one_word(world: World, zane: Person) -> None:
    """The receipt goes to the player alone, and its token is good. (MAIL-S2)"""
    sheet = zane.last(Kind.SHEET)
    world.turn()
    (receipt,) = zane.writes("turn 2\nPhoenix to Hilda", to=sheet)
    zane.writes("apply", to=receipt)
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_of_several_tokens_the_writers_own_counts(world: World, players: list[Person]) -> None:
    zane, rick = players
    to = ", ".join(each.last(Kind.SHEET).reply_to for each in players)
    rick.sends("Duke to Topaz", To=to)
    assert world.stands(rick) == ["Duke to Topaz"]
    assert zane.letters(Kind.CONFIRMATION)[1:] == []


def test_a_hundred_thousand_addresses_are_no_hundred_thousand_questions(
    world: World, zane: Person
) -> None:
    """(MAIL-S2)"""
    many = ", ".join(f"a+p.z.{number:016}@b.c".translate(_LETTERS) for number in range(30_000))
    began = time.process_time()
    zane.sends("Phoenix X", To=many.replace(", ", ",\n "))
    assert time.process_time() - began < 5
    assert world.received()[-1].state == LetterState.QUARANTINED


_LETTERS = str.maketrans("0123456789", "abcdefghij")


# A signed letter of his.


def brings(world: World, raw: bytes) -> str:
    """Somebody hands a letter in; what was decided."""
    world.passes(minutes=1)
    world.post.bring(world, raw)
    world.works()
    return world.received()[-1].reason


def test_a_signed_letter_counts(world: World, zane: Person) -> None:
    """(MAIL-S4)"""
    assert "A2" in brings(world, signed(zane.letter("Phoenix to Hilda")))
    assert world.stands(zane) == ["Phoenix to Hilda"]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"", b""), (b"to Hilda", b"to  Hilda"), (b"@mail.example", b"@other.example")],
    ids=["as it was", "spaces that the signature does not see", "an unsigned Message-ID"],
)
def test_a_signed_letter_that_somebody_brings_again_changes_nothing(
    world: World, zane: Person, old: bytes, new: bytes
) -> None:
    """(MAIL-S4)"""
    letter = signed(zane.letter("Phoenix to Hilda"))
    brings(world, letter)
    zane.writes("Phoenix to Brendan", to=zane.last(Kind.SHEET))
    before = len(zane.letters())
    brings(world, letter.replace(old, new))
    assert world.received()[-1].state == LetterState.DUPLICATE
    assert world.stands(zane) == ["Phoenix to Brendan"]
    assert len(zane.letters()) == before


def test_a_signed_letter_for_several_games_counts_once_in_each(world: World, zane: Person) -> None:
    """(MAIL-S4, FEAT-G4)"""
    world.passes(days=1)
    world.begins("Zane", "Mara", game="gull")
    letter = signed(zane.letter("game pent\nPhoenix to Hilda\ngame gull\nEden to Hilda"))
    brings(world, letter)
    stand = [world.stands(zane, game) for game in ("pent", "gull")]
    assert stand == [["Phoenix to Hilda"], ["Eden to Hilda"]]
    last = {mail.subject.split()[0]: mail for mail in zane.letters(Kind.SHEET)}
    for sheet in last.values():
        zane.writes("clear", to=sheet)
    brings(world, letter.replace(b"@mail.example", b"@other.example"))
    assert world.received()[-1].state == LetterState.DUPLICATE
    assert [world.stands(zane, game) for game in ("pent", "gull")] == [[], []]


@pytest.mark.parametrize("broken", ["", "b=", "b=AAAA", "b=é"])
def test_a_signature_that_is_none_makes_no_two_letters_one(
    world: World, zane: Person, broken: str
) -> None:
    """(MAIL-S4)"""
    head = {"DKIM-Signature": f"v=1; d=game.test; h=from; {broken}"}
    for words in ("Phoenix to Hilda", "Phoenix to Brendan"):
        zane.writes(words, to=zane.last(Kind.SHEET), headers=head)
    assert world.stands(zane) == ["Phoenix to Brendan"]


def test_nor_in_a_later_turn(world: World, zane: Person) -> None:
    """(MAIL-S4)"""
    letter = signed(zane.letter("Phoenix to Hilda"))
    brings(world, letter)
    world.turn()
    brings(world, letter.replace(b"to Hilda", b"to  Hilda"))
    assert world.stands(zane) == []


def test_what_he_wrote_to_a_friend_is_no_order(world: World, zane: Person) -> None:
    """(MAIL-S4)"""
    letter = signed(zane.letter("My plan:\nPhoenix X", To="rick@game.test"))
    assert "A1" in brings(world, letter)
    assert world.stands(zane) == []


@pytest.mark.parametrize("name", [b"To", b"Cc"])
def test_nor_if_the_friend_writes_our_address_above_it(
    world: World, zane: Person, name: bytes
) -> None:
    """(MAIL-S4)"""
    letter = signed(zane.letter("Phoenix X", To="rick@game.test"), (b"from", b"to", b"subject"))
    assert "A1" in brings(world, name + b": " + GAMES.encode() + b"\r\n" + letter)


@pytest.mark.parametrize(
    "above",
    [
        "Subject: [pent T1] x",
        'Content-Type: multipart/mixed; boundary="---Original Message-----"',
        "Content-Type: text/html",
    ],
)
def test_nobody_writes_above_what_was_signed(world: World, zane: Person, above: str) -> None:
    """Who got it in copy, and is quoted in it, would have his words read for its writer's.

    Its owner is asked, as for any letter without a proof. (MAIL-S4)
    """
    plan = "Yes.\n\n-----Original Message-----\n\nPhoenix X\n"
    letter = signed(zane.letter(plan, Subject="plans", Cc="rick@game.test"))
    assert "A1" in brings(world, above.encode() + b"\r\n" + letter)
    assert world.stands(zane) == []
    assert "confirm " in zane.last(Kind.CONFIRMATION).text


def test_nor_puts_another_way_to_read_it_in_the_place_of_an_unsigned_one(
    world: World, zane: Person
) -> None:
    """(MAIL-S4)"""
    letter = signed(zane.letter("Yes.\n> =0APhoenix X\n", Subject="plans"))
    kind = b"Content-Transfer-Encoding: quoted-printable\r\n"
    assert b"Content-Transfer-Encoding" not in letter
    assert "A1" in brings(world, kind + letter)
    assert world.stands(zane) == []


def test_nor_if_the_signature_leaves_out_to_whom_it_went(world: World, zane: Person) -> None:
    """(MAIL-S4)"""
    assert "A1" in brings(world, signed(zane.letter("Phoenix X"), (b"from", b"subject")))


def test_a_friend_in_its_cc_hinders_nothing(world: World, zane: Person) -> None:
    letter = signed(zane.letter("Phoenix to Hilda", Cc="rick@game.test"))
    assert "A2" in brings(world, letter)


def test_an_earlier_letter_answered_and_signed_counts_as_signed(world: World, zane: Person) -> None:
    """(MAIL-S1, MAIL-S4)"""
    sheet = zane.last(Kind.SHEET)
    world.turn()
    brings(world, signed(zane.letter("turn 2\nPhoenix to Hilda", To=sheet.reply_to)))
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_our_own_servers_word_is_none_for_a_letter_to_somebody_else(worlds: Worlds) -> None:
    """(MAIL-S3)"""
    world = worlds(settings={"trust": {"authserv_id": "mx.game.test"}})
    zane, _ = world.begins("Zane", "Rick")
    said = "mx.game.test; dkim=pass header.d=game.test"
    zane.sends("Phoenix X", To="rick@game.test", Authentication_Results=said)
    assert world.stands(zane) == []


# A letter that comes twice.


@pytest.mark.parametrize("sign", ["List-Id: <club.example.org>", "Auto-Submitted: auto-generated"])
def test_the_copy_that_counts_is_read_whichever_comes_first(
    world: World, zane: Person, sign: str
) -> None:
    """A list that he wrote to as well is quicker than his own letter. (MAIL-D2)"""
    letter = zane.letter("Phoenix to Hilda", To=zane.last(Kind.SHEET).reply_to)
    assert "N" in brings(world, f"{sign}\r\n".encode() + letter)
    assert "A3" in brings(world, letter)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert "MAIL-D2" in brings(world, letter)


def test_what_waits_for_its_owners_word_is_overtaken_by_a_copy_that_proves_itself(
    world: World, zane: Person
) -> None:
    """(MAIL-D2)"""
    letter = zane.letter("Phoenix to Hilda")
    (question,) = zane.sends("Phoenix to Hilda", Message_ID=Mail.of(letter).id)
    brings(world, signed(letter))
    assert world.stands(zane) == ["Phoenix to Hilda"]
    code = question.text.partition("confirm ")[2].split()[0]
    zane.writes(f"confirm {code}", to=zane.last(Kind.SHEET))
    assert world.received()[-2].state == LetterState.DONE
    assert world.received()[-3].state == LetterState.DUPLICATE
