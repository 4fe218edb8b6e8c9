"""The words of the language: taken, and listed."""

from __future__ import annotations

import pytest

from engine.offmap.names import RESERVED
from grammar.offmap_reader import PARSER
from grammar.shared import keywords
from tests.grammar.offmap.table import RAIDER, knowing, read, written

CANONICAL = """
raid move shift react near guard shelter assign excuse report commit retrograde agree dispute pass
cancel from with all flagship objective survey using command point fight avoid area to at none far
strongest weakest rest crippled destroyed devastated lost rounds withdrew attacker defender
""".split()  # noqa: SIM905


@pytest.mark.parametrize("word", CANONICAL)
def test_a_word_of_canonical_lines_is_a_word_of_the_language_and_no_name(word: str) -> None:
    assert word in keywords(PARSER)
    assert word in RESERVED


def test_another_word_of_the_language_may_be_a_name_and_is_read_as_one() -> None:
    words = knowing(("Fleet", "Return", "Place"), (), "pact")
    assert written(read("move Fleet, Return and Place to Ford", words)) == (
        "move Fleet, Return, Place to Ford"
    )


def test_a_unit_may_bear_the_name_of_a_place() -> None:
    words = knowing(("Citadel", "Deeps"), (), "pact")
    line = "raid Deeps from Citadel with Citadel, Deeps"
    assert written(read(line, words)) == line
    assert written(read("move Citadel to Citadel", words)) == "move Citadel to Citadel"


def test_a_name_that_begins_or_ends_strangely_is_read_whole() -> None:
    words = knowing(("Foo-", "Two--Face", "B'"), (), "pact")
    assert written(read("move foo-, two--face, b' to Ford", words)) == (
        "move Foo-, Two--Face, B' to Ford"
    )


def test_no_name_is_known_before_the_game_and_none_is_needed() -> None:
    assert RAIDER.names["own"]
    assert written(read("pass", knowing((), (), "pact"))) == "pass"
