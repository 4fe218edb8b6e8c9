"""What a player is told of his orders before the turn is run (FEAT-O6)."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Problem, Role, Severity
from engine.raider.checks import why_not
from engine.raider.knowledge import everything, view
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import IslandName, ShipName, State
from tests.helpers.raider import ANN, drawn

WORLD = """
    turn {turn}{options}
    player Ann | visited Agnes Pearl
    player Bob | overlord Ann | visited Pearl
    player Cal | visited Coral
    island Agnes 0,0 G | owner Ann | stores 5G
      ship Ajax 2E3B | owner Ann
      ship Fort 5B | owner Ann
    island Pearl 1,0 B | owner Bob | stores 8B
      ship Bison 5E | owner Bob
    island Coral 3,0 T | owner Cal | stores 9T
      ship Crab 5E | owner Cal
    island Jade 0,3 S
"""


def world(turn: int = 2, **options: str) -> State:
    settings = "".join(f" | {name} {value}" for name, value in options.items())
    return drawn(WORLD.format(turn=turn, options=settings))


def order(ship: str, to: str = "", structure: str = "", name: str = "") -> ShipOrder:
    return ShipOrder(ShipName(ship), to, structure, name)


def said(*orders: Order, state: State | None = None, role: Role = ANN) -> tuple[Problem, ...]:
    return why_not(view(state or world(), role), orders)


def only(*orders: Order, state: State | None = None) -> Problem:
    (problem,) = said(*orders, state=state)
    return problem


def test_a_good_order_earns_nothing() -> None:
    assert said(order("Ajax", "Pearl"), order("Fort", "", "5B2G"), Pledge(Role("Cal"))) == ()


@pytest.mark.parametrize("ship", ["Bison", "Crab", "Nobody"])
def test_foreign_hidden_and_missing_ships_get_the_same_words(ship: str) -> None:
    problem = only(order(ship, "Pearl"))
    assert (problem.code, problem.refused) == ("not-your-ship", True)
    assert problem.text.replace(ship, "…") == "You have no ship called …."


def test_the_nearest_ship_of_his_own_is_suggested() -> None:
    assert only(order("Ajaks", "Pearl", "5B")).suggestion == "Ajax Pearl 5B"


def test_a_ship_to_be_launched_cannot_be_ordered_yet() -> None:
    codes = [p.code for p in said(order("Ajax", "", "5B", "Eden"), order("Eden", "Pearl"))]
    assert "not-launched-yet" in codes


def test_out_of_reach_names_what_she_can_reach() -> None:
    problem = only(order("Ajax", "Coral"))
    assert problem.refused
    assert problem.suggestion == "Ajax Pearl"
    assert "3 hexes from Agnes and Ajax can go 1" in problem.text
    assert problem.text.endswith("She can reach Pearl.")


def test_a_ship_without_engines_is_told_that_she_has_none() -> None:
    assert only(order("Fort", "Pearl")).text == "Fort has no engines and cannot leave Agnes."


def test_where_the_task_is_done_at_home_instead_it_is_only_a_warning() -> None:
    state = world(unreachable_task="do_here")
    far = only(order("Ajax", "Jade", "2E3BG"), state=state)
    assert (far.code, far.severity) == ("out-of-reach", Severity.WARNED)
    assert far.text.endswith("She stays at Agnes and does the rest of the order there.")


def test_no_such_island_suggests_the_nearest_name() -> None:
    problem = only(order("Ajax", "Perl"))
    assert (problem.code, problem.suggestion) == ("no-such-island", "Ajax Pearl")


@pytest.mark.parametrize("structure", ["5K", "5EX", "E5", "0E", "3E+2G"])
def test_what_is_no_structure_is_refused(structure: str) -> None:
    assert only(order("Ajax", "", structure)).code == "bad-structure"


@pytest.mark.parametrize("structure", ["4B", "11B"])
def test_a_wrong_size_is_only_warned_of(structure: str) -> None:
    problem = said(order("Ajax", "", structure))[0]
    assert (problem.code, problem.severity) == ("size", Severity.WARNED)


def test_short_stores_are_warned_of_with_what_is_missing() -> None:
    problem = only(order("Ajax", "", "2E2B6G"))
    assert (problem.code, problem.severity) == ("stores-short", Severity.WARNED)
    assert "lack G," in problem.text


def test_every_warning_of_short_stores_names_the_work_that_it_is_about() -> None:
    assert "For the refit of Ajax her own modules" in only(order("Ajax", "", "2E2B6G")).text
    assert "For the launch of Gull the stores" in only(order("Ajax", "", "6G", "Gull")).text


def test_what_an_own_ship_leaves_in_the_stores_is_there_to_build_with() -> None:
    """She is broken up before anything is built (RAID-R86)."""
    launch = order("Ajax", "", "5B", "Gull")
    assert [p.code for p in said(launch)] == ["stores-short"]
    assert said(launch, order("Fort", "", "X")) == ()


def test_missing_launch_rights_are_warned_of() -> None:
    state = world()
    assert [p.code for p in said(order("Ajax", "Pearl", "5B", "Eden"), state=state)] == []
    crab = said(order("Bison", "Agnes", "5E", "Eden"), state=state, role=Role("Bob"))
    assert [p.code for p in crab] == ["if-then"]


def test_of_an_unvisited_island_only_the_fixed_words_are_said() -> None:
    """Bob has not seen Agnes: whatever lies there, he hears the same (RAID-R69)."""
    bob = Role("Bob")
    rich, poor = world(), drawn(WORLD.format(turn=2, options="").replace("stores 5G", "stores 9E"))
    orders = (order("Bison", "Agnes", "5G", "Eden"),)
    assert said(*orders, state=rich, role=bob) == said(*orders, state=poor, role=bob)
    (problem,) = said(*orders, state=rich, role=bob)
    assert "if you then have launch rights and the modules are there" in problem.text


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Pearl", "name-of-island"),
        ("Overlord", "name-reserved"),
        ("X", "name-reserved"),
        ("Lancasterian", "bad-name"),
        ("Edén", "bad-name"),
        ("H2O", "bad-name"),
        ("-Eden", "bad-name"),
        ("Ed--en", "bad-name"),
    ],
)
def test_names_that_no_ship_may_bear(name: str, code: str) -> None:
    assert only(order("Ajax", "", "5G", name)).code == code


@pytest.mark.parametrize("name", ["Chous-rave", "SB-Bastard", "Beast", "Magpie", "Q"])
def test_names_that_a_ship_may_bear(name: str) -> None:
    assert said(order("Ajax", "", "5G", name)) == ()


def test_a_name_that_nearly_would_do_is_put_right() -> None:
    assert only(order("Ajax", "Agnes", "5G", "Edén 2")).suggestion == "Ajax Agnes 5G Eden"


def test_the_name_of_a_ship_that_he_knows_is_only_warned_of() -> None:
    problem = said(order("Ajax", "", "5G", "bison"))[0]
    assert (problem.code, problem.severity) == ("name-in-use", Severity.WARNED)


def test_the_name_of_a_ship_that_he_cannot_see_earns_no_word() -> None:
    codes = {p.code for p in said(order("Ajax", "", "5G", "Crab"))}
    assert codes == {p.code for p in said(order("Ajax", "", "5G", "Eden"))}


def test_a_name_with_disband_or_move_is_ignored_and_he_is_told() -> None:
    assert only(order("Ajax", "", "X", "Eden")).code == "name-ignored"
    assert only(order("Ajax", "Pearl", "", "Eden")).severity is Severity.REMARK


def test_the_later_of_two_orders_counts() -> None:
    problem = only(order("Ajax", "Pearl"), order("Ajax", "Agnes"))
    assert (problem.code, problem.order) == ("replaced", 0)


def test_disbanding_the_last_ship_is_warned_of() -> None:
    codes = [p.code for p in said(order("Ajax", "", "X"), order("Fort", "", "X"))]
    assert codes == ["last-ship"]


def test_only_players_can_be_overlords() -> None:
    problem = only(Pledge(Role("Cel")))
    assert (problem.code, problem.suggestion) == ("no-such-player", "overlord: Cal")


def test_after_the_last_turn_nothing_can_be_ordered() -> None:
    assert only(order("Ajax", "Pearl"), state=world(turn=11)).code == "game-over"


def test_sign_up_is_over_once_the_game_has_begun() -> None:
    designs = (Design(ShipName("Eden"), "5E"), Start((IslandName("Pearl"),)))
    assert {p.code for p in said(*designs)} == {"sign-up-over"}


def test_what_is_refused_is_the_same_for_one_who_sees_all() -> None:
    """The adjudicator asks with the all-seeing view and must not decide otherwise."""
    orders = (
        order("Ajax", "Coral"),
        order("Crab", "Pearl"),
        order("Fort", "", "9T", "Crab"),
        order("Ajax", "Pearl", "5B", "Pearl"),
        Pledge(Role("Nobody")),
    )
    state = world()
    own = [p for p in said(*orders, state=state) if p.refused]
    assert own == [p for p in why_not(everything(state, ANN), orders) if p.refused]


def test_an_order_that_is_refused_replaces_none() -> None:
    problem = only(order("Ajax", "Pearl"), order("Ajax", "Coral"))
    assert (problem.code, problem.order) == ("out-of-reach", 1)
