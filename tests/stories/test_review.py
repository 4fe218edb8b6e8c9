"""A result that is looked at before it goes out, and a turn that is taken back (FEAT-T3, T4)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.core.ruleset import Role
from engine.raider.rules import Raider
from mailbot.errors import Refused
from mailbot.games import steering, undoing
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import OutState, Phase
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_gm_by_mail import writes


def does(world: World, deed: object, *args: object, why: str = "", **named: object) -> None:
    """The Gamesmaster does something to the game, and the service works."""
    service = world.service
    with service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), service.office.desk, why)
        deed(session, find_game(session, "pent"), hand, *args, **named)  # type: ignore[operator]
    world.works()


def game(worlds: Worlds, **settings: Any) -> tuple[World, Person, Person]:
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", **settings)
    return world, zane, rick


def sheets(person: Person) -> list[str]:
    return [mail.subject for mail in person.letters(Kind.SHEET)]


def test_a_result_waits_for_the_gamesmaster_where_the_game_wants_it(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, zane, rick = game(worlds, release="gm")
    zane.writes("Phoenix to Hilda")
    rick.writes("Duke to Topaz")
    assert world.game().stage == 1
    world.turn()
    assert world.game().phase == Phase.HELD
    assert "Every result of this game waits for you." in world.person("gm").last().text
    does(world, steering.let_go)
    assert world.game().stage == 2


def test_a_turn_with_too_few_orders_is_held_and_shown(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, zane, _ = game(worlds, hold_missing=1)
    zane.writes("Phoenix to Hilda")
    before = sheets(zane)
    world.turn()
    assert world.game().phase == Phase.HELD
    assert sheets(zane) == before
    notice = world.person("gm").last()
    assert "turn 1 waits to be released" in notice.subject
    assert "No orders from Rick." in notice.text
    assert (
        "Phoenix sailed from Agnes* to Hilda." in dict(notice.files)["pent-1-preview.txt"].decode()
    )
    does(world, steering.let_go)
    assert world.game().stage == 2
    assert sheets(zane) == [*before, "[pent T2] Pent: Turn 1"]


def test_what_is_released_is_what_was_shown(worlds: Worlds) -> None:
    """A correction after the preview makes it wait again."""
    world, zane, _ = game(worlds, hold_missing=1)
    world.turn()
    world.amends("ship/Phoenix/structure", "5E5G")
    world.works()
    assert world.game().phase == Phase.HELD
    notice = world.person("gm").last()
    assert "You have corrected the position." in notice.text
    does(world, steering.let_go)
    assert world.game().stage == 2
    assert "5E5G" in zane.last(Kind.SHEET).text


def test_a_held_result_goes_out_by_itself_where_the_game_says_so(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, *_ = game(worlds, hold_missing=2, hold_release="24 hours")
    world.turn()
    world.passes(hours=23)
    assert world.game().stage == 1
    world.passes(hours=1, minutes=1)
    assert world.game().stage == 2


def test_a_hold_stops_the_clock_of_a_release(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, *_ = game(worlds, hold_missing=2, hold_release="24 hours")
    world.turn()
    does(world, steering.hold)
    world.passes(days=3)
    assert world.game().stage == 1
    does(world, steering.let_go)
    assert world.game().stage == 2


def test_the_gamesmaster_may_ask_to_see_the_next_result(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, zane, rick = game(worlds)
    zane.writes("Phoenix to Hilda")
    rick.writes("Duke to Topaz")
    does(world, steering.hold, why="new rules")
    assert world.game().phase == Phase.RUNNING
    world.turn()
    assert world.game().phase == Phase.HELD
    assert "You asked for it: new rules" in world.person("gm").last().text
    with pytest.raises(Refused, match="waits for you"):
        does(world, steering.resume)


def test_an_extension_of_a_held_turn_takes_orders_again(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, _, rick = game(worlds, hold_missing=1)
    world.turn()
    until = world.clock.now() + timedelta(days=2)
    does(world, steering.extend, until, why="Rick is ill.")
    told = rick.last()
    assert told.subject == "[pent T1] Pent: a new deadline"
    assert "Rick is ill." in told.text
    rick.writes("Duke to Topaz")
    assert world.stands(rick) == ["Duke to Topaz"]
    world.turn()
    assert world.game().phase == Phase.HELD
    assert "No orders from Zane." in world.person("gm").last().text


def test_a_correction_takes_no_reason_away(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, *_ = game(worlds, hold_missing=1)
    does(world, steering.hold, why="I want to see it.")
    world.turn()
    world.amends("ship/Phoenix/structure", "5G")
    world.works()
    told = world.person("gm").last().text
    for reason in (
        "You asked for it: I want",
        "No orders from Zane and Rick.",
        "You have corrected",
    ):
        assert told.count(f"\n- {reason}") == 1


def test_a_result_that_came_early_and_waits_takes_no_orders_any_more(worlds: Worlds) -> None:
    """What the Gamesmaster has seen is what he releases (FEAT-T1, T3)."""
    world, zane, rick = game(worlds, early=True, release="gm")
    zane.writes("Phoenix to Hilda\nready")
    rick.writes("Duke to Topaz\nready")
    world.passes(minutes=5)
    assert world.game().phase == Phase.HELD
    assert ": turn 1 is closed." in zane.writes("status")[-1].words
    told = zane.writes("Phoenix stay")[-1].words
    assert "Everybody was ready, and turn 1 was run with what stood on Mon 1 Dec 2025" in told
    does(world, steering.let_go)
    assert world.game().stage == 2
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).text
    assert "due Sun 14 Dec 2025" in zane.last(Kind.SHEET).words


def test_a_hold_is_shown_until_it_is_called_off(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, *_ = game(worlds)
    assert "waits until you release it" in writes(world, "hold pent why: I want to see it").words
    assert "its next result will wait for your release: You asked for it: I want to see it" in (
        writes(world, "status pent").words
    )
    assert "the hold is called off" in writes(world, "release pent").words
    assert "will wait for your release" not in writes(world, "status pent").words
    world.turn()
    assert world.game().stage == 2


def test_an_odd_result_is_held_where_the_game_wants_it(worlds: Worlds) -> None:
    """(FEAT-T3)"""
    world, zane, _ = game(worlds, hold_odd=True)
    zane.writes("Phoenix to Hilda")
    world.amends("ship/Phoenix/structure", "5G")
    world.turn()
    assert world.game().phase == Phase.HELD
    assert "Not one order of Zane could be carried out." in world.person("gm").last().text


def test_a_preview_changes_nothing_and_sends_nothing(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, zane, _ = game(worlds)
    zane.writes("Phoenix to Hilda")
    letters = len(world.outbox())
    shown = world.service.preview("pent")
    assert "Phoenix sailed from Agnes* to Hilda." in shown.sheets["Zane"]
    assert "No orders from Rick." in shown.summary
    assert len(world.outbox()) == letters
    world.turn()
    assert shown.sheets["Zane"] in zane.last(Kind.SHEET).text.replace("\r\n", "\n")


def test_a_turn_that_nobody_has_seen_is_taken_back_without_a_word(worlds: Worlds) -> None:
    """The same orders meet the same dice (FEAT-T4)."""
    world, zane, _ = game(worlds)
    zane.writes("Phoenix to Hilda")
    world.turn()
    first = zane.last(Kind.SHEET)
    does(world, undoing.undo)
    assert (world.game().stage, world.game().phase) == (1, Phase.HELD)
    dropped = [row for row in world.outbox() if row.stage == 2 and row.kind == Kind.SHEET]
    assert {row.state for row in dropped} == {OutState.DROPPED}
    assert world.stands(zane) == ["Phoenix to Hilda"]
    does(world, undoing.rerun, look_first=False)
    again = zane.last(Kind.SHEET)
    assert again.id != first.id
    assert again.text == first.text


def seen(world: World) -> None:
    """All letters have gone out."""
    with world.service.store.writing() as session:
        for row in world.outbox():
            session.get_one(type(row), row.id).state = OutState.SENT


def test_a_turn_that_was_seen_is_not_taken_back_unless_the_game_allows_it(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, *_ = game(worlds)
    world.turn()
    seen(world)
    with pytest.raises(Refused, match="does not allow"):
        does(world, undoing.undo, why="A slip.")


ALLOWED: list[dict[str, Any]] = [{"undo": "announced"}, {"options": {"rerun_after_release": True}}]


@pytest.mark.parametrize("settings", ALLOWED)
def test_a_turn_that_was_seen_is_corrected_and_everybody_told_what_changes(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    """(FEAT-T4, RAID-R164)"""
    world, zane, rick = game(worlds, **settings)
    zane.writes("Phoenix to Hilda")
    rick.writes("Duke to Topaz")
    adjudicate = Raider.adjudicate

    def wrong(self: Raider, state: Any, orders: Any, dice: Any) -> Any:
        return adjudicate(self, state, {**orders, Role("Zane"): ()}, dice)

    with monkeypatch.context() as patch:
        patch.setattr(Raider, "adjudicate", wrong)
        world.turn()
    seen(world)
    with pytest.raises(Refused, match="give a reason"):
        does(world, undoing.undo)
    does(world, undoing.undo, why="Phoenix was forgotten.")
    assert zane.last().subject == "[pent T1] Pent: turn 1 is taken back"
    assert "Phoenix was forgotten." in rick.last().text
    does(world, undoing.rerun, look_first=False)
    told = zane.last(Kind.SHEET)
    assert told.subject == "[pent T2] Pent: Turn 1, corrected"
    assert "Phoenix was forgotten." in told.text
    assert "+ - Phoenix sailed from Agnes* to Hilda." in told.text
    assert "Eden stayed" not in told.text
    assert "Duke" not in rick.last(Kind.SHEET).text


def test_orders_for_the_next_turn_outlast_an_undo(worlds: Worlds) -> None:
    world, zane, _ = game(worlds, undo="announced")
    world.turn()
    zane.writes("Eden to Dunstan")
    seen(world)
    does(world, undoing.undo, why="A slip.")
    does(world, undoing.rerun, look_first=False)
    assert world.game().stage == 2
    assert world.stands(zane) == ["Eden to Dunstan"]


def test_a_turn_that_was_taken_back_runs_again_by_its_own_word_only(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, *_ = game(worlds)
    world.turn()
    does(world, undoing.undo)
    for deed in (steering.resume, steering.pause, steering.hold):
        with pytest.raises(Refused, match="`mailbot game rerun pent` runs it again"):
            does(world, deed)
    assert (world.game().stage, world.game().phase) == (1, Phase.HELD)


def test_orders_are_taken_again_for_a_turn_that_nobody_has_seen(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, zane, rick = game(worlds)
    world.turn()
    does(world, undoing.undo)
    does(world, steering.extend, None, why="It ran too early.")
    assert "It ran too early." in rick.last().text
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]
    world.turn()
    assert world.game().stage == 2
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).text


def test_no_orders_are_taken_again_once_somebody_has_seen_the_turn(worlds: Worlds) -> None:
    """He knows the dice: they stay as they are (FEAT-T4)."""
    world, *_ = game(worlds, undo="announced")
    world.turn()
    seen(world)
    does(world, undoing.undo, why="A slip.")
    with pytest.raises(Refused, match="rerun"):
        does(world, steering.extend, None)
    does(world, undoing.rerun, look_first=True)
    with pytest.raises(Refused, match="release"):
        does(world, steering.extend, None)
    does(world, steering.let_go)
    assert world.game().stage == 2


def test_what_was_seen_is_what_the_difference_is_told_to(worlds: Worlds) -> None:
    """Taken back twice, the second time before anybody saw it (FEAT-T4)."""
    world, zane, _ = game(worlds, undo="announced")
    zane.writes("Phoenix to Hilda")
    world.turn()
    seen(world)
    does(world, undoing.undo, why="Phoenix was never there.")
    world.clock.advance(timedelta(minutes=1))
    world.amends("ship/Phoenix/structure", "5G")
    does(world, undoing.rerun, look_first=False)
    does(world, undoing.undo)
    does(world, undoing.rerun, look_first=False)
    told = zane.last(Kind.SHEET)
    assert told.subject == "[pent T2] Pent: Turn 1, corrected"
    assert "Phoenix was never there." in told.text
    assert "- - Phoenix sailed from Agnes* to Hilda." in told.text


def test_a_rerun_waits_to_be_looked_at(worlds: Worlds) -> None:
    """(FEAT-T4)"""
    world, *_ = game(worlds)
    world.turn()
    does(world, undoing.undo)
    does(world, undoing.rerun, look_first=True)
    assert world.game().phase == Phase.HELD
    assert "It is run again." in world.person("gm").last().text
    does(world, steering.let_go)
    assert world.game().stage == 2


def test_the_sign_up_is_not_taken_back(worlds: Worlds) -> None:
    world, *_ = game(worlds)
    with pytest.raises(Refused, match="no turn that could be taken back"):
        does(world, undoing.undo)
