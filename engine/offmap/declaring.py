"""Moves and raids as ordered in DECLARE: what comes of them, step by step (OFF-3.4.1 to 3.4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from engine.core.ruleset import Problem
from engine.offmap.force import Points, Size, flagship_of, points_of, size_of
from engine.offmap.geography import costs, distance
from engine.offmap.names import nearest
from engine.offmap.orders import Move, Order, Raid
from engine.offmap.slips import Slips, at_hand, fast, mobile, own, some_left
from engine.offmap.state import AreaName, PlaceName, Search, Unit, UnitName
from engine.offmap.targets import raid_problems
from engine.offmap.view import View


@dataclass(frozen=True, slots=True)
class Step:
    """One unit's move."""

    unit: UnitName
    from_: PlaceName
    to: PlaceName
    points: int


@dataclass(frozen=True, slots=True)
class Muster:
    """A raid that goes, or that a hidden fact voids after its EP are paid."""

    order: int
    area: AreaName
    place: PlaceName
    force: tuple[Unit, ...]
    size: Size
    points: Points
    #: A unit, `survey`, or empty (zones = seven).
    objective: str
    command_point: bool
    fight: int
    search: Search
    cost: int
    #: Codes of what only the adjudicator can see and that voids it (OFF-3.9).
    voided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """What a set of orders comes to."""

    steps: tuple[Step, ...]
    raids: tuple[Muster, ...]
    problems: tuple[Problem, ...]


def declare(view: View, orders: Sequence[Order]) -> Declared:
    """First all moves, then the raids in the order written; EP are counted down raid by raid."""
    side = view.sides[view.role]
    desk = _Desk(view, dict(view.units), side.ep, side.command_points)
    for n, order in enumerate(orders):
        if isinstance(order, Move):
            desk.move(order, n)
    for n, order in enumerate(orders):
        if isinstance(order, Raid):
            desk.raid(order, n)
    return Declared(tuple(desk.steps), tuple(desk.raids), tuple(desk.problems))


