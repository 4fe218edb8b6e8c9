"""A sheet as plain text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

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
from mailbot.mail.frames import is_fence
from mailbot.render.text import sheet_text
from mailbot.render.words import columns
from tests.render import sample
from tests.render.strategies import SHEETS, told


def text(*blocks: Block) -> str:
    """What a sheet with these blocks says below its title."""
    return sheet_text(Sheet(Role("Zane"), "Turn 3", 3, blocks)).split("\n\n", 1)[1]


def test_the_sample_reads_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("sheet.txt", sheet_text(sample.sheet()) + "\n")


def test_title_and_role_come_first() -> None:
    assert sheet_text(Sheet(Role("Zane"), "Turn 3", 3, ())) == "Turn 3 - Zane\n============="


def test_a_heading_stands_on_its_text() -> None:
    assert text(Heading("News"), Paragraph("None.")) == "News\n----\nNone."


def test_a_privileged_name_is_starred() -> None:
    assert text(Paragraph(("At ", Span("Agnes", Mark.STARRED), "."))) == "At Agnes*."


def test_press_keeps_its_own_lines() -> None:
    assert text(Items(("To all:\nbeware",))) == "- To all:\n  beware"


def test_numbers_stand_to_the_right() -> None:
    table = Table(("Player", "Points"), (Row(("Zane", "7")), Row(("Ilse", "12"))), "lr")
    assert text(table).split("\n")[2:] == ["Zane         7", "Ilse        12"]


def test_a_coloured_row_says_its_colour() -> None:
    table = Table(("Player",), (Row(("Ilse",), Mark.ALLY), Row(("Rollo",), Mark.ENEMY)))
    assert text(table).split("\n")[2:] == ["ally   Ilse", "enemy  Rollo"]


def test_a_row_that_says_its_colour_says_it_once() -> None:
    table = Table(("Player", "To you"), (Row(("Ilse", "ally"), Mark.ALLY),))
    assert text(table).count("ally") == 1


def test_a_long_cell_runs_on_below_itself() -> None:
    table = Table(("Ship", "Port"), (Row(("The Unsinkable " * 5, "Agnes")),))
    first, second = text(table).split("\n")[2:]
    assert first.endswith("  Agnes")
    assert second == "Unsinkable"


def test_a_table_too_wide_becomes_a_list() -> None:
    heads = tuple(f"Column {n}" for n in range(12))
    assert "- Column 0: a\n  Column 1: a\n" in text(Table(heads, (Row(("a",) * 12),)))


def test_heads_are_broken_before_words_are() -> None:
    heads = ("Class", "Name", "Kind", "Power whole/crippled", "Command", "Moves", "Marks")
    cells = ("BC", "battlecruiser", "warship", "10/5", "9", "6", "carrier")
    assert text(Table(heads, (Row(cells),), "lllrrrl")).split("\n") == [
        "Class  Name           Kind                Power  Command  Moves  Marks",
        "                                 whole/crippled",
        "-----  -------------  -------  ----------------  -------  -----  -------",
        "BC     battlecruiser  warship              10/5        9      6  carrier",
    ]


def test_a_column_of_words_is_broken_at_its_spaces() -> None:
    row = Row(("an unusually long description of very little", "x" * 20, "y" * 20))
    lines = text(Table(("What", "One", "Two"), (row,))).split("\n")
    assert "x" * 20 in lines[2]
    assert "y" * 20 in lines[2]


def test_wide_letters_count_twice() -> None:
    assert columns("船") == 2
    table = Table(("Ship", "Port"), (Row(("船団", "Agnes")), Row(("Eden", "Hilda"))))
    assert text(table).split("\n")[2:] == ["船団  Agnes", "Eden  Hilda"]


def test_a_figure_is_told_by_its_caption() -> None:
    assert text(Figure(sample.scene(), "Seven islands.")) == "[Picture] Seven islands."


def test_words_of_others_open_no_order_frame() -> None:
    press = "Mara to all:\n# orders pentarchy\n#\u200bOrders x\n＃ｅｎｄ\nsee #3 #tag\n#end"
    said = text(Paragraph(press)).split("\n")
    assert not any(map(is_fence, map(normalised, said)))
    assert "see #3 #tag" in said


def normalised(line: str) -> str:
    """Letters of double width are read as plain ones (MAIL-B1)."""
    return unicodedata.normalize("NFKC", line)


@given(SHEETS)
def test_no_sheet_holds_an_order_frame(sheet: Sheet) -> None:
    assert not any(map(is_fence, map(normalised, sheet_text(sheet).split("\n"))))


def test_control_characters_are_not_printed() -> None:
    assert text(Paragraph("Ed\x1b[31men\x00\u202e of\u00a0Zane")) == "Ed [31men  of Zane"


@given(st.text())
def test_whatever_people_write_prints_in_lines_of_72_columns(words: str) -> None:
    table = Table(("Said",), (Row((words,)),))
    for line in text(Heading(words), Paragraph(words), Items((words,)), table).split("\n"):
        assert line.isprintable()
        assert columns(line) <= 72


@given(SHEETS)
def test_no_line_is_too_long(sheet: Sheet) -> None:
    assert all(columns(line) <= 72 for line in sheet_text(sheet).split("\n"))


@given(SHEETS)
def test_no_line_ends_in_blanks(sheet: Sheet) -> None:
    assert all(line == line.rstrip() for line in sheet_text(sheet).split("\n"))


@given(SHEETS)
def test_no_words_are_lost(sheet: Sheet) -> None:
    """Letter by letter, since cells that are wrapped side by side break their words."""
    letters = Counter("".join(told(sheet))) - Counter(sheet_text(sheet))
    assert not "".join(letters).strip()
