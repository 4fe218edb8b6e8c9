"""Who writes too much: everything counts, and nobody's mailbox is filled by it (MAIL-N10)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mailbot.mail.outgoing import Kind
from tests.helpers.world import UNLIMITED, Person, World, Worlds
from tests.stories.test_offmap import DEEPS, to_battle


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds(settings={"limits": UNLIMITED})


@pytest.fixture
def battle(world: World) -> tuple[Person, Person]:
    """Two sides that have a battle to report."""
    sides = world.campaign()
    to_battle(world, *sides)
    world.passes(hours=2)
    return sides


def heard(person: Person) -> list[str]:
    """The news of the other side's orders, each as one line, oldest first."""
    return [mail.words for mail in person.letters(Kind.NOTICE)]


# What others hear at once.


def test_who_reports_is_told_who_hears_of_it(battle: tuple[Person, Person]) -> None:
    (receipt,) = battle[0].writes("report crippled Dross")
    assert "Told to reach at once: Report of the battle." in receipt.words


def test_the_same_report_again_is_no_news(battle: tuple[Person, Person]) -> None:
    pact, reach = battle
    pact.writes("report crippled Dross")
    (receipt,) = pact.writes("report crippled Dross\nretrograde all to Kest")
    assert len(heard(reach)) == 1
    assert "Told to" not in receipt.words


def test_a_part_of_a_report_that_is_left_out_is_news(battle: tuple[Person, Person]) -> None:
    """A report is the whole result. (OFF-3.5)"""
    pact, reach = battle
    pact.writes("report crippled Dross; report destroyed Emery")
    pact.writes("report crippled Dross")
    assert "destroyed: Emery" in heard(reach)[0]
    assert "destroyed" not in heard(reach)[1]


def test_a_report_that_is_taken_back_is_taken_back_there_too(
    battle: tuple[Person, Person],
) -> None:
    pact, reach = battle
    pact.writes("report crippled Dross")
    (receipt,) = pact.writes("cancel report")
    assert "Told to reach at once: Report of the battle, taken back." in receipt.words
    assert "“Report of the battle” has been taken back." in heard(reach)[-1]


def test_all_news_of_one_letter_is_one_letter(battle: tuple[Person, Person]) -> None:
    pact, reach = battle
    reach.writes("commit near\ncommit far\nreport crippled Dross\ndispute She was not there.")
    (news,) = pact.letters(Kind.NOTICE)
    assert news.text.count("have joined the battle") == 2
    assert "Vael Reach disputes the result." in news.words


def test_after_five_news_in_an_hour_the_rest_comes_together(
    world: World, battle: tuple[Person, Person]
) -> None:
    pact, reach = battle
    for ship in ("Dross", "Emery") * 10:
        pact.writes(f"report crippled {ship}")
    assert 5 <= len(heard(reach)) <= 7
    world.passes(minutes=11)
    assert "crippled: Emery" in heard(reach)[-1]
    told = len(heard(reach))
    world.passes(minutes=60)
    assert len(heard(reach)) == told


def test_what_was_taken_back_meanwhile_is_told_so_too(
    world: World, battle: tuple[Person, Person]
) -> None:
    pact, reach = battle
    for ship in ("Dross", "Emery", "Dross", "Emery", "Dross"):
        pact.writes(f"report crippled {ship}")
    pact.writes("cancel report")
    assert "crippled: Dross" in heard(reach)[-1]
    world.passes(minutes=11)
    assert "Nothing of what you were told of the other orders" in heard(reach)[-1]


def test_the_last_report_is_told_however_many_came_before(
    world: World, battle: tuple[Person, Person]
) -> None:
    """An hour filled beforehand hides nothing."""
    pact, reach = battle
    for ship in ("Dross", "Emery") * 10:
        pact.writes(f"report crippled {ship}")
    world.passes(minutes=11)
    pact.writes("report destroyed Bellows")
    world.passes(minutes=11)
    assert "destroyed: Bellows" in heard(reach)[-1]


