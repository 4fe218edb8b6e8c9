"""What a side may order in this phase, with the orders that could be picked (OFF-3.1).

A line sent back with nothing filled in orders nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import msgspec

from engine.core.form import Choice, Draft, Line, OrderForm
from engine.offmap import drafts
from engine.offmap.checks import verbs, why_not
from engine.offmap.declaring import declare
from engine.offmap.geography import may_react
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.names import key
from engine.offmap.orders import (
    Agree,
    Assign,
    Commit,
    Dispute,
    Guard,
    Move,
    Near,
    Order,
    Pass,
    Raid,
    React,
    Report,
    Retrograde,
    verb,
)
from engine.offmap.preview import odds
from engine.offmap.reporting import raiders
from engine.offmap.state import FORCES, SUBS, SURVEY, Area
from engine.offmap.strike import raid, strikes, targets
from engine.offmap.things import area_thing
from engine.offmap.view import View

Choices = tuple[Choice[Order], ...]


def form(view: View, standing: Sequence[Order]) -> OrderForm[Order]:
    """The lines to fill in, each with what stands and what could be picked."""
    may = verbs(view)
    if view.stage == 0 or not may:
        return OrderForm(view.stage, ())
    lines = [line for word, write in LINES.items() if word in may for line in write(view, standing)]
    return OrderForm(view.stage, tuple(lines))


def _raids(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    after = _moved(view, standing)
    for area in view.areas.values():
        if area.side != view.role:
            given = (o for o in standing if isinstance(o, Raid) and o.area == area.id)
            struck = tuple(_strikes(after, area))
            yield Line(
                subject=f"raid into {area.id}",
                blank=f"raid {area.id}",
                note=_raid_note(view, struck),
                standing=tuple(given),
                choices=(*struck, Choice("no raid", Pass())),
                otherwise="" if Pass() in standing else "is not launched",
                drafts=tuple(drafts.raid_drafts(after, area)),
                thing=area_thing(area.id),
            )


def _moved(view: View, standing: Sequence[Order]) -> View:
    """With units where the moves that stand will have brought them."""
    units = dict(view.units)
    for step in declare(view, [order for order in standing if isinstance(order, Move)]).steps:
        unit = units[step.unit]
        spent = unit.spent + step.points
        units[step.unit] = msgspec.structs.replace(unit, at=str(step.to), spent=spent)
    return replace(view, units=units)


def _raid_note(view: View, struck: Choices) -> str:
    if view.options.zones == "seven":
        return "from a place, with ships; search, avoid or area"
    told = "from a place, with ships, objective a unit or survey"
    first = struck[0].order if struck else None
    if isinstance(first, Raid) and first.from_:
        return (
            f"{told}; 3/6: reached on three faces of six by the strongest force from {first.from_}"
        )
    return told


def _strikes(view: View, area: Area) -> Iterator[Choice[Order]]:
    """The strongest force that can go, at everything that the reader knows of."""
    for place, force in strikes(view, area)[:1]:
        seven = view.options.zones == "seven"
        among = ("",) if seven else targets(view, area)
        mustered = declare(view, [raid(place, area, force, name) for name in among[:1]]).raids
        for name in among if mustered else ():
            label = _odds_label(view, area, name, mustered[0].points.remaining)
            order = raid(place, area, force, name)
            yield Choice(f"search from {place}" if seven else label, order)


def _odds_label(view: View, area: Area, target: str, left: int) -> str:
    """The target with the faces of six that reach it, if it is struck with the points left."""
    chance = odds(view, area.id, target, left)
    name = "survey points" if target == SURVEY else target
    return f"{name} {chance.winning}/6" if chance else name


def _moves(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    line = _line("move", "ships to a place; points moved are missing at the raid", standing)
    yield _drafted(line, drafts.move_drafts(view))


def _shifts(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    """Zones are left and entered by the owner of an area alone."""
    if view.options.zones != "none" and view.own_areas:
        other = "far" if view.options.zones == "near_far" else "survey"
        line = _line("shift", f"units to near, {other} or a place on the map", standing)
        yield _drafted(line, drafts.shift_drafts(view))


def _reactions(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    able = _may_react(view)
    where = sorted({PlaceName(view.units[name].at) for name in able})
    choices: list[Choice[Order]] = [Choice("none", React())]
    if able:
        choices.append(Choice("all", React("all")))
        choices += [Choice(f"all from {place}", React("all", from_=place)) for place in where]
    names = ", ".join(able) or "nobody"
    note = f"may react: {names}"
    line = _line("react", note, standing, _sound(view, choices), "is left open: nobody reacts")
    yield _drafted(line, drafts.react_drafts(view))


def _may_react(view: View) -> list[UnitName]:
    areas = [area.id for area in view.own_areas if area.id in view.raids]
    able = (
        unit.name
        for unit in view.own_units
        if any(may_react(view.places, unit, view.of_class(unit), area) for area in areas)
    )
    return sorted(able, key=key)


def _near(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    """Beforehand an order of preference, afterwards one of the two."""
    if not view.own_areas or view.options.zones == "seven" or view.options.defence == "chosen":
        return
    initial = {raid.initial for raid in view.raids.values()}
    divided = [(n,) for n in FORCES if n not in initial] if initial - {0} else []
    choices: list[Choice[Order]] = [
        Choice(" ".join(map(str, order)), Near(order), usual=bool(divided) or order == FORCES)
        for order in divided or permutations(FORCES)
    ]
    choices += [Choice("strongest", Near("strongest")), Choice("weakest", Near("weakest"))]
    plans = [area.plans.near for area in view.own_areas if area.plans.near]
    stands = f"stands: near {_near_words(plans[0])}" if plans else "force numbers by preference"
    otherwise = "" if plans else "is left open: the stronger force is near"
    yield _line("near", stands, standing, tuple(choices), otherwise)


def _near_words(order: Near) -> str:
    return order.order if isinstance(order.order, str) else " ".join(map(str, order.order))


def _guards(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    may = view.options.guards or view.options.defence == "chosen"
    if view.own_areas and may and view.options.zones != "seven":
        guarded = {target for area in view.own_areas for target in area.plans.guards}
        choices: list[Choice[Order]] = [
            Choice(f"nobody guards {name}", Guard(name)) for name in sorted(guarded)
        ]
        note = "a target with warships; they fight only there"
        line = _line("guard", note, standing, _sound(view, choices))
        yield _drafted(line, drafts.guard_drafts(view))


def _shelters(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    if view.own_areas and view.options.shelter and view.options.zones != "seven":
        line = _line("shelter", "docks and cripples at a base or planet", standing)
        yield _drafted(line, drafts.shelter_drafts(view))


def _assignments(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    if view.options.zones == "seven":
        choices: Choices = tuple(Choice(f"rest to {sub}", Assign("rest", sub)) for sub in SUBS)
        line = _line("assign", "ships, or the rest, to a sub-area 1 to 6", standing, choices)
        yield _drafted(line, drafts.assign_drafts(view))


def _excuses(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    if view.options.excuse != "none":
        which = "ships marked as reserve" if view.options.excuse == "reserve" else "waiting ships"
        line = _line("excuse", f"{which} that stay out", standing)
        yield _drafted(line, drafts.excuse_drafts(view))


def _reports(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    """A report, or a word on the other side's."""
    given = tuple(o for o in standing if isinstance(o, Report | Agree | Dispute))
    choices: Choices = (Choice("nothing lost", Report()), Choice("agree", Agree()))
    note = "crippled, destroyed or devastated units, survey lost N, rounds N, none"
    otherwise = "is left open: the other side's report stands"
    line = Line("report", "report", note, given, choices, otherwise)
    yield _drafted(line, drafts.report_drafts(view))


