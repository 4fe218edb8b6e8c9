"""A suggestion is a line that can be mailed back as it stands (FEAT-O5)."""

from __future__ import annotations

import pytest

from engine.raider.checks import why_not
from engine.raider.knowledge import view, vocabulary
from engine.raider.orders import Order
from engine.raider.rules import RAIDER
from grammar.raider import RaiderGrammar
from tests.engine.raider.test_invariants import game


@pytest.mark.parametrize("number", range(8))
def test_every_suggestion_can_be_read_and_would_be_accepted(number: int) -> None:
    record, turns = game(number)
    for before, dumped in zip(turns, record.orders, strict=False):
        for role, data in dumped.items():
            seen = view(before.state, role)
            for problem in why_not(seen, RAIDER.load_orders(data)):
                if problem.suggestion:
                    parsed = RaiderGrammar().parse(problem.suggestion, vocabulary(seen))
                    assert parsed.orders, problem
                    again = why_not(seen, [o for o in parsed.orders if isinstance(o, Order)])
                    assert not any(p.refused for p in again), (problem, again)
