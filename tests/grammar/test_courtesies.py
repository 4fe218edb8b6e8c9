"""Openings, lead-ins and farewells are no orders, in any game at any stage (MAIL-B10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.ruleset import Severity
from grammar.reading import Parsed
from mailbot.rulesets import RULES
from tests.grammar.table import PLACES, SIGN_UP, TURN, codes, read, written
from tests.helpers.bot_orders import Seat, seats

OPENINGS = (
    "Dear Gamesmaster,",
    "Dear GM",
    "Hello Gamesmaster!",
    "Good evening,",
    "Hi there,",
    "my orders for this turn:",
    "Here are my orders for turn 3:",
    "Please find my orders below:",
    "My ships are:",
    "Please do the following:",
    "Turn orders:",
    "I would like to order the following:",
    "Hi GM - orders for turn 3 below.",
    "Lieber Spielleiter,",
    "Gentlemen,",
)
FAREWELLS = (
    "Thanks,",
    "Thank you very much",
    "Many thanks, Ann",
    "Best regards, Ann",
    "All the best,",
    "all the best",
    "Cheers, Ann",
    "Yours sincerely,",
    "That's all for now.",
    "Have a nice day",
    "Viele Grüße, Ann",
    "-- Ann",
    "Ann Smith",
)


def positions(ruleset: str) -> list[Seat]:
    """A player before the game and one in each of its first stages."""
    found = {seat.words.stage: seat for seat in seats(ruleset)}
    return [found[stage] for stage in sorted(found)[:4]]


def quiet(parsed: Parsed[object]) -> bool:
    told = [*parsed.problems, *(problem for line in parsed.lines for problem in line.problems)]
    return all(problem.severity is Severity.REMARK for problem in told)


@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("phrase", OPENINGS)
def test_an_opening_changes_no_order_and_is_no_problem(phrase: str, ruleset: str) -> None:
    for seat in positions(ruleset):
        parsed = seat.grammar.parse("\n".join([phrase, "", *seat.lines]), seat.words)
        assert parsed.orders == seat.grammar.parse("\n".join(seat.lines), seat.words).orders
        assert quiet(parsed), (phrase, seat.words.stage)
        assert not seat.reads_as_order(phrase)


@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("phrase", FAREWELLS)
def test_a_farewell_changes_no_order_and_is_no_problem(phrase: str, ruleset: str) -> None:
    for seat in positions(ruleset):
        parsed = seat.grammar.parse("\n".join([*seat.lines, "", phrase]), seat.words)
        assert parsed.orders == seat.grammar.parse("\n".join(seat.lines), seat.words).orders
        assert quiet(parsed), (phrase, seat.words.stage)
        assert not seat.reads_as_order(phrase)


def test_all_the_best_refits_no_ship() -> None:
    """B, E, S and T are modules."""
    assert written(read("Phoenix to Pearl\nAll the best,")) == "Phoenix to Pearl"


def test_a_ship_called_dear_can_be_ordered() -> None:
    ships = {**PLACES, "Dear": "Hilda"}
    words = replace(TURN, names={**TURN.names, "ship": tuple(ships)}, places=ships)
    assert written(read("Dear Coral", words)) == "Dear to Coral"
    assert codes(read("Dear Ann\nEden stays", words)) == ["greeting"]


def test_a_misspelt_order_at_the_end_is_no_name() -> None:
    assert codes(read("Phoenix to Pearl\nVolan Hildo")) == ["not-understood"]


def test_a_ship_without_a_structure_is_asked_for_it() -> None:
    assert codes(read("Phoenix:", SIGN_UP)) == ["missing-structure"]
    assert codes(read("My first ship, Phoenix:\nstart: Pearl", SIGN_UP)) == ["greeting"]
