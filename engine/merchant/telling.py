"""What an ally hears of a player's orders before the turn is run, where the game says so."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Notice, Role
from engine.merchant.orders import Order, ShipOrder, line
from engine.merchant.sight import partners
from engine.merchant.state import State


def at_once(state: State, role: Role, orders: Sequence[Order]) -> tuple[Notice, ...]:
    """Nothing, unless receipts are copied to the ally: then the orders as they stand (MER-H120)."""
    if not state.turn or state.over or not state.options.ally_receipts:
        return ()
    given = [line(order) for order in orders if isinstance(order, ShipOrder)]
    if not given:
        return ()
    text = f"{role}'s orders for turn {state.turn} as they stand now:\n " + "\n ".join(given)
    return tuple(
        Notice(ally, f"Orders of {role}", text) for ally in sorted(partners(state, role) - {role})
    )
