"""The sequence of play (MER-16)."""

from __future__ import annotations

from engine.merchant.arriving import arrive, satisfied
from engine.merchant.checkpoints import Stops
from engine.merchant.engagement import engage
from engine.merchant.gunnery import fire
from engine.merchant.port import Call, top_up
from engine.merchant.sea import Sea
from engine.merchant.state import SEGMENTS
from engine.merchant.steaming import steam
from engine.merchant.watch import Watch

DAY = 288
"""Segments from midnight to midnight (MER-1.3)."""


def sail_the_week(sea: Sea, watch: Watch, stops: Stops) -> None:
    """From the first midnight to the end of segment 2016."""
    _begin(sea)
    watch.look(sea)
    stops.detected(sea, watch)
    stops.ended(sea)
    while sea.clock < SEGMENTS:
        _segment(sea, watch, stops)


def _segment(sea: Sea, watch: Watch, stops: Stops) -> None:
    segment = watch.next(sea)
    sea.clock = segment - 1
    if sea.clock and sea.clock % DAY == 0 and sea.options.midnight == "daily":
        _midnight(sea)
    engage(sea, watch)
    sea.clock = segment
    arrive(sea, steam(sea))
    watch.look(sea)
    stops.detected(sea, watch)
    fire(sea, watch)
    top_up(sea)
    stops.ended(sea)


def _begin(sea: Sea) -> None:
    """The first midnight; legs already satisfied are completed (MER-16.1)."""
    arrived = [hull for hull in sea.hulls if satisfied(sea, hull)]
    arrive(sea, arrived, _docked(sea))
    for hull in sea.afloat():
        if hull.course is None:
            sea.arm(hull)


def _midnight(sea: Sea) -> None:
    """Port calls of all ships that lie at islands (MER-14.3)."""
    arrive(sea, [hull for hull in sea.afloat() if hull.waiting], _docked(sea))


def _docked(sea: Sea) -> list[Call]:
    return [Call(hull, island) for hull in sea.afloat() if (island := sea.at(hull)) is not None]
