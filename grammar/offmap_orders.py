"""What an order of off-map raids adds up to, verb by verb (OFF-3.8).

An order of which nothing is filled in is a line of the form that says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from engine.core.ruleset import Cancel
from engine.offmap.ids import PlaceName, UnitName
from engine.offmap.orders import (
    Agree,
    Assign,
    Commit,
    Dispute,
    Excuse,
    Guard,
    Move,
    Near,
    Order,
    Pass,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
)
from grammar import offmap_mistakes
from grammar.lines import Reading
from grammar.offmap_names import Finder
from grammar.offmap_raid import raid
from grammar.offmap_slots import Slots

Names: TypeAlias = tuple[UnitName, ...]
#: Orders to go somewhere.
_GOING = frozenset({"move", "shift", "retrograde"})
Given: TypeAlias = "tuple[Order | Cancel, ...]"
"""No order: a line of the form not filled in."""


def ordered(slots: Slots, finder: Finder) -> Reading[Order]:
    """The orders of one line. Raises `Slip`."""
    if slots.verb in _GOING:
        slots.find_goal()
    orders = VERBS[slots.verb](slots, finder)
    return Reading(
        orders, tuple(finder.problems), unfinished=slots.unfinished, open=slots.verb == "raid"
    )


def _named(slots: Slots, finder: Finder, slot: str = "units") -> Names:
    """Units named one by one; none if the slot is empty. Raises `Slip` if all are strange."""
    words = slots.names(slot)
    for kind in ("ALL", "REST"):
        if kind in slots.kinds(slot):
            raise offmap_mistakes.group_not_possible(slots.verb, kind.lower())
    found = finder.units(words)
    if words and not found:
        raise offmap_mistakes.nobody_left(slots.verb)
    return found


def _move(slots: Slots, finder: Finder) -> Given:
    if _left_open(slots):
        return ()
    units = _named(slots, finder)
    if not units:
        raise offmap_mistakes.units_missing("move")
    return (Move(units, _to(slots, finder)),)


def _left_open(slots: Slots) -> bool:
    """`move`, `move Yoke to`, `assign rest to area`: lines of the form."""
    nothing = "units" not in slots and not slots.opened("to")
    return nothing or (slots.opened("to") and slots.kinds("to") <= {"AREA"})


def _to(slots: Slots, finder: Finder) -> PlaceName:
    """Raises `Slip` if it is no place, or none is named."""
    words = slots.names("to")
    if not words:
        raise offmap_mistakes.rest_missing(slots.verb)
    return finder.place(words)


def _shift(slots: Slots, finder: Finder) -> Given:
    if _left_open(slots):
        return ()
    units = _named(slots, finder)
    if not units:
        raise offmap_mistakes.units_missing("shift")
    zone = slots.word("to", {"NEAR": "near", "FAR": "far", "SURVEY": "survey"})
    return (Shift(units, zone or _to(slots, finder)),)


def _react(slots: Slots, finder: Finder) -> Given:
    """`react none` is an order; so is `all`, with a place or without."""
    if slots.group("units"):
        return (React("all", _from(slots, finder)),)
    units = _named(slots, finder)
    if not units and "NONE" not in slots.kinds("units"):
        return ()
    return (React(units),)


def _from(slots: Slots, finder: Finder) -> PlaceName:
    words = slots.names("from")
    return finder.place(words) if words else PlaceName("")


def _near(slots: Slots, _finder: Finder) -> Given:
    strength: Literal["strongest", "weakest"]
    for strength in ("strongest", "weakest"):
        if strength.upper() in slots.kinds("near"):
            return (Near(strength),)
    order = tuple(dict.fromkeys(slots.numbers("near")))
    return (Near(order),) if order else ()


def _guard(slots: Slots, finder: Finder) -> Given:
    """With nobody named it is a line of the form; `with none` ends the guard."""
    if "with" not in slots:
        return ()
    target = _one(slots, finder, "units")
    guards = _named(slots, finder, "with")
    return (Guard(target, guards),)


def _shelter(slots: Slots, finder: Finder) -> Given:
    """`at none`, or none after the units: they come out."""
    slot = "with" if slots.opened("with") else "from"
    units = _named(slots, finder)
    out = "NONE" in slots.kinds("units") | slots.kinds(slot)
    if not units and slot not in slots:
        return ()
    if not units:
        raise offmap_mistakes.units_missing("shelter")
    if not out and slot not in slots:
        if slots.opened(slot):
            return ()
        raise offmap_mistakes.rest_missing("shelter")
    return (Shelter(units, UnitName("") if out else _one(slots, finder, slot)),)


def _one(slots: Slots, finder: Finder, slot: str) -> UnitName:
    """Raises `Slip` if it is not one unit that he may know."""
    words = slots.names(slot)
    if len(words) > 1:
        raise offmap_mistakes.one_at_a_time(slots.verb, words)
    found = _named(slots, finder, slot)
    if not found:
        raise offmap_mistakes.units_missing(slots.verb)
    return found[0]


def _assign(slots: Slots, finder: Finder) -> Given:
    """`rest` and `all` stay as they are until the phase is run."""
    if _left_open(slots):
        return ()
    sub = slots.number("to")
    if sub is None:
        raise offmap_mistakes.rest_missing("assign")
    group = slots.group("units")
    if group:
        return (Assign("rest" if group == "REST" else "all", sub),)
    units = _named(slots, finder)
    if not units:
        raise offmap_mistakes.units_missing("assign")
    return (Assign(units, sub),)


def _excuse(slots: Slots, finder: Finder) -> Given:
    units = _named(slots, finder)
    return (Excuse(units),) if units else ()


def _report(slots: Slots, finder: Finder) -> Given:
    """All parts of a line are one part of the report (OFF-3.5)."""
    if "NONE" in slots.kinds("report"):
        return (Report(),)
    report = Report(
        crippled=_lost(slots, finder, "crippled"),
        destroyed=_lost(slots, finder, "destroyed"),
        devastated=_lost(slots, finder, "devastated"),
        survey_lost=slots.number("survey"),
        rounds=slots.number("rounds"),
        withdrew=_withdrew(slots),
    )
    return (report,) if report != Report() else ()


def _lost(slots: Slots, finder: Finder, slot: str) -> Names:
    """Written before the word or after it."""
    return _named(slots, finder, slot) + _named(slots, finder, f"lost_{slot}")


def _withdrew(slots: Slots) -> Literal["attacker", "defender"] | None:
    kinds = slots.kinds("withdrew")
    if "ATTACKER" in kinds:
        return "attacker"
    return "defender" if "DEFENDER" in kinds else None


def _commit(slots: Slots, _finder: Finder) -> Given:
    force: Literal["near", "far"]
    for force in ("near", "far"):
        if force.upper() in slots.kinds("commit"):
            return (Commit(force),)
    return ()


def _retrograde(slots: Slots, finder: Finder) -> Given:
    """Without units all of them go there."""
    if _left_open(slots):
        return ()
    to = _to(slots, finder)
    if slots.group("units") or "units" not in slots:
        return (Retrograde(to),)
    return (Retrograde(to, _named(slots, finder)),)


def _agree(_slots: Slots, _finder: Finder) -> Given:
    return (Agree(),)


def _dispute(_slots: Slots, _finder: Finder) -> Given:
    return (Dispute(),)


def _pass(_slots: Slots, _finder: Finder) -> Given:
    return (Pass(),)


def _cancel(slots: Slots, finder: Finder) -> Given:
    """Everything, a verb, a raid by its area, or what a unit was to do (OFF-3.8)."""
    words = slots.names("cancel")
    if words:
        return tuple(Cancel(_subject(word, finder)) for word in words)
    general = slots.kinds("cancel") - {"CANCEL", "ALL"}
    return (Cancel(next(iter(general)).lower() if general else None),)


def _subject(word: str, finder: Finder) -> str:
    """Raises `Slip` if it is no area and no unit."""
    names = finder.names
    known = names.areas.exact(word) or names.own.exact(word)
    if known or names.unheard:
        return known or word
    unit = finder.unit(word)
    if not unit:
        raise offmap_mistakes.nobody_left("cancel")
    return unit


VERBS: Mapping[str, Callable[[Slots, Finder], Given]] = {
    "raid": raid,
    "move": _move,
    "shift": _shift,
    "react": _react,
    "near": _near,
    "guard": _guard,
    "shelter": _shelter,
    "assign": _assign,
    "excuse": _excuse,
    "report": _report,
    "commit": _commit,
    "retrograde": _retrograde,
    "agree": _agree,
    "dispute": _dispute,
    "pass": _pass,
    "cancel": _cancel,
}
