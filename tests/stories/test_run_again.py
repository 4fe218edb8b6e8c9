"""Turns that were taken back, held, or called off, in unlucky company (FEAT-T3, FEAT-T4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import ColumnElement, create_engine

import migrations
from mailbot.errors import Refused
from mailbot.games import replacing, steering, turns, undoing
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.games.turns import Done, Work
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk
from mailbot.storage.tables import OutRow, OutState, Phase, TurnRow
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_gm_by_mail import writes
from tests.stories.test_offmap import DEEPS, TO_WAGONS, stage, to_battle
from tests.stories.test_review import game, seen
from tests.stories.test_taken_back import taken_back_seen


def does(
    world: World,
    deed: Callable[..., object],
    *args: object,
    why: str = "",
    name: str = "pent",
    **named: object,
) -> None:
    """The Gamesmaster does something to a game, and the service works."""
    service = world.service
    with service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), service.office.desk, why)
        deed(session, find_game(session, name), hand, *args, **named)
    world.works()


def both_taken_back(world: World) -> None:
    for why in ("A slip.", "And one before it."):
        does(world, undoing.undo, why=why)
        seen(world)


def offmap_seen(worlds: Worlds) -> tuple[World, Person, Person]:
    """Turn 1 went to its battle, and both have read how."""
    world = worlds()
    pact, reach = world.campaign()
    with world.service.store.writing() as session:
        row = find_game(session, DEEPS)
        row.settings = {**row.settings, "undo": "announced"}
    to_battle(world, pact, reach)
    seen(world)
    return world, pact, reach


# Orders taken for what has been seen.


def test_orders_ahead_do_not_count_for_a_turn_that_was_seen(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    for _ in (1, 2):
        world.turn()
        seen(world)
    both_taken_back(world)
    zane.writes("turn 2:\nPhoenix to Agnes\nEden to Hilda", to=zane.last(Kind.NOTICE))
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (2, Phase.HELD)
    assert world.stands(zane) == []


def test_always_does_not_count_for_a_turn_that_was_seen(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    for _ in (1, 2):
        world.turn()
        seen(world)
    both_taken_back(world)
    zane.writes("always Eden to Hilda", to=zane.last(Kind.NOTICE))
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (2, Phase.HELD)
    assert world.stands(zane) == []


def test_offmap_a_stage_without_letters_is_not_opened_by_extend_once_its_outcome_is_seen(
    worlds: Worlds,
) -> None:
    world, _, _ = offmap_seen(worlds)
    for why in "ab":
        does(world, undoing.undo, why=why, name=DEEPS)
    assert stage(world) == "turn 1, react"
    with pytest.raises(Refused):
        does(world, steering.extend, None, name=DEEPS)


def test_offmap_a_rerun_opens_no_stage_whose_outcome_is_seen(worlds: Worlds) -> None:
    world, _, reach = offmap_seen(worlds)
    for why in "abc":
        does(world, undoing.undo, why=why, name=DEEPS)
    does(world, undoing.rerun, look_first=False, name=DEEPS)
    assert stage(world) == "turn 1, react"
    before = world.stands(reach, DEEPS)
    reach.writes("react Jay, Kite", to=reach.last(Kind.SHEET))
    assert world.stands(reach, DEEPS) == before


# The same turn does not come out the same.


def test_a_caretaker_orders_the_same_again(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced", caretaker_after=1)
    zane.writes("ready")
    world.turn()
    zane.writes("ready", to=zane.last(Kind.SHEET))
    world.turn()
    assert "Your caretaker" in rick.last(Kind.SHEET).text
    seen(world)

    def orders() -> Any:
        with world.service.store.reading() as session:
            return session.get_one(TurnRow, ("pent", 2)).orders

    was = orders()
    rick.writes("Duke to Topaz", to=rick.last(Kind.SHEET))  # for turn 3
    does(world, undoing.undo, why="A slip")
    does(world, undoing.rerun, look_first=False)
    assert orders() == was


# A hold of before the upgrade.


@pytest.mark.parametrize("reason", ["You asked for it.", "It is run again."])
def test_a_hold_of_before_asked_was_kept_still_holds(worlds: Worlds, reason: str) -> None:
    world, *_ = game(worlds)
    old = {"stage": 1, "reasons": [reason], "seal": "", "release_at": None, "released": False}
    with world.service.store.writing() as session:
        find_game(session, "pent").review = old
    world.turn()
    assert world.game().phase == Phase.HELD


# Deadlines after a rerun.


def test_a_deadline_that_moved_by_a_rerun_is_told(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    told = world.deadline()
    does(world, undoing.undo, why="x")
    world.passes(days=5)
    n = len(zane.letters())
    does(world, undoing.rerun, look_first=False)
    assert world.deadline() == told + timedelta(days=7)
    assert "Orders for turn 2 are due Sun 21 Dec 2025" in zane.letters()[n].words


def test_a_deadline_that_was_extended_before_the_undo_stands_or_is_told(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    until = world.deadline() + timedelta(days=3)
    does(world, steering.extend, until)
    seen(world)
    n = len(zane.letters())
    does(world, undoing.undo, why="x")
    does(world, undoing.rerun, look_first=False)
    assert world.deadline() == until
    assert "Orders for turn 2 are due Wed 17 Dec 2025" in zane.letters()[n + 1].words


def test_news_of_a_later_turn_are_not_told_as_of_the_one_that_is_run_again(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    does(world, steering.extend, world.deadline() + timedelta(days=3))
    does(world, undoing.undo, why="x")
    does(world, undoing.rerun, look_first=False)
    assert "The deadline of turn 1 was moved" not in zane.last(Kind.SHEET).text


def test_two_early_turns_taken_back_leave_the_slots_where_they_were(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced", early=True)
    for _ in (1, 2):
        for player in (zane, rick):
            player.writes("ready", to=player.last(Kind.SHEET))
        world.passes(minutes=3)
        seen(world)
    assert world.game().stage == 3
    was = world.deadline()
    both_taken_back(world)
    for _ in (1, 2):
        does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.deadline()) == (3, was)


def test_a_closed_stage_waits_for_nobody(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced", grace_hours=48)
    zane.writes("ready", to=zane.last(Kind.SHEET))
    rick.writes("ready", to=rick.last(Kind.SHEET))
    world.turn()
    seen(world)
    zane.writes("ready", to=zane.last(Kind.SHEET))
    world.turn()  # the grace
    world.turn()
    seen(world)
    assert world.game().stage == 3
    both_taken_back(world)
    n = len(zane.letters())
    does(world, undoing.rerun, look_first=False)
    does(world, undoing.rerun, look_first=False)
    assert not [m.text for m in zane.letters()[n:] if "you may still change it" in m.text]
    assert world.game().stage == 3


# Who has not seen what the difference is told to.


def test_who_never_got_the_sheet_gets_it_whole_after_a_rerun(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced")
    zane.writes("Phoenix to Hilda")
    world.turn()
    with world.service.store.writing() as session:
        for row in world.outbox(OutRow.to == zane.address):
            session.get_one(OutRow, row.id).state = OutState.SENT
    does(world, undoing.undo, why="A slip")
    does(world, undoing.rerun, look_first=False)
    assert "stays as it was, to the letter" not in rick.last(Kind.SHEET).text
    assert "Your fleet" in rick.last(Kind.SHEET).text


def test_who_comes_while_it_is_taken_back_gets_the_whole_sheet(worlds: Worlds) -> None:
    world, _, _ = taken_back_seen(worlds)
    does(world, replacing.replace, "Rick", "mara@game.test")
    does(world, undoing.rerun, look_first=False)
    assert "Your fleet" in world.person("Mara").last(Kind.SHEET).text


# Others.


@pytest.mark.parametrize("settings", [{"release": "gm"}, {"hold_missing": 1}])
def test_a_release_said_twice_releases(worlds: Worlds, settings: dict[str, Any]) -> None:
    world, *_ = game(worlds, **settings)
    world.turn()
    answer = writes(world, "release pent\n\nrelease pent")
    assert "the hold is called off" not in answer.words
    assert world.game().stage == 2


def test_a_pause_that_extend_ended_does_not_come_again(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    world.turn()
    does(world, steering.pause)
    does(world, undoing.undo)
    does(world, steering.extend, None)
    assert world.game().phase == Phase.RUNNING
    world.turn()
    assert (world.game().stage, world.game().phase) == (2, Phase.RUNNING)


def test_a_pause_outlasts_two_undos(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    world.turn()
    world.turn()
    does(world, steering.pause)
    does(world, undoing.undo)
    does(world, undoing.undo)
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.game().phase) == (2, Phase.PAUSED)


@pytest.mark.parametrize(
    "words", ["to Rick: hello there", "to gm: what is up", "zone Europe/London",
              "vacation 2025-12-20 to 2025-12-28", "turn 3: Eden to Dunstan"]
)  # fmt: skip
def test_an_answer_to_his_latest_sheet_is_proven(worlds: Worlds, words: str) -> None:
    _, zane, _ = taken_back_seen(worlds)
    got = zane.writes(words, to=zane.letters(Kind.SHEET)[-1])
    assert got
    assert not [m.words for m in got if "answers an earlier one" in m.words]


def test_press_beside_orders_in_an_answer_to_his_latest_sheet_is_sent_or_spoken_of(
    worlds: Worlds,
) -> None:
    _, zane, rick = taken_back_seen(worlds)
    n = len(rick.letters())
    (told,) = zane.writes(
        "Eden to Dunstan\n\nto Rick: hello there", to=zane.letters(Kind.SHEET)[-1]
    )
    assert "Eden to Dunstan" in told.words
    assert [mail for mail in rick.letters()[n:] if "hello there" in mail.text]


def test_offmap_resend_brings_no_sheet_of_what_was_taken_back(worlds: Worlds) -> None:
    world = worlds()
    pact, reach = world.campaign()
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    seen(world)
    world.turn(DEEPS)
    assert stage(world) == "turn 1, designate"
    world.clock.advance(timedelta(minutes=1))
    does(world, undoing.undo, name=DEEPS)
    does(world, steering.extend, None, name=DEEPS)
    reach.writes("near weakest", to=reach.last(Kind.NOTICE))
    world.turn(DEEPS)
    assert stage(world) == "turn 1, battle"
    got = [m.subject for m in reach.writes("resend 1", to=reach.last(Kind.SHEET))]
    assert "[deeps T3] Deeps: Turn 1, react" not in got


def test_who_was_offered_a_seat_hears_that_the_game_is_called_off(worlds: Worlds) -> None:
    world, *_ = game(worlds, waiting_list=True)
    mara = world.person("Mara")
    mara.sends("join pent as Mara")
    mara.writes("Yes")
    does(world, replacing.kick, "Rick")
    assert "a seat is free" in mara.last().subject
    does(world, steering.cancel, why="Nobody plays.")
    assert "called off" in mara.last().subject


def test_a_pause_of_what_is_closed_promises_no_orders(worlds: Worlds) -> None:
    world, zane, _ = taken_back_seen(worlds)
    writes(world, "rerun pent send\npause pent")
    assert world.game().phase == Phase.PAUSED
    assert "are still taken" not in zane.last(Kind.NOTICE).words


def test_what_the_gm_is_told_to_do_after_an_error_works(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, *_ = game(worlds, release="gm")
    world.turn()

    def bad(*_: Any, **__: Any) -> Any:
        raise ValueError("boom")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "run", bad)
        does(world, steering.let_go)
    assert "`mailbot game resume pent` runs it" in world.person("gm").last().words
    does(world, steering.resume)
    assert "waits to be released" in world.person("gm").last().subject
    does(world, steering.let_go)
    assert world.game().stage == 2


@pytest.mark.parametrize(
    ("deed", "phase"), [(steering.pause, Phase.PAUSED), (steering.hold, Phase.HELD)]
)
def test_what_the_gm_does_while_the_turn_is_worked_out_counts(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, deed: Callable[..., None], phase: Phase
) -> None:
    world, *_ = game(worlds)
    run = turns.run

    def meanwhile(work: Work, desk: Desk, now: datetime, **named: Any) -> Done:
        with world.service.store.writing() as session:
            if (
                work.live.row.stage == 1
                and not (row := find_game(session, "pent")).review
                and row.phase == Phase.RUNNING
            ):
                deed(session, row, Hand("gm", now, desk))
        return run(work, desk, now, **named)

    monkeypatch.setattr(turns, "run", meanwhile)
    world.turn()
    assert world.game().phase == phase


def test_nobody_is_missing_in_a_game_that_was_called_off(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    does(world, steering.cancel, why="Nobody plays.")
    assert "Zane and Rick" not in writes(world, "list").words


def test_who_watches_hears_of_a_turn_taken_back_and_of_the_end(worlds: Worlds) -> None:
    world, *_ = game(worlds, observers="public", undo="announced")
    ann = world.person("Ann")
    ann.sends("observe pent")
    ann.writes("yes")
    world.turn()
    seen(world)
    does(world, undoing.undo, why="x")
    assert "turn 1 is taken back" in ann.last().subject
    does(world, steering.cancel, why="Nobody plays.")
    assert "called off" in ann.last().subject


def test_a_hold_that_met_an_error_tells_no_tale_of_what_was_seen(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, *_ = game(worlds)
    does(world, steering.hold, why="see")

    def bad(*_: Any, **__: Any) -> Any:
        raise ValueError("boom")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "run", bad)
        world.turn()
    does(world, steering.let_go)
    assert "It is no longer what you have seen" not in world.person("gm").last().words


# While a result that is to wait is worked out.

Deed = Callable[..., object]


@pytest.mark.parametrize(
    ("deed", "stage", "phase"),
    [
        (steering.pause, 1, Phase.PAUSED),
        (steering.hold, 1, Phase.HELD),
        (steering.cancel, 1, Phase.OVER),
        (lambda session, row, hand: steering.extend(session, row, hand, None), 1, Phase.RUNNING),
    ],
    ids=["pause", "hold", "cancel", "extend"],
)
def test_what_the_gm_does_while_a_result_that_waits_is_worked_out_counts(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, deed: Deed, stage: int, phase: Phase
) -> None:
    world, *_ = game(worlds, release="6 hours")
    run = turns.run
    done: list[datetime] = []

    def meanwhile(work: Work, desk: Desk, now: datetime, **named: Any) -> Done:
        if work.live.row.stage == 1 and not done:
            done.append(now)
            with world.service.store.writing() as session:
                deed(session, find_game(session, "pent"), Hand("gm", now, desk))
        return run(work, desk, now, **named)

    monkeypatch.setattr(turns, "run", meanwhile)
    world.turn()
    world.passes(hours=7)
    assert (world.game().stage, world.game().phase) == (stage, phase)


def test_a_turn_that_fails_opens_no_game_that_was_called_off(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, *_ = game(worlds)

    def bad(work: Work, desk: Desk, now: datetime, **named: Any) -> Done:
        del work, named
        with world.service.store.writing() as session:
            steering.cancel(session, find_game(session, "pent"), Hand("gm", now, desk))
        raise ValueError("boom")

    monkeypatch.setattr(turns, "run", bad)
    world.turn()
    assert world.game().phase == Phase.OVER


# Who was missing, and who has had what.


def test_who_leaves_before_orders_are_taken_again_is_missing(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, caretaker_after=1)
    for person in (zane, rick):
        person.writes("ready")
    world.turn()
    does(world, undoing.undo)
    does(world, steering.extend, None, why="It ran too early.")
    does(world, replacing.kick, "Rick")
    world.turn()
    with world.service.store.reading() as session:
        turn = session.get_one(TurnRow, ("pent", 1))
        assert (turn.missing, turn.in_care) == (["Rick"], ["Rick"])


@pytest.mark.parametrize("rerun_between", [True, False])
def test_a_new_player_gets_no_difference_to_what_another_has_seen(
    worlds: Worlds, *, rerun_between: bool
) -> None:
    world, *_ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    if rerun_between:
        does(world, undoing.undo, why="A slip.")
    does(world, replacing.replace, "Rick", "mara@game.test")
    if rerun_between:
        does(world, undoing.rerun, look_first=False)
    world.clock.advance(timedelta(minutes=1))
    does(world, undoing.undo, why="Another.")
    world.clock.advance(timedelta(minutes=1))
    does(world, undoing.rerun, look_first=False)
    assert "Your fleet" in world.person("Mara").last(Kind.SHEET).text


def test_what_a_receipt_has_shown_stays_seen(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    state(world, OutState.FAILED, OutRow.stage == 2)
    zane.writes("Phoenix to Hilda", to=zane.last(Kind.SHEET))
    state(world, OutState.SENT, OutRow.stage == 2, OutRow.kind == Kind.RECEIPT)
    does(world, undoing.undo, why="A slip.")
    world.clock.advance(timedelta(minutes=1))
    does(world, undoing.rerun, look_first=False)
    does(world, undoing.undo, why="Another.")
    with pytest.raises(Refused, match="have seen how turn 1 came out"):
        does(world, steering.extend, None)


def state(world: World, new: OutState, *such: ColumnElement[bool]) -> None:
    """So much has become of these letters."""
    with world.service.store.writing() as session:
        for row in world.outbox(*such):
            session.get_one(OutRow, row.id).state = new


def test_a_whole_sheet_brings_no_form_for_a_stage_that_takes_no_orders(worlds: Worlds) -> None:
    world, zane, rick = game(worlds, undo="announced")
    for _ in (1, 2):
        world.turn()
        state(world, OutState.SENT, OutRow.to == zane.address)
    for why in ("A slip.", "Another."):
        does(world, undoing.undo, why=why)
        state(world, OutState.SENT, OutRow.to == zane.address)
    does(world, undoing.rerun, look_first=False)
    assert world.game().phase == Phase.HELD
    told = zane.last(Kind.SHEET).words
    assert "to the letter. Turn 2 is run again too, with the orders that stand." in told
    sheet = rick.last(Kind.SHEET)
    assert "Your fleet" in sheet.text
    assert "fill in the form" not in sheet.words
    assert not [name for name, _ in sheet.files if name.endswith(".ics")]


def test_a_deadline_moves_for_absentees_once_a_stage_also_after_a_rerun(worlds: Worlds) -> None:
    """(FEAT-T2)"""
    world, zane, rick = game(worlds, undo="announced", grace_hours=72, schedule="daily 20:00")
    for person in (zane, rick):
        person.writes("ready")
    world.turn()
    seen(world)
    zane.writes("ready", to=zane.last(Kind.SHEET))
    world.turn()
    moved = world.deadline()
    does(world, undoing.undo, why="A slip.")
    does(world, undoing.rerun, look_first=False)
    assert (world.game().stage, world.deadline()) == (2, moved)
    world.turn()
    assert world.game().stage == 3


@pytest.mark.parametrize("early", [False, True])
def test_a_turn_that_was_seen_stays_closed_over_an_upgrade(worlds: Worlds, *, early: bool) -> None:
    """The version before knew no closed stages."""
    world, zane, _ = taken_back_seen(worlds, early=early)
    world.close()
    with create_engine(world.url).begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.downgrade(config, "0011")
        command.upgrade(config, "head")
    zane.writes("Eden to Hilda", to=zane.last(Kind.NOTICE))
    assert world.stands(zane) == ["Phoenix to Hilda"]
    does(world, undoing.rerun, look_first=False)
    assert world.game().stage == 2
