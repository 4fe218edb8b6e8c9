"""The five phases of a part, deadlines missed, the score (OFF-3.1, OFF-3.6, OFF-H74, OFF-H75)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import BadPosition, GmEdit, Role, Turn
from engine.offmap.amend import amend
from engine.offmap.events import Income, NoRaid
from engine.offmap.merging import ready
from engine.offmap.orders import Pass
from engine.offmap.phases import Phase
from engine.offmap.scoring import scores, winner
from engine.offmap.seeing import everything
from engine.offmap.setup import setup
from engine.offmap.state import State
from engine.offmap.turn import adjudicate, stage
from tests.engine.offmap.deeps import (
    PACT,
    REACH,
    Faces,
    codes,
    deeps,
    orders,
    raid,
    raided,
    run,
    scenario,
    unit,
    until,
)
from tests.engine.offmap.test_cases import until_turn

RAID = "raid Deeps from Rim with Anvil objective Loam"


def test_sign_up_asks_for_nothing() -> None:
    start = setup(scenario(), (), FairDice(b"x")).state
    assert scenario().seating.roles == (PACT, REACH)
    assert (stage(start).number, stage(start).owes) == (0, (PACT, REACH))
    assert ready(everything(start, PACT), ())
    assert adjudicate(start, {PACT: (Pass(),)}, Faces()).problems == {}


def test_stages_are_five_to_a_part_skipped_or_not() -> None:
    state = deeps()
    for number in range(1, 31):
        assert (stage(state).number, state.phase) == (number, list(Phase)[(number - 1) % 5])
        state = run(state).state
    assert stage(state).over


def test_without_a_raid_nobody_is_asked_until_the_next_turn() -> None:
    turn = run(deeps(), pact="pass")
    state = turn.state
    assert any(isinstance(event, NoRaid) for event in turn.events)
    while state.phase is not Phase.DECLARE:
        assert (stage(state).owes, stage(state).length) == ((), timedelta())
        state = run(state).state
    assert state.turn == 2


def test_a_missed_deadline_stops_nothing_h75() -> None:
    assert until_turn(raided(deeps(), RAID), 2).turn == 2


def test_the_first_side_raids_in_a_one_sided_game() -> None:
    assert {until_turn(deeps(), turn).phasing for turn in (1, 2, 3)} == {PACT}
    assert until_turn(deeps(first="reach"), 2).phasing == REACH


def test_each_side_has_its_part_where_the_game_says_so_h74() -> None:
    state = deeps(sequence="alternating")
    assert (state.turn, state.phasing) == (1, PACT)
    state = until(run(state).state, Phase.DECLARE)
    assert (state.turn, state.phasing, stage(state).number) == (1, REACH, 6)
    assert until_turn(state, 2).phasing == PACT


def test_income_comes_once_a_turn() -> None:
    state = until_turn(deeps(sequence="alternating"), 2)
    assert state.sides[PACT].ep == 10
    assert Income(PACT, 1, 10) in run(until(deeps(), Phase.END)).events


def test_points_spent_come_back_with_the_next_part() -> None:
    state = run(deeps(), pact="move Anvil to Ford").state
    assert unit(state, "Anvil").spent == 1
    assert unit(until_turn(state, 2), "Anvil").spent == 0


@pytest.mark.parametrize(
    ("phase", "side", "letter"),
    [
        (Phase.DECLARE, "reach", "raid Deeps from Rim with Anvil objective Loam"),
        (Phase.DECLARE, "reach", "react all"),
        (Phase.REACT, "pact", "move Anvil to Ford"),
        (Phase.REACT, "reach", "report none"),
        (Phase.BATTLE, "pact", "commit near"),
        (Phase.BATTLE, "reach", "retrograde to Gate"),
        (Phase.END, "pact", "pass"),
    ],
)
def test_an_order_of_another_phase_is_refused(phase: Phase, side: str, letter: str) -> None:
    state = until(run(deeps(), pact=RAID).state, phase) if phase is not Phase.DECLARE else deeps()
    assert codes(run(state, None, **{side: letter}), Role(side)) == ["E-PHASE"]


def test_after_the_end_nothing_is_taken() -> None:
    state = until_turn(deeps(turns=1), 2)
    turn = run(state, pact=RAID)
    assert (turn.state, codes(turn, PACT)) == (state, ["E-PHASE"])
    assert ready(everything(state, PACT), ())


def test_a_side_that_is_none_gives_no_orders() -> None:
    with pytest.raises(BadPosition, match="no side Zane"):
        adjudicate(deeps(), {Role("Zane"): ()}, Faces())


@pytest.mark.parametrize(
    ("letter", "is_ready"),
    [("", False), ("pass", True), (RAID, True), ("move Anvil to Ford", False)],
)
def test_who_raids_or_passes_is_ready(letter: str, is_ready: bool) -> None:
    assert ready(everything(deeps(), PACT), orders(letter)) is is_ready


def test_the_defender_owes_nothing_in_declare() -> None:
    assert ready(everything(deeps(), REACH), ())
    assert stage(deeps()).may == (PACT, REACH)


def test_naming_the_initial_force_alone_answers_nothing() -> None:
    asked = raided(deeps(), RAID)
    view = everything(asked, REACH)
    assert raid(asked).initial == 1
    assert not ready(view, orders("near 1"))
    assert ready(view, orders("near 1 3"))


def corrected(state: State, *edits: str) -> State:
    for edit in edits:
        what, _, value = edit.partition(" ")
        turn = amend(state, GmEdit(what, value == "true" or None, "a test"))
        assert isinstance(turn, Turn), turn
        state = turn.state
    return state


def test_losses_score_by_power() -> None:
    state = corrected(
        deeps(),
        "unit/Halberd/destroy",
        "unit/Rook/destroy",
        "unit/Glaive/crippled true",
        "unit/Finch/crippled true",
        "unit/Loam/crippled true",
        "unit/Anvil/crippled true",
    )
    assert scores(state) == {PACT: 12 + 3 + 5 + 2 + 10, REACH: 6}


def test_survey_points_lost_score_for_the_raider() -> None:
    letter = "raid Deeps from Rim with Anvil objective survey"
    state = until_turn(raided(deeps(), letter, dice=Faces(objective=5)), 2)
    assert scores(state)[PACT] == 27


def test_more_points_win_and_the_owner_wins_if_level() -> None:
    assert winner(deeps()) == REACH
    assert winner(deeps(sequence="alternating")) is None
    assert winner(corrected(deeps(), "unit/Halberd/destroy")) == PACT


def test_equal_dice_give_equal_turns() -> None:
    turns = [run(run(deeps(), pact=RAID).state, FairDice(b"same")) for _ in range(2)]
    assert turns[0] == turns[1]


def test_each_throw_has_a_purpose_with_turn_side_and_area() -> None:
    dice = Faces()
    raided(deeps(), RAID, dice=dice)
    assert dice.thrown == ["objective/turn 1/pact/Deeps", "group/turn 1/pact/Deeps"]
