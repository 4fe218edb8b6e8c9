"""The shape in which a position is written: see `saving`."""

from __future__ import annotations

import msgspec

from engine.core.ruleset import Role
from engine.merchant.options import Engagement, Options
from engine.merchant.orders import DieKind, IslandName, Mission, ShipName
from engine.merchant.state import AllianceName, Cargo, Island, MagicDie, Seen, Sunk


class SavedShip(msgspec.Struct, kw_only=True):
    """A ship as the worked cases write her: contents in units, full if nothing is said."""

    name: ShipName
    owner: Role
    structure: str
    #: Where she lies, unless `e` and `n` are given.
    island: IslandName | None = None
    e: float | None = None
    n: float | None = None
    fuel: float | None = None
    ammo: float | None = None
    torpedoes: float | None = None
    cargo: Cargo | None = None
    mission: Mission | None = None
    leg: int = 0
    engagement: Engagement = Engagement.IGNORE
    kills: int = 0
    towing: ShipName | None = None
    target: ShipName | None = None
    engaged: ShipName | None = None


class SavedPlayer(msgspec.Struct, kw_only=True):
    name: Role
    alliance: AllianceName = AllianceName("")
    dice: DieKind = "magic"
    home: IslandName | None = None
    visited: list[IslandName] = []
    sunk: int = 0
    captures: int = 0
    magic: MagicDie = MagicDie()


class SavedAlliance(msgspec.Struct):
    seen: dict[IslandName, Seen] = {}
    names: dict[ShipName, Role] = {}


class Position(msgspec.Struct, kw_only=True):
    """A position as it is written."""

    islands: list[Island]
    players: list[SavedPlayer]
    ships: list[SavedShip] = []
    turn: int = 1
    options: Options = Options()
    alliances: dict[AllianceName, SavedAlliance] = {}
    sunk: list[Sunk] = []
    over: bool = False
    claims: dict[IslandName, Role] = {}
    pairs: list[tuple[Role, Role]] = []
    world: str = ""
    sectors: dict[AllianceName, tuple[IslandName, ...]] = {}
