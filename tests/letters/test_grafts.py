"""Orders of every game, put into every letter in place of its own, mean the same (MAIL-B13)."""

from __future__ import annotations

from random import Random

import pytest

from mailbot.mail.body import read_body
from mailbot.rulesets import RULES
from tests.helpers.bot_orders import seats
from tests.letters.shape import Letter, letters

WRAPPERS = [letter for letter in letters() if letter.expected.graft and not letter.expected.machine]


@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("letter", WRAPPERS, ids=[letter.name for letter in WRAPPERS])
def test_orders_mean_the_same_in_any_letter(letter: Letter, ruleset: str) -> None:
    random = Random(f"{letter.name} {ruleset}")
    seat = random.choice(seats(ruleset))
    lines = seat.some(random)
    reading = read_body(letter.raw(lines), reads_as_order=seat.reads_as_order)
    meant = "\n".join(letter.own(lines) or letter.held(lines))
    got = seat.grammar.parse(reading.text or reading.held, seat.words)
    assert got.orders == seat.grammar.parse(meant, seat.words).orders
    assert got.orders


@pytest.mark.parametrize("ruleset", RULES)
def test_what_is_grafted_are_orders(ruleset: str) -> None:
    assert all(seat.reads_as_order(line) for seat in seats(ruleset) for line in seat.lines)
