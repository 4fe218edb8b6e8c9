"""A large Raider game to measure with: ten players, eighty ships."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import count

import msgspec

from engine.core.dice import QuickDice
from engine.core.ruleset import Json, Role, Seat, Turn
from engine.raider.board import Board
from engine.raider.bots import cautious
from engine.raider.orders import Order
from engine.raider.rules import Raider
from engine.raider.state import Ship, ShipName, State

PLAYERS = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")))
SHIPS = 80
OPTIONS: Mapping[str, Json] = {"max_players": len(PLAYERS)}
RULES = Raider()


@cache
def board_text() -> str:
    return (resources.files("engine.raider.boards") / "pentarchy.toml").read_text("utf-8")


@cache
def board() -> Board:
    found = RULES.read(tomllib.loads(board_text()), OPTIONS)
    assert isinstance(found, Board)
    return found


def orders_for(state: State, seed: int) -> dict[Role, tuple[Order, ...]]:
    dice = QuickDice(seed)
    return {player: cautious(RULES.view(state, player), dice) for player in PLAYERS}


@cache
def position() -> State:
    """Four turns into a game between bots, with ships added until there are eighty."""
    turn: Turn[State] = RULES.setup(board(), [Seat(player) for player in PLAYERS], QuickDice(0))
    for number in range(5):
        turn = RULES.adjudicate(turn.state, orders_for(turn.state, number), QuickDice(number))
    ships = dict(turn.state.ships)
    starts = {ship.owner: ship for ship in ships.values()}
    for number in count():
        if len(ships) >= SHIPS:
            break
        owner = PLAYERS[number % len(PLAYERS)]
        if owner in starts:
            name = ShipName(f"More{chr(97 + number // 26)}{chr(97 + number % 26)}")
            ships[name] = Ship(name, owner, starts[owner].island, "BBEEEGGMPT")
    return msgspec.structs.replace(turn.state, ships=ships)
