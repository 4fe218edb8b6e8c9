"""What a player can order in Raider (RAID-5.1), in the shape in which it is stored."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from engine.core.ruleset import Role
from engine.raider.state import IslandName, ShipName

DISBAND_MARK = "X"


class Task(StrEnum):
    """The four commands."""

    MOVE = "MOVE"
    DISBAND = "DISBAND"
    REFIT = "REFIT"
    LAUNCH = "LAUNCH"


class ShipOrder(msgspec.Struct, frozen=True):
    """One ship's order for a turn; fields not given are empty."""

    ship: ShipName
    #: Empty: where she is (RAID-R50).
    destination: str = ""
    #: Empty, `X`, or a structure in canonical short form such as `3E3G4?`.
    structure: str = ""
    #: The new ship's name.
    name: str = ""

    @property
    def task(self) -> Task:
        return infer(self.structure, self.name)


class Pledge(msgspec.Struct, frozen=True):
    """The next overlord (RAID-5.5); one's own name for independence."""

    overlord: Role


class Design(msgspec.Struct, frozen=True):
    """One of the six ships to start with (RAID-3.1), at sign-up."""

    name: ShipName
    structure: str
    #: 1 to 6; 0: the first that is free, or the one of the same name.
    slot: int = 0


class Start(msgspec.Struct, frozen=True):
    """The island to start at (RAID-3.2), at sign-up; several by preference where lots are drawn."""

    islands: tuple[IslandName, ...]


Order: TypeAlias = ShipOrder | Pledge | Design | Start


def infer(structure: str, name: str) -> Task:
    """The command from the fields that are filled in (RAID-5.2)."""
    if structure.upper() == DISBAND_MARK:
        return Task.DISBAND
    if not structure:
        return Task.MOVE
    return Task.LAUNCH if name else Task.REFIT


def line(order: ShipOrder) -> str:
    """The order as a bare line, for suggestions: `Phoenix Pearl 3E3G Eden`."""
    name = order.name if order.task is Task.LAUNCH else ""
    return " ".join(filter(None, (order.ship, order.destination, order.structure, name)))
