"""Boards: the islands of a game and its options, read from a file and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeGuard, get_origin

import msgspec

from engine.core.hexes import Hex
from engine.core.naming import nearest
from engine.core.ruleset import Json, Problem, Seating
from engine.core.structure import BadStructure, expand
from engine.core.wording import enumeration
from engine.raider.names import LONGEST_NAME, RESERVED
from engine.raider.signing import may_start
from engine.raider.state import LETTERS, Island, IslandName, Options

BOARD_KEYS = ("name", "for_players", "islands", "options")
ISLAND_KEYS = ("name", "q", "r", "speciality", "group", "start", "stores")
OPTION_KEYS = Options.__struct_fields__

Table = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that has passed all checks, with the options of the game."""

    name: str
    islands: tuple[Island, ...]
    options: Options
    #: How many may play.
    most: int

    @property
    def seating(self) -> Seating:
        return Seating(self.options.min_players, self.most)


def read(data: Json, options: Mapping[str, Json]) -> Board | tuple[Problem, ...]:
    """A board file with a game's options over its own, or everything that is wrong with it."""
    if not isinstance(data, Mapping):
        return (_bad("board-shape", "A board is a table with a name and islands."),)
    problems = [*_board_problems(data), *_option_problems(data, options)]
    rows = data.get("islands")
    problems += _islands_problems(rows if _is_list(rows) else ())
    if problems:
        return tuple(problems)
    return _seated(msgspec.convert(data, _File), options)


class _File(msgspec.Struct):
    """A board file that has passed."""

    name: str
    islands: list[_Row]
    for_players: int | None = None
    options: dict[str, Any] = {}


class _Row(msgspec.Struct):
    name: IslandName
    q: int
    r: int
    speciality: str
    group: str = ""
    start: bool = False
    stores: dict[str, int] = {}

    def island(self) -> Island:
        return Island(
            self.name,
            self.q,
            self.r,
            self.speciality,
            stores=self.stores,
            group=self.group,
            listed=self.start,
        )


def _seated(file: _File, over: Mapping[str, Json]) -> Board | tuple[Problem, ...]:
    """The board, if there are starts for as many as may play."""
    options = msgspec.convert({**file.options, **over}, Options)
    islands = tuple(row.island() for row in file.islands)
    starts = sum(may_start(island, options) for island in islands)
    most = options.max_players or file.for_players or starts
    if most > starts:
        text = f"{most} players need as many start islands; the board has {starts}."
        return (_bad("too-few-starts", text),)
    if options.min_players > most:
        text = f"min_players is {options.min_players}, but only {most} may play."
        return (_bad("too-many-needed", text),)
    return Board(file.name, islands, options, most)


def _board_problems(data: Table) -> Iterator[Problem]:
    yield from _unknown(data, BOARD_KEYS, "board")
    if not isinstance(data.get("name"), str) or not data["name"]:
        yield _bad("no-name", 'The board needs a name: name = "Pentarchy".')
    players = data.get("for_players", 2)
    if not _is_int(players) or players < 2:
        yield _bad("for-players", "for_players is a number from 2 on.")
    if not _is_list(data.get("islands")) or not data["islands"]:
        yield _bad("no-islands", "The board needs a list of islands.")


def _option_problems(data: Table, options: Mapping[str, Json]) -> Iterator[Problem]:
    own = data.get("options", {})
    if not isinstance(own, Mapping):
        yield _bad("options-shape", "options is a table of names and values.")
        own = {}
    given = {**own, **options}
    yield from _unknown(given, OPTION_KEYS, "option")
    for name, value in given.items():
        if name in OPTION_KEYS:
            yield from _option(name, value)


def _option(name: str, value: Json) -> Iterator[Problem]:
    try:
        msgspec.convert({name: value}, Options)
    except msgspec.ValidationError as slip:
        reason = str(slip).split(" - at ")[0]
        yield _bad("bad-option", f"Option {name} cannot be {value!r}: {_legal(name, reason)}.")


