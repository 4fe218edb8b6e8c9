"""Worlds: the islands of a game and its options, read from a file and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import msgspec

from engine.core.naming import nearest
from engine.core.ruleset import Json, Problem, Seating
from engine.core.structure import BadStructure, expand
from engine.merchant.lawful import crowded, island_slips
from engine.merchant.names import RESERVED, is_name
from engine.merchant.options import Options
from engine.merchant.orders import IslandName
from engine.merchant.products import MODULES
from engine.merchant.state import AllianceName, Island

WORLD_KEYS = ("name", "islands", "alliances", "options")
ISLAND_KEYS = ("name", "e", "n", "factories", "stores", "home")
ALLIANCE_KEYS = ("name", "homes")
OPTION_KEYS = Options.__struct_fields__
LEAST_PLAYERS = 2

Table = Mapping[str, Json]


class Sector(msgspec.Struct, frozen=True):
    """The homes that lie together, and what the alliance there is called if it has no name."""

    name: AllianceName
    homes: tuple[IslandName, ...]


@dataclass(frozen=True, slots=True)
class World:
    """A world that has passed all checks, with the options of the game."""

    name: str
    islands: tuple[Island, ...]
    sectors: tuple[Sector, ...]
    options: Options

    @property
    def seating(self) -> Seating:
        homes = sum(island.home for island in self.islands)
        return Seating(LEAST_PLAYERS, homes * 2 if self.options.shared_homes else homes)


def read(data: Json, options: Mapping[str, Json]) -> World | tuple[Problem, ...]:
    """A world file with a game's options over its own, or everything that is wrong with it."""
    if not isinstance(data, Mapping):
        return (_bad("world-shape", "A world is a table with a name and islands."),)
    problems = [*_world_problems(data), *_option_problems(data, options)]
    rows, sectors = data.get("islands"), data.get("alliances", ())
    problems += _rows(rows if _is_list(rows) else ())
    if not problems:
        problems += _sector_problems(sectors if _is_list(sectors) else (), rows)
    if problems:
        return tuple(problems)
    file = msgspec.convert(data, _File)
    chosen = msgspec.convert({**file.options, **options}, Options)
    return World(file.name, tuple(file.islands), tuple(file.alliances), chosen)


class _File(msgspec.Struct):
    """A world file that has passed."""

    name: str
    islands: list[Island]
    alliances: list[Sector] = []
    options: dict[str, Any] = {}


def _world_problems(data: Table) -> Iterator[Problem]:
    yield from _unknown(data, WORLD_KEYS, "world")
    if not isinstance(data.get("name"), str) or not data["name"]:
        yield _bad("no-name", 'The world needs a name: name = "Archipelago".')
    if not _is_list(data.get("islands")) or not data["islands"]:
        yield _bad("no-islands", "The world needs a list of islands.")
    if not _is_list(data.get("alliances", ())):
        yield _bad("alliances-shape", "alliances is a list of tables with a name and homes.")


def _option_problems(data: Table, options: Mapping[str, Json]) -> Iterator[Problem]:
    own = data.get("options", {})
    if not isinstance(own, Mapping):
        yield _bad("options-shape", "options is a table of names and values.")
        own = {}
    given = {**own, **options}
    yield from _unknown(given, OPTION_KEYS, "option")
    for name, value in given.items():
        if name in OPTION_KEYS:
            try:
                msgspec.convert({name: value}, Options)
            except msgspec.ValidationError as slip:
                reason = str(slip).split(" - at ")[0]
                text = f"Option {name} cannot be {value!r}: {_legal(name, reason)}."
                yield _bad("bad-option", text)


def _legal(name: str, reason: str) -> str:
    """The values that would do."""
    kind = next(field.type for field in msgspec.structs.fields(Options) if field.name == name)
    if kind is bool:
        return "it is true or false"
    words = [str(word) for word in getattr(kind, "__args__", ()) if isinstance(word, str)]
    return f"it is one of {', '.join(words)}" if words else reason[:1].lower() + reason[1:]


def _rows(rows: Sequence[Json]) -> Iterator[Problem]:
    islands: list[Island] = []
    names: set[str] = set()
    for place, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            yield _bad("island-shape", f"Island {place} is not a table.")
            continue
        name = row.get("name")
        label = name if isinstance(name, str) and name else f"Island {place}"
        yield from _unknown(row, ISLAND_KEYS, label)
        yield from _name_problems(label)
        if label.casefold() in names:
            yield _bad("duplicate-name", f"There are two islands called {label}.")
        names.add(label.casefold())
        known = {key: value for key, value in row.items() if key in ISLAND_KEYS}
        try:
            island = msgspec.convert(known, Island)
        except msgspec.ValidationError as slip:
            yield _bad("bad-island", f"{label}: {slip}.")
            continue
        islands.append(island)
        yield from (_bad("bad-island", f"{slip}.") for slip in island_slips(island, label))
        if not 1 <= len(island.factories) <= 2:
            yield _bad("factories", f"{label}: an island has one or two factories.")
    yield from (_bad("same-place", f"{slip}.") for slip in crowded(islands))
    if islands and sum(island.home for island in islands) < LEAST_PLAYERS:
        yield _bad("too-few-homes", "At least two islands must have home = true, to start from.")


def _name_problems(name: str) -> Iterator[Problem]:
    if name.casefold() in RESERVED:
        yield _bad("name-reserved", f"{name} is a word of the order language: choose another.")
    elif _is_structure(name):
        yield _bad("name-structure", f"{name} can be read as a ship's structure: choose another.")


def _is_structure(name: str) -> bool:
    try:
        return len(expand(name, MODULES)) > 1
    except BadStructure:
        return False


def _sector_problems(rows: Sequence[Json], islands: Json) -> Iterator[Problem]:
    listed = islands if _is_list(islands) else ()
    homes = {row["name"] for row in listed if isinstance(row, Mapping) and row.get("home")}
    used: set[Json] = set()
    for place, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            yield _bad("alliance-shape", f"Alliance {place} is not a table.")
            continue
        yield from _unknown(row, ALLIANCE_KEYS, f"alliance {place}")
        name, lands = row.get("name"), row.get("homes", ())
        if not isinstance(name, str) or not is_name(name):
            yield _bad("bad-name", f"Alliance {place}: the name is one word of up to 12 letters.")
        for land in lands if _is_list(lands) else (lands,):
            if land not in homes or land in used:
                text = f"Alliance {place}: {land} is no home, or belongs to another alliance."
                yield _bad("bad-home", text)
            used.add(land)


def _unknown(given: Mapping[str, Json], known: Sequence[str], where: str) -> Iterator[Problem]:
    for key in given:
        if key not in known:
            near = nearest(key, known)
            hint = f"Do you mean {near}?" if near else f"Known are {', '.join(known)}."
            yield _bad("unknown-key", f"{where}: there is no {key}. {hint}", near)


def _bad(code: str, text: str, suggestion: str = "") -> Problem:
    return Problem(code, text, suggestion=suggestion)


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
