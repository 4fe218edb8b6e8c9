"""A whole game, kept: whatever changes its result changes the rules (see `version`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role
from engine.raider.bots import cautious
from engine.raider.rules import RAIDER
from tests.helpers.golden_games import kept
from tests.helpers.raider import pentarchy

ROLES = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve")))


def test_raider_game_of_cautious_bots(golden: Callable[[str], None]) -> None:
    dice = fair_dice(b"a golden game of raider".ljust(32), "golden")
    _, turns = play(RAIDER, pentarchy(), dict.fromkeys(ROLES, cautious), dice)
    golden(kept(RAIDER, turns))
