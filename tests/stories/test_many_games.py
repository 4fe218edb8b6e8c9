"""Several games of several rulesets on one mailbox (FEAT-G4)."""

from __future__ import annotations

import re

import pytest

from mailbot.errors import Refused
from mailbot.games import steering
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.inbound.parts import Part, parts_of
from mailbot.lookout.glance import look
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, Phase
from tests.helpers.got import Mail
from tests.helpers.world import FLEETS, Person, World, Worlds

GAMES = {"pent", "deeps", "gull"}
VOUCHED = "mx.game.test; dmarc=pass header.from=game.test"
TRUSTS = {"trust": {"authserv_id": "mx.game.test", "dkim": False}}


def playing(worlds: Worlds) -> tuple[World, Person]:
    """Zane has a seat in two games of Raider."""
    world = worlds(settings=TRUSTS)
    zane, _ = world.begins("Zane", "Rick")
    # One question a day whether somebody wants to join.
    world.passes(days=1)
    world.begins("Zane", "Mara", game="gull")
    return world, zane


def vouched(zane: Person, words: str, **headers: str) -> list[Mail]:
    """A letter that his own mail server vouches for."""
    return zane.sends(words, Authentication_Results=VOUCHED, **headers)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Phoenix to Hilda", [(None, "Phoenix to Hilda")]),
        ("game pent\nA\nB", [("pent", "\nA\nB")]),
        ("pent: A\nB\ndeeps: C", [("pent", "A\nB"), ("deeps", "C")]),
        ("Game Pent:\nA\n\ngame deeps.\nC", [("pent", "\nA\n"), ("deeps", "\nC")]),
        ("A\ngame deeps\nC", [("gull", "A"), ("deeps", "\nC")]),
        ("game pent\nA\ngame deeps\nC\ngame pent\nB", [("pent", "\nA\n\nB"), ("deeps", "\nC")]),
        ("game depes\nC", [("deeps", "\nC")]),
        ("game over, I fear", [(None, "game over, I fear")]),
        ("reef: A", [(None, "reef: A")]),
        ("#orders pent turn 2\nA\n#end", [("pent", "#orders pent turn 2\nA\n#end")]),
    ],
)
def test_a_letter_is_taken_apart_by_the_games_it_names(
    text: str, parts: list[tuple[str | None, str]]
) -> None:
    assert parts_of(text, GAMES, "gull") == tuple(Part(*each) for each in parts)


def test_words_before_the_first_name_belong_to_it_where_nothing_else_is_known() -> None:
    assert parts_of("Hello\ngame pent\nA", GAMES) == (Part("pent", "Hello\n\nA"),)


def test_a_letter_for_two_games_is_split_and_each_part_has_its_receipt(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    got = vouched(zane, "game pent\nPhoenix to Hilda\n\ngame gull\nEden to Hilda")
    assert [(str(mail.kind), mail.subject) for mail in got] == [
        ("receipt", "Re: [pent T1] orders"),
        ("receipt", "[gull T1] Gull, turn 1: receipt 1 for Zane"),
    ]
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]
    assert world.stands(zane, "gull") == ["Eden to Hilda"]


