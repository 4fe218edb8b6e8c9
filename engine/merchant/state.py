"""The whole position of a Merchant Raider game: what only the adjudicator may see."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NewType

import msgspec

from engine.core.plane import Point
from engine.core.ruleset import Role
from engine.merchant.options import Engagement, Options
from engine.merchant.orders import DieKind, IslandName, Mission, ShipName

AllianceName = NewType("AllianceName", str)

SIZE = 9999.0
"""The edge of the sea in km (MER-H18)."""

SEGMENTS = 2016
"""Steps of five minutes in a week (MER-1.3)."""

AT_ISLAND = 0.1
"""Within so many km a ship is at an island or has reached a ship (MER-1.4)."""

SMALLEST, LARGEST = 10, 20
"""Modules of a ship (MER-6.1)."""

CARGO_SHIP = "AABBEEEEHHHHHHHHHHHR"
YARD_SHIP = "AABBYYYYYYYYYYYYYYYY"
STARTERS = (CARGO_SHIP,) * 4 + (YARD_SHIP,) * 2
"""The structures of slots 1 to 6; 7 and 8 are the player's own (MER-18.2)."""
FLEET = 8


class Level(IntEnum):
    """How well an alliance knows an enemy ship (MER-8.1)."""

    NONE = 0
    DETECTED = 1
    IDENTIFIED = 2
    ANALYSED = 3


class Cargo(msgspec.Struct, frozen=True):
    """What lies in the holds: units of one product (MER-6.3)."""

    product: str
    units: int


class Island(msgspec.Struct, frozen=True):
    """An island with its factories and stores (MER-4)."""

    name: IslandName
    #: Whole km, as a grid reference gives them.
    e: int
    n: int
    #: Product codes, or `?` for a general factory, in printed order.
    factories: tuple[str, ...] = ()
    #: Product code to units, consumables in parts of a unit; what is not there is 0.
    stores: Mapping[str, float] = {}
    #: May a player start here?
    home: bool = False

    @property
    def point(self) -> Point:
        return Point(float(self.e), float(self.n))


class Ship(msgspec.Struct, frozen=True):
    """A ship afloat, or a shore facility (MER-6)."""

    name: ShipName
    owner: Role
    #: Modules in their places, `+` after each that is ruptured: `AAB+BEEEE…` (MER-7.4).
    structure: str
    e: float
    n: float
    #: Km of sailing left in the tanks.
    fuel: float = 0.0
    #: Shells.
    ammo: int = 0
    torpedoes: int = 0
    cargo: Cargo | None = None
    #: None: she holds.
    mission: Mission | None = None
    #: Legs of the mission that are done.
    leg: int = 0
    engagement: Engagement = Engagement.IGNORE
    #: Enemy ships that she has sunk.
    kills: int = 0
    #: The ship on her line, if she tows one.
    towing: ShipName | None = None
    #: Whom she fires at as long as she can (MER-15.2).
    target: ShipName | None = None
    #: The enemy for whom she has interrupted her mission (MER-13.1).
    engaged: ShipName | None = None

    @property
    def point(self) -> Point:
        return Point(self.e, self.n)


class MagicDie(msgspec.Struct, frozen=True):
    """What a magic die remembers from turn to turn (MER-10.2)."""

    #: The expectation of all shots so far.
    sum: float = 0.0
    #: Cells of length 1 that have given their hit.
    cell: int = 0
    #: Where in the present cell its hit lies; None before the first shot.
    place: float | None = None
    pending: int = 0


class Player(msgspec.Struct, frozen=True):
    """A player's standing."""

    name: Role
    alliance: AllianceName
    dice: DieKind = "magic"
    home: IslandName | None = None
    visited: frozenset[IslandName] = frozenset()
    #: Enemy ships sunk.
    sunk: int = 0
    #: Enemy ships boarded and taken.
    captures: int = 0
    magic: MagicDie = MagicDie()


class Seen(msgspec.Struct, frozen=True):
    """The stores of an island when a ship of the alliance last lay there."""

    #: The turn at whose end, or in which, they were seen.
    turn: int
    stores: Mapping[str, float]


class Alliance(msgspec.Struct, frozen=True):
    """Two players, in rare games one, who know and spare each other for good (MER-2)."""

    name: AllianceName
    members: tuple[Role, ...]
    #: What is known of stores, by island (MER-19.7).
    seen: Mapping[IslandName, Seen] = {}
    #: Names and owners of enemy ships once learnt, where the game remembers them (MER-H44).
    names: Mapping[ShipName, Role] = {}


class Sunk(msgspec.Struct, frozen=True):
    """A ship that went down, as everybody hears (MER-19.7)."""

    name: ShipName
    owner: Role
    turn: int


class State(msgspec.Struct, frozen=True):
    """A position; everything is found by name, ships stand in the order of their ids."""

    #: The turn that orders are asked for; 0 is sign-up.
    turn: int
    islands: Mapping[IslandName, Island]
    players: Mapping[Role, Player]
    alliances: Mapping[AllianceName, Alliance]
    ships: Mapping[ShipName, Ship]
    options: Options = Options()
    #: Ships sunk so far, in order.
    sunk: tuple[Sunk, ...] = ()
    #: Somebody has reached the points that end the game (MER-17.2).
    over: bool = False
    #: At sign-up: islands already spoken for, and by whom.
    claims: Mapping[IslandName, Role] = {}
    #: At sign-up: pairs that the players or the Gamesmaster have made.
    pairs: tuple[tuple[Role, Role], ...] = ()
    #: The name of the world.
    world: str = ""
    #: At sign-up: what alliances without a name are called, by the homes that lie together.
    sectors: Mapping[AllianceName, tuple[IslandName, ...]] = {}

    def allied(self, a: Role, b: Role) -> bool:
        """Are they one player, or partners (MER-2.2)?"""
        return self.players[a].alliance == self.players[b].alliance

    def visits(self, role: Role) -> int:
        """Islands that count as visited (MER-H02)."""
        player = self.players[role]
        uncounted = {player.home} if not self.options.home_island_counts_as_visited else set()
        return len(player.visited - uncounted)

    def points(self, role: Role) -> int:
        """Victory points (MER-17.1)."""
        player, weigh = self.players[role], self.options
        owned = sum(ship.owner == role for ship in self.ships.values())
        return (
            self.visits(role) * weigh.vp_island_visited
            + player.sunk * weigh.vp_ship_sunk
            + player.captures * weigh.vp_capture
            + owned * weigh.vp_ship_owned
        )


def at_island(state: State, ship: Ship) -> Island | None:
    """The island where she is (MER-1.4)."""
    here = ship.point
    for island in state.islands.values():
        if abs(island.e - ship.e) <= 1 and here.to(island.point) <= AT_ISLAND:
            return island
    return None
