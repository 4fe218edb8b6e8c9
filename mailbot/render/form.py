"""The order template of a sheet: mailed back as it is, it changes nothing (FEAT-O9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from engine.core.form import Line, OrderForm
from mailbot.render.words import clean, columns, wrap_after

Order = TypeVar("Order")

#: As wide as a telephone; narrow lines also come back whole from programs that break long ones.
WIDTH = 48
#: Notes stand below each other, as near as the orders before them let them, but not beyond this.
FARTHEST = 24
#: No remark can be taken for `#orders` or `#end`, whatever its first word is.
REMARK = "# - "
#: A space at which no line is broken.
FIRM = "\u00a0"


def template(
    form: OrderForm[Order],
    write: Callable[[Order], str],
    game: str,
    stage_words: str,
    *,
    alone: bool = False,
) -> str:
    """The form between `#orders` and `#end`, its lines in the form's order.

    Remarks keep to 48 columns; an order is never broken, however long its names are. All choices
    are listed if no page comes with it and it has to stand `alone`, else the usual ones.
    """
    head = heading(game, stage_words)
    given = [[write(order) for order in line.standing] or [line.blank] for line in form.lines]
    near = [columns(orders[0]) for orders in given if columns(orders[0]) <= FARTHEST]
    column = max(near, default=0) + 2
    entries = [
        _entry(orders, line, column, alone=alone)
        for orders, line in zip(given, form.lines, strict=True)
    ]
    long = [False, *("\n" in entry for entry in entries), False]
    gaps = ["\n\n" if above or below else "\n" for above, below in pairwise(long)]
    parts = [entry + gap for entry, gap in zip((head, *entries), gaps, strict=True)]
    return "".join((*parts, "#end"))


def heading(game: str, stage_words: str) -> str:
    """The line that opens an order frame (MAIL-B3)."""
    return f"#orders {game} {stage_words}"


def _entry(orders: Sequence[str], line: Line[Order], column: int, *, alone: bool) -> str:
    lines = [*_noted(orders[0], clean(line.note), column), *orders[1:]]
    if line.choices:
        labels = ", ".join(map(_firm, _labels(line, alone=alone)))
        lines += [remark.replace(FIRM, " ") for remark in _remark(labels)]
    return "\n".join(lines)


def _firm(label: str) -> str:
    """Not to be broken, if a line has room for it and the comma behind it."""
    return label.replace(" ", FIRM) if columns(label) < WIDTH - len(REMARK) else label


def _labels(line: Line[Order], *, alone: bool) -> list[str]:
    """The usual choices, and how many more there are; or all of them."""
    usual = [clean(choice.label) for choice in line.choices if choice.usual or alone]
    more = len(line.choices) - len(usual)
    return [*usual, f"{more} more on the attached order page"] if more else usual


def _noted(order: str, note: str, column: int) -> Sequence[str]:
    """The order with its note beside it, or below it where there is no room."""
    if not note:
        return [order]
    beside = f"{order}{' ' * max(1, column - columns(order))}# {note}"
    return [beside] if columns(beside) <= WIDTH else [order, *_remark(note)]


def _remark(text: str) -> list[str]:
    return wrap_after(REMARK, text, WIDTH, REMARK)