def test_what_the_sheet_has_told_meanwhile_is_not_told_again(
    world: World, battle: tuple[Person, Person]
) -> None:
    pact, reach = battle
    for ship in ("Dross", "Emery") * 4:
        pact.writes(f"report crippled {ship}")
    told = len(heard(reach))
    world.turn(DEEPS)
    world.passes(hours=1)
    assert len(heard(reach)) == told
    assert "Emery crippled" in reach.letters(Kind.SHEET)[-2].words


def test_who_may_not_know_who_was_there_does_not_learn_it_from_the_news(
    battle: tuple[Person, Person],
) -> None:
    """That Reach hears nothing new of a ship that was not there must not show. (OFF-3.7)"""
    pact, _ = battle
    pact.writes("report crippled Dross")
    (there,) = pact.writes("report crippled Dross, Alder")
    (not_there,) = pact.writes("report crippled Dross, Gorse")
    assert "Told to reach at once" in there.words
    assert "Told to reach at once" in not_there.words


# Words to the service.


def test_one_letter_gets_each_sheet_once(battle: tuple[Person, Person]) -> None:
    pact, _ = battle
    again = pact.writes("resend 1\n" * 1000)
    assert [mail.kind for mail in again] == [Kind.SHEET, Kind.SHEET]


def test_sheets_are_sent_again_twenty_times_a_day(
    world: World, battle: tuple[Person, Person]
) -> None:
    pact, _ = battle
    first = pact.last(Kind.SHEET)
    again = [mail for _ in range(12) for mail in pact.writes("resend 1", to=first)]
    assert sum(mail.kind is Kind.SHEET for mail in again) == 20
    assert "2 sheets of these must wait until tomorrow" in again[-1].words
    world.passes(days=1)
    assert len(pact.writes("resend 1", to=first)) == 2


def test_help_is_sent_once_a_day(battle: tuple[Person, Person]) -> None:
    pact, _ = battle
    assert [mail.kind for mail in pact.writes("help")] == [Kind.HELP]
    (receipt,) = pact.writes("help\nhelp")
    assert "Help went to you in the last day" in receipt.words


def test_one_letter_asks_few_things_of_the_service(battle: tuple[Person, Person]) -> None:
    """Each code that is tried takes looking up."""
    words = "\n".join(f"confirm {number:010}" for number in range(1500))
    (receipt,) = battle[0].writes(words)
    assert "One letter may ask 20 things of the service" in receipt.words


def test_messages_to_one_reader_go_in_one_letter(battle: tuple[Person, Person]) -> None:
    pact, reach = battle
    words = "\n\n".join(f"to reach: shot {number}" for number in (*range(300), 7))
    (receipt,) = pact.writes(words)
    (letter,) = reach.letters(Kind.PRESS)
    assert letter.text.count("shot ") == 20
    assert receipt.words.count("was sent on to reach") == 1
    assert "Within a day 20 messages may be written" in receipt.words
    assert len(receipt.text.splitlines()) <= 102


# Answers.


def limited(worlds: Worlds, **limits: int) -> tuple[World, Person, Person]:
    """A game that is under way, and limits from now on."""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    world.creates("reef")
    world.passes(hours=2)
    world.close()
    world.settings = {"limits": limits}
    return world, zane, rick


def kinds(world: World, person: Person, words: list[str]) -> list[int]:
    """How many answers each letter gets."""
    return [len(person.writes(word, to=person.last(Kind.SHEET))) for word in words]


ORDERS = ["Phoenix to Hilda", "Phoenix to Brendan", "Eden to Hilda", "Eden to Brendan"]


