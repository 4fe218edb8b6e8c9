"""Orders of Raider as their canonical lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Cancel
from engine.raider.orders import Order, Pledge, ShipOrder, Start, Task
from grammar.shared import is_reserved


def write(order: Order) -> str:
    """The canonical line; a name that has no use (RAID-R52, RAID-R53) is left out."""
    match order:
        case ShipOrder():
            return _ship_line(order)
        case Pledge():
            return f"overlord: {order.overlord}"
        case Start():
            return f"start: {', '.join(order.islands)}"
    slot = f" {order.slot}" if order.slot else ""
    return f"ship{slot}: {order.name} {_plain(order.structure)}"


def write_all(orders: Sequence[Order | Cancel]) -> str:
    """Several orders on one line; what is taken back is left out."""
    return "; ".join(write(order) for order in orders if not isinstance(order, Cancel))


def _plain(structure: str) -> str:
    """The structure so that it is no word of the language: 1AS for AS."""
    return f"1{structure}" if is_reserved(structure) else structure


def _ship_line(order: ShipOrder) -> str:
    going = f"{order.ship} to {order.destination}" if order.destination else str(order.ship)
    match order.task:
        case Task.MOVE:
            return going if order.destination else f"{going} stays"
        case Task.DISBAND:
            return f"{going}, disband"
        case Task.REFIT:
            return f"{going}, refit as {_plain(order.structure)}"
    return f"{going}, launch {order.name} as {_plain(order.structure)}"
