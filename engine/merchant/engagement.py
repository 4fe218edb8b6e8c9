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
    sea.fix(hull)
    nearest: list[Hull] = []
    least = PART_KM
    pursued = False
    for enemy in watch.near(hull):
        if not enemy.afloat or enemy.alliance == hull.alliance:
            continue
        km = _apart(sea, hull, enemy)
        if km >= PART_KM or (km > least and enemy is not present):
            continue
        if not watch.known(hull.alliance, enemy):
            continue
        pursued = pursued or enemy is present
        if km < least or not nearest:
            nearest, least = [enemy], km
        elif km == least:
            nearest.append(enemy)
    if not nearest or (least > MEET_KM + LEEWAY and not pursued):
        return None
    if present in nearest:
        return present
    return pick(sea.dice, nearest, sea.purpose(f"meet/{sea.clock}/{hull.name}"))


def _apart(sea: Sea, hull: Hull, enemy: Hull) -> float:
    sea.fix(enemy)
    over, up = enemy.east - hull.east, enemy.north - hull.north
    return sqrt(over * over + up * up)
