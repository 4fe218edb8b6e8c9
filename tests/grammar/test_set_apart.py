"""In all three games an order keeps its meaning when it is set apart (FEAT-O10, FEAT-O11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ruleset import Vocabulary
from grammar.reading import AnyGrammar
from tests.grammar import strategies as raider
from tests.grammar.merchant import strategies as merchant
from tests.grammar.merchant.table import MERCHANT
from tests.grammar.merchant.table import TURN as WEEK
from tests.grammar.offmap import strategies as offmap
from tests.grammar.offmap.table import OFFMAP
from tests.grammar.offmap.table import RAIDER as RAIDING
from tests.grammar.table import RAIDER, TURN

GAMES: dict[str, tuple[AnyGrammar, Vocabulary, st.SearchStrategy[Any]]] = {
    "raider": (RAIDER, TURN, st.one_of(raider.ship_orders, raider.pledges)),
    "merchant": (MERCHANT, WEEK, merchant.turn_orders),
    "offmap": (OFFMAP, RAIDING, offmap.orders),
}
HEADS = ["public:", "to all:", "anonymous to allies:", 'as "Owl" public:', "to gm:"]


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_an_order_for_a_later_turn_reads_then_as_it_would_now(
    game: str, data: st.DataObject
) -> None:
    grammar, words, orders = GAMES[game]
    order = data.draw(orders)
    words = replace(words, turn=3)
    for head in ("turn 9: ", "turn 9\n", "orders for turn 9:\n\n"):
        (later,) = grammar.parse(f"{head}{grammar.write(order)}", words).later
        assert grammar.parse(later.text, words).orders == (order,)


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_a_repeating_order_is_the_order_itself(game: str, data: st.DataObject) -> None:
    grammar, words, orders = GAMES[game]
    order = data.draw(orders)
    for head in ("always ", "every turn: ", "always:\n"):
        parsed = grammar.parse(f"{head}{grammar.write(order)}", words)
        text = "\n".join(line for _, line in parsed.always)
        assert parsed.orders == ()
        assert grammar.parse(text, words).orders == (order,)


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_no_word_of_a_message_is_an_order(game: str, data: st.DataObject) -> None:
    """Whatever stands in it, up to its end (FEAT-P2)."""
    grammar, words, orders = GAMES[game]
    said = [grammar.write(order) for order in data.draw(st.lists(orders, max_size=3))]
    after = data.draw(orders)
    text = "\n".join([data.draw(st.sampled_from(HEADS)), "Hear me!", *said, "always Hear!", "end"])
    parsed = grammar.parse(f"{text}\n{grammar.write(after)}", words)
    assert parsed.orders == (after,)
    assert (len(parsed.press), parsed.always, parsed.later) == (1, (), ())
    assert all(line in parsed.press[0].text for line in said)


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_an_order_below_a_line_of_a_message_is_carried_out(game: str, data: st.DataObject) -> None:
    grammar, words, orders = GAMES[game]
    order = data.draw(orders)
    line = grammar.write(order)
    parsed = grammar.parse(f"{data.draw(st.sampled_from(HEADS))} Hear me!\n{line}", words)
    assert parsed.orders == (order,) or " " not in line
    assert line not in parsed.press[0].text or " " not in line
