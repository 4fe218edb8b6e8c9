"""The defender's ships in three forces (OFF-3.4.6): a pure function of the list of ships.

First the places: how many ships of each class and condition each force gets, by class and then by
power. Then who fills them: carrier groups whole as far as the places allow, found by trying all
ways with a memory for places that are left alike, then everyone else by name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle

from engine.offmap.force import Classes, current_power
from engine.offmap.names import key
from engine.offmap.state import FORCES, Unit, UnitName

Sort = tuple[str, bool]
"""Class and condition: ships of one sort are interchangeable."""

Places = dict[Sort, list[int]]
"""Of each sort, how many places are left in forces 1, 2 and 3."""

#: The number of groups kept whole, and of ships with their lead.
Score = tuple[int, int]


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


@dataclass(frozen=True, slots=True)
class _Seat:
    """One ship of a carrier group, in the order in which they are tried."""

    ship: Ship
    lead: bool
    last: bool


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


def divide(ships: Sequence[Ship]) -> tuple[tuple[UnitName, ...], ...]:
    """The three forces, each in the order of names."""
    places = places_of(ships)
    forces: tuple[list[UnitName], ...] = ([], [], [])
    seats = tuple(_seats(ships))
    for seat, force in zip(seats, _best_seating(seats, places), strict=True):
        forces[force].append(seat.ship.name)
        places[seat.ship.sort][force] -= 1
    seated = {seat.ship.name for seat in seats}
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


def _seats(ships: Sequence[Ship]) -> Iterator[_Seat]:
    for group in carrier_groups(ships).values():
        for place, ship in enumerate(group):
            yield _Seat(ship, lead=place == 0, last=place == len(group) - 1)


def _best_seating(seats: Sequence[_Seat], places: Places) -> tuple[int, ...]:
    """The force of each seat: most whole groups, then most with their lead, then the first found.

    What can still be won depends only on the seat, the places left, where the lead sits and whether
    the group is whole so far.
    """
    sorts = sorted({seat.ship.sort for seat in seats})
    column = {sort: place for place, sort in enumerate(sorts)}
    capacity = tuple(tuple(places[sort]) for sort in sorts)
    wanted = Counter(seat.ship.sort for seat in seats)
    assert all(sum(places[sort]) >= wanted[sort] for sort in sorts)  # noqa: S101 - dealt above

    @cache
    def best(at: int, left: tuple[tuple[int, ...], ...], lead: int, whole: bool) -> _Way:
        if at == len(seats):
            return _Way((0, 0), ())
        seat = seats[at]
        row = column[seat.ship.sort]
        found: _Way | None = None
        for force in _tries(seat, lead):
            if not left[row][force]:
                continue
            with_lead = not seat.lead and force == lead
            still = seat.lead or (whole and with_lead)
            after = best(at + 1, _taken(left, row, force), force if seat.lead else lead, still)
            score = (after.score[0] + (seat.last and still), after.score[1] + with_lead)
            if found is None or score > found.score:
                found = _Way(score, (force, after))
        assert found is not None  # noqa: S101 - there is a place for every ship
        return found

    way, seating = best(0, capacity, 0, True), []
    while way.rest:
        force, way = way.rest
        seating.append(force)
    return tuple(seating)


@dataclass(frozen=True, slots=True)
class _Way:
    """The best that can be won from here on, and its first step."""

    score: Score
    rest: tuple[int, _Way] | tuple[()]


def _tries(seat: _Seat, lead: int) -> Iterator[int]:
    if not seat.lead:
        yield lead
    yield from (n for n in range(len(FORCES)) if seat.lead or n != lead)


def _taken(left: tuple[tuple[int, ...], ...], row: int, force: int) -> tuple[tuple[int, ...], ...]:
    line = left[row]
    fewer = (*line[:force], line[force] - 1, *line[force + 1 :])
    return (*left[:row], fewer, *left[row + 1 :])
