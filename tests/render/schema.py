"""The schema of a sheet for programs, put together from the types that its facts are made of.

What is told field by field is described here; events, options and positions describe themselves in
the comments of their classes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.core.ruleset import Event
from engine.merchant import options as merchant_options
from engine.merchant import state as merchant_state
from engine.merchant.orders import Mission
from engine.offmap import options as offmap_options
from engine.offmap import state as offmap_state
from engine.offmap.raids import Raid
from mailbot.render.json import VERSION
from mailbot.rulesets import RULES
from tests.architecture.project import ROOT
from tests.render.schema_words import FIELDS

Schema = dict[str, Any]


def schema() -> Schema:
    """One schema with a branch for each ruleset (JSON Schema 2020-12)."""
    made = {"raider": _raider, "merchant": _merchant, "offmap": _offmap}
    branches = {name: made[name]() for name in RULES}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A turn sheet of mailbot",
        "description": (
            "All that one player is told after a stage, for programs. The rulesets differ in "
            "`facts`. Fields may be added at any time; `version` rises when one goes or changes."
        ),
        **_object(
            version=_of({"const": VERSION}, "The version of this format."),
            ruleset=_of({"enum": list(branches)}, "Whose facts these are."),
            game=_text("The name of the game, as in subjects and order forms."),
            role=_text("Whose sheet it is."),
            title=_text("The heading of the sheet, such as `Turn 3`."),
            stage=_count("The stage that was run; 0 is sign-up."),
            facts=_of({"type": "object"}, "What the player knows, as his ruleset has it."),
        ),
        "oneOf": [
            {
                "properties": {
                    "ruleset": {"const": name, "description": f"A game of {name}."},
                    "facts": {
                        "$ref": f"#/$defs/{name}",
                        "description": f"What a player of {name} knows.",
                    },
                }
            }
            for name in branches
        ],
        "$defs": {
            "problem": _object(
                "Something that could not be done as ordered.",
                code=_text("What kind of problem it is, always in the same word."),
                severity=_of(
                    {"enum": ["refused", "warned", "remark"]},
                    "Whether it cost the order, might have, or only says how it was read.",
                ),
                text=_text("The problem in words."),
            ),
            **{
                name: definition
                for branch, (facts, parts) in branches.items()
                for name, definition in {branch: facts, **parts}.items()
            },
        },
    }


def _raider() -> tuple[Schema, Schema]:
    structs = _Structs("raider")
    island = _object(
        "An island; what only visitors know is left out of others.",
        q=_whole("Column of its hex, in axial coordinates."),
        r=_whole("Row of its hex, in axial coordinates."),
        speciality=_text("The letter of the module that it makes most of."),
        group=_text("The group of islands it belongs to."),
        ships=_count("How many ships lie there, whoever owns them."),
        visited=_flag("Have you visited it?"),
        launch=_flag("May you launch ships there, as far as you know?"),
        owner_=_of(_maybe("string"), "Who owns it; null: nobody. Only of visited islands."),
        stores_=_map(_count("How many."), "Modules in store by letter. Only of visited islands."),
    )
    ship = _object(
        "Your own ship, or one at an island that you have visited.",
        owner=_text("Whose she is."),
        island=_text("Where she lies."),
        structure=_text("Her modules, such as `3E2B`."),
        kills_=_count("Ships that she has sunk. Only of your own."),
        reach_=_count("How many hexes she can sail. Only of your own."),
        reachable_=_map(_count("Hexes."), "Island to distance, her own first. Only of your own."),
    )
    player = _object(
        "A row of the leader board.",
        points=_count("Victory points."),
        visits=_count("Islands visited."),
        kills=_count("Ships sunk."),
        ally=_flag("Is he an ally of yours?"),
        overlord_=_text("Whom he serves, where you know it."),
        ships_=_count("How many ships he has, where it is shown."),
    )
    you = _object(
        "What is yours alone.",
        role=_text("Your name in the game."),
        overlord=_text("Whom you serve; yourself if nobody."),
        vassals=_list(_text("A player."), "Who serves you."),
        home=_of(_maybe("string"), "The island that you own; null: none."),
    )
    facts = _object(
        "What a player of Raider knows.",
        board=_text("The board that is played on."),
        turn=_count("The turn that orders are asked for."),
        over=_flag("Is the game over?"),
        you=you,
        islands=_map(island, "All islands by name."),
        ships=_map(ship, "All ships that you can name, by name."),
        players=_map(player, "All players by name."),
        events=structs.events(),
        problems=_problems(),
        taken_=_list(_text("An island."), "At sign-up: islands that somebody holds."),
        kudos_=_kudos(),
    )
    return facts, structs.parts


def _merchant() -> tuple[Schema, Schema]:
    structs = _Structs("merchant")
    place = {
        "e": _number("Km to the east."),
        "n": _number("Km to the north."),
        "grid": _text("The same as players write it, such as `4567E5678N`."),
    }
    stores = "Units by product code, as your alliance last saw them. Left out if it never did."
    island = _object(
        "An island.",
        **place,
        factories=_list(_text("A product code; `?` makes anything."), "What its factories make."),
        home=_flag("Can a player start there?"),
        visited=_flag("Have you visited it?"),
        stores_=_map(_number("Units."), stores),
        seen_=_count("The turn of which the stores are."),
    )
    ship = _object(
        "A ship of yours.",
        structure=_text("Her modules in their places, `+` after each that is ruptured."),
        **place,
        island=_of(_maybe("string"), "Where she lies; null at sea."),
        kmh=_number("Her speed."),
        fuel=_number("Km of sailing in her tanks."),
        shells=_count("Shells in her magazines."),
        torpedoes=_count("Torpedoes in her tubes."),
        cargo=_of(structs.or_null(merchant_state.Cargo), "What lies in her holds; null: nothing."),
        mission=_of(structs.or_null(Mission), "What she is about; null: nothing, she holds."),
        leg=_count("Legs of the mission that are done."),
        engagement=_of(
            structs.of(merchant_options.Engagement), "What she does when she meets an enemy."
        ),
        kills=_count("Enemy ships that she has sunk."),
        towing=_of(_maybe("string"), "The ship on her line; null: none."),
        towed=_flag("Is she on somebody's line?"),
    )
    allied = _object(
        "A ship of your ally, where the game shows them.",
        owner=_text("Your ally."),
        structure=_text("Her modules."),
        **place,
        island=_of(_maybe("string"), "Where she lies; null at sea."),
    )
    contact = _object(
        "An enemy ship in sight at the end of the turn.",
        label=_text("`C1`, `C2` and so on: of use on this sheet only."),
        **place,
        level=_of({"enum": ["detected", "identified", "analysed"]}, "How well she is known."),
        name_=_text("Her name, where known."),
        owner_=_text("Whose she is, where known."),
        structure_=_text("Her modules, where known."),
    )
    player = _object(
        "A row of the score table.",
        alliance=_text("His alliance."),
        points=_of(_maybe("integer"), "Victory points; null where they are secret."),
        visits=_of(_maybe("integer"), "Islands visited; null where that is secret."),
        sunk=_of(_maybe("integer"), "Enemy ships sunk; null where that is secret."),
    )
    you = _object(
        "What is yours alone.",
        role=_text("Your name in the game."),
        alliance=_text("Your alliance."),
        ally=_of(_maybe("string"), "Your ally; null: none."),
        home=_of(_maybe("string"), "Where you start; null: not said yet."),
        dice=_of({"enum": ["normal", "magic"]}, "The dice that you have chosen."),
    )
    facts = _object(
        "What a player of Merchant Raider knows.",
        world=_text("The world that is played in."),
        turn=_count("The turn that orders are asked for."),
        over=_flag("Is the game over?"),
        options=structs.described(merchant_options.Options, "The options of this game."),
        you=you,
        islands=_map(island, "All islands by name."),
        ships=_map(ship, "Your ships by name."),
        ally_ships=_map(allied, "Your ally's ships by name."),
        contacts=_list(contact, "The contact report."),
        players=_map(player, "All players by name."),
        sunk=_list(structs.of(merchant_state.Sunk), "Ships sunk so far, as far as you heard."),
        events=structs.events(),
        problems=_problems(),
        taken_=_list(_text("An island."), "At sign-up: islands that somebody holds."),
        applicants_=_list(_text("A player."), "At sign-up: who has applied."),
        kudos_=_kudos(),
    )
    return facts, structs.parts


def _offmap() -> tuple[Schema, Schema]:
    structs = _Structs("offmap")
    units = structs.of(offmap_state.Unit)
    unit = structs.parts[units["$ref"].removeprefix("#/$defs/")]
    for name in ("name", "found", "began_crippled"):
        del unit["properties"][name]
    unit["required"].remove("name")
    mine = structs.of(offmap_state.Side)
    other = _object("The other side, of which only the name is told.", name=_text("Its name."))
    side = {"anyOf": [mine, other]}
    phases = ["sign-up", "declare", "react", "designate", "battle", "end"]
    facts = _object(
        "What a side of off-map raids knows.",
        title=_text("The title of the scenario."),
        stage=_count("The stage that orders are asked for; five to a part."),
        phase=_of({"enum": phases}, "The phase of that stage."),
        turn=_count("The turn that it belongs to."),
        over=_flag("Is the game over?"),
        role=_text("Your side."),
        phasing=_text("The side whose part it is."),
        scores=_map(_whole("Points."), "Victory points by side, as far as you may know."),
        options=structs.described(offmap_options.Options, "The options of this game."),
        sides=_map(_of(side, "A side; of your own all is told."), "Both sides by id."),
        areas=_map(structs.of(offmap_state.Area), "The areas by id."),
        places=_map(structs.of(offmap_state.Place), "The places of the map by id."),
        classes=_map(structs.of(offmap_state.ShipClass), "The classes of units by id."),
        raids=_map(structs.of(Raid), "Raids under way by area."),
        units=_map(units, "All units that you know of, by name."),
        events=structs.events(),
        problems=_problems(),
    )
    return facts, structs.parts


class _Structs:
    """Schemas of classes of one ruleset, each defined once under its own name."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.parts: Schema = {}

    def of(self, kind: Any) -> Schema:
        (found,), parts = msgspec.json.schema_components(
            (kind,), ref_template=f"#/$defs/{self.ruleset}.{{name}}"
        )
        for name, part in parts.items():
            self.parts[f"{self.ruleset}.{name}"] = _with_words(name, part)
        return found

    def or_null(self, kind: Any) -> Schema:
        return self.of(kind | None)

    def described(self, kind: Any, words: str) -> Schema:
        return {**self.of(kind), "description": words}

    def events(self) -> Schema:
        """Whatever a sheet of this ruleset may tell of; `kind` says which it is."""
        package = f"engine.{self.ruleset}."
        kinds = [kind for kind in Event.__subclasses__() if kind.__module__.startswith(package)]
        kinds.sort(key=lambda kind: str(kind.__struct_config__.tag))
        words = "What you heard of, in order; an empty name is one that you are not told."
        event = {"anyOf": [self.of(kind) for kind in kinds], "description": "What happened."}
        return _list(event, words)


