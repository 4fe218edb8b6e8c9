"""Positions and orders as plain data, and back: what is saved, mailed and put into cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.ruleset import BadPosition, Json, Role
from engine.merchant.fit import fit
from engine.merchant.lawful import unlawful
from engine.merchant.options import Options
from engine.merchant.orders import (
    ChooseDice,
    Continue,
    Design,
    Hold,
    Home,
    IslandName,
    Mission,
    NameAlliance,
    NameAlly,
    Order,
    ShipName,
    ShipOrder,
)
from engine.merchant.products import AMMO_UNIT, FUEL_UNIT, TORPEDO_UNIT
from engine.merchant.saved import Position, SavedAlliance, SavedPlayer, SavedShip
from engine.merchant.state import (
    Alliance,
    AllianceName,
    Island,
    Player,
    Ship,
    State,
)


def dump(state: State) -> Json:
    """A position as the worked cases write it; keys that say nothing are left out."""
    extras: dict[str, Any] = {
        "options": _differing(state.options, Options()),
        "alliances": {
            name: said
            for name, each in state.alliances.items()
            if (said := _told({"seen": each.seen, "names": each.names}))
        },
        "sunk": state.sunk,
        "over": state.over,
        "claims": state.claims,
        "pairs": state.pairs,
        "world": state.world,
        "sectors": state.sectors,
    }
    data = {
        "turn": state.turn,
        "islands": [
            _differing(i, _BARE_ISLAND, ("name", "e", "n")) for i in state.islands.values()
        ],
        "players": [_plain_player(player) for player in state.players.values()],
        "ships": [_plain_ship(ship) for ship in state.ships.values()],
    }
    plain: Json = msgspec.to_builtins(data | _told(extras))
    return plain


def load(data: Json) -> State:
    """Read a position. Raises `BadPosition`, which names the place, if it is not a lawful one."""
    try:
        saved = msgspec.convert(_position(data), Position)
    except msgspec.ValidationError as slip:
        raise BadPosition(str(slip)) from None
    for ship in saved.ships:
        _moor(ship, saved.islands)
    for problem in unlawful(saved):
        raise BadPosition(problem)
    players = {player.name: _player(player) for player in saved.players}
    return State(
        turn=saved.turn,
        islands={island.name: island for island in saved.islands},
        players=players,
        alliances=_alliances(players, saved.alliances) if saved.turn else {},
        ships={ship.name: _ship(ship) for ship in saved.ships},
        options=saved.options,
        sunk=tuple(saved.sunk),
        over=saved.over,
        claims=saved.claims,
        pairs=tuple(saved.pairs),
        world=saved.world,
        sectors=saved.sectors,
    )


def _position(data: Json) -> Json:
    """The scenario, if a position is given as one, with options that go over its own."""
    if not isinstance(data, Mapping) or not isinstance(data.get("scenario"), Mapping):
        return data
    scenario: Any = data["scenario"]
    own, over = scenario.get("options", {}), data.get("options", {})
    both = {**own, **over} if isinstance(own, Mapping) and isinstance(over, Mapping) else own
    return {**scenario, "options": both}


def dump_orders(orders: Sequence[Order]) -> Json:
    """Orders as plain tables; what is not said is left out."""
    return [_plain_order(order) for order in orders]


def load_orders(data: Json) -> tuple[Order, ...]:
    """Read orders. Raises `BadPosition`."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise BadPosition("orders: not a list")
    return tuple(_order(entry, f"orders[{n}]") for n, entry in enumerate(data))


_BARE_ISLAND = Island(IslandName(""), 0, 0)
_BARE_PLAYER = Player(Role(""), AllianceName(""))
_BARE_SHIP = Ship(ShipName(""), Role(""), "", 0.0, 0.0)

#: The key by which each order that is no mission is known, and its kind.
_SIGN_UP: Mapping[str, type[Order]] = {
    "design": Design,
    "home": Home,
    "ally": NameAlly,
    "alliance": NameAlliance,
    "dice": ChooseDice,
}


