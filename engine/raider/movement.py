"""Movement: all ships at once, before any combat (RAID-4)."""

from __future__ import annotations

from engine.core.hexes import distance
from engine.core.ruleset import Problem, Severity
from engine.raider.events import Moved
from engine.raider.sea import Hull, Sea
from engine.raider.state import IslandName, reach, within_reach


def move(sea: Sea) -> None:
    """Every ship goes where she is ordered, if it is within reach (RAID-4.1)."""
    for name in sorted(sea.hulls):
        hull = sea.hulls[name]
        if hull.order.destination:
            _sail(sea, hull, IslandName(hull.order.destination))
    sea.gather()


def _sail(sea: Sea, hull: Hull, to: IslandName) -> None:
    before = sea.before
    if to == hull.island:
        return
    if not within_reach(before, before.ships[hull.name], to):
        _stays(sea, hull, to)
        return
    sea.events.append(Moved(hull.name, hull.owner, hull.island, to))
    hull.island = to


def _stays(sea: Sea, hull: Hull, to: IslandName) -> None:
    """Where tasks are done at home then, her owner is told that she has not sailed (FEAT-T8)."""
    away = distance(sea.before.islands[hull.island].hex, sea.before.islands[to].hex)
    text = (
        f"{hull.name} did not sail: {to} is {away} hexes from {hull.island} and she can go "
        f"{reach(hull.structure)}."
    )
    place = hull.given.place
    sea.tell(hull.owner, Problem("stayed", text, Severity.WARNED, order=place, rule="RAID-R45"))
