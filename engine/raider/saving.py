"""Positions and orders as plain data, and back: what is saved, mailed and put into cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.core.ruleset import BadPosition, Json, Role
from engine.core.structure import BadStructure, expand
from engine.raider.islands import right_size
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Options,
    Player,
    Ship,
    ShipName,
    State,
    sorted_structure,
)


class _Position(msgspec.Struct):
    """A position as it is written."""

    islands: list[Island]
    players: list[_Player]
    ships: list[Ship]
    turn: int = 1
    options: Options = Options()
    names_gone: list[str] = []
    claims: dict[IslandName, Role] = {}
    board: str = ""


class _Player(msgspec.Struct):
    name: Role
    overlord: Role = Role("")
    visited: list[IslandName] = []
    kills: int = 0


def dump(state: State) -> Json:
    """A position as the worked cases write it; keys that say nothing are left out."""
    data: dict[str, Any] = {
        "turn": state.turn,
        "islands": [_plain_island(island) for island in state.islands.values()],
        "players": [
            {"name": p.name, "overlord": p.overlord, "visited": sorted(p.visited), "kills": p.kills}
            for p in state.players.values()
        ],
        "ships": [msgspec.to_builtins(ship) for ship in state.ships.values()],
    }
    options = _told(state.options, Options())
    extras = {
        "options": options,
        "names_gone": sorted(state.names_gone),
        "claims": dict(state.claims),
        "board": state.board,
    }
    return data | {key: value for key, value in extras.items() if value}


def load(data: Json) -> State:
    """Read a position. Raises `BadPosition`, which names the place, if it is not a lawful one."""
    try:
        saved = msgspec.convert(data, _Position)
    except msgspec.ValidationError as slip:
        raise BadPosition(str(slip)) from None
    for problem in _unlawful(saved):
        raise BadPosition(problem)
    return State(
        turn=saved.turn,
        islands={island.name: island for island in saved.islands},
        players={
            p.name: Player(p.name, p.overlord or p.name, frozenset(p.visited), p.kills)
            for p in saved.players
        },
        ships={ship.name: _sorted(ship) for ship in saved.ships},
        options=saved.options,
        names_gone=frozenset(saved.names_gone),
        claims=saved.claims,
        board=saved.board,
    )


def dump_orders(orders: Sequence[Order]) -> Json:
    """Orders as the worked cases write them."""
    return [_plain_order(order) for order in orders]


def load_orders(data: Json) -> tuple[Order, ...]:
    """Read orders; a `player` beside them is not looked at. Raises `BadPosition`."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise BadPosition("orders: not a list")
    return tuple(_order(entry, f"orders[{n}]") for n, entry in enumerate(data))


def _told(options: Options, default: Options) -> dict[str, Json]:
    """The options that differ from the rules as written."""
    names = Options.__struct_fields__
    return {n: getattr(options, n) for n in names if getattr(options, n) != getattr(default, n)}


def _plain_island(island: Island) -> dict[str, Json]:
    plain: dict[str, Json] = {
        "name": island.name,
        "q": island.q,
        "r": island.r,
        "speciality": island.speciality,
        "owner": island.owner,
        "stores": dict(island.stores),
    }
    if island.group:
        plain["group"] = island.group
    if island.listed:
        plain["listed"] = True
    return plain


def _sorted(ship: Ship) -> Ship:
    structure = sorted_structure(expand(ship.structure, LETTERS))
    return msgspec.structs.replace(ship, structure=structure)


def _plain_order(order: Order) -> Json:
    if isinstance(order, ShipOrder):
        return {
            "ship": order.ship,
            "destination": order.destination,
            "structure": order.structure,
            "name": order.name,
        }
    if isinstance(order, Pledge):
        return {"overlord": order.overlord}
    if isinstance(order, Design):
        return {"design": order.name, "structure": order.structure, "slot": order.slot}
    return {"start": list(order.islands)}


class _Design(msgspec.Struct):
    design: ShipName
    structure: str
    slot: int = 0


class _Start(msgspec.Struct):
    start: list[IslandName]


