"""All ships move at once; those with moving goals one segment at a time (MER-11, MER-N3.3)."""

from __future__ import annotations

from math import sqrt

from engine.merchant.fit import SHADOW_KM
from engine.merchant.options import Engagement
from engine.merchant.products import FUEL
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import AT_ISLAND, SIZE


def steam(sea: Sea) -> list[Hull]:
    """Movement of the segment at the clock; the ships that have completed a leg, by id."""
    arrived = []
    for hull in sea.reports():
        course = hull.course
        if course is None:
            continue
        if course.dry == sea.clock:
            sea.fix(hull)
            sea.dry(hull, FUEL)
        if course.arrives == sea.clock:
            arrived.append(hull)
    under_way: set[Hull] = set()
    towed = [hull.towing for hull in sea.steppers if hull.towing is not None]
    for hull in sorted(sea.steppers.union(towed) if towed else sea.steppers, key=_by_id):
        _place(sea, hull, under_way)
    arrived += [hull for hull in sea.steppers if hull.reached]
    return sorted(arrived, key=_by_id)


def _by_id(hull: Hull) -> int:
    return hull.id


def _place(sea: Sea, hull: Hull, under_way: set[Hull]) -> None:
    """Move her, after whom she steers for; in a circle one is taken where she was (MER-11.4)."""
    if hull.now == sea.clock or hull in under_way:
        return
    if hull.tug is not None:
        _place(sea, hull.tug, under_way)
        sea.fix(hull)
        return
    if hull not in sea.steppers:
        sea.fix(hull)
        return
    leader = hull.engaged or hull.leader
    if leader is None:
        return
    under_way.add(hull)
    _place(sea, leader, under_way)
    under_way.discard(hull)
    _step(sea, hull, leader)


def _step(sea: Sea, hull: Hull, leader: Hull) -> None:
    over, up = leader.east - hull.east, leader.north - hull.north
    length = sqrt(over * over + up * up)
    reach = min(hull.step, hull.fuel / hull.burn)
    ahead = _way(sea, hull, length, reach)
    hull.now = sea.clock
    hull.reached = False
    if hull.engaged is None and length - ahead <= AT_ISLAND:
        hull.east, hull.north = leader.east, leader.north
        hull.reached = True
    elif not ahead:
        return
    elif length == 0.0:
        hull.north = min(hull.north + abs(ahead), SIZE)
    else:
        hull.east = min(max(hull.east + ahead / length * over, 0.0), SIZE)
        hull.north = min(max(hull.north + ahead / length * up, 0.0), SIZE)
    if ahead:
        _burn(sea, hull, abs(ahead))


def _burn(sea: Sea, hull: Hull, km: float) -> None:
    hull.fuel -= hull.burn * km
    if hull.fuel <= 0.0:
        hull.fuel = 0.0
        sea.dry(hull, FUEL)


def _way(sea: Sea, hull: Hull, length: float, reach: float) -> float:
    """Km towards the ship steered for, below 0 if away from her (MER-13.3 to MER-13.5)."""
    if hull.engaged is None:
        return min(reach, length)
    if hull.option is Engagement.AVOID:
        return -reach
    ring = SHADOW_KM
    if hull.option is Engagement.ATTACK:
        ring = hull.fit.standoff(hull.ammo, hull.torpedoes)
        armed = hull.fit.reach(hull.ammo, hull.torpedoes) > 0
        if armed and length < ring and not sea.options.attack_backs_off:
            return 0.0
    if length > ring:
        return min(reach, length - ring)
    return -min(reach, ring - length)
