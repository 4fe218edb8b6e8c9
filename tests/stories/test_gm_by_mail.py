"""A Gamesmaster who runs his games by mail alone (FEAT-G3, MAIL-S6)."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest

from grammar.steering import Unread, read_deeds
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, OutState, Phase
from tests.helpers.got import DOMAIN
from tests.helpers.world import UNLIMITED, Mail, Person, World, Worlds

GM = f"gm@{DOMAIN}"


def desk(world: World) -> Mail:
    """A letter to the Gamesmaster, which he answers with commands."""
    world.service.tell_gm("Good evening", "All is well.")
    world.works()
    return world.person("gm").last()


def writes(world: World, words: str) -> Mail:
    """He answers a letter of the service; returns the answer to his commands."""
    gm = world.person("gm")
    mine = [mail for mail in gm.letters() if "+gm.desk." in mail.reply_to]
    to = mine[-1] if mine else desk(world)
    answers = [mail for mail in gm.writes(words, to=to) if mail.kind is Kind.RECEIPT]
    assert len(answers) == 1
    return answers[0]


def code_in(mail: Mail) -> str:
    found = re.search(r"^ *confirm ([a-z2-7]{10})\r?$", mail.text, re.MULTILINE)
    assert found is not None, mail.text
    return found[1]


@pytest.fixture
def players(world: World) -> list[Person]:
    return world.begins("Zane", "Rick")


def test_an_evening_of_the_gamesmaster_by_mail_alone(world: World, players: list[Person]) -> None:
    """(FEAT-G3)"""
    zane, rick = players
    zane.writes("Phoenix to Hilda")
    answer = writes(
        world, "Good evening!\n\nlist\nextend pent why: Rick is on a train\nstatus pent"
    )
    assert "pent  running, turn 1" in answer.text
    assert "Rick is on a train" in rick.last().text
    assert re.search(r"zane@game.test +yes", answer.text)
    answer = writes(world, "orders for Rick: Duke to Topaz\n\nsay pent Rick: I have entered it.")
    assert "Entered for Rick in pent" in answer.text
    assert "The Gamesmaster entered these orders for you." in rick.last(Kind.RECEIPT).words
    assert "Your letter came" not in rick.last(Kind.RECEIPT).words
    assert "The Gamesmaster writes: > I have entered it." in rick.last(Kind.PRESS).words
    assert world.stands(rick) == ["Duke to Topaz"]
    answer = writes(world, "preview pent")
    assert "Everybody has sent orders." in answer.text
    shown = dict(answer.files)["pent-1-preview.txt"].decode()
    assert "Phoenix sailed from Agnes* to Hilda." in shown
    answer = writes(world, "hold pent\nrun pent")
    assert "In pent, turn 1 is run now" in answer.words
    assert world.game().stage == 1
    writes(world, f"confirm {code_in(answer)}")
    assert world.game().phase == Phase.HELD
    writes(world, "release pent\nnote pent: the first turn, at last")
    assert world.game().stage == 2
    answer = writes(world, "log pent")
    assert f"{GM}  note  text: the first turn, at last" in answer.text
    assert f"{GM}  extend" in answer.text


def test_the_record_tells_moments_as_the_games_clock_does(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    answer = writes(world, "extend pent 2025-12-14 20:00 why: snow\nlog pent")
    moved = "from: Sun 7 Dec 2025, 20:00 CET; to: Sun 14 Dec 2025, 20:00 CET; why: snow"
    assert moved in answer.text


def test_a_refusal_by_mail_names_the_words_of_mail(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    answer = writes(world, "pause pent\narchive pent\ncancel pint")
    assert "`start pent` begins it." in answer.words
    assert "Did you mean pent?" in answer.words


def test_a_sign_up_lacks_those_who_have_not_finished_it(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    world.joins("Zane", fleet="start: Agnes")
    assert re.search(r"^pent +sign-up, no deadline +Zane", writes(world, "list").text, re.MULTILINE)


def test_help_names_every_word_and_says_which_there_is_not(worlds: Worlds) -> None:
    answer = writes(worlds(), "help\nhelp frob")
    assert "  list" in answer.text
    assert "  say GAME all: … or say GAME PLAYER, PLAYER: …" in answer.text
    assert "There is no command “frob”." in answer.words


def test_a_line_with_a_slip_does_nothing_and_is_answered(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    due = world.deadline()
    answer = writes(
        world,
        "extned pent 2025-12-14 20:00\nextend pint 2025-12-14 20:00\n"
        "extend pent 14.12.2025 20:00\nsay pent Zane, Rik: hello\npause pent",
    )
    for hint in ("`extend GAME", "Did you mean pent?", "2025-12-14 20:00?", "Did you mean Rick?"):
        assert hint in answer.words
    assert world.deadline() == due
    assert world.game().phase == Phase.PAUSED


def test_a_deadline_is_read_in_the_zone_of_the_game(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    answer = writes(world, "extend pent until Sun 2025-12-14 21:30")
    assert "due Sun 14 Dec 2025, 21:30 CET" in answer.words
    assert "Sun 14 Dec 2025, 21:30 CET" in zane.last().words


def test_what_cannot_be_undone_is_done_once_and_by_its_code(worlds: Worlds) -> None:
    """(FEAT-G3)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    words = "amend pent ship/Phoenix/structure 5E5G why: a slip of mine"
    answer = writes(world, words)
    assert "ship/Phoenix/structure of pent becomes 5E5G" in answer.words
    code = code_in(answer)
    writes(world, f"confirm {code}")
    assert "a slip of mine" in zane.last().text
    told = len(zane.letters())
    answer = writes(world, f"confirm {code}")
    assert "no command waits under that code" in answer.words
    assert len(zane.letters()) == told


