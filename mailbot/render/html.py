"""A sheet as HTML that mail clients keep: tables and inline styles, no script, under 100 KB.

What people wrote is escaped wherever it stands. Classes only serve the dark mode.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import sha256
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.core.sheet import Block, Figure, Mark, Row, Sheet, Span, Table, Words
from mailbot.render.cover import BARE, FORM, Cover
from mailbot.render.tables import alignment, spoken
from mailbot.render.words import STAR, clean, clean_lines, starred

STYLES = {
    Mark.STRONG: "font-weight:bold",
    Mark.OWN: "font-weight:bold;color:#163f73",
    Mark.ALLY: "background:#c6e9d8;color:#0b3324",
    Mark.ENEMY: "background:#fdeb9b;color:#3d2f00",
    Mark.STARRED: "font-weight:bold;color:#8a2f08",
    Mark.WARNING: "font-weight:bold;color:#a31f14",
    Mark.QUIET: "color:#5f5a50",
}
ROWS = {**STYLES, Mark.OWN: "background:#dbe8f7;color:#0d2a4d", Mark.STRONG: "font-weight:bold"}

#: A cell of more letters is a sentence and wants room to be read.
LONG_CELL = 18
ROOM = ";min-width:9em"
#: Width of a letter of a table in ems.
LETTER = 0.55
SIDES = {"l": ' align="left"', "r": ' align="right"'}


def _looks(styles: Mapping[Mark, str]) -> dict[Mark, str]:
    """The attributes of an element for each mark."""
    looks = {mark: f' class="{mark.value}" style="{style}"' for mark, style in styles.items()}
    return {Mark.PLAIN: "", **looks}


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """Attributes of spans, rows and heads: in a letter with styles, elsewhere by class alone."""

    spans: Mapping[Mark, str]
    rows: Mapping[Mark, str]
    #: Around a head's room.
    head: str
    #: Of cells, by the side that they keep to.
    sides: Mapping[str, str]


INLINE = Ink(_looks(STYLES), _looks(ROWS), ' valign="bottom" style="color:#6b665c{}"', SIDES)
CLASSES = {mark: f' class="{mark.value}"' if mark in STYLES else "" for mark in Mark}
BY_CLASS = Ink(CLASSES, CLASSES, "", {**SIDES, "l": ""})


def sheet_html(sheet: Sheet, sources: Mapping[int, str], cover: Cover = BARE) -> str:
    """The whole sheet as a page.

    `sources` gives each figure's picture by its number among the figures, from 1: `cid:…` or any
    other address; a figure without one is told by its caption.
    """
    return _page().render(
        title=f"{sheet.title} - {sheet.role}",
        cover=cover,
        form=FORM,
        blocks=tuple(_numbered(sheet.blocks, sources)),
    )


def words_html(words: Words, ink: Ink = INLINE) -> Markup:
    """The words escaped, each mark as its colour; line breaks are kept."""
    return Markup(_words(words, ink))  # noqa: S704 - escaped by `_text`


@cache
def environment(ink: Ink = INLINE) -> Environment:
    """Jinja2 with our templates and filters; everything is escaped unless it is markup already."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters.update(
        words=partial(words_html, ink=ink),
        line=clean,
        heads=partial(_heads, ink=ink),
        rows=partial(_rows, ink=ink),
        digest=_digest,
    )
    return made


@cache
def _page() -> Template:
    return environment().get_template("sheet.html.j2")


def _digest(script: str) -> str:
    """By which a page allows its own script and no other."""
    return b64encode(sha256(script.encode()).digest()).decode()


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


def _heads(table: Table, ink: Ink) -> Markup:
    cells = zip(alignment(table), table.columns, _rooms(table), strict=True)
    heads = [
        f"<th{ink.sides[side]}{ink.head.format(room)}>{_text(head)}</th>"
        for side, head, room in cells
    ]
    return Markup("".join(heads))  # noqa: S704 - escaped by `_text`


def _rooms(table: Table) -> list[str]:
    """How far a phone may squeeze each column: sentences a little, a few short words not at all."""
    if not table.rows:
        return [""] * len(table.columns)
    columns = zip(*(map(starred, row.cells) for row in table.rows), strict=True)
    return [_room(max(column, key=len)) for column in columns]


def _room(longest: str) -> str:
    if len(longest) > LONG_CELL:
        return ROOM
    return f";min-width:{len(longest) * LETTER:.1f}em" if " " in longest else ""


def _rows(table: Table, ink: Ink) -> Markup:
    opening = [f"<td{ink.sides[side]}>" for side in alignment(table)]
    rows = [_row(row, opening, ink) for row in table.rows]
    return Markup("\n".join(rows))  # noqa: S704 - as above


def _row(row: Row, opening: Sequence[str], ink: Ink) -> str:
    cells = zip(opening, row.cells, strict=True)
    inner = "</td>".join([tag + _words(cell, ink) for tag, cell in cells])
    return f"<tr{ink.rows[row.mark]}>{inner}</td></tr>"


def _words(words: Words, ink: Ink) -> str:
    if isinstance(words, str):
        return _text(words)
    if isinstance(words, Span):
        return _span(words, ink)
    return "".join([_words(part, ink) for part in words])


def _span(span: Span, ink: Ink) -> str:
    star = STAR if span.mark is Mark.STARRED else ""
    text = f"{_text(span.text)}{star}"
    return f"<span{ink.spans[span.mark]}>{text}</span>" if span.mark is not Mark.PLAIN else text


@lru_cache(maxsize=4096)
def _text(text: str) -> str:
    """All that people wrote goes through here; the same names stand in every sheet."""
    if text.isprintable():
        return escape(clean(text))
    return "<br>".join(map(escape, clean_lines(text)))
