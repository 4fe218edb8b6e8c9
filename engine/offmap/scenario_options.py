"""The options of a game: its own over those of the scenario (OFF-3.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from engine.core.ruleset import Json, Problem
from engine.offmap.options import Options
from engine.offmap.scenario_checks import Table, bad, unknown

OPTION_KEYS = Options.__struct_fields__

#: Options that a scenario gives in [game]; the others stand in [rules].
GAME_OPTIONS = ("turns", "sequence", "first", "battle")

GAME_KEYS = ("ruleset", "id", "title", *GAME_OPTIONS)


def given_options(data: Table, options: Mapping[str, Json]) -> dict[str, Json]:
    """Those of [game] and [rules], and over them the game's own."""
    game, rules = _table(data, "game"), _table(data, "rules")
    own = {name: game[name] for name in GAME_OPTIONS if name in game}
    return {**own, **rules, **options}


def option_problems(data: Table, options: Mapping[str, Json]) -> Iterator[Problem]:
    """Names that are none, values that will not do."""
    for table in ("game", "rules"):
        if not isinstance(data.get(table, {}), Mapping):
            yield bad("shape", f"[{table}] is a table of names and values.")
    yield from unknown(_table(data, "game"), GAME_KEYS, "[game]")
    yield from unknown(_table(data, "rules"), OPTION_KEYS, "[rules]")
    yield from unknown(options, OPTION_KEYS, "options")
    for name in ("title", "id", "ruleset"):
        if not isinstance(_table(data, "game").get(name, ""), str):
            yield bad("bad-text", f"[game] {name} is a text.")
    for name, value in given_options(data, options).items():
        if name in OPTION_KEYS:
            yield from _option(name, value)


def _option(name: str, value: Json) -> Iterator[Problem]:
    try:
        msgspec.convert({name: value}, Options)
    except msgspec.ValidationError as slip:
        reason = str(slip).split(" - at ")[0]
        text = f"Option {name} cannot be {value!r}: {_legal(name, reason)}."
        yield bad("bad-option", text)


def _legal(name: str, reason: str) -> str:
    """The values that would do."""
    kind: Any = next(f.type for f in msgspec.structs.fields(Options) if f.name == name)
    if kind is bool:
        return "it is true or false"
    words = [word for word in get_args(kind) if isinstance(word, str)]
    if words:
        return "it is " + " or ".join(words)
    return "it is a whole number" if kind is int else reason.lower()


def _table(data: Table, name: str) -> Mapping[str, Json]:
    table = data.get(name, {})
    return table if isinstance(table, Mapping) else {}
