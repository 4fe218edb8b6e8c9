"""What no position can be; the first such thing is enough for its writer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import inf

from engine.merchant.fit import fit
from engine.merchant.lawful_missions import mission_slips
from engine.merchant.names import LONGEST_ISLAND, LONGEST_SHIP, is_name
from engine.merchant.products import AMMO_UNIT, CODES, FUEL_UNIT, MODULES, TORPEDO_UNIT
from engine.merchant.saved import Position, SavedPlayer, SavedShip
from engine.merchant.state import LARGEST, SIZE, SMALLEST, Island

_STRUCTURE = re.compile(rf"([{MODULES}]\+?)+")
LEEWAY = 1e-6


def unlawful(saved: Position) -> Iterator[str]:
    """Everything wrong with a position, place by place."""
    if saved.turn < 0:
        yield f"turn: {saved.turn} is below 0"
    yield from _twice("players", [player.name for player in saved.players])
    yield from _twice("islands", [island.name for island in saved.islands])
    yield from _twice("ships", [ship.name for ship in saved.ships])
    yield from _shared_names(saved)
    for n, island in enumerate(saved.islands):
        yield from island_slips(island, f"islands[{n}] ({island.name})")
    yield from crowded(saved.islands)
    islands = {island.name for island in saved.islands}
    for n, player in enumerate(saved.players):
        yield from _player(player, islands, f"players[{n}] ({player.name})")
    players = {player.name for player in saved.players}
    for n, ship in enumerate(saved.ships):
        yield from _ship(ship, players, f"ships[{n}] ({ship.name})")
        if ship.mission is not None:
            slips = mission_slips(ship.mission, ship.name, ship.leg, islands)
            yield from (f"ships[{n}] ({ship.name}).{slip}" for slip in slips)
    yield from _lines(saved)
    for claimed, role in saved.claims.items():
        if claimed not in islands or role not in players:
            yield f"claims: {claimed} for {role}: no such island or player"
    for pair in saved.pairs:
        if not set(pair) <= players or pair[0] == pair[1]:
            yield f"pairs: {pair[0]} and {pair[1]} are not two players"


def island_slips(island: Island, place: str) -> Iterator[str]:
    """What is wrong with one island (MER-1.1, MER-4, MER-5)."""
    if not is_name(island.name, LONGEST_ISLAND):
        yield f"{place}: a name is one word of up to {LONGEST_ISLAND} letters A to Z"
    if not (0 <= island.e <= SIZE and 0 <= island.n <= SIZE):
        yield f"{place}: {island.e}, {island.n} is not in the sea, which goes from 0 to 9999"
    for code in island.factories:
        if code != "?" and (len(code) != 1 or code not in CODES):
            yield f"{place}.factories: there is no product {code}"
    for code, units in island.stores.items():
        if len(code) != 1 or code not in CODES:
            yield f"{place}.stores: there is no product {code}"
        elif not 0 <= units < inf or (code in MODULES and units != int(units)):
            yield f"{place}.stores: {units} {code}"


def crowded(islands: Sequence[Island]) -> Iterator[str]:
    """Islands lie at least 1 km apart (MER-1.4): on whole km, no two at one point."""
    points = Counter((island.e, island.n) for island in islands)
    for island in islands:
        if points[island.e, island.n] > 1:
            yield f"islands ({island.name}): another island lies at {island.e}, {island.n}"


def _twice(what: str, names: Sequence[str]) -> Iterator[str]:
    if "" in names:
        yield f"{what}: one has no name"
    counts = Counter(name.casefold() for name in names)
    yield from (f"{what}: {name} is there twice" for name in names if counts[name.casefold()] > 1)


def _shared_names(saved: Position) -> Iterator[str]:
    islands = {island.name.casefold() for island in saved.islands}
    for ship in saved.ships:
        if ship.name.casefold() in islands:
            yield f"ships: {ship.name} is the name of an island"


def _player(player: SavedPlayer, islands: Collection[str], place: str) -> Iterator[str]:
    for name in (*player.visited, *([player.home] if player.home else ())):
        if name not in islands:
            yield f"{place}: there is no island {name}"
    if player.sunk < 0 or player.captures < 0:
        yield f"{place}: sunk and captures are 0 or more"


def _ship(ship: SavedShip, players: Collection[str], place: str) -> Iterator[str]:
    if not is_name(ship.name, LONGEST_SHIP):
        yield f"{place}: a name is one word of up to {LONGEST_SHIP} letters A to Z"
    if ship.owner not in players:
        yield f"{place}.owner: there is no player {ship.owner}"
    if ship.e is None or ship.n is None:
        where = f"there is no island {ship.island}" if ship.island else "e and n, or island"
        yield f"{place}: where she is: {where}"
    elif not (0 <= ship.e <= SIZE and 0 <= ship.n <= SIZE):
        yield f"{place}: {ship.e}, {ship.n} is not in the sea, which goes from 0 to 9999"
    if not _STRUCTURE.fullmatch(ship.structure):
        yield f"{place}.structure: {ship.structure} is not made of {MODULES}, with + for ruptures"
        return
    yield from _contents(ship, place)


def _contents(ship: SavedShip, place: str) -> Iterator[str]:
    able = fit(ship.structure)
    if not SMALLEST <= able.sound + able.ruptures <= LARGEST:
        yield f"{place}.structure: {able.sound + able.ruptures} modules, not 10 to 20"
    elif able.sunk:
        yield f"{place}.structure: {ship.structure} would have sunk"
    rooms = {
        "fuel": (ship.fuel, able.fuel_room / FUEL_UNIT),
        "ammo": (ship.ammo, able.ammo_room / AMMO_UNIT),
        "torpedoes": (ship.torpedoes, able.torpedo_room / TORPEDO_UNIT),
    }
    for what, (units, room) in rooms.items():
        if units is not None and not 0 <= units <= room + LEEWAY:
            yield f"{place}.{what}: {units} units, and she has room for {room:g}"
    if ship.cargo and (ship.cargo.product not in CODES or len(ship.cargo.product) != 1):
        yield f"{place}.cargo: there is no product {ship.cargo.product}"
    elif ship.cargo and not 0 < ship.cargo.units <= able.holds:
        yield f"{place}.cargo: {ship.cargo.units} units in {able.holds} holds"
    if ship.leg < 0 or ship.kills < 0:
        yield f"{place}: leg and kills are 0 or more"


def _lines(saved: Position) -> Iterator[str]:
    """Whom ships tow, aim at and chase."""
    ships = {ship.name: ship for ship in saved.ships}
    towed = Counter(ship.towing for ship in saved.ships if ship.towing)
    for n, ship in enumerate(saved.ships):
        place = f"ships[{n}] ({ship.name})"
        for word in ("towing", "target", "engaged"):
            other = getattr(ship, word)
            if other is not None and (other not in ships or other == ship.name):
                yield f"{place}.{word}: there is no other ship {other}"
        if ship.towing in ships and (towed[ship.towing] > 1 or ships[ship.towing].towing):
            yield f"{place}.towing: {ship.towing} is on another line, or tows herself"
