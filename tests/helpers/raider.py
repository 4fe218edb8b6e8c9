"""Raider for tests: the board, drawn positions, and orders as players write them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from engine import raider
from engine.core.dice import Dice, FairDice
from engine.core.ruleset import Role, Turn
from engine.raider import board, drawing
from engine.raider.knowledge import view, vocabulary
from engine.raider.orders import Order
from engine.raider.state import Island, IslandName, Ship, ShipName, State
from engine.raider.turn import adjudicate
from grammar.raider import RaiderGrammar

ANN, BOB, CAL, DEE = map(Role, ("Ann", "Bob", "Cal", "Dee"))

PENTARCHY: Mapping[str, Any] = tomllib.loads(
    (Path(raider.__file__).parent / "boards" / "pentarchy.toml").read_text(encoding="utf-8")
)


def pentarchy(**options: Any) -> board.Board:
    """The default board with some options."""
    read = board.read(PENTARCHY, options)
    assert isinstance(read, board.Board), read
    return read


def drawn(text: str) -> State:
    """A position from its drawing."""
    return drawing.read(dedent(text))


def orders(state: State, role: Role, text: str) -> tuple[Order, ...]:
    """Orders as the player writes them, one a line, all of which must be readable."""
    lines = dedent(text).strip().splitlines()
    parsed = RaiderGrammar().parse("\n".join(lines), vocabulary(view(state, role)))
    assert len(parsed.orders) >= len(lines), [line.problems for line in parsed.lines]
    return tuple(order for order in parsed.orders if isinstance(order, Order))


def run(state: State, dice: Dice | None = None, **letters: str) -> Turn[State]:
    """The turn, with the players' letters: `run(state, Ann="Ajax to Pearl")`."""
    given = {Role(name): orders(state, Role(name), text) for name, text in letters.items()}
    return adjudicate(state, given, dice or FairDice(b"a test"))


def ship(at: State | Turn[State], name: str) -> Ship:
    state = at.state if isinstance(at, Turn) else at
    return state.ships[ShipName(name)]


def island(at: State | Turn[State], name: str) -> Island:
    state = at.state if isinstance(at, Turn) else at
    return state.islands[IslandName(name)]


def codes(turn: Turn[State], role: Role) -> list[str]:
    """What his failed orders met."""
    return [problem.code for problem in turn.problems.get(role, ())]
