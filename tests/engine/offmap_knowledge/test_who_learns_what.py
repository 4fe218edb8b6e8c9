"""The table of what each side may see (OFF-3.7), row by row."""

from __future__ import annotations

from engine.offmap.events import Divided, GroupRoll, Launched, ObjectiveRoll, Voided
from engine.offmap.hearing import heard
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.knowledge import view
from engine.offmap.orders import Agree, Commit, Near, React, Report
from tests.helpers.offmap_games import PACT, REACH, begun
from tests.helpers.offmap_tellings import (
    Faces,
    answered,
    declared,
    names,
    raid,
    resolved,
    run,
    to_ford,
)

DEEPS, GLAIVE, HEARTH = AreaName("Deeps"), UnitName("Glaive"), UnitName("Hearth")


def test_a_side_sees_its_own_purse_only() -> None:
    pact, reach = view(begun(), PACT), view(begun(), REACH)
    assert (pact.sides[PACT].ep, reach.sides[PACT].ep) == (9, 0)
    assert (pact.sides[PACT].command_points, reach.sides[PACT].command_points) == (1, 0)


def test_open_intelligence_shows_units_but_no_groups() -> None:
    lantern = view(begun(), PACT).units[UnitName("Lantern")]
    assert (lantern.type, lantern.group) == ("CV", "")
    assert view(begun(), REACH).units[UnitName("Lantern")].group == "L1"


def test_fixed_intelligence_shows_bases_and_planets() -> None:
    seen = view(begun(intel="fixed"), PACT).units
    there = {name for name, unit in seen.items() if unit.at == "Deeps"}
    assert there == {"Bastion", "Hearth", "Loam", "Marl"}


def test_survey_points_go_with_open_intelligence() -> None:
    assert view(begun(), PACT).areas[DEEPS].survey_points == 27
    assert view(begun(intel="fixed"), PACT).areas[DEEPS].survey_points == 0


def test_units_on_the_map_are_seen_by_both() -> None:
    assert view(begun(intel="fixed"), PACT).units[UnitName("Fir")].at == "Citadel"
    assert view(begun(), REACH).units[UnitName("Anvil")].at == "Rim"


def test_zones_of_the_other_side_are_not_seen() -> None:
    state = begun(zones="near_far")
    assert view(state, REACH).units[UnitName("Plumb")].zone == "far"
    assert view(state, PACT).units[UnitName("Plumb")].zone == "near"


def test_a_sub_area_is_known_when_it_has_been_found() -> None:
    state = resolved(dice=Faces(search=3), zones="seven").state
    subs = {name: unit.sub for name, unit in view(state, PACT).units.items() if unit.sub}
    assert subs == {"Marl": 3}


def test_the_notice_tells_who_comes_and_not_what_it_cost() -> None:
    turn = declared()
    (notice,) = [e for e in heard(turn.events, turn.state, REACH) if isinstance(e, Launched)]
    assert (notice.objective, len(notice.force), notice.left) == ("Wagons", 10, 4)
    assert (notice.cost, notice.limit) == (0, 0)


def test_a_secret_objective_is_told_with_the_result() -> None:
    noticed = view(declared(objective_secret=True).state, REACH)
    asked = view(answered(objective_secret=True).state, REACH)
    told = view(resolved(objective_secret=True).state, REACH)
    assert [seen.raids[DEEPS].objective for seen in (noticed, asked, told)] == ["", "", "Wagons"]
    assert [dict(seen.areas[DEEPS].raids) for seen in (asked, told)] == [{}, {"Wagons": 1}]


def test_before_the_result_the_raider_sees_nothing_of_the_answer() -> None:
    turn = answered(React("all"))
    seen = view(turn.state, PACT).raids[DEEPS]
    assert (seen.forces, seen.sizes, seen.group_die, seen.objective_die) == ((), (), 0, 0)
    assert heard(turn.events, turn.state, PACT) == ()


def test_before_the_result_the_defender_sees_group_die_and_forces() -> None:
    turn = answered()
    seen = view(turn.state, REACH).raids[DEEPS]
    assert (seen.initial, [len(force) for force in seen.forces]) == (2, [6, 6, 6])
    assert (seen.objective_die, seen.reached) == (0, False)
    kinds = {type(event) for event in heard(turn.events, turn.state, REACH)}
    assert kinds == {Divided, GroupRoll}


def test_with_the_result_both_hear_every_die() -> None:
    turn = resolved()
    for role in (PACT, REACH):
        (roll,) = [e for e in heard(turn.events, turn.state, role) if isinstance(e, ObjectiveRoll)]
        assert (roll.die, roll.total, roll.reached) == (2, 5, False)


def test_the_raider_learns_the_initial_force_and_of_the_others_their_numbers() -> None:
    seen = view(resolved(React(names("Jay Kite"))).state, PACT).raids[DEEPS]
    assert seen.sizes == (7, 7, 6)
    assert [bool(force) for force in seen.forces] == [False, True, False]
    assert (seen.survey_ships, dict(seen.reacting)) == ((), {"Jay": "Gate"})


def test_a_force_that_has_joined_is_named() -> None:
    state = run(resolved(Near((3,))).state, reach=(Commit("near"), Agree())).state
    assert "Partisan" in view(state, PACT).raids[DEEPS].forces[2]
    assert view(state, PACT).raids[DEEPS].forces[0] == ()


def test_a_force_that_joins_in_the_first_round_is_met_with_the_result() -> None:
    state = resolved(near_round=1).state
    known = view(state, PACT).raids[DEEPS]
    assert [bool(force) for force in known.forces] == [
        n in (known.initial, known.near) for n in (1, 2, 3)
    ]


def test_with_reveal_all_the_waiting_forces_are_named() -> None:
    assert all(view(resolved(reveal="all").state, PACT).raids[DEEPS].forces)


def test_who_was_met_is_known_from_then_on() -> None:
    met = run(resolved(intel="fixed").state, pact=(Report(),)).state
    later = run(met).state
    assert GLAIVE in view(later, PACT).units
    assert UnitName("Halberd") not in view(later, PACT).units


def test_a_ship_met_under_fixed_intelligence_can_be_reported() -> None:
    report = Report(crippled=(GLAIVE,))
    after = run(resolved(intel="fixed").state, pact=(report,))
    assert after.state.units[GLAIVE].crippled
    assert after.problems == {}


def test_a_raid_voided_by_what_is_hidden_is_told_to_the_raider_alone() -> None:
    turn = run(begun(intel="fixed"), pact=(to_ford(), raid("Ghost")))
    assert any(isinstance(e, Voided) for e in heard(turn.events, turn.state, PACT))
    assert not any(isinstance(e, Voided) for e in heard(turn.events, turn.state, REACH))


def test_how_long_a_raid_fights_is_told_with_the_result() -> None:
    state = run(begun(), pact=(to_ford(), raid(fight=3))).state
    assert view(state, REACH).raids[DEEPS].fight == 1
    assert view(state, PACT).raids[DEEPS].fight == 3
