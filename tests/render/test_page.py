"""The page attached to a sheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from engine.core.form import Choice, Draft, Line, Option, OrderForm, Pick
from engine.core.scene import Disc, Paint, Scene
from engine.core.sheet import Figure
from mailbot.render.page import Desk, order_page
from tests.helpers.browser import show
from tests.render import sample
from tests.render.sample import Move
from tests.render.test_html import ATTACK, Reading

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
    return letter(html.partition('id="send"')[2].partition('href="')[2].partition('"')[0])


def test_the_link_writes_what_stands_already() -> None:
    assert written(page()) == "#orders pentarchy turn 4\r\nPhoenix to Pearl\r\n#end"


def test_the_link_goes_to_the_address_for_orders() -> None:
    assert 'href="mailto:orders+pentarchy.zane.k3y@example.org?subject=Pentarchy%20%5B' in page()


def test_a_letter_too_long_for_a_link_is_to_be_copied() -> None:
    lines = tuple(Line(f"S{n}", f"S{n}:", "", (Move(f"S{n}", "Pearl"),)) for n in range(120))
    html = page(OrderForm(4, lines))
    assert 'href="" hidden' in html
    assert '<p class="note" id="long">' in html


def test_a_page_without_anything_to_order_has_no_form() -> None:
    html = order_page(sample.sheet(), None, sample.write, DESK)
    assert not {"form", "textarea", "fieldset"} & Reading(html).tags
    assert "The game so far" in html


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


def test_a_draft_that_cannot_be_cut_is_left_out() -> None:
    """A ship of an odd name must not hold up everybody's turn."""
    twice = Draft("sail", Move("There", "There"), (Pick("to", "There", (Option("Hilda"),)),))
    html = page(OrderForm(4, (Line("There", "There:", "", drafts=(twice, sample.DRAFTS[0])),)))
    assert html.count('<div class="draft"') == 1


def test_a_list_that_many_blanks_share_stands_once() -> None:
    options = page().partition('"options":')[2].partition('"slots"')[0]
    assert options.count('"Hilda"') == 1


@pytest.fixture
def opened(window: Page, tmp_path: Path) -> Page:
    show(window, page(), tmp_path)
    return window


def order_of(window: Page, ship: str) -> Locator:
    return window.locator("fieldset.entry", has=window.locator(f"legend:text-is('{ship}')"))


def draft(window: Page, label: str) -> Locator:
    """The blanks of Eden's order of this kind."""
    entry = order_of(window, "Eden")
    entry.locator("select.what").select_option(label=f"{label} …")
    return entry.locator(".draft:visible")


def says(window: Page) -> tuple[Move, ...]:
    """The orders in the letter that the link writes."""
    return sample.read(letter(window.get_attribute("#send", "href") or ""))


@pytest.mark.servers
def test_picking_from_a_list_writes_the_letter(opened: Page) -> None:
    order_of(opened, "Eden").locator("select.what").select_option(label="Agnes 1")
    opened.fill("#order-0", "Phoenix to Jade")
    assert says(opened) == (Move("Phoenix", "Jade"), Move("Eden", "Agnes"))


@pytest.mark.servers
def test_a_letter_that_grows_too_long_for_its_link_is_to_be_copied(opened: Page) -> None:
    opened.fill("#letter", "Eden to Pearl\n" * 300)
    assert not opened.is_visible("#send")
    assert opened.is_visible("#long")


@pytest.mark.servers
def test_a_draft_writes_nothing_until_its_blanks_are_filled(opened: Page) -> None:
    blanks = draft(opened, "launch")
    assert says(opened) == (Move("Phoenix", "Pearl"),)
    blanks.locator("select").select_option("Hilda")
    blanks.get_by_label("as").fill("3E2B")
    assert says(opened) == (Move("Phoenix", "Pearl"),)
    blanks.get_by_label("name").fill("Volen")
    assert says(opened)[1:] == (Move("Eden", "Hilda as 3E2B called Volen"),)


CHECKED = {
    "3E": "3 modules; 5 to 10 are allowed.",
    "3E2Q": "Modules: letters of BEG and ?, such as 3E2B.",
    "3e 2g": "5 modules. To be had: 4E G. Short of G.",
    "2e3?": "5 modules. To be had: 4E G.",
    "0E5G": "Modules: letters of BEG and ?, such as 3E2B.",
    "11B": "11 modules; 5 to 10 are allowed.",
}


