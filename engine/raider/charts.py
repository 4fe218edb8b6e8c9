"""How the players have fared so far: charts of what is public, for the attached page (FEAT-T10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.graph import Series, line_chart
from engine.core.ruleset import Role
from engine.core.scene import Paint
from engine.core.sheet import Block, Figure, Sheet
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
            Series(player, _paint(view, player), _figures(history, player, key))
            for player in view.standings
        ]
        if all(line.figures for line in lines):
            yield Figure(line_chart(lines), f"{title}: {_summary(lines)}.")


def _figures(history: Sequence[Sheet], player: Role, key: str) -> Mapping[int, float]:
    figures: dict[int, float] = {}
    for sheet in history:
        players = sheet.facts.get("players")
        row = players.get(player) if isinstance(players, Mapping) else None
        figure = row.get(key) if isinstance(row, Mapping) else None
        if isinstance(figure, int):
            figures[sheet.stage] = figure
    return figures


def _paint(view: View, player: Role) -> Paint:
    if player == view.role:
        return Paint.OWN
    return Paint.ALLY if view.ally(player) else Paint.ENEMY


def _summary(lines: Sequence[Series]) -> str:
    """The last figures in words, for readers who do not see the chart."""
    last = sorted(
        ((line.figures[max(line.figures)], line.name) for line in lines), key=lambda end: -end[0]
    )
    return ", ".join(f"{name} {figure:g}" for figure, name in last)
