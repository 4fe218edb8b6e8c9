"""What is said against orders, from what their writer knows (MER-19.4, FEAT-O6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as change

from engine.merchant.checks import why_not
from engine.merchant.knowledge import view
from engine.merchant.orders import Carry, Design, ShipName
from engine.merchant.state import State
from tests.engine.merchant.fleet import ANN, BEN, island, order, run, ship, world

YARD = "AABBYYYYYYYYYYYYYYYY"
OLD = "AABBEEEEHHHHHHHHHHHR"


def position(**options: Any) -> State:
    return world(
        island("Corsica", 100, 100, B=3),
        island("Delos", 900, 100),
        ship("Argo", "Ann", OLD, "Corsica"),
        ship("Slipway", "Ann", YARD, "Corsica"),
        ship("Hector", "Ben", OLD, "Delos"),
        ship("Tirpitz", "Cat", OLD, 5000, 5000),
        **options,
    )


def said(*lines: str, **options: Any) -> list[tuple[str, str]]:
    state = position(**options)
    problems = why_not(view(state, ANN), [order(line) for line in lines])
    return [(problem.severity.value, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Argo sail to Delos", []),
        ("Argo sail to Hector", []),
        ("Argo sail to Tirpitz", [("remark", "unknown-name")]),
        ("Argo sail to Bismarck", [("remark", "unknown-name")]),
        ("Argo sail to Argo", [("refused", "herself")]),
        ("Argo tow Argo to Delos", [("refused", "herself")]),
        ("Argo tow Delos to Corsica", [("refused", "not-a-ship")]),
        ("Argo sail to 45E", [("refused", "no-place")]),
        ("Argo carry 4 G from Atlantis to Delos", [("refused", "no-such-island")]),
        ("Argo carry 40 G from Corsica to Delos", [("warned", "too-many-units")]),
        ("Slipway sail to Delos", [("warned", "no-engines")]),
        ("Tirpitz sail to Delos", [("refused", "not-your-ship")]),
        ("Nobody sail to Delos", [("refused", "not-your-ship")]),
        ("Argo disband at Atlantis", [("refused", "no-such-island")]),
        ("Argo build Foo with 12B", [("refused", "no-shipyard"), ("warned", "stores-short")]),
        ("Slipway build Foo with 4A", [("refused", "size")]),
        ("Slipway build Foo with 25G", [("refused", "size")]),
        ("Slipway build Foo with 10BQQ", [("refused", "bad-structure")]),
        ("Slipway build Hector with 10B", [("refused", "name-in-use"), ("warned", "stores-short")]),
        ("Slipway build Delos with 3B8?", [("refused", "name-of-island")]),
        ("Slipway build Then with 3B8?", [("refused", "name-reserved")]),
        ("Slipway build Tirpitz with 3B8?", []),
        ("Slipway rebuild Slipway with 10B", [("refused", "herself")]),
        ("Argo continue", [("remark", "no-mission")]),
        ("Argo hold", []),
    ],
)
def test_what_is_said_of_one_line(line: str, expected: list[tuple[str, str]]) -> None:
    assert said(line) == expected


def test_a_ship_that_he_cannot_know_is_spoken_of_like_one_that_is_not_there() -> None:
    state = position()
    real, none = (
        why_not(view(state, ANN), [order(f"Argo tow {name} to Delos")])
        for name in ("Tirpitz", "Bismarck")
    )
    assert [p.text.replace("Tirpitz", "Bismarck") for p in real] == [p.text for p in none]


def test_a_later_order_for_a_ship_replaces_the_earlier() -> None:
    assert said("Argo hold", "Argo sail to Delos") == [("remark", "replaced")]


def test_who_breaks_up_all_his_ships_is_warned() -> None:
    lines = "Argo disband at Corsica", "Slipway disband at Corsica"
    assert said(*lines) == [("warned", "last-ship")]


def test_wildcards_can_be_ruled_out() -> None:
    assert said("Slipway build Foo with 3B8?", wildcards=False) == [("refused", "wildcard")]


def test_dice_can_be_changed_unless_the_game_says_no() -> None:
    assert said("dice normal") == []
    assert said("dice magic") == [("remark", "dice-already")]
    assert said("dice normal", dice_change="never") == [("refused", "dice-fixed")]


def test_dice_chosen_are_thrown_from_this_turn_on() -> None:
    assert run(position(), Ann=["dice normal"]).state.players[ANN].dice == "normal"
    assert run(position(), Ann=["dice normal"]).state.players[BEN].dice == "magic"


def test_what_belongs_to_signing_up_is_refused_later() -> None:
    problems = why_not(view(position(), ANN), [Design(ShipName("New"), "10B", 7)])
    assert [problem.code for problem in problems] == ["sign-up-over"]


def test_a_suggestion_names_what_would_work() -> None:
    problem = why_not(view(position(), ANN), [order("Argo carry 4 G from Corsia to Delos")])[0]
    assert problem.suggestion == "Argo carry 4 G from Corsica to Delos"


def test_orders_that_are_refused_do_not_count_and_the_rest_does() -> None:
    turn = run(
        position(), Ann=["Argo sail to 0110E0100N", "Tirpitz hold", "Slipway build X with A"]
    )
    assert turn.state.ships[ShipName("Argo")].e == 110
    assert {problem.order for problem in turn.problems[ANN]} == {1, 2}


@pytest.mark.parametrize(
    ("fuel", "line", "warned"),
    [
        (0.25, "Argo sail to 0900E0600N", False),
        (0.2, "Argo sail to 0900E0600N", True),
        (0.25, "Argo sail to Delos then 2000E0100N", False),
        (0.25, "Argo sail to 0900E0600N then Delos", True),
        (0.25, "Argo sail to Delos then 9000E0100N", True),
        (0.2, "Argo carry 3 B from Corsica to Delos", True),
    ],
)
def test_too_little_fuel_is_warned_of_leg_by_leg(fuel: float, line: str, warned: bool) -> None:
    lands = island("Corsica", 100, 100), island("Delos", 900, 100)
    state = world(*lands, ship("Argo", "Ann", OLD, 900, 101, fuel=fuel))
    codes = [problem.code for problem in why_not(view(state, ANN), [order(line)])]
    assert ("fuel" in codes) is warned


def test_in_port_she_is_taken_to_be_full() -> None:
    assert said("Argo sail to 4000E0100N") == []
    assert said("Argo sail to 4200E0100N") == [("warned", "fuel")]


def test_of_an_order_given_again_only_the_rest_is_looked_at() -> None:
    carry = "Argo carry 3 B from Corsica to Delos"
    again = order(carry)
    assert isinstance(again, Carry)
    argo = ship("Argo", "Ann", OLD, 800, 100, fuel=0.1)
    lands = island("Corsica", 100, 100), island("Delos", 900, 100)
    state = world(*lands, argo)
    on = change(state.ships[ShipName("Argo")], mission=again, leg=1)
    loaded = change(state, ships={on.name: on})
    assert [p.code for p in why_not(view(state, ANN), [again])] == ["fuel"]
    assert why_not(view(loaded, ANN), [again]) == ()
