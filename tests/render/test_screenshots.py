"""The screenshots of the documents: a real game's letter and page, as people see them.

Made anew by `pytest tests/render/test_screenshots.py --update-golden`. Another machine has other
fonts, so they are compared loosely: what they show is held by other tests, that they are not of
long ago by these.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role
from engine.core.sheet import Sheet
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.render.html import sheet_html
from mailbot.render.letter import pictures
from mailbot.render.page import Desk, order_page
from mailbot.rulesets import RULES, read_board, read_scenario
from tests.architecture.project import ROOT
from tests.helpers.browser import show

pytestmark = pytest.mark.servers

FOLDER = ROOT / "docs" / "pictures"
PLAYERS = ("Zane", "Rick", "Mara", "Otto", "Pia", "Hugo")
TURNS = 6
DUE = "Orders for turn 6 are due Sun 14 Mar 2027, 20:00 CET."
DESKTOP, PHONE = 1000, 390
#: Of 255, in the mean over a picture; and how much higher or lower it may be.
ALIKE, AS_HIGH = 12.0, 0.08


@dataclass(frozen=True)
class Mailed:
    """What Zane got after turn 5."""

    letter: str
    page: str


@cache
def mailed() -> Mailed:
    """From a game of six simulated players."""
    rules = RULES["raider"]
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    bots = {Role(name): rules.bots["cautious"] for name in PLAYERS}
    _, turns = play(rules.ruleset, board, bots, fair_dice(bytes(32), "screenshots"), stages=TURNS)
    zane = Role("Zane")
    sheets: list[Sheet] = []
    for turn in turns[1:]:
        sheet = rules.ruleset.sheet(turn, zane, tuple(sheets))
        assert sheet is not None
        sheets.append(sheet)
    form = rules.ruleset.form(rules.ruleset.view(turns[-1].state, zane), ())
    write = rules.grammar.write
    cover = Cover(
        opening=(f"{DUE} Answer this letter; write above this line, or fill in the form below.",),
        template=template(form, write, "pentarchy", "turn 6"),
    )
    drawn = enumerate(pictures(sheets[-1]), 1)
    sources = {n: f"data:image/png;base64,{b64encode(each.png).decode()}" for n, each in drawn}
    desk = Desk("orders@example.org", "The Pentarchy [pentarchy T6]", "pentarchy", "turn 6")
    page = order_page(sheets[-1], form, write, desk, (DUE,))
    return Mailed(sheet_html(sheets[-1], sources, cover), page)


@pytest.fixture
def window(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": DESKTOP, "height": 800})
    yield page
    page.close()


def alike(request: pytest.FixtureRequest, name: str, png: bytes) -> None:
    """Keep or compare; few colours are enough for a document."""
    new = Image.open(BytesIO(png)).convert("RGB")
    file = FOLDER / name
    if request.config.getoption("--update-golden", default=False):
        new.quantize(256, Image.Quantize.FASTOCTREE).save(file, optimize=True)
    old = Image.open(file).convert("RGB")
    assert old.width == new.width
    assert abs(old.height - new.height) <= old.height * AS_HIGH
    low = min(old.height, new.height)
    box = (0, 0, old.width, low)
    difference = ImageChops.difference(old.crop(box), new.crop(box))
    assert max(ImageStat.Stat(difference).mean) <= ALIKE


def test_the_letter_at_a_desk(request: pytest.FixtureRequest, window: Page, tmp_path: Path) -> None:
    show(window, mailed().letter, tmp_path)
    alike(request, "letter-desktop.png", window.screenshot(full_page=True))


def test_the_letter_on_a_telephone(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    window.set_viewport_size({"width": PHONE, "height": 800})
    show(window, mailed().letter, tmp_path)
    alike(request, "letter-phone.png", window.screenshot(full_page=True))


def test_the_page_with_a_ship_looked_up(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed().page, tmp_path)
    ship = window.locator("#lookup optgroup[label='Your ships'] option").first
    window.select_option("#lookup", ship.get_attribute("value"))
    alike(request, "page.png", window.screenshot(full_page=True))


def test_the_form_with_a_ship_to_be_refitted(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed().page, tmp_path)
    entry = window.locator("fieldset.entry").first
    entry.locator("select.what").select_option(label="refit her …")
    blanks = entry.locator(".draft:visible")
    blanks.locator("select").select_option(index=1)
    blanks.locator("input").fill("3E2G4?")
    alike(request, "form.png", entry.screenshot())


def test_the_page_in_print(request: pytest.FixtureRequest, window: Page, tmp_path: Path) -> None:
    window.emulate_media(media="print")
    show(window, mailed().page, tmp_path)
    alike(request, "print.png", window.screenshot(full_page=True))
