"""Names, numbers and chances in words, as one reader sees them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.ruleset import Role
from engine.core.sheet import Mark, Span
from engine.core.wording import number
from engine.offmap.ids import UnitName
from engine.offmap.names import key
from engine.offmap.state import SURVEY, Unit
from engine.offmap.view import View

SIX = 6

MODIFIERS = {
    "survey": "survey points",
    "capital": "capital planet",
    "planet": "planet",
    "base": "base",
    "soft": "convoy, dock or crippled ship",
    "other": "tug or transport",
    "warship": "warship, not crippled",
    "previous": "earlier raids on this target",
}
"""The lines of the table for the objective die (OFF-3.4.4)."""


def modifier_words(name: str, left: int) -> str:
    """A line of the table in words; `points` counts those of this raid."""
    return number(left, "point") + " left" if name == "points" else MODIFIERS.get(name, name)


def signed(count: int) -> str:
    """A number to be added.

    >>> signed(3), signed(-1), signed(0)
    ('+3', '-1', '+0')
    """
    return f"{count:+d}"


def faces_words(winning: int) -> str:
    """Which faces of the die reach the objective, and how many of six they are.

    >>> faces_words(4), faces_words(1), faces_words(6), faces_words(0)
    ('on 3-6 (4 in 6)', 'on 6 (1 in 6)', 'on any face (6 in 6)', 'on no face (0 in 6)')
    """
    if winning in (0, SIX):
        which = "any face" if winning else "no face"
    else:
        which = f"{SIX + 1 - winning}-{SIX}" if winning > 1 else f"{SIX}"
    return f"on {which} ({winning} in {SIX})"


def side_words(view: View, side: Role) -> Span:
    """The side's name, marked as own or enemy."""
    return Span(view.sides[side].name, Mark.OWN if side == view.role else Mark.ENEMY)


def objective_words(view: View, objective: str) -> str:
    """The objective with what it is; a unit that the reader does not know by its name alone."""
    if objective == SURVEY:
        return "the survey points"
    unit = view.units.get(UnitName(objective))
    return f"{objective} ({described(view, unit)})" if unit else objective


def described(view: View, unit: Unit) -> str:
    """What it is and in which state: `heavy cruiser, crippled`."""
    state = ""
    if unit.crippled:
        state = ", devastated" if view.of_class(unit).kind == "planet" else ", crippled"
    return f"{'capital ' if unit.capital else ''}{view.of_class(unit).name}{state}"


def ship_list(view: View, names: Iterable[UnitName]) -> str:
    """Ships with their classes, by class and name: `BC Glaive, Partisan; FF Jay (crippled)`.

    A ship that was destroyed since stands under its bare name, after the others.
    """
    rows: dict[str, list[str]] = {}
    for name in sorted(names, key=key):
        unit = view.units.get(name)
        word = f"{name} (crippled)" if unit and unit.crippled else name
        rows.setdefault(unit.type if unit else "", []).append(word)
    last = sorted(rows.items(), key=lambda row: (not row[0], row[0]))
    return "; ".join(f"{kind} {', '.join(row)}".strip() for kind, row in last)
