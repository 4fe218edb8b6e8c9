"""A sheet's facts for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from engine.core.ruleset import Event, Json, Problem
from engine.offmap.state import Unit
from engine.offmap.view import View


def facts(view: View, events: Sequence[Event], problems: Sequence[Problem]) -> Mapping[str, Json]:
    """All that a sheet says, by these keys.

    `title`, `stage` and `phase` (those that orders are asked for), `turn`, `over`, `role`,
    `phasing`, `scores` by side, `options`;
    `sides` by id: `name`, and of the reader's own `ep income command_points`;
    `areas`, `places`, `classes` and `raids` by name, with the fields of the position that the
    reader may know; a field that is empty is left out;
    `units` by name: `type side at`, and where they are so and known `crippled group capital reserve
    zone sub spent shifting`;
    `events`: those heard, each with its `kind`;
    `problems`: `code severity text`.
    """
    return {
        "title": view.title,
        "stage": view.stage,
        "phase": view.phase.value if view.stage else "sign-up",
        "turn": view.turn,
        "over": view.over,
        "role": view.role,
        "phasing": view.phasing,
        "scores": _plain(view.scores),
        "options": _plain(view.options),
        "sides": {
            name: _plain(side) if name == view.role else {"name": side.name}
            for name, side in view.sides.items()
        },
        "areas": _plain(view.areas),
        "places": _plain(view.places),
        "classes": _plain(view.classes),
        "raids": _plain(view.raids),
        "units": {name: _unit(unit) for name, unit in view.units.items()},
        "events": [_plain(event) for event in events],
        "problems": [
            {"code": p.code, "severity": p.severity.value, "text": p.text} for p in problems
        ],
    }


def _unit(unit: Unit) -> Mapping[str, Json]:
    """Without what the keys say already, and without what is kept for the score and for finds."""
    hidden = ("name", "found", "began_crippled")
    row = cast("dict[str, Json]", msgspec.to_builtins(unit, order="deterministic"))
    return {field: value for field, value in row.items() if field not in hidden}


def _plain(value: object) -> Json:
    """As JSON has it; sets in order."""
    return cast("Json", msgspec.to_builtins(value, order="deterministic"))
