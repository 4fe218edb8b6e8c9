"""What a player can order in Merchant Raider, in the shape in which it is stored.

Orders name ships, islands and grid points as they were written; whether they exist is found out
when they are carried out (MER-H69).
"""

from __future__ import annotations

from typing import Literal, NewType, TypeAlias, cast

import msgspec

from engine.core.ruleset import Role
from engine.merchant.options import Engagement

ShipName = NewType("ShipName", str)
IslandName = NewType("IslandName", str)

Location = NewType("Location", str)
"""An island, a ship, or a grid point written `4567E5678N`; only grid points hold digits."""

DieKind = Literal["normal", "magic"]


class ShipOrder(msgspec.Struct, frozen=True, tag_field="mission", kw_only=True):
    """What all missions have; each is an order of the turn and the mission while it lasts."""

    ship: ShipName
    #: None: not said (MER-L6.5, MER-12.8).
    engagement: Engagement | None = None


class Build(ShipOrder, frozen=True, tag="BUILD", kw_only=True):
    """A new ship at the end of the turn (MER-12.2)."""

    name: ShipName
    #: Short form such as `3E3G4?`.
    structure: str


class Carry(ShipOrder, frozen=True, tag="CARRY", kw_only=True):
    """Fetch a product and land it elsewhere (MER-12.3); 0 units only unload (MER-H77)."""

    #: None: as much as she holds.
    units: int | None
    #: A product code; empty where nothing is to be loaded.
    product: str = ""
    source: IslandName
    destination: IslandName


class Disband(ShipOrder, frozen=True, tag="DISBAND", kw_only=True):
    """Be broken up at an island (MER-12.4)."""

    at: IslandName


class Rebuild(ShipOrder, frozen=True, tag="REBUILD", kw_only=True):
    """Break down a ship at the same island and build her anew (MER-12.5)."""

    target: ShipName
    structure: str


class Sail(ShipOrder, frozen=True, tag="SAIL", kw_only=True):
    """Go to one location, or to two in turn (MER-12.6)."""

    to: tuple[Location, ...]


class Tow(ShipOrder, frozen=True, tag="TOW", kw_only=True):
    """Fetch a ship, taking her if she is an enemy's, and tow her to a location (MER-12.7)."""

    target: ShipName
    to: Location


class Hold(ShipOrder, frozen=True, tag="HOLD", kw_only=True):
    """No mission: stay (MER-12.8)."""


class Continue(ShipOrder, frozen=True, tag="CONTINUE", kw_only=True):
    """Keep the mission; an engagement option named replaces the old one (MER-12.8)."""


Mission: TypeAlias = Build | Carry | Disband | Rebuild | Sail | Tow


class ChooseDice(msgspec.Struct, frozen=True):
    """Normal or magic dice, at sign-up or from the next turn on (MER-H58)."""

    dice: DieKind


class NameAlly(msgspec.Struct, frozen=True):
    """Whom a player wants for his ally, at sign-up; it holds when both name each other."""

    ally: Role


class NameAlliance(msgspec.Struct, frozen=True):
    """What the alliance is to be called, at sign-up; the earlier seat's word counts."""

    name: str


class Home(msgspec.Struct, frozen=True):
    """The island to start at (MER-18.1), at sign-up."""

    island: IslandName


class Design(msgspec.Struct, frozen=True):
    """One of the eight ships to start with (MER-18.2), at sign-up.

    Slots 1 to 4 are the cargo ships, 5 and 6 the shipyards, 7 and 8 the specials.
    """

    name: ShipName
    #: For specials; empty for cargo ships and shipyards, whose structure is given.
    structure: str = ""
    #: 0: the first special's place that is free, or the one of the same name; without a structure
    #: the first of the six others.
    slot: int = 0


Order: TypeAlias = (
    Build
    | Carry
    | Disband
    | Rebuild
    | Sail
    | Tow
    | Hold
    | Continue
    | ChooseDice
    | NameAlly
    | NameAlliance
    | Home
    | Design
)


def mission_of(order: ShipOrder) -> Mission | None:
    """The order without its option; None for one that is no mission."""
    if isinstance(order, Hold | Continue):
        return None
    return cast("Mission", msgspec.structs.replace(order, engagement=None))


def alike(one: Mission | None, other: Mission | None) -> bool:
    """Are they the same in all but capitals, which names do not care about (MER-H74)?"""
    return msgspec.json.encode(one).lower() == msgspec.json.encode(other).lower()


def line(order: ShipOrder) -> str:
    """The order as a plain line, for suggestions: `Wolf sail to Corsica, attack`."""
    option = f", {order.engagement.value}" if order.engagement else ""
    return f"{order.ship} {_words(order)}{option}"


def _words(order: ShipOrder) -> str:
    match order:
        case Sail():
            return f"sail to {' then '.join(order.to)}"
        case Carry():
            units = "all" if order.units is None else str(order.units)
            if not order.product:
                return f"unload at {order.destination}"
            return f"carry {units} {order.product} from {order.source} to {order.destination}"
        case Disband():
            return f"disband at {order.at}"
        case Build():
            return f"build {order.name} with {order.structure}"
        case Rebuild():
            return f"rebuild {order.target} with {order.structure}"
        case Tow():
            return f"tow {order.target} to {order.to}"
    return "continue" if isinstance(order, Continue) else "hold"
