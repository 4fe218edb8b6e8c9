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
DUE = "Orders for {stage} are due Sun 14 Mar 2027, 20:00 CET."
DESKTOP, PHONE = 1000, 390
#: How much of a long letter a document shows of a telephone.
GLANCE = 1500
#: Of 255, in the mean over a picture; and how much higher or lower it may be.
ALIKE, AS_HIGH = 12.0, 0.08


@dataclass(frozen=True)
class Mailed:
    """What the first player got when he had last to order something."""

    letter: str
    page: str


@dataclass(frozen=True)
class Game:
    """Between simulated players."""

    players: tuple[str, ...]
    stages: int
    #: What is open for orders, in words.
    stage: str


GAMES = {
    "raider": Game(("Zane", "Rick", "Mara", "Otto", "Pia", "Hugo"), 6, "turn 6"),
    "offmap": Game(("pact", "reach"), 1, "turn 1, declare"),
    "merchant": Game(("Zane", "Rick", "Mara", "Otto", "Pia", "Hugo"), 5, "turn 5"),
}


@cache
def mailed(name: str) -> Mailed:
    rules, game = RULES[name], GAMES[name]
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    bot = next(iter(rules.bots.values()))
    bots = {Role(player): bot for player in game.players}
    dice = fair_dice(bytes(32), "screenshots")
    _, turns = play(rules.ruleset, board, bots, dice, stages=game.stages)
    reader = Role(game.players[0])
    sheets: list[Sheet] = []
    for turn in turns[1:]:
        sheet = rules.ruleset.sheet(turn, reader, tuple(sheets))
        assert sheet is not None
        sheets.append(sheet)
    form = rules.ruleset.form(rules.ruleset.view(turns[-1].state, reader), ())
    write, due = rules.grammar.write, DUE.format(stage=game.stage)
    turn_words = game.stage.partition(",")[0]
    cover = Cover(
        opening=(f"{due} Answer this letter; write above this line, or fill in the form below.",),
        template=template(form, write, "game", turn_words),
    )
    drawn = enumerate(pictures(sheets[-1]), 1)
    sources = {n: f"data:image/png;base64,{b64encode(each.png).decode()}" for n, each in drawn}
    desk = Desk("orders@example.org", f"The Game [game, {turn_words}]", "game", turn_words)
    page = order_page(sheets[-1], form, write, desk, (due,))
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
    show(window, mailed("raider").letter, tmp_path)
    alike(request, "letter-desktop.png", window.screenshot(full_page=True))


def test_the_letter_on_a_telephone(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    window.set_viewport_size({"width": PHONE, "height": 800})
    show(window, mailed("raider").letter, tmp_path)
    alike(request, "letter-phone.png", window.screenshot(full_page=True))


def test_the_page_with_a_ship_looked_up(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed("raider").page, tmp_path)
    ship = window.locator("#lookup optgroup[label='Your ships'] option").first
    window.select_option("#lookup", ship.get_attribute("value"))
    alike(request, "page.png", window.screenshot(full_page=True))


def test_the_form_with_a_ship_to_be_refitted(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed("raider").page, tmp_path)
    entry = window.locator("fieldset.entry").first
    entry.locator("select.what").select_option(label="refit her …")
    blanks = entry.locator(".draft:visible")
    blanks.locator("select").select_option(index=1)
    blanks.locator("input").fill("3E2G4?")
    alike(request, "form.png", entry.screenshot())


def test_the_page_in_print(request: pytest.FixtureRequest, window: Page, tmp_path: Path) -> None:
    window.emulate_media(media="print")
    show(window, mailed("raider").page, tmp_path)
    alike(request, "print.png", window.screenshot(full_page=True))


@pytest.mark.parametrize("name", ["offmap", "merchant"])
def test_a_letter_of_the_other_games_on_a_telephone(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path, name: str
) -> None:
    window.set_viewport_size({"width": PHONE, "height": GLANCE})
    show(window, mailed(name).letter, tmp_path)
    alike(request, f"{name}-letter-phone.png", window.screenshot())


def test_the_page_of_an_off_map_raid_with_ships_ticked(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed("offmap").page, tmp_path)
    window.select_option("#lookup", "area/Deeps")
    moves = window.locator("fieldset.entry", has=window.locator("legend:text-is('move')"))
    moves.locator("select.what").select_option(label="move from Rim …")
    for ship in ("Bellows", "Crucible", "Quill"):
        moves.get_by_label(ship).check()
    moves.locator(".draft:visible select").select_option("Ford")
    alike(request, "offmap-page.png", window.screenshot(full_page=True))


def test_the_page_of_a_merchant_with_a_ship_looked_up(
    request: pytest.FixtureRequest, window: Page, tmp_path: Path
) -> None:
    show(window, mailed("merchant").page, tmp_path)
    ship = window.locator("#lookup optgroup[label='Your ships'] option").first
    window.select_option("#lookup", ship.get_attribute("value"))
    carries = window.locator("option:text-is('carry cargo …')")
    entry = window.locator("fieldset.entry", has=carries).first
    entry.locator("select.what").select_option(label="carry cargo …")
    window.set_viewport_size({"width": DESKTOP, "height": GLANCE})
    alike(request, "merchant-page.png", window.screenshot())
