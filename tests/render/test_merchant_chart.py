"""The chart of Merchant Raider as people see it: on a telephone, and in the handbook."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree as ET

import pytest

from engine.core.ruleset import Role
from engine.core.sheet import Figure, Sheet
from engine.merchant.sheet import sheet
from mailbot.render.html import sheet_html
from mailbot.render.svg import scene_svg
from mailbot.render.text import WIDTH, sheet_text
from mailbot.render.words import columns
from tests.helpers.merchant_world import ARCHIPELAGO, bot_game

SVG = "{http://www.w3.org/2000/svg}"
ROLES = tuple(map(Role, ("Ann", "Ben", "Cat", "Dan")))

PHONE = 366
"""Pixels that are left for a picture on a telephone 390 wide."""

LEGIBLE = 7.0
"""Pixels; a telephone has two or three dots in each."""


@cache
def sheets(role: Role) -> tuple[Sheet, ...]:
    """A player's sheets of a game of bots."""
    told: list[Sheet] = []
    for turn in bot_game():
        made = sheet(turn, role, tuple(told))
        assert made is not None
        told.append(made)
    return tuple(told)


def chart(told: Sheet) -> str:
    (figure,) = (block for block in told.blocks if isinstance(block, Figure))
    return scene_svg(figure.scene)


def labels(drawn: str) -> list[ET.Element]:
    return list(ET.fromstring(drawn).iter(f"{SVG}text"))


@pytest.mark.parametrize("role", ROLES)
def test_every_island_is_named_on_every_chart(role: Role) -> None:
    names = {" ".join((i.name, *i.factories)) for i in ARCHIPELAGO.islands}
    for told in sheets(role):
        assert names <= {label.text for label in labels(chart(told))}


@pytest.mark.parametrize("role", ROLES)
def test_no_label_is_too_small_for_a_telephone(role: Role) -> None:
    for told in sheets(role):
        drawn = chart(told)
        wide = float(ET.fromstring(drawn).get("width", "0"))
        for label in labels(drawn):
            assert float(label.get("font-size", "0")) * PHONE / wide >= LEGIBLE


@pytest.mark.parametrize("role", ROLES)
def test_no_line_of_a_sheet_is_too_long(role: Role) -> None:
    for told in sheets(role):
        assert all(columns(line) <= WIDTH for line in sheet_text(told).split("\n"))
        assert len(sheet_html(told, {1: "map-1.png"})) < 100_000
