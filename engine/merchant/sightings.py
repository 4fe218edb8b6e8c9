"""What the radars of each alliance show, asked for only where it matters (MER-8).

Whoever was seen is sure to be seen for as long as it takes two ships to part so far, and whoever
was not stays unseen for as long as it takes them to meet: nobody needs to look in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt

from engine.merchant.course import NEVER
from engine.merchant.radar import DETECT_KM, LEEWAY, best_share, in_sight, level_of, shrinking
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import AllianceName, Level

GLANCE = 32
"""Segments for which a list of ships near enough is good."""

SLACK = 0.5
"""Km that snaps to a goal and rounding may add to what a ship can sail."""

Key = tuple[AllianceName, int]


class Sightings:
    """Who is known to whom at the clock of a sea."""

    def __init__(self, sea: Sea) -> None:
        self._sea = sea
        self._levels: dict[Key, Level] = {}
        self._known: dict[Key, bool] = {}
        #: Who may see a ship soon, and until when nobody else can.
        self._scouts: dict[Key, tuple[int, Sequence[Hull]]] = {}
        #: Until when it is sure that an alliance sees a ship, or does not.
        self._sure: dict[Key, int] = {}
        self._blind: dict[Key, int] = {}
        self._eyes: dict[AllianceName, list[Hull]] = {}
        self.muster()

    def muster(self) -> None:
        """Which ships can see; nothing of what was sure before is so any longer."""
        sea = self._sea
        self._eyes = {name: [] for name in sea.before.alliances}
        for hull in sea.afloat():
            if hull.fit.radars or sea.options.visual_km:
                self._eyes[hull.alliance].append(hull)
        for memory in (self._scouts, self._sure, self._blind):
            memory.clear()

    def forget(self) -> None:
        """A new detection step."""
        self._levels.clear()
        self._known.clear()

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
            eyes = [ship for ship in self._eyes[alliance] if ship.afloat]
            level = self._levels[key] = reckon(self._sea, eyes, hull)
        return level

    def until_seen(self, alliance: AllianceName, hull: Hull) -> int:
        """Segments for which no ship of the alliance can possibly see her."""
        if self.known(alliance, hull):
            return 0
        return max(0, self._blind.get((alliance, hull.id), 0) - self._sea.clock)

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
        until, scouts = self._scouts.get(key, (0, ()))
        if sea.clock >= until:
            scouts = self._choose(key, hull)
        return any(ship.afloat and self._sees(key, ship, hull) for ship in scouts)

    def _choose(self, key: Key, hull: Hull) -> Sequence[Hull]:
        """The ships that may see her in the next segments; nobody else can."""
        sea, soonest, scouts = self._sea, float(NEVER), list[Hull]()
        far, speed = self._far(hull), top_speed(hull)
        visual = sea.options.visual_km
        for ship in self._eyes[key[0]]:
            if not ship.afloat:
                continue
            if ship.course is not None or ship.tug is not None:
                sea.fix(ship)
            over, up = hull.east - ship.east, hull.north - ship.north
            seen_at = far * ship.fit.radars
            if visual:
                seen_at = max(visual, seen_at)
            gap = sqrt(over * over + up * up) - seen_at - SLACK
            closing = top_speed(ship) + speed  # as `closing_time`, which would cost as much again
            wait = 0.0 if gap <= 0 else gap / closing if closing else float(NEVER)
            if wait < GLANCE:
                scouts.append(ship)
            if wait < soonest:
                soonest = wait
        self._scouts[key] = (sea.clock + GLANCE, scouts)
        self._blind[key] = sea.clock + floor(soonest)
        return scouts

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
        far = self._far(hull)
        share = sqrt(square / (radars * radars))
        if share > far + LEEWAY:
            return False
        margin = (far - share) * radars - SLACK
        lasts = closing_time(margin, top_speed(ship) + top_speed(hull))
        self._sure[key] = sea.clock + floor(lasts)
        return True

    def _far(self, hull: Hull) -> float:
        """Km at which one radar module detects her."""
        return DETECT_KM * shrinking(self._sea.options.uboat_factor)[hull.fit.uboats]


def reckon(sea: Sea, eyes: Sequence[Hull], hull: Hull) -> Level:
    """How well these ships together see her where all of them are now (MER-8.3)."""
    sea.fix(hull)
    for ship in eyes:
        sea.fix(ship)
    spots = [(ship.east, ship.north, ship.fit.radars) for ship in eyes if ship.fit.radars]
    shrunk = shrinking(sea.options.uboat_factor)[hull.fit.uboats]
    level = level_of(best_share(hull.east, hull.north, spots), shrunk)
    visual = sea.options.visual_km
    if not level and visual:
        places = [(ship.east, ship.north) for ship in eyes]
        return Level.DETECTED if in_sight(hull.east, hull.north, places, visual) else level
    return level


def top_speed(hull: Hull) -> float:
    """Km a segment at most, on a line those of the tug."""
    return hull.tug.fit.step if hull.tug is not None else hull.fit.step


def closing_time(gap: float, speed: float) -> float:
    """Segments before so many km can be closed."""
    if gap <= 0:
        return 0.0
    return gap / speed if speed else float(NEVER)