def test_a_code_grows_old_and_does_nothing_to_a_later_turn(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    world.until(world.deadline() - timedelta(hours=1))
    code = code_in(writes(world, "run pent"))
    world.turn()
    assert "pent has gone on" in writes(world, f"confirm {code}").words
    assert world.game().stage == 2
    code = code_in(writes(world, "run pent"))
    world.passes(hours=7)
    assert "no command waits" in writes(world, f"confirm {code}").words
    assert world.game().stage == 2


def test_a_turn_that_has_been_seen_is_taken_back_only_by_a_code(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick", undo="announced")
    world.turn()
    with world.service.store.writing() as session:
        for row in world.outbox():
            session.get_one(type(row), row.id).state = OutState.SENT
    assert "give a reason" in writes(world, "undo pent").words
    answer = writes(world, "undo pent why: I forgot a rule")
    assert "all players are told" in answer.words
    assert world.game().stage == 2
    writes(world, f"confirm {code_in(answer)}")
    assert world.game().stage == 1
    assert "I forgot a rule" in zane.last().text


def test_orders_that_cannot_all_be_given_are_not_entered(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    before = len(zane.letters())
    answer = writes(world, "orders for Zane in pent:\nPhoenix to Hilda\nEden to Nowhereland\nend")
    assert "nothing was entered" in answer.words
    assert "Nowhereland" in answer.words
    assert world.stands(zane) == []
    assert len(zane.letters()) == before


def test_a_letter_to_all_must_say_so(worlds: Worlds) -> None:
    """Nothing meant for one player goes to all by a slip."""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    writes(world, "say pent: psst\nsay pent :ane: psst")
    assert all("psst" not in each.last().text for each in (zane, rick))
    writes(world, "say pent all:\nA long\n\nletter\nend\nstatus pent")
    assert "> A long > > letter" in rick.last().words
    assert "status pent" not in rick.last().text


def test_seats_and_sheets_are_given_by_mail(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    writes(world, "seat pent Zane zane@game.test")
    zane = world.person("Zane")
    assert zane.last().kind is Kind.SHEET
    writes(world, "resend pent Zane")
    assert len(zane.letters(Kind.SHEET)) == 2
    assert "already" in writes(world, "seat pent Zane ann@game.test").words


def test_a_game_that_is_not_played_on_ends_when_he_confirms_it(
    world: World, players: list[Person]
) -> None:
    """(FEAT-G3, FEAT-G4)"""
    zane, _ = players
    asked = writes(world, "cancel pent why: Too few of us are left.")
    assert "pent ends for good, no turn of it runs any more, and 2 players are told." in asked.words
    assert world.game().phase == Phase.RUNNING
    assert "pent is called off" in writes(world, f"confirm {code_in(asked)}").words
    assert world.game().phase == Phase.OVER
    told = zane.last()
    assert told.subject == "[pent T1] Pent: called off"
    assert "Too few of us are left." in told.words
    letters = len(world.outbox())
    world.passes(days=14)
    assert len(world.outbox()) == letters
    assert "pent is over" in zane.writes("Phoenix to Hilda", to=told)[0].words.lower()
    assert "pent is over: `archive pent` puts it away" in writes(world, "cancel pent").words


def test_who_waits_for_a_seat_and_who_watches_hear_that_a_game_ends(worlds: Worlds) -> None:
    """(FEAT-G9, FEAT-O1)"""
    world = worlds()
    world.begins("Zane", "Rick", waiting_list=True, observers="public")
    mara, olga = world.person("Mara"), world.person("Olga")
    for person, words in ((mara, "join pent"), (olga, "observe pent")):
        person.sends(words)
        person.writes("yes")
    writes(world, f"confirm {code_in(writes(world, 'cancel pent'))}")
    for person in (mara, olga):
        assert "Pent: called off" in person.last().subject
        assert "Pent ends here: the Gamesmaster has called it off" in person.last().words


def test_who_confirms_a_wish_for_a_game_that_was_called_off_hears_so(worlds: Worlds) -> None:
    world = worlds()
    world.creates(options={"max_players": 2})
    mara = world.person("Mara")
    mara.sends("join pent")
    writes(world, f"confirm {code_in(writes(world, 'cancel pent'))}")
    (told,) = mara.writes("yes")
    assert "Pent is over" in told.subject


def test_what_he_notes_is_shown_whole(world: World, players: list[Person]) -> None:
    """A line that he meant for the service would else be lost in it."""
    del players
    answer = writes(world, "note pent: Zane phoned.\nCould you please wait for him")
    assert "Could you please wait for him" in answer.text


def test_how_many_commands_a_letter_holds_is_told_with_what_was_left(world: World) -> None:
    answer = writes(world, "list\n" * 24)
    assert "Not done, and so are the 3 after it: one letter may hold 20 commands." in answer.words


def test_help_names_every_word(worlds: Worlds) -> None:
    world = worlds()
    answer = writes(world, "help\nhelp run")
    assert "extend GAME [2026-12-06 20:00]" in answer.text
    assert "done when you confirm it" in answer.words


def test_a_letter_without_a_command_gets_help_once(worlds: Worlds) -> None:
    world = worlds()
    gm, to = world.person("gm"), desk(world)
    (answer,) = gm.writes("Thank you very much.", to=to)
    assert answer.kind is Kind.HELP
    assert gm.writes("And good night!", to=to) == []


def test_a_letter_of_his_without_text_is_answered_as_his(worlds: Worlds) -> None:
    """What he may write, and no word of orders (MAIL-B1)."""
    world = worlds()
    (answer,) = world.person("gm").writes("", to=desk(world))
    assert "there is no text of yours in it" in answer.words
    assert "Nothing was done." in answer.words
    assert "orders stand" not in answer.words
    assert "extend GAME [2026-12-06 20:00]" in answer.text


# Who is none.


def nothing_happened(world: World, told: Person, before: int) -> None:
    assert world.game().phase == Phase.RUNNING
    assert len(told.letters()) == before


@pytest.mark.parametrize("headers", [{}, {"Subject": "Re: commands"}])
def test_a_from_line_alone_is_asked_about_and_not_obeyed(
    worlds: Worlds, headers: dict[str, str]
) -> None:
    """(MAIL-S6)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    told = len(zane.letters())
    gm = world.person("gm")
    (question,) = gm.sends("pause pent why: ha ha\nsay pent all: ha ha", **headers)
    assert "pause pent" in question.text
    assert "ha ha" not in question.text
    nothing_happened(world, zane, told)
    gm.writes(f"confirm {code_in(question)}", to=question)
    assert world.game().phase == Phase.PAUSED


def test_a_forwarded_notice_is_of_no_use_to_a_player_or_a_stranger(worlds: Worlds) -> None:
    """(MAIL-S6)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    notice = desk(world)
    for who in (zane, world.person("Mallory")):
        told = len(who.letters())
        who.sends("pause pent\nrelease pent", To=notice.reply_to, Subject=notice.subject)
        assert world.game().phase == Phase.RUNNING
        assert all(GM not in mail.text for mail in who.letters()[told:])
    assert [row.traceback for row in world.received() if row.traceback] == []
    assert world.person("Mallory").letters() == []
    assert "in other hands" in world.person("gm").last().subject


def test_an_old_letter_to_the_gamesmaster_proves_nothing(worlds: Worlds) -> None:
    """(MAIL-S6)"""
    world = worlds()
    world.begins("Zane", "Rick")
    notice = desk(world)
    world.clock.advance(timedelta(days=15))
    (question,) = world.person("gm").writes("pause pent", to=notice)
    assert question.kind is Kind.CONFIRMATION


def test_a_code_is_good_for_the_address_that_it_was_sent_to(worlds: Worlds) -> None:
    """(MAIL-S6)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    code = code_in(writes(world, "run pent"))
    zane.writes(f"confirm {code}")
    assert "no letter waiting" in zane.last().words
    world.person("Mallory").sends(f"confirm {code}")
    assert world.game().stage == 1


def test_a_letter_that_its_domain_disowns_is_shut_away(worlds: Worlds) -> None:
    """(MAIL-S5)"""
    world = worlds(settings={"trust": {"authserv_id": "mx.game.test"}})
    world.begins("Zane", "Rick")
    notice = desk(world)
    failed = "mx.game.test; dmarc=fail header.from=game.test"
    headers = {"Authentication-Results": failed, "Received": "from a by mx.game.test; now"}
    assert world.person("gm").writes("pause pent", to=notice, headers=headers) == []
    assert world.game().phase == Phase.RUNNING
    assert world.received()[-1].state == LetterState.QUARANTINED


def test_a_machine_that_answers_in_his_name_is_not_obeyed(worlds: Worlds) -> None:
    """(MAIL-N2)"""
    world = worlds()
    world.begins("Zane", "Rick")
    headers = {"Auto-Submitted": "auto-replied"}
    assert world.person("gm").writes("pause pent", to=desk(world), headers=headers) == []
    assert world.game().phase == Phase.RUNNING


def test_a_gamesmaster_who_plays_is_both(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    gm = world.person("gm")
    world.moves(zane, GM)
    world.turn()
    sheet = gm.last(Kind.SHEET)
    notice = desk(world)
    gm.writes("status", to=sheet)
    assert "[pent T2]" in gm.last(Kind.RECEIPT).subject
    gm.writes("pause pent", to=notice)
    assert world.game().phase == Phase.PAUSED


def test_a_seat_changes_hands_by_a_code(worlds: Worlds) -> None:
    """(FEAT-G3, FEAT-T2)"""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    answer = writes(world, "replace pent Zane mara@game.test why: Zane moved house\nkick pent Rick")
    first, second = re.findall(r"confirm ([a-z2-7]{10})", answer.text)
    assert zane.last().kind is Kind.SHEET
    writes(world, f"confirm {first}")
    mara = world.person("Mara")
    assert any("you play Zane now" in mail.subject for mail in mara.letters())
    assert "Zane moved house" in zane.last().text
    writes(world, f"confirm {second}")
    assert "you play Rick no more" in rick.last().subject


def test_his_proof_may_stand_in_the_subject(worlds: Worlds) -> None:
    """(MAIL-S2, MAIL-S6)"""
    world = worlds(settings={"smtp": {"plus_addresses": False}})
    world.begins("Zane", "Rick")
    notice = desk(world)
    assert "[k:" in notice.subject
    world.person("gm").writes("pause pent", to=notice)
    assert world.game().phase == Phase.PAUSED


def test_a_code_of_one_gamesmaster_is_not_anothers(worlds: Worlds) -> None:
    """(MAIL-S6)"""
    world = worlds(settings={"service": {"gm": [GM, f"mara@{DOMAIN}"]}})
    world.begins("Zane", "Rick")
    code = code_in(writes(world, "run pent"))
    mara = world.person("Mara")
    (answer,) = mara.writes(f"confirm {code}", to=mara.last())
    assert "no command waits" in answer.words
    mara.writes("note pent: I was here", to=mara.last())
    assert f"mara@{DOMAIN}  note" in writes(world, "log pent").text


def test_a_game_that_believes_from_lines_does_not_believe_this_one(worlds: Worlds) -> None:
    """(MAIL-S6)"""
    world = worlds()
    world.begins("Zane", "Rick", trust="from")
    world.person("gm").sends("pause pent")
    assert world.game().phase == Phase.RUNNING


def test_a_letter_that_comes_again_does_nothing_again(worlds: Worlds) -> None:
    """(MAIL-D2)"""
    world = worlds()
    world.begins("Zane", "Rick")
    gm, to = world.person("gm"), desk(world)
    raw = gm.letter("extend pent", To=to.reply_to)
    for _ in range(2):
        world.post.bring(world, raw)
        world.works()
    assert "14 Dec" in gm.last(Kind.RECEIPT).words
    assert len(gm.letters(Kind.RECEIPT)) == 1


def test_new_orders_of_his_take_back_that_a_player_is_ready(worlds: Worlds) -> None:
    """(FEAT-T1)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("ready")
    writes(world, "orders for Zane: Phoenix to Hilda")
    assert "your new orders take that back" in zane.last(Kind.RECEIPT).words


def test_what_cannot_be_read_is_said_so(worlds: Worlds) -> None:
    """(MAIL-H5)"""
    world = worlds()
    kind = "application/pkcs7-mime; name=smime.p7m"
    headers = {"Content-Type": kind, "Content-Transfer-Encoding": "base64"}
    (answer,) = world.person("gm").writes("QUFB", to=desk(world), headers=headers)
    assert "encrypted" in answer.words


def test_more_commands_than_a_letter_may_hold_are_said_to_be_left(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick")
    answer = writes(world, "\n".join(f"note pent: number {n}" for n in range(22)))
    assert "one letter may hold 20 commands" in answer.words
    assert "number 20" not in writes(world, "log pent").text


def test_a_letter_of_its_own_counts_where_his_domain_vouches_for_it(worlds: Worlds) -> None:
    """(MAIL-S3, MAIL-S6)"""
    world = worlds(settings={"trust": {"authserv_id": "mx.game.test"}})
    world.begins("Zane", "Rick")
    passed = "mx.game.test; dmarc=pass header.from=game.test"
    headers = {"Authentication_Results": passed, "Received": "from a by mx.game.test; now"}
    world.person("gm").sends("pause pent", **headers)
    assert world.game().phase == Phase.PAUSED


def test_slips_of_all_kinds_change_nothing_and_are_answered(worlds: Worlds) -> None:
    """(FEAT-G3)"""
    world = worlds(settings={"limits": UNLIMITED | {"help_per_day": 1000}})
    zane, rick = world.begins("Zane", "Rick")
    gm, to, chance = world.person("gm"), desk(world), Random(4)
    before = (world.game().due, len(zane.letters()), len(rick.letters()))
    lines = ["pause pent", "extend pent 2025-12-14 20:00", "say pent Rick: psst", "hold pent"]
    tried = 0
    while tried < 25:
        line = chance.choice(lines)
        at = chance.randrange(len(line.partition(": ")[0]))
        slip = line[:at] + chance.choice(["", "x", line[at : at + 1] * 2]) + line[at + 1 :]
        if all(isinstance(each, Unread) for each in read_deeds(slip, {"pent": ("Zane", "Rick")})):
            tried += 1
            assert len(gm.writes(slip, to=to)) == 1
    assert (world.game().due, len(zane.letters()), len(rick.letters())) == before
    assert world.game().phase == Phase.RUNNING
