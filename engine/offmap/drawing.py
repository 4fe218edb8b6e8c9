"""A position as a few lines of text, hidden things included: for the GM, fixtures, bug reports.

    turn 2, battle, Orrin Pact raids | stage 9
    title Lights in the Deeps
    side pact: Orrin Pact | EP 6 | income 1 | command points 1
    class CA: heavy cruiser | warship | power 8 | crippled 4 | command 8 | move 6
    area Deeps: the Vael Deeps of reach | survey 27 | raids Bastion 1
      near weakest
      reach: Alder CA, Birch CA, Cedar CA (crippled; group L1)
    place Rim | entry Deeps 1 | links Ford 1, Kest 2
      pact: Anvil DN, Bellows BC (spent 1)
    raid Deeps from Rim: Anvil, Bellows
      flagship Anvil
      objective Bastion

What a line leaves out is as usual. `drawn` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, cast

from engine.offmap import saving
from engine.offmap.names import key
from engine.offmap.options import Options
from engine.offmap.raids import Raid
from engine.offmap.standing import plans_words
from engine.offmap.state import Area, Place, ShipClass, Side, State, Unit

BAR = " | "
#: Between the forces of a raid.
SLASH = " / "
NOBODY = "-"

IN_HEAD = ("area", "place", "force")
"""Fields of a raid that stand in its first line."""

Name = TypeVar("Name", bound=str)
Thing = TypeVar("Thing")


def draw(state: State) -> str:
    """The position as text, everything by name, so that equal positions look equal."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    yield BAR.join([_when(state), f"stage {state.stage}", *_options(state.options)])
    if state.title:
        yield f"title {state.title}"
    yield from map(_side, state.sides.values())
    yield from map(_class, _sorted(state.classes))
    for area in _sorted(state.areas):
        yield _area(area)
        yield from (f"  {line}" for line in plans_words(area.plans))
        yield from _units(state, area.id)
    for place in _sorted(state.places):
        yield _place(place)
        yield from _units(state, place.id)
    for raid in _sorted(state.raids):
        yield from _raid(raid)
    for wreck in _sorted(state.wrecks):
        yield f"destroyed {wreck.side} at {wreck.at}: {_unit(wreck)}"


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
            yield f"{name} {str(value).lower() if isinstance(value, bool) else value}"


def _side(side: Side) -> str:
    points = f"command points {side.command_points}"
    return BAR.join(
        [f"side {side.id}: {side.name}", f"EP {side.ep}", f"income {side.income}", points]
    )


def _class(kind: ShipClass) -> str:
    numbers = (f"power {kind.power}", f"crippled {kind.crippled_power}", f"command {kind.command}")
    parts = [f"class {kind.id}: {kind.name}", kind.kind, *numbers, f"move {kind.move}"]
    return BAR.join([*parts, f"tags {', '.join(sorted(kind.tags))}"] if kind.tags else parts)


def _area(area: Area) -> str:
    parts = [f"area {area.id}: {area.name} of {area.side}", f"survey {area.survey_points}"]
    if area.survey_lost:
        parts.append(f"lost {area.survey_lost}")
    if area.raids:
        parts.append(f"raids {_pairs(sorted(area.raids.items()))}")
    if area.found:
        parts.append(f"found {', '.join(map(str, sorted(area.found)))}")
    return BAR.join(parts)


def _place(place: Place) -> str:
    parts = [f"place {place.id}"]
    if place.entry:
        parts.append(f"entry {_pairs(sorted(place.entry.items()))}")
    if place.links:
        parts.append(f"links {_pairs(sorted(place.links.items()))}")
    if place.supply:
        parts.append(f"supply {', '.join(place.supply)}")
    return BAR.join(parts)


def _units(state: State, where: str) -> Iterator[str]:
    for side in state.sides:
        there = [unit for unit in _sorted(state.units) if (unit.at, unit.side) == (where, side)]
        if there:
            yield f"  {side}: {', '.join(map(_unit, there))}"


def _unit(unit: Unit) -> str:
    notes = [
        note
        for note, told in (
            ("crippled", unit.crippled),
            (f"group {unit.group}", unit.group),
            ("capital", unit.capital),
            ("reserve", unit.reserve),
            (f"zone {unit.zone}", unit.zone != "near"),
            (f"sub {unit.sub}", unit.sub),
            (f"spent {unit.spent}", unit.spent),
            (f"shifting {unit.shifting}", unit.shifting),
            ("found", unit.found),
            ("began_crippled", unit.began_crippled),
        )
        if told
    ]
    name = f"{unit.name} {unit.type}"
    return f"{name} ({'; '.join(notes)})" if notes else name


def _raid(raid: Raid) -> Iterator[str]:
    """Who strikes where, then every field that is not as usual, a line each."""
    yield f"raid {raid.area} from {raid.place}: {', '.join(raid.force)}"
    fields = cast("dict[str, Any]", saving.plain(raid))
    for name, value in fields.items():
        if name not in IN_HEAD:
            yield f"  {name} {_value(value)}".rstrip()


def _value(value: Any) -> str:
    """A word, a number, names, pairs of names and numbers, forces; else JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    rows = value if isinstance(value, list) else []
    if rows and all(isinstance(each, str | int) for each in rows):
        return ", ".join(map(str, rows))
    if rows and all(isinstance(each, list) and _is_pair(each) for each in rows):
        return _pairs(rows)
    if rows and all(isinstance(each, list) for each in rows):
        return SLASH.join(", ".join(each) or NOBODY for each in rows)
    return json.dumps(value)


def _is_pair(row: list[Any]) -> bool:
    return len(row) == 2 and isinstance(row[1], int)


def _pairs(numbers: Iterable[Iterable[object]]) -> str:
    return ", ".join(" ".join(map(str, pair)) for pair in numbers)


def _sorted(table: Mapping[Name, Thing]) -> list[Thing]:
    return [table[name] for name in sorted(table, key=key)]
