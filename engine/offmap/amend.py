"""Corrections by the Gamesmaster: one value of a position set anew, and the position checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from engine.core.amending import bad, set_option, told_plainly, unknown
from engine.core.ruleset import BadPosition, GmEdit, Json, Problem, Turn
from engine.offmap import saving
from engine.offmap.changes import put
from engine.offmap.events import Correction
from engine.offmap.forgetting import forget
from engine.offmap.ids import AreaName, ClassName
from engine.offmap.names import RESERVED, RULE, is_name, key
from engine.offmap.options import Options
from engine.offmap.ruling import ruling
from engine.offmap.state import Area, Place, Side, State, Unit
from engine.offmap.subareas import filled, least_filled

FIELDS: Mapping[str, tuple[str, ...]] = {
    "unit": (
        "type",
        "side",
        "at",
        "crippled",
        "group",
        "capital",
        "reserve",
        "zone",
        "sub",
        "spent",
        "found",
        "shifting",
    ),
    "side": ("name", "ep", "income", "command_points"),
    "area": ("name", "survey_points", "survey_lost", "raids", "found", "plans"),
    "place": ("entry", "links", "supply"),
    "raid": ("result",),
}
"""What may be set, by kind of thing."""

KINDS: Mapping[str, type[msgspec.Struct]] = {
    "unit": Unit,
    "side": Side,
    "area": Area,
    "place": Place,
}
TABLES = {"unit": "units", "side": "sides", "area": "areas", "place": "places", "raid": "raids"}

FIXED = ("sequence", "first", "zones")
"""Options that a game is built on from its first stage."""

USAGE = (
    "Write what is meant as unit/NAME/crippled, unit/NAME/remove, unit/NAME/destroy, "
    "unit/NAME/add, side/NAME/ep, area/NAME/survey_points, area/NAME/raids/TARGET, "
    "place/NAME/entry/AREA, raid/AREA/result, or options/turns."
)


def amend(state: State, edit: GmEdit) -> Turn[State] | tuple[Problem, ...]:
    """The position with the correction, or why there can be none."""
    dumped = msgspec.json.encode(saving.dump(state))
    data = cast("dict[str, Any]", msgspec.json.decode(dumped))
    try:
        if problem := _change(state, data, edit.what.split("/"), edit.value):
            return (problem,)
        after = saving.load(data)
    except BadPosition as slip:
        plainly = told_plainly(edit.what.split("/"), f"{slip}", KINDS, Options)
        text = plainly or f"The position would not be lawful: {slip}."
        return (bad("bad-correction", text),)
    done = Correction(edit.what, edit.value, edit.why, edit.quiet)
    return Turn(state.stage, after, (done,))


def _change(state: State, data: dict[str, Any], parts: list[str], value: Json) -> Problem | None:
    if parts[0] == "options" and len(parts) == 2:
        # Fewer turns than have been begun end the game (OFF-3.12).
        return set_option(data, parts[1], value, Options, FIXED)
    if parts[0] not in FIELDS or not 3 <= len(parts) <= 4:
        return bad("bad-path", USAGE)
    kind, name, field = parts[:3]
    if (kind, field) == ("unit", "add"):
        return _add(state, data, name, value)
    rows = data.setdefault(TABLES[kind], {})
    if name not in rows:
        return unknown(kind, name, rows)
    if kind == "unit" and field in ("remove", "destroy"):
        wreck = rows.pop(name)
        if field == "destroy":
            data.setdefault("wrecks", {})[name] = wreck
        forget(data, name)
        return None
    if field not in FIELDS[kind]:
        known = ", ".join(FIELDS[kind])
        return bad("no-such-field", f"Of a {kind} one can set {known}.")
    if kind == "raid":
        return _rule(state, rows[name], AreaName(name), value)
    put(data, parts, value)
    return None


def _rule(state: State, row: dict[str, Any], area: AreaName, value: Json) -> Problem | None:
    """What shall count as the result of a disputed battle (OFF-3.12); applied at the end."""
    if not state.raids[area].disputed:
        return bad("no-dispute", f"The battle in {area} is not disputed.")
    try:
        told = ruling(value) if isinstance(value, str) else None
    except BadPosition as slip:
        return bad("bad-value", f"{slip}.")
    named = (told.crippled | told.destroyed | told.devastated) if told else ()
    for name in sorted(named):
        if name not in state.units:
            return unknown("unit", name, state.units)
    row["result"] = msgspec.to_builtins(told) if told else value
    return None


def _add(state: State, data: dict[str, Any], name: str, value: Json) -> Problem | None:
    """A new unit; a new base or planet goes to the least filled sub-area (OFF-H67)."""
    if not isinstance(value, Mapping):
        text = 'A new unit is given as {"type": "DD", "side": "pact", "at": "Rim"}.'
        return bad("bad-value", text)
    if not is_name(name):
        return bad("bad-name", f"{name} cannot be a unit: a name is {RULE}.")
    if name.casefold() in RESERVED:
        return bad("bad-name", f"{name} is a word of the order language.")
    units = (*data["units"], *data.get("wrecks", {}))
    if key(name) in map(key, (*units, *state.areas, *state.places)):
        return bad("name-twice", f"Something is or was called {name} already.")
    for strange in sorted(set(value).difference(FIELDS["unit"])):
        return bad("no-such-field", f"Of a unit one can set {', '.join(FIELDS['unit'])}.", strange)
    row = {**value, "name": name, "began_crippled": value.get("crippled", False)}
    kind = state.classes.get(ClassName(str(row.get("type"))))
    if state.options.zones == "seven" and kind is not None and kind.immobile:
        sub = least_filled(filled(state.units, state.classes, str(row.get("at"))))
        if row.setdefault("sub", sub) != sub:
            text = f"{name} must go to sub-area {sub}, where there is least."
            return bad("E-SUB-FULL", text, str(sub))
    data["units"][name] = row
    return None