def test_beyond_the_limit_of_a_player_orders_count_and_one_receipt_sums_up(
    worlds: Worlds,
) -> None:
    """(MAIL-N10)"""
    world, zane, rick = limited(worlds, receipts_per_hour=2)
    assert kinds(world, zane, ORDERS) == [1, 1, 0, 0]
    assert world.stands(zane) == ["Phoenix to Brendan", "Eden to Brendan"]
    assert len(rick.writes("Duke to Topaz", to=rick.last(Kind.SHEET))) == 1
    before = len(zane.letters())
    world.passes(minutes=61)
    world.passes(minutes=61)
    (summary,) = zane.letters()[before:]
    assert "2 letters of yours came in a short time" in summary.words
    (told,) = world.person("gm").letters()
    assert "pent, Zane: many letters" in told.subject


def test_the_same_words_are_answered_three_times_an_hour(worlds: Worlds) -> None:
    """Two machines that answer each other must come to an end. (MAIL-N10)"""
    world, zane, _ = limited(worlds)
    assert kinds(world, zane, ["I am away until Monday."] * 6) == [1, 1, 1, 0, 0, 0]
    (told,) = world.person("gm").letters()
    assert "the same words again and again" in told.subject
    before = len(zane.letters())
    world.passes(minutes=20)
    assert zane.letters()[before:] == []
    world.passes(minutes=45)
    assert len(zane.letters()[before:]) == 1


