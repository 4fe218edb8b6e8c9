"""What somebody may try who wants to see, or to be, what he may not; and slips that look alike."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from mailbot.games import replacing
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, Phase
from tests.helpers.got import Mail
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_gm_by_mail import GM, code_in, desk, writes
from tests.stories.test_many_games import playing, vouched
from tests.stories.test_press import deputy, hour, of_five, press
from tests.stories.test_replacing import does, file, full, game

# What goes with a seat that changes hands.


def handed_over(world: World, role: str) -> Person:
    """Nina has this seat from now on."""
    nina = world.person("Nina")
    does(world, replacing.replace, role, nina.address)
    return nina


def letters_of(nina: Person) -> str:
    return file(nina.letters()[0], "letters.txt")


def test_an_unsigned_letter_stays_unsigned_for_the_next_player(worlds: Worlds) -> None:
    """(FEAT-P1, FEAT-T2)"""
    world, who = of_five(worlds, press="both")
    who["Zane"].writes("anonymous to Olga, Hugo: I know.\n\nanonymous public: Beware of Mara.")
    who["Rick"].writes('as "The Raven" to Olga: I know more.')
    who["Mara"].writes("to Olga, Hugo: Peace?")
    world.turn()
    letters = letters_of(handed_over(world, "Olga"))
    assert "turn 1, somebody who gave no name to Olga:\n\nI know." in letters
    assert "turn 1, somebody who gave no name to everybody:\n\nBeware of Mara." in letters
    assert "turn 1, The Raven to Olga:\n\nI know more." in letters
    assert "turn 1, Mara to Olga, Hugo:\n\nPeace?" in letters
    assert "Zane" not in letters
    assert "Rick" not in letters


def test_what_stands_in_the_pack_is_the_same_whoever_wrote_it_and_when(worlds: Worlds) -> None:
    got: list[str] = []
    for writer, minutes in (("Zane", 1), ("Rick", 9)):
        world, who = of_five(worlds, press="both")
        world.passes(minutes=minutes)
        who["Mara"].writes("to Olga: One.")
        if writer == "Zane":
            who["Zane"].writes("anonymous to Olga: Two.")
        who["Hugo"].writes("to Olga: Three.")
        if writer == "Rick":
            who["Rick"].writes("anonymous to Olga, Zane: Two.")
        hour(world)
        got.append(letters_of(handed_over(world, "Olga")))
    assert got[0] == got[1]


def test_what_has_not_come_yet_is_in_nobodys_pack(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes("anonymous to Olga: Later.\n\npublic: In the next sheet.\n\nto all: Never.")
    nina = handed_over(world, "Olga")
    assert "letters.txt" not in dict(nina.letters()[0].files)


def test_the_pack_holds_what_came_under_names_of_the_role(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Olga"].writes('as "The Owl" to Zane: Who are you?')
    hour(world)
    who["Zane"].writes("A friend.", who["Zane"].last(Kind.PRESS))
    letters = letters_of(handed_over(world, "Olga"))
    assert "Olga as The Owl to Zane:\n\nWho are you?" in letters
    assert "Zane to The Owl:\n\nA friend." in letters


def test_answers_to_names_in_character_are_void_once_somebody_else_has_the_seat(
    worlds: Worlds,
) -> None:
    """(MAIL-S2)"""
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Olga: Hello!')
    hour(world)
    letter, before = who["Olga"].last(Kind.PRESS), press(who["Zane"])
    nina = handed_over(world, "Olga")
    who["Olga"].writes("I shall betray you.", letter, {"From": nina.address})
    assert press(who["Zane"]) == before


def test_the_new_player_answers_names_in_character(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    nina = handed_over(world, "Olga")
    who["Zane"].writes('as "The Raven" to Olga: Hello!')
    hour(world)
    nina.writes("Good day.", nina.last(Kind.PRESS))
    assert "Olga writes to The Raven: > Good day." in press(who["Zane"])[-1]


def test_what_waits_for_the_word_of_one_who_has_left_waits_no_more(worlds: Worlds) -> None:
    """(FEAT-P2, MAIL-S2)"""
    world, who = of_five(worlds, late="next")
    sheet = who["Olga"].last(Kind.SHEET)
    world.turn()
    who["Olga"].writes("Olone to Hilda", sheet)
    asked = who["Olga"].writes("to all: You are all fools.", who["Olga"].last(Kind.SHEET))[-1]
    found = re.search(r"confirm ([a-z2-7]{10})", asked.words)
    assert found is not None
    nina = handed_over(world, "Olga")
    sheet = nina.last(Kind.SHEET)
    assert "no letter waiting under that code" in nina.writes(f"confirm {found[1]}", sheet)[0].words
    assert "no kept orders of yours" in nina.writes("apply", sheet)[0].words
    assert press(who["Rick"]) == []


def leaves(person: Person) -> None:
    question = person.writes("resign")[-1]
    found = re.search(r"confirm (\S+)", question.text)
    assert found is not None
    person.writes(f"confirm {found[1]}", question)


def test_who_joins_under_the_name_of_one_who_has_left_shares_nothing_with_him(
    worlds: Worlds,
) -> None:
    """Neither his proof nor what he had set apart (MAIL-S2)."""
    world = worlds()
    world.creates()
    zane = world.joins("Zane")
    old = zane.last(Kind.SHEET)
    zane.writes("turn 3:\nPhoenix to Hilda\n\npublic: Hello!")
    leaves(zane)
    mara = world.person("Mara")
    mara.sends("join pent as Zane")
    mara.writes("Yes")
    assert mara.last(Kind.SHEET).reply_to != old.reply_to
    assert "Nothing of yours is kept for turn 3" in mara.writes("cancel turn 3")[-1].words
    zane.sends("status", From=mara.address, To=old.reply_to)
    assert world.received()[-1].state == LetterState.QUARANTINED


@pytest.mark.parametrize("leaves_by", [replacing.kick, replacing.replace])
def test_a_turn_that_all_were_ready_for_waits_for_who_comes(
    worlds: Worlds, leaves_by: object
) -> None:
    """(FEAT-T1)"""
    world, zane, rick = game(worlds, early=True)
    slot = world.deadline()
    zane.writes("ready")
    world.clock.advance(timedelta(minutes=1))
    world.post.bring(world, rick.letter("ready", To=rick.last(Kind.SHEET).reply_to))
    world.service.reader.read_waiting()
    assert world.deadline() == world.clock.now()
    if leaves_by is replacing.kick:
        does(world, replacing.kick, "Rick")
    else:
        handed_over(world, "Rick")
    assert world.game().stage == 1
    assert world.deadline() >= slot


def test_nobody_is_promised_an_early_turn_where_the_deadline_was_set_by_hand(
    worlds: Worlds,
) -> None:
    """(FEAT-T1)"""
    world, zane, rick = game(worlds, early=True)
    assert "the turn runs before its deadline" in zane.writes("ready")[-1].words
    writes(world, "extend pent 2025-12-10 20:00")
    receipt = rick.writes("ready", rick.last(Kind.SHEET))[-1]
    assert "nothing more is expected of you" in receipt.words
    assert world.game().stage == 1


# Who is taken for whom.


@pytest.mark.parametrize(
    "name",
    ["Game Master", "The Gamesmaster", "Moderator", "The Referee", "Admin", "Harbour Games"],
)
def test_nobody_writes_under_the_name_of_an_office_or_of_the_game(
    worlds: Worlds, name: str
) -> None:
    """(FEAT-P1)"""
    world, who = of_five(worlds, press="both")
    (receipt,) = who["Zane"].writes(f'as "{name}" to Rick: The deadline has moved.')
    assert "is a name that you cannot bear" in receipt.words
    hour(world)
    assert press(who["Rick"]) == []


@pytest.mark.parametrize("name", ["join-2", "observer-1", "Address-3", "Moderator", "Mail-Bot"])
def test_nobody_plays_under_a_name_that_is_the_services_own(worlds: Worlds, name: str) -> None:
    """His token would be that of somebody else's wish (MAIL-S1)."""
    world = worlds()
    world.creates()
    (told,) = world.person("Mallory").sends(f"join pent as {name}")
    assert "the service keeps for itself" in told.words
    assert "+" not in told.reply_to


