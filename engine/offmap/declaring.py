"""Moves and raids as ordered in DECLARE: what comes of them, step by step (OFF-3.4.1 to 3.4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from engine.core.naming import nearest
from engine.core.ruleset import NOTHING, Problem
from engine.offmap.force import Points, Size, flagship_of, points_of, size_of, trimmed
from engine.offmap.geography import costs, distance
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.orders import Move, Order, Raid, Retrograde
from engine.offmap.raids import Search
from engine.offmap.reporting import going
from engine.offmap.slips import Slips, at_hand, fast, mobile, own
from engine.offmap.state import Unit
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
    #: Where its ships go at the end instead of the launch place.
    going: Mapping[UnitName, PlaceName] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Declared:
    """What a set of orders comes to."""

    steps: tuple[Step, ...]
    raids: tuple[Muster, ...]
    problems: tuple[Problem, ...]


def declare(view: View, orders: Sequence[Order]) -> Declared:
    """First all moves, then the raids in the order written; EP are counted down raid by raid.

    What is said of the way home comes last, since it is for those who raid.
    """
    side = view.sides[view.role]
    desk = _Desk(view, dict(view.units), side.ep, side.command_points)
    for n, order in enumerate(orders):
        if isinstance(order, Move):
            desk.move(order, n)
    for n, order in enumerate(orders):
        if isinstance(order, Raid):
            desk.raid(order, n)
    for n, order in enumerate(orders):
        if isinstance(order, Retrograde):
            desk.send_home(order, n)
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
            if not moved:
                slips.nobody_left(order.to, f"No unit is left to move to {order.to}.")
        else:
            slips.refuse("E-PLACE", order.to, _no_place(self.view, order.to))
        self.problems += slips.found

    def raid(self, order: Raid, n: int) -> None:
        """Stops at the first of area, place and force; then lists all that is wrong."""
        slips = Slips(n)
        if self._target_area(order, slips) and self._launch(order, order.from_, slips):
            place, ships = self._gathered(order, slips)
            if not slips.refused and not ships:
                slips.refuse("E-EMPTY", order.area, "No unit is left that could raid.")
            elif not slips.refused:
                self._muster(order, place, ships, slips)
        self.problems += slips.found

    def send_home(self, order: Retrograde, n: int) -> None:
        """The last order for a ship counts."""
        slips = Slips(n)
        where = {unit.name: raid.area for raid in self.raids for unit in raid.force}
        ways = going(self.view, order, where, slips)
        self.raids = [_sent(raid, ways) for raid in self.raids]
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
        """Is there a way from the place, if one is named, into the area?"""
        if place and place not in self.view.places:
            slips.refuse("E-PLACE", place, _no_place(self.view, place))
        elif place and distance(self.view.places, place, order.area) is None:
            slips.refuse("E-PLACE", place, f"There is no way from {place} into {order.area}.")
        return not slips.refused

    def _gathered(self, order: Raid, slips: Slips) -> tuple[PlaceName, tuple[Unit, ...]]:
        """The place, that of the first unit if none is named, and the ships that can go."""
        place = order.from_
        if isinstance(order.units, str):
            if not place:
                slips.refuse("E-PLACE", order.area, "Say where from, as in `with all at Rim`.")
            there = (unit for unit in self.units.values() if self._may_go(unit, place))
            return place, tuple(there)
        named = [self.units[unit.name] for unit in own(self.view, order.units, slips)]
        if named and not place:
            place = PlaceName(named[0].at)
            self._launch(order, place, slips)
        return place, tuple(self._able(named, place, slips))

    def _able(self, named: Sequence[Unit], place: PlaceName, slips: Slips) -> Iterator[Unit]:
        for unit in at_hand(fast(self.view, mobile(self.view, named, slips), slips), slips):
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
        flagship, point = self._flagship(order, force, slips), order.command_point
        if view.options.oversize == "trim":
            force = self._trimmed(force, flagship, slips, point=point)
        size = size_of(force, flagship, view.classes, view.options, command_point=point)
        points = points_of(force, view.classes, view.places, view.role, place, order.area)
        _size_problems(size, order.area, slips)
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

    def _trimmed(
        self, force: tuple[Unit, ...], flagship: UnitName, slips: Slips, *, point: bool
    ) -> tuple[Unit, ...]:
        """Those that may go; of the others it is told that they stay (OFF-H23)."""
        view = self.view
        kept = trimmed(force, flagship, view.classes, view.options, command_point=point)
        for unit in force:
            if unit not in kept:
                text = f"{unit.name} stays behind: the force would be too large."
                slips.leave_out("E-SIZE", unit.name, text)
        return kept

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


def _sent(raid: Muster, ways: Mapping[UnitName, PlaceName]) -> Muster:
    here = {unit.name: ways[unit.name] for unit in raid.force if unit.name in ways}
    return replace(raid, going={**raid.going, **here})


def _size_problems(size: Size, area: AreaName, slips: Slips) -> None:
    if not size.legal:
        text = (
            f"The force is too large: besides {size.flagship} {size.counted} ships count, and "
            f"{size.limit} may. Ships like these may be {size.largest} in all."
        )
        slips.refuse("E-SIZE", area, text)


def _point_problems(points: Points, area: AreaName, slips: Slips) -> None:
    if not points.in_supply:
        if points.node is None:
            text = f"You have no supply node from which there is a way into {area}."
        else:
            text = f"The nearest supply node is {points.node} points from {area}: too far."
        slips.refuse("E-SUPPLY", area, text)
    if points.late:
        text = f"Not enough movement points to enter {area}: {', '.join(points.late)}."
        slips.refuse("E-MP", area, text)


def _no_place(view: View, name: str) -> str:
    near = nearest(name, view.places)
    hint = f" Do you mean {near}?" if near else ""
    return f"There is no place called {name} on the map.{hint}"
