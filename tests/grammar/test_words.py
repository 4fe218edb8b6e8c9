"""Words that are taken, and names that are near."""

from __future__ import annotations

import pytest

from grammar.names import Nearest, allowance, slips
from grammar.raider_fields import is_structure
from grammar.shared import RESERVED, is_reserved, keywords, load

ORDERING = keywords(load("raider.lark", "turn", "signup"))


@pytest.mark.parametrize(
    "word", ["Overlord", "MOVE", "x", "status", "end", "public", "ship", "the", "Cancel", "join"]
)
def test_words_of_the_language_are_no_names(word: str) -> None:
    assert is_reserved(word)


@pytest.mark.parametrize("word", ["Phoenix", "Hope", "Duke", "Beast", "SB-Bastard"])
def test_other_words_may_be_names(word: str) -> None:
    assert not is_reserved(word)


def test_no_word_of_the_language_is_a_structure_that_could_be_built() -> None:
    built = [word for word in ORDERING if is_structure(word) and 5 <= len(word) <= 10]
    assert built == []


def test_the_reserved_words_are_words() -> None:
    assert all(word == word.casefold() and " " not in word for word in RESERVED)
    assert len(RESERVED) > 100


@pytest.mark.parametrize(
    ("a", "b", "count"),
    [
        ("pearl", "pearl", 0),
        ("perl", "pearl", 1),
        ("paerl", "pearl", 1),
        ("pheonixx", "phoenix", 2),
    ],
)
def test_a_slip_is_a_letter_missed_added_wrong_or_swapped(a: str, b: str, count: int) -> None:
    assert slips(a, b, 2) == slips(b, a, 2) == count


def test_long_words_may_have_two_slips_and_short_ones_none() -> None:
    assert [allowance("x" * length) for length in (3, 4, 5, 6)] == [0, 1, 1, 2]


def test_the_nearest_names_are_found() -> None:
    nearest = Nearest(["Coral", "Carol", "Pearl", "Eden"])
    assert nearest.near("corla") == ("Coral",)
    assert nearest.near("Corol") == ("Coral", "Carol")
    assert nearest.near("Ede") == ()
    assert nearest.begun("pea") == ("Pearl",)
    assert nearest.begun("pe") == ()
