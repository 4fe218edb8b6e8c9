"""The position before turn 1 (RAID-3)."""

from __future__ import annotations

from engine.core.dice import FairDice
from engine.core.ruleset import Role, Seat, Turn
from engine.raider.orders import Order, Pledge
from engine.raider.setup import setup
from engine.raider.state import State
from engine.raider.turn import adjudicate
from tests.engine.raider.test_signing import fleet, start
from tests.helpers.raider import ANN, BOB, CAL, codes, island, pentarchy

WHOLE = (*fleet(), start("Agnes"))


def opened(
    registrations: dict[str, tuple[Order, ...]], seed: bytes = b"x", **options: object
) -> Turn[State]:
    """The game opened after these registrations, in this order."""
    given = {Role(name): orders for name, orders in registrations.items()}
    seats = [Seat(role, orders) for role, orders in given.items()]
    before = setup(pentarchy(**options), seats, FairDice(seed)).state
    return adjudicate(before, given, FairDice(seed))


def starts(turn: Turn[State]) -> dict[str, str]:
    return {i.owner: i.name for i in turn.state.islands.values() if i.owner is not None}


def test_all_six_ships_begin_at_the_start_island() -> None:
    after = opened({"Ann": WHOLE}).state
    assert after.turn == 1
    assert {(s.owner, s.island) for s in after.ships.values()} == {(ANN, "Agnes")}
    assert len(after.ships) == 6


def test_the_start_is_owned_and_visited_and_everybody_his_own_overlord() -> None:
    after = opened({"Ann": WHOLE}).state
    assert island(after, "Agnes").owner == ANN
    assert after.players[ANN].visited == {"Agnes"}
    assert after.players[ANN].overlord == ANN


def test_every_island_has_produced_once() -> None:
    islands = opened({"Ann": WHOLE}).state.islands.values()
    assert all(island.stores == {island.speciality: 8} for island in islands)


def test_the_rounds_of_first_production_are_an_option() -> None:
    after = opened({"Ann": WHOLE}, initial_production_rounds=4).state
    assert sum(island(after, "Agnes").stores.values()) == 24 + 5
    empty = opened({"Ann": WHOLE}, initial_production_rounds=0).state
    assert island(empty, "Agnes").stores == {}


def test_the_start_need_not_count_as_visited() -> None:
    after = opened({"Ann": WHOLE}, start_island_visited=False).state
    assert after.players[ANN].visited == frozenset()


def test_first_come_first_served() -> None:
    second = (*fleet("Gina", "Hera", "Ines", "Jo", "Kati", "Lea"), start("Agnes", "Pearl"))
    assert starts(opened({"Bob": second, "Ann": WHOLE})) == {
        "Bob": "Agnes",
        "Ann": starts(opened({"Bob": second, "Ann": WHOLE}))["Ann"],
    }
    assert starts(opened({"Ann": WHOLE, "Bob": second})) == {"Ann": "Agnes", "Bob": "Pearl"}


def test_who_finds_his_start_taken_gets_a_listed_one_by_lot() -> None:
    turn = opened({"Ann": WHOLE, "Bob": WHOLE})
    island = turn.state.islands[starts(turn)["Bob"]]  # type: ignore[index]
    assert island.listed
    assert "start-by-lot" in codes(turn, BOB)


def test_where_lots_are_drawn_the_order_of_letters_does_not_matter() -> None:
    one, two = {"Ann": WHOLE, "Bob": WHOLE}, {"Bob": WHOLE, "Ann": WHOLE}
    results = {
        seed: starts(opened(one, seed, start_conflict="ranked_list_lottery"))
        for seed in map(bytes, ([n] for n in range(12)))
    }
    for seed, result in results.items():
        assert result == starts(opened(two, seed, start_conflict="ranked_list_lottery"))
    assert len({result["Ann"] == "Agnes" for result in results.values()}) == 2


def test_one_name_for_two_ships_is_settled_by_lot() -> None:
    turn = opened({"Ann": WHOLE, "Bob": (*fleet(), start("Pearl"))})
    assert {"Anna", "Annab"} <= set(turn.state.ships)
    assert len(turn.state.ships) == 12
    renamed = codes(turn, ANN) + codes(turn, BOB)
    assert renamed == ["renamed"] * 6


def test_lots_for_names_do_not_depend_on_the_order_of_seats() -> None:
    anna, berta = (*fleet(), start("Agnes")), (*fleet(), start("Pearl"))
    one = opened({"Ann": anna, "Bob": berta}).state
    two = opened({"Bob": berta, "Ann": anna}).state
    assert one.ships == two.ships


def test_who_is_not_ready_starts_with_what_he_has() -> None:
    turn = opened({"Ann": WHOLE, "Bob": (*fleet("Zoe", "Yoko"), start("Pearl")), "Cal": ()})
    owners = [ship.owner for ship in turn.state.ships.values()]
    assert (owners.count(BOB), owners.count(CAL)) == (2, 0)
    assert "Cal" not in starts(turn)


def test_as_an_option_missing_ships_are_filled_in() -> None:
    turn = opened({"Ann": WHOLE, "Bob": fleet("Zoe"), "Cal": ()}, default_ships=True)
    owners = [ship.owner for ship in turn.state.ships.values()]
    assert [owners.count(role) for role in (ANN, BOB, CAL)] == [6, 6, 6]
    assert set(starts(turn)) == {"Ann", "Bob", "Cal"}


def test_an_overlord_can_be_chosen_at_sign_up_where_the_game_allows_it() -> None:
    seats = {"Ann": WHOLE, "Bob": (*fleet("Zoe"), start("Pearl"), Pledge(ANN))}
    assert opened(seats, overlord_at_registration=True).state.players[BOB].overlord == ANN
    assert opened(seats).state.players[BOB].overlord == BOB
