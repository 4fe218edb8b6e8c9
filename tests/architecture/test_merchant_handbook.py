"""What the handbook of Merchant Raider says of options and products is what the program has."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Cancel, Role, Seat, Vocabulary
from engine.merchant.knowledge import view, vocabulary
from engine.merchant.options import Options
from engine.merchant.orders import Order
from engine.merchant.products import PRODUCTS
from engine.merchant.rules import MERCHANT
from engine.merchant.sheet import HOW_TO_ORDER
from engine.merchant.state import State
from grammar.merchant import MerchantGrammar
from tests.architecture.project import ROOT, fenced
from tests.helpers.merchant_world import ARCHIPELAGO

HANDBOOK = (ROOT / "docs" / "rules-merchant.md").read_text(encoding="utf-8")
TABLE = HANDBOOK.split("# Options of a game")[-1].split("# Corrections")[0]
ROWS = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", TABLE, re.MULTILINE)
LISTED = {name: values.replace("`", "").split(", ") for name, values in ROWS}


def written(value: Any) -> str:
    plain = getattr(value, "value", value)
    if isinstance(plain, bool):
        return str(plain).lower()
    return f"{plain:g}" if isinstance(plain, float) else str(plain)


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_every_option_stands_in_the_handbook_with_its_default(option: str) -> None:
    assert LISTED[option][0] == written(getattr(Options(), option))


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_every_value_of_an_option_stands_in_the_handbook(option: str) -> None:
    hint = get_type_hints(Options)[option]
    values = get_args(hint) if get_origin(hint) is Literal else ()
    assert set(map(written, values)) <= set(LISTED[option])


def test_nothing_else_is_called_an_option() -> None:
    assert set(LISTED) == set(Options.__struct_fields__)
    law = HANDBOOK.split("# The law")[1].split("# Options of a game")[0]
    named = {name for text in re.findall(r"\*Options?\s([^*]+)\*", law) for name in quoted(text)}
    assert named <= set(LISTED)
    assert len(named) == len(LISTED)


def quoted(text: str) -> list[str]:
    """The option itself, or several; what is in quotes after `=` are its values."""
    names = re.findall(r"`([a-z_]+)`", text)
    return names[:1] if "=" in text else names


def test_products_have_the_names_and_codes_of_the_handbook() -> None:
    rows = re.findall(r"^\| ([0-9A-Z]) \| ([A-Z]\w+) \|", HANDBOOK, re.MULTILINE)
    assert {code: name for code, name in rows if code in PRODUCTS} == {
        code: product.name for code, product in PRODUCTS.items()
    }


def test_every_ruling_stands_in_the_handbook() -> None:
    laid_down = set(re.findall(r"^\*\*MER-H(\d+)\*\*", HANDBOOK, re.MULTILINE))
    assert laid_down == {f"{number:02d}" for number in range(1, 134)}


ZANE, PAUL = Role("Zane"), Role("Paul")
(SIGN_UP,) = fenced(HANDBOOK, "sign-up")
(FIRST_WEEK,) = fenced(HANDBOOK, "orders")


def understood(state: State, role: Role, text: str) -> tuple[Order, ...]:
    """The orders in a letter, none of which may be refused."""
    seen = view(state, role)
    parsed = MerchantGrammar().parse(text, vocabulary(seen))
    spoken = [*parsed.problems, *(problem for line in parsed.lines for problem in line.problems)]
    orders = tuple(order for order in parsed.orders if not isinstance(order, Cancel))
    spoken += MERCHANT.why_not(seen, orders)
    assert [problem for problem in spoken if problem.refused] == []
    return orders


def begun() -> State:
    """Two who sign up as the handbook shows, the other with names and a home of his own."""
    opening = MERCHANT.setup(ARCHIPELAGO, [Seat(ZANE), Seat(PAUL)], FairDice(b"a")).state
    other = re.sub(r"(ship \d: )", r"\1Paul", SIGN_UP)
    other = other.replace("Corsica", "Delos").replace("ally: Paul", "ally: Zane")
    letters = {
        ZANE: understood(opening, ZANE, SIGN_UP),
        PAUL: understood(opening, PAUL, other.replace("as Zane", "as Paul")),
    }
    seats = [Seat(role, orders) for role, orders in letters.items()]
    ready = MERCHANT.setup(ARCHIPELAGO, seats, FairDice(b"a"))
    assert ready.problems == {}
    return MERCHANT.adjudicate(ready.state, letters, FairDice(b"a")).state


def test_the_letters_of_the_handbook_can_be_sent() -> None:
    state = begun()
    assert view(state, ZANE).ally == PAUL
    orders = understood(state, ZANE, FIRST_WEEK)
    assert len(orders) == len(FIRST_WEEK.strip().splitlines())
    notes = [note.text for note in MERCHANT.forecast(view(state, ZANE), orders)]
    assert any("Argo to Vanikoro: 2246 km" in note and "of turn 2" in note for note in notes)


def test_a_form_with_nothing_filled_in_orders_nothing() -> None:
    state = begun()
    seen = view(state, ZANE)
    blanks = "\n".join(line.blank for line in MERCHANT.form(seen, ()).lines)
    parsed = MerchantGrammar().parse(blanks, vocabulary(seen))
    assert parsed.orders == ()
    assert [problem for line in parsed.lines for problem in line.problems] == []


def test_what_a_form_offers_can_be_written_and_read_again() -> None:
    seen = view(begun(), ZANE)
    grammar = MerchantGrammar()
    for line in MERCHANT.form(seen, ()).lines:
        for choice in line.choices:
            assert grammar.parse(grammar.write(choice.order), vocabulary(seen)).orders == (
                choice.order,
            )


def test_the_sheet_shows_orders_that_can_be_read() -> None:
    names = {"own": ("Argo", "Slipway", "Samson"), "ship": ("Argo", "Slipway", "Samson", "Hulk")}
    islands = tuple(island.name for island in ARCHIPELAGO.islands)
    words = Vocabulary({**names, "island": islands}, stage=1)
    for example in HOW_TO_ORDER[:6]:
        for order in example.split(": ")[0].removesuffix(".").split("; "):
            assert MerchantGrammar().reads_as_order(order, words), order
