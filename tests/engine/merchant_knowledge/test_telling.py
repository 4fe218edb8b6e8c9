"""What an ally hears of orders before the week is sailed (MER-H120)."""

from __future__ import annotations

from engine.core.ruleset import Notice
from engine.merchant.orders import ChooseDice, Hold, Location, Order, Sail, ShipName
from engine.merchant.telling import at_once
from tests.engine.merchant.fleet import ANN, BEN, ship, world

WOLF = ship("Wolf", "Ann", "B" * 12, 100, 100)
SAIL = Sail(ship=ShipName("Wolf"), to=(Location("0200E0200N"),))


def test_orders_are_secret_unless_the_game_copies_them() -> None:
    assert at_once(world(WOLF), ANN, [SAIL]) == ()


def test_the_ally_alone_hears_them_as_they_stand() -> None:
    state = world(WOLF, ally_receipts=True)
    text = "Ann's orders for turn 1 as they stand now:\n Wolf sail to 0200E0200N\n Wolf hold"
    orders: list[Order] = [SAIL, Hold(ship=ShipName("Wolf"))]
    assert at_once(state, ANN, orders) == (Notice(BEN, "Orders of Ann", text),)


def test_where_no_ship_has_an_order_there_is_nothing_to_hear() -> None:
    assert at_once(world(WOLF, ally_receipts=True), ANN, [ChooseDice("normal")]) == ()
