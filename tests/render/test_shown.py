"""Letters in a real browser: on a telephone, without pictures, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from engine.core.ruleset import Role
from engine.core.sheet import Block, Figure, Items, Mark, Paragraph, Row, Sheet, Span, Table
from mailbot.render.cover import Cover
from mailbot.render.html import sheet_html
from mailbot.render.text import sheet_text
from tests.render import sample
from tests.render.contrast import ENOUGH, INVERSIONS, Colour, ratio
from tests.render.letters import Letter, letters

PHONE = 390

pytestmark = pytest.mark.servers

PAIRS = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.data.trim()) continue;
    let at = walk.currentNode.parentElement;
    const ink = getComputedStyle(at).color;
    while (at && getComputedStyle(at).backgroundColor === "rgba(0, 0, 0, 0)") at = at.parentElement;
    found.add(ink + "/" + (at ? getComputedStyle(at).backgroundColor : "rgb(255, 255, 255)"));
  }
  return [...found];
}"""
"""The colour of every piece of text and of what is behind it."""


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": PHONE, "height": 800})
    yield page
    page.close()


def shown(html: str) -> str:
    """With letters as wide as those of telephones, where Arial and its like are not installed."""
    assert "Arial," in html or "<table class" not in html
    return html.replace("Arial,", "'DejaVu Sans Condensed',Arial,")


def html(letter: Letter) -> str:
    return sheet_html(letter.sheet, {1: "cid:map"}, letter.cover)


def test_nothing_is_wider_than_a_telephone(phone: Page) -> None:
    """A part that is moved sideways is lost where programs do not move it."""
    for letter in letters():
        phone.set_content(shown(html(letter)))
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE, letter.name


def test_the_longest_names_do_not_widen_a_letter(phone: Page) -> None:
    row = Row(("Unsinkablemollybrownofleith", "AA+BB+EE+EE+HH+HH+HR+", "4567E5678N", "identified"))
    table = Table(("Ship", "Structure", "Grid", "Level"), (row,) * 3)
    phone.set_content(shown(sheet_html(Sheet(Role("Zane"), "Turn 3", 3, (table,)), {})))
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_short_words_are_never_broken(phone: Page) -> None:
    """Also where something else in the row has to be."""
    row = Row(("Unsinkablemollybrownofleith", "AA+BB+EE+EE+HH+HH+HR+", "11", "Otto"))
    table = Table(("Ship", "Structure", "Guns", "Owner"), (row,) * 2, "llrl")
    phone.set_content(shown(sheet_html(Sheet(Role("Zane"), "Turn 3", 3, (table,)), {})))
    heights = phone.evaluate(
        "[...document.querySelectorAll('.grid tr:nth-child(2) td')].map(cell => {"
        "const all = document.createRange(); all.selectNodeContents(cell);"
        "return all.getClientRects().length})"
    )
    assert heights[2:] == [1, 1]


def test_without_pictures_a_letter_is_whole(chromium: Browser) -> None:
    """As programs show it until the reader asks for pictures; nothing of the text is lost."""
    context = chromium.new_context(viewport={"width": PHONE, "height": 800})
    context.route("**/*", lambda route: route.abort())
    page = context.new_page()
    for letter in letters():
        page.set_content(shown(html(letter)))
        said = " ".join(page.inner_text("body").split())
        for block in letter.sheet.blocks:
            if isinstance(block, Figure):
                assert block.caption in said, letter.name
                assert page.get_attribute("img", "alt") == block.caption
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert _told(letter.sheet) <= set(said.split()), letter.name
    context.close()


def _told(sheet: Sheet) -> set[str]:
    """The words of the letter in plain text, without those that its lines are drawn with."""
    words = set(sheet_text(sheet, 10_000).split())
    return {word for word in words if any(map(str.isalnum, word)) and word != "[Picture]"}


EVERY_MARK = tuple(Span(mark.value, mark) for mark in Mark)
EVERYTHING: tuple[Block, ...] = (
    *sample.sheet().blocks,
    Paragraph(EVERY_MARK),
    Items((EVERY_MARK,)),
    Table(("A", "B"), tuple(Row((EVERY_MARK, "plain"), mark) for mark in Mark)),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_stands_out(chromium: Browser, scheme: Literal["light", "dark"]) -> None:
    """In all marks, in rows of all marks; and again after each way of turning colours round."""
    pairs = colours(chromium, scheme)
    assert len(pairs) > 20
    poor = [pair for pair in pairs if ratio(*map(colour, pair.split("/"))) < ENOUGH]
    assert not poor


@pytest.mark.parametrize("way", INVERSIONS)
def test_every_word_stands_out_when_a_program_inverts_the_letter(
    chromium: Browser, way: str
) -> None:
    for pair in colours(chromium, "light"):
        ink, ground = (INVERSIONS[way](colour(part)) for part in pair.split("/"))
        assert ratio(ink, ground) >= ENOUGH, pair


def test_the_dark_letter_is_dark_to_its_edges(chromium: Browser) -> None:
    """A ground that stays light would have light letters on it."""
    grounds = {pair.split("/")[1] for pair in colours(chromium, "dark")}
    assert all(max(colour(ground)) < 0.5 for ground in grounds), grounds


def colours(chromium: Browser, scheme: Literal["light", "dark"]) -> list[str]:
    page = chromium.new_page(color_scheme=scheme)
    cover = Cover("==ABOVE==", ("Due on Sunday.",), "#orders x\n#end", ("Dice.",))
    page.set_content(sheet_html(Sheet(Role("Zane"), "Turn 3", 3, EVERYTHING), {}, cover))
    found: list[str] = page.evaluate(PAIRS)
    page.close()
    return found


def colour(text: str) -> Colour:
    """`rgb(34, 32, 28)`."""
    red, green, blue = (int(part) / 255 for part in text[4:-1].split(","))
    return red, green, blue
