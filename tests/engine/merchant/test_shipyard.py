"""Building, rebuilding, factories (MER-5, MER-12.2, MER-12.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import QuickDice
from engine.merchant.events import Built, Capture, Production, Rebuilt, YardFailed
from engine.merchant.factories import scarcest
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.products import CODES, MODULES
from engine.merchant.state import State
from tests.engine.merchant.fleet import ANN, island, run, ship, told, world

YARD = "AABBYYYYYYYYYYYYYYYY"
OLD = "AABBEEEEHHHHHHHHHHHR"
HOME = IslandName("Home")
NEW = ShipName("Nemesis")


def home(*fleet: dict[str, Any], **options: Any) -> State:
    stores = {"B": 12, "E": 4}
    return world({**island("Home", 100, 100), "stores": stores}, *fleet, **options)


def test_missing_modules_are_left_out_and_the_ship_has_empty_tanks() -> None:
    turn = run(home(ship("Yard", "Ann", YARD, "Home")), Ann=["Yard build Nemesis with 10B6E2G"])
    new = turn.state.ships[NEW]
    assert (new.structure, new.owner, new.fuel) == ("B" * 10 + "EEEE", ANN, 0)
    assert dict(turn.state.islands[HOME].stores) == {"B": 2}
    assert turn.state.ships[ShipName("Yard")].mission is None


def test_below_ten_modules_nothing_is_built_and_nothing_taken() -> None:
    turn = run(home(ship("Yard", "Ann", YARD, "Home")), Ann=["Yard build Nemesis with 9E9G"])
    assert [event.why for event in told(turn, YardFailed)] == ["too small"]
    assert dict(turn.state.islands[HOME].stores) == {"B": 12, "E": 4}


@pytest.mark.parametrize(
    ("structure", "place", "why"),
    [(YARD, (500, 500), "at sea"), ("B" * 10 + "YYYY" + "Y+", ("Home",), "no yard")],
)
def test_a_yard_is_tested_at_the_end_of_the_turn(
    structure: str, place: tuple[object], why: str
) -> None:
    turn = run(home(ship("Yard", "Ann", structure, *place)), Ann=["Yard build Nemesis with 12B"])
    if why == "no yard":
        assert turn.problems[ANN][0].code == "no-shipyard"
    else:
        assert [event.why for event in told(turn, YardFailed)] == [why]


def test_what_is_left_to_chance_comes_from_what_is_left() -> None:
    state = home(ship("Yard", "Ann", YARD, "Home"))
    turn = run(state, Ann=["Yard build Nemesis with ????8B4E"])
    assert turn.state.ships[NEW].structure == "B" * 12 + "EEEE"


def test_two_ships_of_one_name_the_second_gets_a_letter() -> None:
    state = home(ship("Yard", "Ann", YARD, "Home"), ship("Nemesis", "Cat", OLD, 900, 900))
    turn = run(state, Ann=["Yard build Nemesis with 12B"])
    assert (told(turn, Built)[0].ship, told(turn, Built)[0].asked) == ("Nemesisb", "Nemesis")


def test_an_enemy_rebuilt_is_the_yard_owner_s_and_an_ally_s_ship_is_not() -> None:
    for owner, after in (("Cat", "Ann"), ("Ben", "Ben")):
        state = home(ship("Yard", "Ann", YARD, "Home"), ship("Old", owner, OLD, "Home"))
        turn = run(state, Ann=["Yard rebuild Old with 2A2B4E9H"])
        old = turn.state.ships[ShipName("Old")]
        assert (old.owner, old.structure) == (after, "AABBEEEE" + "H" * 9)
        assert turn.state.points(ANN) == 1


def test_a_prize_of_the_yard_scores_nothing_where_captures_score() -> None:
    """(MER-H93)"""
    yard, old = ship("Yard", "Ann", YARD, "Home"), ship("Old", "Cat", OLD, "Home")
    turn = run(home(yard, old, vp_capture=3), Ann=["Yard rebuild Old with 2A2B4E9H"])
    assert (len(told(turn, Capture)), turn.state.points(ANN)) == (1, 1)


@pytest.mark.parametrize(("rule", "code"), [("never", "not allowed"), ("unarmed", None)])
def test_which_enemies_can_be_rebuilt(rule: str, code: str | None) -> None:
    state = home(
        ship("Yard", "Ann", YARD, "Home"), ship("Old", "Cat", OLD, "Home"), rebuild_enemies=rule
    )
    failed = told(run(state, Ann=["Yard rebuild Old with 2A2B4E9H"]), YardFailed)
    assert [event.why for event in failed] == ([code] if code else [])


def test_a_rebuild_that_fails_leaves_the_old_ship_or_loses_her() -> None:
    fleet = ship("Yard", "Ann", YARD, "Home"), ship("Old", "Ann", OLD, "Home")
    line = "Yard rebuild Old with 12G"
    assert "Old" in run(home(*fleet), Ann=[line]).state.ships
    lost = run(home(*fleet, rebuild_atomic=False), Ann=[line]).state
    assert "Old" not in lost.ships
    assert lost.islands[HOME].stores["H"] == 11


def test_two_yards_that_rebuild_each_other_draw_lots() -> None:
    state = home(ship("Aa", "Ann", YARD, "Home"), ship("Cc", "Cat", YARD, "Home"))
    lines = {"Ann": ["Aa rebuild Cc with 12B"], "Cat": ["Cc rebuild Aa with 12B"]}
    taken = {told(run(state, seed, **lines), Rebuilt)[0].by for seed in range(12)}
    assert taken == {"Aa", "Cc"}
    assert all(len(told(run(state, seed, **lines), Rebuilt)) == 1 for seed in range(4))


def test_a_yard_broken_down_first_builds_nothing() -> None:
    state = home(ship("Aa", "Ann", YARD, "Home"), ship("Bb", "Ann", YARD, "Home"))
    turn = run(state, Ann=["Aa rebuild Bb with 5Y2A2BYYY", "Bb build Nemesis with 12B"])
    assert told(turn, Rebuilt)
    assert not told(turn, Built)


def test_yards_work_in_the_order_of_ships_where_the_game_says_so() -> None:
    state = home(
        ship("Aa", "Ann", YARD, "Home"), ship("Bb", "Cat", YARD, "Home"), yard_order="ship order"
    )
    lines = {"Ann": ["Aa build Nemesis with 12B"], "Cat": ["Bb build Second with 12B"]}
    assert {told(run(state, seed, **lines), Built)[0].ship for seed in range(6)} == {"Nemesis"}


def test_this_turn_s_output_cannot_be_built_in_unless_factories_come_first() -> None:
    def built(**options: Any) -> int:
        things = (island("Home", 100, 100, "B", B=9), ship("Yard", "Ann", YARD, "Home"))
        return len(told(run(world(*things, **options), Ann=["Yard build Nemesis with 12B"]), Built))

    assert built() == 0
    assert built(production="before construction") == 1


def test_a_dedicated_factory_makes_seven_and_works_before_a_general_one() -> None:
    turn = run(world({**island("Home", 100, 100, "?", "E"), "stores": {"B": 1}}))
    made = told(turn, Production)[0].products
    assert sum(made.values()) == 14
    assert (made["E"], made.get("B", 0)) == (7, 0)


def test_as_printed_a_general_factory_may_come_first() -> None:
    stores = dict.fromkeys(CODES.replace("E", ""), 9)
    for order, engines in (("dedicated first", 7), ("printed", 14)):
        things = {**island("Home", 100, 100, "?", "E"), "stores": stores}
        turn = run(world(things, factory_order=order))
        least = turn.state.islands[HOME].stores["E"]
        assert least == 14 if order == "printed" else least >= engines


def test_a_general_factory_can_be_one_for_modules_only() -> None:
    turn = run(world(island("Home", 100, 100, "?"), factory_universe="modules"))
    assert set(told(turn, Production)[0].products) <= set(MODULES)


def test_the_scarcest_are_made_first_and_what_was_made_counts() -> None:
    stores = dict.fromkeys(CODES, 9.0) | {"A": 0, "G": 2}
    made = scarcest(stores, CODES, QuickDice(1), "factory")
    assert (made["A"], made["G"]) == (5, 2) or (made["A"], made["G"]) == (4, 3)


def test_a_new_ship_has_the_game_s_option() -> None:
    state = home(ship("Yard", "Ann", YARD, "Home"), default_engagement="shadow")
    turn = run(state, Ann=["Yard build Nemesis with 12B"])
    assert turn.state.ships[NEW].engagement is Engagement.SHADOW


def test_an_enemy_that_is_rebuilt_hangs_on_nobodys_line() -> None:
    tow = {"mission": "TOW", "ship": "Tug", "target": "Old", "to": "1100E0100N"}
    state = world(
        island("Home", 100, 100),
        ship("Yard", "Ann", YARD, "Home"),
        ship("Tug", "Cat", "EEEEEEBBBB", "Home", fuel=0, mission=tow, leg=1, towing="Old"),
        ship("Old", "Cat", "GGGGGGGGGGBB", "Home"),
    )
    week = run(state, Ann=["Yard rebuild Old with 10G2B"])
    assert (week.state.ships[ShipName("Old")].owner, week.state.ships[ShipName("Tug")].towing) == (
        "Ann",
        None,
    )


def test_a_tug_that_is_rebuilt_takes_her_line_up_again() -> None:
    tow = {"mission": "TOW", "ship": "Tug", "target": "Old", "to": "1100E0100N"}
    state = world(
        island("Home", 100, 100),
        ship("Yard", "Ann", YARD, "Home"),
        ship("Tug", "Ann", "EEEEEEBBBB", "Home", fuel=0, mission=tow, leg=1, towing="Old"),
        ship("Old", "Ann", "GGGGGGGGGGBB", "Home"),
    )
    week = run(state, Ann=["Yard rebuild Tug with 6E4B"])
    tug = week.state.ships[ShipName("Tug")]
    assert (tug.towing, tug.mission is not None, tug.leg) == (None, True, 0)
    assert run(week.state).state.ships[ShipName("Tug")].towing == "Old"
