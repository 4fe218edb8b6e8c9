"""Tables of what there is: forces, the other side's, areas, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from engine.core.ruleset import Role
from engine.core.sheet import Block, Items, Mark, Paragraph, Row, Table
from engine.core.wording import enumeration, number
from engine.offmap.force import current_power
from engine.offmap.geography import costs
from engine.offmap.ids import UnitName
from engine.offmap.names import key
from engine.offmap.state import SURVEY, Area, Place, Unit
from engine.offmap.view import View
from engine.offmap.wording import side_words

Name = TypeVar("Name", bound=str)


def fleet(view: View, side: Role) -> Iterator[Block]:
    """The units of a side that the reader knows, by place and class, with their powers."""
    units = [unit for unit in view.units.values() if unit.side == side]
    if not units:
        yield Paragraph("You know of none.")
        return
    rows = tuple(_row(view, group) for group in _stacks(view, units))
    columns = ("Where", "Class", "Units", "Power", "Command", "Moves")
    yield Table(columns, rows, "lllrrr")
    if notes := tuple(_notes(units)):
        yield Items(notes)


def classes(view: View) -> Table:
    """What every class can do."""
    rows = tuple(
        Row(
            (
                kind.id,
                kind.name,
                kind.kind,
                f"{kind.power}/{kind.crippled_power}",
                f"{kind.command}",
                f"{kind.move}",
                ", ".join(sorted(kind.tags)),
            )
        )
        for kind in view.classes.values()
    )
    columns = ("Class", "Name", "Kind", "Power whole/crippled", "Command", "Moves", "Marks")
    return Table(columns, rows, "lllrrrl")


def class_names(view: View) -> Paragraph:
    """What the letters of the classes stand for of which the reader knows a unit."""
    known = {unit.type for unit in view.units.values()}
    names = (f"{kind.id} {kind.name}" for kind in view.classes.values() if kind.id in known)
    return Paragraph(f"Classes: {', '.join(names)}.")


def purse(view: View) -> Paragraph:
    """What a side has to spend."""
    mine = view.sides[view.role]
    points = number(mine.command_points, "command point")
    return Paragraph(f"You have {mine.ep} EP (+{mine.income} a turn) and {points}.")


def areas(view: View) -> Table:
    """Each area with what both sides know of it."""
    rows = tuple(_area(view, area) for area in view.areas.values())
    columns = ("Area", "Owner", "Survey points", "Raids so far")
    if view.options.zones == "seven":
        return Table((*columns, "Sub-areas found"), rows, "llrll")
    return Table(columns, rows, "llrl")


def places(view: View) -> Table:
    """Where one can go, and at which cost in movement points."""
    rows = tuple(_place(view, place) for place in view.places.values())
    return Table(("Place", "Into areas", "To places", "Supplies"), rows)


def score(view: View) -> Table:
    """The points of both sides as they stand (OFF-3.6)."""
    rows = tuple(
        Row((side_words(view, role), f"{points}"), Mark.OWN if role == view.role else Mark.PLAIN)
        for role, points in view.scores.items()
    )
    return Table(("Side", "Points"), rows, "lr")


def stacks(view: View, units: Iterable[Unit]) -> Iterator[Row]:
    """Units at one place by class: names with what is special, and power."""
    for group in _stacks(view, units):
        power = sum(current_power(unit, view.classes) for unit in group)
        names = ", ".join(_named(view, unit) for unit in group)
        yield Row((group[0].type, names, f"{power}"))


def _stacks(view: View, units: Iterable[Unit]) -> list[list[Unit]]:
    """Units of one class at one place together, those in areas first."""
    stacks: dict[tuple[bool, str, str], list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: key(unit.name)):
        where = (unit.at in view.places, unit.at, unit.type)
        stacks.setdefault(where, []).append(unit)
    return [stacks[where] for where in sorted(stacks)]


def _row(view: View, units: list[Unit]) -> Row:
    kind = view.of_class(units[0])
    names = ", ".join(_named(view, unit) for unit in units)
    power = sum(current_power(unit, view.classes) for unit in units)
    return Row((units[0].at, kind.id, names, f"{power}", f"{kind.command}", f"{kind.move}"))


def _named(view: View, unit: Unit) -> str:
    """The name with what is special about this unit."""
    planet = view.of_class(unit).kind == "planet"
    marks = [
        ("devastated" if planet else "crippled") if unit.crippled else "",
        "capital" if unit.capital else "",
        "reserve" if unit.reserve else "",
        f"{unit.zone} zone" if unit.zone != "near" else "",
        f"area {unit.sub}" if unit.sub else "",
    ]
    said = ", ".join(mark for mark in marks if mark)
    return f"{unit.name} ({said})" if said else unit.name


def _notes(units: Iterable[Unit]) -> Iterator[str]:
    """Carrier groups, and zone moves under way."""
    groups: dict[str, list[UnitName]] = {}
    for unit in sorted(units, key=lambda unit: key(unit.name)):
        if unit.group:
            groups.setdefault(unit.group, []).append(unit.name)
        if unit.shifting:
            yield f"{unit.name} shifts to {unit.shifting} at the end of the turn."
    for tag, names in sorted(groups.items()):
        yield f"Carrier group {tag}: {', '.join(names)}."


def _area(view: View, area: Area) -> Row:
    hidden = area.side != view.role and view.options.intel == "fixed"
    raids = [
        f"{'survey points' if target == SURVEY else target} {count}"
        for target, count in area.raids.items()
    ]
    found = [f"{sub}" for sub in sorted(area.found)]
    points = "not known" if hidden else f"{area.survey_points}"
    owner = side_words(view, area.side)
    name = f"{area.id}, {area.name}" if area.name != area.id else area.id
    known = (name, owner, points, ", ".join(raids) or "none")
    subs = (enumeration(found) or "none",) if view.options.zones == "seven" else ()
    return Row((*known, *subs))


def _place(view: View, place: Place) -> Row:
    steps = {to: cost for to, cost in costs(view.places, place.id).items() if to != place.id}
    supplied = [view.sides[side].name for side in place.supply]
    return Row((place.id, _ways(place.entry), _ways(steps), enumeration(supplied) or "nobody"))


def _ways(ways: Mapping[Name, int]) -> str:
    """Destinations with the points they cost, nearest first."""
    near_first = sorted(ways.items(), key=lambda way: (way[1], way[0]))
    return ", ".join(f"{to} {cost}" for to, cost in near_first) or "none"
