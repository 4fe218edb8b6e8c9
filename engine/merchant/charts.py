"""How the players have fared so far, by the score tables of earlier sheets (FEAT-T10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.graph import Series, compared
from engine.core.history import figures
from engine.core.ruleset import Role
from engine.core.scene import Paint
from engine.core.sheet import Block, Sheet
from engine.merchant.view import View

FIGURES = (("points", "Victory points"), ("visits", "Islands visited"), ("sunk", "Ships sunk"))
"""As the facts of a sheet call them."""


def charts(view: View, history: Sequence[Sheet]) -> Iterator[Block]:
    """A chart a figure, once there are two turns to compare.

    Where points are secret the reader has his own line alone (MER-H123).
    """
    if len({sheet.stage for sheet in history}) < 2:
        return
    for key, title in FIGURES:
        lines = [
            Series(player, _paint(view, player), figures(history, "players", player, key))
            for player in view.standings
        ]
        yield from _chart(title, lines)
    if view.options.public_sinkings:
        lines = [
            Series(player, _paint(view, player), _lost(view, history, player))
            for player in view.standings
        ]
        yield from _chart("Ships lost", lines)


def _chart(title: str, lines: Sequence[Series]) -> Iterator[Block]:
    told = [line for line in lines if line.figures]
    if any(figure for line in told for figure in line.figures.values()):
        yield compared(title, told)


def _lost(view: View, history: Sequence[Sheet], player: Role) -> Mapping[int, float]:
    """By the turns of which he has sheets; that ships went down is public (MER-H122)."""
    turns = [loss.turn for loss in view.sunk if loss.owner == player]
    stages = sorted({sheet.stage for sheet in history})
    return {stage: float(sum(turn <= stage for turn in turns)) for stage in stages}


def _paint(view: View, player: Role) -> Paint:
    if player == view.role:
        return Paint.OWN
    return Paint.ALLY if player == view.ally else Paint.ENEMY
