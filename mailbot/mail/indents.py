"""Quotes whose only mark is that they are indented, as Outlook writes them (MAIL-B4).

Its attribution has a date in figures: `On 5/4/26, 10:16 AM, "Anna Smith" <anna@example.org> wrote:`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailbot.mail.heads import next_written

_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")
_INDENT = ("    ", "\t")
#: Where a server wrapped a quoted line, its rest stands without the indent.
_WRAPPED_FROM = 60


def answers_between(lines: Sequence[str], at: int, head: int) -> bool:
    """Are own lines set between indented ones, below the attribution from `at` to `head`?

    Where all is indented nothing is own; where the first paragraph is not, or most else is not,
    nothing is marked.
    """
    if not _DATE.search(lines[at]):
        return False
    first = next_written(lines, head)
    end = next((n for n in range(first, len(lines)) if not lines[n].strip()), len(lines))
    if not all(map(_is_indented, lines[first:end])):
        return False
    written = [line for line in lines[first:] if line.strip()]
    quoted = sum(map(_is_indented, written))
    return len(written) // 2 <= quoted < len(written)


def marked(lines: Sequence[str]) -> Iterator[str]:
    """The same lines, the indented ones and what was wrapped from them marked with `>`."""
    wrapped = False
    for line in lines:
        if _is_indented(line):
            wrapped = len(line) >= _WRAPPED_FROM
        else:
            wrapped &= bool(line.strip())
        yield f"> {line}" if wrapped or _is_indented(line) else line


def _is_indented(line: str) -> bool:
    return bool(line.strip()) and line.startswith(_INDENT)
