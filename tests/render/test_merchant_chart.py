"""The chart of Merchant Raider as people see it: on a telephone, and in the handbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import Role, Seat
from engine.core.scene import Disc, Label
from engine.core.sheet import Figure, Sheet
from engine.merchant.rules import MERCHANT
from engine.merchant.sheet import sheet
from mailbot.render.html import sheet_html
from mailbot.render.svg import scene_svg
from mailbot.render.text import WIDTH, sheet_text
from mailbot.render.words import columns
from tests.architecture.project import ROOT
from tests.engine.merchant.fleet import ANN, island, run, ship, world
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


# --------------------------------------------------------------------- the handbook's pictures

PICTURES = ROOT / "docs" / "pictures"
CARGO, YARD = "AABBEEEEHHHHHHHHHHHR", "AABBYYYYYYYYYYYYYYYY"
HUNTER = "BBEEEEEEGGGCCCCRR"


def a_week_at_sea() -> tuple[Sheet, ...]:
    """Ann's sheets before and after a week between Corsica and the islands around."""
    start = world(
        island("Corsica", 1847, 5702, "B", "?", _1=20),
        island("Delos", 1817, 5081, "G", "?", _1=20),
        island("Lemnos", 2467, 5377, "2", "U"),
        island("Quemoy", 1120, 5466, "A", A=12),
        island("Upolu", 2826, 7026, "E", "2"),
        island("Amsterdam", 3704, 5151, "?"),
        ship("Argo", "Ann", CARGO, "Corsica"),
        ship("Hector", "Ann", CARGO, "Corsica"),
        ship("Slipway", "Ann", YARD, "Corsica"),
        ship("Wolf", "Ann", HUNTER, "Corsica"),
        ship("Tern", "Ben", CARGO, "Delos"),
        ship("Prinz", "Cat", CARGO, 2540, 5400),
    )
    one = run(start, Cat=["Prinz hold"])
    two = run(
        one.state,
        Ann=[
            "Argo sail to Upolu",
            "Hector carry all A from Quemoy to Corsica",
            "Wolf sail to Lemnos",
        ],
        Ben=["Tern sail to Amsterdam"],
    )
    before = sheet(one, ANN, ())
    assert before is not None
    after = sheet(two, ANN, (before,))
    assert after is not None
    return before, after


def world_chart() -> Sheet:
    """What somebody sees who signs up."""
    seats = tuple(map(Seat, ROLES))
    told = sheet(MERCHANT.setup(ARCHIPELAGO, seats, QuickDice(1)), ROLES[0], ())
    assert told is not None
    return told


def test_the_pictures_of_the_handbook_are_what_players_see(
    golden: Callable[[str, str], None],
) -> None:
    golden(str(PICTURES / "merchant-week.svg"), chart(a_week_at_sea()[1]) + "\n")
    golden(str(PICTURES / "merchant-world.svg"), chart(world_chart()) + "\n")


def test_every_picture_is_shown_in_a_document() -> None:
    shown = "".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert [p.name for p in PICTURES.iterdir() if f"(pictures/{p.name})" not in shown] == []


def test_the_figures_of_circles_seldom_stand_on_an_island() -> None:
    """Only where the whole circle lies on one, or none of it is shown."""
    clear = [away for role in ROLES for told in sheets(role) for away in from_islands(told)]
    assert len(clear) > 500
    assert sum(clear) > 0.95 * len(clear)


def from_islands(told: Sheet) -> Iterator[bool]:
    """Of each figure of a circle, whether it stands clear of all islands."""
    (drawn,) = (block.scene for block in told.blocks if isinstance(block, Figure))
    discs = (shape for shape in drawn.shapes if isinstance(shape, Disc))
    islands = [disc.centre for disc in discs if disc.thing.startswith("island/")]
    for shape in (shape for card in told.cards for shape in card.overlay):
        if isinstance(shape, Label) and shape.text.endswith("km"):
            x, y = shape.at
            yield all(abs(x - east) > 60 or abs(y - north) > 20 for east, north in islands)