def test_who_gets_a_letter_between_names_may_write_back(worlds: Worlds) -> None:
    """(FEAT-P1)"""
    world, who = of_five(worlds, press="both")
    sheet = who["Zane"].last(Kind.SHEET)
    who["Zane"].writes('as "The Raven" to Olga: Hello!')
    hour(world)
    who["Olga"].writes('as "The Owl" to The Raven: Who?', who["Olga"].last(Kind.SHEET))
    hour(world)
    (receipt,) = who["Zane"].writes("to The Owl: Guess.", sheet)
    assert "sent on to The Owl" in receipt.words
    assert "Zane writes to The Owl: > Guess." in press(who["Olga"])[-1]


@pytest.mark.parametrize("proof", ["none", "player", "subject", "answer", "old", "part"])
def test_nobody_is_a_gamesmaster_by_what_he_has_of_others(worlds: Worlds, proof: str) -> None:
    """(MAIL-S6)"""
    world = worlds()
    _, rick = world.begins("Zane", "Rick", trust="from")
    notice, mine = desk(world), rick.last().reply_to
    mac = mine.partition("@")[0].rpartition(".")[2]
    if proof == "old":
        world.clock.advance(timedelta(days=15))
    headers = {
        "player": {"To": mine},
        "subject": {"Subject": f"[k:{mac}] [pent T1]"},
        "answer": {"In_Reply_To": notice.id},
        "old": {"To": notice.reply_to},
    }.get(proof, {})
    words = "game pent\npause pent" if proof == "part" else "pause pent"
    rick.sends(words, **{"From": GM, **headers})
    assert world.game().phase == Phase.RUNNING
    assert world.received()[-1].state == LetterState.QUARANTINED


