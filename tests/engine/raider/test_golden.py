"""A whole game, kept: whatever changes its result changes the rules (see `version`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Turn
from engine.raider import drawing
from engine.raider.bots import cautious
from engine.raider.rules import RAIDER
from engine.raider.state import State
from tests.helpers.raider import pentarchy

ROLES = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve")))


def digest(turn: Turn[State]) -> str:
    events: list[Any] = [msgspec.to_builtins(event) for event in turn.events]
    text = json.dumps([RAIDER.dump(turn.state), events], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def test_raider_game_of_cautious_bots(golden: Callable[[str], None]) -> None:
    dice = fair_dice(b"a golden game of raider".ljust(32), "golden")
    _, turns = play(RAIDER, pentarchy(), dict.fromkeys(ROLES, cautious), dice)
    lines = [f"stage {turn.stage} {digest(turn)}" for turn in turns]
    golden("\n".join(lines) + "\n\n" + drawing.draw(turns[-1].state))
