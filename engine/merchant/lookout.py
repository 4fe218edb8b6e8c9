"""Lookouts that know when nothing can happen, so that quiet segments need no visit.

Each ship that could fire or react looks round for enemies that may come within her interest in the
next few segments; if there is none, she need not look again before the earliest moment at which one
could. Ships are taken to sail at full speed in the worst direction, so no course has to be known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt

from engine.merchant.course import NEVER
from engine.merchant.engagement import MEET_KM, PART_KM
from engine.merchant.options import Engagement
from engine.merchant.sea import Hull, Sea
from engine.merchant.sightings import GLANCE, SLACK, Sightings, closing_time, top_speed
from engine.merchant.state import SEGMENTS, AllianceName, Level

EARLY = 4
"""Segments by which a scan may be made too soon, together with others."""

Mark = tuple[Hull, AllianceName, float, float, float]
"""A ship, her alliance, km east, km north, and km a segment at most."""


class Lookouts:
    """The watch of a week as it is played."""

    def __init__(self, stops: Sequence[int] = ()) -> None:
        self._stops = sorted({*stops, *range(1, SEGMENTS, SEGMENTS // 7), SEGMENTS})
        self._near: dict[Hull, list[Hull]] = {}
        self._again: dict[int, int] = {}
        self._reach: dict[Hull, float] = {}
        self._earliest = 0
        #: From when on a ship may have an enemy in range, or meet one.
        self._fires: dict[Hull, int] = {}
        self._meets: dict[Hull, int] = {}
        self._sightings: Sightings
        self._begun = False

    def next(self, sea: Sea) -> int:
        if sea.steppers or sea.busy or self._near or sea.alarm:
            return sea.clock + 1
        while self._stops[0] <= sea.clock:
            del self._stops[0]
        soonest: int = min(self._stops[0], sea.due(), self._earliest)
        return max(sea.clock + 1, soonest)

    def look(self, sea: Sea) -> None:
        if not self._begun:
            self._begun, self._sightings = True, Sightings(sea)
        self._sightings.forget()
        for hull in tuple(sea.busy):
            if hull.target is None and hull.engaged is None:
                sea.busy.discard(hull)
            elif _interest(hull) > self._reach.get(hull, 0.0):
                self._again[hull.id] = self._earliest = sea.clock
        if sea.alarm:
            sea.alarm = False
            self._again.clear()
            self._sightings.muster()
            self._earliest = sea.clock
        if self._earliest <= sea.clock:
            self._look_round(sea)

    def reacting(self, sea: Sea) -> Sequence[Hull]:
        engaged = [hull for hull in sea.busy if hull.engaged is not None]
        return self._those(sea, self._meets, engaged)

    def gunners(self, sea: Sea) -> Sequence[Hull]:
        aiming = [hull for hull in sea.busy if hull.target is not None]
        return self._those(sea, self._fires, aiming)

    def _those(self, sea: Sea, since: dict[Hull, int], busy: Sequence[Hull]) -> Sequence[Hull]:
        """Ships with an enemy near enough by now, and those that are busy with one."""
        clock = sea.clock
        hulls = {hull for hull in self._near if since[hull] <= clock and hull.afloat}
        return sorted(hulls.union(busy), key=_by_id)

    def near(self, hull: Hull) -> Sequence[Hull]:
        return self._near.get(hull, ())

    def known(self, alliance: AllianceName, hull: Hull) -> bool:
        return self._sightings.known(alliance, hull)

    def level(self, alliance: AllianceName, hull: Hull) -> Level:
        return self._sightings.level(alliance, hull)

    def settle(self, sea: Sea) -> None:  # noqa: ARG002 - a plain watch needs it
        for hull, enemies in self._near.items():
            for enemy in enemies:
                self.level(hull.alliance, enemy)
                self.known(hull.alliance, enemy)
                self.level(enemy.alliance, hull)

    # ------------------------------------------------------------- who may come near

    def _look_round(self, sea: Sea) -> None:
        """Scan for all whose lists end about now, so that places are worked out once for all."""
        self._earliest = NEVER
        chart = _chart(sea)
        for hull in sea.hulls:
            if not hull.afloat or not (reach := _interest(hull)):
                self._near.pop(hull, None)
                continue
            again = self._again.get(hull.id, 0)
            if again <= sea.clock + EARLY:
                again = self._scan(sea, hull, reach, chart)
                self._again[hull.id] = again
            self._earliest = min(self._earliest, again)

    def _scan(self, sea: Sea, hull: Hull, reach: float, chart: Sequence[Mark]) -> int:
        """Note who may be of interest soon, and from when on; when to scan again."""
        self._reach[hull] = reach
        near: list[Hull] = []
        soonest = in_range = met = float(NEVER)
        fire, meet = _range(hull) + SLACK, MEET_KM + SLACK
        reach += SLACK
        side, east, north, speed = hull.alliance, hull.east, hull.north, top_speed(hull)
        for enemy, alliance, enemy_east, enemy_north, enemy_speed in chart:
            if alliance == side:
                continue
            over, up = enemy_east - east, enemy_north - north
            km, closing = sqrt(over * over + up * up), speed + enemy_speed
            gap = km - reach  # as `closing_time`, which would be called for every pair
            wait = 0.0 if gap <= 0 else gap / closing if closing else NEVER
            if wait < GLANCE:
                wait = max(wait, self._sightings.until_seen(side, enemy))
                if wait < GLANCE:
                    near.append(enemy)
                    in_range = min(in_range, closing_time(km - fire, closing))
                    met = min(met, closing_time(km - meet, closing))
            if wait < soonest:
                soonest = wait
        if near:
            self._near[hull] = near
            self._fires[hull] = sea.clock + floor(in_range)
            self._meets[hull] = sea.clock + floor(met)
            return sea.clock + GLANCE
        self._near.pop(hull, None)
        return sea.clock + max(1, floor(min(soonest, NEVER)))


def _by_id(hull: Hull) -> int:
    return hull.id


def _chart(sea: Sea) -> list[Mark]:
    """Where every ship is."""
    marks: list[Mark] = []
    for hull in sea.hulls:
        if hull.afloat:
            sea.fix(hull)
            marks.append((hull, hull.alliance, hull.east, hull.north, top_speed(hull)))
    return marks


def _interest(hull: Hull) -> float:
    """Km within which an enemy may concern her, as long as her magazines are not filled."""
    reach = _range(hull)
    if hull.engaged is not None:
        return max(reach, PART_KM)
    if hull.option is not Engagement.IGNORE and hull.fit.engines:
        return max(reach, MEET_KM)
    return reach


def _range(hull: Hull) -> float:
    """Km that her weapons reach; who has run dry and is supplied again gives an alarm."""
    return hull.fit.reach(hull.ammo, hull.torpedoes)
