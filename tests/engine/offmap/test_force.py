"""The raiding force: flagship, size, points, cost (OFF-3.4.2, OFF-3.4.3, OFF-H10 to H27)."""

from __future__ import annotations

import pytest

from engine.offmap.declaring import Muster, declare
from engine.offmap.force import flagship_of
from engine.offmap.seeing import everything
from engine.offmap.state import State
from tests.engine.offmap.deeps import PACT, codes, deeps, orders, raid, run, unit

LINE = "Anvil, Bellows, Crucible, Dross, Emery, Flux, Gantry, Hammer, Iron, Jig, Kiln, Lathe"
FREE = "Quill, Sledge, Tongs, Vise"


def mustered(state: State, letter: str) -> Muster:
    declared = declare(everything(state, PACT), orders(letter))
    assert declared.raids, declared.problems
    return declared.raids[0]


def refused(state: State, letter: str) -> list[str]:
    declared = declare(everything(state, PACT), orders(letter))
    assert not declared.raids
    return [problem.code for problem in declared.problems if problem.refused]


def test_a_dreadnought_leads_13_more_and_free_slots() -> None:
    size = mustered(deeps(), f"raid Deeps from Rim with {LINE}, {FREE} objective Loam").size
    assert (size.flagship, size.size, size.free, size.counted) == ("Anvil", 16, 4, 11)
    assert (size.limit, size.largest) == (13, 18)


def test_an_oversize_force_voids_the_raid_h23() -> None:
    assert refused(deeps(), "raid Deeps with all at Rim objective Loam") == ["E-SIZE"]


def test_an_oversize_force_leaves_its_weakest_behind_where_the_game_says_so_h23() -> None:
    """Of 21 ships 18 may go: of those with power 4 that count the last by name stay."""
    letter = "raid Deeps with all at Rim objective Loam"
    told = mustered(deeps(oversize="trim"), letter)
    assert told.size.legal
    assert {each.name for each in told.force}.isdisjoint({"Pincer", "Rivet", "Wedge"})
    assert len(told.force) == told.size.largest == 18
    after = run(deeps(oversize="trim"), pact=letter)
    assert len(raid(after.state).force) == told.size.size
    assert set(codes(after, PACT)) == {"E-SIZE"}


def test_any_size_goes_where_the_game_says_so_h10() -> None:
    force = mustered(deeps(size_rule="any"), "raid Deeps with all at Rim objective Loam").force
    assert len(force) == 21


def test_a_command_point_adds_a_ship_and_is_spent_h18() -> None:
    letter = f"raid Deeps from Rim with {LINE}, Mortar, Nail, Pincer objective Loam"
    state = deeps()
    assert refused(state, letter) == ["E-SIZE"]
    after = run(state, pact=f"{letter} using command point").state
    assert (len(raid(after).force), after.sides[PACT].command_points) == (15, 0)


def test_without_a_command_point_none_can_be_used() -> None:
    state = deeps("pact.command_points = 0")
    letter = "raid Deeps from Rim with Anvil objective Loam using command point"
    assert refused(state, letter) == ["E-CP"]


@pytest.mark.parametrize(("option", "more"), [("extra_ships", 4), ("admiral_bonus", 1)])
def test_bonus_ships_h11_h19(option: str, more: int) -> None:
    letter = "raid Deeps from Rim with Anvil objective Loam"
    assert mustered(deeps("", **{option: more}), letter).size.limit == 14


def test_the_best_flagship_is_no_scout_of_equal_command_h12() -> None:
    state = deeps()
    force = [unit(state, name) for name in ("Hammer", "Rivet", "Iron")]
    assert flagship_of(force, state.classes) == "Hammer"


def test_a_flagship_is_never_the_free_scout_h13() -> None:
    size = mustered(deeps(), "raid Deeps from Rim with Quill, Jig objective Loam").size
    assert (size.flagship, size.free, size.counted) == ("Quill", 0, 1)


def test_a_second_scout_and_a_fourth_drone_ship_count_h14() -> None:
    letter = "raid Deeps from Rim with Anvil, Quill, Rivet, Sledge, Tongs, Vise, Wedge"
    size = mustered(deeps(), f"{letter} objective Loam").size
    assert (size.free, size.counted) == (4, 2)


def test_more_free_slots_where_the_game_says_so() -> None:
    letter = "raid Deeps from Rim with Anvil, Quill, Rivet, Sledge, Tongs, Vise, Wedge"
    state = deeps(free_scouts=2, drone_slots=4)
    assert mustered(state, f"{letter} objective Loam").size.counted == 0


def test_a_ship_that_is_scout_and_drone_ship_takes_either_slot_h15() -> None:
    state = deeps('class.DB.tags = ["drone", "scout"]', drone_slots=1)
    letter = "raid Deeps from Rim with Anvil, Sledge, Tongs, Vise objective Loam"
    size = mustered(state, letter).size
    assert (size.free, size.counted) == (2, 1)


def test_any_ships_may_be_the_three_more_h16() -> None:
    letter = "raid Deeps from Rim with Dross, Anvil, Bellows, Crucible, Mortar flagship Dross"
    state = deeps("CA.command = 1")
    size = mustered(state, f"{letter} objective Loam").size
    assert (size.flagship, size.counted, size.limit) == ("Dross", 4, 4)


def test_every_ship_of_a_carrier_group_counts_h17() -> None:
    letter = "raid Deeps from Rim with Anvil, Mortar, Nail, Pincer objective Loam"
    assert mustered(deeps(), letter).size.counted == 3


