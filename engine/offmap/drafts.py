"""Orders with blanks for the order form: ships to tick, places and targets to pick (OFF-3.8).

Who and what can be ticked is asked of the same functions that judge orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from engine.core.form import Draft, Number, Option, Pick
from engine.offmap import planning, reacting, reporting
from engine.offmap.geography import costs
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.orders import (
    Assign,
    Excuse,
    Guard,
    Move,
    Order,
    Raid,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
)
from engine.offmap.slips import Slips
from engine.offmap.state import SUBS, SURVEY, Area, Unit
from engine.offmap.strike import ready, targets
from engine.offmap.view import View
from engine.offmap.wording import described

SHIPS, PLACE, TARGET = "{ships}", "{place}", "{target}"
"""Samples, where the blanks are: nothing can be called so."""

NUMBER = 99999
"""The sample of a number."""

NOT_KNOWN = 999
"""The most that can be said of what only the other side can count."""

SOME = (UnitName(SHIPS),)


def raid_drafts(view: View, area: Area) -> Iterator[Draft[Order]]:
    """From each place where ships that can go are or may gather: with which, and for what."""
    for place in view.places:
        if force := ready(_gathered(view, place), place, area):
            yield from _raids_from(view, area, place, force)


def move_drafts(view: View) -> Iterator[Draft[Order]]:
    """From each place with ships that have points left, to the places within them."""
    for place in view.places:
        able = [unit for unit in _mobile(view) if unit.at == place and _left(view, unit) > 0]
        most = max((_left(view, unit) for unit in able), default=0)
        reached = costs(view.places, place)
        ways = [(cost, to) for to, cost in reached.items() if 0 < cost <= most]
        if ways:
            pick = tuple(Option(to, f"{to} ({cost})") for cost, to in sorted(ways))
            slots = (_ships(view, able), Pick("to", PLACE, pick))
            yield Draft(f"move from {place}", Move(SOME, PlaceName(PLACE)), slots, moves=True)


def shift_drafts(view: View) -> Iterator[Draft[Order]]:
    """To each zone and place that somebody may shift to."""
    for to in ("near", "far", "survey", *view.places):
        yield from _ticked(
            view,
            f"shift to {to}",
            Shift(SOME, to),
            partial(_may_shift, view, to),
        )


def react_drafts(view: View) -> Iterator[Draft[Order]]:
    yield from _ticked(
        view,
        "these ships react",
        React(SOME),
        lambda name: reacting.coming(view, React((name,)), Slips(0)),
    )


def guard_drafts(view: View) -> Iterator[Draft[Order]]:
    """For each area its things to guard, and the warships there that can."""
    for area in view.own_areas:
        there = [unit for unit in view.own_units if unit.at == area.id]
        able = [u for u in there if view.of_class(u).kind == "warship" and u.zone == "near"]
        if able:
            pick = Pick("what", TARGET, tuple(_option(view, unit) for unit in there))
            order = Guard(UnitName(TARGET), SOME)
            yield Draft(f"guard in {area.id}", order, (pick, _ships(view, able)))


def shelter_drafts(view: View) -> Iterator[Draft[Order]]:
    """At each base and planet those that may hide there; and out again."""
    fixed = [unit for unit in view.own_units if view.of_class(unit).immobile]
    for place in (unit.name for unit in fixed if unit.at in view.areas):
        yield from _ticked(
            view,
            f"shelter at {place}",
            Shelter(SOME, place),
            partial(_may_shelter, view, place),
        )
    hidden = {name for area in view.own_areas for name in area.plans.shelters}
    out = [unit for unit in view.own_units if unit.name in hidden]
    if out:
        yield Draft("come out of shelter", Shelter(SOME), (_ships(view, out),))


def assign_drafts(view: View) -> Iterator[Draft[Order]]:
    sub = Number("sub-area", f"{NUMBER}", SUBS[0], SUBS[-1])
    yield from _ticked(
        view,
        "assign ships",
        Assign(SOME, NUMBER),
        lambda name: planning.assigned(view, Assign((name,), SUBS[0]), Slips(0)),
        sub,
    )


def excuse_drafts(view: View) -> Iterator[Draft[Order]]:
    yield from _ticked(
        view,
        "these stay out",
        Excuse(SOME),
        lambda name: reacting.excused(view, Excuse((name,)), Slips(0)),
    )


def report_drafts(view: View) -> Iterator[Draft[Order]]:
    """The parts of a report, each with those of whom it can be told."""
    for what in ("crippled", "destroyed", "devastated"):
        order = _lost(what, SOME)
        able = [unit for unit in view.units.values() if _reportable(view, what, unit.name)]
        if able:
            yield Draft(what, order, (_ships(view, able),))
    struck = [
        raid.area for raid in view.raids.values() if raid.objective == SURVEY and raid.reached
    ]
    most = max((view.areas[area].survey_points for area in struck), default=0)
    if most:
        lost = Number("survey points", f"{NUMBER}", 0, most)
        yield Draft("survey points lost", Report(survey_lost=NUMBER), (lost,))
    fought = Number("rounds", f"{NUMBER}", 0, 99)
    yield Draft("rounds fought", Report(rounds=NUMBER), (fought,))
    side = Pick("who", "attacker", (Option("attacker"), Option("defender")))
    yield Draft("who withdrew", Report(withdrew="attacker"), (side,))


def retrograde_drafts(view: View, raiders: Mapping[UnitName, AreaName]) -> Iterator[Draft[Order]]:
    """To each supply place those of the raid who can."""
    for name, place in view.places.items():
        if view.role in place.supply:
            order = Retrograde(name)
            able = reporting.going(view, order, raiders, Slips(0))
            units = [view.units[unit] for unit in able]
            if units:
                yield Draft(f"these go to {name}", Retrograde(name, SOME), (_ships(view, units),))


def _raids_from(
    view: View, area: Area, place: PlaceName, force: Sequence[Unit]
) -> Iterator[Draft[Order]]:
    point = view.sides[view.role].command_points > 0
    now = (_option(view, view.units[unit.name]) for unit in force)
    ships = replace(_ships(view, force), options=tuple(now), at=place)
    order = Raid(area.id, SOME, from_=place)
    if view.options.zones == "seven":
        yield Draft(f"search from {place}", order, (ships,))
        if area.found:
            subs = tuple(Option(f"{sub}") for sub in sorted(area.found))
            known = Raid(area.id, SOME, from_=place, sub=NUMBER)
            pick = Pick("sub-area", f"{NUMBER}", subs)
            yield Draft(f"strike a found area from {place}", known, (ships, pick))
        return
    aims = tuple(Option(name, _aim(view, name)) for name in targets(view, area))
    if not aims:
        return
    slots = (ships, Pick("objective", TARGET, aims))
    yield Draft(f"raid from {place}", Raid(area.id, SOME, place, objective=TARGET), slots)
    if point:
        pointed = Raid(area.id, SOME, place, objective=TARGET, command_point=True)
        yield Draft(f"raid from {place}, with a command point", pointed, slots)
    if view.options.battle == "quick":
        longer = Raid(area.id, SOME, place, objective=TARGET, fight=NUMBER)
        rounds = Number("rounds", f"{NUMBER}", 2, 3)
        yield Draft(f"raid from {place}, for several rounds", longer, (*slots, rounds))


def _gathered(view: View, place: PlaceName) -> View:
    """With all there that can get there with the points they have left."""
    units, ways = dict(view.units), costs(view.places, place)
    for unit in _mobile(view):
        cost = ways.get(PlaceName(unit.at))
        if cost is not None and cost <= _left(view, unit):
            moved = msgspec.structs.replace(unit, at=str(place), spent=unit.spent + cost)
            units[unit.name] = moved
    return replace(view, units=units)


def _aim(view: View, name: str) -> str:
    unit = view.units.get(UnitName(name))
    return "survey points" if unit is None else f"{name} ({described(view, unit)})"


def _ticked(
    view: View,
    label: str,
    order: Order,
    able: Callable[[UnitName], object],
    *more: Number | Pick,
) -> Iterator[Draft[Order]]:
    """Own units of whom the order is sound; none if there are none."""
    if units := [unit for unit in view.own_units if able(unit.name)]:
        yield Draft(label, order, (_ships(view, units), *more))


def _ships(view: View, units: Iterable[Unit]) -> Pick:
    return Pick("ships", SHIPS, tuple(_option(view, unit) for unit in units), several=True)


def _option(view: View, unit: Unit) -> Option:
    """`Rook CL, crippled`"""
    planet = view.of_class(unit).kind == "planet"
    state = (", devastated" if planet else ", crippled") if unit.crippled else ""
    return Option(unit.name, f"{unit.name} {unit.type}{state}", unit.at)


def _mobile(view: View) -> Iterator[Unit]:
    return (unit for unit in view.own_units if not view.of_class(unit).immobile)


def _left(view: View, unit: Unit) -> int:
    return view.of_class(unit).move - unit.spent


def _may_shift(view: View, to: str, name: UnitName) -> bool:
    return bool(planning.shifting(view, Shift((name,), to), Slips(0)))


def _may_shelter(view: View, at: UnitName, name: UnitName) -> bool:
    return bool(planning.sheltered(view, Shelter((name,), at), Slips(0)))


def _most_survey(view: View) -> int:
    """How many survey points can have been lost; 0: they were not struck."""
    struck = (raid for raid in view.raids.values() if raid.objective == SURVEY and raid.reached)
    for area in (view.areas[raid.area] for raid in struck):
        known = view.options.intel == "open" or area.side == view.role
        return area.survey_points if known else NOT_KNOWN
    return 0


def _lost(what: str, names: tuple[UnitName, ...]) -> Report:
    match what:
        case "crippled":
            return Report(crippled=names)
        case "destroyed":
            return Report(destroyed=names)
    return Report(devastated=names)


def _reportable(view: View, what: str, name: UnitName) -> bool:
    return reporting.reported(view, _lost(what, (name,)), Slips(0)) != Report()