def _differing(
    value: msgspec.Struct, usual: msgspec.Struct, always: Sequence[str] = ()
) -> dict[str, Any]:
    """The fields that say something."""
    return {
        name: getattr(value, name)
        for name in value.__struct_fields__
        if name in always or getattr(value, name) != getattr(usual, name)
    }


def _told(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entries.items() if value}


def _plain_player(player: Player) -> dict[str, Any]:
    always = ("name", "alliance", "dice")
    plain = _differing(player, _BARE_PLAYER, always)
    if player.visited:
        plain["visited"] = sorted(player.visited)
    return plain


def _plain_ship(ship: Ship) -> dict[str, Any]:
    plain = _differing(ship, _BARE_SHIP, ("name", "owner", "structure", "e", "n"))
    return plain | {
        "fuel": ship.fuel / FUEL_UNIT,
        "ammo": ship.ammo / AMMO_UNIT,
        "torpedoes": ship.torpedoes / TORPEDO_UNIT,
    }


def _without(data: Json, *keys: str) -> Json:
    """The position in a worked case stands beside what is to be done with it."""
    if not isinstance(data, Mapping):
        return data
    return {key: value for key, value in data.items() if key not in keys}


def _moor(ship: SavedShip, islands: Sequence[Island]) -> None:
    """Where only an island is given, she lies right there."""
    if ship.e is None and ship.n is None:
        for island in islands:
            if island.name == ship.island:
                ship.e, ship.n = float(island.e), float(island.n)


def _player(saved: SavedPlayer) -> Player:
    return Player(
        saved.name,
        saved.alliance or AllianceName(saved.name),
        saved.dice,
        saved.home,
        frozenset(saved.visited),
        saved.sunk,
        saved.captures,
        saved.magic,
    )


def _alliances(
    players: Mapping[Role, Player], known: Mapping[AllianceName, SavedAlliance]
) -> dict[AllianceName, Alliance]:
    members: dict[AllianceName, list[Role]] = {}
    for player in players.values():
        members.setdefault(player.alliance, []).append(player.name)
    blank = SavedAlliance()
    return {
        name: Alliance(
            name, tuple(roles), known.get(name, blank).seen, known.get(name, blank).names
        )
        for name, roles in members.items()
    }


def _ship(saved: SavedShip) -> Ship:
    able = fit(saved.structure)
    fuel, ammo, torpedoes = saved.fuel, saved.ammo, saved.torpedoes
    return Ship(
        name=saved.name,
        owner=saved.owner,
        structure=saved.structure,
        e=saved.e or 0.0,
        n=saved.n or 0.0,
        fuel=able.fuel_room if fuel is None else round(fuel * FUEL_UNIT, 6),
        ammo=able.ammo_room if ammo is None else round(ammo * AMMO_UNIT),
        torpedoes=able.torpedo_room if torpedoes is None else round(torpedoes * TORPEDO_UNIT),
        cargo=saved.cargo,
        mission=saved.mission,
        leg=saved.leg,
        engagement=saved.engagement,
        kills=saved.kills,
        towing=saved.towing,
        target=saved.target,
        engaged=saved.engaged,
    )


def _plain_order(order: Order) -> Json:
    plain: dict[str, Json] = msgspec.to_builtins(order)
    if isinstance(order, ShipOrder):
        if order.engagement is None:
            del plain["engagement"]
        return plain
    word = next(key for key, kind in _SIGN_UP.items() if isinstance(order, kind))
    return {"order": word, **plain}


def _order(entry: Json, place: str) -> Order:
    if not isinstance(entry, Mapping):
        raise BadPosition(f"{place}: not a table")
    try:
        if "mission" in entry:
            mission: Mission | Hold | Continue = msgspec.convert(entry, Mission | Hold | Continue)
            return mission
        kind = _SIGN_UP.get(str(entry.get("order")))
        if kind is not None:
            return msgspec.convert(_without(entry, "order"), kind)
    except msgspec.ValidationError as slip:
        raise BadPosition(f"{place}: {slip}") from None
    words = ", ".join(_SIGN_UP)
    raise BadPosition(f"{place}: it has neither a mission nor an order, which is one of {words}")
