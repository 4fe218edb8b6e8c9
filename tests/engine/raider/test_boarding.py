"""Boarding (RAID-6.5)."""

from __future__ import annotations

from engine.raider.events import Capture
from tests.engine.raider.test_combat import battle
from tests.helpers.raider import ANN, BOB, codes, drawn, run, ship


def captures(turn: object) -> list[tuple[str, str]]:
    events = turn.events  # type: ignore[attr-defined]
    return [(event.by, event.ship) for event in events if isinstance(event, Capture)]


def test_equal_marines_cannot_board_each_other() -> None:
    assert captures(run(battle("Ajax M4E Ann", "Bison M4E Bob"))) == []


def test_a_prize_can_be_taken_again_but_not_by_an_ally_of_her_captor() -> None:
    lords = "player Ann\nplayer Bob | overlord Ann\nplayer Cal"
    turn = run(battle("Ajax MSEEE Ann", "Bison MMSEE Bob", "Crab 5E Cal", players=lords))
    assert captures(turn) == [("Ajax", "Crab")]
    assert ship(turn, "Crab").owner == ANN


def test_boarding_uses_up_no_marines_and_scores_nothing() -> None:
    after = run(battle("Ajax M4E Ann", "Bison 5E Bob")).state
    assert ship(after, "Ajax").structure == "EEEEM"
    assert after.players[ANN].points == 1


def test_marines_lost_to_gunfire_do_not_board() -> None:
    turn = run(battle("Ajax PPGEE Ann", "Bison M5B Bob"))
    left = ship(turn, "Bison").structure
    assert captures(turn) == ([("Bison", "Ajax")] if "M" in left else [])


def test_the_prize_keeps_her_kills_and_the_former_owner_his_points() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob | kills 2
        island Agnes 0,0 G
          ship Ajax M4E | owner Ann
          ship Bison 5E | owner Bob | kills 2
    """)
    after = run(state).state
    assert (ship(after, "Bison").owner, ship(after, "Bison").kills) == (ANN, 2)
    assert (after.players[ANN].kills, after.players[BOB].kills) == (0, 2)


def test_the_order_of_a_captured_ship_is_lost_for_good() -> None:
    turn = run(battle("Ajax M4E Ann", "Bison 5E Bob"), Bob="refit Bison 5EG")
    assert ship(turn, "Bison").structure == "EEEEE"
    assert codes(turn, BOB) == ["captured-first"]


def test_a_move_that_was_made_needs_no_excuse() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob
        island Agnes 0,0 G
          ship Ajax M4E | owner Ann
        island Pearl 1,0 B
          ship Bison 5E | owner Bob
    """)
    turn = run(state, Bob="Bison to Agnes")
    assert ship(turn, "Bison").owner == ANN
    assert codes(turn, BOB) == []


def test_the_visit_is_the_captors() -> None:
    after = run(battle("Ajax M4E Ann", "Bison 5E Bob")).state
    assert after.players[ANN].visited == {"Agnes"}
    assert after.players[BOB].visited == frozenset()


def test_whose_boarder_is_captured_still_visits_through_her_prize() -> None:
    """Bison takes Crab and is taken by Ajax, who prefers her for her lack of stealth."""
    turn = run(battle("Ajax MMEEE Ann", "Bison MEEEE Bob", "Crab SSEEE Cal"))
    assert captures(turn) == [("Bison", "Crab"), ("Ajax", "Bison")]
    assert turn.state.players[BOB].visited == {"Agnes"}
