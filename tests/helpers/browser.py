"""A real Chromium for tests of pages; mark them `@pytest.mark.servers`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.helpers.servers import need


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """For the tests of one file: while it lives nothing else in the process can run a loop."""
    program = need("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"],
        )
        yield browser
        browser.close()


@pytest.fixture
def window(chromium: Browser) -> Iterator[Page]:
    """A page of its own; whatever it complains of fails the test."""
    context = chromium.new_context(offline=True, viewport={"width": 1200, "height": 900})
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


def show(page: Page, html: str, folder: Path) -> None:
    """Open the page from a file, as its reader does."""
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    page.goto(file.as_uri())
