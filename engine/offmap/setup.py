"""Sign-up and the opening of the game: the fleets stand in the scenario, so nothing is asked."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import Dice
from engine.core.ruleset import Seat, Turn
from engine.offmap.scenario import Scenario
from engine.offmap.state import State


def setup(scenario: Scenario, seats: Sequence[Seat], dice: Dice) -> Turn[State]:  # noqa: ARG001
    """Stage 0; both sides are in it, whoever has taken a seat so far."""
    return Turn(0, scenario.start)
