"""Mistyped words: what they are read as, and what is never guessed (MER-L6.2)."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Severity, Vocabulary
from tests.grammar.merchant.table import codes, problems, read, texts, written


@pytest.mark.parametrize(
    ("line", "order", "slips"),
    [
        ("Skuttle sail to Yap", "Scuttle sail to Yap", 1),
        ("Scuttel sial to Yap", "Scuttle sail to Yap", 2),
        ("Argo sail to Wrangle", "Argo sail to Wrangel", 1),
        ("Argo sail to Bismark, shadwo", "Argo sail to Bismarck, shadow", 2),
        ("Argo cary 4 tubs from Yap to Heard", "Argo carry 4 Tube from Yap to Heard", 2),
        ("Samson tow Hulkk to Yap", "Samson tow Hulk to Yap", 1),
        ("dice majic", "dice: magic", 1),
    ],
)
def test_every_word_corrected_is_remarked_upon(line: str, order: str, slips: int) -> None:
    parsed = read(line)
    assert written(parsed) == order
    assert codes(parsed) == ["corrected"] * slips
    assert {problem.severity for problem in problems(parsed)} == {Severity.REMARK}


def test_the_beginning_of_a_name_is_enough_and_is_remarked_upon() -> None:
    parsed = read("Argo sail to Zanz")
    assert written(parsed) == "Argo sail to Zanzibar"
    assert "Zanz” as Zanzibar" in texts(parsed)


def test_words_of_three_letters_are_not_guessed_at() -> None:
    assert written(read("Argo sail to Yip")) == "Argo sail to Yip"
    assert codes(read("Ago sail to Yap")) == ["no-such-ship"]
    assert codes(read("Argo stl to Yap")) == ["not-understood"]


def test_a_line_with_more_slips_than_sense_is_only_asked_about() -> None:
    (problem,) = problems(read("Scuttel sial Socorta"))
    assert problem.refused
    assert problem.suggestion == "Scuttle sail to Socotra"


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("sail Argo to Yap", "Argo sail to Yap"),
        ("Argo Wolf sail to Yap", "Argo sail to Yap; Wolf sail to Yap"),
        ("Please let Argo sail for Yap", "Argo sail to Yap"),
        ("Argo would like to sail to Yap", "Argo sail to Yap"),
        ("Argo sail to Yap whatever the weather", "Argo sail to Yap"),
        ("Argo: sail to Yap. Thanks!", "Argo sail to Yap"),
        ("Slipway build Foe 3E3G4?", "Slipway build Foe with 3E3G4?"),
        ("Slipway: build Foe, 10E 5G", "Slipway build Foe with 10E5G"),
        ("Slipway rebuild Rusty 10E, avoid", "Slipway rebuild Rusty with 10E, avoid"),
        ("Argo carry 4 guns Yap Corsica", "Argo carry 4 Gun from Yap to Corsica"),
        ("Argo sail to Yap if Wolf can", ""),
        ("Argo sail to Yap by day 3", ""),
        ("Argo sail to Yap or better avoid", ""),
        ("I think Argo is great", ""),
    ],
)
def test_a_line_in_many_words_is_asked_about_in_few(line: str, suggestion: str) -> None:
    """No suggestion leaves out a name, a number or a deed."""
    (problem,) = problems(read(line))
    assert problem.refused
    assert problem.suggestion == suggestion


ALIKE = Vocabulary(
    {
        "own": ("Corsair", "Argo", "Ergo"),
        "ship": ("Corsaic",),
        "island": ("Corsica", "Yap", "Heard", "Hoard"),
    },
    stage=3,
)


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("Argo sail to 4567N 5678E", "east first: 4567E5678N"),
        ("Argo sail to 4567, 5678", "east first: 4567E5678N"),
        ("Samson tow 4567E5678N to Yap", "only ships can be towed"),
        ("Argo carry -3 E from Yap to Heard", "a whole number in figures"),
        ("Argo carry three engines from Yap to Heard", "a whole number in figures"),
        ("Argo carry 3 from Yap to Heard", "Argo carry 3 Engine from Yap to Heard"),
        ("Slipway build Foe with 3E3G4? shadow", "Slipway build Foe with 3E3G4?, shadow"),
        ("Slipway rebuild Rusty with 20E att", "Slipway rebuild Rusty with 20E, attack"),
    ],
)
def test_a_usual_slip_is_told_what_would_work(line: str, help_: str) -> None:
    parsed = read(line)
    assert not parsed.orders
    assert help_ in texts(parsed)


def test_a_comma_too_many_is_no_slip() -> None:
    assert written(read("Argo,, Wolf: sail to Yap, , avoid")) == written(
        read("Argo, Wolf: sail to Yap, avoid")
    )


def test_of_two_names_as_near_neither_is_taken() -> None:
    (problem,) = problems(read("Orgo sail to Yap", ALIKE))
    assert problem.refused
    assert "Argo or Ergo" in problem.text
    assert codes(read("Argo disband at Hxard", ALIKE)) == ["no-such-island"]


def test_a_name_that_alone_fits_its_place_is_taken() -> None:
    """An island is not in the way of a ship at the beginning of a line."""
    assert written(read("Corsaid sail to Yap", ALIKE)) == "Corsair sail to Yap"


def test_a_line_full_of_slips_is_prose() -> None:
    line = "Dear freinds the wether at see is dredful and I wish you wel"
    assert read(line).orders == ()


# Names that he cannot know (MER-19.4).


@pytest.mark.parametrize(
    "line", ["Wolf sail to {}", "Wolf sail to Yap then {}, attack", "Samson tow {} to Yap"]
)
def test_a_name_not_known_is_taken_for_a_ship(line: str) -> None:
    """(MER-H69)"""
    parsed = read(line.format("Tirpitz"))
    assert written(parsed) == line.format("Tirpitz")
    assert codes(parsed) == ["unknown-name"]
    assert "exist" not in texts(parsed)


HIDDEN, NEVER = "Tirpitz", "Qwertyz"
LINES = [
    "Wolf sail to {}",
    "Samson tow {} to {}",
    "Slipway rebuild {} with 10E",
    "{} sail to Yap",
    "Wolf, {}: hold",
    "cancel {}",
    "Slipway build {} with 10E",
    "Wolf carry 3 G from {} to Yap",
]


@pytest.mark.parametrize("line", LINES)
def test_a_hidden_name_gets_the_answer_of_one_that_never_was(line: str) -> None:
    hidden, never = read(line.replace("{}", HIDDEN)), read(line.replace("{}", NEVER))
    assert written(hidden).replace(HIDDEN, NEVER) == written(never)
    assert texts(hidden).replace(HIDDEN, NEVER) == texts(never)


@pytest.mark.parametrize("name", ["Bismarck", "Tirpitz", "Bismark"])
def test_ships_of_others_take_no_orders(name: str) -> None:
    """In the same words whether there is such a ship or not (MER-H128)."""
    (problem,) = problems(read(f"{name} sail to Corsica"))
    assert problem.refused
    assert problem.text == f"You have no ship called {name}."
