"""Small changes to a position, by path: for worked cases and for the Gamesmaster's corrections."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from engine.core.ruleset import BadPosition, Json

KINDS = {
    "unit": "units",
    "side": "sides",
    "area": "areas",
    "place": "places",
    "class": "classes",
    "raid": "raids",
    "options": "options",
    "wreck": "wrecks",
}
"""The first word of a path, and the table it means."""

#: A comma outside of brackets, or another end of a change.
_COMMA = re.compile(r",(?![^([{]*[)\]}])|;|\n")
_ADD = re.compile(r"add\s+(?P<path>[\w.'-]+)\s*\((?P<fields>[^)]*)\)")
_SET = re.compile(r"(?P<path>[\w.'-]+)\s*=\s*(?P<value>.+)", re.DOTALL)


def changed(position: Json, wish: Json) -> Json:
    """A dumped position with changes.

    They are a table of paths and values, or text: `Gorse.reserve = true, pact.ep = 5, add
    area.Hollow (side reach, survey_points 5)`. Raises `BadPosition`.
    """
    data = cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(position)))
    if wish is None:
        return data
    if isinstance(wish, Mapping):
        for path, value in wish.items():
            put(data, path.split("."), value)
        return data
    for part in _parts(wish):
        if added := _ADD.fullmatch(part):
            _add(data, added["path"].split("."), dict(_fields(added["fields"])))
        elif found := _SET.fullmatch(part):
            put(data, found["path"].split("."), _value(found["value"]))
        else:
            raise BadPosition(f"change: {part} cannot be read")
    return data


def put(data: dict[str, Any], path: list[str], value: Json) -> None:
    """Set one value; the last words of the path may lead into a table of a row."""
    if path[0] == "options":
        data.setdefault("options", {})[path[-1]] = value
        return
    row, field, *rest = _row(data, path)
    if rest:
        there = row.get(field) or {}
        if not isinstance(there, Mapping):
            raise BadPosition(f"change: {field} is no table: nothing stands at {'.'.join(path)}")
        table = dict(there)
        table[rest[0]] = value
        value = table
    row[field] = value


def _row(data: dict[str, Any], path: list[str]) -> tuple[Any, ...]:
    """The row that a path begins with, and the rest of the path."""
    kind, *rest = path
    if kind in KINDS:
        table = data.setdefault(KINDS[kind], {})
    else:
        rest = path
        named = (data[key] for key in KINDS.values() if key in data and key != "options")
        table = next((each for each in named if kind in each), {})
    if len(rest) < 2 or rest[0] not in table:
        raise BadPosition(f"change: there is nothing at {'.'.join(path)}")
    return (table[rest[0]], *rest[1:])


def _add(data: dict[str, Any], path: list[str], fields: dict[str, Json]) -> None:
    """A new row; what everything of its kind must have and is not given is its name."""
    kind, name = path
    if kind not in KINDS:
        raise BadPosition(f"change: there is no kind of thing called {kind}")
    key = "name" if kind == "unit" else "id"
    named = {} if kind == "place" else {"name": name}
    data.setdefault(KINDS[kind], {})[name] = {**named, key: name, **fields}


def _fields(text: str) -> Iterator[tuple[str, Json]]:
    for part in filter(None, map(str.strip, text.split(","))):
        word, _, value = part.partition(" ")
        yield word, _value(value)


def _parts(wish: Json) -> list[str]:
    if not isinstance(wish, str):
        raise BadPosition("change: it is a text, or a table of paths and values")
    parts = _COMMA.split(wish)
    return [part.strip() for part in parts if part.strip()]


def _value(text: str) -> Json:
    try:
        return cast("Json", json.loads(text))
    except ValueError:
        return text.strip().strip("'\"")
