"""A turn that was taken back: who may learn how it came out, and whose orders count (FEAT-T4).

The dice stay as they are, so that whoever has seen them must order nothing more.
"""

from __future__ import annotations

from typing import Any

import pytest

from mailbot.errors import Refused
from mailbot.games import replacing, steering, undoing
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, OutState, Phase
from tests.helpers.got import Mail
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_gm_by_mail import code_in, writes
from tests.stories.test_review import does, game, seen

RESULT = "sailed from Agnes* to Hilda"


def taken_back_unseen(worlds: Worlds) -> tuple[World, Person, Person]:
    """Turn 1 was run, its sheets waited, and orders are taken for it again."""
    world, zane, rick = game(worlds)
    zane.writes("Phoenix to Hilda")
    rick.writes("Duke to Topaz")
    seen(world)
    world.turn()
    does(world, undoing.undo)
    does(world, steering.extend, None, why="It ran too early.")
    return world, zane, rick


def taken_back_seen(worlds: Worlds, **settings: Any) -> tuple[World, Person, Person]:
    """Turn 1 was run, everybody has its sheet, and it waits to be run again."""
    world, zane, rick = game(worlds, undo="announced", **settings)
    ready = "\nready" if settings.get("early") else ""
    zane.writes(f"Phoenix to Hilda{ready}")
    rick.writes(f"Duke to Topaz{ready}")
    if ready:
        world.passes(minutes=5)
    else:
        world.turn()
    assert world.game().stage == 2
    seen(world)
    does(world, undoing.undo, why="A slip.")
    return world, zane, rick


def whole(mail: Mail) -> str:
    return mail.text + "".join(content.decode("utf-8", "replace") for _, content in mail.files)


@pytest.mark.parametrize("word", ["resend", "resend 1", "history"])
def test_no_word_of_his_brings_a_player_a_sheet_that_nobody_has_seen(
    worlds: Worlds, word: str
) -> None:
    world, zane, _ = taken_back_unseen(worlds)
    before = {mail.id for mail in zane.letters()}
    zane.writes(word)
    assert not [
        mail.subject for mail in zane.letters() if mail.id not in before and RESULT in whole(mail)
    ]
    zane.writes("Phoenix to Cuthbert")
    assert world.stands(zane) == ["Phoenix to Cuthbert"]


def test_no_new_player_gets_a_sheet_that_nobody_has_seen(worlds: Worlds) -> None:
    world, _, _ = taken_back_unseen(worlds)
    does(world, replacing.replace, "Zane", "mara@game.test")
    assert not [mail for mail in world.person("Mara").letters() if RESULT in whole(mail)]


def test_the_gamesmaster_sends_it_to_nobody_by_mistake(worlds: Worlds) -> None:
    world, zane, _ = taken_back_unseen(worlds)
    writes(world, "resend pent Zane")
    assert RESULT not in zane.last(Kind.SHEET).text


def test_a_receipt_for_the_next_turn_goes_with_it(worlds: Worlds) -> None:
    """It would show where his ships are after the turn."""
    world, zane, _ = game(worlds)
    zane.writes("Phoenix to Hilda\nturn 2:\nPhoenix to Agnes")
    seen(world)
    world.turn()
    does(world, undoing.undo)
    later = [row for row in world.outbox() if row.stage == 2]
    assert {row.kind for row in later} >= {Kind.SHEET, Kind.RECEIPT}
    assert {row.state for row in later} == {OutState.DROPPED}


@pytest.mark.parametrize("early", [False, True])
def test_who_has_seen_it_changes_no_order(worlds: Worlds, *, early: bool) -> None:
    """Neither where it ran at its deadline nor where it had run early."""
    world, zane, _ = taken_back_seen(worlds, early=early)
    told = zane.writes("Phoenix stay", to=zane.last(Kind.NOTICE))[-1]
    assert "do not count for turn 1" in told.words
    assert world.stands(zane) == ["Phoenix to Hilda"]
    does(world, undoing.rerun, look_first=False)
    assert world.game().stage == 2
    assert RESULT in zane.letters(Kind.SHEET)[-2].text


def test_an_answer_to_its_sheet_is_kept_for_when_the_next_turn_opens_again(worlds: Worlds) -> None:
    """It is his own latest sheet: nobody is asked whether it is (MAIL-S2)."""
    world, zane, _ = taken_back_seen(worlds)
    told = zane.writes("Eden to Dunstan", to=zane.letters(Kind.SHEET)[-1])[-1]
    assert told.kind is Kind.RECEIPT
    assert world.received()[-1].state == LetterState.DONE
    assert "written for turn 2, and turn 1 comes first" in told.words
    assert world.stands(zane) == ["Phoenix to Hilda"]


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("extend pent 2025-12-14 20:00", "players have seen how turn 1 came out"),
        ("pause pent\nresume pent", "pent goes on"),
    ],
)
def test_nothing_opens_it_again_before_it_has_run(worlds: Worlds, then: str, said: str) -> None:
    """The rerun waits for the mailbox to be read: in that time as well."""
    world, zane, _ = taken_back_seen(worlds)
    assert said in writes(world, f"rerun pent send\n{then}").words
    zane.writes("Phoenix to Cuthbert")
    world.passes(minutes=5)
    assert world.game().stage == 2
    assert RESULT in zane.letters(Kind.SHEET)[-2].text


