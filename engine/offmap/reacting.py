"""Who comes from the map, and who stays out (OFF-3.4.5, 3.14 `excuse`)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.offmap.geography import may_react
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.names import key
from engine.offmap.options import Options
from engine.offmap.orders import Excuse, React
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid
from engine.offmap.slips import Slips, fast, mobile, own
from engine.offmap.state import Unit
from engine.offmap.view import View


def coming(view: View, order: React, slips: Slips) -> dict[UnitName, AreaName]:
    """The units that react, each with the area it goes to: the first that it can reach."""
    if isinstance(order.units, str):
        all_ = sorted(view.own_units, key=lambda unit: key(unit.name))
        ways = ((unit, _area(view, unit)) for unit in all_)
        there = {u.name: area for u, area in ways if area and order.from_ in ("", u.at)}
        if order.from_ and order.from_ not in view.places:
            text = f"There is no place called {order.from_} on the map."
            slips.refuse("E-PLACE", order.from_, text)
        return there
    named = fast(view, mobile(view, own(view, order.units, slips), slips), slips)
    able = dict(_able(view, named, slips))
    if order.units and not able:
        slips.nobody_left("react", "No unit is left that could react.")
    return able


def excused(view: View, order: Excuse, slips: Slips) -> tuple[UnitName, ...]:
    """The ships that stay out of the division or of the battle."""
    able = tuple(
        unit.name for unit in own(view, order.units, slips) if _may_stay_out(view, unit, slips)
    )
    if not able:
        slips.nobody_left("excuse", "No ship is left that could be excused.")
    return able


def left_out(raid: Raid, options: Options) -> tuple[UnitName, ...]:
    """The ships that are not even divided: reserves, where those may be excused."""
    return raid.excused if options.excuse == "reserve" else ()


def waiting_ships(raid: Raid) -> tuple[UnitName, ...]:
    """The ships of the near and far force; none as long as they are not designated."""
    numbers = (raid.near, raid.far)
    return tuple(name for n in numbers if n for name in raid.forces[n - 1]) + raid.joins_near


def _able(view: View, named: Iterator[Unit], slips: Slips) -> Iterator[tuple[UnitName, AreaName]]:
    for unit in named:
        if unit.at not in view.places:
            text = f"{unit.name} is in {unit.at} already: only ships on the map react."
            slips.leave_out("E-NOT-ONMAP", unit.name, text)
        elif area := _area(view, unit):
            yield unit.name, area
        else:
            text = (
                f"{unit.name} cannot react from {unit.at}: warships can that are next to the area, "
                "and reserves that it is within reach of."
            )
            slips.leave_out("E-REACT", unit.name, text)


def _area(view: View, unit: Unit) -> AreaName | None:
    kind = view.of_class(unit)
    raided = sorted(area.id for area in view.own_areas if area.id in view.raids)
    return next((area for area in raided if may_react(view.places, unit, kind, area)), None)


def _may_stay_out(view: View, unit: Unit, slips: Slips) -> bool:
    """Marked as reserve before the dice, or in a waiting force before it joins."""
    rule = view.options.excuse
    warship = view.of_class(unit).kind == "warship"
    before = view.phase is Phase.REACT and warship
    if rule == "none":
        text = f"{unit.name} cannot stay out: nobody is excused in this game."
    elif rule == "reserve":
        if unit.reserve and before:
            return True
        text = f"{unit.name} cannot stay out: only warships marked as reserve can, before the dice."
    else:
        if before or any(unit.name in waiting_ships(raid) for raid in view.raids.values()):
            return True
        text = f"{unit.name} is in no waiting force: only those of the near and far force can be."
    slips.leave_out("E-EXCUSE", unit.name, text)
    return False