def _with_words(name: str, part: Schema) -> Schema:
    """A definition by msgspec with what the comments of its class say of each field."""
    part = {key: value for key, value in part.items() if key != "title"}
    if "properties" not in part:
        return {"description": FIELDS[name], **part} if "description" not in part else part
    said = _comments().get((name, ""), "")
    part["description"] = _plain(part.get("description") or said or FIELDS[name])
    for field, about in part["properties"].items():
        about.pop("default", None)
        words = _comments().get((name, field)) or FIELDS.get(field)
        assert words, f"nobody says what {field} of {name} is"
        about["description"] = _plain(words)
    return part


@cache
def _comments() -> Mapping[tuple[str, str], str]:
    """The `#:` comments above the fields of all classes of the rulesets."""
    found: dict[tuple[str, str], str] = {}
    for file in sorted((ROOT / "engine").glob("*/*.py")):
        found |= dict(_comments_of(file.read_text(encoding="utf-8")))
    return found


def _comments_of(source: str) -> Iterator[tuple[tuple[str, str], str]]:
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        for field in node.body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                above = field.lineno - 1
                while lines[above - 1].strip().startswith("#:"):
                    above -= 1
                said = (line.strip().removeprefix("#:") for line in lines[above : field.lineno - 1])
                name = field.target.id.rstrip("_")
                if words := " ".join(map(str.strip, said)):
                    yield (node.name, name), words


