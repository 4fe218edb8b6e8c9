"""Boarding and towing (MER-12.7)."""

from __future__ import annotations

from msgspec.structs import replace as change

from engine.merchant.events import Aborted, Capture, DroppedTow, Sinking, TookTow, Visit
from engine.merchant.hearing import heard
from engine.merchant.options import Engagement
from engine.merchant.orders import ShipName
from engine.merchant.state import Level
from tests.engine.merchant.fleet import ANN, BEN, CAT, island, run, ship, stopped, told, world

TUG = "EEEEEEEEEEEEBBBBBBBB"
HULK = "AABBYYYYYYYYYYYYYYYY"
GUN = "GGCCCCCRBBBB"
HULK_, PREY, PUSHER = ShipName("Hulk"), ShipName("Prey"), ShipName("Pusher")


def test_an_enemy_is_taken_at_once_with_all_she_holds() -> None:
    state = world(
        ship("Pusher", "Ann", TUG, 100, 100),
        ship("Prey", "Cat", "AABBEEEEHHHHHHHHHHHR", 110, 100, cargo={"product": "G", "units": 2}),
    )
    turn = run(state, Ann=["Pusher tow Prey to 0100E0300N"])
    prey = turn.state.ships[PREY]
    assert (prey.owner, prey.cargo and prey.cargo.units) == (ANN, 2)
    assert told(turn, Capture)[0].segment == 5
    assert turn.state.players[ANN].captures == 1
    assert turn.state.points(ANN) == 0


def test_who_lost_her_is_told_by_whom_if_his_radar_knew() -> None:
    for prey, level in ((HULK, Level.NONE), ("RBBBBBBBBBBB", Level.ANALYSED)):
        pusher, there = ship("Pusher", "Ann", TUG, 100, 100), ship("Prey", "Cat", prey, 110, 100)
        turn = run(world(pusher, there), Ann=["Pusher tow Prey to 0100E0300N"])
        (mine,) = told(turn, Capture)
        heard_by = {role: heard(turn.events, turn.state, role) for role in (ANN, BEN, CAT)}
        (lost,) = [event for event in heard_by[CAT] if isinstance(event, Capture)]
        assert mine.level is level
        assert (lost.by, lost.to) == (("Pusher", ANN) if level else ("", ""))
        assert change(mine, level=Level.NONE) in heard_by[ANN]
        assert not [event for event in heard_by[BEN] if isinstance(event, Capture)]


def test_captures_score_where_the_game_says_so() -> None:
    state = world(
        ship("Pusher", "Ann", TUG, 100, 100), ship("Prey", "Cat", HULK, 100, 100), vp_capture=3
    )
    assert run(state, Ann=["Pusher tow Prey to 0100E0300N"]).state.points(ANN) == 3


def test_both_call_at_the_island_where_the_line_is_dropped() -> None:
    state = world(
        island("Port", 100, 130),
        ship("Pusher", "Ann", TUG, 100, 100),
        ship("Hulk", "Ben", HULK, 100, 100),
    )
    turn = run(state, Ann=["Pusher tow Hulk to Port"])
    assert [(v.player, v.segment) for v in told(turn, Visit)] == [("Ann", 30), ("Ben", 30)]
    assert told(turn, DroppedTow)[0].segment == 30
    assert turn.state.ships[HULK_].owner == "Ben"


def test_a_tow_goes_on_next_week_and_another_order_drops_the_line() -> None:
    state = world(ship("Pusher", "Ann", TUG, 100, 100), ship("Hulk", "Ann", HULK, 100, 100))
    week = run(state, Ann=["Pusher tow Hulk to 0100E5000N"])
    assert week.state.ships[PUSHER].towing == HULK_
    assert round(week.state.ships[HULK_].n) == 2116
    assert round(run(week.state).state.ships[HULK_].n) == 4132
    freed = run(week.state, Ann=["Pusher sail to 0100E0100N"])
    assert freed.state.ships[HULK_].n == week.state.ships[HULK_].n


def test_a_ship_under_tow_has_no_mission() -> None:
    state = world(ship("Pusher", "Ann", TUG, 100, 100), ship("Hulk", "Ben", TUG, 100, 100))
    week = run(state, Ann=["Pusher tow Hulk to 0100E5000N"])
    turn = run(week.state, Ben=["Hulk sail to 0100E0100N, attack"])
    assert [e.why for e in told(turn, Aborted)] == ["towed"]
    assert turn.state.ships[HULK_].engagement is Engagement.IGNORE


