"""The pages of all three games in a real browser, as bots have played them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Vocabulary
from engine.core.sheet import Sheet
from mailbot.render.page import order_page
from mailbot.rulesets import RULES, read_board, read_scenario
from tests.helpers.browser import show
from tests.render.test_form_lines import DESK

pytestmark = pytest.mark.servers

STAGES = 9
PHONE = 390


@cache
def page(name: str) -> tuple[str, Vocabulary]:
    """The last page on which the first player can fill in something, and the names he knows."""
    return list(pages(name))[-1]


def pages(name: str) -> Iterator[tuple[str, Vocabulary]]:
    rules = RULES[name]
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    roles = board.seating.roles or tuple(map(Role, ("Ann", "Ben", "Cat", "Dan")))
    bot = next(iter(rules.bots.values()))
    dice = fair_dice(bytes(32), "pages")
    _, turns = play(rules.ruleset, board, dict.fromkeys(roles, bot), dice, stages=STAGES)
    past: list[Sheet] = []
    for turn in turns:
        if sheet := rules.ruleset.sheet(turn, roles[0], past):
            past.append(sheet)
            view = rules.ruleset.view(turn.state, roles[0])
            form = rules.ruleset.form(view, ())
            if any(line.drafts for line in form.lines):
                html = order_page(sheet, form, rules.grammar.write, DESK)
                yield html, rules.ruleset.vocabulary(view)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_game_can_be_used_by_everybody_and_on_a_telephone(
    chromium: Browser, tmp_path: Path, name: str, scheme: str
) -> None:
    size = {"width": PHONE, "height": 800}
    context = chromium.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    window = context.new_page()
    show(window, page(name)[0], tmp_path)
    window.locator("details.sheet summary").click()
    keys = window.eval_on_selector_all("#lookup option", "all => all.map(each => each.value)")
    wide = [key for key in keys if key and opened_width(window, key) > PHONE]
    found = Axe().run(window).response["violations"]
    context.close()
    assert wide == []
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def opened_width(window: Page, key: str) -> int:
    """How wide the page is with this card open."""
    window.select_option("#lookup", key)
    assert window.locator(".card:visible").count() == 1
    return int(window.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("name", RULES)
def test_blanks_filled_in_by_hand_write_a_line_that_is_read(
    window: Page, tmp_path: Path, name: str
) -> None:
    """Every draft of which nothing has to be written, with the first thing of each list."""
    html, words = page(name)
    show(window, html, tmp_path)
    lines = [
        filled_in(entry, draft)
        for entry in window.locator("fieldset.entry", has=window.locator(".draft")).all()
        for draft in range(entry.locator(".draft").count())
        if entry.locator(f"option[data-draft='{draft}']").is_enabled()
    ]
    written = [line for line in lines if line]
    assert written
    for line in written:
        parsed = RULES[name].grammar.parse(line, words)
        assert len(parsed.orders) == 1, line


def filled_in(entry: Locator, draft: int) -> str:
    """The line that the page writes; nothing if a word has to be thought of."""
    entry.locator(f"option[data-draft='{draft}']").evaluate(
        "option => { option.selected = true;"
        " option.parentElement.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    blanks = entry.locator(".draft:visible")
    if blanks.locator("input.slot:not([type=number])").count():
        return ""
    for ticks in blanks.locator("fieldset.slot").all():
        ticks.locator("label:not([hidden]) input").first.check()
    for select in blanks.locator("select.slot").all():
        select.select_option(index=1)
    for number in blanks.locator("input.slot").all():
        number.fill(number.get_attribute("min") or "")
    assert "wrong" not in (blanks.locator(".check").get_attribute("class") or "").split()
    return entry.locator("input.order").input_value()
