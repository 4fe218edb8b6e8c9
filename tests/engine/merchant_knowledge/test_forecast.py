"""What orders alone would lead to, from what their writer may know."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.merchant.forecast import forecast
from engine.merchant.knowledge import view
from engine.merchant.orders import ChooseDice, Design, Home, IslandName, NameAlly, Order, ShipName
from engine.merchant.state import Player, State
from tests.engine.merchant.fleet import ANN, BEN, island, order, ship, world

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"


def sea(*ships: dict[str, Any], **options: Any) -> State:
    return world(
        island("Home", 1000, 1000, "E", E=3, G=9),
        island("Near", 1000, 1400, "G", G=7),
        island("Far", 5000, 5000, "?"),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Slipway", "Ann", YARD, "Home"),
        *ships,
        **options,
    )


def notes(*orders: Order | str, state: State | None = None) -> list[str]:
    given = [order(one) if isinstance(one, str) else one for one in orders]
    return [note.text for note in forecast(view(state or sea(), ANN), given)]


def test_how_far_an_island_is_and_when_she_is_there() -> None:
    assert notes("Argo sail to Near") == ["Argo to Near: 400 km, there on day 3 02:00."]


def test_the_second_leg_begins_where_the_first_ends() -> None:
    assert notes("Argo sail to 1000E1040N then Near") == [
        "Argo to 1000E1040N: 40 km, there on day 1 05:00, then Near: 360 km, there on day 3 02:00."
    ]


def test_a_place_where_she_lies_is_reached_at_once() -> None:
    assert notes("Argo sail to Home") == ["Argo to Home: she is there."]


def test_a_long_voyage_ends_in_a_later_turn() -> None:
    assert notes("Argo sail to 4000E1000N") == [
        "Argo to 4000E1000N: 3000 km, there on day 2 15:00 of turn 3."
    ]


def test_fuel_that_does_not_last_is_told() -> None:
    assert notes("Argo sail to Far") == ["Argo to Far: 5657 km, but her fuel lasts 4000 km."]


def test_a_carrier_is_told_what_lay_there_when_it_was_last_seen() -> None:
    assert notes("Argo carry all E from Home to Near") == [
        "Argo to Home: she is there, then Near: 400 km, there on day 3 02:00.",
        "Argo would load 11 Engine at Home; seen there now: 3.",
    ]
    assert "Argo would load 5 Gun at Near, if it is there." in notes(
        "Argo carry 5 G from Near to Home"
    )


def test_to_an_enemy_no_distance_is_told_seen_or_not() -> None:
    prinz = ship("Prinz", "Cat", CARGO, 1000, 1040)
    words = ["Argo steers for Prinz wherever she is; no distance can be told."]
    assert notes("Argo sail to Prinz") == words
    assert notes("Argo sail to Prinz", state=sea(prinz)) == words


def test_to_an_allys_ship_it_is() -> None:
    hector = ship("Hector", "Ben", CARGO, "Near")
    assert notes("Argo sail to Hector", state=sea(hector)) == [
        "Argo to Hector: 400 km, there on day 3 02:00."
    ]


def test_a_tow_is_slow() -> None:
    assert notes("Argo tow Slipway to Near") == [
        "Argo to Slipway: she is there, then Near: 400 km, there on day 5 04:00."
    ]


def test_a_yard_is_told_what_the_ship_could_do_and_what_is_missing() -> None:
    assert notes("Slipway build Nemesis with 4E3G3C2R2B") == [
        (
            "Nemesis would be 4E3G3C2R2B, 8 km/h, guns reach 6 km, radar detects at 200 km, "
            "if the modules are there when the week ends."
        ),
        "Now missing at Home: 2B 3C 1E 2R; what is missing is left out.",
    ]


def test_the_same_order_again_goes_on() -> None:
    state = sea()
    argo = state.ships[ShipName("Argo")]
    carry = order("Argo carry all E from Home to Near")
    loaded = msgspec.structs.replace(argo, mission=carry, leg=1)
    state = msgspec.structs.replace(state, ships={**state.ships, argo.name: loaded})
    on = ["Argo to Near: 400 km, there on day 3 02:00."]
    assert notes("Argo carry all E from Home to Near", state=state) == on
    assert notes("Argo continue", state=state) == on
    assert notes("Argo hold", state=state) == []


def test_orders_for_ships_of_others_are_passed_over() -> None:
    assert notes("Prinz sail to Home", state=sea(ship("Prinz", "Cat", CARGO, "Home"))) == []


def test_a_registration_is_foreseen_too() -> None:
    state = msgspec.structs.replace(
        sea(),
        turn=0,
        ships={},
        alliances={},
        players={role: Player(role, role) for role in (ANN, BEN)},  # type: ignore[arg-type]  # no alliance yet
    )
    design = Design(ShipName("Wolf"), "2A3B5E3G3C2R", 7)
    told = notes(design, Home(IslandName("Home")), NameAlly(BEN), state=state)
    assert told == [
        "Wolf: 18 modules; 10 km/h, guns reach 6 km, radar detects at 200 km.",
        "You would start at Home, where factories make Engine.",
        "You and Ben are allies as soon as Ben names you too.",
    ]


def test_new_dice_and_the_end() -> None:
    assert notes(ChooseDice("magic")) == ["Your dice are magic from this turn on."]
    over = msgspec.structs.replace(sea(), over=True)
    assert notes("Argo sail to Near", state=over) == []
