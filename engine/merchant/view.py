"""What one player knows of a Merchant Raider game: the rows of MER-19.7 as a value.

Whatever a form, a receipt, a bot, a map or an error text says is said from a `View`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.plane import Point
from engine.core.ruleset import Role
from engine.merchant.options import Engagement, Options
from engine.merchant.orders import DieKind, IslandName, Mission, ShipName
from engine.merchant.state import AllianceName, Cargo, Level, Seen, Sunk


@dataclass(frozen=True, slots=True)
class KnownIsland:
    """An island as the map shows it, and its stores as the alliance last saw them."""

    name: IslandName
    point: Point
    factories: tuple[str, ...]
    home: bool
    #: None where no ship of the alliance has ever lain.
    seen: Seen | None
    #: Has the viewer visited it?
    visited: bool


@dataclass(frozen=True, slots=True)
class OwnShip:
    """A ship of the viewer: he knows all of her."""

    name: ShipName
    structure: str
    point: Point
    #: Where she lies; None at sea.
    island: IslandName | None
    #: Km.
    fuel: float
    ammo: int
    torpedoes: int
    cargo: Cargo | None
    mission: Mission | None
    leg: int
    engagement: Engagement
    kills: int
    towing: ShipName | None
    #: Is she on somebody's line?
    towed: bool


@dataclass(frozen=True, slots=True)
class AllyShip:
    """A ship of the ally (MER-H47): name, place and structure."""

    name: ShipName
    owner: Role
    structure: str
    point: Point
    island: IslandName | None


@dataclass(frozen=True, slots=True)
class Contact:
    """A line of the contact report (MER-19.2)."""

    #: `C1`, `C2`, …: of use on this sheet only (MER-H132).
    label: str
    #: Rounded to km (MER-H20).
    point: Point
    level: Level
    #: None below `IDENTIFIED`.
    name: ShipName | None = None
    owner: Role | None = None
    #: None below `ANALYSED`.
    structure: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the score table (MER-19.1)."""

    player: Role
    alliance: AllianceName
    #: None where points are secret and the row is another's (MER-H123).
    points: int | None
    visits: int | None
    sunk: int | None


@dataclass(frozen=True, slots=True)
class View:
    role: Role
    turn: int
    over: bool
    options: Options
    world: str
    islands: Mapping[IslandName, KnownIsland]
    #: By name, as all that is listed.
    ships: Mapping[ShipName, OwnShip]
    ally_ships: Mapping[ShipName, AllyShip]
    contacts: tuple[Contact, ...]
    standings: Mapping[Role, Standing]
    alliance: AllianceName
    #: None for a player without an ally.
    ally: Role | None
    dice: DieKind
    #: Ships sunk so far that the viewer has heard of (MER-H122).
    sunk: tuple[Sunk, ...] = ()
    #: Names of enemy ships that he has learnt and may be corrected towards.
    reported: frozenset[ShipName] = frozenset()
    #: At sign-up: islands that somebody else's complete registration holds; not whose.
    taken: frozenset[IslandName] = frozenset()
    home: IslandName | None = None
    #: The applicants at sign-up, himself among them.
    applicants: tuple[Role, ...] = ()
