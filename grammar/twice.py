"""Of several orders about one thing in a letter the last one counts (RAID-R63)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.core.ruleset import Cancel
from grammar import mistakes
from grammar.reading import Line

Order = TypeVar("Order")


def last_counts(
    lines: Sequence[Line[Order]], subject: Callable[[Order], str]
) -> tuple[Line[Order], ...]:
    """The lines with the last order about each subject, and remarks where another stood."""
    last: dict[str, int] = {}
    kept: list[Line[Order]] = []
    for line in reversed(lines):
        over: dict[str, int] = {}
        orders: list[Order | Cancel] = []
        for order in reversed(line.orders):
            about = "" if isinstance(order, Cancel) else subject(order)
            if about in last:
                over[about] = last[about]
                continue
            orders.append(order)
            if about:
                last[about] = line.number
        kept.append(_without(line, orders[::-1], over) if over else line)
    return tuple(reversed(kept))


def _without(
    line: Line[Order], orders: Sequence[Order | Cancel], over: dict[str, int]
) -> Line[Order]:
    remarks = [mistakes.replaced(about, by).on_line(line.number) for about, by in over.items()]
    return replace(line, orders=tuple(orders), problems=(*line.problems, *remarks))
