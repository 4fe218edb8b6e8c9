"""The worked cases that are about letters (OFF-3.8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.ruleset import Cancel
from tests.grammar.offmap.table import NOTHING, codes, read

FILE = Path(__file__).parents[2] / "cases" / "offmap.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
LETTERS = [
    pytest.param(case["given"][key], id=f"{case['id']}-{key}")
    for case in CASES
    for key in ("body", "attacker_mail", "defender_mail", "pact_mail", "reach_mail")
    if case["given"].get(key) and case["topic"] != "language"
]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["topic"] == "language"], ids=lambda c: c["id"]
)
def test_the_letter_of_the_case_is_understood(case: dict[str, Any]) -> None:
    parsed = read(case["given"]["body"], NOTHING)
    orders = [msgspec.to_builtins(o) for o in parsed.orders if not isinstance(o, Cancel)]
    strange = [line.text for line in parsed.lines if line.problems]
    assert json.loads(json.dumps(orders)) == case["expect"]["orders"]
    assert strange == case["expect"]["not_understood"]


@pytest.mark.parametrize("letter", LETTERS)
def test_every_line_of_a_case_is_understood(letter: str) -> None:
    parsed = read(letter, NOTHING)
    assert parsed.orders
    assert codes(parsed) == []
