"""Whatever a letter holds: no error, no line lost, no cost beyond its length."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.merchant.orders import Order
from grammar.reading import Parsed
from tests.grammar.merchant import strategies as drawn
from tests.grammar.merchant.table import MERCHANT, SIGN_UP, TURN, problems, read
from tests.helpers import soak


@given(drawn.letters, st.booleans())
@settings(max_examples=300)
def test_every_letter_is_read_without_an_error(letter: str, begun: bool) -> None:
    for problem in problems(read(letter, TURN if begun else SIGN_UP)):
        assert problem.text
        assert problem.line is None or 1 <= problem.line <= letter.count("\n") + 1


@given(st.text(max_size=300), st.booleans())
@settings(max_examples=200)
def test_any_text_at_all_is_read_without_an_error(text: str, begun: bool) -> None:
    read(text, TURN if begun else SIGN_UP)
    read(f"Argo {text}", TURN if begun else SIGN_UP)


STRANGE = st.text(alphabet="qwzjkvy", min_size=3, max_size=8)


@given(st.lists(STRANGE, min_size=2, max_size=6).map(" ".join), st.integers(0, 3))
def test_no_line_is_lost(strange: str, place: int) -> None:
    lines = ["Argo sail to Yap", "Wolf hold", "dice: magic", "Rusty disband at Madeira"]
    lines.insert(place, strange)
    parsed = read("\n".join(lines))
    assert len(parsed.orders) == 4
    assert place + 1 in accounted(parsed)


@given(st.lists(drawn.orders_and_prose, max_size=8))
def test_every_line_is_understood_or_told(lines: list[str]) -> None:
    """Set apart by blank lines, each line that says anything alone is accounted for."""
    parsed = read("\n\n".join(lines))
    told = accounted(parsed)
    passed_on = "\n".join(press.text for press in parsed.press)
    for place, line in enumerate(lines):
        alone = read(line)
        said = 2 * place + 1 in told or line.strip() in passed_on
        assert said or not (alone.lines or alone.problems)


@given(drawn.orders_and_prose)
def test_what_reads_as_an_order_is_read_without_a_correction(line: str) -> None:
    if MERCHANT.reads_as_order(line, TURN):
        parsed = read(line)
        assert parsed.orders
        assert {problem.code for problem in problems(parsed)} <= {"replaced", "unknown-name"}


def accounted(parsed: Parsed[Order]) -> set[int]:
    """The lines that some order, press or problem answers."""
    told = {line.number for line in parsed.lines} | {press.line for press in parsed.press}
    for problem in parsed.problems:
        lines = problem.arguments.get("lines", (problem.line or 0,))
        told |= {int(str(line)) for line in (lines if isinstance(lines, tuple) else ())}
    return told


@soak.number("lines", 1_000, 2_000)
@pytest.mark.parametrize(
    "line",
    [
        "Argo sail to Xq{n}zzle please dear friends",
        "Argo sail to q{n}zzle, attack",
        "{n} " * 100,
        "Skuttle sial Wrangle {n} Corsia Madiera Zanzbar Gouhg",
        "Argo carry {n} engins from Corsia to Wrangle",
        "- - - - - > > > {n}",
        "ally: {n}",
        "Slipway build {n} with 2A{n}",
        "a" * 900 + "{n}",
        "(" * 500 + "{n}",
        "{n};" * 200,
        "4567E 5678N " * 40 + "{n}",
        "all at Corsica all at Corsica {n}",
    ],
)
@pytest.mark.parametrize("words", [TURN, SIGN_UP], ids=["turn", "sign-up"])
def test_hostile_letters_cost_no_more_than_their_length(
    line: str, words: object, lines: int
) -> None:
    def seconds(count: int) -> float:
        letter = "\n".join(
            line.replace("{n}", chr(97 + n % 26) * (1 + n % 5)) for n in range(count)
        )
        started = time.process_time()
        read(letter, SIGN_UP if words is SIGN_UP else TURN)
        return time.process_time() - started

    seconds(100)
    few, many = seconds(lines // 10), seconds(lines)
    assert many < 30 * few + 0.5
    assert many < 5
