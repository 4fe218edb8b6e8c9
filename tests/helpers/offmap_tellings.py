"""The raid of the sample scenario, stage by stage, and what the sides are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.core.ruleset import Json, Role, Turn
from engine.offmap.forecast import forecast
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.knowledge import view
from engine.offmap.orders import Move, Order, Raid
from engine.offmap.sheet import sheet
from engine.offmap.state import State
from engine.offmap.turn import adjudicate
from tests.helpers.offmap_games import begun
from tests.helpers.tellings import text

TEN = "Bellows Crucible Dross Emery Hammer Jig Kiln Quill Sledge Tongs"


@dataclass(frozen=True)
class Faces:
    """Dice by the first word of their purpose; 1 where nothing is said."""

    objective: int = 2
    group: int = 4
    search: int = 3
    police: int = 1

    def below(self, faces: int, purpose: str) -> int:
        return (int(getattr(self, purpose.split("/")[0], 1)) - 1) % faces


#: Wagons missed, force 2 met.
FACES = Faces()


def names(words: str) -> tuple[UnitName, ...]:
    return tuple(map(UnitName, words.split()))


def to_ford() -> Move:
    return Move(names(TEN), PlaceName("Ford"))


def raid(objective: str = "Wagons", *, fight: int = 1) -> Raid:
    return Raid(AreaName("Deeps"), "all", from_=PlaceName("Ford"), objective=objective, fight=fight)


def run(state: State, dice: Faces = FACES, **orders: Sequence[Order]) -> Turn[State]:
    return adjudicate(state, {Role(side): given for side, given in orders.items()}, dice)


@cache
def declared(objective: str = "Wagons", **options: Json) -> Turn[State]:
    """Ten ships go by Ford into the Deeps."""
    return run(begun(**options), pact=(to_ford(), raid(objective)))


def answered(
    *orders: Order, objective: str = "Wagons", dice: Faces = FACES, **options: Json
) -> Turn[State]:
    """The dice are thrown."""
    return run(declared(objective, **options).state, dice, reach=orders)


def resolved(
    *orders: Order, objective: str = "Wagons", dice: Faces = FACES, **options: Json
) -> Turn[State]:
    """The result is out."""
    return run(answered(*orders, objective=objective, dice=dice, **options).state, dice)


def said(turn: Turn[State], role: Role) -> str:
    """The words of a sheet; empty if there is none."""
    made = sheet(turn, role, ())
    return text(made) if made else ""


def notes(state: State, role: Role, *orders: Order) -> list[str]:
    return [note.text for note in forecast(view(state, role), orders)]