def _legal(name: str, reason: str) -> str:
    """The values that would do."""
    kind = next(field.type for field in msgspec.structs.fields(Options) if field.name == name)
    if kind is bool:
        return "it is true or false"
    if get_origin(kind) is Annotated:
        (limits,) = kind.__metadata__
        return f"it is a whole number from {limits.ge} to {limits.le}"
    words = getattr(kind, "__args__", ())
    return f"it is one of {', '.join(words)}" if words else reason


def _islands_problems(rows: Sequence[Json]) -> Iterator[Problem]:
    names: set[str] = set()
    hexes: dict[Hex, str] = {}
    for place, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            yield _bad("island-shape", f"Island {place} is not a table.")
            continue
        name = row.get("name")
        label = name if isinstance(name, str) and name else f"Island {place}"
        yield from _unknown(row, ISLAND_KEYS, f"{label}")
        yield from _name_problems(name, label)
        yield from _island_problems(row, label)
        if label.casefold() in names:
            yield _bad("duplicate-name", f"There are two islands called {label}.")
        names.add(label.casefold())
        q, r = row.get("q"), row.get("r")
        if _is_int(q) and _is_int(r):
            if (there := hexes.get(Hex(q, r))) is not None:
                yield _bad("same-hex", f"{there} and {label} lie in one hex, {q},{r}.")
            hexes.setdefault(Hex(q, r), label)


def _name_problems(name: Json, label: str) -> Iterator[Problem]:
    if not isinstance(name, str) or not name:
        yield _bad("no-name", f"{label} has no name.")
    elif not (name.isascii() and name.isalpha() and len(name) <= LONGEST_NAME):
        text = (
            f"{name} cannot be an island: a name is one word of up to {LONGEST_NAME} letters A-Z."
        )
        yield _bad("bad-name", text)
    elif name.casefold() in RESERVED:
        yield _bad("name-reserved", f"{name} is a word of the order language: choose another.")
    elif _is_structure(name):
        yield _bad("name-structure", f"{name} can be read as a ship's structure: choose another.")


def _is_structure(name: str) -> bool:
    try:
        expand(name, LETTERS)
    except BadStructure:
        return False
    return True


def _island_problems(row: Table, label: str) -> Iterator[Problem]:
    for axis in "qr":
        if not _is_int(row.get(axis)):
            yield _bad("bad-hex", f"{label}: {axis} must be a whole number.")
    made = row.get("speciality")
    if not (isinstance(made, str) and len(made) == 1 and made in LETTERS):
        letters = enumeration(tuple(LETTERS))
        yield _bad("bad-speciality", f"{label}: speciality is one letter of {letters}.")
    if not isinstance(row.get("group", ""), str):
        yield _bad("bad-group", f"{label}: group is a word.")
    if not isinstance(row.get("start", False), bool):
        yield _bad("bad-start", f"{label}: start is true or false.")
    elif row.get("start") and made == "E":
        yield _bad("bad-start", f"{label} makes engines: nobody may start there.")
    yield from _stores_problems(row.get("stores", {}), label)


def _stores_problems(stores: Json, label: str) -> Iterator[Problem]:
    if not isinstance(stores, Mapping):
        yield _bad("bad-stores", f"{label}: stores is a table such as {{ E = 8, G = 2 }}.")
        return
    for letter, number in stores.items():
        if letter not in LETTERS or len(letter) != 1:
            yield _bad("bad-stores", f"{label}: there is no module {letter}.")
        elif not _is_int(number) or number < 0:
            yield _bad("bad-stores", f"{label}: the number of {letter} must be 0 or more.")


def _unknown(given: Mapping[str, Json], known: Sequence[str], where: str) -> Iterator[Problem]:
    for key in given:
        if key not in known:
            near = nearest(key, known)
            hint = f"Do you mean {near}?" if near else f"Known are {enumeration(known)}."
            yield _bad("unknown-key", f"{where}: there is no {key}. {hint}", near)


def _bad(code: str, text: str, suggestion: str = "") -> Problem:
    return Problem(code, text, suggestion=suggestion)


def _is_int(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
