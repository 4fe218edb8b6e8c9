"""The door out of a position: what one side knows of it (OFF-3.7).

Sheets, forms, receipts, maps and bots are made from the `View` that leaves here and from the events
that `hearing` lets through. All lists in it are in the order of names, so that no order tells how
the position is kept; only the sides are in the order of the scenario, which says who begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from engine.core.ruleset import Role, Vocabulary
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.intelligence import raid_as_known, result_is_out, told_ships
from engine.offmap.names import key
from engine.offmap.raids import Raid
from engine.offmap.scoring import scores
from engine.offmap.seeing import everything as everything
from engine.offmap.seeing import knows
from engine.offmap.state import Area, Plans, Side, State, Unit
from engine.offmap.view import View

change = msgspec.structs.replace
Name = TypeVar("Name", bound=str)
Row = TypeVar("Row")


def view(state: State, role: Role) -> View:
    """What this side knows, and nothing else (OFF-3.7)."""
    return View(
        role=role,
        stage=state.stage,
        over=state.over,
        options=state.options,
        title=state.title,
        sides={name: _side(side, role) for name, side in state.sides.items()},
        areas={name: _area(state, area, role) for name, area in sorted(state.areas.items())},
        places=dict(sorted(state.places.items())),
        classes=dict(sorted(state.classes.items())),
        units=_by_name({unit.name: unit for unit in _units(state, role)}),
        raids={
            area: raid_as_known(state, raid, role) for area, raid in sorted(state.raids.items())
        },
        scores=dict(sorted(scores(state).items())),
    )


def vocabulary(view: View) -> Vocabulary:
    """The names that a reader of this side's letter may know: units, places, areas, sides.

    `own` and `unit` are told apart, since most orders are for own units only.
    """
    own = view.own_units
    return Vocabulary(
        names={
            "unit": tuple(view.units),
            "own": tuple(unit.name for unit in own),
            "area": tuple(view.areas),
            "place": tuple(view.places),
            "player": tuple(view.sides),
        },
        places={unit.name: unit.at for unit in own},
        stage=view.stage,
        me=view.role,
    )


def _by_name(rows: Mapping[Name, Row]) -> dict[Name, Row]:
    return {name: rows[name] for name in sorted(rows, key=lambda name: (key(name), name))}


def _side(side: Side, role: Role) -> Side:
    """Money, points and what comes in are a side's own affair."""
    if side.id == role:
        return side
    return Side(side.id, side.name)


def _area(state: State, area: Area, role: Role) -> Area:
    """Counts of raids and sub-areas found are known to both; plans to the owner alone."""
    raids = dict(sorted(_counts(state, area, role).items()))
    known = change(area, raids=raids, found=_found(state, area))
    if area.side == role:
        return known
    points = area.survey_points if state.options.intel == "open" else 0
    return change(known, survey_points=points, plans=Plans())


def _found(state: State, area: Area) -> frozenset[int]:
    """Without what the raid under way has found, until its result is out."""
    raid = state.raids.get(area.id)
    if raid is None or result_is_out(state) or raid.search.sub:
        return area.found
    return area.found - {raid.sub}


def _counts(state: State, area: Area, role: Role) -> Mapping[str, int]:
    """Without the raid under way, while its objective is a secret from the owner (OFF-H28)."""
    raid = state.raids.get(area.id)
    secret = state.options.objective_secret and role == area.side and not result_is_out(state)
    if raid is None or not secret or not raid.objective_die:
        return area.raids
    before = {**area.raids, raid.objective: area.raids.get(raid.objective, 0) - 1}
    return {target: count for target, count in before.items() if count > 0}


def _units(state: State, role: Role) -> Iterator[Unit]:
    """Own units in full, and of the others what is known of them."""
    met = {name for raid in state.raids.values() for name in _met(state, raid, role)}
    for unit in state.units.values():
        if unit.side == role:
            yield change(unit, found=False)
        elif unit.name in met or _known(state, role, unit):
            yield _as_enemy(state, unit)


def _met(state: State, raid: Raid, role: Role) -> frozenset[UnitName]:
    """Enemies whom this raid has shown to the raider so far."""
    if raid.side != role or not result_is_out(state):
        return frozenset()
    return told_ships(raid, state.options)


def _known(state: State, role: Role, unit: Unit) -> bool:
    """As `seeing.knows`; in sub-areas what can move was met for that raid only (OFF-3.7)."""
    if state.options.zones == "seven" and not state.classes[unit.type].immobile:
        unit = change(unit, found=False)
    return knows(state, role, unit)


def _as_enemy(state: State, unit: Unit) -> Unit:
    """Without what only its owner may know: for all that, on the map there is nothing to hide."""
    area = state.areas.get(AreaName(unit.at))
    if area is None:
        return change(unit, sub=0, zone="near", spent=0, shifting="", began_crippled=False)
    return Unit(
        name=unit.name,
        type=unit.type,
        side=unit.side,
        at=unit.at,
        crippled=unit.crippled,
        capital=unit.capital,
        found=True,
        sub=_sub(state, area, unit),
    )


def _sub(state: State, area: Area, unit: Unit) -> int:
    """The sub-area of a fixed thing, once it has been found."""
    fixed = state.classes[unit.type].immobile
    return unit.sub if fixed and unit.sub in _found(state, area) else 0
