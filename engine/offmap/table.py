"""The position while a phase is run: what changes is changed here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from engine.core.dice import Dice, die
from engine.core.ruleset import Event, Problem, Role, Turn
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.names import key
from engine.offmap.orders import Order
from engine.offmap.raids import Raid
from engine.offmap.seeing import everything
from engine.offmap.state import Area, Plans, Side, State, Unit
from engine.offmap.view import View

GivenOrder = TypeVar("GivenOrder")

DIE = 6


@dataclass(slots=True)
class Table:
    """A position being worked on, with the orders that count."""

    start: State
    dice: Dice
    orders: Mapping[Role, Sequence[Order]]
    sides: dict[Role, Side]
    areas: dict[AreaName, Area]
    units: dict[UnitName, Unit]
    raids: dict[AreaName, Raid]
    wrecks: dict[UnitName, Unit]
    events: list[Event] = field(default_factory=list)
    problems: dict[Role, list[Problem]] = field(default_factory=dict)

    @property
    def raider(self) -> Role:
        return self.start.phasing

    @property
    def defender(self) -> Role:
        return self.start.defending

    def view(self, role: Role) -> View:
        """The adjudicator's view of the position as it is now."""
        return everything(self.state(self.start.stage), role)

    def state(self, stage: int) -> State:
        return msgspec.structs.replace(
            self.start,
            stage=stage,
            sides=self.sides,
            areas=self.areas,
            units=self.units,
            raids=self.raids,
            wrecks=self.wrecks,
        )

    def given(self, role: Role, kind: type[GivenOrder]) -> Iterator[GivenOrder]:
        """A side's orders of one kind, in the order written."""
        return (order for order in self.orders.get(role, ()) if isinstance(order, kind))

    def die(self, what: str, raid: Raid, *more: object) -> int:
        """One die, 1 to 6, of its own for every turn, side and area (OFF-3.11)."""
        purpose = "/".join(map(str, (what, f"turn {raid.turn}", raid.side, raid.area, *more)))
        return die(self.dice, DIE, purpose)

    def change_unit(self, name: UnitName, **changes: Any) -> None:
        self.units[name] = msgspec.structs.replace(self.units[name], **changes)

    def change_raid(self, area: AreaName, **changes: Any) -> None:
        self.raids[area] = msgspec.structs.replace(self.raids[area], **changes)

    def change_area(self, area: AreaName, **changes: Any) -> None:
        self.areas[area] = msgspec.structs.replace(self.areas[area], **changes)

    def change_side(self, side: Role, **changes: Any) -> None:
        self.sides[side] = msgspec.structs.replace(self.sides[side], **changes)

    def plans(self, side: Role) -> dict[AreaName, Plans]:
        return {area.id: area.plans for area in self.areas.values() if area.side == side}

    def tell(self, role: Role, problems: Sequence[Problem]) -> None:
        if problems:
            self.problems.setdefault(role, []).extend(problems)


def sit_down(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Table:
    """A table set with this position."""
    return Table(
        state,
        dice,
        orders,
        dict(state.sides),
        dict(state.areas),
        dict(state.units),
        dict(state.raids),
        dict(state.wrecks),
    )


def rise(table: Table) -> Turn[State]:
    """The position after the phase, at the next stage."""
    problems = {role: tuple(told) for role, told in sorted(table.problems.items())}
    stage = table.start.stage
    return Turn(stage, table.state(stage + 1), tuple(table.events), problems)


def by_name(
    names: Sequence[UnitName] | set[UnitName] | frozenset[UnitName],
) -> tuple[UnitName, ...]:
    return tuple(sorted(names, key=key))
