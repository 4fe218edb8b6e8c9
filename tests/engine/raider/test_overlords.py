"""Feudalism (RAID-2, RAID-8)."""

from __future__ import annotations

from engine.core.dice import FairDice
from engine.raider.events import OverlordChange
from engine.raider.orders import Pledge
from engine.raider.state import State
from engine.raider.turn import adjudicate
from tests.helpers.raider import ANN, BOB, CAL, drawn, run


def court() -> State:
    return drawn("""
        turn 2
        player Ann
        player Bob | overlord Ann
        player Cal
        island Agnes 0,0 G
    """)


def test_all_changes_take_effect_together_at_the_end() -> None:
    turn = run(court(), Ann="overlord: Cal", Bob="overlord: me")
    assert turn.events[-2:] == (OverlordChange(ANN, ANN, CAL), OverlordChange(BOB, ANN, BOB))


def test_who_says_nothing_keeps_his_overlord() -> None:
    assert run(court()).state.players[BOB].overlord == ANN


def test_circles_are_allowed() -> None:
    after = run(court(), Ann="overlord: Bob").state
    assert (after.players[ANN].overlord, after.players[BOB].overlord) == (BOB, ANN)


def test_a_player_without_ships_is_still_an_overlord_and_may_choose_one() -> None:
    after = run(court(), Cal="overlord: Bob", Ann="overlord: Cal").state
    assert (after.players[CAL].overlord, after.players[ANN].overlord) == (BOB, CAL)


def test_the_last_word_counts() -> None:
    turn = adjudicate(court(), {ANN: (Pledge(BOB), Pledge(CAL))}, FairDice(b"x"))
    assert turn.state.players[ANN].overlord == CAL
