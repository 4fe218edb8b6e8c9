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
from mailbot.rulesets import Rules

Given: TypeAlias = list[dict[str, Any]] | dict[str, str | list[dict[str, Any]]]
"""Orders with the `player` in each, or by player: as text, or structured."""


class StageOrders(msgspec.Struct):
    orders: Given | None = None


class Scene(msgspec.Struct):
    """Other keys, such as those that say what is expected, are not looked at."""

    state: dict[str, Any]
    ruleset: str = ""
    orders: Given | None = None
    options: dict[str, Any] | None = None
    seed: str | int | None = None
    dice: dict[str, Annotated[int, msgspec.Meta(ge=0)]] | None = None
    stages: list[StageOrders] | None = None
    turns_to_run: Annotated[int, msgspec.Meta(ge=1)] = 1

    @property
    def told(self) -> Sequence[Given]:
        """What is ordered in each turn that is to be run; none after those that are given."""
        if self.stages is not None:
            return tuple(stage.orders or [] for stage in self.stages)
        return (self.orders or [], *([] for _ in range(self.turns_to_run - 1)))


def read_scene(file: Path, case_id: str | None) -> Scene:
    """A file of one scene, or the case of that id in a file of many."""
    data = _table(file)
    if "cases" in data:
        data = {"ruleset": data.get("ruleset", ""), **_case(data["cases"], file, case_id)}
    elif "state" not in data:
        raise Refused(f"{file} has no `state`")
    try:
        return msgspec.convert(data, Scene)
    except msgspec.ValidationError as slip:
        raise Refused(f"{file}: {slip}") from None


def load_state(file: Path, scene: Scene, rules: Rules) -> Any:
    """The position of a scene, the scene's options over its own."""
    state: dict[str, Json] = dict(scene.state)
    own = state.get("options", {})
    if scene.options and isinstance(own, Mapping):
        state["options"] = {**own, **scene.options}
    try:
        return rules.ruleset.load(state)
    except BadPosition as slip:
        raise Refused(f"{file}: {slip}") from slip


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
    known = {str(row.get("id")): row for row in rows if isinstance(row, dict) and "state" in row}
    if not known:
        raise Refused(f"{file} has no case with a `state`")
    first = next(iter(known))
    if case_id is None:
        raise Refused(f"{file} holds many cases: name one with --case, such as {first}")
    if case_id not in known:
        near = get_close_matches(case_id, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the first is {first}"
        raise Refused(f"{file} has no case {case_id} with a position: {hint}")
    return known[case_id]
