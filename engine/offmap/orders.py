"""What a side can order (OFF-3.8), in the shape in which it is stored.

Sign-up asks for nothing: the sides and their fleets stand in the scenario.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.raids import Account
from engine.offmap.state import Near as Near

Names: TypeAlias = tuple[UnitName, ...]
All: TypeAlias = Literal["all"]


class _Order(msgspec.Struct, frozen=True, tag_field="verb", omit_defaults=True):
    """Every order has a verb, the word that it begins with."""


class Raid(_Order, frozen=True, tag="raid"):
    """Strike into an area; a clause that was not given has its default."""

    area: AreaName
    #: `all`: every ship at the place that is not slow, resolved when the phase is run.
    units: Names | All = ()
    #: Empty: the place of the first of the units.
    from_: PlaceName = msgspec.field(default=PlaceName(""), name="from")
    #: Empty: the best (OFF-H12).
    flagship: UnitName = UnitName("")
    #: A unit's name or `survey`; empty: none.
    objective: str = ""
    command_point: bool = False
    #: Rounds of a quick battle.
    fight: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    #: Found sub-areas not wanted (zones = seven).
    avoid: tuple[int, ...] = ()
    #: The found sub-area to strike; 0: search (zones = seven).
    sub: int = 0


class Move(_Order, frozen=True, tag="move"):
    """To a place on the map, by the cheapest path."""

    units: Names
    to: PlaceName


class Shift(_Order, frozen=True, tag="shift"):
    """To another zone, or from the area back onto the map; takes the whole turn (OFF-H65)."""

    units: Names
    #: `near`, `far`, `survey` or a place.
    to: str


class React(_Order, frozen=True, tag="react"):
    """Ships on the map that come to the area; no units: none shall."""

    units: Names | All = ()
    #: With `all`: only those there; empty: everywhere.
    from_: PlaceName = msgspec.field(default=PlaceName(""), name="from")


class Guard(_Order, frozen=True, tag="guard"):
    """Ships that stay with one target; no units: nobody guards it any more."""

    target: UnitName
    units: Names = ()


class Shelter(_Order, frozen=True, tag="shelter"):
    """Docks and cripples that hide at a base or planet; no target: they come out."""

    units: Names
    at: UnitName = UnitName("")


class Assign(_Order, frozen=True, tag="assign"):
    """Where units shall be when a raid comes (zones = seven)."""

    #: `rest` and `all`: whatever can move and is not named in another assignment.
    units: Names | Literal["rest", "all"]
    sub: int


class Excuse(_Order, frozen=True, tag="excuse"):
    """Ships that stay out, as the option `excuse` lets them."""

    units: Names


class Report(_Order, frozen=True, tag="report"):
    """A part of the report of a battle; all parts of a letter together are the report.

    With nothing in it: nothing was lost.
    """

    crippled: Names = ()
    destroyed: Names = ()
    devastated: Names = ()
    survey_lost: Annotated[int, msgspec.Meta(ge=0)] | None = None
    rounds: Annotated[int, msgspec.Meta(ge=0)] | None = None
    withdrew: Literal["attacker", "defender"] | None = None


class Commit(_Order, frozen=True, tag="commit"):
    """The defender says that a waiting force has joined the battle."""

    force: Literal["near", "far"]


class Retrograde(_Order, frozen=True, tag="retrograde"):
    """Where raiders go at the end instead of the launch place (OFF-3.6)."""

    to: PlaceName
    units: Names | All = "all"


class Agree(_Order, frozen=True, tag="agree"):
    """The other side's report is right."""


class Dispute(_Order, frozen=True, tag="dispute"):
    """The other side's report is wrong: the Gamesmaster shall decide."""

    text: str = ""


class Pass(_Order, frozen=True, tag="pass"):
    """Nothing this phase, and no reminder."""


Order: TypeAlias = (
    Raid
    | Move
    | Shift
    | React
    | Near
    | Guard
    | Shelter
    | Assign
    | Excuse
    | Report
    | Commit
    | Retrograde
    | Agree
    | Dispute
    | Pass
)


def verb(order: Order) -> str:
    """The word that it begins with."""
    tag = type(order).__struct_config__.tag
    return str(tag)


def account(reports: tuple[Report, ...]) -> Account:
    """The parts of a report as one result; what is told twice, the last counts.

    Crippled and then destroyed is destroyed.
    """
    told = Account()
    for part in reports:
        told = Account(
            (told.crippled | set(part.crippled)) - told.destroyed - set(part.destroyed),
            told.destroyed | set(part.destroyed),
            told.devastated | set(part.devastated),
            told.survey_lost if part.survey_lost is None else part.survey_lost,
            told.rounds if part.rounds is None else part.rounds,
            part.withdrew or told.withdrew,
        )
    return told
