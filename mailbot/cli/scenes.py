"""A file for `adjudicate` or `parse`: a position, orders, and how to run them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec

from engine.core.ruleset import BadPosition, Json
from mailbot.errors import Refused
from mailbot.rulesets import Rules, read_board

Given: TypeAlias = list[dict[str, Any]] | dict[str, str | list[dict[str, Any]]]
"""Orders with the `player` in each, or by player: as text, or structured."""

Face: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]

SAMPLE = "sample"
"""The scenario that stands at the head of a file of cases; elsewhere the usual one."""


class StageOrders(msgspec.Struct):
    orders: Given | None = None


class Scene(msgspec.Struct):
    """Other keys, such as those that say what is expected, are not looked at."""

    state: dict[str, Any]
    ruleset: str = ""
    orders: Given | None = None
    options: dict[str, Any] | None = None
    seed: str | int | None = None
    dice: dict[str, Face | list[Face]] | None = None
    stages: list[StageOrders] | None = None
    turns: Annotated[int, msgspec.Meta(ge=1)] = 1

    @property
    def told(self) -> Sequence[Given]:
        """What is ordered in each turn that is to be run; none after those that are given."""
        if self.stages is not None:
            return tuple(stage.orders or [] for stage in self.stages)
        return tuple(_of_turn(self.orders or [], turn) for turn in range(1, self.turns + 1))


def read_scene(file: Path, case_id: str | None) -> Scene:
    """A file of one scene, or the case of that id in a file of many.

    A scene has a `state`, or a `scenario` with `change` and `given`, which the ruleset reads, or
    the keys of the position beside its own. A scenario may say itself how it is to be run.
    """
    data = _table(file)
    if "cases" in data:
        case = _case(data["cases"], file, case_id)
        data = {"ruleset": data.get("ruleset", ""), **_with_sample(case, data.get("scenario"))}
    if not _has_position(data):
        raise Refused(f"{file} has neither a `state` nor a `scenario`")
    try:
        return msgspec.convert(_with_run(data), Scene)
    except msgspec.ValidationError as slip:
        raise Refused(f"{file}: {slip}") from None


def load_state(file: Path, scene: Scene, rules: Rules) -> Any:
    """The position of a scene, the scene's options over its own."""
    state = _with_board(scene.state, rules, file.parent)
    own = state.get("options", {})
    if scene.options and isinstance(own, Mapping):
        state["options"] = {**own, **scene.options}
    try:
        return rules.ruleset.load(state)
    except BadPosition as slip:
        raise Refused(f"{file}: {slip}") from slip


def _of_turn(given: Given, turn: int) -> Given:
    """The orders of a turn, counted from the first that is run, to which those without one go."""
    if isinstance(given, dict):
        return given if turn == 1 else []
    return [
        {key: value for key, value in entry.items() if key != "turn"}
        for entry in given
        if entry.get("turn", 1) == turn
    ]


#: What says how a position is run, and is no part of it.
_RUN = ("ruleset", "orders", "seed", "dice", "stages", "turns", "turns_to_run")


def _with_run(data: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a scene, those of its scenario and of older files by their place and name."""
    scenario = data.get("scenario")
    inside = scenario if isinstance(scenario, Mapping) else {}
    run = {key: table[key] for table in (inside, data) for key in _RUN if key in table}
    run.setdefault("turns", run.pop("turns_to_run", 1))
    position = {key: value for key, value in data.items() if key not in _RUN}
    return {"state": position, **data, **run}


def _scenario(data: Mapping[str, Any]) -> Any:
    """A table or a name, in the scene or in what is given for it; None if it has a state."""
    given = data.get("given")
    return data.get("scenario", given.get("scenario") if isinstance(given, Mapping) else None)


def _has_position(data: Mapping[str, Any]) -> bool:
    return "state" in data or "players" in data or _scenario(data) is not None


def _with_sample(case: Mapping[str, Any], sample: Json) -> Mapping[str, Any]:
    known = _scenario(case) == SAMPLE and sample is not None
    return {**case, "scenario": sample} if known else case


def _with_board(state: Mapping[str, Any], rules: Rules, folder: Path) -> dict[str, Any]:
    """A scenario that is only named is one that comes along, or a file beside this one."""
    scenario = _scenario(state)
    if isinstance(scenario, str):
        scenario = read_board(rules, "" if scenario == SAMPLE else scenario, folder)
    return dict(state) if scenario is None else {**state, "scenario": scenario}


def _table(file: Path) -> Mapping[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        data = tomllib.loads(text) if file.suffix == ".toml" else msgspec.json.decode(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Refused(f"{file} cannot be read: {reason}") from error
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise Refused(f"{file} cannot be read: {error}") from error
    except RecursionError:
        raise Refused(f"{file} cannot be read: it is nested too deeply") from None
    if not isinstance(data, dict):
        raise Refused(f"{file} must hold a table with `ruleset`, `state` and `orders`")
    return data


def _case(cases: object, file: Path, case_id: str | None) -> Mapping[str, Any]:
    rows = cases if isinstance(cases, list) else []
    known = {
        str(row.get("id")): row for row in rows if isinstance(row, dict) and _has_position(row)
    }
    if not known:
        raise Refused(f"{file} has no case with a `state` or a `scenario`")
    first = next(iter(known))
    if case_id is None:
        raise Refused(f"{file} holds many cases: name one with --case, such as {first}")
    if case_id not in known:
        near = get_close_matches(case_id, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the first is {first}"
        raise Refused(f"{file} has no case {case_id} with a position: {hint}")
    return known[case_id]