def _commitments(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    choices: Choices = (Choice("near", Commit("near")), Choice("far", Commit("far")))
    yield _line("commit", "near or far, when it has joined", standing, _sound(view, choices))


def _ways_home(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    places = [name for name, place in view.places.items() if view.role in place.supply]
    choices: Choices = tuple(Choice(f"all to {place}", Retrograde(place)) for place in places)
    note = "ships of the raid to a supply place of yours"
    raids = view.raids or any(isinstance(order, Raid) for order in standing)
    otherwise = "is left open: ships go to the launch place" if raids else ""
    line = _line("retrograde", note, standing, _sound(view, choices), otherwise)
    yield _drafted(line, drafts.retrograde_drafts(view, _on_raid(view, standing)))


def _on_raid(view: View, standing: Sequence[Order]) -> Mapping[UnitName, AreaName]:
    """Those on a raid, or before it is launched those who are ordered on one."""
    if view.raids:
        return raiders(view)
    raids = declare(view, standing).raids
    return {unit.name: raid.area for raid in raids for unit in raid.force}


LINES: Mapping[str, Callable[[View, Sequence[Order]], Iterator[Line[Order]]]] = {
    "raid": _raids,
    "move": _moves,
    "react": _reactions,
    "near": _near,
    "assign": _assignments,
    "excuse": _excuses,
    "guard": _guards,
    "shelter": _shelters,
    "shift": _shifts,
    "report": _reports,
    "commit": _commitments,
    "retrograde": _ways_home,
}
"""The lines of each order, in the order of the form."""


def _line(
    word: str,
    note: str,
    standing: Sequence[Order],
    choices: Choices = (),
    otherwise: str = "",
) -> Line[Order]:
    given = tuple(order for order in standing if verb(order) == word)
    return Line(word, word, note, given, choices, otherwise)


def _drafted(line: Line[Order], offered: Iterator[Draft[Order]]) -> Line[Order]:
    """Orders for some units do not replace those for others: there can be several."""
    return replace(line, drafts=tuple(offered), several=True)


def _sound(view: View, choices: Sequence[Choice[Order]]) -> Choices:
    """Those that would not be refused."""
    return tuple(
        choice
        for choice in choices
        if not any(problem.refused for problem in why_not(view, [choice.order]))
    )
