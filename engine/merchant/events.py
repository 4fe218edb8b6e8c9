"""What can happen in a turn of Merchant Raider; who may hear of it is decided in `knowledge`.

`segment` is when, from 0 (the start of the turn) to 2016; end-of-turn work has 2016 as well. `east`
and `north` are km. `level` is how well the alliance that was shot at, or that lost a ship, knew the
enemy just then, and `known` how well the shooter's alliance knew her target.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.ruleset import Event, Role
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, Location, ShipName
from engine.merchant.state import Cargo, Level

Weapon = Literal["gun", "tube"]


class Arrived(Event, frozen=True, tag="arrival"):
    """A leg of a mission was completed (MER-11.3)."""

    segment: int
    ship: ShipName
    owner: Role
    #: The how manieth leg, from 1.
    leg: int
    place: Location
    east: float
    north: float


class Visit(Event, frozen=True, tag="visit"):
    """A player's first port call at an island (MER-H04)."""

    segment: int
    player: Role
    island: IslandName
    ship: ShipName


class Jettisoned(Event, frozen=True, tag="jettison"):
    """Ruptured modules went overboard in port (MER-7.4)."""

    segment: int
    ship: ShipName
    owner: Role
    island: IslandName
    modules: str
    structure: str


class Supplied(Event, frozen=True, tag="supply"):
    """What was taken on in port (MER-14.2)."""

    segment: int
    ship: ShipName
    owner: Role
    island: IslandName
    #: Km.
    fuel: float = 0.0
    shells: int = 0
    torpedoes: int = 0


class Loaded(Event, frozen=True, tag="load"):
    """Cargo came aboard (MER-12.3)."""

    segment: int
    ship: ShipName
    owner: Role
    island: IslandName
    cargo: Cargo
    #: How much was asked for.
    asked: int


class Landed(Event, frozen=True, tag="land"):
    """Cargo went ashore (MER-12.3)."""

    segment: int
    ship: ShipName
    owner: Role
    island: IslandName
    cargo: Cargo


class Disbanded(Event, frozen=True, tag="disband"):
    """A ship was broken up into the stores (MER-12.4)."""

    segment: int
    ship: ShipName
    owner: Role
    island: IslandName
    structure: str


class RanDry(Event, frozen=True, tag="dry"):
    """Fuel, ammo or torpedoes came to an end."""

    segment: int
    ship: ShipName
    owner: Role
    #: The code of the consumable.
    product: str
    east: float
    north: float


class Met(Event, frozen=True, tag="meet"):
    """A ship interrupts her mission for an enemy, or turns to a nearer one (MER-13.1)."""

    segment: int
    ship: ShipName
    owner: Role
    enemy: ShipName
    enemy_owner: Role
    option: Engagement
    known: Level
    east: float
    north: float


class BrokeOff(Event, frozen=True, tag="break-off"):
    """An engagement is over and the mission goes on."""

    segment: int
    ship: ShipName
    owner: Role
    east: float
    north: float


class Salvo(Event, frozen=True, tag="salvo"):
    """What one ship fired in one segment (MER-9)."""

    segment: int
    ship: ShipName
    owner: Role
    target: ShipName
    target_owner: Role
    shells: int
    torpedoes: int
    #: Shots that struck, whatever they did.
    hits: int
    known: Level


class Hit(Event, frozen=True, tag="hit"):
    """A shot that struck (MER-7.1); `module` is empty if it ruptured nothing."""

    segment: int
    ship: ShipName
    owner: Role
    by: ShipName
    by_owner: Role
    weapon: Weapon
    #: 1 to 20.
    position: int
    module: str
    #: Km of fuel, shells, torpedoes or units of cargo lost with the module (MER-7.2).
    lost: float
    level: Level
    known: Level


class Sinking(Event, frozen=True, tag="sinking"):
    segment: int
    ship: ShipName
    owner: Role
    by: ShipName
    by_owner: Role
    east: float
    north: float
    level: Level
    known: Level


class Capture(Event, frozen=True, tag="capture"):
    """An enemy ship was boarded and taken (MER-12.7), or rebuilt by her new owner (MER-12.5)."""

    segment: int
    ship: ShipName
    from_: Role = msgspec.field(name="from")
    to: Role
    by: ShipName
    east: float
    north: float
    level: Level


class TookTow(Event, frozen=True, tag="tow"):
    """A line was passed; the towed ship abandons her mission (MER-12.7)."""

    segment: int
    ship: ShipName
    owner: Role
    towed: ShipName
    towed_owner: Role
    east: float
    north: float


class DroppedTow(Event, frozen=True, tag="drop"):
    """A line was let go; the towed ship stays where she is (MER-H98)."""

    segment: int
    ship: ShipName
    owner: Role
    towed: ShipName
    towed_owner: Role
    east: float
    north: float


Reason = Literal["sunk", "disbanded", "unknown", "boarded", "towed", "self"]


class Aborted(Event, frozen=True, tag="abort"):
    """A mission ended because of the ship it named (MER-12.1)."""

    segment: int
    ship: ShipName
    owner: Role
    #: The ship that was named.
    about: ShipName
    why: Reason


class Built(Event, frozen=True, tag="build"):
    """A new ship was launched (MER-12.2)."""

    segment: int
    ship: ShipName
    owner: Role
    #: The shipyard.
    by: ShipName
    island: IslandName
    structure: str
    #: What was asked for; modules that were missing are left out.
    wanted: str
    #: The name asked for, another than `ship` if it was taken (MER-H90).
    asked: str


class Rebuilt(Event, frozen=True, tag="rebuild"):
    """A ship was broken down and built anew (MER-12.5)."""

    segment: int
    ship: ShipName
    owner: Role
    before_owner: Role
    by: ShipName
    by_owner: Role
    island: IslandName
    before: str
    structure: str
    wanted: str


YardReason = Literal["no yard", "at sea", "too small", "not here", "gone", "self", "not allowed"]


class YardFailed(Event, frozen=True, tag="yard"):
    """Nothing was built (MER-12.2, MER-12.5)."""

    segment: int
    ship: ShipName
    owner: Role
    #: The new ship, or the one to be rebuilt.
    about: ShipName
    why: YardReason


class Production(Event, frozen=True, tag="production"):
    """What the factories of an island made (MER-5)."""

    island: IslandName
    products: Mapping[str, int]


class DiceChosen(Event, frozen=True, tag="dice"):
    player: Role
    dice: Literal["normal", "magic"]


class Victory(Event, frozen=True, tag="victory"):
    """The game is over (MER-17.2); all with the most points."""

    winners: tuple[Role, ...]


class Correction(Event, frozen=True, tag="correction"):
    """The Gamesmaster changed the position; what exactly, only he and the archive may know."""

    what: str
    value: Any
    why: str
    quiet: bool
