"""How the players have fared so far: charts of what is public, for the attached page (FEAT-T10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.graph import Series, compared
from engine.core.history import figures
from engine.core.ruleset import Role
from engine.core.scene import Paint
from engine.core.sheet import Block, Sheet
from engine.raider.view import View

FIGURES = (
    ("points", "Victory points"),
    ("visits", "Islands visited"),
    ("kills", "Ships sunk"),
    ("ships", "Ships afloat"),
)
"""As the facts of a sheet call them; ships only where the game shows them to everybody."""


def charts(view: View, history: Sequence[Sheet]) -> Iterator[Block]:
    """A chart a figure, once there are two turns to compare."""
    if len(history) < 2:
        return
    for key, title in FIGURES:
        lines = [
            Series(player, _paint(view, player), figures(history, "players", player, key))
            for player in view.standings
        ]
        if all(line.figures for line in lines):
            yield compared(title, lines)


def _paint(view: View, player: Role) -> Paint:
    if player == view.role:
        return Paint.OWN
    return Paint.ALLY if view.ally(player) else Paint.ENEMY
