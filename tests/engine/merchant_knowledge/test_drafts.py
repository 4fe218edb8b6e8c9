"""Orders with blanks: what can be filled in, from what the writer knows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import QuickDice
from engine.core.form import Draft, Modules, Name, Number, Pick, Slot
from engine.core.ruleset import Role, Seat, Turn
from engine.merchant.form import form
from engine.merchant.knowledge import view
from engine.merchant.orders import Order
from engine.merchant.rules import MERCHANT
from engine.merchant.state import State
from tests.engine.merchant.fleet import ANN, archipelago, island, ship, world

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"


def sea(*ships: dict[str, Any], **options: Any) -> State:
    return world(
        island("Home", 1000, 1000, "E", E=30, _1=9),
        island("Near", 1000, 1100, "G", G=7),
        island("Far", 9000, 9000, "?"),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Slipway", "Ann", YARD, "Home"),
        *ships,
        **options,
    )


def drafts(state: State, subject: str) -> dict[str, Draft[Order]]:
    lines = form(view(state, ANN), ()).lines
    (line,) = (line for line in lines if line.subject == subject)
    return {draft.label: draft for draft in line.drafts}


def slots(draft: Draft[Order]) -> dict[str, Slot]:
    return {slot.label: slot for slot in draft.slots}


def offered(slot: Slot) -> list[str]:
    assert isinstance(slot, Pick)
    return [option.value for option in slot.options]


def test_she_can_sail_as_far_as_her_fuel_lasts() -> None:
    to = slots(drafts(sea(), "Argo")["sail to"])["to"]
    assert offered(to) == ["Home", "Near"]


def test_the_second_place_may_be_any_island() -> None:
    two = slots(drafts(sea(), "Argo")["sail to one place, then to another"])
    assert offered(two["then to"]) == ["Far", "Home", "Near"]


def test_her_option_is_filled_in_as_it_stands() -> None:
    state = sea(ship("Wolf", "Ann", CARGO, "Home", engagement="attack"))
    option = slots(drafts(state, "Wolf")["sail to"])["on meeting an enemy"]
    assert isinstance(option, Pick)
    assert option.first == "attack"
    assert offered(option) == ["ignore", "attack", "shadow", "avoid"]


@pytest.mark.parametrize("name", ["Torpedo", "Fuel", "ignorelamp", "attackAmmo"])
def test_a_sample_is_never_a_part_of_her_name(name: str) -> None:
    for draft in drafts(sea(ship(name, "Ann", CARGO, "Home")), name).values():
        assert not [slot.sample for slot in draft.slots if slot.sample in name]


def test_she_carries_what_her_holds_have_room_for() -> None:
    units = slots(drafts(sea(), "Argo")["carry cargo"])["units"]
    assert isinstance(units, Number)
    assert (units.least, units.most, units.first) == (1, 11, 11)


def test_a_shipyard_builds_from_what_was_seen_in_the_stores() -> None:
    built = slots(drafts(sea(), "Slipway")["build a ship"])
    assert isinstance(built["modules"], Modules)
    assert built["modules"].stock == {"": {"E": 30}}
    assert isinstance(built["name"], Name)
    assert {"Argo", "Home", "sail"} <= set(built["name"].taken)


def test_a_ship_to_be_rebuilt_gives_her_sound_modules() -> None:
    rebuilt = slots(drafts(sea(), "Slipway")["rebuild a ship"])
    assert offered(rebuilt["the ship"]) == ["Argo"]
    assert isinstance(rebuilt["modules"], Modules)
    assert rebuilt["modules"].stock["Argo"]["E"] == 34


def test_where_nothing_is_left_to_chance_blanks_say_so() -> None:
    modules = slots(drafts(sea(wildcards=False), "Slipway")["build a ship"])["modules"]
    assert isinstance(modules, Modules)
    assert not modules.wild


def test_who_has_no_engines_goes_nowhere() -> None:
    assert list(drafts(sea(), "Slipway")) == [
        "build a ship",
        "rebuild a ship",
        "change only what she does on meeting an enemy",
    ]


def test_a_shipyard_at_sea_offers_nothing_to_build() -> None:
    state = sea(ship("Dock", "Ann", YARD, 2000, 2000))
    assert "build a ship" not in drafts(state, "Dock")


def test_ships_are_offered_as_far_as_they_are_known() -> None:
    state = sea(
        ship("Hector", "Ben", CARGO, "Far"),
        ship("Prinz", "Cat", CARGO, 1000, 1040),
        ship("Veil", "Cat", CARGO, 5000, 5000),
    )
    assert offered(slots(drafts(state, "Argo")["tow a ship"])["the ship"]) == [
        "Slipway",
        "Hector",
        "Prinz",
    ]


def test_six_ships_of_sign_up_have_a_name_and_two_a_structure_too() -> None:
    seats = [Seat(ANN), Seat(Role("Ben"))]
    opened: Turn[State] = MERCHANT.setup(archipelago(), seats, QuickDice(1))
    kinds = [
        [type(slot) for draft in drafts(opened.state, f"ship {n}").values() for slot in draft.slots]
        for n in range(1, 9)
    ]
    assert kinds == [[Name]] * 6 + [[Name, Modules]] * 2
