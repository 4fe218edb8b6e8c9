"""What orders alone would lead to, from what their writer may know and without dice (FEAT-O7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Note
from engine.core.wording import enumeration, number
from engine.offmap.casualties import losses_words
from engine.offmap.checks import verbs, why_not
from engine.offmap.declaring import Declared, Muster, declare
from engine.offmap.groups import near_force
from engine.offmap.orders import Agree, Dispute, Order, Report, Retrograde, account
from engine.offmap.phases import Phase
from engine.offmap.planning import planned
from engine.offmap.preview import Answer, answer, near_order, odds_of, power
from engine.offmap.raids import Raid
from engine.offmap.standing import plans_words
from engine.offmap.state import FORCES, Unit
from engine.offmap.view import View
from engine.offmap.wording import faces_words, modifier_words, objective_words, ship_list, signed

LASTING = frozenset({"near", "guard", "shelter", "assign"})
"""Orders that stand until they are changed."""


def forecast(view: View, orders: Sequence[Order]) -> tuple[Note, ...]:
    """The receipt as a calculator, then what happens if nothing more arrives.

    Orders that cannot be carried out are passed over: the checks speak of those.
    """
    if view.over or view.stage == 0:
        return ()
    bad = {problem.order for problem in why_not(view, orders) if problem.refused}
    sound = [order for n, order in enumerate(orders) if n not in bad]
    return (*_this_phase(view, orders, sound), *_lasting(view, sound))


def _this_phase(view: View, orders: Sequence[Order], sound: Sequence[Order]) -> Iterator[Note]:
    match view.phase, view.raiding:
        case Phase.DECLARE, True:
            yield from _declaration(view, declare(view, orders))
        case Phase.REACT, False:
            for raid in view.raids.values():
                yield from _reaction(view, raid, sound)
        case Phase.DESIGNATE, False:
            for raid in view.raids.values():
                yield from _choice(view, raid, sound)
        case Phase.BATTLE, _:
            yield from _account(sound)


def _lasting(view: View, orders: Sequence[Order]) -> Iterator[Note]:
    """What will stand for all raids to come, from this phase and those before it (OFF-3.1)."""
    if view.raiding or not verbs(view) & LASTING:
        return
    plans = {area.id: area.plans for area in view.own_areas}
    for area, plan in planned(view, orders, plans).items():
        if lines := list(plans_words(plan)):
            yield Note(f"In {area} this stands until you change it: {'; '.join(lines)}.")


def _declaration(view: View, declared: Declared) -> Iterator[Note]:
    ways: dict[tuple[str, str, int], list[str]] = {}
    for step in declared.steps:
        ways.setdefault((step.from_, step.to, step.points), []).append(step.unit)
    for (start, end, points), units in ways.items():
        each = f"{number(points, 'point')} each"
        yield Note(f"Move: {enumeration(units)}, {start} to {end}, {each}.")
    ep = view.sides[view.role].ep
    for muster in declared.raids:
        ep -= muster.cost
        for text in _raid(view, muster, ep):
            yield Note(text, muster.order)
    if not declared.raids:
        yield Note("If nothing more arrives, you launch no raid.")


def _raid(view: View, muster: Muster, ep: int) -> Iterator[str]:
    yield from _force(view, muster)
    yield from _points(muster)
    yield from _objective(view, muster)
    for place in sorted(set(muster.going.values())):
        names = [name for name, to in muster.going.items() if to == place]
        yield f"Home to {place} at the end: {ship_list(view, names)}."
    yield f"Cost: {muster.cost} EP, {ep} left."


def _force(view: View, muster: Muster) -> Iterator[str]:
    """Size against the limit, and who sits in the free slots."""
    size, names = muster.size, [unit.name for unit in muster.force]
    flagship = next(unit for unit in muster.force if unit.name == size.flagship)
    command = view.of_class(flagship).command
    limit = f" of {size.limit}" if view.options.size_rule == "limited" else ""
    slots = f", {number(size.free, 'ship')} in free slots" if size.free else ""
    point = " A command point is used." if muster.command_point else ""
    yield (
        f"Raid into {muster.area} from {muster.place}: {number(size.size, 'ship')}, flagship "
        f"{size.flagship} (command {command}); {size.counted}{limit} counted{slots}.{point}"
    )
    yield f"Ships: {ship_list(view, names)}."


def _points(muster: Muster) -> Iterator[str]:
    """Points left, and what they went for (OFF-3.4.3)."""
    points = muster.points
    slowest = min(muster.force, key=lambda unit: (points.left[unit.name], unit.name))
    yield (
        f"Points: {points.remaining} left ({_spent(slowest)}to enter {points.way}; the nearest "
        f"supply node is {points.node} from {muster.area})."
    )


def _spent(unit: Unit) -> str:
    return f"{unit.name} moved {unit.spent}, " if unit.spent else ""


def _objective(view: View, muster: Muster) -> Iterator[str]:
    if view.options.zones == "seven":
        yield _search(muster)
        return
    chance = odds_of(view, muster)
    what = objective_words(view, muster.objective)
    if chance is None:
        yield f"Objective: {what} will be tried if it is there."
        return
    parts = [
        f"{modifier_words(name, muster.points.remaining)} {signed(added)}"
        for name, added in chance.modifiers
        if added or name != "previous"
    ]
    reckoned = f"{', '.join(parts)} = {signed(chance.modifier)}"
    yield f"Objective: {what}: {reckoned}, reached {faces_words(chance.winning)}."


def _search(muster: Muster) -> str:
    search = muster.search
    if search.sub:
        return f"It goes to sub-area {search.sub}, which you have found."
    avoided = enumeration([f"{sub}" for sub in sorted(search.avoid)])
    again = f", thrown again for {avoided}" if avoided else ""
    return f"It searches: one die for the sub-area{again}."


def _reaction(view: View, raid: Raid, orders: Sequence[Order]) -> Iterator[Note]:
    """Who comes, and the three forces as they would be (OFF-3.10)."""
    now = answer(view, raid, orders)
    coming = ship_list(view, now.coming)
    yield Note(
        f"Into {raid.area} come: {coming}." if coming else f"Nobody reacts into {raid.area}."
    )
    if now.forces:
        yield from _forces(view, now)
    if now.forces and view.options.objective_secret:
        yield Note("The objective is a secret: if it is one of these, it will be left out.")


def _forces(view: View, now: Answer) -> Iterator[Note]:
    for force, names, strength in zip(FORCES, now.forces, now.powers, strict=True):
        near = now.near[force - 1]
        told = ship_list(view, names) or "no ship"
        yield Note(
            f"Force {force}, power {strength}: {told}. If it is the initial one, {near} is near."
        )


def _choice(view: View, raid: Raid, orders: Sequence[Order]) -> Iterator[Note]:
    """The near force by the last usable order, else the stronger (OFF-H59)."""
    if not raid.group_die:
        return
    powers = [power(view, force) for force in raid.forces]
    near = near_force(near_order(view, raid, orders), raid.initial, powers, raid.sizes)
    yield Note(f"Force {raid.initial} meets the raid, force {near} is near.")


def _account(orders: Sequence[Order]) -> Iterator[Note]:
    reports = tuple(order for order in orders if isinstance(order, Report))
    if reports:
        told = account(reports)
        losses = losses_words(
            tuple(told.crippled),
            tuple(told.destroyed),
            tuple(told.devastated),
            told.survey_lost or 0,
        )
        yield Note(f"You report as the whole result: {losses.removeprefix('Result: ')}")
    elif any(isinstance(order, Agree) for order in orders):
        yield Note("You agree with the other side's report, as it stands at the end.")
    elif not any(isinstance(order, Dispute) for order in orders):
        yield Note(
            "If you send no report, the other side's stands; if none comes, nothing is lost."
        )
    for order in orders:
        if isinstance(order, Retrograde):
            who = "All raiders" if isinstance(order.units, str) else enumeration(order.units)
            yield Note(f"{who} go to {order.to} at the end of the part.")
