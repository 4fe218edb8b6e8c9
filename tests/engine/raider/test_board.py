"""Boards and options, and everything that can be wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Seating
from engine.raider.board import Board, read
from engine.raider.setup import setup
from engine.raider.turn import adjudicate
from tests.helpers.raider import PENTARCHY, pentarchy


def isle(name: str = "Agnes", q: Any = 0, r: Any = 0, speciality: str = "G", **more: Any) -> Any:
    return {"name": name, "q": q, "r": r, "speciality": speciality, **more}


def board(*islands: Any, **more: Any) -> Any:
    return {"name": "Small", "islands": islands or (isle(), isle("Pearl", 1)), **more}


def codes(data: Any, **options: Any) -> list[str]:
    found = read(data, options)
    return [] if isinstance(found, Board) else [problem.code for problem in found]


def test_pentarchy_seats_two_to_ten_at_thirty_islands() -> None:
    whole = pentarchy()
    assert (len(whole.islands), whole.seating) == (30, Seating(2, 10))
    assert sum(island.listed for island in whole.islands) == 10


def test_a_small_board_is_enough() -> None:
    assert codes(board()) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("islands", "board-shape"),
        (board(name=""), "no-name"),
        (board(islands=[]), "no-islands"),
        (board(for_players=1), "for-players"),
        (board(isle(), isle("AGNES", 1)), "duplicate-name"),
        (board(isle(), isle("Pearl")), "same-hex"),
        (board(isle(speciality="R"), isle("Pearl", 1)), "bad-speciality"),
        (board(isle(q=0.5), isle("Pearl", 1)), "bad-hex"),
        (board(isle("Saint Agnes"), isle("Pearl", 1)), "bad-name"),
        (board(isle("Peterborough"), isle("Pearl", 1)), "bad-name"),
        (board(isle("Ágnes"), isle("Pearl", 1)), "bad-name"),
        (board(isle("Stage"), isle("Pearl", 1)), "name-structure"),
        (board(isle("Overlord"), isle("Pearl", 1)), "name-reserved"),
        (board(isle(speciality="E", start=True), isle("Pearl", 1)), "bad-start"),
        (board(isle(stores={"R": 1}), isle("Pearl", 1)), "bad-stores"),
        (board(isle(stores={"E": -1}), isle("Pearl", 1)), "bad-stores"),
        (board(isle(groop="x"), isle("Pearl", 1)), "unknown-key"),
        (board(isle(speciality="E"), isle("Pearl", 1, speciality="E")), "too-many-needed"),
        (board(for_players=3), "too-few-starts"),
        (board(7), "island-shape"),
    ],
)
def test_what_is_wrong_with_a_board_is_named(data: Any, code: str) -> None:
    assert codes(data) == [code]


def test_everything_wrong_is_said_at_once() -> None:
    wrong = board(isle("Overlord", q="x"), isle("Stage", 1), name="", size=3)
    assert len(codes(wrong)) == 5


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"last_turm": 8}, "Do you mean last_turn?"),
        ({"last_turn": 0}, "whole number from 1 to 50"),
        ({"last_turn": "ten"}, "whole number"),
        ({"default_ships": "yes"}, "true or false"),
        ({"name_clash": "refuse"}, "one of rename, fail"),
        ({"max_players": 11}, "the board has"),
    ],
)
def test_a_wrong_option_is_told_what_would_work(options: dict[str, Any], words: str) -> None:
    found = read({**PENTARCHY, "for_players": 10}, options)
    if options == {"max_players": 11}:
        found = read(board(), options)
    assert isinstance(found, tuple)
    assert words in found[0].text


def test_the_games_options_overrule_the_boards() -> None:
    found = read(board(options={"last_turn": 6, "max_players": 2}), {"last_turn": 8})
    assert isinstance(found, Board)
    assert (found.options.last_turn, found.most) == (8, 2)


def test_stores_of_its_own_replace_an_islands_first_production() -> None:
    found = read(board(isle(stores={"E": 3}), isle("Pearl", 1)), {})
    assert isinstance(found, Board)
    state = adjudicate(setup(found, (), FairDice(b"x")).state, {}, FairDice(b"x")).state
    assert [island.stores for island in state.islands.values()] == [{"E": 3}, {"G": 8}]