def test_two_turns_that_were_seen_are_run_again_one_after_the_other(worlds: Worlds) -> None:
    """Between them no orders are taken, as all know how the second comes out."""
    world, zane, _ = game(worlds, undo="announced")
    for line in ("Phoenix to Hilda", "Phoenix to Agnes"):
        zane.writes(line, to=zane.last(Kind.SHEET))
        world.turn()
        seen(world)
    does(world, undoing.undo, why="A slip.")
    seen(world)
    does(world, undoing.undo, why="And one before it.")
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (2, Phase.HELD)
    zane.writes("Phoenix to Cuthbert", to=zane.last(Kind.SHEET))
    assert world.stands(zane) == ["Phoenix to Agnes"]
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (3, Phase.RUNNING)


def test_a_proclamation_made_after_it_is_printed_once(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced")
    world.turn()
    seen(world)
    zane.writes("public: I am the king of the sea now")
    does(world, undoing.undo, why="A slip.")
    does(world, undoing.rerun, look_first=False)
    assert "king of the sea" not in rick.last(Kind.SHEET).text
    world.turn()
    assert "king of the sea" in rick.last(Kind.SHEET).text


def test_who_was_ready_for_it_still_is(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, hold_missing=1, undo="announced")
    zane.writes("ready")
    rick.writes("Duke to Topaz")
    world.turn()
    seen(world)
    zane.writes("ready")
    does(world, undoing.undo, why="A slip.")
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().held) == (2, "")


def test_a_pause_outlasts_it(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    world.turn()
    does(world, steering.pause, why="I am ill.")
    does(world, undoing.undo)
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (2, Phase.PAUSED)


def test_a_game_that_was_put_away_is_brought_back_first(worlds: Worlds) -> None:
    """(FEAT-G4)"""
    world, *_ = game(worlds, options={"last_turn": 1})
    world.turn()
    does(world, steering.archive)
    assert "There is no game yet." in writes(world, "list").words
    with pytest.raises(Refused, match="`mailbot game unarchive pent` brings it back"):
        does(world, undoing.undo)


def test_what_was_corrected_after_it_is_taken_back_with_it_and_that_is_said(worlds: Worlds) -> None:
    """The Gamesmaster hears it before and after, the players what concerns them."""
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    world.amends("ship/Phoenix/structure", "5G", "A slip of mine.")
    asked = writes(world, "undo pent why: Another slip.").words
    assert "taken back too (ship/Phoenix/structure = 5G): correct it again if it still" in asked
    done = writes(world, f"confirm {code_in(world.person('gm').last())}").words
    assert "taken back too (ship/Phoenix/structure = 5G)" in done
    told = zane.last().words
    assert "What he has decided since then counts no more." in told
    assert "run again with the same dice" in told


def test_the_last_sheet_after_a_rerun_is_the_whole_sheet(worlds: Worlds) -> None:
    """Only what is different was sent; whoever asks again, or comes later, gets it all."""
    world, zane, rick = taken_back_seen(worlds)
    does(world, undoing.rerun, look_first=False)
    assert rick.last(Kind.SHEET).subject == "[pent T2] Pent: Turn 1 stands"
    zane.writes("resend", to=zane.last(Kind.SHEET))
    sheet = zane.last(Kind.SHEET)
    assert sheet.subject == "[pent T2] Pent: Turn 1"
    assert RESULT in sheet.text
    does(world, replacing.replace, "Rick", "mara@game.test")
    mara = world.person("Mara")
    assert mara.last(Kind.SHEET).subject == "[pent T2] Pent: Turn 1"
    assert "pent-2.html" in dict(mara.last(Kind.SHEET).files)
    mara.writes("Duke to Pearl", mara.last(Kind.SHEET))
    assert world.stands(rick) == ["Duke to Pearl"]


def test_the_gamesmaster_may_enter_orders_and_is_told_what_that_means(worlds: Worlds) -> None:
    world, zane, _ = taken_back_seen(worlds)
    done = writes(world, "orders for Zane: Phoenix to Cuthbert").words
    assert "Players have seen how this turn came out: it will come out otherwise now." in done
    assert "tell him with `to gm:`" in zane.last(Kind.RECEIPT).words


def test_no_word_that_would_be_refused_is_suggested(worlds: Worlds) -> None:
    world, _, _ = taken_back_seen(worlds)
    for deed in (steering.resume, steering.pause, steering.hold):
        with pytest.raises(Refused) as refused:
            does(world, deed)
        assert "rerun" in str(refused.value)
        assert "extend" not in str(refused.value)
    does(world, undoing.rerun, look_first=True)
    assert "extend" not in world.person("gm").last().text
    with pytest.raises(Refused, match="has run no turn that could be taken back"):
        does(game(worlds)[0], undoing.rerun, look_first=True)
