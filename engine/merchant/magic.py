"""The two kinds of dice that decide which shots hit (MER-10)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.dice import Dice
from engine.merchant.options import Options
from engine.merchant.orders import DieKind
from engine.merchant.state import MagicDie, Player

FINE = 1 << 53
WHOLE = 1.0 - 1e-9
"""A whole expected hit, whatever dust adding up has left."""


class Chance(NamedTuple):
    """So many faces out of so many are hits."""

    good: int
    faces: int


TORPEDO_HITS = Chance(3, 20)
"""Whatever the armour (MER-9.4)."""


def shell_hits(armour: int) -> Chance:
    """0.06 / (1 + A/2) as whole numbers (MER-9.2)."""
    return Chance(12, 100 * (2 + armour))


class Die:
    """One player's die for all his shots (MER-H57)."""

    def __init__(self, player: Player, options: Options, dice: Dice) -> None:
        self._name = player.name
        self._kind: DieKind = player.dice
        self._plain = options.magic_die == "accumulator"
        self._dice = dice
        self._sum = player.magic.sum
        self._cell = player.magic.cell
        self._place = player.magic.place
        self._pending = player.magic.pending

    def hits(self, chance: Chance, purpose: str) -> bool:
        """Does this shot hit? The purpose counts for normal dice only."""
        if self._kind == "normal":
            return self._dice.below(chance.faces, purpose) < chance.good
        return self._magic(chance.good / chance.faces)

    def memory(self) -> MagicDie:
        return MagicDie(self._sum, self._cell, self._place, self._pending)

    def _magic(self, expectation: float) -> bool:
        """A hit at a place by lot in each stretch of length 1 of all expectation (MER-10.2)."""
        if self._place is None:
            self._place = self._draw()
        self._sum += expectation
        while self._cell + self._place < self._sum:
            self._pending += 1
            self._cell += 1
            self._place = self._draw()
        if not self._pending:
            return False
        self._pending -= 1
        return True

    def _draw(self) -> float:
        if self._plain:
            return WHOLE
        return self._dice.below(FINE, f"magic/{self._name}/cell {self._cell}") / FINE
