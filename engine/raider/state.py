"""The whole position of a Raider game: what only the adjudicator may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NewType

import msgspec

from engine.core.hexes import Hex, distance
from engine.core.ruleset import Role
from engine.core.structure import arrange

LETTERS = "ABEGMPST"
SMALLEST, LARGEST = 5, 10
FLEET = 6
"""Ships that a player starts with (RAID-3.1)."""

ShipName = NewType("ShipName", str)
IslandName = NewType("IslandName", str)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a GM may set for one game; the defaults are the rules as written."""

    min_players: Annotated[int, msgspec.Meta(ge=2, le=50)] = 2
    max_players: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0
    """0: the board's."""
    start_conflict: Literal["first_come", "ranked_list_lottery", "gm"] = "first_come"
    default_ships: bool = False
    initial_production_rounds: Annotated[int, msgspec.Meta(ge=0, le=50)] = 1
    start_island_visited: bool = True
    overlord_at_registration: bool = False
    reuse_names: Literal["when_free", "never"] = "when_free"
    name_clash: Literal["rename", "fail"] = "rename"
    public_overlords: bool = False
    unreachable_task: Literal["lapse", "do_here"] = "lapse"
    abbreviations: bool = True
    last_turn: Annotated[int, msgspec.Meta(ge=1, le=50)] = 10
    participants_see_battle: bool = True
    news_sinker_owner: bool = True
    leaderboard_ship_counts: bool = False
    start_islands: Literal["any_non_engine", "listed"] = "any_non_engine"
    rerun_after_release: bool = False


class Island(msgspec.Struct, frozen=True):
    """An island and what lies in its stores (RAID-1.4)."""

    name: IslandName
    q: int
    r: int
    speciality: str
    owner: Role | None = None
    #: Module letter to number; letters that are not there are 0.
    stores: Mapping[str, int] = {}
    group: str = ""
    #: One of the starts that the board recommends.
    listed: bool = False

    @property
    def hex(self) -> Hex:
        return Hex(self.q, self.r)


class Ship(msgspec.Struct, frozen=True):
    """A ship afloat (RAID-1.5); her structure holds sound modules only, sorted."""

    name: ShipName
    owner: Role
    island: IslandName
    structure: str
    #: Ships that she has sunk.
    kills: int = 0

    def count(self, letter: str) -> int:
        return self.structure.count(letter)


class Player(msgspec.Struct, frozen=True):
    """A player's standing (RAID-1.7)."""

    name: Role
    overlord: Role
    visited: frozenset[IslandName] = frozenset()
    kills: int = 0

    @property
    def points(self) -> int:
        """Victory points (RAID-9.1, RAID-9.2)."""
        return len(self.visited) + self.kills


class State(msgspec.Struct, frozen=True):
    """A position; islands, players and ships are found by name."""

    #: The turn that orders are asked for; 0 is sign-up, last_turn + 1 after the end.
    turn: int
    islands: Mapping[IslandName, Island]
    players: Mapping[Role, Player]
    ships: Mapping[ShipName, Ship]
    options: Options = Options()
    #: Names of ships gone, in small letters, for games that never use a name twice (RAID-R22).
    names_gone: frozenset[str] = frozenset()
    #: At sign-up: the islands already spoken for by a complete registration, and by whom.
    claims: Mapping[IslandName, Role] = {}
    board: str = ""

    @property
    def over(self) -> bool:
        return self.turn > self.options.last_turn


def sorted_structure(signs: str) -> str:
    """The one way to show a structure (RAID-R84)."""
    return arrange(signs, LETTERS)


def reach(structure: str) -> int:
    """How many hexes a ship can go in a turn (RAID-4.2)."""
    return (structure.count("E") + 1) // 2


def within_reach(state: State, ship: Ship, to: IslandName) -> bool:
    """Can she end her move there (RAID-4.2)?"""
    here, there = state.islands[ship.island].hex, state.islands[to].hex
    return distance(here, there) <= reach(ship.structure)


def allies(players: Mapping[Role, Player], a: Role, b: Role) -> bool:
    """Are they the same, overlord and vassal, or of the same overlord (RAID-2.3)?"""
    if a == b:
        return True
    lord_a, lord_b = players[a].overlord, players[b].overlord
    return lord_a in (b, lord_b) or lord_b == a


def has_launch_rights(state: State, player: Role, island: Island) -> bool:
    """May he launch there, as things stand (RAID-2.5)?"""
    visited = island.name in state.players[player].visited
    return grants_rights(state.players, player, island.owner, visited=visited)


def grants_rights(
    players: Mapping[Role, Player], player: Role, owner: Role | None, *, visited: bool
) -> bool:
    """The owner may launch, and his overlord once he has visited; nobody else (RAID-R38)."""
    if owner is None:
        return False
    return owner == player or (players[owner].overlord == player and visited)
