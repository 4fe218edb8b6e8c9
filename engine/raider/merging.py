"""One player's standing orders: what a later letter replaces, and what is still to come."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Cancel
from engine.raider.orders import Design, Order, Pledge, ShipOrder
from engine.raider.signing import complete
from engine.raider.state import FLEET
from engine.raider.view import View

OVERLORD, START = "overlord", "start"


def merge(standing: Sequence[Order], letter: Sequence[Order | Cancel]) -> tuple[Order, ...]:
    """A letter replaces what it names and leaves the rest (RAID-R64); its last word counts."""
    book: dict[str, Order] = {}
    for entry in (*standing, *letter):
        if isinstance(entry, Cancel):
            _cancel(book, entry)
        else:
            order = _in_a_slot(book, entry) if isinstance(entry, Design) else entry
            book[subject(order)] = order
    return tuple(sorted(book.values(), key=_place))


def _place(order: Order) -> int:
    """Ships by their numbers, then all else as it came: the order of the form."""
    return order.slot if isinstance(order, Design) and order.slot else FLEET + 1


def subject(order: Order) -> str:
    """What an order is about, as `Cancel` names it, in small letters."""
    if isinstance(order, ShipOrder):
        return order.ship.casefold()
    if isinstance(order, Pledge):
        return OVERLORD
    if isinstance(order, Design):
        return f"ship {order.slot}" if order.slot else f"ship {order.name.casefold()}"
    return START


def ready(view: View, orders: Sequence[Order]) -> bool:
    """A complete registration; later, an order for every ship."""
    if view.over:
        return True
    if view.turn == 0:
        return complete(view, orders)
    ordered = {order.ship for order in orders if isinstance(order, ShipOrder)}
    return all(ship.name in ordered for ship in view.own_ships)


def _in_a_slot(book: dict[str, Order], order: Design) -> Design:
    """A design without a number takes her namesake's place, else the first that is free."""
    if order.slot:
        return order
    held = {
        entry.slot: entry.name.casefold() for entry in book.values() if isinstance(entry, Design)
    }
    same = [slot for slot, name in held.items() if slot and name == order.name.casefold()]
    free = [slot for slot in range(1, FLEET + 1) if slot not in held]
    slot = (same or free or [0])[0]
    return Design(order.name, order.structure, slot)


def _cancel(book: dict[str, Order], cancel: Cancel) -> None:
    """Forget one subject: a ship by name or number, `overlord`, `start`; or everything."""
    if cancel.subject is None:
        book.clear()
        return
    wanted = cancel.subject.casefold()
    for key, order in tuple(book.items()):
        names = {key, key.removeprefix("ship ")}
        if isinstance(order, Design):
            names.add(order.name.casefold())
        if wanted in names:
            del book[key]