def test_what_a_gamesmaster_pastes_gives_no_commands(worlds: Worlds) -> None:
    """Up to the `end` that he has written nothing of it is done (FEAT-G3)."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    answer = writes(world, "orders for Zane in pent:\nPhoenix to Hilda\npause pent\nEden stay\nend")
    assert "Line 3 below it reads as a command" in answer.words
    writes(world, "say pent all:\nZane writes:\npause pent\nWhat a joke!\nend")
    assert world.game().phase == Phase.RUNNING
    assert world.stands(zane) == []


def test_what_is_attached_to_a_gamesmasters_letter_gives_no_commands(worlds: Worlds) -> None:
    """It may be somebody else's (FEAT-G3)."""
    world = worlds()
    world.begins("Zane", "Rick")
    notice, gm = desk(world), world.person("gm")
    parts = (
        "--b\nContent-Type: text/plain\n\nLook what Zane wants.\n--b\nContent-Type: text/plain\n"
        'Content-Disposition: attachment; filename="orders.txt"\n\npause pent\n--b--\n'
    )
    mixed = 'multipart/mixed; boundary="b"'
    (answer,) = gm.sends(parts, To=notice.reply_to, Content_Type=mixed)
    assert "what is attached to one is never read as commands" in answer.words
    assert world.game().phase == Phase.RUNNING


@pytest.mark.parametrize("address", ["games@game.test", "Games+pent.rick.aaa@game.test"])
def test_nobody_is_written_to_at_the_services_own_address(worlds: Worlds, address: str) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    answer = writes(world, f"replace pent Rick {address}")
    answer = writes(world, f"confirm {code_in(answer)}")
    assert "is an address of this service" in answer.words
    assert "That is no address" in zane.writes(f"deputy {address}")[-1].words


# Wishes beside orders, and words that look like wishes.


