"""The defender's ships in three forces (OFF-3.4.6): a pure function of the list of ships.

First the places: how many ships of each class and condition each force gets, by class and then by
power. Then who fills them: carrier groups whole as far as the places allow (`seating`), then
everyone else by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

from engine.offmap.force import Classes, current_power
from engine.offmap.ids import UnitName
from engine.offmap.names import key
from engine.offmap.seating import seat
from engine.offmap.state import FORCES, Unit

Sort = tuple[str, bool]
"""Class and condition: ships of one sort are interchangeable."""

Places = dict[Sort, list[int]]
"""Of each sort, how many places are left in forces 1, 2 and 3."""


@dataclass(frozen=True, slots=True)
class Ship:
    """What counts of a ship for the division."""

    name: UnitName
    type: str
    power: int
    crippled: bool = False
    group: str = ""
    carrier: bool = False

    @property
    def sort(self) -> Sort:
        return self.type, self.crippled


def ship_of(unit: Unit, classes: Classes) -> Ship:
    """A unit as the division sees it."""
    return Ship(
        name=unit.name,
        type=unit.type,
        power=current_power(unit, classes),
        crippled=unit.crippled,
        group=unit.group,
        carrier="carrier" in classes[unit.type].tags,
    )


Forces = tuple[tuple[UnitName, ...], ...]
"""Forces 1, 2 and 3, each in the order of names."""


def divide(ships: Sequence[Ship], groups: Literal["break", "unit"] = "break") -> Forces:
    """The three forces, with carrier groups broken up or as one each (OFF-H56)."""
    return _in_blocks(ships) if groups == "unit" else _one_by_one(ships)


def _in_blocks(ships: Sequence[Ship]) -> Forces:
    """A group goes with the remainders, at the power of all its ships, and stays together."""
    groups = {f"group {tag}": group for tag, group in carrier_groups(ships).items()}
    inside = {ship.name for group in groups.values() for ship in group}
    blocks = [
        Ship(UnitName(tag), tag, sum(ship.power for ship in group)) for tag, group in groups.items()
    ]
    forces = _one_by_one([*blocks, *(ship for ship in ships if ship.name not in inside)])
    return tuple(
        tuple(sorted((each for name in force for each in _members(groups, name)), key=key))
        for force in forces
    )


def _members(groups: Mapping[str, Sequence[Ship]], name: UnitName) -> Iterator[UnitName]:
    """The ships of a block, or the ship itself."""
    yield from (ship.name for ship in groups[name]) if name in groups else (name,)


def _one_by_one(ships: Sequence[Ship]) -> Forces:
    places = places_of(ships)
    forces: tuple[list[UnitName], ...] = ([], [], [])
    groups = tuple(carrier_groups(ships).values())
    for group, seats in zip(groups, seat([_sorts(g) for g in groups], places), strict=True):
        for ship, force in zip(group, seats, strict=True):
            forces[force].append(ship.name)
            places[ship.sort][force] -= 1
    seated = {ship.name for group in groups for ship in group}
    for ship in sorted(ships, key=lambda ship: key(ship.name)):
        if ship.name not in seated:
            force = next(n for n, free in enumerate(places[ship.sort]) if free)
            forces[force].append(ship.name)
            places[ship.sort][force] -= 1
    return tuple(tuple(sorted(force, key=key)) for force in forces)


def places_of(ships: Iterable[Ship]) -> Places:
    """How many of each sort go to each force: the class pass, then the power pass (OFF-H51)."""
    by_class: defaultdict[str, list[Ship]] = defaultdict(list)
    for ship in ships:
        by_class[ship.type].append(ship)
    places: Places = {}
    rest: list[Ship] = []
    for alike in by_class.values():
        strongest = sorted(alike, key=lambda ship: (-ship.power, ship.crippled, key(ship.name)))
        full = len(alike) // 3 * 3
        _deal(places, strongest[:full])
        rest += strongest[full:]
    _deal(places, sorted(rest, key=lambda ship: (-ship.power, ship.type, ship.crippled)))
    return places


def carrier_groups(ships: Iterable[Ship]) -> dict[str, tuple[Ship, ...]]:
    """By tag, its ships that are divided, the lead first; only tags with two or more."""
    by_tag: defaultdict[str, list[Ship]] = defaultdict(list)
    for ship in ships:
        if ship.group:
            by_tag[key(ship.group)].append(ship)
    return {tag: tuple(_lead_first(group)) for tag, group in sorted(by_tag.items()) if group[1:]}


def _deal(places: Places, ships: Iterable[Ship]) -> None:
    for ship, force in zip(ships, cycle(range(len(FORCES))), strict=False):
        places.setdefault(ship.sort, [0] * len(FORCES))[force] += 1


def _lead_first(group: list[Ship]) -> Iterator[Ship]:
    lead = min(group, key=lambda ship: (not ship.carrier, -ship.power, key(ship.name)))
    yield lead
    yield from sorted((s for s in group if s is not lead), key=lambda ship: key(ship.name))


def _sorts(group: Sequence[Ship]) -> tuple[Sort, ...]:
    return tuple(ship.sort for ship in group)
