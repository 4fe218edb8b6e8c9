"""What a week asks of its lookouts: which segments matter, who is near, who is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.merchant.sea import Hull, Sea
from engine.merchant.state import AllianceName, Level


class Watch(Protocol):
    """The eyes of a week; whatever they skip, the log has to be the same."""

    def next(self, sea: Sea) -> int:
        """The next segment to be visited, after the clock."""

    def look(self, sea: Sea) -> None:
        """The detection step at the clock (MER-16.2)."""

    def reacting(self, sea: Sea) -> Sequence[Hull]:
        """The ships that may meet an enemy, or are engaged with one, by id."""

    def gunners(self, sea: Sea) -> Sequence[Hull]:
        """The ships that may have an enemy in range, or a target, by id."""

    def near(self, hull: Hull) -> Sequence[Hull]:
        """The enemies that may be in question for her, by id."""

    def known(self, alliance: AllianceName, hull: Hull) -> bool:
        """Did the last detection step show her to this alliance?"""

    def level(self, alliance: AllianceName, hull: Hull) -> Level:
        """How well the last detection step showed her to this alliance."""

    def settle(self, sea: Sea) -> None:
        """Ships are about to be hit: hold fast what the detection step has shown."""
