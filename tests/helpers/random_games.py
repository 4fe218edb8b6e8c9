"""Whole games of random orders, and the same turns again with hidden things changed before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from string import ascii_lowercase
from typing import NamedTuple

import msgspec

from engine.core.dice import FairDice
from engine.core.ruleset import Json, Role, Seat, Turn
from engine.raider.board import Board, read
from engine.raider.fleets import DESIGNS
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start, Task
from engine.raider.setup import setup
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Ship,
    ShipName,
    State,
    allies,
    within_reach,
)
from engine.raider.turn import adjudicate
from tests.helpers.hidden_facts import some_structure

Orders = Mapping[Role, Sequence[Order]]
PLAYERS = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee")))
ISLANDS = (
    ("Agnes", "G"),
    ("Bergen", "B"),
    ("Coral", "A"),
    ("Dunlin", "T"),
    ("Egret", "S"),
    ("Fulmar", "M"),
    ("Gannet", "P"),
    ("Harrier", "G"),
    ("Ibis", "B"),
    ("Jackdaw", "T"),
)
NEW_NAMES = ("Hood", "Eden", "Wasp")
change = msgspec.structs.replace


class Played(NamedTuple):
    """A turn with what it was made of."""

    before: State
    orders: Orders
    seed: bytes
    turn: Turn[State]


def board() -> Board:
    """Ten islands two hexes apart, so that much is out of sight for long."""
    islands: list[Json] = [
        {"name": name, "q": 2 * (n % 5), "r": 2 * (n // 5), "speciality": letter}
        for n, (name, letter) in enumerate(ISLANDS)
    ]
    found = read({"name": "Ten", "for_players": len(PLAYERS), "islands": islands}, {})
    assert isinstance(found, Board)
    return found


def random_game(seed: int) -> Iterator[Played]:
    """The opening and all turns of one game."""
    random = Random(seed)
    starts = random.sample([name for name, _ in ISLANDS], len(PLAYERS))
    seats = [
        Seat(role, (Start((IslandName(start),)), *_fleet(role)))
        for role, start in zip(PLAYERS, starts, strict=True)
    ]
    state = setup(board(), seats, FairDice(b"setup")).state
    orders: Orders = {seat.role: seat.orders for seat in seats}
    while not state.over:
        stage = f"{seed}/{state.turn}".encode()
        turn = adjudicate(state, orders, FairDice(stage))
        yield Played(state, orders, stage, turn)
        state = turn.state
        orders = {role: tuple(_orders(state, role, random)) for role in PLAYERS}


def _fleet(role: Role) -> Iterator[Design]:
    for slot, structure in enumerate(DESIGNS, 1):
        yield Design(ShipName(f"{role}-{'abcdef'[slot - 1]}"), structure, slot)


def _orders(state: State, role: Role, random: Random) -> Iterator[Order]:
    for ship in state.ships.values():
        if ship.owner == role and random.random() < 0.8:
            yield _order(state, ship, random)
    if random.random() < 0.15:
        yield Pledge(random.choice(PLAYERS))


def _order(state: State, ship: Ship, random: Random) -> ShipOrder:
    reached = [name for name in state.islands if within_reach(state, ship, name)]
    to = random.choice(reached) if random.random() < 0.6 else ""
    specs = ("", "", "3E2G??", "2B3E2A", "5?", "4E2T?", "X" if random.random() < 0.2 else "")
    structure = random.choice(specs)
    name = random.choice(NEW_NAMES) if random.random() < 0.3 else ""
    return ShipOrder(ship.name, to, structure, name)


# What may be changed before a turn without the reader's meeting it


def remote(played: Played, role: Role) -> list[IslandName]:
    """Islands that this player has not seen even after the turn, with no battle and no launch."""
    state, orders = played.turn.state, played.orders
    given = {o.ship: o for os in orders.values() for o in os if isinstance(o, ShipOrder)}
    quiet = []
    for island in state.islands:
        ends = [s for s in played.before.ships.values() if _end(s, given) == island]
        owners = {ship.owner for ship in ends}
        launch = any(given[s.name].task is Task.LAUNCH for s in ends if s.name in given)
        peace = all(allies(played.before.players, a, b) for a in owners for b in owners)
        seen = island in state.players[role].visited or island == _home(state, role)
        if peace and not (seen or launch or role in owners):
            quiet.append(island)
    return quiet


def _home(state: State, role: Role) -> str:
    return next((i.name for i in state.islands.values() if i.owner == role), "")


def _end(ship: Ship, given: Mapping[ShipName, ShipOrder]) -> str:
    order = given.get(ship.name)
    return (order and order.destination) or ship.island


def lying(played: Played, role: Role) -> list[Ship]:
    """Ships that lie at such an island and are not ordered away."""
    islands = remote(played, role)
    ordered = {o.ship: o for os in played.orders.values() for o in os if isinstance(o, ShipOrder)}
    return [
        ship
        for ship in played.before.ships.values()
        if ship.island in islands and _end(ship, ordered) == ship.island
    ]


Change = Callable[[Played, Role, Random], "tuple[State, Orders]"]


def other_stores(played: Played, role: Role, random: Random) -> tuple[State, Orders]:
    """What lies in the stores of islands never seen."""
    islands: dict[IslandName, Island] = {
        name: change(
            played.before.islands[name], stores={letter: random.randrange(30) for letter in LETTERS}
        )
        for name in remote(played, role)
    }
    before = change(played.before, islands={**played.before.islands, **islands})
    return before, played.orders


def other_structures(played: Played, role: Role, random: Random) -> tuple[State, Orders]:
    """How ships never seen are built."""
    ships = {s.name: change(s, structure=some_structure(random)) for s in lying(played, role)}
    return change(played.before, ships={**played.before.ships, **ships}), played.orders


def other_records(played: Played, role: Role, random: Random) -> tuple[State, Orders]:
    """How many ships others' ships have sunk, which the last sheet's kudos tell."""
    if played.turn.state.over:
        return played.before, played.orders
    ships = {
        ship.name: change(ship, kills=random.randrange(9))
        for ship in played.before.ships.values()
        if all(s.owner != role for s in (ship, played.turn.state.ships.get(ship.name, ship)))
    }
    return change(played.before, ships={**played.before.ships, **ships}), played.orders


def other_orders(played: Played, role: Role, random: Random) -> tuple[State, Orders]:
    """What others have done at islands never seen: refits, and orders that fail."""
    hidden = {ship.name for ship in lying(played, role)}

    def again(order: Order) -> Order:
        if isinstance(order, ShipOrder) and order.ship in hidden and order.task is not Task.DISBAND:
            return change(order, structure=random.choice(("", "5?", "9G", "2E")), name="")
        return order

    orders = {player: [again(order) for order in os] for player, os in played.orders.items()}
    return played.before, orders


def other_names(played: Played, role: Role, random: Random) -> tuple[State, Orders]:
    """What ships never seen are called; not such names as somebody may ask for in this turn."""
    fresh = (ShipName(f"Veil-{a}{b}") for a, b in product(ascii_lowercase, repeat=2))
    names = {
        ship.name: next(fresh)
        for ship in lying(played, role)
        if not ship.name.startswith(NEW_NAMES)
    }
    ships = [
        change(ship, name=names.get(ship.name, ship.name)) for ship in played.before.ships.values()
    ]

    def again(order: Order) -> Order:
        if isinstance(order, ShipOrder):
            return change(order, ship=names.get(order.ship, order.ship))
        return order

    orders = {player: [again(order) for order in os] for player, os in played.orders.items()}
    return change(played.before, ships={ship.name: ship for ship in ships}), orders


CHANGES: Mapping[str, Change] = {
    one.__name__: one
    for one in (other_stores, other_structures, other_records, other_orders, other_names)
}


def played_again(played: Played, state: State, orders: Orders) -> Turn[State]:
    """The turn with the same dice."""
    return adjudicate(state, orders, FairDice(played.seed))
