"""Ships that meet enemies and leave their missions for them (MER-13)."""

from __future__ import annotations

from math import sqrt

from engine.core.dice import pick
from engine.merchant.events import BrokeOff, Met
from engine.merchant.missions import set_goal
from engine.merchant.options import Engagement
from engine.merchant.sea import Hull, Sea
from engine.merchant.watch import Watch

MEET_KM, PART_KM = 50.0, 100.0
LEEWAY = 1e-9


def engage(sea: Sea, watch: Watch) -> None:
    """Engagement decisions from places and knowledge at the end of the last segment (MER-16.2)."""
    for hull in watch.reacting(sea):
        sea.fix(hull)
        if hull.afloat and (hull.engaged is not None or reacts(hull)):
            _decide(sea, watch, hull)


def reacts(hull: Hull) -> bool:
    """Has she an option other than to ignore, and can she move (MER-13.1)?"""
    return (
        hull.option is not Engagement.IGNORE
        and hull.fit.engines > 0
        and hull.tug is None
        and hull.fuel > 0
    )


def _decide(sea: Sea, watch: Watch, hull: Hull) -> None:
    """The nearest known enemy is the one in question: in at 50 km, out at 100 km (MER-H105)."""
    before = hull.engaged
    enemy = _in_question(sea, watch, hull) if reacts(hull) else None
    if enemy is before:
        return
    hull.engaged = enemy
    if hull.waiting:
        hull.waiting = False
        set_goal(sea, hull)
    sea.arm(hull)
    place = (hull.east, hull.north)
    if enemy is None:
        sea.tell(BrokeOff(sea.clock, hull.name, hull.owner, *place))
        return
    sea.busy.add(hull)
    known = watch.level(hull.alliance, enemy)
    sea.tell(
        Met(sea.clock, hull.name, hull.owner, enemy.name, enemy.owner, hull.option, known, *place)
    )


def _in_question(sea: Sea, watch: Watch, hull: Hull) -> Hull | None:
    present = hull.engaged
    nearest: list[Hull] = []
    least = MEET_KM + LEEWAY
    if present is not None and _pursued(sea, watch, hull, present):
        nearest, least = [present], _apart(sea, hull, present)
    side, clock = hull.alliance, sea.clock
    for enemy in watch.near(hull):
        if enemy is present or not enemy.afloat or enemy.alliance == side:
            continue
        if enemy.now != clock and (enemy.course is not None or enemy.tug is not None):
            sea.fix(enemy)
        over, up = enemy.east - hull.east, enemy.north - hull.north
        if over > least or over < -least or up > least or up < -least:
            continue
        km = sqrt(over * over + up * up)
        if km > least or (km == least and present in nearest):
            continue
        if watch.known(side, enemy):
            nearest = [*nearest, enemy] if km == least else [enemy]
            least = km
    if len(nearest) > 1:
        return pick(sea.dice, nearest, sea.purpose(f"meet/{sea.clock}/{hull.name}"))
    return nearest[0] if nearest else None


def _pursued(sea: Sea, watch: Watch, hull: Hull, enemy: Hull) -> bool:
    """Is the enemy of the moment still known, and nearer than 100 km (MER-13.1)?"""
    if not enemy.afloat or enemy.alliance == hull.alliance:
        return False
    return _apart(sea, hull, enemy) < PART_KM and watch.known(hull.alliance, enemy)


def _apart(sea: Sea, hull: Hull, enemy: Hull) -> float:
    if enemy.course is not None or enemy.tug is not None:
        sea.fix(enemy)
    over, up = enemy.east - hull.east, enemy.north - hull.north
    return sqrt(over * over + up * up)
