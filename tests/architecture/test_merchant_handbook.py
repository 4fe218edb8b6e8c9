"""What the handbook of Merchant Raider says of options and products is what the program has."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.merchant.options import Options
from engine.merchant.products import PRODUCTS
from tests.architecture.project import ROOT

HANDBOOK = (ROOT / "docs" / "rules-merchant.md").read_text(encoding="utf-8")
TABLE = HANDBOOK.split("# Options of a game")[-1]
LISTED = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", TABLE, re.MULTILINE))


def written(value: Any) -> str:
    plain = getattr(value, "value", value)
    if isinstance(plain, bool):
        return str(plain).lower()
    return f"{plain:g}" if isinstance(plain, float) else str(plain)


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_every_option_stands_in_the_handbook_with_its_default(option: str) -> None:
    assert LISTED[option] == written(getattr(Options(), option))


def test_nothing_else_is_called_an_option() -> None:
    assert set(LISTED) == set(Options.__struct_fields__)
    law = HANDBOOK.split("# The law")[1].split("# Options of a game")[0]
    named = {name for text in re.findall(r"\*Options?\s([^*]+)\*", law) for name in quoted(text)}
    assert named <= set(LISTED)
    assert len(named) == len(LISTED)


def quoted(text: str) -> list[str]:
    """The option itself, or several; what is in quotes after `=` are its values."""
    names = re.findall(r"`([a-z_]+)`", text)
    return names[:1] if "=" in text else names


def test_products_have_the_names_and_codes_of_the_handbook() -> None:
    rows = re.findall(r"^\| ([0-9A-Z]) \| ([A-Z]\w+) \|", HANDBOOK, re.MULTILINE)
    assert {code: name for code, name in rows if code in PRODUCTS} == {
        code: product.name for code, product in PRODUCTS.items()
    }


def test_every_ruling_stands_in_the_handbook() -> None:
    laid_down = set(re.findall(r"^\*\*MER-H(\d+)\*\*", HANDBOOK, re.MULTILINE))
    assert laid_down == {f"{number:02d}" for number in range(1, 134)}