def test_slow_ships_stay_behind_and_the_rest_goes_h20_h24() -> None:
    turn = run(deeps(), pact="raid Deeps from Rim with Anvil, Ingot objective Loam")
    assert (raid(turn.state).force, codes(turn, PACT)) == (("Anvil",), ["E-SLOW"])


def test_a_tug_may_raid_and_a_survey_ship_too_h20_h22() -> None:
    state = deeps("add class.TS (name seeker, kind survey, power 4, crippled_power 2, "
                  "command 3, move 6)" + ', Quill.type = "TS", Rivet.type = "TG"')  # fmt: skip
    force = mustered(state, "raid Deeps from Rim with Anvil, Quill, Rivet objective Loam")
    assert len(force.force) == 3
    assert force.size.counted == 2


def test_cripples_may_raid_h21() -> None:
    state = deeps("Anvil.crippled = true")
    assert mustered(state, "raid Deeps from Rim with Anvil objective Loam").force


def test_cripples_stay_behind_where_the_game_says_so() -> None:
    state = deeps("Anvil.crippled = true", crippled_may_raid=False)
    letter = "raid Deeps from Rim with Anvil, Dross objective Loam"
    assert [ship.name for ship in mustered(state, letter).force] == ["Dross"]


def test_all_are_the_ships_there_that_are_not_slow() -> None:
    force = mustered(deeps(size_rule="any"), "raid Deeps with all at Rim objective Loam").force
    assert "Ingot" not in {ship.name for ship in force}


def test_the_place_is_that_of_the_first_ship_named() -> None:
    assert mustered(deeps(), "raid Deeps with Anvil objective Loam").place == "Rim"


def test_ships_can_be_gathered_in_the_same_turn_at_the_price_of_points() -> None:
    letter = "move Anvil to Ford; raid Deeps from Ford with Anvil objective Loam"
    assert mustered(deeps(), letter).points.remaining == 4


def test_entering_costs_what_the_place_says_h41() -> None:
    letter = "raid Deeps from Rim with Anvil objective Loam"
    assert mustered(deeps("place.Rim.entry.Deeps = 2"), letter).points.remaining == 4


def test_a_node_farther_than_the_launch_place_counts_h42() -> None:
    state = deeps("Ford.supply = [], Kest.links = {}, place.Kest.links.Rim = 3")
    letter = "raid Deeps from Rim with Anvil objective Loam"
    assert mustered(state, letter).points.remaining == 3


def test_without_a_node_there_is_no_raid_h43() -> None:
    state = deeps("Ford.supply = [], Kest.supply = []")
    letter = "raid Deeps from Rim with Anvil objective Loam"
    assert refused(state, letter) == ["E-SUPPLY"]


def test_who_is_out_of_supply_is_told_that_and_not_that_points_are_short() -> None:
    state = deeps("Ford.supply = [], Kest.links = {}, place.Rim.links.Kest = 6")
    letter = "raid Deeps from Rim with Anvil objective Loam"
    assert refused(state, letter) == ["E-SUPPLY"]
    assert refused(deeps("Anvil.spent = 6"), letter) == ["E-MP"]


def test_an_order_that_nobody_can_obey_does_not_count() -> None:
    said = declare(everything(deeps(), PACT), orders("move Bastion, Nobody to Ford")).problems
    assert [(problem.code, problem.refused) for problem in said] == [
        ("E-NOT-YOURS", True),
        ("E-UNIT", True),
    ]


def test_a_move_beyond_the_ships_points_is_not_made() -> None:
    turn = run(deeps("Anvil.spent = 5"), pact="move Anvil, Dross to Kest")
    assert (unit(turn.state, "Anvil").at, unit(turn.state, "Dross").at) == ("Rim", "Kest")
    assert codes(turn, PACT) == ["E-MP"]


def test_a_valid_raid_is_paid_for_at_once_h27() -> None:
    turn = run(deeps(), pact="raid Deeps from Rim with Anvil objective Loam")
    assert turn.state.sides[PACT].ep == 6


def test_a_void_raid_costs_nothing_h27() -> None:
    turn = run(deeps(), pact="raid Deeps from Rim with Ingot objective Loam")
    assert (turn.state.raids, turn.state.sides[PACT].ep) == ({}, 9)


@pytest.mark.parametrize("cost", [0, 1])
def test_raids_can_be_cheaper(cost: int) -> None:
    turn = run(deeps(cost_ep=cost), pact="raid Deeps from Rim with Anvil objective Loam")
    assert turn.state.sides[PACT].ep == 9 - cost


def test_only_one_raid_goes_into_an_area_in_a_turn_h25() -> None:
    one = "raid Deeps from Rim with Anvil objective Loam"
    turn = run(deeps(), pact=f"{one}; raid Deeps from Rim with Dross objective Marl")
    assert (raid(turn.state).objective, codes(turn, PACT)) == ("Loam", ["E-TWICE"])


def test_two_areas_can_be_raided_in_a_turn_h26() -> None:
    state = deeps("add area.Hollow (name Hollow, side reach), place.Rim.entry.Hollow = 1")
    one = "raid Deeps from Rim with Anvil objective Loam"
    turn = run(state, pact=f"{one}; raid Hollow from Rim with Dross objective survey")
    assert (sorted(turn.state.raids), turn.state.sides[PACT].ep) == (["Deeps", "Hollow"], 3)
