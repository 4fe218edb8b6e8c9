"""Steaming, arrivals and moving goals (MER-11)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.plane import Point, grid, parse_grid
from engine.core.ruleset import Turn
from engine.merchant.checkpoints import Refs
from engine.merchant.course import NEVER, steer
from engine.merchant.events import Aborted, Arrived, RanDry
from engine.merchant.orders import ShipName
from engine.merchant.state import State
from tests.engine.merchant.fleet import island, run, ship, stopped, told, world

SIX = "EEEEEEBBBB"
ROCK = "AAAAAAAAAABBBBBBBBBB"


def arrivals(turn: Turn[State], name: str) -> list[int]:
    return [event.segment for event in told(turn, Arrived) if event.ship == name]


def figure(refs: Refs, name: str) -> Any:
    return refs[name]


@pytest.mark.parametrize(("km", "segment"), [(1.0, 1), (1.1, 1), (1.2, 2), (100.0, 100)])
def test_she_arrives_once_within_a_hundred_metres(km: float, segment: int) -> None:
    course = steer(Point(0, 0), Point(km, 0), 0, 1.0, 3000.0, 1)
    assert course.arrives == segment
    assert course.at(segment)[:2] == (km, 0)


def test_fuel_burnt_is_distance_sailed_and_what_is_left_of_a_step_is_lost() -> None:
    course = steer(Point(0, 0), Point(1.5, 0), 0, 1.0, 3000.0, 2)
    assert course.at(2) == (1.5, 0, 2997.0)


def test_without_fuel_she_lies_dead_in_the_water() -> None:
    state = world(ship("Dry", "Ann", SIX, 100, 100, fuel=0.05))
    turn = run(state, Ann=["Dry sail to 1000E0100N"])
    dry = [event for event in turn.events if isinstance(event, RanDry)]
    assert (dry[0].segment, dry[0].east, len(dry)) == (100, 200.0, 1)
    assert turn.state.ships[ShipName("Dry")].e == 200.0


def test_a_leg_of_nothing_is_done_at_the_start_and_the_next_in_segment_one() -> None:
    state = world(island("Home", 100, 100), ship("Six", "Ann", SIX, "Home"))
    assert arrivals(run(state, Ann=["Six sail to Home then Home"]), "Six") == [0, 1]


def test_a_faster_follower_is_where_her_leader_is_at_the_end_of_the_segment() -> None:
    state = world(
        ship("Lead", "Ann", SIX, 1000, 1000),
        ship("Hunter", "Cat", "EEEEEEEEEEEEBB", 1000, 990),
    )
    turn, at = stopped(
        state, 1, [10, 11, 500], Ann=["Lead go 9000E1000N"], Cat=["Hunter sail to Lead"]
    )
    first = arrivals(turn, "Hunter")[0]
    assert 5 < first <= 12
    assert at[500]["distance.Lead.Hunter"] == 0.0


def test_followers_in_a_circle_end_together() -> None:
    state = world(*(ship(n, "Ann", SIX, 1000 + 30 * k, 1000) for k, n in enumerate("ABC")))
    lines = ["A sail to B", "B sail to C", "C sail to A"]
    _, at = stopped(state, 1, [100], Ann=lines)
    assert figure(at[100], "distance.A.B") < 0.2


def test_a_mission_to_a_ship_that_is_not_there_ends_and_she_holds() -> None:
    state = world(ship("Six", "Ann", SIX, 100, 100))
    turn = run(state, Ann=["Six sail to Tirpitz then 0200E0200N"])
    assert [e.why for e in turn.events if isinstance(e, Aborted)] == ["unknown"]
    assert turn.state.ships[ShipName("Six")].e == 100.0


def test_an_unfinished_mission_goes_on_next_week_and_said_again_too() -> None:
    start = world(island("Far", 3000, 100), ship("Six", "Ann", SIX, 100, 100))
    week = run(start, Ann=["Six sail to 0200E0100N then Far"])
    silent = run(week.state)
    again = run(week.state, Ann=["Six sail to 0200E0100N then Far"])
    assert arrivals(silent, "Six") == arrivals(again, "Six") == [884]


def test_a_round_that_is_done_begins_anew_when_it_is_ordered_again() -> None:
    lands = island("Near", 100, 100), island("Far", 200, 100)
    week = run(world(*lands, ship("Six", "Ann", SIX, "Near")), Ann=["Six sail to Far then Near"])
    assert arrivals(week, "Six") == [100, 200]
    assert arrivals(run(week.state), "Six") == []
    assert arrivals(run(week.state, Ann=["Six sail to Far then Near"]), "Six") == [100, 200]


def test_the_same_order_in_other_capitals_is_the_same() -> None:
    fleet = ship("Six", "Ann", SIX, 100, 100), ship("Prinz", "Cat", ROCK, 110, 100)
    week = run(world(*fleet), Ann=["Six sail to prinz then 3000E0100N"])
    again = run(week.state, Ann=["Six sail to PRINZ then 3000E0100N"])
    assert arrivals(again, "Six") == arrivals(run(week.state), "Six") == [884]


def test_an_order_said_again_begins_anew_where_the_game_says_so() -> None:
    start = world(ship("Six", "Ann", SIX, 100, 100), reissue="restart")
    week = run(start, Ann=["Six sail to 0200E0100N then 3000E0100N"])
    again = run(week.state, Ann=["Six sail to 0200E0100N then 3000E0100N"])
    assert arrivals(again, "Six")[0] > 1800


def test_at_the_edge_of_the_world_a_fleeing_ship_slides_along() -> None:
    state = world(
        ship("Mouse", "Ann", "EEEEEERBBB", 2, 2000),
        ship("Cat", "Cat", "EEEEEEEEBBBB", 20, 2010),
    )
    _, at = stopped(state, 1, [30], Ann=["Mouse hold, avoid"], Cat=["Cat sail to Mouse"])
    east, north = figure(at[30], "ship.Mouse.position")
    assert east == 0.0
    assert north < 2000


def test_a_week_is_cut_at_any_segment_without_a_trace() -> None:
    course = steer(Point(3, 4), Point(977, 1234), 0, 2.5, 9000.0, 1)
    assert course.arrives == 628
    assert steer(Point(0, 0), Point(9, 0), 0, 0.0, 0.0, 1).arrives == NEVER


def test_a_grid_reference_names_the_nearest_whole_km() -> None:
    assert parse_grid(grid(Point(12.4, 9999))) == Point(12, 9999)
