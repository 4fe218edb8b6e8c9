"""What can happen in a turn of Raider; who may hear of it is decided in `knowledge`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.ruleset import Event, Role
from engine.raider.state import IslandName, ShipName

Weapon = Literal["gun", "tube"]


class Moved(Event, frozen=True, tag="move"):
    ship: ShipName
    owner: Role
    from_: IslandName = msgspec.field(name="from")
    island: IslandName


class Hit(Event, frozen=True, tag="hit"):
    """A shell or torpedo that ruptured a module (RAID-6.3, RAID-6.4)."""

    island: IslandName
    ship: ShipName
    owner: Role
    by: ShipName
    by_owner: Role
    weapon: Weapon
    module: str


class Deflection(Event, frozen=True, tag="deflection"):
    """A shell that armour turned away."""

    island: IslandName
    ship: ShipName
    owner: Role
    by: ShipName
    by_owner: Role
    weapon: Weapon


class Sinking(Event, frozen=True, tag="sinking"):
    island: IslandName
    ship: ShipName
    owner: Role
    by: ShipName
    by_owner: Role


class Capture(Event, frozen=True, tag="capture"):
    """A ship boarded (RAID-6.5)."""

    island: IslandName
    ship: ShipName
    from_: Role = msgspec.field(name="from")
    to: Role
    by: ShipName


class Visit(Event, frozen=True, tag="visit"):
    """A player's first visit to an island (RAID-7.1)."""

    island: IslandName
    player: Role


class Disband(Event, frozen=True, tag="disband"):
    island: IslandName
    ship: ShipName
    owner: Role
    structure: str


class Refit(Event, frozen=True, tag="refit"):
    island: IslandName
    ship: ShipName
    owner: Role
    before: str
    structure: str


class Launch(Event, frozen=True, tag="launch"):
    island: IslandName
    ship: ShipName
    owner: Role
    #: The ship that gave the order.
    by: ShipName
    structure: str
    #: The name that was asked for; another than `ship` if it was taken (RAID-R26).
    asked: str


class Production(Event, frozen=True, tag="production"):
    island: IslandName
    modules: Mapping[str, int]


class OverlordChange(Event, frozen=True, tag="overlord"):
    player: Role
    from_: Role = msgspec.field(name="from")
    to: Role


class Correction(Event, frozen=True, tag="correction"):
    """The Gamesmaster changed the position; what exactly, only he and the archive may know."""

    what: str
    value: Any
    why: str
    quiet: bool
