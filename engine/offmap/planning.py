"""Orders that stand until they are changed: near, guard, shelter, assign; and changes of zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.orders import Assign, Guard, Near, Order, Shelter, Shift
from engine.offmap.slips import Slips, at_hand, find, mobile, own
from engine.offmap.state import FORCES, SUBS, Plans, Unit
from engine.offmap.view import View

FAR, NEAR, SURVEY_ZONE = "far", "near", "survey"


def near_slips(view: View, order: Near, slips: Slips) -> None:
    """Numbers 1 to 3; once the group die is known, not the initial force alone."""
    if view.options.zones == "seven" or view.options.defence == "chosen":
        slips.refuse("E-OPTION", "near", "Nobody is divided in this game: no force is near.")
        return
    if isinstance(order.order, str):
        return
    strange = [n for n in order.order if n not in FORCES]
    if strange or not order.order:
        slips.refuse("E-NEAR", "near", "The forces are 1, 2 and 3: write for example `near 2 3`.")
    for raid in view.raids.values():
        if raid.initial and set(order.order) == {raid.initial}:
            text = f"Force {raid.initial} is the initial one: the stronger of the others is near."
            slips.leave_out("W-NEAR-INITIAL", str(raid.initial), text)


def guards_of(view: View, order: Guard, slips: Slips) -> tuple[UnitName, ...]:
    """The ships that stay with the target (OFF-3.14, `guards`, `defence`)."""
    may = view.options.guards or view.options.defence == "chosen"
    if not may or view.options.zones == "seven":
        slips.refuse("E-OPTION", "guard", "Nothing can be guarded in this game.")
        return ()
    target = _target(view, order.target, slips)
    if target is None:
        return ()
    able = tuple(_guards(view, order, target, slips))
    if order.units and not able:
        slips.nobody_left(target.name, f"No ship is left to guard {target.name}.")
    return able


def sheltered(view: View, order: Shelter, slips: Slips) -> tuple[UnitName, ...]:
    """The docks and cripples that hide at the base or planet (OFF-3.14, `shelter`)."""
    if not view.options.shelter or view.options.zones == "seven":
        slips.refuse("E-OPTION", "shelter", "Nothing can shelter in this game.")
        return ()
    target = _target(view, order.at, slips) if order.at else None
    if order.at and (target is None or not view.of_class(target).immobile):
        if target is not None:
            text = f"{target.name} is no base or planet: nothing can shelter there."
            slips.refuse("E-SHELTER", target.name, text)
        return ()
    able = tuple(_shelterers(view, order, target, slips))
    if not able:
        slips.nobody_left(order.at, "No unit is left to shelter.")
    return able


def assigned(view: View, order: Assign, slips: Slips) -> tuple[UnitName, ...]:
    """The units that go to the sub-area; of `rest` and `all` none is named yet."""
    if view.options.zones != "seven":
        slips.refuse("E-OPTION", "assign", "There are no sub-areas in this game.")
        return ()
    if order.sub not in SUBS:
        text = f"There is no sub-area {order.sub}: they are numbered 1 to 6."
        slips.refuse("E-SUB-UNKNOWN", str(order.sub), text)
    if isinstance(order.units, str):
        return ()
    able = tuple(
        unit.name
        for unit in at_hand(mobile(view, own(view, order.units, slips), slips), slips)
        if _in_area(view, unit, slips, reacting=True)
    )
    if not able:
        slips.nobody_left("assign", "No unit is left to assign.")
    return able


def shifting(view: View, order: Shift, slips: Slips) -> tuple[UnitName, ...]:
    """The units that change their zone, or come back onto the map (OFF-3.4.8a, OFF-3.4.9)."""
    if view.options.zones == "none":
        slips.refuse("E-OPTION", "shift", "There are no zones in this game.")
        return ()
    to = order.to
    other_zone = SURVEY_ZONE if view.options.zones == "near_far" else FAR
    if to == other_zone or (to not in (NEAR, FAR, SURVEY_ZONE) and to not in view.places):
        zones = "near or far" if view.options.zones == "near_far" else "near or survey"
        text = f"Units shift to {zones} or to a place on the map, not to {to}."
        slips.refuse("E-PLACE", to, text)
        return ()
    units = mobile(view, own(view, order.units, slips), slips)
    able = tuple(unit.name for unit in units if _may_shift(view, unit, to, slips))
    if not able:
        slips.nobody_left(to, f"No unit is left to shift to {to}.")
    return able


def planned(view: View, orders: Sequence[Order], plans: Mapping[AreaName, Plans]) -> _Plans:
    """The plans of the reader's areas with these orders, those that are refused left out."""
    new = dict(plans)
    for area in plans:
        for change in _CHANGES:
            new[area] = change(view, orders, area, new[area])
    return new


_Plans = dict[AreaName, Plans]


def _near(_view: View, orders: Sequence[Order], _area: AreaName, plans: Plans) -> Plans:
    for order in orders:
        if isinstance(order, Near):
            plans = msgspec.structs.replace(plans, near=order)
    return plans