def _plain(words: str) -> str:
    """Without the numbers of rules, and as a sentence."""
    words = re.sub(r"\s*\((?:[A-Z]+-[\w.]+(?:, | to )?)+\)", "", " ".join(words.split()))
    return words if words.endswith((".", "?", "!")) else f"{words}."


def _object(description: str = "", **fields: Schema) -> Schema:
    """Fields whose names end in `_` may be absent."""
    made: Schema = {"description": description} if description else {}
    return {
        **made,
        "type": "object",
        "properties": {name.removesuffix("_"): field for name, field in fields.items()},
        "required": [name for name in fields if not name.endswith("_")],
    }


def _of(about: Schema, description: str) -> Schema:
    return {**about, "description": description}


def _text(description: str) -> Schema:
    return _of({"type": "string"}, description)


def _flag(description: str) -> Schema:
    return _of({"type": "boolean"}, description)


def _number(description: str) -> Schema:
    return _of({"type": "number"}, description)


def _whole(description: str) -> Schema:
    return _of({"type": "integer"}, description)


def _count(description: str) -> Schema:
    return _of({"type": "integer", "minimum": 0}, description)


def _maybe(kind: str) -> Schema:
    return {"type": [kind, "null"]}


def _list(items: Schema, description: str) -> Schema:
    return _of({"type": "array", "items": items}, description)


def _map(values: Schema, description: str) -> Schema:
    return _of({"type": "object", "additionalProperties": values}, description)


def _problems() -> Schema:
    return _list({"$ref": "#/$defs/problem"}, "What became of orders that could not be done.")


def _kudos() -> Schema:
    one = _object(
        "An honour.",
        title=_text("What for."),
        players=_list(_text("A player."), "Who shares it; none: it is not awarded."),
    )
    return _list(one, "After the end: who is honoured for what.")
