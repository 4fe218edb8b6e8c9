"""How a whole game is kept: a digest of each stage, and the position at the end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.ruleset import AnyRuleset, Turn


def kept(ruleset: AnyRuleset, turns: Sequence[Turn[Any]]) -> str:
    """Changes whenever any event of any stage does."""
    lines = [f"stage {turn.stage} {digest(ruleset, turn)}" for turn in turns]
    return "\n".join(lines) + "\n\n" + ruleset.draw(turns[-1].state)


def digest(ruleset: AnyRuleset, turn: Turn[Any]) -> str:
    events: list[Any] = [msgspec.to_builtins(event) for event in turn.events]
    text = json.dumps([ruleset.dump(turn.state), events], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
