"""The order form as a page of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, sync_playwright

from engine.core.form import Choice, Line, OrderForm
from mailbot.render.page import Desk, order_page
from tests.render import sample
from tests.render.sample import Move
from tests.render.test_html import ATTACK, Reading

CHROMIUM = Path("/usr/bin/chromium")
DESK = Desk(
    "orders+pentarchy.zane.k3y@example.org", "Pentarchy [pentarchy T4]", "pentarchy", "turn 4"
)


def page(form: OrderForm[Move] | None = None) -> str:
    return order_page(
        sample.sheet(), form or sample.form(), sample.write, DESK, ("Due on Sunday.",)
    )


def letter(link: str) -> str:
    return unquote(link.partition("body=")[2])


def written(html: str) -> str:
    """The letter that the link of a page writes when nothing was touched."""
    return letter(html.partition('href="')[2].partition('"')[0])


def test_the_link_writes_what_stands_already() -> None:
    assert written(page()) == "#orders pentarchy turn 4\r\nPhoenix to Pearl\r\n#end"


def test_the_link_goes_to_the_address_for_orders() -> None:
    assert 'href="mailto:orders+pentarchy.zane.k3y@example.org?subject=Pentarchy%20%5B' in page()


def test_a_letter_too_long_for_a_link_is_to_be_copied() -> None:
    lines = tuple(Line(f"S{n}", f"S{n}:", "", (Move(f"S{n}", "Pearl"),)) for n in range(120))
    html = page(OrderForm(4, lines))
    assert 'href="" hidden' in html
    assert '<p class="note" id="long">' in html


def test_names_of_players_are_escaped_in_the_page_too() -> None:
    line = Line(ATTACK, ATTACK, ATTACK, (Move(ATTACK, ATTACK),), (Choice(ATTACK, Move("a", "b")),))
    html = page(OrderForm(4, (line,)))
    assert "<script>alert" not in html
    assert "onerror" not in Reading(html).attributes


def test_the_page_fetches_nothing_and_runs_no_script_but_its_own() -> None:
    html = page()
    assert "default-src 'none'" in html
    assert "script-src 'sha256-" in html
    assert not {"link", "img", "iframe"} & Reading(html).tags


@pytest.fixture(scope="module")
def browser_page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"],
        )
        yield browser.new_page()
        browser.close()


@pytest.mark.servers
@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Chromium")
def test_picking_from_a_list_writes_the_letter(browser_page: Page, tmp_path: Path) -> None:
    wrong: list[str] = []
    browser_page.on("console", lambda said: wrong.append(said.text))
    browser_page.on("pageerror", lambda error: wrong.append(str(error)))
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    browser_page.goto((tmp_path / "page.html").as_uri())
    browser_page.select_option("select", label="Agnes 1")
    browser_page.fill("#order-0", "Phoenix to Jade")
    link = browser_page.get_attribute("#send", "href") or ""
    assert sample.read(letter(link)) == (Move("Phoenix", "Jade"), Move("Eden", "Agnes"))
    browser_page.fill("#letter", "Eden to Pearl\n" * 300)
    assert not browser_page.is_visible("#send")
    assert browser_page.is_visible("#long")
    assert wrong == []
