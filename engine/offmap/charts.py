"""How the two sides have fared so far, by what both know (FEAT-T10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.graph import Series, compared
from engine.core.ruleset import Role
from engine.core.scene import Paint
from engine.core.sheet import Block
from engine.offmap.past import Past
from engine.offmap.phases import other
from engine.offmap.view import View


def charts(view: View, past: Past) -> Iterator[Block]:
    """Points and losses turn by turn, once there are two turns to compare."""
    if len(past.turns) < 2:
        return
    yield from _chart("Points", [_series(view, side, _scores(past, side)) for side in view.sides])
    lost = _losses(view, past, "destroyed")
    yield from _chart("Units lost", [_series(view, side, lost[side]) for side in view.sides])


def _chart(title: str, lines: Sequence[Series]) -> Iterator[Block]:
    if any(figure for line in lines for figure in line.figures.values()):
        yield compared(title, lines)


def _series(view: View, side: Role, figures: Mapping[int, float]) -> Series:
    paint = Paint.OWN if side == view.role else Paint.ENEMY
    return Series(view.sides[side].name, paint, figures)


def _scores(past: Past, side: Role) -> Mapping[int, float]:
    told = [(turn, facts.get("scores")) for turn, facts in past.turns]
    return {turn: scores[side] for turn, scores in told if isinstance(scores, Mapping)}


def _losses(view: View, past: Past, what: str) -> Mapping[Role, Mapping[int, float]]:
    """Units in the results of battles, which both sides hear, added up."""
    turns = sorted(turn for turn, _ in past.turns)
    mine = {name for _, facts in past.turns for name in _own(view, facts)}
    lost = [
        (turn, view.role if name in mine else other(view.role, view.sides))
        for turn, event in past.events
        if event.get("kind") == "result"
        for name in event[what]
    ]
    return {
        side: _added_up(turns, [when for when, whose in lost if whose == side])
        for side in view.sides
    }


def _added_up(turns: Sequence[int], losses: Sequence[int]) -> Mapping[int, float]:
    return {turn: float(sum(when <= turn for when in losses)) for turn in turns}


def _own(view: View, facts: Mapping[str, Any]) -> Iterator[str]:
    units = facts.get("units")
    if isinstance(units, Mapping):
        yield from (name for name, unit in units.items() if unit.get("side") == view.role)
