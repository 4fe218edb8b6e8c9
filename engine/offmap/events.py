"""What can happen in a game of off-map raids; who may hear of it is decided in `knowledge`."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.ruleset import Event, Role
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.raids import Round

Names = tuple[UnitName, ...]


class Moved(Event, frozen=True, tag="move"):
    """A unit went from place to place, at that cost."""

    unit: UnitName
    side: Role
    from_: PlaceName = msgspec.field(name="from")
    to: PlaceName
    points: int


class Launched(Event, frozen=True, tag="raid"):
    """A raid is on its way; its EP are paid."""

    side: Role
    area: AreaName
    place: PlaceName
    force: Names
    flagship: UnitName
    objective: str
    #: Movement points left.
    left: int
    #: Ships that count against the limit, and the limit (OFF-3.4.2).
    counted: int
    limit: int
    cost: int
    command_point: bool


class Voided(Event, frozen=True, tag="void"):
    """A raid that a hidden fact voided: its EP are gone, nothing else happened (OFF-3.9)."""

    side: Role
    area: AreaName
    codes: tuple[str, ...]
    cost: int


class NoRaid(Event, frozen=True, tag="no-raid"):
    """The side whose part it is launched no raid."""

    side: Role


class Reacted(Event, frozen=True, tag="reaction"):
    """Ships on the map came to the area."""

    side: Role
    area: AreaName
    units: Names


class ObjectiveRoll(Event, frozen=True, tag="objective"):
    """The die for the objective, with all that was added (OFF-3.4.4)."""

    side: Role
    area: AreaName
    objective: str
    die: int
    modifiers: tuple[tuple[str, int], ...]
    total: int
    reached: bool
    #: Raids on this target by now, this one included.
    raids: int


class SearchRoll(Event, frozen=True, tag="search"):
    """The search for a sub-area; no faces if a known one was picked (OFF-3.4.10)."""

    side: Role
    area: AreaName
    dice: tuple[int, ...]
    sub: int


class Divided(Event, frozen=True, tag="division"):
    """The defender's three forces (OFF-3.4.6)."""

    side: Role
    area: AreaName
    forces: tuple[Names, ...]
    powers: tuple[int, ...]


class GroupRoll(Event, frozen=True, tag="group"):
    """The die for the force that meets the raid first (OFF-3.4.7)."""

    side: Role
    area: AreaName
    die: int
    initial: int


class PoliceRoll(Event, frozen=True, tag="police"):
    """The die for a police ship; no unit: none turned up."""

    side: Role
    area: AreaName
    die: int
    unit: UnitName | None


class Designated(Event, frozen=True, tag="designation"):
    """Which force is near and which is far."""

    side: Role
    area: AreaName
    near: int
    far: int


class NoBattle(Event, frozen=True, tag="no-battle"):
    """Nobody met the raid (OFF-H3, OFF-H55, OFF-H71)."""

    side: Role
    area: AreaName


class QuickRound(Event, frozen=True, tag="round"):
    """A round fought by the quick rules."""

    side: Role
    area: AreaName
    round: Round


class Committed(Event, frozen=True, tag="commit"):
    """A waiting force has joined the battle."""

    side: Role
    area: AreaName
    force: str
    units: Names


class Result(Event, frozen=True, tag="result"):
    """The result of a battle that was applied."""

    side: Role
    area: AreaName
    crippled: Names
    destroyed: Names
    devastated: Names
    survey_lost: int


class Disputed(Event, frozen=True, tag="dispute"):
    """The reports differ: the Gamesmaster decides (OFF-H76)."""

    side: Role
    area: AreaName


class Home(Event, frozen=True, tag="home"):
    """Ships left the area at the end of the part; all of them went to one place."""

    side: Role
    area: AreaName
    to: PlaceName
    units: Names


class Shifted(Event, frozen=True, tag="shift"):
    """A unit changed its zone, or came back onto the map."""

    unit: UnitName
    side: Role
    #: `near`, `far`, `survey` or a place.
    to: str


class Income(Event, frozen=True, tag="income"):
    side: Role
    ep: int
    #: EP in hand afterwards.
    total: int


class Correction(Event, frozen=True, tag="correction"):
    """The Gamesmaster changed the position; what exactly, only he and the archive may know."""

    what: str
    value: Any
    why: str
    quiet: bool
