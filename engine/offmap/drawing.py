"""A position as a few lines of text, hidden things included: for the GM and bug reports.

    turn 2, battle, Orrin Pact raids | stage 9
    side pact: Orrin Pact | EP 6 | income 1 | command points 1
    area Deeps: the Vael Deeps of reach | survey 27 | raids Bastion 1
      Alder CA, Birch CA, Cedar CA (crippled)
    place Rim | entry Deeps 1 | links Ford 1, Kest 2
      Anvil DN, Bellows BC (spent 1)
    raid Deeps from Rim: Anvil, Bellows | flagship Anvil | objective Bastion | left 5

What a line leaves out is as usual.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from engine.offmap.names import key
from engine.offmap.options import Options
from engine.offmap.standing import plans_words
from engine.offmap.state import Area, Place, Raid, State, Unit

BAR = " | "

Name = TypeVar("Name", bound=str)
Thing = TypeVar("Thing")


def draw(state: State) -> str:
    """The position as text, everything by name, so that equal positions look equal."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    yield BAR.join([_when(state), f"stage {state.stage}", *_options(state.options)])
    for side in state.sides.values():
        numbers = (f"EP {side.ep}", f"income {side.income}")
        points = f"command points {side.command_points}"
        yield BAR.join([f"side {side.id}: {side.name}", *numbers, points])
    for area in _sorted(state.areas):
        yield _area(area)
        yield from (f"  {line}" for line in plans_words(area.plans))
        yield from _units(state, area.id)
    for place in _sorted(state.places):
        yield _place(place)
        yield from _units(state, place.id)
    for raid in _sorted(state.raids):
        yield from _raid(raid)
    if state.wrecks:
        yield f"destroyed: {', '.join(sorted(state.wrecks, key=key))}"


def _when(state: State) -> str:
    if state.stage == 0:
        return "sign-up"
    if state.over:
        return "game over"
    return f"turn {state.turn}, {state.phase}, {state.sides[state.phasing].name} raids"


def _options(options: Options) -> Iterator[str]:
    usual = Options()
    for name in Options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(usual, name):
            yield f"{name} {str(value).lower()}"


def _area(area: Area) -> str:
    parts = [f"area {area.id}: {area.name} of {area.side}", f"survey {area.survey_points}"]
    if area.survey_lost:
        parts.append(f"survey lost {area.survey_lost}")
    if area.raids:
        parts.append(f"raids {_pairs(area.raids)}")
    if area.found:
        parts.append(f"found {' '.join(map(str, sorted(area.found)))}")
    return BAR.join(parts)


def _place(place: Place) -> str:
    parts = [f"place {place.id}"]
    if place.entry:
        parts.append(f"entry {_pairs(place.entry)}")
    if place.links:
        parts.append(f"links {_pairs(place.links)}")
    if place.supply:
        parts.append(f"supply {', '.join(place.supply)}")
    return BAR.join(parts)


def _units(state: State, where: str) -> Iterator[str]:
    there = [_unit(unit) for unit in _sorted(state.units) if unit.at == where]
    if there:
        yield f"  {', '.join(there)}"


def _unit(unit: Unit) -> str:
    notes = [
        note
        for note, told in (
            ("crippled", unit.crippled),
            (f"group {unit.group}", unit.group),
            ("capital", unit.capital),
            ("reserve", unit.reserve),
            (f"{unit.zone} zone", unit.zone != "near"),
            (f"area {unit.sub}", unit.sub),
            (f"spent {unit.spent}", unit.spent),
            (f"shifts to {unit.shifting}", unit.shifting),
        )
        if told
    ]
    name = f"{unit.name} {unit.type}"
    return f"{name} ({'; '.join(notes)})" if notes else name


def _raid(raid: Raid) -> Iterator[str]:
    parts = [f"raid {raid.area} from {raid.place}: {', '.join(raid.force)}"]
    parts += [f"flagship {raid.flagship}", f"left {raid.left}"]
    if raid.objective:
        parts.append(f"objective {raid.objective}")
    if raid.objective_die:
        done = "reached" if raid.reached else "not reached"
        parts.append(f"die {raid.objective_die} {raid.modifier:+} = {raid.total}, {done}")
    yield BAR.join(parts)
    names = {raid.initial: "initial", raid.near: "near", raid.far: "far"}
    for number, force in enumerate(raid.forces, 1):
        label = f" ({names[number]})" if names.get(number) else ""
        yield f"  force {number}{label}: {', '.join(force)}"
    if raid.with_objective:
        yield f"  with the objective: {', '.join(raid.with_objective)}"
    if raid.disputed:
        yield "  disputed"


def _pairs(numbers: Mapping[Name, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(numbers.items()))


def _sorted(table: Mapping[Name, Thing]) -> list[Thing]:
    return [table[name] for name in sorted(table, key=key)]
