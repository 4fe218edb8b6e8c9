"""One player's standing orders: what a later letter replaces, and what is still to come."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Cancel
from engine.merchant.orders import (
    ChooseDice,
    Design,
    Home,
    NameAlliance,
    Order,
    ShipOrder,
)
from engine.merchant.signing import complete
from engine.merchant.state import FLEET, STARTERS
from engine.merchant.view import View

DICE, HOME, ALLY, ALLIANCE = "dice", "home", "ally", "alliance"


def merge(standing: Sequence[Order], letter: Sequence[Order | Cancel]) -> tuple[Order, ...]:
    """A letter replaces what it names and leaves the rest (MER-H127); its last word counts."""
    book: dict[str, Order] = {}
    for entry in (*standing, *letter):
        if isinstance(entry, Cancel):
            _cancel(book, entry)
        else:
            order = _in_a_slot(book, entry) if isinstance(entry, Design) else entry
            book[subject(order)] = order
    return tuple(book.values())


def subject(order: Order) -> str:
    """What an order is about, as `Cancel` names it, in small letters."""
    if isinstance(order, ShipOrder):
        return order.ship.casefold()
    if isinstance(order, Design):
        return f"ship {order.slot}" if order.slot else f"ship {order.name.casefold()}"
    if isinstance(order, ChooseDice):
        return DICE
    if isinstance(order, Home):
        return HOME
    return ALLIANCE if isinstance(order, NameAlliance) else ALLY


def ready(view: View, orders: Sequence[Order]) -> bool:
    """A complete registration; later, an order for every ship."""
    if view.over:
        return True
    if view.turn == 0:
        return complete(view, orders)
    ordered = {order.ship for order in orders if isinstance(order, ShipOrder)}
    return all(name in ordered for name in view.ships)


def _in_a_slot(book: dict[str, Order], order: Design) -> Design:
    """A design without a number takes her namesake's place, else the first free of her kind."""
    if order.slot:
        return order
    held = {
        entry.slot: entry.name.casefold() for entry in book.values() if isinstance(entry, Design)
    }
    special = range(len(STARTERS) + 1, FLEET + 1)
    slots = special if order.structure else range(1, len(STARTERS) + 1)
    same = [slot for slot in slots if held.get(slot) == order.name.casefold()]
    free = [slot for slot in slots if slot not in held]
    return Design(order.name, order.structure, (same or free or [0])[0])


def _cancel(book: dict[str, Order], cancel: Cancel) -> None:
    """Forget one subject: a ship by name or number, `dice`, `home`, `ally`; or everything."""
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
