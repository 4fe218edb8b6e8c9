"""The plain way to sail a week: every segment is visited, every ship placed, all pairs measured.

The product may skip whatever it likes, as long as its log is the same as this one's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from engine.core.dice import Dice
from engine.core.ruleset import Role, Turn
from engine.merchant.checkpoints import Stops
from engine.merchant.orders import Order
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import AllianceName, Level, State
from engine.merchant.turn import run


class FullScan:
    """Lookouts that see everything anew in each segment."""

    def __init__(self) -> None:
        self.levels: dict[tuple[AllianceName, int], Level] = {}
        self.enemies: dict[AllianceName, list[Hull]] = {}
        self.afloat: list[Hull] = []

    def next(self, sea: Sea) -> int:
        return sea.clock + 1

    def look(self, sea: Sea) -> None:
        self.afloat = list(sea.afloat())
        for hull in self.afloat:
            sea.fix(hull)
        factors = [1.0]
        for _ in range(20):
            factors.append(factors[-1] * sea.options.uboat_factor)
        self.levels = {}
        self.enemies = {}
        for alliance in sea.before.alliances:
            own = [hull for hull in self.afloat if hull.alliance == alliance]
            radars = [
                (hull.east, hull.north, hull.fit.radars**2) for hull in own if hull.fit.radars
            ]
            others = [hull for hull in self.afloat if hull.alliance != alliance]
            self.enemies[alliance] = others
            for hull in others:
                east, north = hull.east, hull.north
                best = float("inf")
                for x, y, square in radars:
                    z = ((x - east) * (x - east) + (y - north) * (y - north)) / square
                    if z < best:
                        best = z
                share, factor = sqrt(best), factors[hull.fit.uboats]
                level = Level.NONE
                if share <= 50.0 * factor + 1e-9:
                    level = Level.ANALYSED
                elif share <= 70.0 * factor + 1e-9:
                    level = Level.IDENTIFIED
                elif share <= 100.0 * factor + 1e-9 or (
                    sea.options.visual_km and self._in_sight(sea, own, hull)
                ):
                    level = Level.DETECTED
                self.levels[alliance, hull.id] = level
        sea.alarm = False
        sea.busy.clear()

    def reacting(self, sea: Sea) -> Sequence[Hull]:
        return self.afloat

    def gunners(self, sea: Sea) -> Sequence[Hull]:
        return self.afloat

    def near(self, hull: Hull) -> Sequence[Hull]:
        return self.enemies[hull.alliance]

    def known(self, alliance: AllianceName, hull: Hull) -> bool:
        return self.levels[alliance, hull.id] > Level.NONE

    def level(self, alliance: AllianceName, hull: Hull) -> Level:
        return self.levels[alliance, hull.id]

    def settle(self, sea: Sea) -> None:
        pass

    def _in_sight(self, sea: Sea, own: Sequence[Hull], hull: Hull) -> bool:
        km = sea.options.visual_km
        return km > 0 and any(
            (o.east - hull.east) * (o.east - hull.east)
            + (o.north - hull.north) * (o.north - hull.north)
            <= km * km + 1e-9
            for o in own
        )


def scan(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """The week by the plain way."""
    return run(state, orders, dice, {}, FullScan(), Stops())[0]