def _order(entry: Json, place: str) -> Order:
    if not isinstance(entry, Mapping):
        raise BadPosition(f"{place}: not a table")
    try:
        if "ship" in entry:
            return msgspec.convert(entry, ShipOrder)
        if "overlord" in entry:
            return msgspec.convert(entry, Pledge)
        if "design" in entry:
            design = msgspec.convert(entry, _Design)
            return Design(design.design, design.structure, design.slot)
        if "start" in entry:
            return Start(tuple(msgspec.convert(entry, _Start).start))
    except msgspec.ValidationError as slip:
        raise BadPosition(f"{place}: {slip}") from None
    raise BadPosition(f"{place}: none of ship, overlord, design and start is given")


def _unlawful(saved: _Position) -> Iterator[str]:
    """What no position can be (RAID-7.1, RAID-7.2); the first is enough for its writer."""
    if saved.turn < 0:
        yield f"turn: {saved.turn} is below 0"
    yield from _twice("islands", [island.name for island in saved.islands])
    yield from _twice("players", [player.name for player in saved.players])
    yield from _twice("ships", [ship.name for ship in saved.ships])
    known = _Known(
        frozenset(island.name for island in saved.islands),
        frozenset(player.name for player in saved.players),
    )
    hexes = Counter(island.hex for island in saved.islands)
    for n, island in enumerate(saved.islands):
        yield from _island_problems(island, known, f"islands[{n}] ({island.name})")
        if hexes[island.hex] > 1:
            yield f"islands[{n}] ({island.name}): another island lies at {island.q},{island.r}"
    for n, player in enumerate(saved.players):
        yield from _player_problems(player, known, f"players[{n}] ({player.name})")
    for n, ship in enumerate(saved.ships):
        yield from _ship_problems(ship, known, f"ships[{n}] ({ship.name})")
    for island_name, role in saved.claims.items():
        if island_name not in known.islands or role not in known.players:
            yield f"claims: {island_name} for {role}: no such island or player"


@dataclass(frozen=True, slots=True)
class _Known:
    islands: frozenset[IslandName]
    players: frozenset[Role]


def _twice(what: str, names: Sequence[str]) -> Iterator[str]:
    if "" in names:
        yield f"{what}: one has no name"
    counts = Counter(name.casefold() for name in names)
    yield from (f"{what}: {name} is there twice" for name in names if counts[name.casefold()] > 1)


def _island_problems(island: Island, known: _Known, place: str) -> Iterator[str]:
    if len(island.speciality) != 1 or island.speciality not in LETTERS:
        yield f"{place}.speciality: {island.speciality!r} is none of {LETTERS}"
    if island.owner is not None and island.owner not in known.players:
        yield f"{place}.owner: there is no player {island.owner}"
    for letter, number in island.stores.items():
        if len(letter) != 1 or letter not in LETTERS:
            yield f"{place}.stores: there is no module {letter}"
        if number < 0:
            yield f"{place}.stores: {number} {letter}"


def _player_problems(player: _Player, known: _Known, place: str) -> Iterator[str]:
    if player.overlord and player.overlord not in known.players:
        yield f"{place}.overlord: there is no player {player.overlord}"
    if player.kills < 0:
        yield f"{place}.kills: {player.kills} is below 0"
    for island in player.visited:
        if island not in known.islands:
            yield f"{place}.visited: there is no island {island}"


def _ship_problems(ship: Ship, known: _Known, place: str) -> Iterator[str]:
    if ship.owner not in known.players:
        yield f"{place}.owner: there is no player {ship.owner}"
    if ship.island not in known.islands:
        yield f"{place}.island: there is no island {ship.island}"
    if ship.kills < 0:
        yield f"{place}.kills: {ship.kills} is below 0"
    try:
        signs = expand(ship.structure, LETTERS)
    except BadStructure as slip:
        yield f"{place}.structure: {slip}"
        return
    if "?" in signs or not right_size(signs):
        yield f"{place}.structure: {ship.structure} is not 5 to 10 modules"