def test_of_two_tugs_the_last_boarder_holds_her() -> None:
    state = world(
        ship("Aa", "Ann", TUG, 100, 100),
        ship("Cc", "Cat", TUG, 100, 100),
        ship("Prey", "Dan", HULK, 100, 100),
    )
    owners = set()
    for seed in range(12):
        turn = run(
            state, seed, Ann=["Aa tow Prey to 0100E0300N"], Cat=["Cc tow Prey to 0300E0100N"]
        )
        assert len(told(turn, TookTow)) == 2
        owners.add(turn.state.ships[PREY].owner)
    assert owners == {ANN, CAT}


def test_a_tug_that_has_lost_her_tow_to_another_goes_on_at_full_speed() -> None:
    state = world(
        ship("Pusher", "Ann", TUG, 100, 100),
        ship("Prey", "Dan", HULK, 100, 100),
        ship("Thief", "Cat", TUG, 110, 100),
    )
    lines = {"Ann": ["Pusher tow Prey to 0400E0100N"], "Cat": ["Thief tow Prey to 0100E3000N"]}
    _, at = stopped(state, 1, [4, 14], **lines)
    assert at[4]["ship.Prey.owner"] == "Cat"
    assert at[4]["ship.Pusher.position"] == [104.0, 100.0]
    assert at[14]["ship.Pusher.position"] == [124.0, 100.0]
    assert at[14]["ship.Pusher.fuel_units"] == (12000 - 2 * 4 - 20) / 2000


def test_ships_that_board_each_other_draw_lots_who_is_first() -> None:
    state = world(ship("Aa", "Ann", TUG, 100, 100), ship("Cc", "Cat", TUG, 100, 100))
    lines = {"Ann": ["Aa tow Cc to 0100E0300N"], "Cat": ["Cc tow Aa to 0300E0100N"]}
    owners = set()
    for seed in range(12):
        ships = run(state, seed, **lines).state.ships
        owners.add((ships[ShipName("Aa")].owner, ships[ShipName("Cc")].owner))
    assert owners == {("Ann", "Ann"), ("Cat", "Cat")}


def test_where_only_the_unarmed_are_boarded_a_tug_waits_until_the_shells_are_spent() -> None:
    state = world(
        ship("Pusher", "Ann", TUG, 100, 100), ship("Prey", "Cat", GUN, 100, 100), boarding="unarmed"
    )
    turn = run(state, Ann=["Pusher tow Prey to 0100E0300N"])
    assert [event.segment for event in told(turn, Capture)] == [11]


def test_in_a_circle_with_a_tow_the_oldest_ship_is_moved_first() -> None:
    state = world(
        ship("Hulk", "Ann", HULK, 100, 100),
        ship("Chaser", "Ann", "EEEEEEBBBB", 101.2, 100),
        ship("Pusher", "Ann", "EEEEEEBBBB", 100, 100),
    )
    _, at = stopped(state, 1, [1], Ann=["Pusher tow Hulk to Chaser", "Chaser sail to Hulk"])
    for name in ("Hulk", "Chaser", "Pusher"):
        assert at[1][f"ship.{name}.position"] == [100.2, 100.0]


def test_a_captured_ship_sees_for_her_captor() -> None:
    state = world(
        ship("Pusher", "Ann", TUG, 100, 100),
        ship("Prey", "Cat", "RBBBBBBBBBBB", 110, 100),
        ship("Far", "Dan", HULK, 110, 150),
    )
    _, at = stopped(state, 1, [4, 5], Ann=["Pusher tow Prey to 0110E0101N"])
    assert at[4]["contact.Red.Far"] == "none"
    assert at[5]["contact.Red.Far"] == "analysed"


def test_a_tug_sunk_leaves_the_tow_adrift() -> None:
    state = world(
        ship("Pusher", "Ann", "EEEEEEEEEE", 100, 100),
        ship("Hulk", "Ann", HULK, 100, 100),
        ship("Gunner", "Cat", "GGGGGGGGGGCCCCCCCCRR", 100, 107),
    )
    turn = run(state, Ann=["Pusher tow Hulk to 0900E0100N"])
    sunk = next(event for event in told(turn, Sinking) if event.ship == PUSHER)
    adrift = told(turn, DroppedTow)[0]
    assert (adrift.segment, adrift.east) == (sunk.segment, sunk.east)
