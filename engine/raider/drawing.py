"""A position as a few lines of text, and back: for fixtures, golden games and bug reports.

    turn 3 | last_turn 12
    player Ann | kills 2 | visited Agnes Pearl
    player Bob | overlord Ann | visited Pearl
    island Agnes 0,0 G | owner Ann | stores 3E 12G | group Saints | start
      ship Ajax 3E2G | owner Ann | kills 1

What a line leaves out is as usual: no kills, one's own overlord, no owner, empty stores. A ship
lies at the island above her. Further lines: `board NAME`, `claim ISLAND PLAYER`, `gone NAME NAME`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.ruleset import BadPosition
from engine.core.structure import shorten
from engine.raider import saving
from engine.raider.state import Island, Options, Player, Ship, State

BAR = " | "


def draw(state: State) -> str:
    """The position as text, everything by name, so that equal positions look equal."""
    return "\n".join(_lines(state)) + "\n"


def read(text: str) -> State:
    """The position that was drawn. Raises `BadPosition`, which names the line or the place."""
    data: dict[str, Any] = {"turn": 1, "islands": [], "players": [], "ships": []}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                _read_line(data, line.strip())
            except (ValueError, IndexError, KeyError):
                raise BadPosition(f"line {number} cannot be read: {line.strip()}") from None
    return saving.load(data)


def _lines(state: State) -> Iterator[str]:
    yield BAR.join([f"turn {state.turn}", *_options(state.options)])
    if state.board:
        yield f"board {state.board}"
    for player in sorted(state.players.values(), key=lambda player: player.name):
        yield _player(player)
    for island in sorted(state.islands.values(), key=lambda island: island.name):
        yield _island(island)
        ships = (ship for ship in state.ships.values() if ship.island == island.name)
        yield from map(_ship, sorted(ships, key=lambda ship: ship.name))
    for claimed, role in sorted(state.claims.items()):
        yield f"claim {claimed} {role}"
    if state.names_gone:
        yield f"gone {' '.join(sorted(state.names_gone))}"


def _options(options: Options) -> Iterator[str]:
    usual = Options()
    for name in Options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(usual, name):
            yield f"{name} {str(value).lower()}"


def _player(player: Player) -> str:
    parts = [f"player {player.name}"]
    if player.overlord != player.name:
        parts.append(f"overlord {player.overlord}")
    if player.kills:
        parts.append(f"kills {player.kills}")
    if player.visited:
        parts.append(f"visited {' '.join(sorted(player.visited))}")
    return BAR.join(parts)


def _island(island: Island) -> str:
    parts = [f"island {island.name} {island.q},{island.r} {island.speciality}"]
    if island.owner is not None:
        parts.append(f"owner {island.owner}")
    if stores := {letter: n for letter, n in sorted(island.stores.items()) if n}:
        parts.append(f"stores {' '.join(f'{n}{letter}' for letter, n in stores.items())}")
    if island.group:
        parts.append(f"group {island.group}")
    if island.listed:
        parts.append("start")
    return BAR.join(parts)


def _ship(ship: Ship) -> str:
    parts = [f"  ship {ship.name} {shorten(ship.structure)}", f"owner {ship.owner}"]
    if ship.kills:
        parts.append(f"kills {ship.kills}")
    return BAR.join(parts)


def _read_line(data: dict[str, Any], line: str) -> None:
    head, *rest = line.split(BAR)
    kind, _, subject = head.partition(" ")
    notes = dict(_note(part) for part in rest)
    match kind:
        case "turn":
            data["turn"] = int(subject)
            data["options"] = msgspec.to_builtins(msgspec.convert(notes, Options, strict=False))
        case "board":
            data["board"] = subject
        case "player":
            data["players"].append({"name": subject, **_counted(notes)})
        case "island":
            data["islands"].append(_read_island(subject, notes))
        case "ship":
            name, structure = subject.split()
            ship = {"name": name, "structure": structure, "island": data["islands"][-1]["name"]}
            data["ships"].append(ship | _counted(notes))
        case "claim":
            island, _, role = subject.partition(" ")
            data.setdefault("claims", {})[island] = role
        case "gone":
            data["names_gone"] = subject.split()
        case _:
            raise ValueError(kind)


def _note(part: str) -> tuple[str, str]:
    key, _, value = part.strip().partition(" ")
    return key, value


def _counted(notes: Mapping[str, str]) -> dict[str, Any]:
    read: dict[str, Any] = dict(notes)
    if "kills" in notes:
        read["kills"] = int(notes["kills"])
    if "visited" in notes:
        read["visited"] = notes["visited"].split()
    return read


def _read_island(subject: str, notes: Mapping[str, str]) -> dict[str, Any]:
    name, place, speciality = subject.split()
    q, r = place.split(",")
    return {
        "name": name,
        "q": int(q),
        "r": int(r),
        "speciality": speciality,
        "owner": notes.get("owner"),
        "stores": {part[-1]: int(part[:-1] or 1) for part in notes.get("stores", "").split()},
        "group": notes.get("group", ""),
        "listed": "start" in notes,
    }
