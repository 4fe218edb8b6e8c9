"""DESIGNATE: near and far are fixed, and it is known whether there is a battle (OFF-3.4.7)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.ruleset import Role
from engine.offmap.declare_phase import note_plans
from engine.offmap.events import Designated, NoBattle
from engine.offmap.groups import near_force, usable, waiting
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.names import key
from engine.offmap.planning import near_slips
from engine.offmap.quick import fight
from engine.offmap.raids import Account, Raid
from engine.offmap.react_phase import power_of
from engine.offmap.reacting import waiting_ships
from engine.offmap.results import settle
from engine.offmap.slips import Slips
from engine.offmap.state import FORCES, Near, State
from engine.offmap.table import Table


def run_designate(table: Table) -> None:
    note_plans(table, table.defender)
    for area in sorted(table.raids):
        if table.raids[area].group_die:
            _designate(table, area)
        _arrivals(table, area)
        _open_battle(table, area)


def asks(state: State) -> bool:
    """Must the defender be asked which force is near (OFF-3.14, `designate`)?"""
    return state.options.designate == "ask" and any(_open(state, r) for r in state.raids.values())


def _open(state: State, raid: Raid) -> bool:
    """Nothing usable is in hand, and there is something to choose between."""
    if not raid.group_die:
        return False
    ships = any(raid.sizes[n - 1] for n in waiting(raid.initial))
    return ships and not usable(state.areas[raid.area].plans.near, raid.initial)


def _designate(table: Table, area: AreaName) -> None:
    raid, order = table.raids[area], table.areas[area].plans.near
    powers = [power_of(table, raid.forces[n - 1]) for n in FORCES]
    near = near_force(order, raid.initial, powers, raid.sizes)
    far = next(n for n in waiting(raid.initial) if n != near)
    table.change_raid(area, near=near, far=far)
    table.events.append(Designated(table.defender, area, near, far))
    told = any(table.given(table.defender, Near))
    if order is not None and not told and not usable(order, raid.initial):
        slips = Slips(0)
        near_slips(table.view(table.defender), order, slips)
        table.tell(table.defender, [replace(problem, order=None) for problem in slips.found])


def _arrivals(table: Table, area: AreaName) -> None:
    """Who never joins is not there; survey ships come with the far force (OFF-H1, OFF-H2)."""
    raid, options = table.raids[area], table.start.options
    survey = _survey_ships(table, area) if raid.far and options.far_round else ()
    excused = raid.excused
    if options.excuse == "waiting":
        excused = tuple(name for name in excused if name in waiting_ships(raid))
    table.change_raid(area, survey_ships=survey, excused=excused)


def _survey_ships(table: Table, area: AreaName) -> tuple[UnitName, ...]:
    owner: Role = table.areas[area].side
    return tuple(
        name
        for name in sorted(table.units, key=key)
        if (unit := table.units[name]).side == owner
        and (unit.at, unit.zone) == (area, "near")
        and table.start.classes[unit.type].kind == "survey"
    )


def _open_battle(table: Table, area: AreaName) -> None:
    """With the initial force or the objective, if either is there (OFF-H3)."""
    raid = table.raids[area]
    initial = raid.forces[raid.initial - 1] if raid.initial else ()
    if not (initial or raid.with_objective):
        table.events.append(NoBattle(raid.side, area))
        settle(table, area, Account())
        return
    table.change_raid(area, battle=True)
    if table.start.options.battle == "quick":
        settle(table, area, fight(table, area))
