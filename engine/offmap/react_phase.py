"""REACT: ships come from the map, the dice are thrown, the forces are divided (OFF-H44)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ruleset import Role
from engine.offmap.declare_phase import note_plans
from engine.offmap.division import divide, ship_of
from engine.offmap.events import Divided, GroupRoll, ObjectiveRoll, PoliceRoll, Reacted
from engine.offmap.force import current_power
from engine.offmap.groups import initial_force
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.names import key
from engine.offmap.objective import Category, category, modifiers, reached
from engine.offmap.orders import Excuse, React
from engine.offmap.raids import Raid
from engine.offmap.reacting import coming, excused, left_out
from engine.offmap.searching import search
from engine.offmap.slips import Slips
from engine.offmap.state import FORCES, SURVEY, Plans, Unit
from engine.offmap.table import Table, by_name

POLICE_FROM = 4
"""The lowest face on which a police ship turns up (OFF-3.14, `police`)."""


def run_react(table: Table) -> None:
    if not table.raids:
        return
    note_plans(table, table.defender)
    _react(table)
    _excuse(table)
    for area in sorted(table.raids):
        if table.start.options.zones == "seven":
            search(table, area)
        else:
            _reach(table, area)
            _divide(table, area)
            _police(table, area)


def pool(table: Table, raid: Raid) -> tuple[Unit, ...]:
    """The ships that are divided (OFF-3.4.6), in the order of names."""
    if table.start.options.defence == "chosen":
        return ()
    area = table.areas[raid.area]
    out = left_out(raid, table.start.options)
    busy = {raid.objective, *out, *raid.joins_near, *_guards(area.plans)}
    busy |= {unit.name for unit in _police_ships(table, raid)}
    there = (u for u in _warships(table, area.side) if u.at == area.id or u.name in raid.reacting)
    return tuple(unit for unit in there if unit.zone == "near" and unit.name not in busy)


def line_of(table: Table, raid: Raid) -> Category:
    """Which line of the table counts; of what shelters, that of its base or planet."""
    if raid.objective == SURVEY:
        return "survey"
    shelter = table.areas[raid.area].plans.shelters.get(UnitName(raid.objective))
    unit = table.units[shelter or UnitName(raid.objective)]
    return category(unit, table.start.classes[unit.type])


def _react(table: Table) -> None:
    """Reserves may come as one body instead of being divided (OFF-3.14, `reserve_joins`)."""
    options = table.start.options
    units: dict[UnitName, AreaName] = {}
    for order in table.given(table.defender, React):
        units |= coming(table.view(table.defender), order, Slips(0))
    for area in sorted(set(units.values())):
        here = by_name([name for name, to in units.items() if to == area])
        reserve = options.reserve_joins == "near"
        body = [n for n in here if options.defence == "chosen" or (reserve and _marked(table, n))]
        from_ = {name: PlaceName(table.units[name].at) for name in here}
        table.change_raid(area, reacting=from_, joins_near=tuple(body))
        table.events.append(Reacted(table.defender, area, here))


def _marked(table: Table, name: UnitName) -> bool:
    return table.units[name].reserve


def _excuse(table: Table) -> None:
    for order in table.given(table.defender, Excuse):
        out = excused(table.view(table.defender), order, Slips(0))
        for area, raid in tuple(table.raids.items()):
            table.change_raid(area, excused=by_name({*raid.excused, *out}))


def _reach(table: Table, area: AreaName) -> None:
    """The objective die; the raid counts from now on, reached or not (OFF-H39)."""
    raid, region, options = table.raids[area], table.areas[area], table.start.options
    if raid.objective not in (SURVEY, *table.units):
        return  # the Gamesmaster has taken it off the board
    before = region.raids.get(raid.objective, 0)
    lines = modifiers(options, line_of(table, raid), raid.left, before)
    die = table.die("objective", raid)
    added = sum(number for _, number in lines)
    done = reached(options, die, added)
    table.change_area(area, raids={**region.raids, raid.objective: before + 1})
    table.change_raid(
        area,
        objective_die=die,
        modifiers=lines,
        reached=done,
        with_objective=by_name(set(_with_objective(table, raid))) if done else (),
    )
    roll = ObjectiveRoll(raid.side, area, raid.objective, die, lines, die + added, done, before + 1)
    table.events.append(roll)


def _with_objective(table: Table, raid: Raid) -> Iterator[UnitName]:
    """The objective, its guards, and where it shelters (OFF-3.4.8); it cannot stay out itself."""
    if raid.objective == SURVEY:
        return
    name, plans = UnitName(raid.objective), table.areas[raid.area].plans
    out = left_out(raid, table.start.options)
    yield name
    yield from (guard for guard in plans.guards.get(name, ()) if guard not in out)
    if name in plans.shelters:
        yield plans.shelters[name]


def _divide(table: Table, area: AreaName) -> None:
    """Three forces and the group die; where the defence is chosen there is none (OFF-3.4.6)."""
    raid, classes, options = table.raids[area], table.start.classes, table.start.options
    if options.defence == "chosen":
        return
    ships = [ship_of(unit, classes) for unit in pool(table, raid)]
    forces = divide(ships, options.carrier_groups)
    die = table.die("group", raid)
    sizes = tuple(map(len, forces))
    table.change_raid(area, forces=forces, sizes=sizes, group_die=die, initial=initial_force(die))
    powers = tuple(power_of(table, forces[n - 1]) for n in FORCES)
    table.events.append(Divided(table.defender, area, forces, powers))
    table.events.append(GroupRoll(raid.side, area, die, initial_force(die)))


def power_of(table: Table, names: tuple[UnitName, ...]) -> int:
    """Total current power."""
    return sum(current_power(table.units[name], table.start.classes) for name in names)


def _police(table: Table, area: AreaName) -> None:
    raid = table.raids[area]
    ships = _police_ships(table, raid)
    if not ships:
        return
    die = table.die("police", raid)
    came = ships[0].name if die >= POLICE_FROM else None
    joined = (*raid.with_objective, came) if came else raid.with_objective
    table.change_raid(area, police_die=die, with_objective=by_name(joined))
    table.events.append(PoliceRoll(table.defender, area, die, came))


def _police_ships(table: Table, raid: Raid) -> tuple[Unit, ...]:
    """The first of them joins on its die; none of them is divided (OFF-3.14, `police`)."""
    if table.start.options.police == "none":
        return ()
    area = table.areas[raid.area]
    busy = {raid.objective, *left_out(raid, table.start.options), *_guards(area.plans)}
    return tuple(
        unit
        for unit in _warships(table, area.side)
        if "police" in table.start.classes[unit.type].tags
        and (unit.at, unit.zone) == (area.id, "near")
        and unit.name not in busy
    )


def _warships(table: Table, side: Role) -> Iterator[Unit]:
    for name in sorted(table.units, key=key):
        unit = table.units[name]
        if unit.side == side and table.start.classes[unit.type].kind == "warship":
            yield unit


def _guards(plans: Plans) -> Iterator[UnitName]:
    return (name for ships in plans.guards.values() for name in ships)
