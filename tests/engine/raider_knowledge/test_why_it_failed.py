"""Every way in which an order of Raider can fail is told to who gave it, with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ruleset import Role
from engine.core.sheet import Items, Mark, Paragraph, Sheet, plain, spans
from engine.raider.orders import ShipOrder
from tests.helpers.positions import position
from tests.helpers.tellings import after, goes, sheet_of

ANN, BOB = Role("Ann"), Role("Bob")
SEA = """
Agnes 0,0 G Ann 8G2A
Pearl 1,0 B Bob 8B
Coral 4,0 T - 8T
"""
PLAYERS = "Ann Agnes Pearl\nBob Pearl Agnes"
OWN = "Ajax Ann Agnes 5E\nArgo Ann Agnes 5E"


def warnings(sheet: Sheet) -> list[str]:
    """What went wrong, as the sheet marks it."""
    words = [b.words for b in sheet.blocks if isinstance(b, Paragraph)]
    words += [item for b in sheet.blocks if isinstance(b, Items) for item in b.items]
    return [plain(one) for one in words if any(s.mark is Mark.WARNING for s in spans(one))]


@pytest.mark.parametrize(
    ("order", "reason", "options"),
    [
        (goes("Nemo", "Pearl"), "You have no ship called Nemo.", {}),
        (goes("Ajax", "Atlantis"), "There is no island called Atlantis.", {}),
        (goes("Ajax", "Coral"), "Coral is 4 hexes from Agnes and Ajax can go 3.", {}),
        (
            goes("Ajax", "Coral", "5G"),
            "Ajax did not sail: Coral is 4 hexes from Agnes and she can go 3.",
            {"unreachable_task": "do_here"},
        ),
        (goes("Ajax", "", "4G"), "4 modules are too few for Ajax: a ship has 5 to 10.", {}),
        (goes("Ajax", "", "9T"), "with her own modules Agnes still lacked 9T", {}),
        (goes("Ajax", "", "9T", "Eden"), "Eden was not launched: Agnes lacked 9T", {}),
        (goes("Ajax", "", "3G", "Eden"), "3 modules are too few for Eden", {}),
        (
            goes("Ajax", "Pearl", "5B", "Eden"),
            "Ajax could not launch: you have no launch rights at Pearl.",
            {},
        ),
        (
            goes("Ajax", "", "5G", "Argo"),
            "Ajax did not launch: the name Argo is taken.",
            {"name_clash": "fail"},
        ),
        (goes("Ajax", "", "5G", "Agnes"), "Agnes is the name of an island.", {}),
        (goes("Ajax", "", "5Q"), "5Q is not a structure", {}),
    ],
)
def test_an_order_that_failed_says_why(
    order: ShipOrder, reason: str, options: dict[str, Any]
) -> None:
    state = position(SEA, PLAYERS, OWN, **options)
    told = warnings(sheet_of(after(state, {ANN: [order]}), ANN))
    assert any(reason in words for words in told), told


@pytest.mark.parametrize(
    ("order", "deed"),
    [
        (goes("Ajax", "", "5G"), "be refitted"),
        (goes("Ajax", "", "X"), "be broken up"),
        (goes("Ajax", "", "5G", "Eden"), "launch"),
    ],
)
@pytest.mark.parametrize(
    ("enemy", "fate"), [("9GE", "sunk"), ("4EM", "captured")], ids=["sunk", "captured"]
)
def test_what_a_ship_could_no_longer_do_is_told(
    order: ShipOrder, deed: str, enemy: str, fate: str
) -> None:
    state = position(SEA, PLAYERS, f"Ajax Ann Agnes 5E\nBruin Bob Pearl {enemy}")
    turn = after(state, {ANN: [order], BOB: [goes("Bruin", "Agnes")]})
    told = warnings(sheet_of(turn, ANN))
    assert f"Ajax was {fate} at Agnes before she could {deed}." in told


def test_another_name_than_the_one_asked_for_is_told() -> None:
    state = position(SEA, PLAYERS, OWN)
    sheet = sheet_of(after(state, {ANN: [goes("Ajax", "", "5G", "Argo")]}), ANN)
    said = [plain(item) for b in sheet.blocks if isinstance(b, Items) for item in b.items]
    assert "The name Argo was taken: your new ship at Agnes is called Argob." in said


def test_nobody_else_is_told_of_an_order_that_failed() -> None:
    state = position(SEA, PLAYERS, OWN)
    turn = after(state, {ANN: [goes("Ajax", "", "9T")]})
    assert warnings(sheet_of(turn, BOB)) == []