@pytest.mark.servers
@pytest.mark.parametrize("structure", CHECKED)
def test_a_structure_is_checked_while_it_is_written(opened: Page, structure: str) -> None:
    blanks = draft(opened, "launch")
    blanks.locator("select").select_option("Hilda")
    blanks.get_by_label("name").fill("Volen")
    blanks.get_by_label("as").fill(structure)
    assert blanks.locator(".check").text_content() == CHECKED[structure]


@pytest.mark.servers
def test_stores_that_are_not_known_are_said_to_be(opened: Page) -> None:
    blanks = draft(opened, "launch")
    blanks.locator("select").select_option("Agnes")
    blanks.get_by_label("as").fill("5B")
    blanks.get_by_label("name").fill("Volen")
    said = blanks.locator(".check").text_content()
    assert said == "5 modules. What lies there is not known."


@pytest.mark.servers
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("phoenix", "phoenix is taken, or a word"),
        ("Ed3n", "Name: 1 to 10"),
        ("Eleven-Long", "Name"),
    ],
)
def test_a_name_is_checked_too(opened: Page, name: str, said: str) -> None:
    blanks = draft(opened, "launch")
    blanks.locator("select").select_option("Hilda")
    blanks.get_by_label("as").fill("5B")
    blanks.get_by_label("name").fill(name)
    assert said in (blanks.locator(".check").text_content() or "")
    assert len(says(opened)) == 1


@pytest.mark.servers
def test_several_things_and_a_number_can_be_chosen(opened: Page) -> None:
    blanks = draft(opened, "join")
    blanks.get_by_label("Garnet").check()
    blanks.get_by_label("Pearl").check()
    blanks.get_by_label("times").fill("7")
    assert blanks.locator(".check").text_content() == "times: a number from 1 to 5."
    blanks.get_by_label("times").fill("4")
    assert says(opened)[1:] == (Move("Eden", "Garnet, Pearl times 4"),)


@pytest.mark.servers
def test_blanks_begin_with_what_stands_in_them(opened: Page) -> None:
    blanks = draft(opened, "stay")
    assert says(opened)[1:] == (Move("Eden", "Agnes times 3"),)
    blanks.get_by_label("times").fill("2")
    assert says(opened)[1:] == (Move("Eden", "Agnes times 2"),)


@pytest.mark.servers
def test_where_nothing_is_left_to_chance_a_question_mark_is_no_module(opened: Page) -> None:
    blanks = draft(opened, "design")
    blanks.get_by_label("modules").fill("3E2?")
    said = blanks.locator(".check").text_content()
    assert said == "Modules: letters of BEG, such as 3E2B."
    blanks.get_by_label("modules").fill("3E2G")
    assert says(opened)[1:] == (Move("Eden", "Hilda as 3E2G"),)


@pytest.mark.servers
def test_one_more_order_can_be_given_where_there_may_be_several(opened: Page) -> None:
    entry = order_of(opened, "Eden")
    entry.locator("select.what").select_option(label="Agnes 1")
    entry.locator("button.more").click()
    entry.locator("select.what").select_option(label="Brendan 1")
    assert says(opened)[1:] == (Move("Eden", "Agnes"), Move("Eden", "Brendan"))


@pytest.mark.servers
def test_an_order_that_stands_is_taken_back_by_emptying_its_line(opened: Page) -> None:
    opened.fill("#order-0", "")
    assert opened.input_value("#letter") == "#orders pentarchy turn 4\ncancel Phoenix\n#end"


@pytest.mark.servers
def test_ships_without_orders_are_named_with_what_they_will_do(opened: Page) -> None:
    assert opened.text_content("#idle") == "Without orders: Eden stays at Hilda."
    order_of(opened, "Eden").locator("select.what").select_option(label="Agnes 1")
    assert opened.text_content("#idle") == ""


@pytest.mark.servers
def test_an_island_is_looked_up_by_a_click_on_the_map(opened: Page) -> None:
    assert not opened.locator(".card:visible").count()
    opened.locator('.map [data-thing="island/Hilda"]').click()
    assert "Makes engines." in (opened.locator(".card:visible").text_content() or "")
    assert opened.input_value("#lookup") == "island/Hilda"


