"""A game as it is played: forms, simulated players and checks speak the language of the letters."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.play import fair_dice, play
from engine.core.ruleset import Cancel, Role
from engine.merchant.bots import careful
from engine.merchant.orders import Order
from engine.merchant.rules import MERCHANT as RULES
from engine.merchant.view import View
from grammar.reading import Parsed
from tests.engine.merchant.fleet import archipelago
from tests.grammar.merchant.table import MERCHANT, codes, read

ROLES = tuple(Role(name) for name in ("Ann", "Ben", "Cat", "Dan"))
STAGES = range(4)


@cache
def views() -> tuple[tuple[View, ...], ...]:
    """What the four know before each of the first stages."""
    bots = dict.fromkeys(ROLES, careful)
    _, turns = play(RULES, archipelago(), bots, fair_dice(b"0" * 32, "test"), stages=len(STAGES))
    return tuple(tuple(RULES.view(turn.state, role) for role in ROLES) for turn in turns)


def given(parsed: Parsed[Order]) -> tuple[Order, ...]:
    """The orders, where nothing is taken back."""
    return tuple(order for order in parsed.orders if not isinstance(order, Cancel))


def on_paper(orders: tuple[Order, ...]) -> str:
    return "\n".join(map(MERCHANT.write, orders))


@pytest.mark.parametrize("stage", STAGES)
def test_the_form_can_be_mailed_back(stage: int) -> None:
    for view in views()[stage]:
        lines = RULES.form(view, ()).lines
        words = RULES.vocabulary(view)
        empty = read("\n".join(line.blank for line in lines), words)
        assert lines
        assert empty.orders == ()
        assert codes(empty) == []
        for order in (choice.order for line in lines for choice in line.choices):
            assert read(MERCHANT.write(order), words).orders == (order,)


@pytest.mark.parametrize("stage", STAGES)
def test_a_simulated_player_can_write_what_he_orders(stage: int) -> None:
    for view in views()[stage]:
        orders = careful(view, fair_dice(b"1" * 32, "test")(stage))
        parsed = read(on_paper(orders), RULES.vocabulary(view))
        assert on_paper(given(parsed)) == on_paper(orders)
        assert codes(parsed) == []


def test_what_a_check_suggests_reads_as_an_order() -> None:
    view = views()[1][0]
    words = RULES.vocabulary(view)
    ship, island = next(iter(view.ships)), next(iter(view.islands))
    parsed = read(f"{ship} sail to {island} then {ship}", words)
    problems = RULES.why_not(view, given(parsed))
    assert problems
    for problem in problems:
        assert not problem.suggestion or MERCHANT.reads_as_order(problem.suggestion, words)
