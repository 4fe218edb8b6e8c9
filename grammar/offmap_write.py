"""Orders of off-map raids as their canonical lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Cancel
from engine.offmap.orders import (
    Assign,
    Commit,
    Dispute,
    Excuse,
    Guard,
    Move,
    Near,
    Order,
    Raid,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
    verb,
)


def write(order: Order) -> str:
    """The canonical line; clauses with their default are left out."""
    return " ".join([verb(order), *_rest(order)]).strip()


def write_all(orders: Sequence[Order | Cancel]) -> str:
    """Several orders on one line; what is taken back is left out."""
    return "; ".join(write(order) for order in orders if not isinstance(order, Cancel))


def _rest(order: Order) -> Iterator[str]:
    match order:
        case Raid():
            yield from _raid(order)
        case Move() | Shift():
            yield f"{_names(order.units)} to {order.to}"
        case Retrograde():
            yield f"{_names(order.units)} to {order.to}"
        case React():
            yield _names(order.units)
            if order.from_:
                yield f"from {order.from_}"
        case Near():
            yield order.order if isinstance(order.order, str) else " ".join(map(str, order.order))
        case Guard():
            yield f"{order.target} with {_names(order.units)}"
        case Shelter():
            yield f"{_names(order.units)} at {order.at or 'none'}"
        case Assign():
            yield f"{_names(order.units)} to area {order.sub}"
        case Excuse():
            yield _names(order.units)
        case Report():
            yield from _report(order)
        case Commit():
            yield order.force
        case Dispute():
            yield _words(order.text)


def _raid(order: Raid) -> Iterator[str]:
    yield str(order.area)
    if order.from_:
        yield f"from {order.from_}"
    yield f"with {_names(order.units)}"
    if order.flagship:
        yield f"flagship {order.flagship}"
    if order.objective:
        yield f"objective {order.objective}"
    if order.command_point:
        yield "using command point"
    if order.fight != 1:
        yield f"fight {order.fight}"
    if order.avoid:
        yield f"avoid {' '.join(map(str, order.avoid))}"
    if order.sub:
        yield f"area {order.sub}"


def _report(order: Report) -> Iterator[str]:
    for word in ("crippled", "destroyed", "devastated"):
        if units := getattr(order, word):
            yield f"{word} {_names(units)}"
    if order.survey_lost is not None:
        yield f"survey lost {order.survey_lost}"
    if order.rounds is not None:
        yield f"rounds {order.rounds}"
    if order.withdrew:
        yield f"withdrew {order.withdrew}"
    if order == Report():
        yield "none"


def _names(units: Sequence[str]) -> str:
    """`all` and `rest` stand for themselves; nobody is `none`."""
    return units if isinstance(units, str) else ", ".join(units) or "none"


def _words(text: str) -> str:
    """On one line, and without the signs that would end it."""
    return " ".join(text.replace(";", ",").replace("#", "").split())
