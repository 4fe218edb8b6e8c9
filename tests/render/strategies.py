"""Sheets of any shape, with words that players might think of."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.core.ruleset import Role
from engine.core.scene import Paint, Scene
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

NASTY = st.sampled_from(
    (
        "<b>",
        "&amp;",
        "<script>alert(1)</script>",
        '" onload="x',
        "{{ 7*7 }}",
        "{% raw %}",
        "'",
        "#end",
        "#orders pentarchy turn 4",
        "Straße",
        "船団の名前",
        "Ňúñéz",
        "x" * 90,
        "]]>",
        "<!--",
        "\\",
        "*",
    )
)
LETTERS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12
)
WORDS = st.lists(NASTY | LETTERS, min_size=1, max_size=12).map(" ".join)
SPANS = st.builds(Span, WORDS, st.sampled_from(Mark))
SAID = WORDS | SPANS | st.lists(WORDS | SPANS, min_size=1, max_size=4).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(1, 12))
    cells = st.lists(SAID, min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(st.builds(Row, cells, st.sampled_from(Mark)), max_size=4))
    heads = draw(st.lists(WORDS, min_size=width, max_size=width))
    align = draw(st.text("lr", max_size=width))
    return Table(tuple(heads), tuple(rows), align, draw(st.just("") | WORDS))


FIGURES = st.builds(Figure, st.just(Scene((0, 0, 1, 1), (), ((Paint.SEA, "sea"),))), WORDS)
BLOCKS: st.SearchStrategy[Block] = st.one_of(
    st.builds(Heading, WORDS, st.sampled_from((1, 2))),
    st.builds(Paragraph, SAID),
    st.builds(Items, st.lists(SAID, min_size=1, max_size=4).map(tuple)),
    tables(),
    FIGURES,
)
SHEETS = st.builds(
    Sheet, WORDS.map(Role), WORDS, st.integers(0, 99), st.lists(BLOCKS, max_size=6).map(tuple)
)


def told(sheet: Sheet) -> list[str]:
    """Everything that a sheet says, piece by piece."""
    pieces: list[str] = [sheet.title, sheet.role]
    for block in sheet.blocks:
        match block:
            case Heading(text):
                pieces.append(text)
            case Paragraph(words):
                pieces += _pieces(words)
            case Items(items):
                pieces += [piece for item in items for piece in _pieces(item)]
            case Table():
                pieces += [block.caption, *block.columns]
                pieces += [p for row in block.rows for cell in row.cells for p in _pieces(cell)]
            case Figure(_, caption):
                pieces.append(caption)
    return pieces


def _pieces(words: str | Span | tuple[str | Span, ...]) -> list[str]:
    parts = words if isinstance(words, tuple) else (words,)
    return [part.text if isinstance(part, Span) else part for part in parts]
