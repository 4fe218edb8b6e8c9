"""Columns of plain text: how wide each may be, and rows set in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from mailbot.render.words import columns, wrap

GAP = "  "
#: A column of words narrower than this is not worth reading.
NARROWEST = 8


def fit(rows: Sequence[Sequence[str]], align: str, width: int) -> tuple[int, ...]:
    """The width of each column so that all fit; nothing if they cannot.

    Only columns of words give way, the widest first.
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    spare = width - len(GAP) * (len(widths) - 1) - sum(widths)
    while spare < 0:
        widest = max(_words(align, widths), default=None)
        if widest is None or widest[0] <= NARROWEST:
            return ()
        widths[widest[1]] -= 1
        spare += 1
    return tuple(widths)


def ruled(
    heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], align: str
) -> Iterator[str]:
    """Heads over a rule over rows; a cell too long for its column runs on below itself."""
    if any(heads):
        yield from _row(heads, widths, align)
        yield GAP.join("-" * size for size in widths)
    for row in rows:
        yield from _row(row, widths, align)


def _words(align: str, widths: Sequence[int]) -> Iterator[tuple[int, int]]:
    for number, size in enumerate(widths):
        if align[number : number + 1] != "r":
            yield size, number


def _row(cells: Sequence[str], widths: Sequence[int], align: str) -> Iterator[str]:
    folded = [wrap(cell, size) for cell, size in zip(cells, widths, strict=True)]
    for line in zip_longest(*folded, fillvalue=""):
        yield GAP.join(
            _set(cell, size, align[number : number + 1])
            for number, (cell, size) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def _set(cell: str, size: int, side: str) -> str:
    blank = " " * (size - columns(cell))
    return blank + cell if side == "r" else cell + blank
