"""A leg with a fixed goal, from which place and fuel follow for any segment at once (MER-11).

Nothing is summed up from segment to segment, so that whoever skips quiet segments finds the very
same figures as one who visits each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from engine.core.plane import Point
from engine.merchant.state import AT_ISLAND

NEVER = 1 << 30
"""A segment that no week has."""

LEEWAY = 1e-9


@dataclass(frozen=True, slots=True)
class Course:
    """Steaming straight for a point since the end of segment `since`."""

    start: Point
    goal: Point
    since: int
    #: Km a segment.
    step: float
    #: Km of fuel at the start, and how much of it a km takes.
    fuel: float
    burn: int
    #: The whole way, and how far the fuel lasts, in km.
    length: float
    range: float
    #: The segment in which she arrives, and the one in which the tanks are empty.
    arrives: int
    dry: int

    def sailed(self, segment: int) -> float:
        """Km since the start; what is left of the last step is lost (MER-H64)."""
        segments = min(segment, self.arrives) - self.since
        return min(self.step * segments, self.length, self.range)

    def at(self, segment: int) -> tuple[float, float, float]:
        """Where she is at the end of the segment, and her fuel: km east, km north, km."""
        sailed = self.sailed(segment)
        left = self.fuel - self.burn * sailed
        if segment >= self.arrives:
            return self.goal.east, self.goal.north, left
        if not sailed:
            return self.start.east, self.start.north, left
        share = sailed / self.length
        east, north = self.start
        return (
            east + share * (self.goal.east - east),
            north + share * (self.goal.north - north),
            left,
        )


def steer(start: Point, goal: Point, since: int, step: float, fuel: float, burn: int) -> Course:
    """The course from one point to another (MER-11.1 to MER-11.3)."""
    length = start.to(goal)
    range_ = fuel / burn
    arrives = since + segments_to(length, step) if range_ >= length - AT_ISLAND else NEVER
    dry = since + ceil(range_ / step - LEEWAY) if step and range_ <= length else NEVER
    return Course(start, goal, since, step, fuel, burn, length, range_, arrives, max(dry, since))


def segments_to(length: float, step: float) -> int:
    """Segments until a point so many km away is reached, at least one (MER-11.3, MER-H67)."""
    way = length - AT_ISLAND
    if way <= 0:
        return 1
    return max(1, ceil(way / step - LEEWAY)) if step else NEVER
