"""Scenario files: sides, areas, places, classes and fleets, read and checked (OFF-3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.core.ruleset import Json, Problem, Role, Seating
from engine.offmap.ids import AreaName, ClassName, PlaceName, UnitName
from engine.offmap.options import Options
from engine.offmap.scenario_checks import Stack, Table, bad, problems
from engine.offmap.scenario_options import given_options, option_problems
from engine.offmap.state import Area, Place, ShipClass, Side, State, Unit
from engine.offmap.subareas import placed


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that has passed all checks, as the position before sign-up."""

    name: str
    start: State

    @property
    def seating(self) -> Seating:
        """Two sides with fixed names."""
        roles = tuple(self.start.sides)
        return Seating(len(roles), len(roles), roles)


def read(data: Json, options: Mapping[str, Json]) -> Scenario | tuple[Problem, ...]:
    """A scenario file with a game's options over its own, or everything that is wrong with it."""
    if not isinstance(data, Mapping):
        return (bad("shape", "A scenario is a table with game, side, area, place, class, stack."),)
    wrong = (*option_problems(data, options), *problems(data, given_options(data, options)))
    if wrong:
        return wrong
    return _scenario(data, msgspec.convert(given_options(data, options), Options))


def _scenario(data: Table, options: Options) -> Scenario:
    game = data["game"] if isinstance(data.get("game"), Mapping) else {}
    told = msgspec.convert(game, dict[str, Any])
    classes = _rows(data, "class", ShipClass)
    sides = {Role(name): side for name, side in _rows(data, "side", Side).items()}
    areas = {AreaName(name): area for name, area in _rows(data, "area", Area).items()}
    kinds = {ClassName(name): kind for name, kind in classes.items()}
    stacks = msgspec.convert(data["stack"], list[Stack])
    units = {unit.name: unit for stack in stacks for unit in _units(stack, kinds, options)}
    start = State(
        stage=0,
        sides=sides,
        areas=areas,
        places={PlaceName(name): place for name, place in _rows(data, "place", Place).items()},
        classes=kinds,
        units=placed(units, areas, kinds) if options.zones == "seven" else units,
        options=msgspec.structs.replace(options, first=options.first or next(iter(sides))),
        title=str(told.get("title", "")),
    )
    return Scenario(str(told.get("title") or told.get("id") or "off-map raids"), start)


Row = Any


def _rows(data: Table, what: str, shape: type[Row]) -> dict[str, Row]:
    table = msgspec.convert(data[what], dict[str, dict[str, Any]])
    return {name: msgspec.convert({**row, "id": name}, shape) for name, row in table.items()}


def _units(stack: Stack, classes: Mapping[ClassName, ShipClass], options: Options) -> list[Unit]:
    groups = {name: tag for tag, members in stack.groups.items() for name in members}
    return [
        Unit(
            name=UnitName(name),
            type=ClassName(kind),
            side=Role(stack.side),
            at=stack.at,
            crippled=name in stack.crippled,
            group=groups.get(name, ""),
            capital=name in stack.capital,
            reserve=stack.reserve,
            zone=_zone(name, stack, classes[ClassName(kind)], options),
            sub=stack.sub.get(name, 0) if options.zones == "seven" else 0,
            began_crippled=name in stack.crippled,
        )
        for kind, names in stack.ships.items()
        for name in names
    ]


def _zone(name: str, stack: Stack, kind: ShipClass, options: Options) -> Any:
    """Survey ships at work are far away, and what the scenario says is (OFF-3.4.9)."""
    away = kind.kind == "survey" or name in stack.far
    if options.zones == "near_far" and away:
        return "far"
    return "survey" if options.zones == "seven" and away else "near"