@pytest.mark.servers
def test_a_finger_need_not_hit_a_small_sign(window: Page, tmp_path: Path) -> None:
    sign = Disc((50.0, 50.0), 1.0, Paint.OWN, "Eden", "ship/Eden")
    map_ = Figure(Scene((0.0, 0.0, 100.0, 100.0), (sign,)), "A map.")
    sheet = replace(sample.sheet(), blocks=(map_,))
    show(window, order_page(sheet, sample.form(), sample.write, DESK), tmp_path)
    spot = window.locator('.map circle[data-thing="ship/Eden"]').bounding_box()
    assert spot is not None
    window.mouse.click(spot["x"] + spot["width"] + 40, spot["y"])
    assert window.input_value("#lookup") == ""
    window.mouse.click(spot["x"] + spot["width"] + 8, spot["y"] + 8)
    assert window.input_value("#lookup") == "ship/Eden"


@pytest.mark.servers
def test_a_ship_shows_her_reach_when_she_is_looked_up_or_ordered(opened: Page) -> None:
    reach = opened.locator('.overlay[data-for="ship/Eden"]')
    assert not reach.is_visible()
    opened.select_option("#lookup", "ship/Eden")
    assert reach.is_visible()
    opened.select_option("#lookup", "island/Hilda")
    assert not reach.is_visible()
    order_of(opened, "Eden").locator("input").first.focus()
    assert reach.is_visible()


def view_box(window: Page) -> list[float]:
    return [float(n) for n in (window.get_attribute(".map svg", "viewBox") or "").split()]


@pytest.mark.servers
def test_the_map_is_zoomed_and_moved_by_keyboard_alone(opened: Page) -> None:
    whole = view_box(opened)
    opened.focus(".map")
    opened.keyboard.press("+")
    near = view_box(opened)
    assert near[2] == pytest.approx(whole[2] / 1.5, rel=0.01)
    opened.keyboard.press("ArrowRight")
    assert view_box(opened)[0] > near[0]
    for _ in range(40):
        opened.keyboard.press("ArrowRight")
        opened.keyboard.press("+")
    assert view_box(opened)[2] == pytest.approx(whole[2] / 10, rel=0.01)
    assert sum(view_box(opened)[0::2]) <= sum(whole[0::2]) + 0.1
    opened.keyboard.press("0")
    assert view_box(opened) == whole


@pytest.mark.servers
def test_the_map_is_zoomed_by_wheel_and_moved_by_hand(opened: Page) -> None:
    opened.click('[data-zoom="+"]')
    opened.click('[data-zoom="+"]')
    before = view_box(opened)
    frame = opened.locator(".map svg").bounding_box()
    assert frame is not None
    x, y = frame["x"] + 300, frame["y"] + 200
    opened.mouse.move(x, y)
    opened.mouse.down()
    opened.mouse.move(x - 60, y - 40, steps=4)
    opened.mouse.up()
    moved = view_box(opened)
    assert moved[0] > before[0]
    assert moved[1] > before[1]
    assert not opened.locator(".card:visible").count()
    opened.mouse.wheel(0, -400)
    opened.wait_for_function(
        "wide => Number(document.querySelector('.map svg').getAttribute('viewBox')"
        ".split(' ')[2]) < wide",
        arg=moved[2],
    )


@pytest.mark.servers
def test_the_letter_can_be_copied_and_saved(opened: Page, tmp_path: Path) -> None:
    with opened.expect_download() as waiting:
        opened.click("#save")
    assert waiting.value.suggested_filename == "pentarchy-turn-4.txt"
    waiting.value.save_as(tmp_path / "saved.txt")
    saved = (tmp_path / "saved.txt").read_text(encoding="utf-8")
    assert saved == "#orders pentarchy turn 4\nPhoenix to Pearl\n#end\n"
    opened.click("#copy")
    opened.wait_for_function("document.querySelector('#said').textContent.startsWith('Copied')")


@pytest.mark.servers
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 390])
def test_everybody_can_use_it(chromium: Browser, tmp_path: Path, scheme: str, width: int) -> None:
    """By the rules of axe-core: names, contrast, order, keyboard; with all of it opened."""
    size = {"width": width, "height": 900}
    context = chromium.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    window = context.new_page()
    show(window, page(), tmp_path)
    window.select_option("#lookup", "ship/Eden")
    draft(window, "launch")
    window.locator("details.sheet summary").click()
    found = Axe().run(window).response["violations"]
    scrolls = window.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert scrolls <= width


@pytest.mark.servers
def test_without_its_script_all_is_there_to_read(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    window = context.new_page()
    show(window, page(), tmp_path)
    seen = [
        window.locator(each).first.is_visible() for each in (".card", "#letter", "#send", "input")
    ]
    hidden = [window.locator(each).first.is_visible() for each in ("#copy", ".tools", "select")]
    context.close()
    assert all(seen)
    assert not any(hidden)
