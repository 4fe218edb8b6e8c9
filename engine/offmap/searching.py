"""Which of the six sub-areas a raid finds, and who is there (OFF-3.4.10)."""

from __future__ import annotations

from engine.offmap.events import SearchRoll
from engine.offmap.ids import AreaName
from engine.offmap.names import key
from engine.offmap.raids import Raid
from engine.offmap.reacting import left_out
from engine.offmap.state import Unit
from engine.offmap.table import Table, by_name


def search(table: Table, area: AreaName) -> None:
    """The sub-area counts as found from now on, whatever is there (OFF-H71)."""
    _take_places(table, area)
    raid, region = table.raids[area], table.areas[area]
    dice = _throws(table, raid)
    sub = raid.search.sub or dice[-1]
    there = tuple(unit.name for unit in _defenders(table, raid) if unit.sub == sub)
    table.change_area(area, found=region.found | {sub})
    table.change_raid(
        area,
        search_dice=dice,
        sub=sub,
        forces=(by_name(there),),
        sizes=(len(there),),
        initial=1,
    )
    table.events.append(SearchRoll(raid.side, area, dice, sub))


def _throws(table: Table, raid: Raid) -> tuple[int, ...]:
    """As often as it takes to find one that is not avoided (OFF-H70); none for a known one."""
    if raid.search.sub:
        return ()
    faces = [table.die("search", raid, 1)]
    while faces[-1] in raid.search.avoid:
        faces.append(table.die("search", raid, len(faces) + 1))
    return tuple(faces)


def _take_places(table: Table, area: AreaName) -> None:
    """Where each is assigned; else with the rest, where it was last, with the capital, in 1."""
    raid, plans = table.raids[area], table.areas[area].plans
    defenders = tuple(_defenders(table, raid))
    capital = next((unit.sub for unit in defenders if unit.capital), 0)
    for unit in defenders:
        if not table.start.classes[unit.type].immobile:
            sub = plans.assigned.get(unit.name) or plans.rest or unit.sub or capital or 1
            table.change_unit(unit.name, sub=sub)


def _defenders(table: Table, raid: Raid) -> tuple[Unit, ...]:
    """All units outside the survey zone, and those that react, in the order of names."""
    owner = table.areas[raid.area].side
    units = (table.units[name] for name in sorted(table.units, key=key))
    return tuple(
        unit
        for unit in units
        if unit.side == owner
        and unit.zone == "near"
        and unit.name not in left_out(raid, table.start.options)
        and (unit.at == raid.area or unit.name in raid.reacting)
    )
