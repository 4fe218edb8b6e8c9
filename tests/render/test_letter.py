"""The letter around a sheet, and the sheet for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import MappingProxyType

import pytest

from engine.core.ruleset import Json, Role
from engine.core.sheet import Figure, Paragraph, Sheet
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.render.json import sheet_json
from mailbot.render.letter import letter_text, pictures, turn_letter
from mailbot.render.words import columns
from tests.render import sample

COVER = Cover(
    marker="==ORDERS-ABOVE-THIS-LINE==",
    opening=("Orders for turn 4 are due on Sunday 6 December 2026 at 20:00 Europe/Berlin.",),
    template=template(sample.form(), sample.write, "pentarchy", "turn 4"),
    footer=("All dice of this game were fixed before its first order: " + "4f2a9c0b" * 8 + ".",),
)


def test_the_sample_reads_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("letter.txt", letter_text(sample.sheet(), COVER))


def test_the_parts_come_in_their_order() -> None:
    text = letter_text(sample.sheet(), COVER)
    places = [
        text.index(words) for words in ("==ORDERS", "Turn 3 -", "#orders", "#end", "All dice")
    ]
    assert places == sorted(places)


def test_no_line_of_the_letter_is_too_long() -> None:
    assert all(columns(line) <= 72 for line in letter_text(sample.sheet(), COVER).split("\n"))


def test_every_picture_is_shown_once_in_the_page() -> None:
    letter = turn_letter(sample.sheet(), COVER, pictures(sample.sheet()))
    assert [picture.name for picture in letter.pictures] == ["map-1.png"]
    assert all(letter.html.count(f'src="cid:{p.cid}"') == 1 for p in letter.pictures)


def test_a_reader_who_wants_no_pictures_gets_their_captions() -> None:
    letter = turn_letter(sample.sheet(), COVER, ())
    assert "<img" not in letter.html
    assert "seven islands visited" in letter.html


def test_the_template_of_the_page_is_that_of_the_text() -> None:
    letter = turn_letter(Sheet(Role("Zane"), "Turn 3", 3, ()), COVER, ())
    assert COVER.template in letter.text
    assert COVER.template in letter.html


def test_two_figures_alike_are_two_pictures() -> None:
    figure = Figure(sample.scene(), "Map.")
    drawn = pictures(Sheet(Role("Zane"), "Turn 3", 3, (figure, figure)))
    assert len({picture.cid for picture in drawn}) == 2


def test_a_letter_without_a_form_has_no_frame() -> None:
    sheet = Sheet(Role("Zane"), "Turn 10", 10, (Paragraph("The game is over."),))
    letter = turn_letter(sheet, Cover(), ())
    assert letter.text == "Turn 10 - Zane\n==============\n\nThe game is over.\n"
    assert "<pre" not in letter.html


def test_the_sheet_for_programs_has_whose_and_when_and_the_facts() -> None:
    read = json.loads(sheet_json(sample.sheet(), "raider", "pentarchy"))
    assert (read["role"], read["title"], read["stage"]) == ("Zane", "Turn 3", 3)
    assert (read["version"], read["ruleset"], read["game"]) == (1, "raider", "pentarchy")
    assert read["facts"] == sample.FACTS


def test_the_sheet_for_programs_does_not_depend_on_how_facts_were_gathered() -> None:
    one: dict[str, Json] = {"b": 1, "a": {"y": 2, "x": 3}}
    two: dict[str, Json] = {"a": MappingProxyType({"x": 3, "y": 2}), "b": 1}
    sheets = [Sheet(Role("Zane"), "Turn 3", 3, (), facts) for facts in (one, two)]
    assert _json(sheets[0]) == _json(sheets[1])


def test_a_fact_that_no_program_could_read_is_refused() -> None:
    sheet = Sheet(Role("Zane"), "Turn 3", 3, (), {"a": object()})  # type: ignore[dict-item]
    with pytest.raises(NotImplementedError, match="a fact cannot be a object"):
        _json(sheet)


def _json(sheet: Sheet) -> str:
    return sheet_json(sheet, "raider", "pentarchy")
