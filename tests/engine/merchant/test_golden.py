"""A war of eight weeks, kept: whatever changes its result changes the rules (see `version`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role
from engine.merchant.bots import careful
from engine.merchant.rules import MERCHANT
from tests.engine.merchant.fleet import archipelago
from tests.helpers.golden_games import kept

ROLES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
BOTS = {Role(name): careful for name in ROLES}
WEEKS = 8


def war(**options: Any) -> str:
    """The sign-up and eight weeks of ten players."""
    dice = fair_dice(b"a golden war of eight weeks".ljust(32), "golden")
    _, turns = play(MERCHANT, archipelago(**options), BOTS, dice, stages=1 + WEEKS)
    return kept(MERCHANT, turns)


def test_merchant_war_of_careful_bots(golden: Callable[[str], None]) -> None:
    golden(war())


def test_merchant_war_with_options(golden: Callable[[str], None]) -> None:
    golden(
        war(
            magic_die="accumulator",
            midnight="once",
            firing="in turn",
            memory="names",
            fractional_consumables=False,
            sail_unloads=True,
            vp_ship_owned=1,
        )
    )
