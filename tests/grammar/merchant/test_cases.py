"""The worked order lines (MER-L6.7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.plane import parse_grid
from engine.core.ruleset import Vocabulary
from engine.core.structure import expand
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Build,
    Carry,
    Continue,
    Disband,
    Order,
    Rebuild,
    Sail,
    Tow,
)
from engine.merchant.products import MODULES
from tests.grammar.merchant.table import problems, read

FILE = Path(__file__).parents[2] / "cases" / "merchant.json"
TOLD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["order_lines"]
WORDS = Vocabulary(
    {
        "own": tuple(TOLD["own_ships"]),
        "ship": tuple(TOLD["other_ship_names_the_player_may_know"]),
        "island": tuple(TOLD["islands"]),
    },
    stage=4,
)
GOOD = [line for line in TOLD["lines"] if "parse" in line]
BAD = [line for line in TOLD["lines"] if "error" in line]
#: What the answer to a refused line says, by the meaning that it must have.
SAID = {
    "no mission": "does not say what Argo is to do",
    "four digits": "four digits",
    "fewer than 10 modules": "fewer than 10",
    "more than 20 modules": "more than 20",
    "no module Q": "no module Q",
    "no such island": "no island called Atlantis",
    "not one of your ships": "You have no ship called Hood",
}


@pytest.mark.parametrize("line", GOOD, ids=lambda line: line["text"])
def test_the_line_is_read(line: dict[str, Any]) -> None:
    parsed = read(line["text"], WORDS)
    (order,) = parsed.orders
    assert told(order) == line["parse"]
    assert [problem.severity for problem in problems(parsed)] == ["remark"] * line["notes"]


@pytest.mark.parametrize("line", BAD, ids=lambda line: line["text"])
def test_the_line_is_refused_with_what_is_wrong(line: dict[str, Any]) -> None:
    parsed = read(line["text"], WORDS)
    (problem,) = problems(parsed)
    assert parsed.orders == ()
    assert problem.refused
    assert SAID[line["error"]] in problem.text


def told(order: Any) -> dict[str, Any]:
    """The order as the cases write it."""
    mission = type(order).__name__.upper()
    return {"ship": order.ship, "mission": mission, **parts(order), "engage": engaged(order)}


def engaged(order: Any) -> str | None:
    if order.engagement is None and not isinstance(order, Continue):
        return Engagement.IGNORE
    return order.engagement  # type: ignore[no-any-return]  # of any mission


def parts(order: Order) -> dict[str, Any]:
    match order:
        case Sail():
            keys = ("to", "then")
            return {key: place(to) for key, to in zip(keys, order.to, strict=False)}
        case Carry():
            units = "all" if order.units is None else order.units
            product = order.product or None
            legs = {"from": order.source, "to": order.destination}
            return {"units": units, "product": product, **legs}
        case Disband():
            return {"at": order.at}
        case Tow():
            return {"target": order.target, "to": place(order.to)}
        case Build():
            return {"name": order.name, "structure": expand(order.structure, MODULES)}
        case Rebuild():
            return {"target": order.target, "structure": expand(order.structure, MODULES)}
    return {}


def place(name: str) -> list[Any]:
    point = parse_grid(name)
    return ["grid", point.east, point.north] if point else ["name", name]
