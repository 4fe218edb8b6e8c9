"""Whatever a letter holds: no error, no line lost, no cost beyond its length."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.offmap.orders import Order
from grammar.reading import Parsed
from tests.grammar.offmap import strategies as drawn
from tests.grammar.offmap.table import DEFENDER, NOTHING, OFFMAP, RAIDER, problems, read
from tests.helpers import soak

SIDES = [RAIDER, DEFENDER, NOTHING]


@given(drawn.letters, st.sampled_from(range(len(SIDES))))
@settings(max_examples=300)
def test_every_letter_is_read_without_an_error(letter: str, side: int) -> None:
    for problem in problems(read(letter, SIDES[side])):
        assert problem.text
        assert problem.line is None or 1 <= problem.line <= letter.count("\n") + 1


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_any_text_at_all_is_read_without_an_error(text: str) -> None:
    read(text)
    read(f"raid Deeps with Anvil\n{text}")


@given(st.lists(drawn.orders_and_prose, max_size=8))
def test_every_line_is_understood_or_told(lines: list[str]) -> None:
    """Set apart by blank lines, each line that says anything alone is accounted for."""
    told = accounted(read("\n\n".join(lines)))
    for place, line in enumerate(lines):
        alone = read(line)
        said = any(piece.text in text for piece in alone.lines for text in told.values())
        assert 2 * place + 1 in told or said or not (alone.lines or alone.problems)


def accounted(parsed: Parsed[Order]) -> dict[int, str]:
    """The lines that some order or problem answers, with the text of all that it goes on in."""
    told = {line.number: line.text for line in parsed.lines}
    for problem in parsed.problems:
        lines = problem.arguments.get("lines", (problem.line or 0,))
        told |= {int(str(line)): "" for line in (lines if isinstance(lines, tuple) else ())}
    return told


@given(drawn.orders_and_prose)
def test_what_reads_as_an_order_is_read_without_a_word(line: str) -> None:
    if OFFMAP.reads_as_order(line, RAIDER):
        parsed = read(line)
        assert parsed.orders
        assert {problem.code for problem in problems(parsed)} <= {"replaced", "W-DUP"}


@soak.number("lines", 1_000, 2_000)
@pytest.mark.parametrize(
    "line",
    [
        "raid Deeps with Xq{n}zzle please dear friends",
        "raid Deeps with Anvil\nflagship q{n}\nobjective q{n}",
        "with Anvil, q{n}",
        "{n} " * 100,
        "raid Deeps with " + "q{n}, " * 100,
        "raaid Dpees wiht Anvl {n} objctive Mral",
        "react Elm,\n{n}",
        "- - - - - > > > {n}",
        "dispute {n}",
        "a" * 900 + "{n}",
        "(" * 500 + "{n}",
        "{n};" * 200,
        "raid Deeps with Anvil {n},",
    ],
)
def test_hostile_letters_cost_no_more_than_their_length(line: str, lines: int) -> None:
    def seconds(count: int) -> float:
        letter = "\n".join(
            line.replace("{n}", chr(97 + n % 26) * (1 + n % 5)) for n in range(count)
        )
        started = time.process_time()
        read(letter)
        return time.process_time() - started

    seconds(100)
    few, many = seconds(lines // 10), seconds(lines)
    assert many < 30 * few + 0.5
    assert many < 5
