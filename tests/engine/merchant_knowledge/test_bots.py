"""A bot good enough to fill a seat."""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.core.dice import FairDice
from engine.core.play import fair_dice, replay
from engine.merchant.bots import careful
from engine.merchant.checks import why_not
from engine.merchant.events import Built, Landed, Sinking, Visit
from engine.merchant.knowledge import view
from engine.merchant.options import Engagement
from engine.merchant.orders import Build, Carry, Order, Sail, ShipName
from engine.merchant.rules import MERCHANT
from tests.engine.merchant.fleet import ANN, island, ship, world
from tests.helpers.merchant_world import ARCHIPELAGO, bot_game, bot_record

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"
HUNTER = "BBEEEEEEGGGCCCCRR"


def orders(*ships: object, **stores: float) -> dict[ShipName, Order]:
    things = [thing for thing in ships if isinstance(thing, dict)]
    sea = world(
        island("Home", 1000, 1000, "?", **stores),
        island("Near", 1000, 1300, "E", E=40),
        ship("Slipway", "Ann", YARD, "Home"),
        *things,
    )
    sea = msgspec.structs.replace(sea, turn=2)
    given = careful(view(sea, ANN), FairDice(b"a bot"))
    return {order.ship: order for order in given if hasattr(order, "ship")}


def test_a_carrier_fetches_what_the_shipyard_lacks() -> None:
    carry = orders(ship("Argo", "Ann", CARGO, "Home"))[ShipName("Argo")]
    assert isinstance(carry, Carry)
    assert (carry.product, carry.source, carry.destination) == ("E", "Near", "Home")


def test_a_shipyard_builds_when_the_modules_are_there() -> None:
    build = orders(E=9, G=9, C=9, R=9, A=9, B=9)[ShipName("Slipway")]
    assert isinstance(build, Build)
    assert build.structure == "5E4G4C2R2A3B"
    assert ShipName("Slipway") not in orders(E=9)


def test_a_warship_hunts_a_merchant_in_sight() -> None:
    prey = ship("Prinz", "Cat", CARGO, 1000, 1060)
    hunt = orders(ship("Wolf", "Ann", HUNTER, "Home"), prey)[ShipName("Wolf")]
    assert isinstance(hunt, Sail)
    assert (hunt.to, hunt.engagement) == (("Prinz",), Engagement.ATTACK)


def test_a_merchant_runs_from_a_warship_in_sight() -> None:
    threat = ship("Prinz", "Cat", HUNTER, 1000, 1040)
    run = orders(ship("Argo", "Ann", CARGO, 1000, 1020), threat)[ShipName("Argo")]
    assert isinstance(run, Sail)
    assert (run.to, run.engagement) == (("Home",), Engagement.AVOID)


def test_bots_see_the_world_trade_build_and_fight() -> None:
    kinds = Counter(type(event) for turn in bot_game() for event in turn.events)
    assert all(kinds[kind] for kind in (Visit, Landed, Built, Sinking))
    assert min(MERCHANT.scores(bot_game()[-1].state).values()) > 1


def test_a_bot_orders_nothing_that_is_refused() -> None:
    for turn in bot_game():
        for role in turn.state.players:
            seen = view(turn.state, role)
            given = careful(seen, FairDice(b"a bot"))
            assert not [problem for problem in why_not(seen, given) if problem.refused]


def test_a_game_of_bots_can_be_replayed() -> None:
    record, turns = bot_record()
    again = replay(MERCHANT, ARCHIPELAGO, record, fair_dice(b"bots", "game"))
    assert again == turns
