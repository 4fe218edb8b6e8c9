"""What a raid is for: the objective, or the sub-area to be searched (OFF-3.9, OFF-3.4.10)."""

from __future__ import annotations

from engine.core.ruleset import Problem
from engine.offmap.ids import UnitName
from engine.offmap.orders import Raid
from engine.offmap.seeing import knows
from engine.offmap.slips import Slips
from engine.offmap.state import SUBS, SURVEY, Area, Unit
from engine.offmap.view import View


def raid_problems(view: View, order: Raid, slips: Slips) -> list[Problem]:
    """Says all that is wrong with the target; returns what rests on hidden facts alone.

    Hidden facts void a raid only when it is launched, never in a receipt.
    """
    area = view.areas[order.area]
    if order.fight > 1 and view.options.battle == "report":
        text = "In this game the players fight: `fight` is not looked at."
        slips.remark("W-IGNORED", order.area, text)
    if view.options.zones == "seven":
        _search(area, order, slips)
        return []
    if order.avoid or order.sub:
        text = "There are no sub-areas in this game: `avoid` and `area` are not looked at."
        slips.leave_out("W-IGNORED", order.area, text)
    if not order.objective:
        text = "Name what the raid is for: a unit in the area, or `objective survey`."
        slips.refuse("E-OBJ", order.area, text)
        return []
    if order.objective == SURVEY:
        return []
    return _objective(view, area, order.objective, slips)


def _objective(view: View, area: Area, name: str, slips: Slips) -> list[Problem]:
    unit = view.units.get(UnitName(name))
    mine = unit is not None and knows(view, view.role, unit)
    found = Slips(slips.order)
    _wrong(view, area, name, unit, found)
    if mine or (unit is None and view.options.intel == "open"):
        hidden = [problem for problem in found.found if problem.code == "E-OBJ-FAR"]
        slips.found += [problem for problem in found.found if problem not in hidden]
        return hidden
    if view.sees_all:
        return found.found
    slips.remark("W-OBJ", name, f"{name} will be tried if it is there.")
    return []


def _wrong(view: View, area: Area, name: str, unit: Unit | None, slips: Slips) -> None:
    if unit is None or unit.at != area.id or unit.side == view.role:
        text = f"{name} is not in {area.id}: nothing there is called so."
        slips.refuse("E-OBJ-AREA", name, text)
    elif view.of_class(unit).kind == "survey":
        slips.refuse("E-OBJ-SR", name, f"{name} is a survey ship, which cannot be the objective.")
    elif unit.zone != "near":
        slips.refuse("E-OBJ-FAR", name, f"{name} is in the far zone, where no raid can reach it.")


def _search(area: Area, order: Raid, slips: Slips) -> None:
    if order.objective:
        text = "In this game a raid finds a sub-area; an objective is not looked at."
        slips.remark("W-IGNORED", order.objective, text)
    known = ", ".join(map(str, sorted(area.found))) or "none"
    strange = [sub for sub in order.avoid if sub not in area.found]
    if strange or set(order.avoid) >= set(SUBS):
        text = f"Only sub-areas that you have found can be avoided, and not all six: {known}."
        slips.refuse("E-AVOID", order.area, text)
    if order.sub and order.sub not in area.found:
        text = f"Sub-area {order.sub} is not found yet. Found so far: {known}."
        slips.refuse("E-SUB-UNKNOWN", order.area, text)
