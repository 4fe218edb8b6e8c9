"""A sheet as plain text: nothing is lost for want of colours or pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Sheet, Table
from mailbot.render.columns import fit, ruled
from mailbot.render.tables import spoken
from mailbot.render.words import clean, clean_lines, columns, starred, wrap, wrap_after

WIDTH = 72


def sheet_text(sheet: Sheet, width: int = WIDTH) -> str:
    """The whole sheet in lines of at most `width` columns, without a line end at the end."""
    parts = [title(f"{sheet.title} - {sheet.role}", "=", width)]
    headed = False
    for block in sheet.blocks:
        parts.append("\n" if headed else "\n\n")
        parts.append("\n".join(block_lines(block, width)))
        headed = isinstance(block, Heading)
    return "".join(parts)


def title(text: str, rule: str, width: int = WIDTH) -> str:
    """A heading over a rule as long as itself."""
    lines = wrap(clean(text), width)
    return "\n".join((*lines, rule * max(map(columns, lines))))


def block_lines(block: Block, width: int) -> Sequence[str]:
    match block:
        case Heading(text, level):
            return title(text, "-" if level == 1 else ".", width).split("\n")
        case Paragraph(words):
            return [out for line in clean_lines(starred(words)) for out in wrap(line, width)]
        case Items(items):
            return [out for item in items for out in _bullet(starred(item), width)]
        case Table():
            return list(_table(block, width))
        case Figure(_, caption):
            return wrap_after("[Picture] ", clean(caption), width)


def _bullet(text: str, width: int) -> Iterator[str]:
    for number, line in enumerate(clean_lines(text)):
        yield from wrap_after("  " if number else "- ", line, width, "  ")


def _table(table: Table, width: int) -> Iterator[str]:
    if table.caption:
        yield from wrap(clean(table.caption), width)
    told = spoken(table)
    cells = [tuple(clean(starred(cell)) for cell in row.cells) for row in told.rows]
    heads = tuple(map(clean, told.columns))
    widths = fit([heads, *cells], told.align, width)
    if widths:
        yield from ruled(heads, cells, widths, told.align)
    else:
        yield from _records(heads, cells, width)


def _records(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """A table too wide for the page: every row as a list."""
    if not rows:
        yield from wrap(", ".join(filter(None, heads)), width)
    for row in rows:
        bullet = "- "
        for head, cell in zip(heads, row, strict=True):
            if cell:
                yield from wrap_after(bullet, f"{head}: {cell}" if head else cell, width, "    ")
                bullet = "  "
