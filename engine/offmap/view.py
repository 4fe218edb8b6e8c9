"""What one side knows (OFF-3.7), as a value.

Whatever a form, a receipt, a bot, a map or an error text says is said from a `View`. Its areas,
units and raids are those of the position with everything empty that the reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ruleset import Role
from engine.offmap.ids import AreaName, ClassName, PlaceName, UnitName
from engine.offmap.options import Options
from engine.offmap.phases import Phase, phase_of, phasing, turn_of
from engine.offmap.raids import Raid
from engine.offmap.state import Area, Place, ShipClass, Side, Unit


@dataclass(frozen=True, slots=True)
class View:
    role: Role
    stage: int
    over: bool
    options: Options
    title: str
    #: The other side's EP and command points are 0.
    sides: Mapping[Role, Side]
    #: The other side's plans are empty.
    areas: Mapping[AreaName, Area]
    places: Mapping[PlaceName, Place]
    classes: Mapping[ClassName, ShipClass]
    #: All own units; all enemy units on the map; of those in an area what `intel` and earlier
    #: raids show: no groups, marks of reserve, zones or sub-areas (but a found one's).
    units: Mapping[UnitName, Unit]
    #: Raids under way that the reader knows of. Forces whose names he may not know are empty
    #: tuples; `sizes` still counts them.
    raids: Mapping[AreaName, Raid]
    #: Victory points of both sides as they stand, as far as the reader may know.
    scores: Mapping[Role, int]
    #: Is this the adjudicator's own view, with nothing left out? Only then a name that is not
    #: among the units is no unit at all.
    sees_all: bool = False

    @property
    def turn(self) -> int:
        return turn_of(self.stage, self.options)

    @property
    def phase(self) -> Phase:
        """Of stage 1 and later."""
        return phase_of(self.stage)

    @property
    def phasing(self) -> Role:
        """The side whose part it is."""
        return phasing(self.stage, self.options, tuple(self.sides))

    @property
    def raiding(self) -> bool:
        """Is it the reader's own part?"""
        return self.role == self.phasing

    @property
    def own_units(self) -> tuple[Unit, ...]:
        """By name."""
        own = (unit for unit in self.units.values() if unit.side == self.role)
        return tuple(sorted(own, key=lambda unit: unit.name.upper()))

    @property
    def own_areas(self) -> tuple[Area, ...]:
        return tuple(area for area in self.areas.values() if area.side == self.role)

    def of_class(self, unit: Unit) -> ShipClass:
        return self.classes[unit.type]
