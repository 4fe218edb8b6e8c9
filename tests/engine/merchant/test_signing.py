"""Signing up and the position before turn 1 (MER-18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import Cancel, GmEdit, Role, Seat, Turn
from engine.merchant.merging import merge
from engine.merchant.orders import (
    ChooseDice,
    Design,
    Home,
    IslandName,
    NameAlliance,
    NameAlly,
    Order,
    ShipName,
)
from engine.merchant.rules import MERCHANT
from engine.merchant.seeing import everything
from engine.merchant.signing import complete, why_not_sign_up
from engine.merchant.state import CARGO_SHIP, YARD_SHIP, AllianceName, State
from tests.engine.merchant.fleet import ANN, BEN, CAT, DAN, archipelago

SPECIAL = "2A2B6E4G4C2R"


def registration(
    home: str, ally: Role | None = None, initial: str = "A", **more: Any
) -> list[Order]:
    names = [f"{initial}{letter}ship" for letter in "abcdefgh"]
    orders: list[Order] = [
        Design(ShipName(name), SPECIAL if slot > 6 else "", slot)
        for slot, name in enumerate(names, 1)
    ]
    orders += [Home(IslandName(home))]
    if ally:
        orders.append(NameAlly(ally))
    if "alliance" in more:
        orders.append(NameAlliance(more["alliance"]))
    return orders


def signed(orders: Mapping[Role, Sequence[Order]], **options: Any) -> Turn[State]:
    seats = [Seat(role, tuple(given)) for role, given in orders.items()]
    return MERCHANT.setup(archipelago(**options), seats, QuickDice(1))


def opened(orders: Mapping[Role, Sequence[Order]], seed: int = 1, **options: Any) -> Turn[State]:
    return MERCHANT.adjudicate(signed(orders, **options).state, orders, QuickDice(seed))


def test_eight_ships_lie_at_the_home_island_with_full_tanks() -> None:
    state = opened({ANN: registration("Corsica", BEN), BEN: registration("Delos", ANN, "B")}).state
    ships = [ship for ship in state.ships.values() if ship.owner == ANN]
    assert [ship.structure for ship in ships] == [
        *[CARGO_SHIP] * 4,
        *[YARD_SHIP] * 2,
        *["AABBEEEEEEGGGGCCCCRR"] * 2,
    ]
    assert {(ship.e, ship.n) for ship in ships} == {(1847.0, 5702.0)}
    assert (ships[0].fuel, ships[6].ammo) == (4000.0, 200)
    assert list(state.ships)[:1] == ["Aaship"]


def test_the_first_ships_can_be_empty() -> None:
    state = opened({ANN: registration("Corsica")}, initial_supplies="empty").state
    assert {(ship.fuel, ship.ammo) for ship in state.ships.values()} == {(0.0, 0)}


def test_who_name_each_other_are_allies_and_the_rest_are_paired_by_lot() -> None:
    everybody = {
        role: registration(home, ally, role[0])
        for role, home, ally in (
            (ANN, "Corsica", DAN),
            (BEN, "Delos", None),
            (CAT, "Gough", None),
            (DAN, "Heard", ANN),
        )
    }
    state = opened(everybody).state
    assert [each.members for each in state.alliances.values()] == [("Ann", "Dan"), ("Ben", "Cat")]
    assert state.allied(ANN, DAN)
    assert not state.allied(ANN, BEN)


def test_the_gamesmaster_s_pairs_come_first() -> None:
    everybody = {
        role: registration(home, ally, role[0])
        for role, home, ally in (
            (ANN, "Corsica", BEN),
            (BEN, "Delos", ANN),
            (CAT, "Gough", None),
            (DAN, "Heard", None),
        )
    }
    state = signed(everybody).state
    turn = MERCHANT.amend(state, GmEdit("ally/Ann", "Cat", "as told"))
    assert isinstance(turn, Turn)
    after = MERCHANT.adjudicate(turn.state, everybody, QuickDice(1)).state
    assert after.allied(ANN, CAT)
    assert after.allied(BEN, DAN)


def test_one_too_many_plays_alone_or_is_left_out() -> None:
    three = {
        ANN: registration("Corsica", BEN),
        BEN: registration("Delos", ANN, "B"),
        CAT: registration("Gough", None, "C"),
    }
    alone = opened(three).state
    assert [len(each.members) for each in alone.alliances.values()] == [2, 1]
    turn = opened(three, one_handed_alliances=False)
    assert not any(ship.owner == CAT for ship in turn.state.ships.values())
    assert [problem.code for problem in turn.problems[CAT]] == ["left-out"]


def test_an_alliance_is_called_as_its_members_say_or_by_its_homes() -> None:
    pairs = {
        ANN: registration("Corsica", BEN, alliance="Hanse"),
        BEN: registration("Delos", ANN, "B"),
        CAT: registration("Gough", DAN, "C"),
        DAN: registration("Heard", CAT, "D"),
    }
    assert list(opened(pairs).state.alliances) == [AllianceName("Hanse"), AllianceName("Gold")]


def test_the_first_complete_registration_has_the_home() -> None:
    both = {ANN: registration("Corsica"), BEN: registration("Corsica", None, "B")}
    turn = signed(both)
    assert dict(turn.state.claims) == {"Corsica": ANN}
    assert [problem.code for problem in turn.problems[BEN] if problem.refused] == ["home-taken"]
    shared = opened(both, shared_homes=True).state
    assert {player.home for player in shared.players.values()} == {"Corsica"}


def test_a_home_taken_is_not_said_to_be_whose() -> None:
    both = {ANN: registration("Corsica"), BEN: registration("Corsica", None, "B")}
    assert all("Ann" not in problem.text for problem in signed(both).problems[BEN])


def test_what_a_registration_lacks_is_filled_in_by_lot() -> None:
    turn = opened({ANN: [], BEN: registration("Delos", None, "B")})
    ann = [ship for ship in turn.state.ships.values() if ship.owner == ANN]
    assert len(ann) == len({ship.name for ship in ann}) == 8
    assert turn.state.players[ANN].home in {i.name for i in turn.state.islands.values() if i.home}
    assert "home-by-lot" in [problem.code for problem in turn.problems[ANN]]


def test_a_name_that_two_want_goes_by_lot_and_the_other_gets_a_letter() -> None:
    both = {ANN: registration("Corsica", BEN), BEN: registration("Delos", ANN, "A")}
    owners = {opened(both, seed).state.ships[ShipName("Aaship")].owner for seed in range(12)}
    assert owners == {ANN, BEN}
    assert "Aashipb" in opened(both).state.ships


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Design(ShipName("Aa"), "9B", 7), "size"),
        (Design(ShipName("Aa"), "10BQ", 7), "bad-structure"),
        (Design(ShipName("Aa"), "10B?", 7), "wildcard"),
        (Design(ShipName("Aa"), "", 7), "bad-structure"),
        (Design(ShipName("Aa"), "10B", 1), "given-structure"),
        (Design(ShipName("Aa"), "", 9), "no-such-slot"),
        (Design(ShipName("Delos"), "", 1), "name-of-island"),
        (Design(ShipName("Sail"), "", 1), "name-reserved"),
        (Design(ShipName("Bismarckandmore"), "", 1), "bad-name"),
        (Home(IslandName("Lemnos")), "no-home"),
        (Home(IslandName("Atlantis")), "no-such-island"),
        (NameAlly(ANN), "own-ally"),
        (NameAlliance("The Best"), "bad-name"),
    ],
)
def test_what_is_refused_at_sign_up(order: Order, code: str) -> None:
    known = everything(signed({ANN: []}).state, ANN)
    refused = [
        problem.code for problem in why_not_sign_up(known, merge((), [order])) if problem.refused
    ]
    assert refused == [code]


def test_a_registration_is_ready_with_eight_ships_and_a_home() -> None:
    known = everything(signed({ANN: []}).state, ANN)
    full = merge((), registration("Corsica"))
    assert complete(known, full)
    assert MERCHANT.ready(known, full)
    assert not complete(known, full[1:])
    assert not complete(known, [order for order in full if not isinstance(order, Home)])


def test_a_ship_without_a_number_takes_the_first_free_place_of_her_kind() -> None:
    book = merge(
        (), [Design(ShipName("Aa")), Design(ShipName("Bb"), "12B"), Design(ShipName("Cc"))]
    )
    assert [order.slot for order in book if isinstance(order, Design)] == [1, 7, 2]
    again = merge(book, [Design(ShipName("Bb"), "14B")])
    assert [order.slot for order in again if isinstance(order, Design)] == [1, 7, 2]


def test_later_letters_replace_what_they_name_and_cancel_forgets() -> None:
    book = merge((), [*registration("Corsica"), ChooseDice("magic")])
    later = merge(book, [ChooseDice("normal"), Cancel("Aaship"), Cancel("home")])
    assert ChooseDice("normal") in later
    assert len(later) == len(book) - 2
    assert merge(book, [Cancel()]) == ()
