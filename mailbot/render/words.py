"""Words before they are set: fit to print, and safe to be quoted back to us."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from engine.core.sheet import Mark, Span, Words

STAR = "*"

_FENCE = re.compile(r"#(?=\s*(?:orders|end))", re.IGNORECASE)
#: Letters and signs of double width, which count as the plain ones when a letter is read.
_PLAIN = {0xFF01 + n: 0x21 + n for n in range(94)}


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """The text as one printable line.

    Other people's words must not open or close an order frame when a sheet comes back quoted, so
    their `#orders` becomes `#-orders` (MAIL-B3).
    """
    if not text.isprintable():
        text = "".join(map(_printable, text))
    return _unfenced(text) if "#" in text or "＃" in text else text


def _unfenced(text: str) -> str:
    fences = [found.end() for found in _FENCE.finditer(text.translate(_PLAIN))]
    pieces = (text[begin:end] for begin, end in pairwise((0, *fences, len(text))))
    return "-".join(pieces)


def clean_lines(text: str) -> list[str]:
    """The text with its own line breaks kept."""
    if text.isprintable():
        return [clean(text)]
    return [clean(line).strip() for line in text.strip().splitlines()] or [""]


def starred(words: Words) -> str:
    """The words in plain text: a privileged name carries a star (RAID-R156)."""
    if isinstance(words, str):
        return words
    if isinstance(words, Span):
        return words.text + STAR if words.mark is Mark.STARRED else words.text
    return "".join(map(starred, words))


def columns(text: str) -> int:
    """How many columns a terminal or a mail client with a fixed font gives the text."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces where there are any."""
    size = columns(text)
    if size <= width:
        return [text]
    reach = _near if size == len(text) else _far
    lines = []
    start = 0
    while (end := reach(text, start, width)) < len(text):
        cut = text.rfind(" ", start, end + 1)
        lines.append(text[start : cut if cut > start else end].rstrip())
        start = cut + 1 if cut > start else end
    lines.append(text[start:])
    return lines


def wrap_after(first: str, text: str, width: int, rest: str | None = None) -> list[str]:
    """Wrapped text with something before its first line and something before the others."""
    rest = " " * columns(first) if rest is None else rest
    lines = wrap(text, width - max(columns(first), columns(rest)))
    return [(rest if number else first) + line for number, line in enumerate(lines)]


def _near(text: str, start: int, width: int) -> int:
    return min(start + width, len(text))


def _far(text: str, start: int, width: int) -> int:
    end = start
    while end < len(text) and (width := width - _columns(text[end])) >= 0:
        end += 1
    return max(end, start + 1)


def _columns(sign: str) -> int:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 0 if unicodedata.category(sign) in ("Mn", "Me") else 1


def _printable(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if unicodedata.category(sign) in ("Zs", "Zl", "Zp", "Cc") else ""
