"""The whole position of a game of off-map raids: what only the adjudicator may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.ruleset import Role
from engine.offmap.ids import AreaName, ClassName, PlaceName, UnitName
from engine.offmap.options import Options
from engine.offmap.phases import Phase, other, phase_of, phasing, turn_of
from engine.offmap.raids import Raid

SURVEY = "survey"
"""The accumulated survey points, named as an objective."""

SUBS = range(1, 7)
"""The sub-areas that a search can find (OFF-3.4.10)."""

FORCES = (1, 2, 3)
"""The three forces into which the defender's ships are divided (OFF-3.4.6)."""

Kind: TypeAlias = Literal["warship", "support", "survey", "dock", "convoy", "base", "planet"]
Tag: TypeAlias = Literal["scout", "drone", "slow", "carrier", "escort", "police"]
Zone: TypeAlias = Literal["near", "far", "survey"]


class Side(msgspec.Struct, frozen=True):
    """One of the two sides; its id is the role that its players share."""

    id: Role
    name: str
    ep: int = 0
    #: EP that it gets at the end of every turn.
    income: int = 0
    command_points: int = 0


class Near(msgspec.Struct, frozen=True, tag="near", tag_field="verb", omit_defaults=True):
    """Which force shall be the near one: numbers by preference, or by strength (OFF-3.4.7)."""

    order: tuple[int, ...] | Literal["strongest", "weakest"]


class Plans(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the owner of an area has ordered for as long as he does not change it (OFF-3.1)."""

    near: Near | None = None
    #: Target to the ships that guard it.
    guards: Mapping[UnitName, tuple[UnitName, ...]] = {}
    #: Unit to the base or planet where it shelters.
    shelters: Mapping[UnitName, UnitName] = {}
    #: Unit to the sub-area where it shall be when a raid comes.
    assigned: Mapping[UnitName, int] = {}
    #: The sub-area of all others that can move; 0: none was named.
    rest: int = 0


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A region beyond the edge of the map, and what the raiding side has done there."""

    id: AreaName
    name: str
    #: The owner; the other side raids it.
    side: Role
    survey_points: int = 0
    #: Survey points lost to raids so far.
    survey_lost: int = 0
    #: Target to the number of raids launched at it so far (OFF-H39); `survey` is a target.
    raids: Mapping[str, int] = {}
    #: Sub-areas that the raiding side has found (OFF-H73).
    found: frozenset[int] = frozenset()
    plans: Plans = Plans()


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point of the map."""

    id: PlaceName
    #: Area to the movement points that crossing into it costs.
    entry: Mapping[AreaName, int] = {}
    #: Neighbour to movement points, the same both ways.
    links: Mapping[PlaceName, int] = {}
    #: Sides whose supply node this is.
    supply: tuple[Role, ...] = ()


class ShipClass(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of the table of classes."""

    id: ClassName
    name: str
    kind: Kind
    power: int
    crippled_power: int
    command: int
    move: int
    tags: frozenset[Tag] = frozenset()

    @property
    def immobile(self) -> bool:
        return self.kind in ("base", "planet")

    @property
    def slow(self) -> bool:
        """May it not raid or react (OFF-H20)?"""
        return "slow" in self.tags or self.kind in ("dock", "convoy")


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ship, base or planet. In a view, what its reader may not know is empty."""

    name: UnitName
    #: The id of its class.
    type: ClassName
    side: Role
    #: A place or an area.
    at: str
    #: A planet: devastated.
    crippled: bool = False
    #: The tag of its carrier group.
    group: str = ""
    capital: bool = False
    reserve: bool = False
    zone: Zone = "near"
    #: Sub-area of a base or planet, where the ship was last assigned; 0: none.
    sub: int = 0
    #: Movement points used this turn.
    spent: int = 0
    #: Met by the raiding side in a raid, and so known to it.
    found: bool = False
    #: Was it crippled when the game began? Counts for the score (OFF-3.6).
    began_crippled: bool = False
    #: Where it goes at the end of the turn, as ordered by `shift`; empty: nowhere (OFF-H65).
    shifting: str = ""


class State(msgspec.Struct, frozen=True):
    """A position; everything is found by name."""

    #: 0 is sign-up; then five to a part, whether they are skipped or not (OFF-3.9).
    stage: int
    sides: Mapping[Role, Side]
    areas: Mapping[AreaName, Area]
    places: Mapping[PlaceName, Place]
    classes: Mapping[ClassName, ShipClass]
    units: Mapping[UnitName, Unit]
    options: Options = Options()
    #: Raids of this part by area; empty again after its end.
    raids: Mapping[AreaName, Raid] = {}
    #: What was destroyed, as it last was.
    wrecks: Mapping[UnitName, Unit] = {}
    title: str = ""

    @property
    def phase(self) -> Phase:
        """Of stage 1 and later."""
        return phase_of(self.stage)

    @property
    def turn(self) -> int:
        return turn_of(self.stage, self.options)

    @property
    def over(self) -> bool:
        return self.turn > self.options.turns

    @property
    def phasing(self) -> Role:
        """The side whose part it is."""
        return phasing(self.stage, self.options, tuple(self.sides))

    @property
    def defending(self) -> Role:
        return other(self.phasing, self.sides)
