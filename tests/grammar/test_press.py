"""Press has one grammar for all games."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Severity
from grammar.reading import Audience, Press
from tests.grammar.table import codes, problems, read, written


@pytest.mark.parametrize(
    ("line", "audience", "to"),
    [
        ("public: Hear me!", Audience.PUBLIC, ()),
        ("Public : Hear me!", Audience.PUBLIC, ()),
        ("to all: Hear me!", Audience.PUBLIC, ()),
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
