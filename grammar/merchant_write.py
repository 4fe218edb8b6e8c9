"""Orders of Merchant Raider as their canonical lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Cancel
from engine.merchant.orders import (
    Build,
    Carry,
    ChooseDice,
    Continue,
    Design,
    Disband,
    Hold,
    Home,
    NameAlliance,
    NameAlly,
    Order,
    Rebuild,
    Sail,
    Tow,
)
from engine.merchant.products import PRODUCTS
from grammar.merchant_structures import short


def write(order: Order) -> str:
    """The canonical line: parsing it gives the same order."""
    match order:
        case ChooseDice():
            return f"dice: {order.dice}"
        case NameAlly():
            return f"ally: {order.ally}"
        case NameAlliance():
            return f"alliance: {order.name}"
        case Home():
            return f"home: {order.island}"
        case Design():
            slot = f" {order.slot}" if order.slot else ""
            return f"ship{slot}: {order.name} {short(order.structure)}".rstrip()
    option = f", {order.engagement}" if order.engagement else ""
    return f"{order.ship} {_mission(order)}{option}"


def write_all(orders: Sequence[Order | Cancel]) -> str:
    """Several orders on one line; what is taken back is left out."""
    return "; ".join(write(order) for order in orders if not isinstance(order, Cancel))


def _mission(
    order: Build | Carry | Disband | Rebuild | Sail | Tow | Hold | Continue,
) -> str:
    match order:
        case Build():
            return f"build {order.name} with {short(order.structure)}"
        case Carry():
            return _carry(order)
        case Disband():
            return f"disband at {order.at}"
        case Rebuild():
            return f"rebuild {order.target} with {short(order.structure)}"
        case Sail():
            return f"sail to {' then '.join(order.to)}"
        case Tow():
            return f"tow {order.target} to {order.to}"
        case Hold():
            return "hold"
    return "continue"


def _carry(order: Carry) -> str:
    """Nothing to be fetched where it is landed: she only unloads (MER-H77)."""
    if order.units == 0 and not order.product and order.source == order.destination:
        return f"unload at {order.source}"
    units = "all" if order.units is None else str(order.units)
    product = f" {PRODUCTS[order.product].name}" if order.product else ""
    return f"carry {units}{product} from {order.source} to {order.destination}"