@dataclass(slots=True)
class _Desk:
    view: View
    #: All units, where they are after the moves so far.
    units: dict[UnitName, Unit]
    ep: int
    command_points: int
    steps: list[Step] = field(default_factory=list)
    raids: list[Muster] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def move(self, order: Move, n: int) -> None:
        slips = Slips(n)
        if order.to in self.view.places:
            named = list(self._named(order.units, slips))
            moved = [step for unit in named for step in self._step(unit, order.to, slips)]
            if not named or not moved:
                slips.refuse("E-EMPTY", order.to, f"No unit is left to move to {order.to}.")
        else:
            slips.refuse("E-PLACE", order.to, _no_place(self.view, order.to))
        self.problems += slips.found

    def raid(self, order: Raid, n: int) -> None:
        """Stops at the first of area, place and force; then lists all that is wrong."""
        slips = Slips(n)
        place = self._place(order)
        if self._target_area(order, slips) and self._launch(order, place, slips):
            force = tuple(self._force(order, place, slips))
            if some_left(force, "raid", slips):
                self._muster(order, place, force, slips)
        self.problems += slips.found

    def _named(self, names: Sequence[UnitName], slips: Slips) -> Iterator[Unit]:
        named = [self.units[unit.name] for unit in own(self.view, names, slips)]
        yield from at_hand(mobile(self.view, named, slips), slips)

    def _step(self, unit: Unit, to: PlaceName, slips: Slips) -> Iterator[Step]:
        if unit.at not in self.view.places:
            text = f"{unit.name} is in {unit.at}, not on the map: `shift` brings it back."
            slips.leave_out("E-NOT-ONMAP", unit.name, text)
            return
        way = costs(self.view.places, PlaceName(unit.at)).get(to)
        left = self.view.of_class(unit).move - unit.spent
        if way is None:
            text = f"There is no way from {unit.at} to {to}."
            slips.leave_out("E-PLACE", unit.name, text)
        elif way > left:
            text = f"{to} is {way} points from {unit.at}, and {unit.name} has {left} left."
            slips.leave_out("E-MP", unit.name, text)
        else:
            step = Step(unit.name, PlaceName(unit.at), to, way)
            after = msgspec.structs.replace(unit, at=str(to), spent=unit.spent + way)
            self.units[unit.name] = after
            self.steps.append(step)
            yield step

    def _place(self, order: Raid) -> PlaceName:
        """The place named, or that of the first unit that is there to be named."""
        if order.from_ or order.units == "all":
            return order.from_
        mine = (self.units.get(name) for name in order.units)
        first = next((unit for unit in mine if unit and unit.side == self.view.role), None)
        return PlaceName(first.at) if first else PlaceName("")

    def _target_area(self, order: Raid, slips: Slips) -> bool:
        area = self.view.areas.get(order.area)
        if area is None:
            near = nearest(order.area, self.view.areas)
            hint = f" Do you mean {near}?" if near else ""
            text = f"There is no area called {order.area}.{hint}"
            slips.refuse("E-AREA", order.area, text)
        elif area.side == self.view.role:
            slips.refuse("E-OWN-AREA", order.area, f"{order.area} is your own area.")
        elif any(raid.area == order.area for raid in self.raids):
            text = f"Only one raid a turn goes into {order.area}; the first one stands."
            slips.refuse("E-TWICE", order.area, text)
        return not slips.refused

    def _launch(self, order: Raid, place: PlaceName, slips: Slips) -> bool:
        if place not in self.view.places:
            text = _no_place(self.view, place) if place else "Say where from, as in `from Rim`."
            if order.units != "all" and not order.from_ and not place:
                slips.found += self._unknown_units(order, slips.order)
                slips.refuse("E-EMPTY", order.area, "No unit is left that could raid.")
            else:
                slips.refuse("E-PLACE", place, text)
        elif distance(self.view.places, place, order.area) is None:
            slips.refuse("E-PLACE", place, f"There is no way from {place} into {order.area}.")
        return not slips.refused

    def _unknown_units(self, order: Raid, n: int) -> list[Problem]:
        slips = Slips(n)
        list(own(self.view, () if isinstance(order.units, str) else order.units, slips))
        return slips.found

    def _force(self, order: Raid, place: PlaceName, slips: Slips) -> Iterator[Unit]:
        if isinstance(order.units, str):
            yield from (unit for unit in self.units.values() if self._may_go(unit, place))
            return
        named = (self.units[unit.name] for unit in own(self.view, order.units, slips))
        able = at_hand(fast(self.view, mobile(self.view, named, slips), slips), slips)
        for unit in able:
            if unit.at != place:
                text = f"{unit.name} is at {unit.at}, not at {place}."
                slips.leave_out("E-NOT-HERE", unit.name, text, f"move {unit.name} to {place}")
            elif unit.crippled and not self.view.options.crippled_may_raid:
                text = f"{unit.name} is crippled, and in this game cripples do not raid."
                slips.leave_out("E-CRIPPLED", unit.name, text)
            else:
                yield unit

    def _may_go(self, unit: Unit, place: PlaceName) -> bool:
        kind = self.view.of_class(unit)
        if unit.side != self.view.role or unit.at != place or kind.slow or kind.immobile:
            return False
        return self.view.options.crippled_may_raid or not unit.crippled

    def _muster(self, order: Raid, place: PlaceName, force: tuple[Unit, ...], slips: Slips) -> None:
        view = self.view
        size = size_of(
            force,
            self._flagship(order, force, slips),
            view.classes,
            view.options,
            command_point=order.command_point,
        )
        points = points_of(force, view.classes, view.places, view.role, place, order.area)
        _size_problems(size, slips)
        hidden = raid_problems(view, order, slips)
        _point_problems(points, order.area, slips)
        self._purse(order, slips)
        if slips.refused:
            return
        seven = view.options.zones == "seven"
        self.raids.append(
            Muster(
                order=slips.order,
                area=order.area,
                place=place,
                force=force,
                size=size,
                points=points,
                objective="" if seven else order.objective,
                command_point=order.command_point,
                fight=order.fight,
                search=Search(order.avoid, order.sub) if seven else Search(),
                cost=view.options.cost_ep,
                voided=tuple(problem.code for problem in hidden),
            )
        )
        self.ep -= view.options.cost_ep
        self.command_points -= order.command_point and not hidden
        slips.found += hidden

    def _flagship(self, order: Raid, force: tuple[Unit, ...], slips: Slips) -> UnitName:
        if any(unit.name == order.flagship for unit in force):
            return order.flagship
        best = flagship_of(force, self.view.classes)
        if order.flagship:
            text = f"{order.flagship} is not in the force: {best} leads it."
            slips.leave_out("W-FLAG", order.flagship, text)
        return best

    def _purse(self, order: Raid, slips: Slips) -> None:
        cost = self.view.options.cost_ep
        if self.ep < cost:
            text = f"A raid costs {cost} EP, and there are {self.ep} for this one."
            slips.refuse("E-EP", order.area, text)
        if order.command_point and self.command_points < 1:
            slips.refuse("E-CP", order.area, "You have no command point left for this raid.")


def _size_problems(size: Size, slips: Slips) -> None:
    if not size.legal:
        text = (
            f"The force is too large: besides {size.flagship} {size.counted} ships count, and "
            f"{size.limit} may. Ships like these may be {size.largest} in all."
        )
        slips.refuse("E-SIZE", size.flagship, text)


def _point_problems(points: Points, area: AreaName, slips: Slips) -> None:
    if not points.in_supply:
        if points.node is None:
            text = f"You have no supply node from which there is a way into {area}."
        else:
            text = f"The nearest supply node is {points.node} points from {area}: too far."
        slips.refuse("E-SUPPLY", area, text)
    if not points.enough:
        late = [name for name, left in points.left.items() if left < 0]
        text = f"Not enough movement points to enter {area}: {', '.join(late)}."
        slips.refuse("E-MP", area, text)


def _no_place(view: View, name: str) -> str:
    near = nearest(name, view.places)
    hint = f" Do you mean {near}?" if near else ""
    return f"There is no place called {name} on the map.{hint}"
