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
from engine.merchant.fit import TORPEDO_RANGE
from engine.merchant.options import Engagement
from engine.merchant.radar import DETECT_KM, LEEWAY, best_share, in_sight, level_of, shrinking
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import SEGMENTS, AllianceName, Level

GLANCE = 16
"""Segments for which a list of near enemies is good."""

SLACK = 0.5
"""Km that snaps to a goal and rounding may add to what a ship can sail."""

EARLY = 4
"""Segments by which a scan may be made too soon, together with others."""

Key = tuple[AllianceName, int]
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
        self._levels: dict[Key, Level] = {}
        self._known: dict[Key, bool] = {}
        self._spotter: dict[Key, Hull] = {}
        #: Until when it is sure that an alliance sees a ship, or does not.
        self._sure: dict[Key, int] = {}
        self._blind: dict[Key, int] = {}
        #: From when on a ship may have an enemy in range, or meet one.
        self._fires: dict[Hull, int] = {}
        self._meets: dict[Hull, int] = {}
        self._radars: dict[AllianceName, list[Hull]] = {}
        self._sea: Sea

    def next(self, sea: Sea) -> int:
        if sea.steppers or sea.busy or self._near or sea.alarm:
            return sea.clock + 1
        while self._stops[0] <= sea.clock:
            del self._stops[0]
        soonest: int = min(self._stops[0], sea.due(), self._earliest)
        return max(sea.clock + 1, soonest)

    def look(self, sea: Sea) -> None:
        self._sea = sea
        self._levels.clear()
        self._known.clear()
        for hull in tuple(sea.busy):
            if hull.target is None and hull.engaged is None:
                sea.busy.discard(hull)
            elif _interest(hull) > self._reach.get(hull, 0.0):
                self._again[hull.id] = sea.clock
                self._earliest = sea.clock
        if sea.alarm:
            sea.alarm = False
            self._again.clear()
            self._muster(sea)
            self._earliest = sea.clock
        if not self._radars:
            self._muster(sea)
        if self._earliest <= sea.clock:
            self._look_round(sea)

    def reacting(self, sea: Sea) -> Sequence[Hull]:
        return self._those(sea, self._meets)

    def gunners(self, sea: Sea) -> Sequence[Hull]:
        return self._those(sea, self._fires)

    def _those(self, sea: Sea, since: dict[Hull, int]) -> Sequence[Hull]:
        """Ships with an enemy near enough by now, and those that are busy with one."""
        clock = sea.clock
        hulls = {hull for hull in self._near if since[hull] <= clock and hull.afloat}
        return sorted(hulls | sea.busy, key=_by_id)

    def near(self, hull: Hull) -> Sequence[Hull]:
        return self._near.get(hull, ())

    def known(self, alliance: AllianceName, hull: Hull) -> bool:
        key = (alliance, hull.id)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._spotted(key, hull)
        return known

    def level(self, alliance: AllianceName, hull: Hull) -> Level:
        key = (alliance, hull.id)
        level = self._levels.get(key)
        if level is None:
            level = self._levels[key] = self._reckon(alliance, hull)
        return level

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
        side, east, north, speed = hull.alliance, hull.east, hull.north, _speed(hull)
        for enemy, alliance, enemy_east, enemy_north, enemy_speed in chart:
            if alliance == side:
                continue
            over, up = enemy_east - east, enemy_north - north
            km, closing = sqrt(over * over + up * up), speed + enemy_speed
            wait = _wait(km - reach, closing)
            if wait < GLANCE:
                wait = max(wait, self._until_seen(side, enemy))
            if wait < GLANCE:
                near.append(enemy)
                in_range = min(in_range, _wait(km - fire, closing))
                met = min(met, _wait(km - meet, closing))
            soonest = min(soonest, wait)
        if near:
            self._near[hull] = near
            self._fires[hull] = sea.clock + floor(in_range)
            self._meets[hull] = sea.clock + floor(met)
            return sea.clock + GLANCE
        self._near.pop(hull, None)
        return sea.clock + max(1, floor(min(soonest, NEVER)))

    def _until_seen(self, alliance: AllianceName, enemy: Hull) -> int:
        """Segments for which no ship of the alliance can possibly see her."""
        if self.known(alliance, enemy):
            return 0
        return self._blind[alliance, enemy.id] - self._sea.clock

    def _unseen(self, alliance: AllianceName, enemy: Hull) -> float:
        """The same, from where everybody is."""
        sea = self._sea
        shrunk = DETECT_KM * shrinking(sea.options.uboat_factor)[enemy.fit.uboats]
        visual, speed = sea.options.visual_km, _speed(enemy)
        soonest = float(NEVER)
        for ship in self._eyes(alliance):
            if ship.afloat:
                if ship.course is not None or ship.tug is not None:
                    sea.fix(ship)
                over, up = enemy.east - ship.east, enemy.north - ship.north
                gap = sqrt(over * over + up * up) - max(shrunk * ship.fit.radars, visual) - SLACK
                wait = _wait(gap, _speed(ship) + speed)
                if wait < soonest:
                    soonest = wait
        return soonest

    # ------------------------------------------------------------- who is seen

    def _muster(self, sea: Sea) -> None:
        """Which ships can see, by alliance."""
        visual = sea.options.visual_km > 0
        self._radars = {name: [] for name in sea.before.alliances}
        for hull in sea.afloat():
            if hull.fit.radars or visual:
                self._radars[hull.alliance].append(hull)
        self._spotter.clear()
        self._blind.clear()
        self._sure.clear()

    def _eyes(self, alliance: AllianceName) -> Sequence[Hull]:
        return self._radars.get(alliance, ())

    def _spotted(self, key: Key, hull: Hull) -> bool:
        """Is it still sure that she is seen, or that she is not? Else let all look for her."""
        level = self._levels.get(key)
        if level is not None:
            return level > Level.NONE
        sea = self._sea
        if sea.clock < self._sure.get(key, 0):
            return True
        if sea.clock < self._blind.get(key, 0):
            return False
        sea.fix(hull)
        last = self._spotter.get(key)
        for ship in (last, *self._eyes(key[0])) if last else self._eyes(key[0]):
            if ship.afloat and self._sees(key, ship, hull):
                self._spotter[key] = ship
                return True
        self._blind[key] = sea.clock + floor(self._unseen(key[0], hull))
        return False

    def _sees(self, key: Key, ship: Hull, hull: Hull) -> bool:
        """Does this ship see her, and for how long is that sure to last?"""
        sea = self._sea
        sea.fix(ship)
        over, up = hull.east - ship.east, hull.north - ship.north
        square = over * over + up * up
        visual = sea.options.visual_km
        if visual and square <= visual * visual + LEEWAY:
            return True
        radars = ship.fit.radars
        if not radars:
            return False
        far = DETECT_KM * shrinking(sea.options.uboat_factor)[hull.fit.uboats]
        share = sqrt(square / (radars * radars))
        if share > far + LEEWAY:
            return False
        margin = (far - share) * radars - SLACK
        self._sure[key] = sea.clock + floor(_wait(margin, _speed(ship) + _speed(hull)))
        return True

    def _reckon(self, alliance: AllianceName, hull: Hull) -> Level:
        sea = self._sea
        sea.fix(hull)
        ships = [ship for ship in self._eyes(alliance) if ship.afloat]
        for ship in ships:
            sea.fix(ship)
        spots = [(s.east, s.north, s.fit.radars) for s in ships if s.fit.radars]
        shrunk = shrinking(sea.options.uboat_factor)[hull.fit.uboats]
        level = level_of(best_share(hull.east, hull.north, spots), shrunk)
        visual = sea.options.visual_km
        if not level and visual:
            eyes = [(ship.east, ship.north) for ship in ships]
            level = Level.DETECTED if in_sight(hull.east, hull.north, eyes, visual) else level
        return level


def _by_id(hull: Hull) -> int:
    return hull.id


def _chart(sea: Sea) -> list[Mark]:
    """Where every ship is."""
    marks: list[Mark] = []
    for hull in sea.hulls:
        if hull.afloat:
            sea.fix(hull)
            marks.append((hull, hull.alliance, hull.east, hull.north, _speed(hull)))
    return marks


def _interest(hull: Hull) -> float:
    """Km within which an enemy may concern her, whatever she has in her magazines just now."""
    reach = _range(hull)
    if hull.engaged is not None:
        return max(reach, PART_KM)
    if hull.option is not Engagement.IGNORE and hull.fit.engines:
        return max(reach, MEET_KM)
    return reach


def _range(hull: Hull) -> float:
    """Km that her weapons reach, whatever she has in her magazines just now."""
    able = hull.fit
    reach = able.gun_range if able.guns else 0.0
    return max(reach, TORPEDO_RANGE) if able.tubes else reach


def _speed(hull: Hull) -> float:
    return hull.tug.fit.step if hull.tug is not None else hull.fit.step


def _wait(gap: float, speed: float) -> float:
    """Segments before so many km can be closed."""
    if gap <= 0:
        return 0.0
    return gap / speed if speed else float(NEVER)
