"""The order page of off-map raids: what it shows is what it writes, and what it writes counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from engine.core.ruleset import Role
from engine.core.sheet import Sheet
from engine.offmap.form import form
from engine.offmap.knowledge import view, vocabulary
from engine.offmap.merging import merge
from engine.offmap.phases import Phase
from engine.offmap.state import State
from mailbot.render.page import order_page
from mailbot.rulesets import RULES
from tests.engine.offmap.deeps import deeps, orders, raided, until
from tests.helpers.browser import show
from tests.render.test_form_lines import DESK

pytestmark = pytest.mark.servers

PACT = Role("pact")
OFFMAP = RULES["offmap"]


def opens(window: Page, folder: Path, state: State, standing: str = "") -> None:
    asked = form(view(state, PACT), orders(standing))
    page = order_page(Sheet(PACT, "Turn 1", 1, ()), asked, OFFMAP.grammar.write, DESK)
    show(window, page, folder)


def line(window: Page, subject: str) -> Locator:
    return window.locator("fieldset.entry", has=window.locator(f"legend:text-is('{subject}')"))


def pick(window: Page, subject: str, draft: str) -> Locator:
    """The blanks of this kind of order."""
    line(window, subject).locator("select.what").select_option(label=f"{draft} …")
    return line(window, subject).locator(".draft:visible")


def stands(window: Page, state: State, standing: str = "") -> set[str]:
    """All that stands once the letter of the page has been taken in."""
    body = window.input_value("#letter")
    letter = [text for text in body.splitlines() if not text.startswith("#")]
    read = [OFFMAP.grammar.parse(text, vocabulary(view(state, PACT))) for text in letter]
    given = [order for parsed in read for order in parsed.orders]
    assert not [problem for parsed in read for problem in parsed.problems]
    return {OFFMAP.grammar.write(order) for order in merge(orders(standing), given)}


def test_ships_moved_on_the_page_can_raid_from_where_they_have_gone(
    window: Page, tmp_path: Path
) -> None:
    opens(window, tmp_path, deeps())
    raids = line(window, "raid into Deeps").locator("select.what")
    assert raids.locator("option:text('raid from Ford'):enabled").count() == 0
    moved = pick(window, "move", "move from Rim")
    moved.get_by_label("Bellows").check()
    moved.locator("select").select_option("Ford")
    raid = pick(window, "raid into Deeps", "raid from Ford")
    assert raid.locator("label.tick:visible").all_text_contents() == ["Bellows BC"]
    raid.get_by_label("Bellows").check()
    raid.locator("select").select_option("Wagons")
    assert stands(window, deeps()) == {
        "move Bellows to Ford",
        "raid Deeps from Ford with Bellows objective Wagons",
    }


def test_ships_moved_on_the_page_raid_no_more_from_where_they_were(
    window: Page, tmp_path: Path
) -> None:
    opens(window, tmp_path, deeps())
    raid = pick(window, "raid into Deeps", "raid from Rim")
    for name in ("Bellows", "Crucible"):
        raid.get_by_label(name).check()
    raid.locator("select").select_option("Wagons")
    line(window, "move").locator("input.order").fill("move Bellows to Ford")
    assert "raid Deeps from Rim with Crucible objective Wagons" in stands(window, deeps())


def test_one_of_several_orders_that_stand_is_taken_back_alone(window: Page, tmp_path: Path) -> None:
    standing = "move Bellows to Ford\nmove Crucible to Kest"
    opens(window, tmp_path, deeps(), standing)
    line(window, "move").locator("input.order").first.fill("")
    assert stands(window, deeps(), standing) == {"move Crucible to Kest"}


def test_an_agreement_is_taken_back_by_emptying_its_line(window: Page, tmp_path: Path) -> None:
    battle = until(raided(deeps(), "raid Deeps from Rim with Bellows objective Wagons"), BATTLE)
    opens(window, tmp_path, battle, "agree")
    line(window, "report").locator("input.order").fill("")
    assert stands(window, battle, "agree") == set()


BATTLE = Phase.BATTLE
