"""Ready designs and names, and the bot that uses them."""

from __future__ import annotations

import pytest

from engine.core.structure import expand
from engine.raider.bots import designed
from engine.raider.fleets import DESIGNS, NAMES
from engine.raider.islands import right_size
from engine.raider.names import RESERVED, name_problem
from engine.raider.state import FLEET, LETTERS
from grammar.shared import RESERVED as TAKEN
from tests.helpers.raider import PENTARCHY

ISLANDS = [island["name"] for island in PENTARCHY["islands"]]


def test_the_ready_designs_are_lawful() -> None:
    assert len(DESIGNS) == FLEET
    assert all(right_size(expand(design, LETTERS)) for design in DESIGNS)


@pytest.mark.parametrize("name", NAMES)
def test_the_ready_names_are_lawful(name: str) -> None:
    assert name_problem(name, ISLANDS) is None
    assert name.casefold() not in TAKEN


def test_there_are_names_enough_for_all_fleets() -> None:
    assert len({name.casefold() for name in NAMES}) == len(NAMES) > 10 * FLEET


def test_words_that_the_engine_reserves_mean_something_in_orders() -> None:
    assert set(RESERVED) <= TAKEN


def test_the_bot_designs_from_what_is_there() -> None:
    assert designed({"G": 20}) == ""
    assert designed({"E": 2, "B": 2}) == ""
    assert designed({"E": 2, "B": 9, "G": 1}) == "BBBBBEEG"
