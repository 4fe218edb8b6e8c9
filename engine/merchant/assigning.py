"""Orders become missions at the start of the turn (MER-16.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.merchant.events import Aborted
from engine.merchant.missions import done, named_ships, set_goal
from engine.merchant.orders import Continue, ShipName, ShipOrder, alike, mission_of
from engine.merchant.sea import Hull, Sea
from engine.merchant.towing import drop, void


def assign(sea: Sea, given: Mapping[ShipName, ShipOrder]) -> None:
    """Every ship with an order takes it up; the others go on (MER-H75)."""
    for hull in sea.hulls:
        order = given.get(hull.name)
        if order is not None and not isinstance(order, Continue):
            _release(sea, hull, order)
    for hull in sea.hulls:
        order = given.get(hull.name)
        if order is not None:
            _take_up(sea, hull, order)
        _check_names(sea, hull)
        set_goal(sea, hull)


def _release(sea: Sea, hull: Hull, order: ShipOrder) -> None:
    """A tug with another mission lets go of her line."""
    if hull.towing is not None and not _goes_on(sea, hull, order):
        drop(sea, hull)


def _goes_on(sea: Sea, hull: Hull, order: ShipOrder) -> bool:
    """Is it the mission that she is still about (MER-H74)?"""
    if sea.options.reissue != "continue" or hull.mission is None or done(hull.mission, hull.leg):
        return False
    return alike(hull.mission, mission_of(order))


def _take_up(sea: Sea, hull: Hull, order: ShipOrder) -> None:
    if hull.tug is not None:
        about = hull.tug.name
        sea.tell(Aborted(sea.clock, hull.name, hull.owner, about, "towed"))
        return
    if isinstance(order, Continue):
        hull.option = order.engagement or hull.option
        return
    hull.option = order.engagement or sea.options.default_engagement
    if not _goes_on(sea, hull, order):
        hull.mission, hull.leg = mission_of(order), 0


def _check_names(sea: Sea, hull: Hull) -> None:
    """A mission that names a ship which does not exist ends at once (MER-H69)."""
    for name in named_ships(sea, hull.mission) if hull.mission else ():
        if sea.ship(name) is None:
            void(sea, hull, name, "unknown")
            return
