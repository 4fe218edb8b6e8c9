"""Corrections by the Gamesmaster: one value of a position set anew, and the position checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from engine.core.amending import bad, claim, set_option, told_plainly, unknown
from engine.core.ruleset import BadPosition, GmEdit, Json, Problem, Turn
from engine.merchant import saving
from engine.merchant.events import Correction
from engine.merchant.names import name_problem
from engine.merchant.options import Options
from engine.merchant.scoring import decided
from engine.merchant.state import Island, Player, Ship, State

ALLIES, FACTORIES = 2, 2
"""At most, in an alliance and on an island."""

Rows = dict[str, dict[str, Any]]

#: What may be set, by kind of thing: the key of a position, and the fields of one entry.
FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "ship": (
        "ships",
        (
            "structure",
            "owner",
            "island",
            "e",
            "n",
            "fuel",
            "ammo",
            "torpedoes",
            "cargo",
            "kills",
            "name",
            "engagement",
            "mission",
        ),
    ),
    "island": ("islands", ("stores", "factories")),
    "player": ("players", ("visited", "sunk", "captures", "dice", "alliance", "home")),
}

KINDS: Mapping[str, type[msgspec.Struct]] = {"ship": Ship, "island": Island, "player": Player}

FIXED = ("initial_supplies", "shared_homes", "one_handed_alliances")
"""Options that a game is built on."""

USAGE = (
    "Write what is meant as ship/NAME/structure, ship/NAME/remove, ship/NAME/add, "
    "island/NAME/stores/G, player/NAME/visited, player/NAME/dice, options/vp_end, "
    "and at sign-up as claim/ISLAND or ally/PLAYER."
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
    if parts[0] == "options" and after.turn:
        after = msgspec.structs.replace(after, over=after.over or decided(after))
    if wrong := next(_too_many(after), ""):
        return (bad("bad-correction", f"The position would not be lawful: {wrong}."),)
    done = Correction(edit.what, edit.value, edit.why, edit.quiet)
    return Turn(state.turn, after, (done,))


def _too_many(state: State) -> Iterator[str]:
    """What positions made up for a question may have, and games never (MER-2.1, MER-5.1)."""
    for alliance in state.alliances.values():
        if len(alliance.members) > ALLIES:
            yield f"alliance {alliance.name}: {', '.join(alliance.members)} are more than two"
    for island in state.islands.values():
        if len(island.factories) > FACTORIES:
            yield f"island {island.name}: an island has one or two factories"


def _change(data: dict[str, Any], parts: list[str], value: Json) -> Problem | None:
    if parts[0] in ("claim", "ally") and len(parts) == 2:
        if parts[0] == "claim":
            return claim(data, parts[1], value, "homes are settled")  # (MER-H13)
        return _ally(data, parts[1], value)
    if parts[0] == "options" and len(parts) == 2:
        # Points that somebody has already end the game at once (MER-H08).
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
        _forget(data, name)
        return None
    if field not in fields:
        return bad("no-such-field", f"Of a {kind} one can set {', '.join(fields)}.")
    return _set(data, rows[name], field, parts[3:], value)


def _set(
    data: dict[str, Any], row: dict[str, Any], field: str, rest: list[str], value: Json
) -> Problem | None:
    if rest:
        if field != "stores" or len(rest) > 1:
            return bad("bad-path", USAGE)
        row[field] = {**row.get(field, {}), rest[0].upper(): value}
        return None
    if field == "island":
        row.pop("e", None)
        row.pop("n", None)
    if field == "name":
        _rename(data, row["name"], value)
    if field == "structure":
        row.update({"fuel": None, "ammo": None, "torpedoes": None})
    if field == "mission":
        row["leg"] = 0
    row[field] = value
    return None


def _forget(data: dict[str, Any], name: str) -> None:
    """No ship tows, aims at or chases her any longer."""
    for row in data["ships"]:
        for word in ("towing", "target", "engaged"):
            if row.get(word) == name:
                del row[word]


def _rename(data: dict[str, Any], old: str, new: Json) -> None:
    """Whoever tows, aims at, chases or is sent to her goes on with that."""
    for row in data["ships"]:
        row.update({word: new for word in ("towing", "target", "engaged") if row.get(word) == old})
        if row.get("mission"):
            row["mission"] = _renamed(row["mission"], old, new)


def _renamed(mission: dict[str, Any], old: str, new: Json) -> dict[str, Any]:
    def put(word: Any) -> Any:
        if isinstance(word, list):
            return [put(each) for each in word]
        return new if isinstance(word, str) and word.casefold() == old.casefold() else word

    places = ("ship", "to", "target")
    return {key: put(value) if key in places else value for key, value in mission.items()}


def _ally(data: dict[str, Any], player: str, value: Json) -> Problem | None:
    """Whose ally he shall be; null undoes it (MER-2.1)."""
    if data["turn"] != 0:
        return bad("begun", "The game has begun: alliances are for good.")
    pairs = [pair for pair in data.get("pairs", ()) if not {player, value} & set(pair)]
    data["pairs"] = pairs if value is None else [*pairs, [player, value]]
    return None


def _add_ship(data: dict[str, Any], name: str, value: Json) -> Problem | None:
    if not isinstance(value, Mapping):
        text = 'A new ship is given as {"owner": "Ann", "island": "Delos", "structure": "…"}.'
        return bad("bad-value", text)
    data["ships"].append({**value, "name": name})
    return None
