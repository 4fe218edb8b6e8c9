"""Reports of a battle, forces that have joined, and the way home (OFF-3.5, OFF-3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.naming import nearest
from engine.offmap.geography import distance
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.intelligence import hides
from engine.offmap.options import Options
from engine.offmap.orders import Commit, Report, Retrograde
from engine.offmap.raids import Raid
from engine.offmap.slips import Slips, find, own
from engine.offmap.state import SURVEY, Unit
from engine.offmap.view import View


def participants(raid: Raid, options: Options) -> frozenset[UnitName]:
    """All who could take part in the battle, at any time of it; not who never joins (OFF-H1)."""
    initial = raid.forces[raid.initial - 1] if raid.initial else ()
    near = force_ships(raid, "near") if options.near_round else ()
    far = force_ships(raid, "far") if options.far_round else ()
    return frozenset((*raid.force, *raid.with_objective, *initial, *near, *far))


def reported(view: View, order: Report, slips: Slips) -> Report:
    """The part of a report with those left out of whom nothing can be reported."""
    kept = Report(
        crippled=tuple(_named(view, order.crippled, "crippled", slips)),
        destroyed=tuple(_named(view, order.destroyed, "destroyed", slips)),
        devastated=tuple(_named(view, order.devastated, "devastated", slips)),
        survey_lost=_survey(view, order, slips),
        rounds=order.rounds,
        withdrew=order.withdrew,
    )
    if kept == Report() != order and not _absent(view, order):
        slips.nobody_left("report", "Nothing is left to report.")
    return kept


def commit_slips(view: View, order: Commit, slips: Slips) -> None:
    """Only a force that joins at some round and has a ship."""
    joins = {"near": view.options.near_round, "far": view.options.far_round}[order.force]
    raids = [raid for raid in view.raids.values() if raid.battle]
    if not joins or not any(force_ships(raid, order.force) for raid in raids):
        text = f"There is no {order.force} force that could join this battle."
        slips.refuse("E-COMMIT", order.force, text)


def force_ships(raid: Raid, force: str) -> tuple[UnitName, ...]:
    """The ships of the near or far force, without those left out."""
    number = raid.near if force == "near" else raid.far
    ships = raid.forces[number - 1] if number else ()
    ships += raid.joins_near if force == "near" else raid.survey_ships
    return tuple(name for name in ships if name not in raid.excused)


def raiders(view: View) -> dict[UnitName, AreaName]:
    """The reader's ships that are on a raid, and where."""
    mine = (raid for raid in view.raids.values() if raid.side == view.role)
    return {name: raid.area for raid in mine for name in raid.force}


def going(
    view: View, order: Retrograde, where: Mapping[UnitName, AreaName], slips: Slips
) -> dict[UnitName, PlaceName]:
    """The raiders that can go there: in supply, within their movement (OFF-H62)."""
    place = view.places.get(order.to)
    if place is None or view.role not in place.supply:
        near = nearest(order.to, view.places)
        hint = f" Do you mean {near}?" if place is None and near else ""
        text = f"{order.to} is no supply place of yours.{hint}"
        slips.refuse("E-RETRO", order.to, text)
        return {}
    able = {
        unit.name: order.to
        for unit, area in _leaving(view, order, where, slips)
        if _within(view, unit, order.to, area, slips)
    }
    if not able:
        slips.nobody_left(order.to, f"No unit is left to go to {order.to}.")
    return able


def _leaving(
    view: View, order: Retrograde, where: Mapping[UnitName, AreaName], slips: Slips
) -> Iterator[tuple[Unit, AreaName]]:
    if isinstance(order.units, str):
        yield from ((view.units[name], area) for name, area in where.items() if name in view.units)
        return
    for unit in own(view, order.units, slips):
        if unit.name in where:
            yield unit, where[unit.name]
        else:
            slips.leave_out("E-RETRO", unit.name, f"{unit.name} is not on a raid.")


def _within(view: View, unit: Unit, to: PlaceName, area: AreaName, slips: Slips) -> bool:
    way = distance(view.places, to, area)
    if way is not None and way <= view.of_class(unit).move:
        return True
    text = f"{to} is too far for {unit.name}, which goes back to where the raid was launched."
    slips.leave_out("E-RETRO", unit.name, text)
    return False


def _named(view: View, names: Sequence[UnitName], what: str, slips: Slips) -> Iterator[UnitName]:
    for name in dict.fromkeys(names):
        unit = find(view, name)
        if unit is None:
            slips.leave_out("E-UNIT", name, f"There is no unit called {name} here.")
        elif reason := _cannot(view, unit, what):
            slips.leave_out("E-REPORT", name, reason)
        else:
            yield name


def _cannot(view: View, unit: Unit, what: str) -> str:
    """Why nothing of that kind can be reported of a unit; empty if it can."""
    planet = view.of_class(unit).kind == "planet"
    if not any(_could_fight(view, raid, unit) for raid in view.raids.values()):
        return f"{unit.name} could not take part in this battle."
    if planet and what != "devastated":
        return f"{unit.name} is a planet, which can only be devastated."
    if not planet and what == "devastated":
        return f"{unit.name} is no planet: it can be crippled or destroyed."
    if unit.crippled and what != "destroyed":
        return f"{unit.name} was {what} before."
    return ""


def _could_fight(view: View, raid: Raid, unit: Unit) -> bool:
    """Was it there, or may its writer think so?"""
    there = unit.name in participants(raid, view.options)
    return there or (not view.sees_all and _may_wait(view, raid, unit))


def _may_wait(view: View, raid: Raid, unit: Unit) -> bool:
    """To who is not told the names of a force that waits, any ship may belong to it."""
    warship = view.of_class(unit).kind in ("warship", "survey")
    foe = unit.side != view.role == raid.side
    return warship and foe and unit.name != raid.objective and hides(raid, view.options)


def _absent(view: View, order: Report) -> list[UnitName]:
    """Ships that were not there, as its writer could not know: his report is one all the same."""
    named = (find(view, name) for name in (*order.crippled, *order.destroyed))
    raids = view.raids.values()
    return [
        unit.name for unit in named if unit and any(_may_wait(view, raid, unit) for raid in raids)
    ]


def _survey(view: View, order: Report, slips: Slips) -> int | None:
    """Only where survey points were the objective and were reached, and no more than are known."""
    if order.survey_lost is None:
        return None
    for raid in view.raids.values():
        area = view.areas[raid.area]
        known = view.options.intel == "open" or area.side == view.role
        few = not known or order.survey_lost <= area.survey_points
        if raid.objective == SURVEY and raid.reached and few:
            return order.survey_lost
    slips.leave_out("E-REPORT", SURVEY, "So many survey points could not be lost in this battle.")
    return None
