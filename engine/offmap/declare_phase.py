"""DECLARE: moves are made, raids are launched and paid for, plans are noted (OFF-3.1)."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.offmap.declaring import Muster, declare
from engine.offmap.events import Launched, Moved, NoRaid, Voided
from engine.offmap.orders import Shift
from engine.offmap.planning import planned, shifting
from engine.offmap.raids import Raid
from engine.offmap.slips import Slips
from engine.offmap.table import Table, by_name


def run_declare(table: Table) -> None:
    for role in (table.raider, table.defender):
        _note_shifts(table, role)
    note_plans(table, table.defender)
    declared = declare(table.view(table.raider), tuple(table.orders.get(table.raider, ())))
    for step in declared.steps:
        spent = table.units[step.unit].spent + step.points
        table.change_unit(step.unit, at=str(step.to), spent=spent)
        moved = Moved(step.unit, table.raider, step.from_, step.to, step.points)
        table.events.append(moved)
    for muster in declared.raids:
        _launch(table, muster)
    if not table.raids:
        table.events.append(NoRaid(table.raider))


def note_plans(table: Table, role: Role) -> None:
    """What stands until it is changed (OFF-3.1)."""
    orders = tuple(table.orders.get(role, ()))
    for area, plans in planned(table.view(role), orders, table.plans(role)).items():
        table.change_area(area, plans=plans)


def _note_shifts(table: Table, role: Role) -> None:
    """They take effect at the end of the turn (OFF-H65)."""
    for order in table.given(role, Shift):
        for name in shifting(table.view(role), order, Slips(0)):
            table.change_unit(name, shifting=order.to)


def _launch(table: Table, muster: Muster) -> None:
    """Paid for now, whatever comes of it (OFF-H27)."""
    side = table.sides[table.raider]
    table.change_side(table.raider, ep=side.ep - muster.cost)
    if muster.voided:
        void = Voided(table.raider, muster.area, muster.voided, muster.cost)
        table.events.append(void)
        return
    if muster.command_point:
        table.change_side(table.raider, command_points=side.command_points - 1)
    force = by_name([unit.name for unit in muster.force])
    table.raids[muster.area] = Raid(
        turn=table.start.turn,
        side=table.raider,
        area=muster.area,
        place=muster.place,
        force=force,
        flagship=muster.size.flagship,
        objective=muster.objective,
        command_point=muster.command_point,
        fight=muster.fight,
        search=muster.search,
        left=muster.points.remaining,
        going=dict(muster.going),
    )
    table.events.append(
        Launched(
            side=table.raider,
            area=muster.area,
            place=muster.place,
            force=force,
            flagship=muster.size.flagship,
            objective=muster.objective,
            left=muster.points.remaining,
            counted=muster.size.counted,
            limit=muster.size.limit,
            cost=muster.cost,
            command_point=muster.command_point,
        )
    )
