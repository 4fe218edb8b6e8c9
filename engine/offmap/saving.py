"""Positions and orders as plain data, and back: what is saved, mailed and put into cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, cast

import msgspec

from engine.core.ruleset import BadPosition, Json
from engine.offmap.changes import changed
from engine.offmap.lawful import unlawful
from engine.offmap.orders import Order
from engine.offmap.phases import PHASES, parts
from engine.offmap.scenario import read
from engine.offmap.state import State

FORM = "a position has `stage`, `sides` and so on, or a `scenario` with `change` and `given`"


def dump(state: State) -> Json:
    """A position as plain data; what is as usual is left out."""
    return cast("Json", plain(state))


def load(data: Json) -> State:
    """Read a dumped position, or a scenario with changes as the worked cases give it.

    Raises `BadPosition`, which names the place, if it is not a lawful one.
    """
    if not isinstance(data, Mapping):
        raise BadPosition(FORM)
    if "scenario" in data:
        return _from_scenario(data)
    if "stage" not in data:
        raise BadPosition(FORM)
    return _read(data)


def dump_orders(orders: Sequence[Order]) -> Json:
    """Orders as the worked cases write them, each with its `verb`."""
    return cast("Json", [plain(order) for order in orders])


def load_orders(data: Json) -> tuple[Order, ...]:
    """Read orders. Raises `BadPosition`."""
    try:
        return msgspec.convert(data, tuple[Order, ...])
    except msgspec.ValidationError as slip:
        raise BadPosition(f"orders: {slip}") from None


def plain(value: Any) -> Any:
    """Like `msgspec.to_builtins`, but that sets are written in order."""
    if isinstance(value, msgspec.Struct):
        return dict(_fields(value))
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def _read(data: Json) -> State:
    try:
        state = msgspec.convert(data, State)
    except msgspec.ValidationError as slip:
        raise BadPosition(str(slip)) from None
    for problem in unlawful(state):
        raise BadPosition(problem)
    return state


def _from_scenario(data: Mapping[str, Json]) -> State:
    """`scenario`, with `options` over its own, `change` (see `changes`), and where it stands.

    That is a `stage`, or a `turn` and a `phase` of it, here or in `given`; else the first.
    """
    options = data.get("options", {})
    scenario = read(data["scenario"], options if isinstance(options, Mapping) else {})
    if isinstance(scenario, tuple):
        raise BadPosition("; ".join(problem.text for problem in scenario))
    given = data.get("given", {})
    told = {**given, **data} if isinstance(given, Mapping) else data
    plain = dump(msgspec.structs.replace(scenario.start, stage=_stage(told, scenario.start)))
    changes = [data.get("change"), given.get("change") if isinstance(given, Mapping) else None]
    for change in changes:
        plain = changed(plain, change)
    return _read(plain)


def _stage(told: Mapping[str, Json], start: State) -> int:
    stage, turn, phase = told.get("stage"), told.get("turn", 1), told.get("phase", PHASES[0])
    if isinstance(stage, int):
        return stage
    names = [each.value for each in PHASES]
    name = str(phase).lower()
    if not isinstance(turn, int) or turn < 1 or name not in names:
        raise BadPosition(f"turn {turn}, phase {phase}: phases are {', '.join(names)}")
    return (turn - 1) * parts(start.options) * len(names) + names.index(name) + 1


def _fields(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields that are not as usual."""
    config = struct.__struct_config__
    if config.tag_field:
        yield config.tag_field, config.tag
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        usual = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        if usual is msgspec.NODEFAULT or value != usual:
            yield field.encode_name, plain(value)
