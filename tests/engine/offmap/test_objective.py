"""Was the objective reached (OFF-3.4.4, OFF-H28 to H40)?"""

from __future__ import annotations

from typing import Any

import pytest

from engine.offmap.events import ObjectiveRoll
from engine.offmap.phases import Phase
from engine.offmap.state import State
from tests.engine.offmap.deeps import DEEPS, PACT, Faces, codes, deeps, raid, raided, run, until
from tests.engine.offmap.test_cases import until_turn


def modifier(objective: str, change: str = "", **options: Any) -> int:
    """Beyond the five points left."""
    state = raided(
        deeps(change, **options), f"raid Deeps from Rim with Anvil objective {objective}"
    )
    assert raid(state).left == 5
    return raid(state).modifier - 5


@pytest.mark.parametrize(
    ("objective", "change", "expected"),
    [
        ("Bastion", "", -2),
        ("Bastion", "Bastion.crippled = true", -2),
        ("Loam", "", -2),
        ("Loam", "Loam.crippled = true", -2),
        ("Hearth", "", -3),
        ("survey", "", -4),
        ("Halberd", "", -3),
        ("Rook", "", -1),
        ("Wagons", "", -1),
        ("Wagons", "Wagons.crippled = true", -1),
        ("Cradle", "", -1),
        ("Ox", "", 0),
    ],
)
def test_each_objective_has_one_line_h30_to_h35(objective: str, change: str, expected: int) -> None:
    assert modifier(objective, change) == expected


def test_a_slow_warship_is_a_warship_h36() -> None:
    assert modifier("Halberd", 'Halberd.type = "MN"') == -3


@pytest.mark.parametrize(
    ("option", "objective"),
    [
        ("mod_planet", "Loam"),
        ("mod_base", "Bastion"),
        ("mod_capital", "Hearth"),
        ("mod_survey", "survey"),
        ("mod_warship", "Halberd"),
        ("mod_soft", "Wagons"),
        ("mod_other", "Ox"),
    ],
)
def test_every_line_can_be_set(option: str, objective: str) -> None:
    assert modifier(objective, "", **{option: -9}) == -9


def test_a_capital_can_count_as_planet_too_h32() -> None:
    assert modifier("Hearth", capital_cumulative=True) == -5


def test_points_left_can_weigh_more_or_less() -> None:
    assert modifier("Loam", mod_mp=2) == 5 - 2


def test_the_threshold_can_be_set() -> None:
    state = deeps(threshold=7)
    after = raided(state, "raid Deeps from Rim with Anvil objective Loam", dice=Faces(objective=3))
    assert not raid(after).reached


@pytest.mark.parametrize(("die", "reached"), [(1, False), (6, True)])
def test_a_one_never_and_a_six_always_reaches_where_the_game_says_so(
    die: int, reached: bool
) -> None:
    state = deeps(natural=True, mod_planet=20 if die == 1 else -20)
    after = raided(
        state, "raid Deeps from Rim with Anvil objective Loam", dice=Faces(objective=die)
    )
    assert raid(after).reached is reached


def raid_again(state: State, objective: str) -> State:
    return raided(state, f"raid Deeps from Rim with Anvil objective {objective}")


def test_every_earlier_raid_on_a_target_counts_whatever_came_of_it_h39() -> None:
    state = until_turn(raid_again(deeps(), "Bastion"), 2)
    state = raid_again(state, "Bastion")
    assert ("previous", 1) in raid(state).modifiers
    assert ("previous", 0) in raid(raid_again(until_turn(state, 3), "Loam")).modifiers


def test_a_ship_keeps_its_count_h39() -> None:
    state = deeps('area.Deeps.raids = {"Halberd": 3}, Halberd.crippled = true', mod_previous=2)
    assert ("previous", 6) in raid(raid_again(state, "Halberd")).modifiers


def test_survey_ships_are_no_objective() -> None:
    turn = run(deeps(), pact="raid Deeps from Rim with Anvil objective Plumb")
    assert (turn.state.raids, codes(turn, PACT)) == ({}, ["E-OBJ-SR"])


def test_reacting_ships_are_no_objective_h47() -> None:
    turn = run(deeps(), pact="raid Deeps from Rim with Anvil objective Jay")
    assert codes(turn, PACT) == ["E-OBJ-AREA"]


def test_a_raid_needs_an_objective() -> None:
    assert codes(run(deeps(), pact="raid Deeps from Rim with Anvil"), PACT) == ["E-OBJ"]


def test_all_survey_points_are_lost_if_they_are_reached_h37() -> None:
    state = raided(
        deeps(), "raid Deeps from Rim with Anvil objective survey", dice=Faces(objective=5)
    )
    after = until_turn(state, 2)
    assert (after.areas[DEEPS].survey_points, after.areas[DEEPS].survey_lost) == (0, 27)


def test_half_of_them_rounded_up_where_the_game_says_so_h37() -> None:
    state = deeps(survey_effect="half")
    letter = "raid Deeps from Rim with Anvil objective survey"
    after = until_turn(raided(state, letter, dice=Faces(objective=5)), 2)
    assert after.areas[DEEPS].survey_points == 13


def test_none_are_lost_if_no_raider_is_left_h37() -> None:
    letter = "raid Deeps from Rim with Anvil objective survey"
    state = until(raided(deeps(), letter, "near strongest", Faces(objective=5)), Phase.BATTLE)
    after = run(state, reach="report destroyed Anvil").state
    assert after.areas[DEEPS].survey_points == 27


def test_the_die_is_kept_with_all_that_was_added() -> None:
    declared = run(deeps(), pact="raid Deeps from Rim with Anvil objective Loam").state
    turn = run(declared, Faces(objective=4))
    (roll,) = (event for event in turn.events if isinstance(event, ObjectiveRoll))
    assert roll.modifiers == (("points", 5), ("planet", -2), ("previous", 0))
    assert (roll.total, roll.reached, roll.raids) == (7, True, 1)
