"""Where the head of a quoted letter ends: blocks such as `From: … Sent: … Subject:` (MAIL-B6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailbot.mail.headings import FULL_DATE, TELLING_VALUE, any_header_line, bare_key, header_line
from mailbot.mail.marks import is_quoted

_LONGEST_BLOCK = 30
_WRAPPED_LINES = 3
_FEWEST_KNOWN = 3
_FEWEST_FOREIGN = 4
_NOTES_LINES = 12
_DATE_LINE = re.compile(r"\s{0,10}\d{1,4}[./-]\d{1,2}[./-]\d{2,4}[\s,]{1,10}\d{1,2}[:.]\d\d")


def next_written(lines: Sequence[str], at: int) -> int:
    """The next line with something on it; the end if there is none."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def header_block(lines: Sequence[str], at: int) -> int | None:
    """Past the block that begins here; None if none does."""
    if at >= len(lines):
        return None
    if ":" in lines[at] and (end := _known_block(lines, at) or _foreign_block(lines, at)):
        return end
    return _notes_block(lines, at) if "@" in lines[at] or "/" in lines[at] else None


def _known_block(lines: Sequence[str], at: int) -> int | None:
    """Past three or more different header lines; two order lines `From:` and `To:` are none."""
    first = header_line(lines[at])
    if first is None:
        return None
    found = {first[0]: first[1]}
    end, wrapped = at + 1, 0
    while end < min(at + _LONGEST_BLOCK, len(lines)):
        said = header_line(lines[end])
        if said is not None and said[0] not in found:
            found[said[0]], wrapped = said[1], 0
        elif said is None and wrapped < _WRAPPED_LINES and _goes_on(lines, end, found):
            wrapped += 1
        else:
            break
        end += 1
    if len(found) < _FEWEST_KNOWN and not _tells_who_and_when(found):
        return None
    opening = first[0] in {"from", "sent", "date"} or any("@" in value for value in found.values())
    return end if opening and any(map(TELLING_VALUE.search, found.values())) else None


def _tells_who_and_when(found: dict[str, str]) -> bool:
    """Are two lines enough: an address in one, a date with a year and a time in the other?"""
    first, *rest = found.values()
    return any(
        "@" in who and FULL_DATE.search(when) is not None
        for second in rest
        for who, when in ((first, second), (second, first))
    )


def _goes_on(lines: Sequence[str], at: int, found: dict[str, str]) -> bool:
    """Does the block go on: a wrapped list of addresses, or one more key right below?"""
    if is_quoted(lines[at]) or lines[at].lstrip()[:1] in {"-", "_", "="}:
        return False
    if "@" in lines[at]:
        return True
    following = header_line(lines[at + 1]) if at + 1 < len(lines) else None
    return following is not None and following[0] not in found


def _foreign_block(lines: Sequence[str], at: int) -> int | None:
    """Past header lines in a language that is not known here, if who and when are among them."""
    keys: list[str] = []
    values: list[str] = []
    while at < len(lines) and len(keys) < _LONGEST_BLOCK and (said := any_header_line(lines[at])):
        if said[0] in keys:
            break
        keys.append(said[0])
        values.append(said[1])
        at += 1
    if len(keys) < _FEWEST_FOREIGN or not any("@" in value for value in values):
        return None
    return at if any("@" not in value and TELLING_VALUE.search(value) for value in values) else None


def _notes_block(lines: Sequence[str], at: int) -> int | None:
    """Past the head as Notes draws it: writer, date, then `To`, `cc`, `Subject` without colons."""
    date = next_written(lines, at + 1)
    if date == len(lines) or not _DATE_LINE.match(lines[date]):
        return None
    near = range(date + 1, min(date + _NOTES_LINES, len(lines)))
    found = {key: number for number in near if (key := bare_key(lines[number]))}
    return min(found["subject"] + 2, len(lines)) if {"to", "subject"} <= found.keys() else None
