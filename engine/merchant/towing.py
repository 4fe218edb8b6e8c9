"""Boarding, lines passed and lines let go (MER-12.7)."""

from __future__ import annotations

from engine.merchant.events import Aborted, BrokeOff, Capture, DroppedTow, Reason, TookTow
from engine.merchant.missions import named_ships, set_goal
from engine.merchant.options import Engagement
from engine.merchant.orders import Mission, ShipName
from engine.merchant.sea import Hull, Sea
from engine.merchant.sightings import reckon


def may_take(sea: Sea, tug: Hull, prey: Hull) -> bool:
    """Being caught is enough, unless the game asks that an enemy be unarmed (MER-H97)."""
    if sea.options.boarding == "any" or tug.alliance == prey.alliance:
        return True
    return not prey.fit.reach(prey.ammo, prey.torpedoes)


def take(sea: Sea, tug: Hull, prey: Hull) -> None:
    """An enemy changes hands; any ship abandons her mission and hangs on the line (MER-H98)."""
    drop(sea, tug)
    enemy = tug.alliance != prey.alliance
    void(sea, prey, tug.name, "boarded" if enemy else "towed")
    if prey.tug is not None:
        drop(sea, prey.tug)
    if enemy:
        sea.captures[tug.owner] += 1
        capture(sea, prey, tug)
    prey.option = Engagement.IGNORE
    prey.tug, tug.towing = tug, prey
    prey.leader = prey.goal = prey.engaged = None
    sea.arm(prey)
    sea.alarm = True
    owners = (tug.name, tug.owner, prey.name, prey.owner)
    sea.tell(TookTow(sea.clock, *owners, tug.east, tug.north))


def capture(sea: Sea, prey: Hull, by: Hull) -> None:
    """She, her contents and what she sees are her captor's from now on (MER-H46, MER-H130)."""
    level = reckon(sea, [hull for hull in sea.afloat() if hull.alliance == prey.alliance], by)
    where = (prey.east, prey.north)
    sea.tell(Capture(sea.clock, prey.name, prey.owner, by.owner, by.name, *where, level))
    prey.owner, prey.alliance = by.owner, by.alliance
    prey.target = prey.engaged = None
    sea.alarm = True


def drop(sea: Sea, tug: Hull) -> None:
    """Let the line go: the towed ship stays where she is."""
    towed = tug.towing
    if towed is None:
        return
    sea.fix(towed)
    tug.towing = towed.tug = None
    towed.now = sea.clock
    sea.arm(tug)
    sea.alarm = True
    owners = (tug.name, tug.owner, towed.name, towed.owner)
    sea.tell(DroppedTow(sea.clock, *owners, towed.east, towed.north))


def void(sea: Sea, hull: Hull, about: str, why: Reason) -> None:
    """Her mission is over; she lets go of what she tows and stays."""
    drop(sea, hull)
    if hull.mission is not None:
        sea.tell(Aborted(sea.clock, hull.name, hull.owner, ShipName(about), why))
    hull.mission, hull.leg = None, 0
    set_goal(sea, hull)
    sea.arm(hull)


def forget(sea: Sea, gone: Hull, why: Reason) -> None:
    """A ship is no more: lines part, missions that name her end (MER-H70, MER-H100)."""
    tug, towed = gone.tug, gone.towing
    if towed is not None:
        drop(sea, gone)
    if tug is not None:
        tug.towing = gone.tug = None
        sea.arm(tug)
    for hull in sea.afloat():
        if hull.target is gone:
            hull.target = None
        if hull.mission and gone.name.casefold() in _named(sea, hull.mission):
            void(sea, hull, gone.name, why)
        if hull.engaged is gone:
            hull.engaged = None
            sea.tell(BrokeOff(sea.clock, hull.name, hull.owner, hull.east, hull.north))
            sea.arm(hull)


def _named(sea: Sea, mission: Mission) -> frozenset[str]:
    return frozenset(name.casefold() for name in named_ships(sea, mission))
