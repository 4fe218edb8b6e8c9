"""END: everybody goes home, zones change, income comes in (OFF-3.1, OFF-3.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from engine.offmap.events import Home, Income, Shifted
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.names import key
from engine.offmap.phases import turn_of
from engine.offmap.raids import Account, Raid
from engine.offmap.results import meet, settle
from engine.offmap.state import Plans, State
from engine.offmap.table import Table, by_name


def run_end(table: Table) -> None:
    for area, raid in sorted(table.raids.items()):
        if raid.disputed and raid.result is not None:
            settle(table, area, raid.result)
        elif raid.disputed:
            meet(table, raid, Account())
        _go_home(table, raid)
    if _turn_ends(table.start):
        _shift(table)
        _income(table)
    for name, unit in tuple(table.units.items()):
        if unit.spent:
            table.change_unit(name, spent=0)
    for area in tuple(table.areas):
        table.change_area(area, plans=_still_there(table, area))
    table.raids.clear()


def _turn_ends(state: State) -> bool:
    """Is this the last part of the turn?"""
    return turn_of(state.stage + 1, state.options) > state.turn


def _go_home(table: Table, raid: Raid) -> None:
    """To the launch place or as ordered; who reacted, to where he came from (OFF-H48, OFF-H62)."""
    homes: defaultdict[PlaceName, list[UnitName]] = defaultdict(list)
    for name in raid.force:
        if name in table.units:
            homes[raid.going.get(name, raid.place)].append(name)
            table.change_unit(name, at=str(raid.going.get(name, raid.place)))
    for place, names in sorted(homes.items()):
        table.events.append(Home(raid.side, raid.area, place, by_name(names)))
    back: defaultdict[PlaceName, list[UnitName]] = defaultdict(list)
    for name, place in raid.reacting.items():
        if name in table.units:
            back[place].append(name)
    for place, names in sorted(back.items()):
        table.events.append(Home(table.defender, raid.area, place, by_name(names)))


def _shift(table: Table) -> None:
    for name in sorted(table.units, key=key):
        unit = table.units[name]
        if not unit.shifting:
            continue
        if unit.shifting in table.start.places:
            table.change_unit(name, at=unit.shifting, zone="near", sub=0, shifting="")
        else:
            table.change_unit(name, zone=unit.shifting, sub=0, shifting="")
        table.events.append(Shifted(name, unit.side, unit.shifting))


def _income(table: Table) -> None:
    for role, side in tuple(table.sides.items()):
        if side.income:
            table.change_side(role, ep=side.ep + side.income)
            table.events.append(Income(role, side.income, side.ep + side.income))


def _still_there(table: Table, area: AreaName) -> Plans:
    """Plans forget what was destroyed or has gone; in the far zone nobody guards or shelters."""
    plans = table.areas[area].plans

    def there(name: UnitName) -> bool:
        return name in table.units and table.units[name].at in (area, *table.start.places)

    def stays(name: UnitName) -> bool:
        unit = table.units.get(name)
        return unit is not None and (unit.at, unit.zone) == (area, "near")

    guards = {
        target: kept
        for target, ships in plans.guards.items()
        if stays(target) and (kept := tuple(filter(stays, ships)))
    }
    shelters: Mapping[UnitName, UnitName] = {
        name: at for name, at in plans.shelters.items() if stays(name) and stays(at)
    }
    assigned = {name: sub for name, sub in plans.assigned.items() if there(name)}
    return msgspec.structs.replace(plans, guards=guards, shelters=shelters, assigned=assigned)
