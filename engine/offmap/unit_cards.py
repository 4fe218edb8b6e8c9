"""What a side knows of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.history import spells
from engine.core.sheet import Block, Items, Paragraph, Row, below
from engine.core.wording import number
from engine.offmap.force import current_power
from engine.offmap.geography import costs, distance
from engine.offmap.ids import AreaName, PlaceName
from engine.offmap.past import Past, told_of
from engine.offmap.state import Unit
from engine.offmap.view import View
from engine.offmap.wording import described


def unit(view: View, known: Unit, past: Past) -> Iterator[Block]:
    """What it is, where, what it can do, and how it was."""
    words = described(view, known)
    yield Paragraph(f"{words[:1].upper()}{words[1:]}, {_where(view, known)}.")
    yield Items(tuple(_factors(view, known)))
    if marks := tuple(_marks(view, known)):
        yield Items(marks)
    yield from below("It can go to", ("Place", "Points"), _reach(view, known), "lr")
    rows = spells((turn, _told(told)) for turn, told in told_of(past, "units", known.name))
    yield from below("So far", ("Turn", "Where", "State"), rows)


def steps(view: View, known: Unit) -> Mapping[PlaceName, int]:
    """Places that an own unit on the map can still move to this turn, with the points it takes."""
    kind = view.of_class(known)
    if known.side != view.role or known.at not in view.places or kind.immobile:
        return {}
    reached = costs(view.places, PlaceName(known.at))
    left = kind.move - known.spent
    return {to: cost for to, cost in reached.items() if 0 < cost <= left}


def raids(view: View, known: Unit) -> Mapping[AreaName, int]:
    """Areas of the other side that it has the points to enter from where it is."""
    kind = view.of_class(known)
    if known.side != view.role or known.at not in view.places or kind.slow or kind.immobile:
        return {}
    there = (area.id for area in view.areas.values() if area.side != view.role)
    ways = ((area, distance(view.places, PlaceName(known.at), area)) for area in there)
    left = kind.move - known.spent
    return {area: way for area, way in ways if way is not None and way <= left}


def _where(view: View, known: Unit) -> str:
    if known.at not in view.areas:
        return f"at {known.at}"
    part = ""
    if known.side == view.role and view.options.zones == "near_far":
        part = f", {known.zone} zone"
    if known.sub:
        part = f", sub-area {known.sub}"
    return f"in {view.areas[AreaName(known.at)].name}{part}"


def _factors(view: View, known: Unit) -> Iterator[str]:
    kind = view.of_class(known)
    crippled = "" if known.crippled else f", crippled {kind.crippled_power}"
    yield f"Power {current_power(known, view.classes)}{crippled}."
    if not kind.immobile:
        yield f"Command {kind.command}, {number(kind.move, 'movement point')}."
    if kind.tags:
        yield f"{', '.join(sorted(kind.tags))}.".capitalize()


def _marks(view: View, known: Unit) -> Iterator[str]:
    """What is peculiar to it, and what its owner plans for it."""
    if known.group:
        yield f"Carrier group {known.group}."
    if known.reserve:
        yield "Marked as reserve."
    if known.spent:
        yield f"{number(known.spent, 'movement point')} used this turn."
    if known.shifting:
        yield f"Shifts to {known.shifting} at the end of the turn."
    for area in view.own_areas:
        plans = area.plans
        yield from (f"Guards {to}." for to, ships in plans.guards.items() if known.name in ships)
        if known.name in plans.shelters:
            yield f"Shelters at {plans.shelters[known.name]}."
        if known.name in plans.assigned:
            yield f"Assigned to sub-area {plans.assigned[known.name]}."


def _reach(view: View, known: Unit) -> Iterator[Row]:
    ways = [(cost, view.areas[name].name) for name, cost in raids(view, known).items()]
    ways += [(cost, name) for name, cost in steps(view, known).items()]
    for cost, name in sorted(ways):
        yield Row((name, f"{cost}"))


def _told(told: Mapping[str, Any]) -> tuple[str, str]:
    state = ["crippled"] if told.get("crippled") else []
    if told.get("zone", "near") != "near":
        state.append(f"{told['zone']} zone")
    if told.get("sub"):
        state.append(f"sub-area {told['sub']}")
    return str(told.get("at", "")), ", ".join(state)
