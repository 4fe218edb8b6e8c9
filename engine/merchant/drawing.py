"""A position as a few lines of text, and back: for fixtures, golden games and bug reports.

    turn 3 | vp_end 40
    world Archipelago
    player Ann | alliance Red | visited Delos Mid | sunk 1
    island Delos 1817E5081N G? | stores 1:2.5 G:3 | home
    ship Argo 2A2B4E11HR at 1817,5081 | owner Ann | fuel 1.9 | mission sail to Mid | leg 1

What a line leaves out is as usual: nothing visited, full tanks and magazines, no mission. Further
lines: `seen`, `gone`, `claim` and whatever else a position holds, one each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from engine.core.ruleset import BadPosition
from engine.merchant import saving
from engine.merchant.fit import fit
from engine.merchant.orders import line
from engine.merchant.products import AMMO_UNIT, FUEL_UNIT, TORPEDO_UNIT
from engine.merchant.state import Island, Player, Ship, State

BAR = " | "

#: What a position holds besides, drawn as data.
REST = ("alliances", "sunk", "over", "claims", "pairs", "sectors")


def draw(state: State) -> str:
    """The position as text: players, islands and ships in their order."""
    return "\n".join(_lines(state)) + "\n"


def read(text: str) -> State:
    """The position that was drawn. Raises `BadPosition`, which names the line or the place."""
    data: dict[str, Any] = {"turn": 1, "islands": [], "players": [], "ships": []}
    for number, row in enumerate(text.splitlines(), 1):
        if row.strip():
            try:
                _read_line(data, row.strip())
            except (ValueError, IndexError, KeyError):
                raise BadPosition(f"line {number} cannot be read: {row.strip()}") from None
    return saving.load(data)


def _lines(state: State) -> Iterator[str]:
    data = cast("dict[str, Any]", saving.dump(state))
    options = data.get("options", {})
    yield BAR.join([f"turn {state.turn}", *(f"{k} {json.dumps(v)}" for k, v in options.items())])
    if state.world:
        yield f"world {state.world}"
    yield from map(_player, state.players.values())
    yield from map(_island, state.islands.values())
    yield from map(_ship, state.ships.values())
    for key in REST:
        if key in data:
            yield f"{key} {json.dumps(data[key])}"


def _player(player: Player) -> str:
    parts = [f"player {player.name}", f"alliance {player.alliance}", f"dice {player.dice}"]
    if player.home:
        parts.append(f"home {player.home}")
    if player.visited:
        parts.append(f"visited {' '.join(sorted(player.visited))}")
    if player.sunk:
        parts.append(f"sunk {player.sunk}")
    if player.captures:
        parts.append(f"captures {player.captures}")
    if player.magic.place is not None:
        parts.append(f"magic {json.dumps(msgspec.to_builtins(player.magic))}")
    return BAR.join(parts)


def _island(island: Island) -> str:
    made = "".join(island.factories) or "-"
    parts = [f"island {island.name} {island.e:04d}E{island.n:04d}N {made}"]
    if island.stores:
        stores = " ".join(f"{code}:{units!r}" for code, units in island.stores.items())
        parts.append(f"stores {stores}")
    if island.home:
        parts.append("home")
    return BAR.join(parts)


def _ship(ship: Ship) -> str:
    able = fit(ship.structure)
    parts = [f"ship {ship.name} {ship.structure} at {ship.e!r},{ship.n!r}", f"owner {ship.owner}"]
    contents = (
        ("fuel", ship.fuel, able.fuel_room, FUEL_UNIT),
        ("ammo", ship.ammo, able.ammo_room, AMMO_UNIT),
        ("torpedoes", ship.torpedoes, able.torpedo_room, TORPEDO_UNIT),
    )
    parts += [f"{word} {have / unit!r}" for word, have, room, unit in contents if have != room]
    if ship.cargo:
        parts.append(f"cargo {ship.cargo.units} {ship.cargo.product}")
    if ship.mission:
        words = line(ship.mission).removeprefix(f"{ship.name} ")
        parts.append(f"mission {words} {json.dumps(msgspec.to_builtins(ship.mission))}")
    if ship.leg:
        parts.append(f"leg {ship.leg}")
    if ship.engagement != "ignore":
        parts.append(f"engagement {ship.engagement.value}")
    if ship.kills:
        parts.append(f"kills {ship.kills}")
    for word in ("towing", "target", "engaged"):
        if other := getattr(ship, word):
            parts.append(f"{word} {other}")
    return BAR.join(parts)


def _read_line(data: dict[str, Any], row: str) -> None:
    head, *rest = row.split(BAR)
    kind, _, subject = head.partition(" ")
    notes = dict(_note(part) for part in rest)
    match kind:
        case "turn":
            data["turn"] = int(subject)
            data["options"] = {key: json.loads(value) for key, value in notes.items()}
        case "world":
            data["world"] = subject
        case "player":
            data["players"].append({"name": subject, **_read_player(notes)})
        case "island":
            data["islands"].append(_read_island(subject, notes))
        case "ship":
            data["ships"].append(_read_ship(subject, notes))
        case _:
            if kind not in REST:
                raise ValueError(kind)
            data[kind] = json.loads(subject)


def _note(part: str) -> tuple[str, str]:
    key, _, value = part.strip().partition(" ")
    return key, value


def _read_player(notes: Mapping[str, str]) -> dict[str, Any]:
    read: dict[str, Any] = dict(notes)
    for word in ("sunk", "captures", "magic"):
        if word in read:
            read[word] = json.loads(read[word])
    if "visited" in read:
        read["visited"] = read["visited"].split()
    return read


def _read_island(subject: str, notes: Mapping[str, str]) -> dict[str, Any]:
    name, place, made = subject.split()
    east, _, north = place.rstrip("N").partition("E")
    stores = (part.split(":") for part in notes.get("stores", "").split())
    return {
        "name": name,
        "e": int(east),
        "n": int(north),
        "factories": [code for code in made if code != "-"],
        "stores": {code: json.loads(units) for code, units in stores},
        "home": "home" in notes,
    }


def _read_ship(subject: str, notes: Mapping[str, str]) -> dict[str, Any]:
    name, structure, _, place = subject.split()
    east, north = place.split(",")
    read: dict[str, Any] = {"name": name, "structure": structure, "e": float(east)}
    read |= {"n": float(north), **notes}
    for word in ("fuel", "ammo", "torpedoes", "leg", "kills"):
        if word in read:
            read[word] = json.loads(read[word])
    if "cargo" in read:
        units, product = read["cargo"].split()
        read["cargo"] = {"product": product, "units": int(units)}
    if "mission" in read:
        read["mission"] = json.loads(read["mission"][read["mission"].index("{") :])
    return read
