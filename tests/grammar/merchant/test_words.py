"""The words of the language: taken, and listed."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Vocabulary
from engine.core.structure import expand
from engine.merchant import names
from engine.merchant.options import Engagement
from engine.merchant.orders import Location, ShipName, Tow
from engine.merchant.products import MODULES, PRODUCTS
from grammar.merchant import MerchantGrammar
from grammar.merchant_words import KEYWORDS, RESERVED

CANONICAL = """
sail carry unload disband build rebuild tow hold continue from to at then with all dice normal magic
ally alliance home ship
""".split()  # noqa: SIM905


@pytest.mark.parametrize("word", [*CANONICAL, *Engagement])
def test_words_of_canonical_lines_are_words_of_the_language(word: str) -> None:
    assert word in KEYWORDS


@pytest.mark.parametrize("product", PRODUCTS.values(), ids=lambda product: product.name)
def test_a_product_is_known_by_its_name_in_one_and_in_many(product: object) -> None:
    name = getattr(product, "name", "").casefold()
    assert name in KEYWORDS
    assert name in ("fuel", "ammo", "armour", "buoyancy") or f"{name}s" in KEYWORDS


def test_what_the_rules_forbid_as_a_name_the_language_forbids_too() -> None:
    assert names.RESERVED <= RESERVED


@pytest.mark.parametrize("word", ["e", "n", "x", "all", "max", "end", "dice", "status", "public"])
def test_some_words_are_no_names(word: str) -> None:
    """(MER-L6.6)"""
    assert word in RESERVED


def test_a_ship_that_got_such_a_name_is_known_where_she_begins_the_line() -> None:
    words = Vocabulary({"own": ("Tug", "Argo"), "ship": ("Hulk",), "island": ("Yap",)}, stage=1)
    parsed = MerchantGrammar().parse("tug tow Hulk to Yap\nArgo tug Hulk to Yap", words)
    assert parsed.orders == tuple(
        Tow(ship=ShipName(name), target=ShipName("Hulk"), to=Location("Yap"))
        for name in ("Tug", "Argo")
    )


def test_no_word_of_the_language_is_a_structure_that_could_be_built() -> None:
    letters = [word for word in KEYWORDS if not set(word.upper()) - set(MODULES)]
    assert [word for word in letters if len(expand(word, MODULES)) >= 10] == []
    assert "att" in letters
