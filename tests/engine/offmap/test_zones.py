"""Zones near and far, the seven sub-areas (OFF-3.4.8a to 3.4.10, OFF-H64 to H73)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.ruleset import GmEdit, Turn
from engine.offmap.amend import amend
from engine.offmap.events import NoBattle, SearchRoll, Shifted
from engine.offmap.phases import Phase
from engine.offmap.state import State
from tests.engine.offmap.deeps import (
    DEEPS,
    PACT,
    REACH,
    Faces,
    codes,
    deeps,
    raid,
    raided,
    run,
    unit,
    until,
)
from tests.engine.offmap.test_cases import until_turn

BASTION = "raid Deeps from Rim with Anvil objective Bastion"


def near_far(change: str = "") -> State:
    return deeps(change, zones="near_far")


def test_far_ships_are_not_divided_h64() -> None:
    after = raided(near_far('Halberd.zone = "far"'), BASTION)
    assert "Halberd" not in {name for force in raid(after).forces for name in force}


def test_survey_ships_in_the_far_zone_come_with_no_force() -> None:
    after = until(raided(near_far(), BASTION, "near 2 3"), Phase.BATTLE)
    assert raid(after).survey_ships == ()


def test_a_unit_is_in_its_old_zone_until_the_turn_ends_h65() -> None:
    state = run(near_far(), pact=BASTION, reach="shift Halberd to far").state
    after = run(state).state
    assert "Halberd" in {name for force in raid(after).forces for name in force}
    assert unit(until_turn(after, 2), "Halberd").zone == "far"


def test_in_the_far_zone_nobody_guards_or_shelters() -> None:
    state = deeps(zones="near_far", guards=True, shelter=True)
    plans = "guard Hearth with Halberd, Alder; shelter Cradle at Bastion"
    state = run(state, reach=f"{plans}; shift Halberd, Cradle to far").state
    later = until_turn(state, 2)
    plan = later.areas[DEEPS].plans
    assert (plan.guards, plan.shelters) == ({"Hearth": ("Alder",)}, {})
    strike = "raid Deeps from Rim with Anvil objective Hearth"
    assert raid(raided(later, strike, "", Faces(objective=6))).with_objective == ("Alder", "Hearth")


def test_bases_and_planets_never_shift() -> None:
    assert "E-IMMOBILE" in codes(run(near_far(), reach="shift Bastion to far"), REACH)


def test_near_units_come_back_onto_the_map_at_the_end() -> None:
    state = run(near_far(), reach="shift Halberd to Gate").state
    turn = run(until(state, Phase.END))
    assert unit(turn.state, "Halberd").at == "Gate"
    assert Shifted(unit(turn.state, "Halberd").name, REACH, "Gate") in turn.events


@pytest.mark.parametrize(
    ("name", "to", "code"),
    [
        ("Plumb", "Gate", "E-FAR"),
        ("Cradle", "Gate", "E-SLOW"),
        ("Halberd", "Rim", "E-PLACE"),
        ("Halberd", "survey", "E-PLACE"),
        ("Halberd", "near", "E-SHIFT"),
        ("Elm", "far", "E-NOT-HERE"),
    ],
)
def test_not_everything_shifts_everywhere(name: str, to: str, code: str) -> None:
    assert code in codes(run(near_far(), reach=f"shift {name} to {to}"), REACH)


RAID = "raid Deeps from Rim with Anvil"


def seven(**known: Any) -> State:
    state = deeps(zones="seven")
    area = msgspec.structs.replace(state.areas[DEEPS], **known)
    return msgspec.structs.replace(state, areas={DEEPS: area})


def met(state: State, reach: str = "", face: int = 1) -> set[str]:
    after = raided(state, RAID, reach, Faces(search=face))
    return set(raid(after).forces[0])


def test_neither_objective_die_nor_division_h66() -> None:
    dice = Faces()
    raided(seven(), RAID, dice=dice)
    assert [purpose.split("/")[0] for purpose in dice.thrown] == ["search"]


def test_no_objective_is_needed_and_one_is_not_looked_at() -> None:
    assert raid(run(seven(), pact=f"{RAID} objective Loam").state).objective == ""


def test_everybody_in_the_sub_area_meets_the_raid() -> None:
    assert met(seven(), "assign Alder, Ox to area 4; assign rest to area 2", 4) == {
        "Alder", "Bastion", "Ox",
    }  # fmt: skip


def test_the_rest_is_all_that_can_move_and_is_not_named() -> None:
    there = met(seven(), "assign Alder to area 4; assign rest to area 2", 2)
    assert {"Halberd", "Cradle", "Wagons", "Loam"} <= there
    assert there.isdisjoint({"Alder", "Plumb", "Bastion", "Elm"})


def test_who_is_not_assigned_is_with_the_capital() -> None:
    assert {"Hearth", "Halberd"} <= met(seven(), "", 1)


def test_who_was_assigned_stays_there() -> None:
    after = until_turn(raided(seven(), RAID, "assign Halberd to area 5"), 2)
    assert met(after, "", 5) == {"Halberd"}


def test_reacting_ships_can_be_assigned() -> None:
    assert met(seven(), "react Elm; assign Elm to area 6", 6) == {"Elm"}


def test_other_sub_areas_do_not_join_h72() -> None:
    after = until(raided(seven(), RAID, "assign rest to area 6"), Phase.BATTLE)
    assert (raid(after).near, raid(after).far, raid(after).survey_ships) == (0, 0, ())


def test_an_empty_sub_area_is_found_without_a_battle_h71() -> None:
    turn = run(raided(seven(), RAID, dice=Faces(search=6)))
    assert any(isinstance(event, NoBattle) for event in turn.events)
    assert turn.state.areas[DEEPS].found == {6}


def test_what_was_found_stays_found_h73() -> None:
    state = until_turn(raided(seven(), RAID, dice=Faces(search=4)), 2)
    assert raid(raided(state, f"{RAID} area 4")).sub == 4


def test_no_number_is_known_before_it_was_found() -> None:
    assert codes(run(seven(), pact=f"{RAID} area 4"), PACT) == ["E-SUB-UNKNOWN"]


def test_every_throw_of_a_search_is_kept_h70() -> None:
    state = run(seven(found=frozenset({1, 2})), pact=f"{RAID} search avoid 1 2").state
    turn = run(state, Faces(search=[1, 2, 1, 5]))
    (roll,) = (event for event in turn.events if isinstance(event, SearchRoll))
    assert (roll.dice, roll.sub) == ((1, 2, 1, 5), 5)


def test_ships_go_into_the_survey_zone_in_a_turn() -> None:
    state = until_turn(run(seven(), reach="shift Halberd to survey").state, 2)
    assert unit(state, "Halberd").zone == "survey"
    assert "Halberd" not in met(state, "assign rest to area 3", 3)
    declared = run(state, pact=RAID).state
    assert "E-FAR" in codes(run(declared, reach="assign Halberd to area 3"), REACH)


def test_fixed_things_are_not_assigned() -> None:
    declared = run(seven(), pact=RAID).state
    turn = run(declared, reach="assign Bastion, Alder to area 3")
    assert codes(turn, REACH) == ["E-IMMOBILE"]


def test_the_sub_area_is_not_known_when_ships_are_assigned_h69() -> None:
    state = run(seven(found=frozenset({4})), pact=f"{RAID} area 4").state
    assert raid(state).sub == 0


COLONY = {"type": "PL", "side": "reach", "at": "Deeps"}


def test_a_new_work_goes_where_there_is_least_h67() -> None:
    turn = amend(seven(), GmEdit("unit/Newland/add", COLONY, "a colony"))
    assert isinstance(turn, Turn)
    assert unit(turn.state, "Newland").sub == 5


def test_it_goes_nowhere_else() -> None:
    made = amend(seven(), GmEdit("unit/Newland/add", {**COLONY, "sub": 6}, "a colony"))
    assert isinstance(made, tuple)
    assert made[0].code == "E-SUB-FULL"
