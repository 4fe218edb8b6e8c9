"""What the handbook of off-map raids says of options and codes is what the program has."""

from __future__ import annotations

import re

import pytest

from engine.offmap.options import Options
from tests.architecture.project import ROOT, texts

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


def test_every_code_stands_in_the_handbook() -> None:
    used = {
        code
        for name, text in texts("engine", "grammar")
        if "offmap" in name
        for code in re.findall(r'"([EW]-[A-Z][A-Z-]+)"', text)
    }
    assert used - set(re.findall(r"[EW]-[A-Z][A-Z-]+", HANDBOOK)) == set()
    assert len(used) > 20
