"""What the handbook of off-map raids says of options and codes is what the program has."""

from __future__ import annotations

import re

import pytest

from engine.offmap.how_to import HOW, SEARCH, how_to_order
from engine.offmap.knowledge import view, vocabulary
from engine.offmap.options import Options
from mailbot.rulesets import RULES
from tests.architecture.project import ROOT, texts
from tests.engine.offmap.deeps import PACT, REACH, deeps

OFFMAP = RULES["offmap"]

HANDBOOK = (ROOT / "docs" / "rules-offmap.md").read_text(encoding="utf-8")
TABLE = HANDBOOK.split("# Options of a game")[-1]
ROWS = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \|", TABLE, re.MULTILINE)


def listed() -> dict[str, str]:
    """Option to the default that its row names; a row may list several of both."""
    pairs: dict[str, str] = {}
    for names, values in ROWS:
        options = re.findall(r"\w+", names)
        defaults = re.findall(r"-?[\w-]+", values)
        pairs |= dict(zip(options, defaults, strict=False))
    return pairs


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_every_option_stands_in_the_handbook_with_its_default(option: str) -> None:
    default = getattr(Options(), option)
    assert option in listed()
    if option != "first":  # the scenario's first side
        assert listed()[option].casefold() == str(default).casefold()


@pytest.mark.parametrize("example", [*HOW.values(), SEARCH])
def test_the_sheet_shows_orders_that_can_be_read(example: str) -> None:
    order = example.split(": ")[0]
    for word, name in {"SHIP, SHIP": "Jig, Kiln", "SHIP": "Jig", **NAMES}.items():
        order = order.replace(word, name)
    parsed = OFFMAP.grammar.parse(order, vocabulary(view(deeps(), PACT)))
    assert len(parsed.orders) == 1, order
    assert not parsed.problems, order


NAMES = {"AREA": "Deeps", "PLACE": "Ford", "UNIT": "Cradle", "BASE": "Bastion"}


def test_a_sheet_shows_what_can_be_ordered_in_its_phase() -> None:
    declare = " ".join(how_to_order(view(deeps(), PACT)))
    assert "raid AREA" in declare
    assert "guard" not in " ".join(how_to_order(view(deeps(), REACH)))
    assert "guard UNIT" in " ".join(how_to_order(view(deeps(guards=True), REACH)))
    assert "report" not in declare


def test_every_code_stands_in_the_handbook() -> None:
    used = {
        code
        for name, text in texts("engine", "grammar")
        if "offmap" in name
        for code in re.findall(r'"([EW]-[A-Z][A-Z-]+)"', text)
    }
    assert used - set(re.findall(r"[EW]-[A-Z][A-Z-]+", HANDBOOK)) == set()
    assert len(used) > 20
