"""A player who orders anything at all, lawful or not: what the engine must bear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.core.dice import Dice
from engine.core.ruleset import Role
from engine.raider.fleets import DESIGNS
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import FLEET, IslandName, ShipName
from engine.raider.view import View

T = TypeVar("T")

NAMES = ("Eden", "Tyre", "eden", "Duke", "Earl", "Chous-rave", "Pearl", "Move", "Ä", "", "Queen")
STRUCTURES = (
    "",
    "",
    "X",
    "x",
    "5?",
    "8?",
    "10?",
    "3E2B2?",
    "5E",
    "2E3B2G",
    "B4E3T",
    "3E3M2B",
    "4B",
    "11?",
    "5K",
    "E5",
)


class Lots:
    """Any number of throws, each under a purpose of its own."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._thrown = 0

    def below(self, faces: int) -> int:
        self._thrown += 1
        return self._dice.below(faces, f"wild {self._thrown}")

    def one(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]


def wild(view: View, dice: Dice) -> tuple[Order, ...]:
    lots = Lots(dice)
    return tuple(_sign_up(view, lots) if view.turn == 0 else _turn(view, lots))


def _sign_up(view: View, lots: Lots) -> Iterator[Order]:
    for slot in range(1, FLEET + 1 - lots.below(3)):
        structure = lots.one([*DESIGNS, "5G", "10M", "TTTTTEE", "3E3M2B", "4B"])
        yield Design(ShipName(lots.one(NAMES) or f"Ship{slot}"), structure, lots.one((0, slot)))
    if lots.below(4):
        yield Start(tuple(lots.one(sorted(view.islands)) for _ in range(2)))


def _turn(view: View, lots: Lots) -> Iterator[Order]:
    islands: list[IslandName] = sorted(view.islands)
    for ship in sorted(view.ships):
        near = [island.name for _, island in view.reachable(view.ships[ship])]
        to = lots.one([*near, *near, lots.one(islands), IslandName("Nowhere"), IslandName("")])
        structure = lots.one(STRUCTURES)
        if structure.upper() == "X" and lots.below(3):
            structure = "9?"
        yield ShipOrder(ship, to, structure, lots.one(("", lots.one(NAMES))))
    if lots.below(2) == 0:
        yield Pledge(lots.one([*sorted(view.standings), Role("Nobody")]))
