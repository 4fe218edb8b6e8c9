"""The named variants (OFF-1.2, OFF-3.14), one test each; others stand with their chapter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ruleset import GmEdit, Json, Role, Turn
from engine.offmap.amend import amend
from engine.offmap.checks import why_not
from engine.offmap.events import PoliceRoll
from engine.offmap.knowledge import view
from engine.offmap.phases import Phase
from engine.offmap.seeing import everything, knows
from engine.offmap.state import State
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
    slips,
    unit,
    until,
)
from tests.engine.offmap.test_cases import until_turn

BASTION = "raid Deeps from Rim with Anvil objective Bastion"


def declared(state: State, pact: str, reach: str) -> State:
    """With what the defender ordered before he knew of the raid."""
    return run(state, pact=pact, reach=reach).state


def divided(state: State) -> set[str]:
    return {name for force in raid(state).forces for name in force}


def test_guards_stay_with_their_target_and_out_of_the_division() -> None:
    state = declared(deeps(guards=True), BASTION, "guard Bastion with Halberd, Partisan")
    after = run(state, Faces(objective=6)).state
    assert raid(after).with_objective == ("Bastion", "Halberd", "Partisan")
    assert divided(after).isdisjoint({"Halberd", "Partisan"})


def test_guards_of_another_target_take_no_part() -> None:
    state = declared(deeps(guards=True), BASTION, "guard Loam with Halberd")
    after = run(state, Faces(objective=6)).state
    assert raid(after).with_objective == ("Bastion",)
    assert "Halberd" not in divided(after)


def test_guards_of_a_target_that_is_missed_do_not_fight() -> None:
    state = declared(deeps(guards=True), BASTION, "guard Bastion with Halberd")
    assert raid(run(state, Faces(objective=1)).state).with_objective == ()


def test_guards_stand_until_they_are_changed() -> None:
    state = declared(deeps(guards=True), "pass", "guard Bastion with Halberd")
    state = until_turn(state, 2)
    assert "Halberd" not in divided(raided(state, BASTION))
    state = declared(state, BASTION, "guard Bastion with none")
    assert "Halberd" in divided(run(state).state)


def test_a_ship_guards_one_target() -> None:
    letter = "guard Bastion with Halberd; guard Loam with Halberd"
    state = declared(deeps(guards=True), BASTION, letter)
    assert raid(run(state, Faces(objective=6)).state).with_objective == ("Bastion",)


@pytest.mark.parametrize("letter", ["guard Bastion with Halberd", "shelter Cradle at Bastion"])
def test_guards_and_shelters_stand_before_the_objective_is_known_h78(letter: str) -> None:
    state = run(deeps(guards=True, shelter=True), pact=BASTION).state
    assert codes(run(state, reach=letter), REACH) == ["E-PHASE"]


@pytest.mark.parametrize(
    "letter",
    ["guard Bastion with Halberd", "shelter Cradle at Bastion", "shift Cradle to far"],
)
def test_what_the_game_does_not_play_is_refused(letter: str) -> None:
    assert codes(run(deeps(), reach=letter), REACH) == ["E-OPTION"]


def test_only_docks_and_cripples_shelter_and_only_at_fixed_things() -> None:
    state = deeps(shelter=True)
    turn = run(state, reach="shelter Cradle, Rook, Halberd at Bastion")
    assert codes(turn, REACH) == ["E-SHELTER"]
    plans = turn.state.areas[next(iter(turn.state.areas))].plans
    assert plans.shelters == {"Cradle": "Bastion", "Rook": "Bastion"}
    assert "E-SHELTER" in codes(run(state, reach="shelter Cradle at Wagons"), REACH)


def test_the_defence_can_be_chosen() -> None:
    state = declared(deeps(defence="chosen"), BASTION, "guard Bastion with Halberd, Alder")
    dice = Faces(objective=6)
    after = until(run(state, dice).state, Phase.BATTLE, dice)
    told = raid(after)
    assert (told.forces, told.group_die, told.battle) == ((), 0, True)
    assert told.with_objective == ("Alder", "Bastion", "Halberd")


def test_where_the_defence_is_chosen_a_missed_target_means_no_battle() -> None:
    state = declared(deeps(defence="chosen"), BASTION, "guard Bastion with Halberd")
    dice = Faces(objective=1)
    assert not raid(until(run(state, dice).state, Phase.BATTLE, dice)).battle


def test_reserves_can_come_as_one_body_with_the_near_force() -> None:
    after = raided(deeps(reserve_joins="near"), BASTION, "react all; near 2")
    assert raid(after).joins_near == ("Fir", "Lance", "Sorrel")
    assert divided(after) & {"Fir", "Lance", "Sorrel", "Elm"} == {"Elm"}


POLICE = 'Rook.crippled = false, class.CL.tags = ["police"]'


@pytest.mark.parametrize(("face", "came"), [(3, False), (4, True)])
def test_a_police_ship_may_turn_up(face: int, came: bool) -> None:
    state = declared(deeps(POLICE, police="fifty"), BASTION, "")
    turn = run(state, Faces(objective=1, police=face))
    assert raid(turn.state).with_objective == (("Rook",) if came else ())
    assert "Rook" not in divided(turn.state)
    assert any(isinstance(event, PoliceRoll) for event in turn.events)


def test_there_are_no_police_as_a_rule() -> None:
    dice = Faces()
    raided(deeps(POLICE), BASTION, dice=dice)
    assert not any(purpose.startswith("police") for purpose in dice.thrown)


@pytest.mark.parametrize(
    ("name", "intel", "known"),
    [
        ("Halberd", "open", True),
        ("Halberd", "fixed", False),
        ("Bastion", "fixed", True),
        ("Elm", "fixed", True),
    ],
)
def test_what_a_raider_may_know(name: str, intel: str, known: bool) -> None:
    state = deeps(intel=intel)
    assert knows(state, PACT, unit(state, name)) is known


def hidden(letter: str, change: str = "", **options: Any) -> tuple[list[str], int]:
    turn = run(deeps(change, **options), pact=letter)
    assert not turn.state.raids
    return codes(turn, PACT), turn.state.sides[PACT].ep


def test_a_raid_voided_by_a_hidden_fact_costs_its_ep_and_is_not_counted() -> None:
    letter = "raid Deeps from Rim with Anvil objective Nowhere"
    assert hidden(letter, intel="fixed") == (["E-OBJ-AREA"], 6)
    assert hidden(letter, intel="open") == (["E-OBJ-AREA"], 9)


def test_a_survey_ship_that_is_not_known_voids_the_raid_only_when_it_is_launched() -> None:
    letter = "raid Deeps from Rim with Anvil objective Plumb"
    assert hidden(letter, intel="fixed") == (["E-OBJ-SR"], 6)


def test_a_far_objective_voids_the_raid_only_when_it_is_launched() -> None:
    letter = "raid Deeps from Rim with Anvil objective Cradle"
    assert hidden(letter, 'Cradle.zone = "far"', zones="near_far") == (["E-OBJ-FAR"], 6)


def test_a_name_that_cannot_be_known_is_no_unit_whether_it_exists_or_not() -> None:
    state = deeps(intel="fixed")
    gone = amend(state, GmEdit("unit/Halberd/remove", None, "a test"))
    assert isinstance(gone, Turn)
    letter = orders("raid Deeps from Rim with Anvil, Halberd objective Loam")
    told = [why_not(everything(each, PACT), letter) for each in (state, gone.state)]
    assert told[0] == told[1]
    assert [problem.code for problem in told[0]] == ["E-UNIT"]


@pytest.mark.parametrize(
    ("options", "side", "letter", "slip"),
    [
        ({"crippled_may_raid": False}, PACT,
         "raid Deeps from Rim with Anvil, Dross objective Marl", ("E-CRIPPLED", "Dross")),
        ({}, PACT, "raid Deeps from Rim with Anvil objective Marl fight 2",
         ("W-IGNORED", "Deeps")),
        ({"intel": "fixed"}, PACT, "raid Deeps from Rim with Anvil objective Ghost",
         ("W-OBJ", "Ghost")),
        ({"sequence": "alternating", "first": "reach"}, REACH,
         "raid Deeps from Gate with Elm objective Marl", ("E-OWN-AREA", "Deeps")),
        ({}, REACH, "near 2 4", ("E-NEAR", "near")),
        ({"zones": "seven"}, REACH, "near 2", ("E-OPTION", "near")),
        ({"defence": "chosen"}, REACH, "near weakest", ("E-OPTION", "near")),
        ({"zones": "seven", "guards": True}, REACH, "guard Marl with Alder",
         ("E-OPTION", "guard")),
        ({"zones": "seven", "shelter": True}, REACH, "shelter Cradle at Bastion",
         ("E-OPTION", "shelter")),
        ({"guards": True}, REACH, "guard Marl with Alder, Plumb", ("E-GUARD", "Plumb")),
    ],
)  # fmt: skip
def test_what_a_game_does_not_play_is_said(
    options: dict[str, Json], side: Role, letter: str, slip: tuple[str, str]
) -> None:
    state = deeps("Dross.crippled = true", **options)
    assert slips(why_not(view(state, side), orders(letter))) == [slip]
