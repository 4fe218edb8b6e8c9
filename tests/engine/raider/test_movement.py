"""Movement (RAID-4)."""

from __future__ import annotations

import pytest

from engine.raider.events import Moved
from engine.raider.state import reach
from tests.helpers.raider import ANN, codes, drawn, run, ship

STRAITS = """
    turn 2{options}
    player Ann | visited Agnes
    island Agnes 0,0 G | owner Ann | stores 9G
      ship Ajax {structure} | owner Ann
    island Pearl 2,0 B
"""


@pytest.mark.parametrize(("engines", "hexes"), list(enumerate((0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5))))
def test_reach_is_half_the_engines_rounded_up(engines: int, hexes: int) -> None:
    assert reach("E" * engines) == hexes


def test_a_ship_crosses_empty_sea_within_her_reach() -> None:
    turn = run(drawn(STRAITS.format(options="", structure="3E2B")), Ann="Ajax to Pearl")
    assert ship(turn, "Ajax").island == "Pearl"
    (move,) = [event for event in turn.events if isinstance(event, Moved)]
    assert (move.ship, move.from_, move.island) == ("Ajax", "Agnes", "Pearl")


def test_beyond_her_reach_she_stays_and_the_rest_of_her_order_lapses() -> None:
    turn = run(drawn(STRAITS.format(options="", structure="2E3B")), Ann="Ajax Pearl 2E3B2G")
    assert (ship(turn, "Ajax").island, ship(turn, "Ajax").structure) == (
        "Agnes",
        "BBBEE",
    )
    assert codes(turn, ANN) == ["out-of-reach"]


def test_as_an_option_the_rest_is_done_where_she_is() -> None:
    state = drawn(STRAITS.format(options=" | unreachable_task do_here", structure="2E3B"))
    turn = run(state, Ann="Ajax Pearl 2E3B2G")
    assert ship(turn, "Ajax").structure == "BBBEEGG"


def test_a_ship_without_engines_may_stay_and_work() -> None:
    turn = run(drawn(STRAITS.format(options="", structure="5B")), Ann="refit Ajax 5B2G")
    assert ship(turn, "Ajax").structure == "BBBBBGG"


def test_a_ship_without_an_order_stays() -> None:
    turn = run(drawn(STRAITS.format(options="", structure="5E")))
    assert ship(turn, "Ajax").island == "Agnes"
