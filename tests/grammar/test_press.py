"""Press has one grammar for all games."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.ruleset import Severity
from grammar.reading import Audience, Press
from tests.grammar.table import TURN, codes, problems, read, written


@pytest.mark.parametrize(
    ("line", "audience", "to"),
    [
        ("public: Hear me!", Audience.PUBLIC, ()),
        ("Public : Hear me!", Audience.PUBLIC, ()),
        ("to all: Hear me!", Audience.ALL, ()),
        ("to world: Hear me!", Audience.PUBLIC, ()),
        ("print in the next sheet: Hear me!", Audience.PUBLIC, ()),
        ("to my allies: Hear me!", Audience.ALLIES, ()),
        ("to gm: Hear me!", Audience.GM, ()),
        ("GM: Hear me!", Audience.GM, ()),
        ("to Red, Zane: Hear me!", Audience.ROLES, ("Red", "Zane")),
        ("to Red and rick westera: Hear me!", Audience.ROLES, ("Red", "Rick Westera")),
        ("message to Zane: Hear me!", Audience.ROLES, ("Zane",)),
        ("- to Zane: Hear me!", Audience.ROLES, ("Zane",)),
    ],
)
def test_press_is_for_whom_it_names(line: str, audience: Audience, to: tuple[str, ...]) -> None:
    assert read(line).press == (Press(audience, "Hear me!", 1, to),)


@pytest.mark.parametrize(
    ("line", "pen"),
    [
        ("anonymous to Red: Hear me!", ""),
        ("Anonymously to Red: Hear me!", ""),
        ('as "The Raven" to Red: Hear me!', "The Raven"),
        ("as “The  Raven” to Red: Hear me!", "The Raven"),
        ('As "The Raven" message to Red: Hear me!', "The Raven"),
    ],
)
def test_press_may_go_without_its_writers_name(line: str, pen: str) -> None:
    """(FEAT-P1)"""
    expected = Press(Audience.ROLES, "Hear me!", 1, ("Red",), unsigned=True, pen=pen)
    assert read(line).press == (expected,)


@pytest.mark.parametrize("head", ["anonymous public", 'as "Owl" public', "anonymous print sheet"])
def test_what_is_printed_may_be_unsigned(head: str) -> None:
    (press,) = read(f"{head}: Hear me!").press
    assert (press.audience, press.unsigned) == (Audience.PUBLIC, True)


def test_whoever_bears_a_name_goes_before_what_the_word_means() -> None:
    words = replace(TURN, names={**TURN.names, "player": ("Allies", "World")})
    assert [read(f"to {who}: Hear me!", words).press[0].to for who in ("allies", "world")] == [
        ("Allies",),
        ("World",),
    ]


def test_a_name_in_character_that_he_has_heard_of_can_be_written_to() -> None:
    """(FEAT-P1)"""
    words = replace(TURN, names={**TURN.names, "pen": ("The Raven",)})
    assert read('to the raven, "Red": Who are you?', words).press[0].to == ("The Raven", "Red")
    assert codes(read("to The Raven: Who are you?")) == ["no-such-player"]


@pytest.mark.parametrize(
    "line",
    ["As far as I know to Red: none.", "as Raven to Red: I know.", "Anonymous friends told me."],
)
def test_prose_that_begins_like_an_unsigned_letter_is_none(line: str) -> None:
    assert read(line).press == ()
    assert read(f"to Zane: Well.\n{line}").press[0].text == f"Well.\n{line}"


def test_text_on_the_same_line_runs_on_to_a_blank_line() -> None:
    parsed = read("public: The North is mine.\nCome and see; # bring gold\n\nPhoenix to Pearl")
    assert parsed.press[0].text == "The North is mine.\nCome and see; # bring gold"
    assert written(parsed) == "Phoenix to Pearl"


def test_text_on_the_same_line_ends_before_an_order_or_command() -> None:
    parsed = read("public: Hear me!\nI come.\nPhoenix to Pearl\nto Zane: Psst.\nstatus")
    assert [(press.text, press.line) for press in parsed.press] == [
        ("Hear me!\nI come.", 1),
        ("Psst.", 4),
    ]
    assert written(parsed) == "Phoenix to Pearl"
    assert parsed.commands[0].word == "status"


def test_text_on_the_next_line_runs_to_end() -> None:
    parsed = read("public:\nHear me!\n\n  I come.\nend\nPhoenix to Pearl")
    assert parsed.press == (Press(Audience.PUBLIC, "Hear me!\n\n  I come.", 1),)
    assert written(parsed) == "Phoenix to Pearl"


def test_press_that_holds_orders_earns_a_warning() -> None:
    parsed = read("public:\nHear me!\nPhoenix to Pearl\nEden stays")
    assert parsed.orders == ()
    (problem,) = problems(parsed)
    assert (problem.code, problem.severity) == ("orders-in-press", Severity.WARNED)
    assert "Lines 3 and 4" in problem.text


def test_a_slip_in_an_order_stays_press() -> None:
    parsed = read("public: Hear me!\nPheonix is my pride\nPhoenix to nowhere")
    assert parsed.press[0].text.endswith("Phoenix to nowhere")
    assert parsed.orders == ()


def test_a_word_alone_may_be_the_end_of_a_sentence() -> None:
    parsed = read("public: Hear me! I say that my way is at last\nclear\nof your ships.")
    assert parsed.orders == ()
    assert parsed.press[0].text.endswith("clear\nof your ships.")
    assert codes(parsed) == ["orders-in-press"]


def test_a_mistyped_role_is_corrected_with_a_remark() -> None:
    parsed = read("to Zaen: Hear me!")
    assert parsed.press[0].to == ("Zane",)
    assert codes(parsed) == ["corrected"]


def test_press_to_nobody_is_not_sent_and_not_executed() -> None:
    parsed = read("to Zane, Hugo:\nPhoenix to Pearl\nend\nEden stays")
    assert parsed.press == ()
    assert "There is no player called Hugo." in problems(parsed)[0].text
    assert written(parsed) == "Eden stays"


def test_press_to_an_island_is_none() -> None:
    assert read("to Pearl: Phoenix").press == ()


def test_a_head_without_text_sends_nothing() -> None:
    parsed = read("Phoenix to Pearl\npublic:\nend")
    assert parsed.press == ()
    assert problems(parsed) == ()


LETTERS = Path(__file__).parents[2] / "docs" / "letters.md"
EXAMPLES = [
    example
    for row in LETTERS.read_text(encoding="utf-8").splitlines()
    if row.startswith("| `")
    for example in re.findall(r"`([^`]+)`", row.split("|")[1])
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_the_document_shows_is_understood(example: str) -> None:
    names = {**TURN.names, "island": (*TURN.names["island"], "Hilda")}
    parsed = read(example.replace("…", "Phoenix to Hilda"), replace(TURN, names=names, turn=3))
    assert bool(parsed.press) + bool(parsed.always) + bool(parsed.commands) == 1 or (
        example == "always:"
    )
    assert problems(parsed) == () or "orders-in-press" in codes(parsed)
