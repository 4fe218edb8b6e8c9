"""Games from seeds and from records."""

from __future__ import annotations

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role
from engine.raider.bots import cautious
from engine.raider.rules import RAIDER
from tests.helpers.raider import pentarchy

BOTS = dict.fromkeys((Role("Ann"), Role("Bob")), cautious)


def test_a_game_can_be_stopped_after_some_stages() -> None:
    record, turns = play(RAIDER, pentarchy(), BOTS, fair_dice(bytes(32), "g"), stages=3)
    assert (len(record.orders), [turn.stage for turn in turns]) == (3, [0, 0, 1, 2])


def test_every_stage_has_dice_of_its_own() -> None:
    dice = fair_dice(bytes(32), "g")
    assert dice(1).below(10**9, "x") != dice(2).below(10**9, "x")


def test_bots_throw_under_purposes_of_their_own() -> None:
    """A bot that throws does not shift the dice of the game."""
    quiet = fair_dice(bytes(32), "g")(1)
    assert quiet.below(10**9, "gunfire") != quiet.below(10**9, "bot/Ann/gunfire")
