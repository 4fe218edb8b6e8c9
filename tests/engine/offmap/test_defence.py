"""Reaction, division, group die, near and far (OFF-3.4.5 to 3.4.8, OFF-H44 to H61)."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import GmEdit, Turn
from engine.offmap.amend import amend
from engine.offmap.division import Ship, carrier_groups, divide, places_of, ship_of
from engine.offmap.events import (
    Designated,
    Divided,
    GroupRoll,
    NoBattle,
    ObjectiveRoll,
    Reacted,
)
from engine.offmap.groups import near_force
from engine.offmap.ids import UnitName
from engine.offmap.merging import merge
from engine.offmap.phases import Phase
from engine.offmap.state import Near, State
from engine.offmap.turn import stage
from tests.engine.offmap.deeps import (
    DEEPS,
    PACT,
    REACH,
    Faces,
    codes,
    deeps,
    orders,
    raid,
    raided,
    run,
    unit,
    until,
)
from tests.engine.offmap.test_cases import until_turn

RAID = "raid Deeps from Rim with Anvil objective Bastion"


def divided(state: State) -> set[str]:
    return {name for force in raid(state).forces for name in force}


def test_next_to_the_area_and_reserves_within_reach_react_h46() -> None:
    state = raided(deeps(), RAID, "react all")
    assert sorted(raid(state).reacting) == [
        "Elm", "Fir", "Ibis", "Jay", "Kite", "Lance", "Sorrel",
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "code"), [("Gorse", "E-REACT"), ("Alder", "E-NOT-ONMAP")])
def test_others_cannot_react(name: str, code: str) -> None:
    declared = run(deeps(), pact=RAID).state
    turn = run(declared, reach=f"react {name}, Elm")
    assert (sorted(raid(turn.state).reacting), codes(turn, REACH)) == (["Elm"], [code])


def test_reactions_of_one_letter_add_up() -> None:
    state = raided(deeps(), RAID, "react Elm; react all from Citadel")
    assert sorted(raid(state).reacting) == ["Elm", "Fir", "Lance", "Sorrel"]
    assert merge((), orders("react Elm; react none; react Jay")) == orders("react Jay")


def test_slow_ships_do_not_react() -> None:
    declared = run(deeps('Elm.type = "MN"'), pact=RAID).state
    assert codes(run(declared, reach="react Elm, Jay"), REACH) == ["E-SLOW"]


def test_reacting_ships_go_back_h48() -> None:
    state = until_turn(raided(deeps(), RAID, "react Elm, Lance"), 2)
    assert (unit(state, "Elm").at, unit(state, "Lance").at) == ("Gate", "Citadel")


def test_only_warships_are_divided_h49_h61() -> None:
    assert divided(raided(deeps(), RAID)) & {"Ox", "Cradle", "Wagons", "Plumb", "Loam"} == set()
    assert "Rook" in divided(raided(deeps(), RAID))


def test_the_objective_is_not_divided_reached_or_not_h57_h60() -> None:
    order = "raid Deeps from Rim with Anvil objective Lantern"
    for die in (1, 6):
        state = raided(deeps(), order, dice=Faces(objective=die))
        assert "Lantern" not in divided(state)
        assert raid(state).with_objective == (("Lantern",) if die == 6 else ())


def fleet(words: str) -> list[Ship]:
    """`CA CA CA*`: classes with power 8, 6, 4 for CA, CL, FF, half if crippled."""
    power = {"CA": 8, "CL": 6, "CX": 6, "FF": 4}
    made = []
    for number, word in enumerate(words.split()):
        hurt = word.endswith("*")
        kind = word.rstrip("*")
        name = UnitName(f"{kind}{number:02}")
        made.append(Ship(name, kind, power[kind] // (2 if hurt else 1), hurt))
    return made


def test_combat_power_is_that_of_a_cripple_if_it_is_one_h53() -> None:
    state = deeps()
    rook = ship_of(unit(state, "Rook"), state.classes)
    assert (rook.power, rook.crippled) == (3, True)


def test_first_they_react_then_the_dice_are_thrown_h44() -> None:
    declared = run(deeps(), pact=RAID).state
    kinds = [type(event) for event in run(declared, reach="react Elm; near 2 3").events]
    assert kinds == [Reacted, ObjectiveRoll, Divided, GroupRoll]


def test_the_remainder_begins_at_force_1_again_h54() -> None:
    assert [len(force) for force in divide(fleet("CA CA CA CL"))] == [2, 1, 1]


def test_the_weakest_of_a_class_are_the_remainder_h51() -> None:
    assert places_of(fleet("CA CA CA CA*"))["CA", True] == [1, 0, 0]


def test_equal_power_goes_by_class_name_then_by_condition_h52() -> None:
    assert [force[0][:2] for force in divide(fleet("CX CL"))[:2]] == ["CL", "CX"]


def test_fewer_than_three_ships_leave_a_force_empty_h55() -> None:
    assert divide(fleet("CA"))[1:] == ((), ())


def test_carrier_groups_go_as_one_where_the_game_says_so_h56() -> None:
    """Group A has the power of 16, B of 12: they come before the cruiser of 8."""
    ships = [
        Ship(UnitName(name), kind, power, group=group, carrier=kind == "CV")
        for name, kind, power, group in (
            ("Cay", "CV", 7, "B"),
            ("Dew", "ES", 5, "B"),
            ("Eve", "CV", 10, "A"),
            ("Fay", "ES", 6, "A"),
            ("Gil", "CA", 8, ""),
            ("Hay", "FF", 4, ""),
        )
    ]
    assert divide(ships, "unit") == (("Eve", "Fay", "Hay"), ("Cay", "Dew"), ("Gil",))
    assert divide(ships) != divide(ships, "unit")


@pytest.mark.parametrize("seed", range(40))
def test_no_carrier_group_is_ever_broken_up_h56(seed: int) -> None:
    ships = random_fleet(seed, "CA CA* CL CX FF FF*", 24)
    forces = divide(ships, "unit")
    assert sorted(name for force in forces for name in force) == sorted(s.name for s in ships)
    for group in carrier_groups(ships).values():
        assert any({ship.name for ship in group} <= set(force) for force in forces)


def test_the_raid_meets_whole_carrier_groups_h56() -> None:
    state = raided(deeps(carrier_groups="unit"), RAID)
    for group in (["Lantern", "Nettle", "Oatgrass"], ["Mirror", "Poppy", "Quince"]):
        assert any(set(group) <= set(force) for force in raid(state).forces)


def random_fleet(seed: int, kinds: str, most: int) -> list[Ship]:
    dice = QuickDice(seed)
    words = kinds.split()
    picked = [words[dice.below(len(words), "")] for _ in range(dice.below(most + 1, ""))]
    tags = ("", "A", "B", "C")
    return [
        Ship(ship.name, ship.type, ship.power, ship.crippled, tags[dice.below(4, "")])
        for ship in fleet(" ".join(picked))
    ]


@pytest.mark.parametrize("seed", range(40))
def test_every_ship_is_in_one_force_and_forces_differ_by_one_h50(seed: int) -> None:
    ships = random_fleet(seed, "CA CA* CL CX FF FF*", 24)
    forces = divide(ships)
    assert sorted(name for force in forces for name in force) == sorted(s.name for s in ships)
    sizes = [len(force) for force in forces]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[2] <= 1
    assert divide(list(reversed(ships))) == forces


@pytest.mark.parametrize("seed", range(30))
def test_no_other_filling_of_the_places_keeps_more_together_h56(seed: int) -> None:
    ships = random_fleet(seed, "CA FF", 7)
    places = places_of(ships)
    slots = {
        sort: [n for n in range(3) for _ in range(numbers[n])] for sort, numbers in places.items()
    }
    by_sort = [[ship.name for ship in ships if ship.sort == sort] for sort in slots]
    ways = product(*(set(permutations(slots[sort])) for sort in slots))
    best = max(
        _kept(
            ships,
            {
                name: force
                for names, way in zip(by_sort, all_ways, strict=True)
                for name, force in zip(names, way, strict=True)
            },
        )
        for all_ways in ways
    )
    found = {name: n for n, force in enumerate(divide(ships)) for name in force}
    assert _kept(ships, found) == best


def _kept(ships: list[Ship], where: dict[UnitName, int]) -> tuple[int, int]:
    groups = [[where[s.name] for s in group] for group in carrier_groups(ships).values()]
    return (
        sum(len(set(group)) == 1 for group in groups),
        sum(n == group[0] for group in groups for n in group[1:]),
    )


def test_a_fleet_of_many_carrier_groups_is_divided_at_once() -> None:
    ships = [
        Ship(UnitName(f"{kind}{n:02}"), kind, power, group=f"G{n // per}", carrier=kind == "CV")
        for kind, power, count, per in (("CV", 7, 10, 1), ("ES", 4, 20, 2), ("FF", 3, 10, 1))
        for n in range(count)
    ]
    assert [len(force) for force in divide(ships)] == [14, 13, 13]


@pytest.mark.parametrize(
    ("order", "die", "near"),
    [
        ("near 2 3", 1, 2),
        ("near 2 3", 3, 3),
        ("near 3", 1, 3),
        ("near strongest", 1, 2),
        ("near weakest", 1, 3),
        ("near strongest", 5, 1),
    ],
)
def test_a_near_order_may_stand_beforehand_h59(order: str, die: int, near: int) -> None:
    state = until(raided(deeps(), RAID, order, Faces(group=die)), Phase.BATTLE)
    assert (raid(state).near, raid(state).far) == (near, 6 - raid(state).initial - near)


def test_equal_strength_is_decided_by_ships_then_number() -> None:
    assert near_force(None, 1, (0, 5, 5), (0, 1, 2)) == 3
    assert near_force(Near("strongest"), 1, (0, 5, 5), (0, 1, 1)) == 2
    assert near_force(Near("weakest"), 1, (0, 5, 5), (0, 1, 1)) == 3


def test_who_ordered_nothing_usable_is_asked_after_the_die() -> None:
    asked = raided(deeps(), RAID, "near 1", Faces(group=1))
    assert stage(asked).owes == (REACH,)
    state = run(asked, reach="near 3").state
    assert raid(state).near == 3


def test_who_says_nothing_then_has_the_stronger_near_h59() -> None:
    turn = run(raided(deeps(), RAID, "near 1", Faces(group=1)))
    assert raid(turn.state).near == 2
    assert codes(turn, REACH) == ["W-NEAR-INITIAL"]
    assert any(isinstance(event, Designated) for event in turn.events)


def test_nobody_is_asked_where_the_game_says_so() -> None:
    asked = raided(deeps(designate="default"), RAID)
    assert stage(asked).owes == ()
    assert raid(run(asked).state).near == 2


def test_survey_ships_come_with_the_far_force_h2() -> None:
    state = until(raided(deeps(), RAID, "near strongest"), Phase.BATTLE)
    assert raid(state).survey_ships == ("Plumb", "Sextant")


def test_a_raid_that_misses_fights_the_initial_force_h3() -> None:
    state = until(raided(deeps(), RAID, "near strongest", Faces(objective=1)), Phase.BATTLE)
    assert raid(state).battle


def thinned(keep: int) -> State:
    """The Deeps with the first `keep` warships and all that is no warship."""
    state = deeps()
    ships = [
        name
        for name, each in state.units.items()
        if each.at == DEEPS and state.classes[each.type].kind == "warship"
    ]
    for name in ships[keep:]:
        turn = amend(state, GmEdit(f"unit/{name}/remove", None, "a test"))
        assert isinstance(turn, Turn)
        state = turn.state
    return state


def test_no_ship_and_no_objective_no_battle_h3_h55() -> None:
    after = raided(thinned(1), RAID, "near strongest", Faces(objective=1, group=6))
    turn = run(after)
    assert any(isinstance(event, NoBattle) for event in turn.events)
    assert not raid(turn.state).battle


def test_an_objective_alone_is_a_battle_h3() -> None:
    after = raided(thinned(0), RAID, "near strongest", Faces(objective=6))
    assert raid(run(after).state).battle


def test_the_raid_count_is_the_sides_h39() -> None:
    assert raided(deeps(), RAID).areas[DEEPS].raids == {"Bastion": 1}
    assert codes(run(deeps(), pact="pass"), PACT) == []
