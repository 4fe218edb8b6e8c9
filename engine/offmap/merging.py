"""One side's standing orders: what a later letter replaces, and what is still to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.ruleset import Cancel
from engine.offmap.checks import verbs
from engine.offmap.groups import usable
from engine.offmap.orders import (
    Agree,
    Commit,
    Dispute,
    Move,
    Near,
    Order,
    Pass,
    Raid,
    React,
    Report,
    Retrograde,
    Shift,
    verb,
)
from engine.offmap.phases import Phase
from engine.offmap.view import View

NEXT_TO_NOTHING = (Raid, React)
"""Orders that `pass` takes back, and that take back a `pass`."""


def merge(standing: Sequence[Order], letter: Sequence[Order | Cancel]) -> tuple[Order, ...]:
    """A later letter replaces, as wholes, what it names (OFF-3.8).

    Within one letter nothing is replaced but what cannot stand together: two raids into one area
    both stay, so that the second can be refused.
    """
    old, new = list(standing), list[Order]()
    for entry in letter:
        if isinstance(entry, Cancel):
            old = [order for left in old for order in _cancelled(left, entry)]
            new = [order for left in new for order in _cancelled(left, entry)]
        else:
            old = [order for left in old for order in _replaced(left, entry)]
            new = [
                order for left in new if not _contrary(left, entry) for order in _once(left, entry)
            ]
            new.append(entry)
    return (*old, *new)


def subjects(order: Order) -> frozenset[str]:
    """What an order is about, as `Cancel` names it, in small letters.

    A word on the report of the other side stands in the place of a report.
    """
    words = {verb(order)}
    if isinstance(order, Agree | Dispute):
        words.add("report")
    if isinstance(order, Raid):
        words |= {order.area, "incursion", "incur"}
    if isinstance(order, Move | Shift | Retrograde) and not isinstance(order.units, str):
        words |= set(order.units)
    return frozenset(word.casefold() for word in words)


def ready(view: View, orders: Sequence[Order]) -> bool:
    """Is there an order of the kind that this phase waits for?"""
    if view.stage == 0 or view.over or not verbs(view):
        return True
    given = {verb(order) for order in orders if not isinstance(order, Near) or _usable(view, order)}
    return bool(given & _WANTED[view.phase]) or not _owes(view)


_WANTED = {
    Phase.DECLARE: frozenset({"raid", "pass"}),
    Phase.REACT: frozenset({"react", "pass"}),
    Phase.DESIGNATE: frozenset({"near", "pass"}),
    Phase.BATTLE: frozenset({"report", "agree", "dispute", "pass"}),
    Phase.END: frozenset[str](),
}


def _usable(view: View, order: Near) -> bool:
    """Does it settle every division that is open?"""
    return all(usable(order, raid.initial) for raid in view.raids.values() if raid.group_die)


def _owes(view: View) -> bool:
    return view.phase is not Phase.DECLARE or view.raiding


def _replaced(old: Order, new: Order) -> Iterator[Order]:
    """What is left of an earlier letter's order."""
    if _contrary(old, new):
        return
    if isinstance(old, Move | Shift) and isinstance(new, Move | Shift):
        yield from _without(old, new.units)
    elif isinstance(old, Retrograde) and isinstance(new, Retrograde):
        if not isinstance(new.units, str):
            yield from _without(old, new.units)
    elif isinstance(old, Raid) and isinstance(new, Raid):
        if old.area != new.area:
            yield old
    elif isinstance(old, Commit) and isinstance(new, Commit):
        if old.force != new.force:
            yield old
    elif verb(old) != verb(new):
        yield old


def _without(old: Move | Shift | Retrograde, units: Sequence[str]) -> Iterator[Order]:
    if isinstance(old.units, str):
        yield old
    elif left := tuple(name for name in old.units if name not in units):
        yield msgspec.structs.replace(old, units=left)


def _contrary(old: Order, new: Order) -> bool:
    """Passing and acting, agreeing and reporting or disputing: the later word counts."""
    passing = isinstance(old, Pass) or isinstance(new, Pass)
    if passing and isinstance(old, (Pass, *NEXT_TO_NOTHING)):
        return isinstance(new, (Pass, *NEXT_TO_NOTHING))
    agreeing = isinstance(old, Agree) != isinstance(new, Agree)
    return (
        agreeing
        and isinstance(old, Agree | Report | Dispute)
        and isinstance(new, Agree | Report | Dispute)
    )


def _once(old: Order, new: Order) -> Iterator[Order]:
    """In one letter: the same order twice is one; of what there can be one, the last counts."""
    alone = ("near", "agree", "dispute")
    none = isinstance(old, React) and isinstance(new, React) and not (old.units and new.units)
    if old != new and not none and not (verb(old) == verb(new) and verb(new) in alone):
        yield old


def _cancelled(order: Order, cancel: Cancel) -> Iterator[Order]:
    """Forget a subject: an area, a unit's move, a verb; or everything."""
    if cancel.subject is None:
        return
    wanted = cancel.subject.casefold()
    if wanted not in subjects(order):
        yield order
    elif isinstance(order, Move | Shift | Retrograde) and wanted != verb(order):
        units = [name for name in order.units if name.casefold() == wanted]
        yield from _without(order, units)
