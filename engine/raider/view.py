"""What one player knows of a Raider game: the rows of the visibility matrix as a value.

Whatever a form, a receipt, a bot, a map or an error text says is said from a `View`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.hexes import Hex, distance
from engine.core.ruleset import Role
from engine.raider.state import IslandName, Options, ShipName, reach


@dataclass(frozen=True, slots=True)
class KnownShip:
    """A ship that the viewer owns or that lies at an island that he has visited."""

    name: ShipName
    owner: Role
    island: IslandName
    structure: str
    #: None for other players' ships (RAID-V8).
    kills: int | None = None


@dataclass(frozen=True, slots=True)
class Inside:
    """What only visitors of an island know (RAID-V3 to RAID-V7)."""

    owner: Role | None
    stores: Mapping[str, int]
    #: May the viewer launch here (RAID-V25)?
    rights: bool


@dataclass(frozen=True, slots=True)
class KnownIsland:
    """What everybody knows of an island, and what visitors know besides."""

    name: IslandName
    hex: Hex
    speciality: str
    group: str
    listed: bool
    #: All ships there, whoever owns them (RAID-V2).
    ships: int
    #: None for an island that the viewer has never visited.
    inside: Inside | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the leader board (RAID-V20, RAID-V22)."""

    player: Role
    visits: int
    kills: int
    ally: bool
    #: Known only for oneself, one's vassals, and where overlords are public (RAID-V23).
    overlord: Role | None = None
    #: Known only where the game shows it, and at the end (RAID-V21).
    ships: int | None = None

    @property
    def points(self) -> int:
        return self.visits + self.kills


@dataclass(frozen=True, slots=True)
class View:
    role: Role
    turn: int
    over: bool
    options: Options
    board: str
    islands: Mapping[IslandName, KnownIsland]
    #: Own ships, and all ships at visited islands.
    ships: Mapping[ShipName, KnownShip]
    standings: Mapping[Role, Standing]
    overlord: Role
    vassals: tuple[Role, ...]
    #: The island that the viewer owns, docked at or not (RAID-R41); at sign-up the one he holds.
    home: IslandName | None = None
    #: At sign-up: islands that somebody else's complete registration holds; not whose (RAID-R2).
    taken: frozenset[IslandName] = frozenset()

    @property
    def own_ships(self) -> tuple[KnownShip, ...]:
        """By name."""
        return tuple(ship for ship in self.ships.values() if ship.owner == self.role)

    def in_port(self, island: IslandName) -> tuple[KnownShip, ...]:
        """The ships there that the viewer can name, by name."""
        return tuple(ship for ship in self.ships.values() if ship.island == island)

    def may_launch(self, island: IslandName) -> bool:
        """Does he know that he has launch rights there (RAID-V25)?"""
        inside = self.islands[island].inside
        return island == self.home or (inside is not None and inside.rights)

    def ally(self, player: Role) -> bool:
        return self.standings[player].ally

    def reachable(self, ship: KnownShip) -> tuple[tuple[int, KnownIsland], ...]:
        """Where she can end a move, nearest first, with the distance; where she is comes first."""
        here, most = self.islands[ship.island].hex, reach(ship.structure)
        away = ((distance(here, island.hex), island) for island in self.islands.values())
        within = (pair for pair in away if pair[0] <= most)
        return tuple(sorted(within, key=lambda pair: (pair[0], pair[1].name)))
