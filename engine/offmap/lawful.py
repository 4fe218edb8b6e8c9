"""What does not fit together in a position, wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid
from engine.offmap.state import SUBS, Area, Place, Plans, State, Unit, Zone

SIDES = 2
ZONES = get_args(Zone)


def unlawful(state: State) -> Iterator[str]:
    """Everything that is wrong, each with the place where it stands."""
    if len(state.sides) != SIDES:
        yield "sides: there must be two"
        return
    if state.stage < 0:
        yield f"stage: {state.stage} is below 0"
    if state.options.first and state.options.first not in state.sides:
        yield f"options.first: there is no side {state.options.first}"
    for side in state.sides.values():
        counts = {"ep": side.ep, "income": side.income, "command_points": side.command_points}
        yield from _below(0, f"sides.{side.id}", counts)
    for area in state.areas.values():
        yield from _area_problems(state, area)
    for place in state.places.values():
        yield from _place_problems(state, place)
    for unit in (*state.units.values(), *state.wrecks.values()):
        yield from _unit_problems(state, unit)
    for name, raid in state.raids.items():
        yield from _raid_problems(state, name, raid)
    yield from _keys(state)


def _below(least: int, where: str, numbers: Mapping[Any, int]) -> Iterator[str]:
    for name, number in numbers.items():
        if number < least:
            yield f"{where}.{name}: {number} is below {least}"


def _area_problems(state: State, area: Area) -> Iterator[str]:
    where = f"areas.{area.id}"
    if area.side not in state.sides:
        yield f"{where}.side: there is no side {area.side}"
    points = {"survey_points": area.survey_points, "survey_lost": area.survey_lost}
    yield from _below(0, where, points)
    yield from _below(0, f"{where}.raids", area.raids)
    for sub in sorted(area.found - set(SUBS)):
        yield f"{where}.found: there is no sub-area {sub}"
    fought = state.stage > 0 and state.phase in (Phase.BATTLE, Phase.END)
    for name in _planned(area.plans):
        if name not in state.units and not (fought and name in state.wrecks):
            yield f"{where}.plans: there is no unit {name}"


def _planned(plans: Plans) -> Iterator[UnitName]:
    """Everybody who is named in the plans."""
    for target, ships in plans.guards.items():
        yield from (target, *ships)
    for name, at in plans.shelters.items():
        yield from (name, at)
    yield from plans.assigned


def _place_problems(state: State, place: Place) -> Iterator[str]:
    where = f"places.{place.id}"
    yield from (f"{where}: no area {area}" for area in place.entry if area not in state.areas)
    yield from (f"{where}: no place {to}" for to in place.links if to not in state.places)
    yield from (f"{where}: no side {side}" for side in place.supply if side not in state.sides)
    yield from _below(1, f"{where}.entry", place.entry)
    yield from _below(1, f"{where}.links", place.links)


def _unit_problems(state: State, unit: Unit) -> Iterator[str]:
    where = f"units.{unit.name}"
    if unit.type not in state.classes:
        yield f"{where}.type: there is no class {unit.type}"
    if unit.side not in state.sides:
        yield f"{where}.side: there is no side {unit.side}"
    if unit.at not in state.areas and PlaceName(unit.at) not in state.places:
        yield f"{where}.at: there is no area or place {unit.at}"
    elif unit.at in state.areas and state.areas[AreaName(unit.at)].side != unit.side:
        yield f"{where}.at: {unit.at} is the other side's area"
    if unit.sub not in (0, *SUBS):
        yield f"{where}.sub: there is no sub-area {unit.sub}"
    if unit.shifting and unit.shifting not in (*ZONES, *state.places):
        yield f"{where}.shifting: there is no zone or place {unit.shifting}"
    yield from _below(0, where, {"spent": unit.spent})


def _raid_problems(state: State, area: AreaName, raid: Raid) -> Iterator[str]:
    where = f"raids.{area}"
    if raid.area != area or area not in state.areas:
        yield f"{where}: there is no area {area}"
    if raid.side not in state.sides:
        yield f"{where}.side: there is no side {raid.side}"
    if raid.place not in state.places:
        yield f"{where}.place: there is no place {raid.place}"
    if raid.result is not None and (raid.result.survey_lost or 0) < 0:
        yield f"{where}.result.survey_lost: {raid.result.survey_lost} is below 0"
    for name in _taking_part(raid):
        if name not in state.units and name not in state.wrecks:
            yield f"{where}: there is no unit {name}"


def _taking_part(raid: Raid) -> Iterable[UnitName]:
    forces = (name for force in raid.forces for name in force)
    waiting = (*raid.joins_near, *raid.survey_ships)
    return (*raid.force, *raid.reacting, *raid.with_objective, *forces, *waiting)


def _keys(state: State) -> Iterator[str]:
    """Everything stands under its own name."""
    tables: tuple[tuple[str, Mapping[Any, Any], str], ...] = (
        ("sides", state.sides, "id"),
        ("areas", state.areas, "id"),
        ("places", state.places, "id"),
        ("classes", state.classes, "id"),
        ("units", state.units, "name"),
        ("wrecks", state.wrecks, "name"),
    )
    for what, table, field in tables:
        for name, row in table.items():
            if getattr(row, field) != name:
                yield f"{what}.{name}: its {field} is {getattr(row, field)}"
