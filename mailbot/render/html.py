"""A sheet as HTML that mail clients keep: tables and inline styles, no script, under 100 KB.

What people wrote is escaped wherever it stands. Classes only serve the dark mode.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    Mark.ALLY: "background:#d6f0e3;color:#0b3324",
    Mark.ENEMY: "background:#fff3c0;color:#3d2f00",
    Mark.STARRED: "font-weight:bold;color:#7a2705",
    Mark.WARNING: "font-weight:bold;color:#8c150c",
    Mark.QUIET: "color:#565147",
}
ROWS = {**STYLES, Mark.OWN: "background:#dbe8f7;color:#0d2a4d", Mark.STRONG: "font-weight:bold"}

#: Pixels that a telephone has for a table, of its letters on the safe side and beside each cell.
PHONE, LETTER, BESIDE = 354.0, 7.4, 6.0
#: A word of a column that may be broken is counted so long at most.
BROKEN = 6
BREAKS = ' style="word-break:break-word"'
SIDES = {"l": "", "r": ' align="right"'}


def _looks(styles: Mapping[Mark, str]) -> dict[Mark, str]:
    """The attributes of an element for each mark."""
    looks = {mark: f' class="{mark.value}" style="{style}"' for mark, style in styles.items()}
    return {Mark.PLAIN: "", **looks}


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """Attributes of spans, rows and heads: in a letter with styles, elsewhere by class alone."""

    spans: Mapping[Mark, str]
    rows: Mapping[Mark, str]
    #: Of heads: the left side, where that is not theirs by itself, and how they look.
    left: str
    head: str
    #: Of cells whose words may be broken; empty where a table may be moved sideways.
    breaks: str


HEAD = ' valign="bottom" style="color:#565147"'
INLINE = Ink(_looks(STYLES), _looks(ROWS), ' align="left"', HEAD, BREAKS)
CLASSES = {mark: f' class="{mark.value}"' if mark in STYLES else "" for mark in Mark}
BY_CLASS = Ink(CLASSES, CLASSES, "", "", "")


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
    heads = [
        f"<th{SIDES[side] or ink.left}{ink.head}>{_text(head)}</th>"
        for side, head in zip(alignment(table), table.columns, strict=True)
    ]
    return Markup("".join(heads))  # noqa: S704 - escaped by `_text`


def _rows(table: Table, ink: Ink) -> Markup:
    breaking = _breaking(table) if ink.breaks else ()
    opening = [
        f"<td{SIDES[side]}{ink.breaks if number in breaking else ''}>"
        for number, side in enumerate(alignment(table))
    ]
    rows = [_row(row, opening, ink) for row in table.rows]
    return Markup("\n".join(rows))  # noqa: S704 - as above


def _breaking(table: Table) -> Collection[int]:
    """Columns whose words must be broken for the table to fit on a telephone, the longest first.

    Not all programs let a part of a letter be moved sideways, so nothing may be wider.
    """
    rows = (table.columns, *(tuple(map(starred, row.cells)) for row in table.rows))
    longest = [max(map(_longest_word, column)) for column in zip(*rows, strict=True)]
    broken: set[int] = set()
    for number in sorted(range(len(longest)), key=lambda number: -longest[number]):
        letters = sum(min(n, BROKEN) if at in broken else n for at, n in enumerate(longest))
        if letters * LETTER + len(longest) * BESIDE <= PHONE or longest[number] <= BROKEN:
            break
        broken.add(number)
    return broken


def _longest_word(cell: str) -> int:
    return max(map(len, cell.split()), default=0)


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
