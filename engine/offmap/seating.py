"""Carrier groups in the places of the three forces: the best way of all ways (OFF-3.4.6).

Best is: most whole groups, then most ships in the force of their lead, then the way found first
when ships are tried in order, the lead of a group in force 1, 2, 3, every other ship in its lead's
force first. What can still be won depends only on the ship, the places left, its lead's force and
whether the group is whole so far: it is worked out once for each, and a way is not followed that
cannot win more than one already found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

FORCES = range(3)

Sort: TypeAlias = Hashable
"""Ships of one sort are interchangeable."""

Left: TypeAlias = tuple[tuple[int, ...], ...]
"""Of each sort, how many places are left in each force."""

Score: TypeAlias = tuple[int, int]
"""The number of whole groups, and of ships with their lead."""


@dataclass(frozen=True, slots=True)
class _Seat:
    #: The number of its ship's sort.
    sort: int
    lead: bool
    #: Of its group, how many are to be seated after it.
    after: int


def seat(groups: Sequence[Sequence[Sort]], places: dict[Any, list[int]]) -> list[list[int]]:
    """The force of every ship of every group; a group is the sorts of its ships, the lead first.

    Forces count from 0. There must be a place for every ship.
    """
    sorts = sorted({sort for group in groups for sort in group}, key=repr)
    lined = [[sorts.index(sort) for sort in group] for group in groups]
    search = _Search(lined, len(sorts))
    way = iter(search.way(tuple(tuple(places[sort]) for sort in sorts)))
    return [[next(way) for _ in group] for group in groups]


class _Search:
    def __init__(self, groups: Sequence[Sequence[int]], sorts: int) -> None:
        self.seats = tuple(
            _Seat(sort, place == 0, len(group) - 1 - place)
            for group in groups
            for place, sort in enumerate(group)
        )
        #: Of each seat, what the groups after its own can win.
        self.bounds = tuple(
            bound
            for at, group in enumerate(groups)
            for bound in [_Bound(groups[at + 1 :], sorts)] * len(group)
        )
        self.best = cache(self._best)

    def way(self, left: Left) -> Iterator[int]:
        """The force of each seat in the best way."""
        lead, whole = 0, True
        for at, seat in enumerate(self.seats):
            _, force = self.best(at, left, lead, whole)
            lead, whole = _after(seat, force, lead, whole)
            left = _taken(left, seat.sort, force)
            yield force

    def _best(self, at: int, left: Left, lead: int, whole: bool) -> tuple[Score, int]:
        """The most that can be won from this seat on, and the force to begin with."""
        if at == len(self.seats):
            return (0, 0), 0
        seat = self.seats[at]
        most: tuple[Score, int] = ((-1, -1), 0)
        force_of = _tries(seat, lead)
        for hope, rank in self._hopes(at, left, lead, whole):
            if (hope, -rank) > most:
                force = force_of[rank]
                led, still = _after(seat, force, lead, whole)
                rest, _ = self.best(at + 1, _taken(left, seat.sort, force), led, still)
                most = max(most, (_sum(_gain(seat, force, lead, still), rest), -rank))
        return most[0], force_of[-most[1]]

    def _hopes(
        self,
        at: int,
        left: Left,
        lead: int,
        whole: bool,
    ) -> list[tuple[Score, int]]:
        """What each force with a free place can lead to at most; the best hopes first."""
        seat, bound = self.seats[at], self.bounds[at]
        hopes = []
        for rank, force in enumerate(_tries(seat, lead)):
            if left[seat.sort][force]:
                _, still = _after(seat, force, lead, whole)
                own = (int(still and seat.after > 0), seat.after)
                rest = bound.most(_taken(left, seat.sort, force))
                hopes.append((_sum(_sum(_gain(seat, force, lead, still), own), rest), rank))
        return sorted(hopes, key=lambda hope: (-hope[0][0], -hope[0][1], hope[1]))


def _tries(seat: _Seat, lead: int) -> tuple[int, ...]:
    if seat.lead:
        return tuple(FORCES)
    return (lead, *(force for force in FORCES if force != lead))


def _after(seat: _Seat, force: int, lead: int, whole: bool) -> tuple[int, bool]:
    """The lead's force, and whether the group is whole, once the ship sits there."""
    return (force, True) if seat.lead else (lead, whole and force == lead)


def _gain(seat: _Seat, force: int, lead: int, whole: bool) -> Score:
    return int(whole and not seat.after), int(not seat.lead and force == lead)


def _sum(one: Score, two: Score) -> Score:
    return one[0] + two[0], one[1] + two[1]


def _taken(left: Left, sort: int, force: int) -> Left:
    line = left[sort]
    fewer = (*line[:force], line[force] - 1, *line[force + 1 :])
    return (*left[:sort], fewer, *left[sort + 1 :])


class _Bound:
    """More than this cannot be won by seating these groups."""

    def __init__(self, groups: Sequence[Sequence[int]], sorts: int) -> None:
        self._groups = len(groups)
        self._others = sum(len(group) - 1 for group in groups)
        #: Of each sort, what it takes to seat 1, 2, … groups whole, the least needy first.
        self._needs = [
            list(accumulate(sorted(list(group).count(sort) for group in groups)))
            for sort in range(sorts)
        ]
        self.most = cache(self._most)

    def _most(self, left: Left) -> Score:
        """No force holds more whole groups than its scarcest sort allows.

        A broken group has at least one ship without its lead.
        """
        lines = tuple(zip(self._needs, left, strict=True))
        room = sum(
            min((bisect_right(needs, line[force]) for needs, line in lines), default=0)
            for force in FORCES
        )
        whole = min(self._groups, room)
        return whole, self._others - (self._groups - whole)