def test_who_writes_other_words_is_answered_again(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, _ = limited(worlds)
    words = ["I am away until Monday."] * 4
    assert kinds(world, zane, [*words, "status"])[-2:] == [0, 1]


def test_beyond_the_limit_of_a_domain_orders_count_and_are_summed_up(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, rick = limited(worlds, answers_per_hour_and_domain=3)
    assert kinds(world, zane, ORDERS[:3]) == [1, 1, 1]
    assert kinds(world, rick, ["Duke to Topaz"]) == [0]
    assert world.stands(rick) == ["Duke to Topaz"]
    before = len(rick.letters())
    world.passes(minutes=61)
    assert "got no receipt because there had been many" in rick.letters()[before:][0].words
    assert [mail.subject for mail in world.person("gm").letters()] == [
        "For the Gamesmaster: many letters from game.test"
    ]


def test_a_domain_that_is_flooded_keeps_no_answer_from_another(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, _ = limited(worlds, answers_per_hour_and_domain=2)
    kinds(world, zane, ORDERS[:3])
    world.person("Zoe").sends("join reef as Zoe", From="zoe@example.org")
    assert [row.to for row in world.outbox()][-1] == "zoe@example.org"


def test_beyond_the_limit_of_all_nobody_is_answered_and_the_gm_told_once(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, rick = limited(worlds, answers_per_hour=3)
    assert kinds(world, zane, ORDERS[:3]) == [1, 1, 1]
    assert kinds(world, rick, ["Duke to Topaz", "help"]) == [0, 0]
    before = len(world.outbox())
    world.person("Zoe").sends("join reef as Zoe", From="zoe@example.org")
    assert len(world.outbox()) == before
    assert world.stands(rick) == ["Duke to Topaz"]
    (told,) = world.person("gm").letters()
    assert "more letters than are answered" in told.subject


# Questions.


def test_who_wants_to_join_while_too_many_are_answered_is_asked_later(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, _ = limited(worlds, answers_per_hour=6)
    kinds(world, zane, ORDERS[:3])
    zoe = world.person("Zoe")
    assert zoe.sends("join reef as Zoe") == []
    world.passes(minutes=30)
    assert zoe.sends("join reef as Zoe") == []
    assert zoe.letters() == []
    world.passes(minutes=31)
    (question,) = zoe.letters()
    assert "to play as Zoe" in question.words
    (welcome,) = zoe.writes("yes")
    assert welcome.kind is Kind.SHEET


def test_strangers_leave_half_of_all_answers_to_players(worlds: Worlds) -> None:
    """Whoever invents a thousand of them silences nobody. (MAIL-N10)"""
    world, zane, _ = limited(worlds, answers_per_hour=8, answers_per_hour_and_domain=6)
    for number in range(12):
        world.person(f"S{number}").sends(f"join reef as S{number}", From=f"s@{number}.example")
        world.person(f"T{number}").sends(f"join reef as T{number}", From=f"t{number}@game.test")
    asked = [row.to for row in world.outbox() if row.role and row.role.startswith("join-")]
    assert len(asked) - 2 == 4
    assert kinds(world, zane, ORDERS[:3]) == [1, 1, 1]


def test_strangers_of_one_domain_leave_half_of_it_to_its_players(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, _ = limited(worlds, answers_per_hour_and_domain=6)
    for number in range(12):
        world.person(f"T{number}").sends(f"join reef as T{number}")
    assert kinds(world, zane, ORDERS[:3]) == [1, 1, 1]


def test_what_nobody_could_be_asked_within_a_day_is_given_up(worlds: Worlds) -> None:
    """Or invented strangers would be written to for weeks. (MAIL-N10)"""
    world, _, _ = limited(worlds, answers_per_hour=2)
    for number in range(4):
        world.person(f"T{number}").sends(f"join reef as T{number}", From=f"t@{number}.example")
    before = len(world.outbox())
    world.clock.advance(timedelta(hours=25))
    world.works()
    assert len(world.outbox()) == before


def test_whose_letter_was_it_is_asked_later(worlds: Worlds) -> None:
    """(MAIL-S1, MAIL-N10)"""
    world, zane, rick = limited(worlds, answers_per_hour=3)
    kinds(world, zane, ORDERS[:3])
    assert rick.sends("Duke to Topaz\nclear\npublic: Ho!") == []
    before = len(rick.letters())
    world.passes(minutes=61)
    (question,) = rick.letters()[before:]
    assert "It orders: 1| Duke to Topaz It also takes back orders that stand and has words" in (
        question.words
    )


def test_a_new_address_is_asked_later(worlds: Worlds) -> None:
    """(MAIL-S1, MAIL-N10)"""
    world, zane, _ = limited(worlds, answers_per_hour=3)
    (question,) = zane.writes("address mara@game.test", to=zane.last(Kind.SHEET))
    kinds(world, zane, ORDERS[:2])
    code = question.text.partition("confirm ")[2].split()[0]
    zane.writes(f"confirm {code}", to=question)
    mara = world.person("Mara")
    assert mara.letters() == []
    world.passes(minutes=61)
    assert "please confirm this address" in mara.last().subject


def test_which_game_is_asked_later(worlds: Worlds) -> None:
    """(MAIL-N10)"""
    world, zane, rick = limited(worlds, answers_per_hour=4)
    world.passes(days=1)
    rick.sends("join reef as Rick")
    rick.writes("yes")
    world.passes(hours=2)
    kinds(world, zane, ORDERS)
    assert rick.sends("hold") == []
    before = len(rick.letters())
    world.passes(minutes=61)
    assert "Which game do you mean?" in [mail.subject for mail in rick.letters()[before:]]


# Forgers' words.


def test_no_forger_fills_a_players_mailbox_by_asking_for_games_in_his_name(
    worlds: Worlds,
) -> None:
    """However the games are called; and his words are not passed on. (MAIL-N10)"""
    world, zane, _ = limited(worlds)
    world.passes(days=1)
    zane.sends("join reef as Zane")
    zane.writes("yes")
    before = len(zane.letters())
    for number in range(5):
        world.person("Mallory").sends(
            f"join cheap-sails-{number}", From=zane.address, Subject=f"Cheap sails {number}"
        )
    (answer,) = zane.letters()[before:]
    assert "heap" not in answer.subject + answer.text


def test_what_a_stranger_writes_is_not_carried_to_whom_he_names(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    world, _, _ = limited(worlds)
    zoe = world.person("Zoe")
    (question,) = zoe.sends("join reef", Subject="Cheap sails", From="Cheap <zoe@game.test>")
    assert "Cheap sails" not in question.subject
