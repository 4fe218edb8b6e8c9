"""The worked case D71: who learns what of one battle (RAID-10)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.core.ruleset import Role, Turn
from engine.raider import saving
from engine.raider.orders import Order
from engine.raider.state import State
from tests.helpers.tellings import after, sheet_of

CASES = json.loads((Path(__file__).parents[2] / "cases" / "raider.json").read_text("utf-8"))
D71: dict[str, Any] = next(case for case in CASES["cases"] if case["id"] == "D71")


def d71() -> Turn[State]:
    orders: dict[Role, list[Order]] = {}
    for order in D71["orders"]:
        orders.setdefault(Role(order["player"]), []).extend(saving.load_orders([order]))
    return after(saving.load(D71["state"]), orders)


SAYS: Mapping[str, Mapping[str, str] | Sequence[str | int]] = {
    "Bruin (Bob) was sunk at Agnes by Ajax": {"kind": "sinking", "ship": "Bruin", "by": "Ajax"},
    "Bison was captured at Agnes": {"kind": "capture", "ship": "Bison", "island": "Agnes"},
    "the shell that hit Bruin": {"kind": "hit", "ship": "Bruin"},
    "Agnes is owned by Ann": ("islands", "Agnes", "owner", "Ann"),
    "Pearl is owned by Bob": ("islands", "Pearl", "owner", "Bob"),
    "stores of Agnes": ("islands", "Agnes", "stores"),
    "structure of Ajax": ("ships", "Ajax", "structure"),
    "structure of Ajax after the turn": ("ships", "Ajax", "structure"),
    "structure of Bison": ("ships", "Bison", "structure", "EEEES"),
    "three ships are at Agnes": ("islands", "Agnes", "ships", 3),
    "zero ships are at Pearl": ("islands", "Pearl", "ships", 0),
    "speciality of Agnes is G": ("islands", "Agnes", "speciality", "G"),
    "Dove is at Coral with structure EEEEE": ("ships", "Dove", "structure", "EEEEE"),
}


@pytest.mark.parametrize(
    "row", D71["expected"]["visibility"], ids=lambda row: f"{row['player']}: {row['fact']}"
)
def test_d71(row: Mapping[str, Any]) -> None:
    facts = json.loads(json.dumps(dict(sheet_of(d71(), Role(row["player"])).facts)))
    where = SAYS[row["fact"]]
    if isinstance(where, Mapping):
        found = any(where.items() <= event.items() for event in facts["events"])
    else:
        found = _found(facts, where)
    assert found is row["visible"]


def _found(facts: Any, path: Sequence[Any]) -> bool:
    for step in path[:3]:
        if step not in facts:
            return False
        facts = facts[step]
    return len(path) < 4 or facts == path[3]
