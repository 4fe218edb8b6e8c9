"""A drawing read back into the position that it shows (see `drawing`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core.ruleset import BadPosition
from engine.offmap import saving
from engine.offmap.drawing import BAR, NOBODY, SLASH
from engine.offmap.options import Options
from engine.offmap.raids import Raid
from engine.offmap.state import State

LISTS = frozenset(
    {"with_objective", "excused", "joins_near", "survey_ships", "committed", "search_dice", "sizes"}
)
"""Fields of a raid that are names or numbers in a row."""

_HEAD = re.compile(r"(?P<kind>[a-z]+) (?P<name>[^:|]+?)(?:: (?P<rest>.*))?")
_UNIT = re.compile(r"(?P<name>\S+) (?P<type>\S+?)(?: \((?P<notes>.*)\))?")
_FLAGS = frozenset({"crippled", "capital", "reserve", "found", "began_crippled"})


def read(text: str) -> State:
    """The position that was drawn. Raises `BadPosition`, which names the line or the place."""
    desk = _Desk()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                desk.take(line)
            except (ValueError, KeyError, TypeError):
                raise BadPosition(f"line {number} cannot be read: {line.strip()}") from None
    return saving.load(desk.data)


class _Desk:
    """Where the lines are sorted, one after the other."""

    def __init__(self) -> None:
        tables = ("sides", "classes", "areas", "places", "units", "raids", "wrecks")
        self.data: dict[str, Any] = {"stage": 0, **{name: {} for name in tables}}
        #: What the indented lines below belong to: the kind of thing, and its row.
        self._open: tuple[str, dict[str, Any]] = ("", {})

    def take(self, line: str) -> None:
        if line.startswith(" "):
            self._inside(line.strip())
        elif "stage" not in line.partition(BAR)[2]:
            self._thing(line)
        else:
            self._first(line.split(BAR)[1:])

    def _first(self, parts: list[str]) -> None:
        notes = dict(part.split(" ", 1) for part in parts)
        self.data["stage"] = int(notes.pop("stage"))
        self.data["options"] = msgspec.to_builtins(msgspec.convert(notes, Options, strict=False))

    def _thing(self, line: str) -> None:
        head, *notes = line.split(BAR)
        found = _match(_HEAD, head)
        kind, name, rest = found["kind"], found["name"], found["rest"] or ""
        if kind == "title":
            self.data["title"] = head.removeprefix("title ")
            return
        if kind == "destroyed":
            side, at = name.split(" at ")
            self.data["wrecks"] |= dict(_units(rest, side, at))
            return
        row = _ROWS[kind](name, rest, dict(_note(note) for note in notes))
        self.data[_TABLES[kind]][row.get("id", row.get("area"))] = row
        self._open = (kind, row)

    def _inside(self, line: str) -> None:
        kind, row = self._open
        word, _, rest = line.partition(" ")
        if kind == "raid":
            row[word] = _field(word, rest)
        elif word.endswith(":"):
            self.data["units"] |= dict(_units(rest, word[:-1], row["id"]))
        else:
            _plan(row.setdefault("plans", {}), word, rest)


Notes = dict[str, Any]


def _side(name: str, rest: str, notes: Notes) -> dict[str, Any]:
    numbers = {"ep": int(notes["EP"]), "income": int(notes["income"])}
    points = int(notes["command"].removeprefix("points "))
    return {"id": name, "name": rest, **numbers, "command_points": points}


def _class(name: str, rest: str, notes: Notes) -> dict[str, Any]:
    kind = next(word for word, value in notes.items() if not value)
    numbers = {word: int(notes[word]) for word in ("power", "command", "move")}
    tags = notes["tags"].split(", ") if "tags" in notes else []
    own = {"id": name, "name": rest, "kind": kind, "tags": tags, **numbers}
    return {**own, "crippled_power": int(notes["crippled"])}


def _area(name: str, rest: str, notes: Notes) -> dict[str, Any]:
    called, _, side = rest.rpartition(" of ")
    found = [int(sub) for sub in notes["found"].split(", ")] if "found" in notes else []
    raids = dict(_pairs(notes.get("raids", "")))
    points = {"survey_points": int(notes["survey"]), "survey_lost": int(notes.get("lost", 0))}
    return {"id": name, "name": called, "side": side, "found": found, "raids": raids, **points}


def _place(name: str, _rest: str, notes: Notes) -> dict[str, Any]:
    tables = {word: dict(_pairs(notes.get(word, ""))) for word in ("entry", "links")}
    supply = notes["supply"].split(", ") if "supply" in notes else []
    return {"id": name, "supply": supply, **tables}


def _raid(name: str, rest: str, _notes: Notes) -> dict[str, Any]:
    area, _, place = name.partition(" from ")
    return {"area": area, "place": place, "force": rest.split(", ")}


_ROWS = {"side": _side, "class": _class, "area": _area, "place": _place, "raid": _raid}
_TABLES = {
    "side": "sides",
    "class": "classes",
    "area": "areas",
    "place": "places",
    "raid": "raids",
}


def _plan(plans: dict[str, Any], word: str, rest: str) -> None:
    """A standing order, in the words in which it is given."""
    if word == "near":
        order = rest if rest in ("strongest", "weakest") else [int(n) for n in rest.split()]
        plans["near"] = {"verb": "near", "order": order}
    elif word == "guard":
        target, _, ships = rest.partition(" with ")
        plans.setdefault("guards", {})[target] = ships.split(", ")
    elif word == "shelter":
        units, _, at = rest.rpartition(" at ")
        plans.setdefault("shelters", {}).update(dict.fromkeys(units.split(", "), at))
    elif word == "assign":
        units, _, sub = rest.rpartition(" to area ")
        if units == "rest":
            plans["rest"] = int(sub)
        else:
            plans.setdefault("assigned", {}).update(dict.fromkeys(units.split(", "), int(sub)))
    else:
        raise ValueError(word)


def _units(text: str, side: str, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for told in text.split(", "):
        found = _match(_UNIT, told)
        row: dict[str, Any] = {"name": found["name"], "type": found["type"], "side": side, "at": at}
        for note in (found["notes"] or "").split("; ") if found["notes"] else ():
            word, value = _note(note)
            row[word] = True if word in _FLAGS else int(value) if value.isdigit() else value
        yield found["name"], row


def _field(name: str, text: str) -> Any:
    """A field of a raid as its type wants it."""
    if text[:1] in ("{", "["):
        return json.loads(text)
    if name == "forces":
        return [[] if force == NOBODY else force.split(", ") for force in text.split(SLASH)]
    if name == "modifiers":
        return list(map(list, _pairs(text)))
    kind = next(field.type for field in msgspec.structs.fields(Raid) if field.name == name)
    if name in LISTS:
        return msgspec.to_builtins(msgspec.convert(text.split(", "), kind, strict=False))
    return msgspec.to_builtins(msgspec.convert(text, kind, strict=False))


def _pairs(text: str) -> Iterator[tuple[str, int]]:
    for pair in filter(None, text.split(", ")):
        name, number = pair.rsplit(" ", 1)
        yield name, int(number)


def _note(part: str) -> tuple[str, str]:
    word, _, value = part.strip().partition(" ")
    return word, value


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return found
