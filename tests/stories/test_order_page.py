"""The attached page in a real browser: what it writes is mailed, and the receipt says the same."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from mailbot.mail.outgoing import Kind
from tests.helpers.browser import show
from tests.helpers.world import Mail, Person, Worlds

pytestmark = pytest.mark.servers


def page_of(sheet: Mail) -> str:
    (page,) = [data for name, data in sheet.files if name.endswith(".html")]
    return page.decode()


def mails(person: Person, window: Page) -> Mail:
    """He follows the link that the page has written; his mail program sends what it gets."""
    link = urlsplit(window.get_attribute("#send", "href") or "")
    fields = parse_qs(link.query)
    address, (subject,), (body,) = link.path, fields["subject"], fields["body"]
    (receipt,) = person.sends(body.replace("\r\n", "\n"), To=address, Subject=subject)
    assert receipt.kind == Kind.RECEIPT
    return receipt


def pick(window: Page, subject: str, choice: str) -> None:
    entry = window.locator("fieldset.entry", has=window.locator(f"legend:text-is('{subject}')"))
    entry.locator("select.what").select_option(label=choice)


def test_a_turn_is_ordered_by_the_page_alone(worlds: Worlds, window: Page, tmp_path: Path) -> None:
    """(FEAT-O9)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    show(window, page_of(zane.last(Kind.SHEET)), tmp_path)
    pick(window, "Phoenix", "Hilda 1")
    pick(window, "Eden", "refit her …")
    blanks = window.locator(".draft:visible")
    blanks.locator("select").select_option("Agnes")
    blanks.get_by_label("as").fill("5E2G?")
    pick(window, "overlord", "Rick")
    receipt = mails(zane, window)
    ordered = {"Phoenix to Hilda", "Eden to Agnes, refit as 5E2G?", "overlord: Rick"}
    for line in ordered:
        assert line in receipt.words
    assert "Problems" not in receipt.text
    assert set(world.stands(zane)) == ordered


def test_a_sign_up_is_filled_in_by_the_page_alone(
    worlds: Worlds, window: Page, tmp_path: Path
) -> None:
    """(FEAT-O9)"""
    world = worlds()
    world.creates()
    zane = world.person("Zane")
    zane.sends("join pent as Zane")
    zane.writes("Yes, please.")
    show(window, page_of(zane.last(Kind.SHEET)), tmp_path)
    for slot, name in enumerate(("Phoenix", "Eden", "Volen", "Skyfire", "Shale", "Bearclaw"), 1):
        pick(window, f"ship {slot}", "a ship of this kind …")
        blanks = window.locator(".draft:visible").last
        blanks.get_by_label("name").fill(name)
        blanks.get_by_label("modules").fill("3E3G2B")
    start = window.locator("fieldset.entry", has=window.locator("legend:text-is('start')"))
    start.locator("select.what").select_option(index=1)
    receipt = mails(zane, window)
    assert "Your sign-up is complete." in receipt.words
