"""Positions as text and as data (RAID part 1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.ruleset import BadPosition, Role
from engine.raider import drawing, saving
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import IslandName, ShipName
from tests.engine.raider.test_invariants import game
from tests.helpers.raider import drawn

POSITION = """\
turn 3 | reuse_names never | last_turn 12
board Pentarchy
player Admiral Ann | kills 2 | visited Agnes Pearl
player Bob | overlord Admiral Ann | visited Pearl
island Agnes 0,0 G | owner Admiral Ann | stores 3E 12G | group Saints | start
  ship Ajax 3E2G | owner Admiral Ann | kills 1
island Pearl -1,2 B
  ship Bison 5E | owner Bob
gone eden
"""


def test_what_is_drawn_is_read_back() -> None:
    assert drawing.draw(drawing.read(POSITION)) == POSITION


@pytest.mark.parametrize("number", range(5))
def test_every_position_of_a_game_can_be_drawn_and_saved(number: int) -> None:
    for turn in game(number)[1]:
        assert drawing.read(drawing.draw(turn.state)) == turn.state
        assert saving.load(json.loads(json.dumps(saving.dump(turn.state)))) == turn.state


@pytest.mark.parametrize("line", ["ship Ajax 5E", "island Agnes", "isle X", "turn three"])
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(BadPosition, match=f"line 2 cannot be read: {line}"):
        drawn(f"player Ann\n{line}\n")


def data(**changes: Any) -> Any:
    plain: Any = saving.dump(drawing.read(POSITION))
    return {**plain, **changes}


def ship(**changes: Any) -> Any:
    whole = {"name": "Ajax", "owner": "Bob", "island": "Agnes", "structure": "5E", "kills": 0}
    return data(ships=[{**whole, **changes}])


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (ship(structure="4E"), r"ships\[0\] \(Ajax\).structure"),
        (ship(structure="5R"), r"ships\[0\] \(Ajax\).structure: there is no module R"),
        (ship(structure="4E?"), r"ships\[0\] \(Ajax\).structure"),
        (ship(owner="Nobody"), r"ships\[0\] \(Ajax\).owner: there is no player Nobody"),
        (ship(island="Nowhere"), r"ships\[0\] \(Ajax\).island: there is no island Nowhere"),
        (ship(kills=-1), r"ships\[0\] \(Ajax\).kills"),
        (ship(kills="two"), r"ships\[0\].kills"),
        (data(turn=-1), "turn: -1 is below 0"),
        (
            data(islands=[], players=[{"name": "Bob", "overlord": "Zoe"}]),
            r"overlord: there is no player Zoe",
        ),
        (data(options={"last_turm": 3}), "last_turm"),
        (data(claims={"Nowhere": "Bob"}), "claims: Nowhere for Bob"),
        (data(islands=[{"name": "Agnes", "q": 0.5, "r": 0, "speciality": "G"}]), r"islands\[0\].q"),
    ],
)
def test_what_cannot_be_a_position_is_refused_by_its_place(position: Any, place: str) -> None:
    with pytest.raises(BadPosition, match=place):
        saving.load(position)


def test_two_ships_of_one_name_are_no_position() -> None:
    one = ship()["ships"][0]
    with pytest.raises(BadPosition, match="ships: Ajax is there twice"):
        saving.load(data(ships=[one, {**one, "name": "AJAX"}]))


def test_two_islands_in_one_hex_are_no_position() -> None:
    with pytest.raises(BadPosition, match="another island lies at 0,0"):
        drawn("island Agnes 0,0 G\nisland Pearl 0,0 B\n")


def test_what_a_position_may_leave_out() -> None:
    state = saving.load({"islands": [], "players": [{"name": "Ann"}], "ships": []})
    assert (state.turn, state.players[Role("Ann")].overlord) == (1, "Ann")


ORDERS: tuple[Order, ...] = (
    ShipOrder(ShipName("Ajax"), "Pearl", "3E3G4?", "Eden"),
    Pledge(Role("Bob")),
    Design(ShipName("Eden"), "5E", 2),
    Start((IslandName("Agnes"), IslandName("Pearl"))),
)


def test_orders_are_read_back() -> None:
    assert saving.load_orders(json.loads(json.dumps(saving.dump_orders(ORDERS)))) == ORDERS


@pytest.mark.parametrize("bad", [7, "move", [7], [{}], [{"ship": 1}], [{"start": "Agnes"}]])
def test_what_are_no_orders_is_refused(bad: Any) -> None:
    with pytest.raises(BadPosition, match="orders"):
        saving.load_orders(bad)
