"""A sheet as HTML for mail clients."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

from hypothesis import given

from engine.core.ruleset import Role
from engine.core.sheet import (
    Block,
    Figure,
    Heading,
    Items,
    Mark,
    Paragraph,
    Row,
    Sheet,
    Span,
    Table,
)
from mailbot.render.cover import Cover
from mailbot.render.html import sheet_html
from mailbot.render.words import clean
from tests.render import sample
from tests.render.strategies import SHEETS, told

COVER = Cover("==ABOVE==", ("Due on Sunday.",), "#orders x\n#end", ("Bye.",))
VOID = {"meta", "img", "br", "input"}
ATTACK = "<script>alert('x')</script><img src=x onerror=alert(1)>\" style='"


class Reading(HTMLParser):
    """What a mail client makes of a page; every tag must close as it opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.stack: list[str] = []
        self.feed(page)
        self.close()
        assert not self.stack

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.words += [value or "" for name, value in attrs if name in ("alt", "src")]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(*blocks: Block) -> str:
    return sheet_html(Sheet(Role("Zane"), "Turn 3", 3, blocks), {1: "cid:one"})


def test_the_sample_reads_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("sheet.html", sheet_html(sample.sheet(), {1: "map-1.png"}, COVER))


def test_names_of_players_are_escaped_wherever_they_stand() -> None:
    sheet = Sheet(
        Role(ATTACK),
        ATTACK,
        1,
        (
            Heading(ATTACK),
            Paragraph((ATTACK, Span(ATTACK, Mark.STARRED))),
            Items((ATTACK,)),
            Table((ATTACK,), (Row((Span(ATTACK, Mark.OWN),), Mark.ALLY),), caption=ATTACK),
            Figure(sample.scene(), ATTACK),
        ),
    )
    read = Reading(sheet_html(sheet, {1: "cid:one"}, Cover(ATTACK, (ATTACK,), ATTACK, (ATTACK,))))
    assert "script" not in read.tags
    assert "onerror" not in read.attributes
    assert "".join(read.words).count(ATTACK) == 17


def test_a_template_of_jinja_in_a_name_stays_a_name() -> None:
    assert "{{ 7*7 }}" in page(Paragraph("{{ 7*7 }}"))


def test_friends_are_green_and_foes_yellow_and_both_say_so() -> None:
    html = page(Table(("Player",), (Row(("Ilse",), Mark.ALLY), Row(("Mara",), Mark.ENEMY))))
    assert '<tr class="ally" style="background:#d6f0e3;color:#0b3324"><td>ally' in html
    assert '<tr class="enemy" style="background:#fff3c0;color:#3d2f00"><td>enemy' in html


def test_a_picture_has_its_caption_as_alternative() -> None:
    html = page(Figure(sample.scene(), "Seven <islands>"))
    assert '<img src="cid:one" alt="Seven &lt;islands&gt;"' in html


def test_an_alternative_is_one_line_without_tags() -> None:
    assert 'alt="Seven islands"' in page(Figure(sample.scene(), "Seven\nislands"))


def test_a_figure_without_a_picture_is_told_by_its_caption() -> None:
    html = page(*(Figure(sample.scene(), caption) for caption in ("One.", "Two.")))
    assert html.count("<img") == 1
    assert "Two." in html


def test_press_keeps_its_own_lines() -> None:
    assert "To all:<br>beware" in page(Paragraph("To all:\nbeware"))


def test_words_of_others_open_no_order_frame() -> None:
    assert "#orders" not in page(Paragraph("Mara to all:\n#orders pentarchy turn 4"))


def test_a_large_sheet_stays_below_what_mail_clients_clip() -> None:
    """Two hundred ships and as many lines of news; 102 KB is where Gmail stops."""
    news = Items(tuple(f"Ship {n} was seen at Agnes with her guns run out." for n in range(200)))
    row = Row(("Phoenix", "5E2G2B", Span("Agnes", Mark.STARRED), "Zane", "1"), Mark.ENEMY)
    ships = Table(("Ship", "Structure", "Port", "Owner", "Kills"), (row,) * 200, "llllr")
    stores = Table(("Island", "Stores"), (Row((Span("Agnes", Mark.STARRED), "17G 6B 4E")),) * 100)
    assert len(page(news, ships, stores).encode()) < 100_000


def test_there_is_no_script_and_nothing_is_fetched() -> None:
    html = sheet_html(sample.sheet(), {1: "cid:one"})
    assert not {"script", "link", "iframe", "form"} & Reading(html).tags
    assert "http:" not in html
    assert "https:" not in html


@given(SHEETS)
def test_a_page_is_well_formed_and_loses_no_words(sheet: Sheet) -> None:
    said = " ".join(" ".join(Reading(sheet_html(sheet, {1: "cid:one"})).words).split())
    for piece in told(sheet):
        assert " ".join(clean(piece).split()) in said
