"""Every way in which an order of Merchant Raider can fail is told to who gave it (FEAT-T8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ruleset import Role, Turn
from engine.core.sheet import Heading, Items, Paragraph, plain
from engine.merchant.sheet import sheet
from engine.merchant.state import State
from tests.engine.merchant.fleet import ANN, BEN, island, run, ship, world

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"
TUG = "BBEEEEEEEEEE"
HULK = "AABBHHHHHHHHHH"
GUNBOAT = "BBEEEEEEGGGCCCCRR"


def sea(*ships: dict[str, Any], **options: Any) -> State:
    return world(
        island("Home", 1000, 1000, E=12, G=3),
        island("Near", 1000, 1010, G=4),
        island("Far", 9000, 9000),
        *ships,
        **options,
    )


ARGO = ship("Argo", "Ann", CARGO, "Home")
SLIPWAY = ship("Slipway", "Ann", YARD, "Home")
AT_SEA = ship("Slipway", "Ann", YARD, 3000, 3000)
PUSHER = ship("Pusher", "Ann", TUG, 1000, 1000)
HULK_ = ship("Hulk", "Ann", HULK, 1000, 1000)
DRY = ship("Argo", "Ann", CARGO, "Near", fuel=0.0)
DRIFTER = ship("Hulk", "Ann", HULK, "Near")


def said(turn: Turn[State], role: Role = ANN) -> str:
    """What the sheet says of the reader's ships: news, errands and log."""
    made = sheet(turn, role, ())
    assert made is not None
    found: list[str] = []
    for block in made.blocks:
        match block:
            case Heading():
                found.append(block.text)
            case Paragraph():
                found.append(plain(block.words))
            case Items():
                found += [plain(item) for item in block.items]
    return "\n".join(found).partition("How to order")[0]


@pytest.mark.parametrize(
    ("ships", "line", "reason"),
    [
        ((ARGO,), "Nemo sail to Near", "You have no ship called Nemo"),
        ((ARGO,), "Argo tow Nemo to Near", "gave up her mission, as there is no Nemo"),
        ((ARGO,), "Argo carry 11 G from Near to Home", "loaded 4 Gun of the 11 asked for"),
        ((ARGO,), "Argo carry 11 T from Near to Home", "found no Tube to load"),
        ((ARGO,), "Argo sail to Far", "but her fuel lasts"),
        ((DRY,), "Argo sail to Home", "10 km to go, but she has no fuel"),
        ((DRIFTER,), "Hulk sail to Home", "10 km to go, but she has no sound engine"),
        ((SLIPWAY,), "Slipway build Nemesis with 10G", "fewer than ten modules would have come"),
        ((AT_SEA,), "Slipway build Nemesis with 10E", "the shipyard did not lie at an island"),
        (
            (SLIPWAY,),
            "Slipway build Nemesis with 12E5G",
            "launched Nemesis, 12E3G; 2G of what was asked for was not in the stores",
        ),
        (
            (SLIPWAY, ARGO),
            "Slipway build Argo with 10E",
            "There is a ship called Argo already: choose another name.",
        ),
        ((SLIPWAY, DRY), "Slipway rebuild Argo with 10E", "no such ship lay at the island"),
        ((SLIPWAY,), "Slipway rebuild Slipway with 10E", "Slipway cannot rebuild herself."),
        (
            (SLIPWAY, ARGO),
            "Slipway rebuild Argo with 2A2B6E8H2T",
            "as 2A2B6E8H; 2T of what was asked for was not in the stores",
        ),
        (
            (ARGO, AT_SEA),
            "Argo build Nemesis with 10E",
            "shipyard",
        ),
    ],
)
def test_an_order_that_failed_says_why(
    ships: tuple[dict[str, Any], ...], line: str, reason: str
) -> None:
    assert reason in said(run(sea(*ships), Ann=[line]))


def test_a_ship_in_tow_cannot_take_up_an_order() -> None:
    """That she was taken in tow is another matter."""
    first = run(sea(PUSHER, HULK_), Ann=["Pusher tow Hulk to Far"])
    assert "could not take up" not in said(first)
    second = run(first.state, Ann=["Hulk sail to Home"])
    assert "Hulk: day 1 00:00 could not take up her order, being in tow of Pusher." in said(second)


def test_a_ship_taken_in_tow_loses_her_mission() -> None:
    state = sea(PUSHER, ARGO)
    turn = run(state, Ann=["Pusher tow Argo to Far", "Argo sail to Near"])
    assert "was taken in tow by Pusher; her mission is at an end" in said(turn)


def test_a_mission_ends_with_the_ship_that_it_names() -> None:
    state = sea(ARGO, HULK_, SLIPWAY)
    turn = run(state, Ann=["Argo sail to Hulk", "Hulk disband at Home"])
    assert "gave up her mission, as Hulk was broken up." in said(turn)


def test_who_runs_out_on_the_way_says_so() -> None:
    argo = ship("Argo", "Ann", CARGO, 1000, 2000, fuel=0.01)
    assert "ran out of fuel" in said(run(sea(argo), Ann=["Argo sail to Near"]))


def test_who_waits_for_cargo_says_so() -> None:
    turn = run(sea(ARGO, carry_waits=True), Ann=["Argo carry 11 T from Near to Home"])
    assert "CARRY 11 Tube Near -> Home: she waits there until there is enough" in said(turn)


def test_a_ship_lost_is_told_with_who_took_her_as_far_as_that_is_known() -> None:
    hunter = ship("Wolf", "Cat", GUNBOAT, 1000, 1000)
    prey = ship("Argo", "Ann", CARGO, 1000, 1001)
    turn = run(sea(hunter, prey), Ann=["Argo sail to Far"], Cat=["Wolf sail to Argo, attack"])
    assert "Argo: " in said(turn)
    assert "was sunk by" in said(turn)


def test_nobody_else_is_told() -> None:
    turn = run(sea(SLIPWAY), Ann=["Slipway build Nemesis with 12E5G"])
    assert "Nemesis" not in said(turn, BEN)
