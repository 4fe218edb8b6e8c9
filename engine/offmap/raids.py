"""A raid from its launch to its result, and what a battle did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from engine.core.ruleset import Role
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.names import key


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

    def losses(self) -> Iterator[tuple[str, str]]:
        """What befell units, with their names, where anything did."""
        kinds = ("crippled", self.crippled), ("destroyed", self.destroyed)
        for what, names in (*kinds, ("devastated", self.devastated)):
            if names:
                yield what, ", ".join(sorted(names, key=key))


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