def _guarded(view: View, orders: Sequence[Order], area: AreaName, plans: Plans) -> Plans:
    """A ship guards one target, the last that was named."""
    guards = dict(plans.guards)
    for n, order in enumerate(orders):
        if isinstance(order, Guard) and view.units[order.target].at == area:
            able = guards_of(view, order, Slips(n))
            guards = {
                target: tuple(name for name in ships if name not in able)
                for target, ships in guards.items()
            }
            guards[order.target] = able
    kept = {target: ships for target, ships in guards.items() if ships}
    return msgspec.structs.replace(plans, guards=kept)


def _hidden(view: View, orders: Sequence[Order], area: AreaName, plans: Plans) -> Plans:
    shelters = dict(plans.shelters)
    for n, order in enumerate(orders):
        if isinstance(order, Shelter):
            for name in sheltered(view, order, Slips(n)):
                if view.units[name].at == area:
                    shelters.pop(name, None)
                    if order.at:
                        shelters[name] = order.at
    return msgspec.structs.replace(plans, shelters=shelters)


def _placed(view: View, orders: Sequence[Order], _area: AreaName, plans: Plans) -> Plans:
    """A new `rest` forgets who was named before."""
    given = [(n, order) for n, order in enumerate(orders) if isinstance(order, Assign)]
    named, rest = dict(plans.assigned), plans.rest
    for _, order in given:
        if isinstance(order.units, str):
            named, rest = {}, order.sub
    for n, order in given:
        named |= dict.fromkeys(assigned(view, order, Slips(n)), order.sub)
    return msgspec.structs.replace(plans, assigned=named, rest=rest)


_Change = Callable[[View, Sequence[Order], AreaName, Plans], Plans]

_CHANGES: tuple[_Change, ...] = (_near, _guarded, _hidden, _placed)


def _target(view: View, name: UnitName, slips: Slips) -> Unit | None:
    """The unit to stay with: one's own, in one's own area."""
    unit = find(view, name)
    if unit is None or unit.side != view.role:
        code = "E-UNIT" if unit is None else "E-NOT-YOURS"
        slips.refuse(code, name, f"You have no unit called {name}.")
        return None
    if unit.at not in view.areas:
        slips.refuse("E-NOT-HERE", name, f"{name} is at {unit.at}, not in your area.")
        return None
    return unit


def _guards(view: View, order: Guard, target: Unit, slips: Slips) -> Iterator[UnitName]:
    for unit in at_hand(own(view, order.units, slips), slips):
        if unit.at != target.at:
            text = f"{unit.name} is at {unit.at}, not in {target.at}."
            slips.leave_out("E-NOT-HERE", unit.name, text)
        elif unit.name == target.name or view.of_class(unit).kind != "warship":
            text = f"{unit.name} cannot guard {target.name}: only other warships can."
            slips.leave_out("E-GUARD", unit.name, text)
        else:
            yield unit.name


def _shelterers(
    view: View, order: Shelter, target: Unit | None, slips: Slips
) -> Iterator[UnitName]:
    for unit in mobile(view, own(view, order.units, slips), slips):
        if target is not None and (unit.at, unit.zone) != (target.at, target.zone):
            text = f"{unit.name} is not where {target.name} is."
            slips.leave_out("E-NOT-HERE", unit.name, text)
        elif view.of_class(unit).kind != "dock" and not unit.crippled:
            text = f"{unit.name} cannot shelter: only docks and crippled ships can."
            slips.leave_out("E-SHELTER", unit.name, text)
        else:
            yield unit.name


def _in_area(view: View, unit: Unit, slips: Slips, *, reacting: bool) -> bool:
    """In one's own area, or about to be there."""
    here = unit.at in view.areas or (reacting and unit.at in view.places)
    if not here:
        slips.leave_out("E-NOT-HERE", unit.name, f"{unit.name} is at {unit.at}.")
    return here


def _may_shift(view: View, unit: Unit, to: str, slips: Slips) -> bool:
    if not _in_area(view, unit, slips, reacting=False):
        return False
    if unit.zone == to:
        slips.leave_out("E-SHIFT", unit.name, f"{unit.name} is in the {to} zone already.")
        return False
    if to not in view.places:
        return True
    kind = view.of_class(unit)
    place = view.places[PlaceName(to)]
    cost = place.entry.get(AreaName(unit.at))
    if kind.slow:
        text = f"{unit.name} is a {kind.name}, which is too slow to come onto the map."
        slips.leave_out("E-SLOW", unit.name, text)
    elif unit.zone != "near":
        text = f"{unit.name} is in the {unit.zone} zone: shift it to near first."
        slips.leave_out("E-FAR", unit.name, text)
    elif cost is None or view.role not in place.supply:
        text = f"{to} is no place of yours next to {unit.at}."
        slips.leave_out("E-PLACE", unit.name, text)
    elif cost > kind.move:
        slips.leave_out("E-MP", unit.name, f"{to} is {cost} points away, {unit.name} has fewer.")
    else:
        return True
    return False
