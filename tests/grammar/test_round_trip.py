"""What is written can be read, and means the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.raider.orders import Order
from tests.grammar import strategies as drawn
from tests.grammar.table import RAIDER, SIGN_UP, TURN, problems, read, written


@given(st.one_of(drawn.ship_orders, drawn.pledges))
def test_a_written_order_reads_as_itself(order: Order) -> None:
    parsed = read(RAIDER.write(order))
    assert parsed.orders == (order,)
    assert problems(parsed) == ()


@given(st.one_of(drawn.designs, drawn.starts, drawn.pledges))
def test_a_written_order_of_sign_up_reads_as_itself(order: Order) -> None:
    parsed = read(RAIDER.write(order), SIGN_UP)
    assert parsed.orders == (order,)
    assert problems(parsed) == ()


@given(drawn.letters)
def test_the_canonical_text_of_a_letter_is_its_own_canonical_text(letter: str) -> None:
    once = written(read(letter)).replace("; ", "\n")
    assert written(read(once)).replace("; ", "\n") == once


@given(st.one_of(drawn.ship_orders, drawn.pledges))
def test_a_written_order_reads_as_an_order_in_any_capitals(order: Order) -> None:
    assert RAIDER.reads_as_order(RAIDER.write(order).upper(), TURN)
