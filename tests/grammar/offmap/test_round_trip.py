"""What is written can be read, and means the same."""

from __future__ import annotations

from hypothesis import given

from engine.offmap.orders import Dispute, Order
from tests.grammar.offmap import strategies as drawn
from tests.grammar.offmap.table import NOTHING, OFFMAP, RAIDER, problems, read, written


@given(drawn.orders)
def test_a_written_order_reads_as_itself(order: Order) -> None:
    for words in (RAIDER, NOTHING):
        parsed = read(OFFMAP.write(order), words)
        assert parsed.orders == (order,)
        assert problems(parsed) == ()


@given(drawn.orders)
def test_a_written_order_reads_as_an_order_in_any_capitals(order: Order) -> None:
    line = OFFMAP.write(order)
    assert OFFMAP.reads_as_order(line, RAIDER)
    assert isinstance(order, Dispute) or OFFMAP.reads_as_order(line.upper(), RAIDER)


@given(drawn.letters)
def test_the_canonical_text_of_a_letter_is_its_own_canonical_text(letter: str) -> None:
    once = written(read(letter)).replace("; ", "\n")
    assert written(read(once)).replace("; ", "\n") == once
