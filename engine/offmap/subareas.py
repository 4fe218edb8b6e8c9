"""The seven sub-areas: where fixed things lie (OFF-3.4.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from engine.offmap.ids import AreaName, ClassName, UnitName
from engine.offmap.names import key
from engine.offmap.state import SUBS, Area, ShipClass, Unit


def least_filled(counts: Mapping[int, int]) -> int:
    """Where a new work must go: fewest fixed things, then the lowest number (OFF-H67).

    >>> least_filled({1: 1, 2: 1, 3: 1, 4: 1})
    5
    """
    return min(SUBS, key=lambda sub: (counts.get(sub, 0), sub))


def filled(
    units: Mapping[UnitName, Unit], classes: Mapping[ClassName, ShipClass], area: str
) -> Counter[int]:
    """How many fixed things each sub-area of an area holds."""
    there = (unit for unit in units.values() if unit.at == area and classes[unit.type].immobile)
    return Counter(unit.sub for unit in there if unit.sub)


def placed(
    units: Mapping[UnitName, Unit],
    areas: Mapping[AreaName, Area],
    classes: Mapping[ClassName, ShipClass],
) -> dict[UnitName, Unit]:
    """Fixed things without a sub-area get the least filled, in the order of names (OFF-H68)."""
    all_placed = dict(units)
    for area in areas:
        fixed = {n: u for n, u in units.items() if u.at == area and classes[u.type].immobile}
        counts = filled(units, classes, area)
        for name in sorted(fixed, key=key):
            if not fixed[name].sub:
                sub = least_filled(counts)
                counts[sub] += 1
                all_placed[name] = msgspec.structs.replace(fixed[name], sub=sub)
    return all_placed
