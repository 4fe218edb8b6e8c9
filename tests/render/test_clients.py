"""Letters as mail programs show them: what they keep, how wide they are, and in the dark."""

from __future__ import annotations

import pytest

from engine.core.sheet import Figure
from mailbot.mail.body import known_lines
from mailbot.render.html import sheet_html
from mailbot.render.letter import letter_text
from tests.mail.letters import letter as mail
from tests.mail.letters import read
from tests.render.letters import Letter, great_war, letters, usual_games
from tests.render.lint import CLIENTS, complaints


def html(letter: Letter, pictures: bool = True) -> str:
    figures = sum(isinstance(block, Figure) for block in letter.sheet.blocks)
    sources = {n: f"cid:picture{n}@example.org" for n in range(1, figures + 1)}
    return sheet_html(letter.sheet, sources if pictures else {}, letter.cover)


def test_no_program_drops_what_a_letter_needs() -> None:
    found = {one for letter in letters() for one in complaints(html(letter))}
    assert not found


def test_the_letters_of_a_great_war_are_not_clipped() -> None:
    """Thirty ships each, and all that they met in a week."""
    sizes = [len(html(letter).encode()) for letter in great_war()]
    assert 50_000 < max(sizes) < CLIENTS["limits"]["letter_bytes"]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('<div style="overflow-x:auto"></div>', "nobody has looked up who keeps overflow-x"),
        ('<div style="overflow:auto"></div>', "overflow of <div> is dropped by outlook-word"),
        ('<div style="display:flex"></div>', "display of <div> is dropped by"),
        ('<p style="position:absolute"></p>', "position of <p> is dropped by gmail-web"),
        ('<img src="cid:a@b" width="9" style="float:left">', "float of <img> is dropped by"),
        ('<table style="margin:0 0 12px"></table>', "margin of <table> is dropped by outlook"),
        ('<p style="margin:0 auto"></p>', "margin: 0 auto is not kept everywhere"),
        ('<p style="margin:-4px"></p>', "margin: -4px is not kept everywhere"),
        ('<p style="padding:4px"></p>', "padding of <p> is dropped by outlook-word"),
        ('<div style="max-width:9px"></div>', "max-width of <div> is dropped by outlook-word"),
        ('<p style="color:#123456 !important"></p>', "Word drops !important in the style of <p>"),
        ('<td style="background:url(cid:a)"></td>', "background: url(cid:a) is not kept"),
        ("<script></script>", "<script> is not kept everywhere"),
        ("<section></section>", "<section> is not kept everywhere"),
        ('<p onclick="x()"></p>', "the attribute onclick of <p> is not kept everywhere"),
        ('<p id="a"></p>', "the attribute id of <p> is not kept everywhere"),
        ('<img src="https://example.org/a.png" alt="A" width="9">', "src of <img> leads out"),
        ('<img src="cid:a@b" alt="" width="9">', "a picture has no alternative"),
        ('<img src="cid:a@b" alt="A">', "a picture is as wide in Word as its file"),
        ("<p><span></p>", "</p> closes nothing"),
        ("<style>@import x;</style>", "@import x is not kept everywhere"),
        ("<style>p > span { color: red; }</style>", "the selector p > span is not kept"),
        ("<style>p { display: flex; gap: 3px; }</style>", "nobody has looked up who keeps gap"),
        ("x" * 100_001, "are more than Gmail shows"),
    ],
)
def test_the_lint_finds(body: str, complaint: str) -> None:
    found = complaints(f"<html><body>{body}</body></html>")
    assert any(complaint in one for one in found), found


@pytest.mark.parametrize("way", ["<blockquote type='cite'>{}</blockquote>", "<div>{}</div>"])
def test_an_answer_below_which_the_whole_letter_stands_is_read_alone(way: str) -> None:
    """Marked as a quote or not, and though programs send back only the HTML (MAIL-B8)."""
    for letter in (one for one in usual_games() if one.cover.marker):
        told = html(letter).partition("<body")[2].partition(">")[2].partition("</body>")[0]
        answer = mail(f"<div>Phoenix to Pearl</div>{way.format(told)}", kind="text/html")
        ours = frozenset(known_lines(letter_text(letter.sheet, letter.cover)))
        assert read(answer, ours=ours).text.strip() == "Phoenix to Pearl", letter.name


def test_every_fact_about_a_program_names_its_source() -> None:
    """Also whom it speaks of, and why what is used all the same does no harm."""
    for name, fact in CLIENTS["css"].items():
        assert any(source in fact["source"] for source in CLIENTS["sources"]), name
        assert set(fact.get("drops", ())) <= set(CLIENTS["clients"]), name
        assert all(fact.get("harmless_on", {}).values()), name
    assert {who for how in CLIENTS["dark"].values() for who in how} == set(CLIENTS["clients"])
