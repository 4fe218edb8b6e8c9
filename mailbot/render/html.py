"""A sheet as HTML that mail clients keep: tables and inline styles, no script, under 100 KB.

What people wrote is escaped wherever it stands. Classes only serve the dark mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from engine.core.sheet import Block, Figure, Mark, Sheet, Span, Table, Words, spans
from mailbot.render.tables import alignment, spoken
from mailbot.render.words import STAR, clean, clean_lines

STYLES = {
    Mark.STRONG: "font-weight:bold",
    Mark.OWN: "font-weight:bold;color:#163f73",
    Mark.ALLY: "background:#c6e9d8;color:#0b3324",
    Mark.ENEMY: "background:#fdeb9b;color:#3d2f00",
    Mark.STARRED: "font-weight:bold;color:#8a2f08",
    Mark.WARNING: "font-weight:bold;color:#a31f14",
    Mark.QUIET: "color:#5f5a50",
}
LEFT = Markup(' align="left"')
RIGHT = Markup(' align="right"')
ROWS = {**STYLES, Mark.OWN: "background:#dbe8f7;color:#0d2a4d", Mark.STRONG: "font-weight:bold"}


def sheet_html(
    sheet: Sheet,
    sources: Mapping[int, str],
    template: str = "",
    footer: Sequence[str] = (),
    opening: Sequence[str] = (),
) -> str:
    """The whole sheet as a page.

    `sources` gives each figure's picture by its number among the figures, from 1: `cid:…` or any
    other address; a figure without one is told by its caption.
    """
    return _page().render(
        title=f"{sheet.title} - {sheet.role}",
        blocks=tuple(_numbered(sheet.blocks, sources)),
        template=template,
        footer=footer,
        opening=opening,
    )


def words_html(words: Words) -> Markup:
    """The words escaped, each mark as its colour; line breaks are kept."""
    if isinstance(words, str):
        return _text(words)
    return Markup("").join(map(_span, spans(words)))


@cache
def _page() -> Template:
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(words=words_html, heads=_heads, rows=_rows)
    return environment.get_template("sheet.html.j2")


def _numbered(blocks: Sequence[Block], sources: Mapping[int, str]) -> Iterator[tuple[str, object]]:
    """Each block with its kind; tables speak their colours, figures know their picture."""
    figures = 0
    for block in blocks:
        match block:
            case Table():
                yield "Table", spoken(block)
            case Figure(_, caption):
                figures += 1
                yield "Figure", {"source": sources.get(figures, ""), "caption": caption}
            case _:
                yield type(block).__name__, block


def _heads(table: Table) -> Iterator[tuple[str, Markup]]:
    return zip(table.columns, map(_side, alignment(table)), strict=True)


def _rows(table: Table) -> Iterator[tuple[Markup, Markup]]:
    """Each row's attributes and its cells."""
    opening = [Markup("<td{}>").format(_side(side)) for side in alignment(table)]
    for row in table.rows:
        cells = zip(opening, row.cells, strict=True)
        yield (
            _look(row.mark, ROWS),
            Markup("").join(tag + words_html(cell) + Markup("</td>") for tag, cell in cells),
        )


def _side(letter: str) -> Markup:
    return RIGHT if letter == "r" else LEFT


def _look(mark: Mark, styles: Mapping[Mark, str]) -> Markup:
    if mark not in styles:
        return Markup("")
    return Markup(' class="{}" style="{}"').format(mark.value, styles[mark])


def _span(span: Span) -> Markup:
    if span.mark is Mark.PLAIN:
        return _text(span.text)
    star = STAR if span.mark is Mark.STARRED else ""
    return Markup("<span{}>{}{}</span>").format(_look(span.mark, STYLES), _text(span.text), star)


def _text(text: str) -> Markup:
    if text.isprintable():
        return escape(clean(text))
    return Markup("<br>").join(clean_lines(text))