def test_a_game_may_be_named_before_the_first_order(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    vouched(zane, "gull: Eden to Hilda")
    assert (world.stands(zane, "pent"), world.stands(zane, "gull")) == ([], ["Eden to Hilda"])


@pytest.mark.parametrize("subject", ["[gull] orders", "game gull", "Re: [gull T1] Gull: Turn 0"])
def test_a_game_may_be_named_in_the_subject(worlds: Worlds, subject: str) -> None:
    world, zane = playing(worlds)
    vouched(zane, "Eden to Hilda", Subject=subject)
    assert world.stands(zane, "gull") == ["Eden to Hilda"]


def test_a_letter_that_names_no_game_is_asked_about(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    (asked,) = vouched(zane, "Eden to Hilda")
    assert "Which game do you mean?" in asked.subject
    assert "game pent" in asked.text
    assert world.stands(zane, "gull") == []


def test_the_line_that_such_a_question_shows_may_be_written_as_it_stands(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    (asked,) = vouched(zane, "Phoenix to Hilda")
    zane.writes("game pent\nPhoenix to Hilda", asked, {"Authentication-Results": VOUCHED})
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]


def test_an_answer_to_one_game_may_hold_orders_for_another(worlds: Worlds) -> None:
    """What proves the one proves nothing for the other: its owner is asked (MAIL-S1)."""
    world, zane = playing(worlds)
    sheet = zane.letters(Kind.SHEET)[-1]
    assert "gull" in sheet.subject
    got = zane.writes("Eden to Hilda\ngame pent\nPhoenix to Hilda", sheet)
    assert [mail.kind for mail in got] == [Kind.RECEIPT, Kind.CONFIRMATION]
    assert (world.stands(zane, "gull"), world.stands(zane, "pent")) == (["Eden to Hilda"], [])
    assert "Eden" not in got[1].text
    (code,) = re.findall(r"confirm ([a-z2-7]{10})", got[1].text)
    zane.writes(f"confirm {code}", got[1])
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]
    assert world.stands(zane, "gull") == ["Eden to Hilda"]


def test_the_same_letter_twice_counts_once_in_each_game(worlds: Worlds) -> None:
    """(MAIL-D2)"""
    world, zane = playing(worlds)
    headers = {"Message_ID": "<twice@mail.example.org>"}
    words = "game pent\nstatus\ngame gull\nstatus"
    assert len(vouched(zane, words, **headers)) == 2
    assert vouched(zane, words, **headers) == []
    states = [letter.state for letter in world.received()[-3:]]
    assert states == [LetterState.DONE, LetterState.DONE, LetterState.DUPLICATE]


def test_somebody_elses_game_is_not_reached_by_its_name(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    world.passes(days=1)
    world.begins("Rick", "Mara", game="reef")
    vouched(zane, "game pent\nPhoenix to Hilda\ngame reef\nDuke to Topaz")
    assert world.stands(Person(world, "Rick"), "reef") == []
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]


def test_a_sign_up_of_another_ruleset_stands_beside_a_running_game(worlds: Worlds) -> None:
    world = worlds(settings=TRUSTS)
    zane, _ = world.begins("Zane", "Rick")
    world.passes(days=1)
    world.creates("gull")
    world.joins("Zane", "gull", fleet="")
    vouched(zane, f"pent: Phoenix to Hilda\ngame gull\n{FLEETS['Zane']}")
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]
    assert len(world.stands(zane, "gull")) == 7


def over(world: World, game: str = "pent") -> Hand:
    """The game is over; whoever puts it away."""
    with world.service.store.writing() as session:
        find_game(session, game).phase = Phase.OVER
    return Hand("gm", world.clock.now(), world.service.office.desk)


def test_a_game_that_was_put_away_leaves_the_lists_and_answers_kindly(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    hand = over(world)
    with world.service.store.writing() as session:
        steering.archive(session, find_game(session, "pent"), hand)
    assert look(world.service).games == ()
    assert "no more orders to give" in zane.writes("Phoenix to Hilda")[-1].text
    with world.service.store.writing() as session:
        steering.unarchive(session, find_game(session, "pent"), hand)
    assert [game.name for game in look(world.service).games] == ["pent"]


def test_a_running_game_is_not_put_away(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    hand = Hand("gm", world.clock.now(), world.service.office.desk)
    with (
        pytest.raises(Refused, match="pent is not over"),
        world.service.store.writing() as session,
    ):
        steering.archive(session, find_game(session, "pent"), hand)


def test_a_game_that_was_put_away_needs_no_name_from_its_players(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    over(world, "gull")
    vouched(zane, "Phoenix to Hilda")
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]


def test_a_letter_for_two_games_comes_and_is_answered_by_real_mail(world: World) -> None:
    zane, _ = world.begins("Zane", "Rick", trust="from")
    world.passes(days=1)
    world.begins("Zane", "Mara", game="gull", trust="from")
    got = zane.sends("game pent\nPhoenix to Hilda\n\ngame gull\nEden to Hilda")
    assert [mail.kind for mail in got] == [Kind.RECEIPT, Kind.RECEIPT]
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]
    assert world.stands(zane, "gull") == ["Eden to Hilda"]
