"""A whole campaign, kept: whatever changes its result changes the rules (see `version`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.play import fair_dice, play
from engine.offmap.bots import bold
from engine.offmap.rules import OFFMAP
from tests.engine.offmap.deeps import PACT, REACH, scenario
from tests.helpers.golden_games import kept

BOTS = dict.fromkeys((PACT, REACH), bold)


def campaign(**options: Any) -> str:
    """The digest of every stage, and the position at the end."""
    dice = fair_dice(b"a golden campaign in the Deeps".ljust(32), "golden")
    _, turns = play(OFFMAP, scenario(**options), BOTS, dice)
    return kept(OFFMAP, turns)


def test_offmap_campaign_of_bold_bots(golden: Callable[[str], None]) -> None:
    golden(campaign())


def test_offmap_campaign_with_options(golden: Callable[[str], None]) -> None:
    options = {"guards": True, "shelter": True, "intel": "fixed", "battle": "quick", "turns": 4}
    golden(campaign(zones="near_far", **options))


@pytest.mark.parametrize("zones", ["none", "seven"])
def test_a_campaign_is_the_same_played_again(zones: str) -> None:
    assert campaign(zones=zones) == campaign(zones=zones)
