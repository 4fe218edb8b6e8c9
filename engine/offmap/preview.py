"""What a side can reckon beforehand: the odds of its raid, and its forces as they would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.offmap.declaring import Muster
from engine.offmap.division import divide, ship_of
from engine.offmap.force import current_power
from engine.offmap.groups import near_force
from engine.offmap.ids import UnitName
from engine.offmap.objective import Modifiers, category, modifiers, winning_faces
from engine.offmap.orders import Excuse, Near, Order, React
from engine.offmap.planning import planned
from engine.offmap.raids import Raid
from engine.offmap.reacting import coming, excused
from engine.offmap.slips import Slips
from engine.offmap.state import FORCES, SURVEY, Unit
from engine.offmap.view import View

Forces = tuple[tuple[UnitName, ...], ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of reaching an objective, from what the raider knows of it."""

    modifiers: Modifiers
    #: On how many of the six faces.
    winning: int

    @property
    def modifier(self) -> int:
        return sum(number for _, number in self.modifiers)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the defender's orders come to if the raid is met as things stand."""

    coming: tuple[UnitName, ...]
    #: Empty where nothing is divided.
    forces: Forces
    powers: tuple[int, ...]
    #: The near force for each force that the die may make the initial one.
    near: tuple[int, ...]


def odds(view: View, area: str, objective: str, left: int) -> Odds | None:
    """None if nothing is known of the objective, or none is needed."""
    known = next((a for a in view.areas.values() if a.id == area), None)
    unit = view.units.get(UnitName(objective))
    if known is None or not objective or (unit is None and objective != SURVEY):
        return None
    kind = category(unit, view.of_class(unit) if unit else None)
    added = modifiers(view.options, kind, left, known.raids.get(objective, 0))
    return Odds(added, winning_faces(view.options, sum(number for _, number in added)))


def odds_of(view: View, muster: Muster) -> Odds | None:
    """The chance of a raid as ordered."""
    return odds(view, muster.area, muster.objective, muster.points.remaining)


def answer(view: View, raid: Raid, orders: Sequence[Order]) -> Answer:
    """The three forces as they would be with these orders and what stands (OFF-3.4.6)."""
    comers = tuple(
        name
        for order in orders
        if isinstance(order, React)
        for name, area in coming(view, order, Slips(0)).items()
        if area == raid.area
    )
    if view.options.defence == "chosen" or view.options.zones == "seven":
        return Answer(comers, (), (), ())
    ships = _divided(view, raid, comers, orders)
    divided = [ship_of(ship, view.classes) for ship in ships]
    forces = divide(divided, view.options.carrier_groups)
    powers = tuple(power(view, force) for force in forces)
    near = near_order(view, raid, orders)
    sizes = [len(force) for force in forces]
    first = tuple(near_force(near, initial, powers, sizes) for initial in FORCES)
    return Answer(comers, forces, powers, first)


def power(view: View, names: Sequence[UnitName]) -> int:
    """Combat power of ships as they are."""
    known = (view.units[name] for name in names if name in view.units)
    return sum(current_power(unit, view.classes) for unit in known)


def _divided(
    view: View, raid: Raid, comers: Sequence[UnitName], orders: Sequence[Order]
) -> list[Unit]:
    """The defender's warships there and coming, without objective, guards and those left out."""
    plans = view.areas[raid.area].plans
    out = {name for ships in plans.guards.values() for name in ships} | {raid.objective}
    if view.options.excuse == "reserve":
        out |= {
            name
            for order in orders
            if isinstance(order, Excuse)
            for name in excused(view, order, Slips(0))
        }
    if view.options.reserve_joins == "near":
        out |= {name for name in comers if view.units[name].reserve}
    return [
        unit
        for unit in view.own_units
        if view.of_class(unit).kind == "warship"
        and unit.name not in out
        and (unit.name in comers or _stands_ready(view, unit, raid))
    ]


def _stands_ready(view: View, unit: Unit, raid: Raid) -> bool:
    """In the area's near zone, and not kept for the police die."""
    police = view.options.police != "none" and "police" in view.of_class(unit).tags
    return unit.at == raid.area and unit.zone == "near" and not police


def near_order(view: View, raid: Raid, orders: Sequence[Order]) -> Near | None:
    """The order in the letter, else the one that stands."""
    area = view.areas[raid.area]
    return planned(view, orders, {area.id: area.plans})[area.id].near
