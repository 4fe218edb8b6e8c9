"""Worked cases of who learns what (RAID-10, RAID part 4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.ruleset import Role
from engine.raider import saving
from engine.raider.orders import Order
from tests.helpers.tellings import after, sheet_of

FILE = Path(__file__).parents[2] / "cases" / "raider-more.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]


def rows() -> Iterator[Any]:
    for case in CASES:
        for row in case.get("expected", {}).get("visibility", ()):
            yield pytest.param(case, row, id=f"{case['id']}, {row['player']}: {row['fact']}")


@pytest.mark.parametrize(("case", "row"), list(rows()))
def test_who_learns_what(case: dict[str, Any], row: dict[str, Any]) -> None:
    orders: dict[Role, list[Order]] = {}
    for order in case["orders"]:
        orders.setdefault(Role(order["player"]), []).extend(saving.load_orders([order]))
    turn = after(saving.load(case["state"]), orders)
    facts = json.loads(json.dumps(dict(sheet_of(turn, Role(row["player"])).facts)))
    assert said(facts, row["says"]) is row["visible"]


def said(facts: Any, says: Any) -> bool:
    """Is there such an event, or something at the end of the path: this value, if one is given?"""
    if isinstance(says, dict):
        return any(says.items() <= event.items() for event in facts["events"])
    for step in says:
        if not isinstance(facts, dict):
            return bool(facts == step)
        if step not in facts:
            return False
        facts = facts[step]
    return True
