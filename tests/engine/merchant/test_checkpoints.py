"""The position in figures by name, as worked cases and bug reports ask for it."""

from __future__ import annotations

from engine.core.dice import QuickDice
from engine.core.ruleset import Stepwise
from engine.merchant.rules import Merchant
from tests.engine.merchant.fleet import ANN, island, orders, ship, world

MERCHANT = Merchant()
SIX = "EEEEEEBBBB"


def test_every_ship_island_player_and_alliance_has_its_figures() -> None:
    state = world(
        island("Home", 100, 100), ship("Six", "Ann", SIX, "Home"), ship("Foe", "Cat", SIX, 180, 100)
    )
    assert isinstance(MERCHANT, Stepwise)
    given = orders({ANN: ["Six sail to 0200E0100N"]})
    turn, at = MERCHANT.checked(state, given, QuickDice(1), [0, 50])
    assert at[0]["ship.Six.position"] == [100.0, 100.0]
    assert at[50]["ship.Six.position"] == [150.0, 100.0]
    assert at[50]["contact.Red.Foe"] == "none"
    assert at[50]["distance.Foe.Six"] == at[50]["distance.Six.Foe"] == 30.0
    end = MERCHANT.end_refs(turn)
    assert (end["arrival.Six.1"], end["player.Ann.vp"], end["island.Home.stores.E"]) == (100, 1, 0)


def test_a_ship_that_is_gone_does_not_exist() -> None:
    state = world(island("Home", 100, 100), ship("Six", "Ann", SIX, "Home"))
    given = orders({ANN: ["Six disband at Home"]})
    _, at = MERCHANT.checked(state, given, QuickDice(1), [1])
    assert at[1]["ship.Six.exists"] is False


def test_asking_changes_nothing() -> None:
    state = world(ship("Six", "Ann", SIX, 100, 100), ship("Foe", "Cat", "GCREEEEBBBB", 120, 100))
    given = orders({ANN: ["Six sail to Foe, avoid"]})
    asked, _ = MERCHANT.checked(state, given, QuickDice(1), range(2017))
    assert asked == MERCHANT.adjudicate(state, given, QuickDice(1))
