"""Everything that can be wrong with a scenario file (OFF-3.3), all of it listed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from engine.core.naming import nearest
from engine.core.ruleset import Json, Problem
from engine.offmap.names import RESERVED, RULE, is_name, key
from engine.offmap.state import SUBS, Kind, Tag

Table: TypeAlias = Mapping[str, Json]
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]

TABLES = ("side", "area", "place", "class")
TOP_KEYS = ("game", "rules", *TABLES, "stack")
SIDES = 2


class SideRow(msgspec.Struct):
    name: str
    ep: Amount = 0
    income: Amount = 0
    command_points: Amount = 0


class AreaRow(msgspec.Struct):
    name: str
    side: str
    survey_points: Amount = 0


class PlaceRow(msgspec.Struct):
    entry: dict[str, Annotated[int, msgspec.Meta(ge=1)]] = {}
    links: dict[str, Annotated[int, msgspec.Meta(ge=1)]] = {}
    supply: list[str] = []


class ClassRow(msgspec.Struct):
    name: str
    kind: Kind
    power: Amount
    crippled_power: Amount
    command: Amount
    move: Amount
    tags: list[Tag] = []


class Stack(msgspec.Struct):
    """Units of one side at one place."""

    side: str
    at: str
    #: Class to names.
    ships: dict[str, list[str]]
    groups: dict[str, list[str]] = {}
    crippled: list[str] = []
    capital: list[str] = []
    reserve: bool = False
    #: Units that begin in the far zone, or in the survey zone (zones).
    far: list[str] = []
    #: Fixed things to their sub-areas (zones = seven).
    sub: dict[str, int] = {}


ROWS: Mapping[str, type[msgspec.Struct]] = {
    "side": SideRow,
    "area": AreaRow,
    "place": PlaceRow,
    "class": ClassRow,
}


def problems(data: Table, options: Mapping[str, Json]) -> tuple[Problem, ...]:
    """What is wrong in the shape of the file; with a good shape, what does not fit together."""
    shape = (*unknown(data, TOP_KEYS, "the scenario"), *_shape(data))
    if all(problem.code == "unknown-key" for problem in shape):
        return (*shape, *_Whole(data, options).problems())
    return shape


def bad(code: str, text: str, suggestion: str = "") -> Problem:
    return Problem(code, text, suggestion=suggestion, rule="OFF-3.3")


def unknown(given: Table, known: Sequence[str], where: str) -> Iterator[Problem]:
    """Keys that are none, each with the nearest that is one."""
    for name in given:
        if name not in known:
            near = nearest(name, known)
            hint = f"Do you mean {near}?" if near else f"Known are {', '.join(known)}."
            yield bad("unknown-key", f"{where}: there is no {name}. {hint}", near)


def _shape(data: Table) -> Iterator[Problem]:
    for table, shape in ROWS.items():
        rows = data.get(table)
        if not isinstance(rows, Mapping) or not rows:
            yield bad("missing", f"The scenario needs at least one [{table}.NAME].")
            continue
        for name, row in rows.items():
            yield from _row(f"{table} {name}", row, shape)
    stacks = data.get("stack")
    if not isinstance(stacks, Sequence) or isinstance(stacks, str) or not stacks:
        yield bad("missing", "The scenario needs at least one [[stack]].")
        return
    for number, row in enumerate(stacks, 1):
        yield from _row(f"stack {number}", row, Stack)


def _row(where: str, row: Json, shape: type[msgspec.Struct]) -> Iterator[Problem]:
    if isinstance(row, Mapping):
        yield from unknown(row, shape.__struct_fields__, where)
    try:
        msgspec.convert(row, shape)
    except msgspec.ValidationError as slip:
        yield bad("bad-value", f"{where}: {slip}.")


class _Whole:
    """A file of good shape: what does not fit together."""

    def __init__(self, data: Table, options: Mapping[str, Json]) -> None:
        self.sides = msgspec.convert(data["side"], dict[str, SideRow])
        self.areas = msgspec.convert(data["area"], dict[str, AreaRow])
        self.places = msgspec.convert(data["place"], dict[str, PlaceRow])
        self.classes = msgspec.convert(data["class"], dict[str, ClassRow])
        self.stacks = msgspec.convert(data["stack"], list[Stack])
        self.first = options.get("first", "")
        self.seven = options.get("zones") == "seven"

    def problems(self) -> Iterator[Problem]:
        yield from self._sides()
        yield from self._areas()
        yield from self._places()
        yield from self._names()
        for number, stack in enumerate(self.stacks, 1):
            yield from self._stack(stack, f"stack {number}")
        yield from self._groups()
        if self.seven:
            yield from self._subs()

    def _sides(self) -> Iterator[Problem]:
        if len(self.sides) != SIDES:
            yield bad("two-sides", f"There are two sides in this game, not {len(self.sides)}.")
        if self.first:
            yield from _known(str(self.first), self.sides, "first", "side")
        for name in (*self.sides, *self.areas, *self.places):
            if not is_name(name):
                yield bad("bad-name", f"{name} cannot be a name: it is {RULE}.")
            elif name.casefold() in RESERVED:
                yield _reserved(name)

    def _areas(self) -> Iterator[Problem]:
        for name, area in self.areas.items():
            yield from _known(area.side, self.sides, f"area {name}, its side", "side")
        seen: dict[str, str] = {}
        for name in (*self.areas, *self.places):
            if seen.setdefault(key(name), name) is not name:
                yield bad("name-twice", f"Two areas or places are called {name}.")

    def _places(self) -> Iterator[Problem]:
        for name, place in self.places.items():
            for area in place.entry:
                yield from _known(area, self.areas, f"place {name}, entry", "area")
            for link in place.links:
                yield from _known(link, self.places, f"place {name}, links", "place")
            for side in place.supply:
                yield from _known(side, self.sides, f"place {name}, supply", "side")

    def _names(self) -> Iterator[Problem]:
        names = [name for stack in self.stacks for row in stack.ships.values() for name in row]
        counts = Counter(map(key, names))
        where = set(map(key, (*self.areas, *self.places)))
        for name in dict.fromkeys(names):
            if not is_name(name):
                yield bad("bad-name", f"{name} cannot be a unit: a name is {RULE}.")
            elif name.casefold() in RESERVED:
                yield _reserved(name)
            if counts[key(name)] > 1:
                yield bad("name-twice", f"More than one unit is called {name}.")
            elif key(name) in where:
                yield bad("name-twice", f"An area or place is called {name} already.")

    def _stack(self, stack: Stack, where: str) -> Iterator[Problem]:
        yield from _known(stack.side, self.sides, where, "side")
        if stack.at not in self.places:
            yield from _known(stack.at, self.areas, where, "area or place", self.places)
        area = self.areas.get(stack.at)
        if area is not None and area.side != stack.side:
            yield bad("wrong-area", f"{where}: {stack.at} is the other side's area.")
        for kind in stack.ships:
            yield from _known(kind, self.classes, where, "class")
        own = [name for row in stack.ships.values() for name in row]
        groups = [name for members in stack.groups.values() for name in members]
        for name in (*stack.crippled, *stack.capital, *stack.far, *groups, *stack.sub):
            yield from _known(name, own, where, "unit")
        for name, count in Counter(groups).items():
            if count > 1:
                yield bad("group-twice", f"{where}: {name} is in more than one carrier group.")

    def _groups(self) -> Iterator[Problem]:
        sides: defaultdict[str, set[str]] = defaultdict(set)
        for stack in self.stacks:
            for tag in stack.groups:
                sides[key(tag)].add(stack.side)
        for tag, owners in sides.items():
            if len(owners) > 1:
                yield bad("group-sides", f"Carrier group {tag} has units of two sides.")

    def _subs(self) -> Iterator[Problem]:
        fixed = {
            name
            for stack in self.stacks
            for kind, names in stack.ships.items()
            if kind in self.classes and self.classes[kind].kind in ("base", "planet")
            for name in names
        }
        for area in self.areas:
            subs: Counter[int] = Counter()
            for stack in self.stacks:
                if stack.at != area:
                    continue
                for name, sub in stack.sub.items():
                    if sub not in SUBS:
                        yield bad("bad-sub", f"{name}: there is no sub-area {sub}, only 1 to 6.")
                    subs[sub] += name in fixed
            empty = [sub for sub in SUBS if not subs[sub]]
            for sub in sorted(subs):
                if subs[sub] > 1 and empty:
                    text = f"{area}: sub-area {sub} holds {subs[sub]} things, and {empty[0]} none."
                    yield bad("sub-crowded", text)


def _reserved(name: str) -> Problem:
    return bad("reserved", f"{name} is a word of the order language: choose another name.")


def _known(
    name: str, among: Any, where: str, what: str, others: Mapping[str, object] | None = None
) -> Iterator[Problem]:
    if name not in among:
        near = nearest(name, [*among, *(others or ())])
        hint = f" Do you mean {near}?" if near else ""
        yield bad("unknown-name", f"{where}: there is no {what} {name}.{hint}", near)
