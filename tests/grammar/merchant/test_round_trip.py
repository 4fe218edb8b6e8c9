"""What is written can be read, and means the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.merchant.orders import Carry, Order, ShipOrder, line
from tests.grammar.merchant import strategies as drawn
from tests.grammar.merchant.table import MERCHANT, SIGN_UP, TURN, codes, read, written


@given(drawn.turn_orders)
def test_a_written_order_reads_as_itself(order: Order) -> None:
    parsed = read(MERCHANT.write(order))
    assert parsed.orders == (order,)
    assert set(codes(parsed)) <= {"unknown-name"}


@given(drawn.missions)
def test_a_line_that_the_rules_suggest_reads_as_the_order_it_stands_for(order: Order) -> None:
    assert isinstance(order, ShipOrder)
    unloads = isinstance(order, Carry) and order.units == 0
    assert unloads or read(line(order)).orders == (order,)


@given(drawn.sign_ups)
def test_a_written_line_of_sign_up_reads_as_itself(order: Order) -> None:
    parsed = read(MERCHANT.write(order), SIGN_UP)
    assert parsed.orders == (order,)
    assert codes(parsed) == []


@given(drawn.turn_orders, st.booleans())
def test_a_written_order_reads_as_an_order_in_any_capitals(order: Order, loud: bool) -> None:
    line = MERCHANT.write(order)
    assert MERCHANT.reads_as_order(line.upper() if loud else line, TURN)


@given(drawn.letters)
def test_the_canonical_text_of_a_letter_is_its_own_canonical_text(letter: str) -> None:
    once = written(read(letter)).replace("; ", "\n")
    assert written(read(once)).replace("; ", "\n") == once
