"""The whole position of a game of off-map raids: what only the adjudicator may see."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NewType, TypeAlias

import msgspec

from engine.core.ruleset import Role
from engine.offmap.options import Options

UnitName = NewType("UnitName", str)
AreaName = NewType("AreaName", str)
PlaceName = NewType("PlaceName", str)
ClassName = NewType("ClassName", str)

SURVEY = "survey"
"""The accumulated survey points, named as an objective."""

SUBS = range(1, 7)
"""The sub-areas that a search can find (OFF-3.4.10)."""

FORCES = (1, 2, 3)
"""The three forces into which the defender's ships are divided (OFF-3.4.6)."""

PHASES_A_PART = 5

Kind: TypeAlias = Literal["warship", "support", "survey", "dock", "convoy", "base", "planet"]
Tag: TypeAlias = Literal["scout", "drone", "slow", "carrier", "escort", "police"]
Zone: TypeAlias = Literal["near", "far", "survey"]


class Phase(StrEnum):
    """The five stages of a part, in order (OFF-3.1)."""

    DECLARE = "declare"
    REACT = "react"
    DESIGNATE = "designate"
    BATTLE = "battle"
    END = "end"


PHASES = tuple(Phase)


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
    #: Where it goes at the end of the part, as ordered by `shift`; empty: nowhere (OFF-H65).
    shifting: str = ""


class Search(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a raid finds its sub-area (OFF-3.4.10): the die, the die again, or a known one."""

    #: Found sub-areas that it does not want.
    avoid: tuple[int, ...] = ()
    #: The found sub-area that it goes to without a die; 0: it searches.
    sub: int = 0


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole result of a battle, as one side reports it or as it is ruled (OFF-3.5)."""

    crippled: frozenset[UnitName] = frozenset()
    destroyed: frozenset[UnitName] = frozenset()
    devastated: frozenset[UnitName] = frozenset()
    #: None: nothing was said of survey points.
    survey_lost: int | None = None
    rounds: int | None = None
    withdrew: Literal["attacker", "defender"] | None = None


class Round(msgspec.Struct, frozen=True):
    """One round of a quick battle (OFF-3.5)."""

    round: int
    attacker_power: int
    defender_power: int
    #: Faces 1 to 6.
    attacker_die: int
    defender_die: int
    hits_on_defender: int
    hits_on_attacker: int
    #: In order: what happened, and to whom.
    defender_losses: tuple[tuple[Literal["crippled", "destroyed"], UnitName], ...]
    attacker_losses: tuple[tuple[Literal["crippled", "destroyed"], UnitName], ...]
    unused_on_defender: int
    unused_on_attacker: int


class Raid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A raid on its way. In a view, what its reader may not know is empty."""

    turn: int
    side: Role
    area: AreaName
    #: Where it was launched.
    place: PlaceName
    force: tuple[UnitName, ...]
    flagship: UnitName
    #: A unit or `survey`; empty: none (zones = seven), or not told.
    objective: str = ""
    command_point: bool = False
    #: Rounds of a quick battle.
    fight: int = 1
    search: Search = Search()
    #: Movement points left: the lowest of the force (OFF-3.4.3).
    left: int = 0
    #: Retrograde orders: ship to place.
    going: Mapping[UnitName, PlaceName] = {}

    #: Ships that react, and where they come from.
    reacting: Mapping[UnitName, PlaceName] = {}
    #: Ships left out of the division or the battle.
    excused: tuple[UnitName, ...] = ()
    #: The objective die, 1 to 6; 0: not thrown.
    objective_die: int = 0
    #: What was added to it, by name, in order: `points`, `planet`, `previous`, …
    modifiers: tuple[tuple[str, int], ...] = ()
    reached: bool = False
    #: The faces of the search die, the last one valid (OFF-H70).
    search_dice: tuple[int, ...] = ()
    #: The sub-area found; 0: none.
    sub: int = 0
    police_die: int = 0
    #: Those who meet the raid in round 1 besides the initial force: the objective, its guards, the
    #: base where it shelters, police.
    with_objective: tuple[UnitName, ...] = ()
    group_die: int = 0
    #: The three forces, or one pool where nothing is divided.
    forces: tuple[tuple[UnitName, ...], ...] = ()
    #: How many ships each has; known where the names are not.
    sizes: tuple[int, ...] = ()
    initial: int = 0
    near: int = 0
    far: int = 0
    #: Ships on the map that join the near force as one body (reserve_joins = near).
    joins_near: tuple[UnitName, ...] = ()
    #: Survey ships with the far force (OFF-H2).
    survey_ships: tuple[UnitName, ...] = ()
    #: Forces of which the defender has said that they have joined.
    committed: tuple[Literal["near", "far"], ...] = ()

    battle: bool = False
    accounts: Mapping[Role, Account] = {}
    disputes: Mapping[Role, str] = {}
    #: The reports differ and the GM has not ruled (OFF-H76).
    disputed: bool = False
    #: What counts as the result.
    result: Account | None = None
    rounds: tuple[Round, ...] = ()

    @property
    def modifier(self) -> int:
        return sum(number for _, number in self.modifiers)

    @property
    def total(self) -> int:
        return self.objective_die + self.modifier


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


def phase_of(stage: int) -> Phase:
    """The phase of a stage from 1 on.

    >>> phase_of(1), phase_of(5), phase_of(6)
    (<Phase.DECLARE: 'declare'>, <Phase.END: 'end'>, <Phase.DECLARE: 'declare'>)
    """
    return PHASES[(stage - 1) % PHASES_A_PART]


def turn_of(stage: int, options: Options) -> int:
    """0 is sign-up."""
    if stage == 0:
        return 0
    return (stage - 1) // PHASES_A_PART // parts(options) + 1


def parts(options: Options) -> int:
    """How many parts a turn has (OFF-H74)."""
    return 2 if options.sequence == "alternating" else 1


def phasing(stage: int, options: Options, sides: tuple[Role, ...]) -> Role:
    """The side whose part it is: the first side's at sign-up and in a one-sided game."""
    first = Role(options.first) if options.first else sides[0]
    part = (max(stage, 1) - 1) // PHASES_A_PART % parts(options)
    return other(first, sides) if part else first


def other(side: Role, sides: Mapping[Role, Side] | tuple[Role, ...]) -> Role:
    return next(name for name in sides if name != side)
