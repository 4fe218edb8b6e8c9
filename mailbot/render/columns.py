"""Columns of plain text: how wide each may be, and rows set in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from mailbot.render.words import columns, wrap

GAP = "  "
#: A column of words narrower than this is not worth reading.
NARROWEST = 8


def fit(rows: Sequence[Sequence[str]], align: str, width: int) -> tuple[int, ...]:
    """The width of each column so that all fit; nothing if they cannot. The first row is the heads.

    Heads give way first, at their spaces; then columns of words, at theirs; then, down to what is
    still worth reading, in the middle of a word. Always the widest first.
    """
    widths = _widths(rows)
    spare = width - len(GAP) * (len(widths) - 1) - sum(widths)
    for least in _floors(rows, align, widths) if spare < 0 else ():
        while spare < 0 and (number := _widest(widths, least)) is not None:
            widths[number] -= 1
            spare += 1
    return tuple(widths) if spare >= 0 else ()


def _floors(
    rows: Sequence[Sequence[str]], align: str, widths: Sequence[int]
) -> Iterator[Sequence[int]]:
    """How narrow each column may become, step by step."""
    words = _widths([tuple(map(_longest_word, row)) for row in rows])
    cells = _widths(rows[1:]) if rows[1:] else words
    heads = [
        max(pair) for pair in zip(map(columns, map(_longest_word, rows[0])), cells, strict=True)
    ]
    sides = align.ljust(len(widths), "l")[: len(widths)]
    yield heads
    for floor in ([max(size, NARROWEST) for size in words], [NARROWEST] * len(words)):
        both = zip(sides, heads, floor, strict=True)
        yield [head if side == "r" else size for side, head, size in both]


def _longest_word(cell: str) -> str:
    return max(cell.split(), key=columns, default="")


def _widest(widths: Sequence[int], least: Sequence[int]) -> int | None:
    """The widest column that can give way, the last of equal ones."""
    able = [(size, number) for number, size in enumerate(widths) if size > least[number]]
    return max(able)[1] if able else None


def ruled(
    heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], align: str
) -> list[str]:
    """Heads over a rule over rows; a cell too long for its column runs on below itself."""
    if not any(heads):
        return _set(rows, widths, align)
    top = _folded(heads, widths)
    lines = _set((*top, *rows), widths, align)
    return [*lines[: len(top)], GAP.join("-" * size for size in widths), *lines[len(top) :]]


def _set(rows: Sequence[Sequence[str]], widths: Sequence[int], align: str) -> list[str]:
    """The rows as lines, column by column since that is fastest."""
    if not rows:
        return []
    if any(size < least for size, least in zip(widths, _widths(rows), strict=True)):
        rows = [line for row in rows for line in _folded(row, widths)]
    sides = align.ljust(len(widths), "l")
    padded = map(_padded, zip(*rows, strict=True), widths, sides)
    return [GAP.join(line).rstrip() for line in zip(*padded, strict=True)]


def _folded(row: Sequence[str], widths: Sequence[int]) -> list[Sequence[str]]:
    """A row as one line, or more where a cell is long."""
    return list(zip_longest(*map(wrap, row, widths), fillvalue=""))


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column if nothing is wrapped."""
    return [
        max(map(len if _ascii(column) else columns, column)) for column in zip(*rows, strict=True)
    ]


def _padded(column: Sequence[str], size: int, side: str) -> list[str]:
    if _ascii(column):
        return [cell.rjust(size) if side == "r" else cell.ljust(size) for cell in column]
    blanks = (" " * (size - columns(cell)) for cell in column)
    both = zip(blanks, column, strict=True)
    return [blank + cell if side == "r" else cell + blank for blank, cell in both]


def _ascii(column: Sequence[str]) -> bool:
    return "".join(column).isascii()