def beside_another_game(worlds: Worlds) -> tuple[World, Person, Mail]:
    """Zane plays in pent, and gull takes names and may be watched."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.last(Kind.SHEET)
    world.passes(days=1)
    world.creates("gull", observers="public")
    return world, zane, sheet


@pytest.mark.parametrize("wish", ["join gull as Zane", "observe gull"])
def test_a_wish_for_another_game_costs_nobody_his_orders(worlds: Worlds, wish: str) -> None:
    """(FEAT-O1, FEAT-G9)"""
    world, zane, sheet = beside_another_game(worlds)
    got = zane.writes(f"Phoenix to Hilda\n{wish}", sheet)
    assert sorted(mail.kind for mail in got) == [Kind.CONFIRMATION, Kind.RECEIPT]
    assert "gull" not in next(mail for mail in got if mail.kind is Kind.RECEIPT).text
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_who_ends_watching_in_an_answer_to_his_sheet_gives_his_orders_too(worlds: Worlds) -> None:
    world, zane, sheet = beside_another_game(worlds)
    zane.writes("Yes", zane.sends("observe gull")[0])
    got = zane.writes("stop observing gull\nPhoenix to Hilda", sheet)
    assert sorted(mail.kind for mail in got) == [Kind.HELP, Kind.RECEIPT]
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_message_that_speaks_of_joining_is_a_message(worlds: Worlds) -> None:
    world, zane, sheet = beside_another_game(worlds)
    (receipt,) = zane.writes("to Rick: Will you join gull as well?\n\nPhoenix to Hilda", sheet)
    assert receipt.kind is Kind.RECEIPT
    assert "Will you join gull as well?" in press(world.person("Rick"))[0]
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_an_answer_to_a_name_is_nothing_but_that(worlds: Worlds) -> None:
    """(FEAT-P1)"""
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Olga: Hello!')
    hour(world)
    letter = who["Olga"].last(Kind.PRESS)
    world.creates("gull", observers="public")
    who["Olga"].writes("Will you join gull as well?\nobserve gull", letter)
    assert "> Will you join gull as well? > observe gull" in press(who["Zane"])[-1]


def test_who_only_asks_in_prose_is_asked_to_confirm(worlds: Worlds) -> None:
    _, zane, sheet = beside_another_game(worlds)
    (asked,) = zane.writes("Hello!\nI would like to join gull as well.", sheet)
    assert asked.kind is Kind.CONFIRMATION


def test_a_game_that_is_named_inside_of_a_message_takes_no_orders(worlds: Worlds) -> None:
    """(FEAT-G4)"""
    world, zane = playing(worlds)
    words = "to Rick:\nI play elsewhere too:\ngull: Eden to Hilda\nend\nPhoenix to Hilda"
    vouched(zane, words, Subject="[pent] orders")
    assert world.stands(zane, "gull") == []
    assert world.stands(zane, "pent") == ["Phoenix to Hilda"]
    assert "gull: Eden to Hilda" in press(world.person("Rick"))[0]


def test_a_message_without_its_end_takes_nothing_from_the_next_game(worlds: Worlds) -> None:
    world, zane = playing(worlds)
    words = "to Rick:\nHello!\ngame gull\nEden to Hilda\nto Mara:\nGood day!\nend"
    vouched(zane, words, Subject="[pent] orders")
    assert world.stands(zane, "gull") == ["Eden to Hilda"]
    assert "Good day" not in press(world.person("Rick"))[0]


def test_an_apology_is_no_refusal_of_a_seat(worlds: Worlds) -> None:
    """(FEAT-O1)"""
    world, mara = full(worlds)
    does(world, replacing.kick, "Rick")
    offer = mara.last()
    (again,) = mara.writes("Sorry for the delay: yes, please!", offer)
    assert "yes or no?" in again.subject
    assert "you play Rick now" in mara.writes("Yes!", offer)[0].subject


def test_a_seat_is_not_offered_to_somebodys_deputy(worlds: Worlds) -> None:
    """(FEAT-O1, FEAT-O13)"""
    world, mara = full(worlds)
    ann = world.person("Ann")
    ann.sends("join pent")
    ann.writes("yes")
    zane = world.person("Zane")
    (question,) = zane.writes("deputy mara@game.test")
    found = re.search(r"confirm (\S+)", question.text)
    assert found is not None
    zane.writes(f"confirm {found[1]}", question)
    mara.writes("Yes.")
    does(world, replacing.kick, "Rick")
    assert not [mail for mail in mara.letters() if "a seat is free" in mail.subject]
    assert "a seat is free" in ann.last().subject


def test_what_only_the_player_may_do_his_deputy_may_not(worlds: Worlds) -> None:
    """(FEAT-O13)"""
    _, who = of_five(worlds)
    ann = deputy(who["Zane"])
    for words in ("resign", "history", "address ann@example.org", "zone Europe/London"):
        ann.writes(words)
        assert "Only the player himself" in ann.last(Kind.RECEIPT).words
