"""Module strings (RAID-5.6, RAID-R54 to RAID-R57)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.structure import BadStructure, arrange, expand, shorten, wanted

LETTERS = "ABEGMPST"


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("5E", "EEEEE"),
        ("10E", "EEEEEEEEEE"),
        ("3e3g4?", "EEEGGG????"),
        ("EGE", "EGE"),
        ("1A01B", "AB"),
        ("?", "?"),
    ],
)
def test_a_count_belongs_to_the_one_sign_after_it(text: str, modules: str) -> None:
    assert expand(text, LETTERS) == modules


@pytest.mark.parametrize(
    "text",
    ["", "3", "E3", "0E", "5R", "5E X", "5EX", "+5E", "-5E", "100E", "99999999E", "٣E", "5É"],
)
def test_what_is_no_structure(text: str) -> None:
    with pytest.raises(BadStructure):
        expand(text, LETTERS)


def test_arranged_by_the_alphabet_with_wildcards_last() -> None:
    assert arrange("T?GA?E", LETTERS) == "AEGT??"


@pytest.mark.parametrize("text", ["3E3G4?", "A2B3EGGS", "5?", "AEA"])
def test_short_and_long_mean_the_same(text: str) -> None:
    assert expand(shorten(expand(text, LETTERS)), LETTERS) == expand(text, LETTERS)


def test_wanted_splits_letters_from_chance() -> None:
    assert wanted("EEG??") == (Counter("EEG"), 2)
