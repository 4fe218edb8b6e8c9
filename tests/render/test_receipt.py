"""Receipts and echoed lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.core.ruleset import Problem, Severity
from mailbot.render.echo import echo, meaning
from mailbot.render.receipt import ReceiptPage, Slip, Stands, receipt_text
from mailbot.render.words import columns
from tests.render.strategies import WORDS

#: What the reader of letters never executes (MAIL-O4).
ECHOED = re.compile(r"^\s*>*\s*\d+\| ")

PAGE = ReceiptPage(
    heading="Pentarchy, turn 4: receipt 3 for Zane",
    facts=(
        (
            "Deadline: Sun 6 Dec 2026, 20:00 CET, in 1 day 21 hours. "
            "Your letter came Fri 4 Dec 2026, 22:51 CET."
        ),
    ),
    slips=(
        Slip(
            Problem(
                "unknown-ship",
                "No ship of yours is called Phenix.",
                line=2,
                suggestion="Phoenix to Pearl",
                rule="RAID-R45",
            ),
            "please send Phenix to Perl at full steam",
            number=1,
        ),
        Slip(
            Problem("far", "Eden has two engines and Jade is 5 away.", Severity.WARNED, line=3),
            "Eden to Jade",
        ),
        Slip(Problem("seed", "Seed words are for the next turn.", Severity.REMARK)),
    ),
    standing=(
        Stands("Phoenix to Pearl", ("Phoenix sails to Pearl, 2 hexes.",)),
        Stands("Eden to Jade"),
    ),
    changed=("new: Eden to Jade, was: Eden to Hilda",),
    idle=("Volen stays at Dunstan",),
    units=3,
    notes=("New to you: Pearl. A point if a ship of yours survives to dock there.",),
    footer=("This set has the mark 9c0b1d3e.",),
)


def test_the_sample_reads_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("receipt.txt", receipt_text(PAGE) + "\n")


def test_a_problem_quotes_its_line_and_says_what_would_work() -> None:
    """MAIL-B11."""
    text = receipt_text(PAGE)
    assert "  2| please send Phenix to Perl at full steam\n     Not accepted: No ship" in text
    assert '     Would work: Phoenix to Pearl\n     Answer "ok 1" to take it.' in text


def test_remarks_alone_are_not_called_problems() -> None:
    page = replace(PAGE, slips=PAGE.slips[2:])
    assert "Remarks:\n   - Note: Seed words" in receipt_text(page)
    assert "Problems:" not in receipt_text(page)


def test_problems_come_first_and_remarks_last() -> None:
    heads = [line for line in receipt_text(PAGE).split("\n") if line.endswith(":")]
    assert heads[0] == "Problems:"
    assert heads[-1] == "Remarks:"


def test_remarks_come_first_where_they_may_say_why_nothing_was_done() -> None:
    text = receipt_text(replace(PAGE, slips=PAGE.slips[2:], in_vain=True))
    assert text.index("Remarks:") < text.index("Your orders as they stand now:")


def test_an_order_stands_with_its_meaning_under_the_same_number() -> None:
    assert "  1| Phoenix to Pearl\n  1|   Phoenix sails to Pearl, 2 hexes.\n" in receipt_text(PAGE)


def test_where_all_is_new_nothing_is_said_twice() -> None:
    text = receipt_text(replace(PAGE, all_new=True, changed=()))
    assert "Your orders as they stand now, all of them new:" in text
    assert "Changed" not in text


def test_it_says_how_many_have_no_orders() -> None:
    assert "Without orders, 1 of 3:\n- Volen stays at Dunstan" in receipt_text(PAGE)


def test_where_there_is_little_room_meanings_give_way_to_the_orders() -> None:
    orders = tuple(Stands(f"Ship {n} to Pearl", (f"Ship {n} sails.",)) for n in range(60))
    lines = receipt_text(ReceiptPage("Turn 4", standing=orders)).split("\n")
    assert " 60| Ship 59 to Pearl" in lines
    assert "- Ship 0 sails." in lines
    assert len(lines) == 100


def test_a_suggestion_that_stands_in_the_reason_is_not_said_again() -> None:
    problem = Problem("x", "Did you mean: Phoenix to Pearl", line=1, suggestion="Phoenix to Pearl")
    told = receipt_text(replace(PAGE, slips=(Slip(problem, "Pearl Phoenix", number=1),)))
    assert "Would work" not in told
    assert 'Answer "ok 1" to take it.' in told


def test_the_first_words_are_how_it_went_and_when_orders_are_due() -> None:
    """(MAIL-B11)"""
    page = replace(PAGE, facts=("Deadline: Sunday.", "Only a part was accepted."))
    first, blank, heading, _, then = receipt_text(page).split("\n")[:5]
    assert first == "2 orders stand, 1 not accepted, 1 warning. Deadline: Sunday."
    assert (blank, heading, then) == ("", PAGE.heading, "Only a part was accepted.")


def test_parts_without_anything_to_say_are_left_out() -> None:
    text = receipt_text(ReceiptPage("Turn 4", changed=("Eden: forgotten.",)))
    assert text == (
        "Turn 4\n======\n\nYour orders as they stand now:\nNone.\n\n"
        "Changed by this letter:\n- Eden: forgotten."
    )


def test_what_does_not_fit_is_counted_and_the_standing_set_gives_way_last() -> None:
    many = tuple(f"Ship {n} stays." for n in range(90))
    page = ReceiptPage(
        "Turn 4",
        standing=tuple(Stands(f"Ship {n} to Pearl") for n in range(1, 71)),
        idle=many,
        notes=many,
        footer=("Bye.",),
    )
    lines = receipt_text(page).split("\n")
    assert len(lines) <= 100
    assert " 70| Ship 70 to Pearl" in lines
    assert [line for line in lines if line.startswith("... and")] == [
        "... and 79 more",
        "... and 85 more",
    ]


def test_a_very_long_line_is_quoted_at_its_beginning_only() -> None:
    problem = Problem("unread", "This cannot be read.", line=7)
    lines = receipt_text(ReceiptPage("Turn 4", slips=(Slip(problem, "fire " * 200),))).split("\n")
    assert sum(line.startswith("  7| ") for line in lines) == 5
    assert "  7| ..." in lines


def test_an_echo_has_its_number_on_every_line() -> None:
    assert echo(12, "Phoenix to Pearl") == [" 12| Phoenix to Pearl"]
    assert all(line.startswith("  3| ") for line in echo(3, "Phoenix to Pearl " * 10))


@given(st.integers(1, 9999), WORDS)
def test_an_echo_is_narrow_and_never_executed(number: int, text: str) -> None:
    for line in (*echo(number, text), *meaning(number, text)):
        assert columns(line) <= 60
        assert ECHOED.match(line)


SLIPS = st.builds(
    Slip,
    st.builds(
        Problem,
        st.just("code"),
        WORDS,
        st.sampled_from(Severity),
        line=st.none() | st.integers(1, 2000),
        suggestion=st.just("") | WORDS,
    ),
    st.just("") | WORDS,
)
SAID = st.lists(WORDS, max_size=60).map(tuple)
PAGES = st.builds(
    ReceiptPage,
    st.just("Turn 4"),
    slips=st.lists(SLIPS, max_size=20).map(tuple),
    standing=st.lists(
        st.builds(Stands, WORDS, st.lists(WORDS, max_size=2).map(tuple)), max_size=60
    ).map(tuple),
    changed=SAID,
    idle=SAID,
    notes=SAID,
)


@given(PAGES)
def test_a_receipt_has_at_most_a_hundred_lines_none_too_long(page: ReceiptPage) -> None:
    """MAIL-B11."""
    lines = receipt_text(page).split("\n")
    assert len(lines) <= 100
    assert all(columns(line) <= 72 for line in lines)
