"""What happens when legs are completed: boardings, port calls, the next leg (MER-16.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import shuffled
from engine.merchant.events import Arrived
from engine.merchant.missions import destination, done, set_goal
from engine.merchant.orders import Location, Mission, Sail, Tow
from engine.merchant.port import Call, port_calls
from engine.merchant.sea import Hull, Sea, legs
from engine.merchant.state import AT_ISLAND
from engine.merchant.towing import drop, forget, may_take, take


def arrive(sea: Sea, arrived: Sequence[Hull], in_port: Sequence[Call] = ()) -> None:
    """Boardings in random order, then all port calls, then the next legs (MER-H99)."""
    if not arrived and not in_port:
        return
    goals = [(hull, hull.mission) for hull in arrived if _owes(hull) and _may(sea, hull)]
    boarders = [pair for pair in goals if isinstance(pair[1], Tow) and pair[0].leg == 0]
    if boarders:
        order = shuffled(sea.dice, boarders, sea.purpose(f"boarding/{sea.clock}"))
        for hull, mission in order:
            _board(sea, hull, mission)
    others = [
        (hull, mission)
        for hull, mission in goals
        if (hull, mission) not in boarders and mission is hull.mission
    ]
    _land_all(sea, others, in_port)


def satisfied(sea: Sea, hull: Hull) -> bool:
    """Is she where her leg leads already (MER-H67)?"""
    if not _owes(hull) or hull.tug is not None:
        return False
    end = hull.leader if hull.leader is not None else hull.goal
    if end is None:
        return False
    sea.fix(hull)
    if isinstance(end, Hull):
        sea.fix(end)
    over, up = end.east - hull.east, end.north - hull.north
    return over * over + up * up <= AT_ISLAND * AT_ISLAND


def _owes(hull: Hull) -> bool:
    return hull.mission is not None and hull.leg < legs(hull.mission)


def _may(sea: Sea, hull: Hull) -> bool:
    """A tug whose prey may not be boarded yet stays alongside."""
    if isinstance(hull.mission, Tow) and hull.leg == 0 and hull.leader is not None:
        return may_take(sea, hull, hull.leader)
    return True


def _board(sea: Sea, hull: Hull, mission: Mission | None) -> None:
    prey = hull.leader
    if mission is not hull.mission or hull.tug is not None or prey is None:
        return
    if not may_take(sea, hull, prey):
        return
    _report(sea, hull)
    take(sea, hull, prey)
    _next_leg(sea, hull)


def _land_all(
    sea: Sea, arrived: Sequence[tuple[Hull, Mission | None]], in_port: Sequence[Call]
) -> None:
    calls = {call.hull: call for call in in_port}
    for hull, mission in arrived:
        where = _place(hull) if hull.waiting else _report(sea, hull)
        island = sea.island(where)
        if island is None:
            continue
        calls[hull] = Call(hull, island, mission)
        if isinstance(mission, Tow) and hull.towing is not None:
            calls[hull.towing] = Call(hull.towing, island)
    waiting = port_calls(sea, sorted(calls.values(), key=lambda call: call.hull.id))
    held = {call.hull for call in waiting}
    for hull, _ in arrived:
        if not hull.afloat:
            forget(sea, hull, "disbanded")
        elif hull not in held:
            _next_leg(sea, hull)
        else:
            hull.waiting, hull.goal = True, None
            sea.arm(hull)


def _report(sea: Sea, hull: Hull) -> Location:
    """Say that the leg is done; where it led."""
    sea.fix(hull)
    place = _place(hull)
    at = (place, hull.east, hull.north)
    sea.tell(Arrived(sea.clock, hull.name, hull.owner, hull.leg + 1, *at))
    return place


def _place(hull: Hull) -> Location:
    """Where her leg leads; nowhere if she has none."""
    where = destination(hull.mission, hull.leg) if hull.mission else None
    return where or Location("")


def _next_leg(sea: Sea, hull: Hull) -> None:
    """One leg a step (MER-12.1): she sets out in the next segment, or the mission is over."""
    mission = hull.mission
    if mission is None:
        return
    hull.leg += 1
    hull.waiting = False
    if done(mission, hull.leg):
        if isinstance(mission, Tow):
            drop(sea, hull)
        if not isinstance(mission, Sail) or sea.options.last_location == "stop":
            hull.mission, hull.leg = None, 0
    set_goal(sea, hull)
    sea.arm(hull)
