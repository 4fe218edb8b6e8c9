"""Corrections by the Gamesmaster: one value of a position set anew, and the position checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from engine.core.amending import bad, claim, set_option, told_plainly, unknown
from engine.core.ruleset import BadPosition, GmEdit, Json, Problem, Turn
from engine.core.wording import enumeration
from engine.raider import saving
from engine.raider.events import Correction
from engine.raider.names import name_problem
from engine.raider.state import Island, Options, Player, Ship, State

KINDS: Mapping[str, type[msgspec.Struct]] = {"ship": Ship, "island": Island, "player": Player}

FIXED = (
    "min_players",
    "max_players",
    "start_conflict",
    "default_ships",
    "initial_production_rounds",
    "start_island_visited",
    "overlord_at_registration",
    "start_islands",
)
"""Options that a game is built on."""

Rows = dict[str, dict[str, Any]]

#: What may be set, by kind of thing: the key of a position, and the fields of one entry.
FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "ship": ("ships", ("structure", "owner", "island", "kills", "name")),
    "island": ("islands", ("stores", "owner")),
    "player": ("players", ("kills", "overlord", "visited")),
}

USAGE = (
    "Write what is meant as ship/NAME/structure, ship/NAME/remove, ship/NAME/add, "
    "island/NAME/owner, island/NAME/stores/G, player/NAME/overlord, player/NAME/visited, "
    "claim/ISLAND, or options/last_turn."
)


def amend(state: State, edit: GmEdit) -> Turn[State] | tuple[Problem, ...]:
    """The position with the correction, or why there can be none."""
    data = cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(saving.dump(state))))
    parts = edit.what.split("/")
    if problem := _change(data, parts, edit.value):
        return (problem,)
    try:
        after = saving.load(data)
    except BadPosition as slip:
        plainly = told_plainly(parts, f"{slip}", KINDS, Options)
        text = plainly or f"The position would not be lawful: {slip}."
        return (bad("bad-correction", text),)
    done = Correction(edit.what, edit.value, edit.why, edit.quiet)
    return Turn(state.turn, after, (done,))


def _change(data: dict[str, Any], parts: list[str], value: Json) -> Problem | None:
    if parts[0] == "claim" and len(parts) == 2:
        return claim(data, parts[1], value, "start islands are settled")  # (RAID-R2)
    if parts[0] == "options" and len(parts) == 2:
        # A last turn that has been played already ends the game.
        return set_option(data, parts[1], value, Options, FIXED)
    if parts[0] not in FIELDS or len(parts) < 3:
        return bad("bad-path", USAGE)
    kind, name, field = parts[:3]
    key, fields = FIELDS[kind]
    rows: Rows = {row["name"]: row for row in data[key]}
    if kind == "ship" and field in ("add", "name"):
        islands = [row["name"] for row in data["islands"]]
        if slip := name_problem(name if field == "add" else str(value), islands):
            return bad(slip.code, slip.text, slip.instead)
    if kind == "ship" and field == "add":
        return _add_ship(data, name, value)
    if name not in rows:
        return unknown(kind, name, rows)
    if kind == "ship" and field == "remove":
        data[key].remove(rows[name])
        return None
    if field not in fields:
        return bad("no-such-field", f"Of a {kind} one can set {enumeration(fields)}.")
    return _set(rows[name], field, parts[3:], value)


def _set(row: dict[str, Any], field: str, rest: list[str], value: Json) -> Problem | None:
    if not rest:
        row[field] = value
        return None
    if field != "stores" or len(rest) > 1:
        return bad("bad-path", USAGE)
    row[field] = {**row[field], rest[0].upper(): value}
    return None


def _add_ship(data: dict[str, Any], name: str, value: Json) -> Problem | None:
    if not isinstance(value, Mapping):
        text = 'A new ship is given as {"owner": "Ann", "island": "Agnes", "structure": "5E"}.'
        return bad("bad-value", text)
    data["ships"].append({**value, "name": name})
    return None
