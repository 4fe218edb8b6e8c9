"""Movement: all ships at once, before any combat (RAID-4)."""

from __future__ import annotations

from engine.raider.events import Moved
from engine.raider.sea import Hull, Sea
from engine.raider.state import IslandName, within_reach


def move(sea: Sea) -> None:
    """Every ship goes where she is ordered, if it is within reach (RAID-4.1)."""
    for name in sorted(sea.hulls):
        hull = sea.hulls[name]
        if hull.order.destination:
            _sail(sea, hull, IslandName(hull.order.destination))
    sea.gather()


def _sail(sea: Sea, hull: Hull, to: IslandName) -> None:
    before = sea.before
    if to == hull.island or not within_reach(before, before.ships[hull.name], to):
        return
    sea.events.append(Moved(hull.name, hull.owner, hull.island, to))
    hull.island = to
