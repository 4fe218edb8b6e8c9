"""Where the head of a quoted letter ends: blocks such as `From: … Sent: … Subject:` (MAIL-B6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailbot.mail.headings import FULL_DATE, TELLING_VALUE, any_header_line, bare_key, header_line
from mailbot.mail.marks import is_quoted

_LONGEST_BLOCK = 60
_WRAPPED_LINES = 3
_FEWEST_KNOWN = 3
_FEWEST_FOREIGN = 4
_ADDRESS = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{1,200}\.[^\W\d_]{2}")
_NOTES_LINES = 60
#: Between date and `To` there may be who sent it, and whom to answer.
_MOST_ABOVE_TO = 2
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}[\s,]{1,10}\d{1,2}[:.]\d\d"
_DATE_LINE = re.compile(rf"\s{{0,10}}{_DATE}")
_WRITER_AND_DATE = re.compile(
    rf"\s{{0,20}}\S[^\n]{{1,120}}?(?:\son|\s\s|\t)\s{{1,60}}{_DATE}(?:[:.]\d\d)?\s?(?:[AP]M)?\s*$"
)


def next_written(lines: Sequence[str], at: int) -> int:
    """The next line with something on it; the end if there is none."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def is_dated_below(lines: Sequence[str], at: int) -> bool:
    """Does the next line begin with a date and a time, as below a name in Notes?"""
    return at + 1 < len(lines) and _DATE_LINE.match(lines[at + 1]) is not None


def header_block(lines: Sequence[str], at: int) -> int | None:
    """Past the block that begins here; None if none does."""
    if at >= len(lines):
        return None
    if ":" in lines[at] and (end := _known_block(lines, at) or _foreign_block(lines, at)):
        return end
    return _notes_block(lines, at)


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
            wrapped += "@" not in lines[end]
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
    if len(keys) < _FEWEST_FOREIGN or not any(map(_ADDRESS.search, values[: _FEWEST_FOREIGN - 1])):
        return None
    return at if any("@" not in value and TELLING_VALUE.search(value) for value in values) else None


def _notes_block(lines: Sequence[str], at: int) -> int | None:
    """Past the head as Notes draws it: writer, date, then `To`, `cc` and, set apart, `Subject`."""
    end = _past_writer(lines, at)
    if end is None:
        return None
    above_to, is_addressed = 0, False
    for number in range(end, min(end + _NOTES_LINES, len(lines))):
        bare = bare_key(lines[number])
        said = header_line(lines[number])
        key = bare or (said[0] if said else "")
        if key == "subject" and is_addressed:
            return min(number + (2 if bare else 1), len(lines))
        is_addressed |= key == "to"
        above_to += not is_addressed and lines[number].strip() != ""
        if above_to > _MOST_ABOVE_TO:
            break
    return None


def _past_writer(lines: Sequence[str], at: int) -> int | None:
    """Past who wrote and when, on one line or on two."""
    if _WRITER_AND_DATE.match(lines[at]):
        return at + 1
    if is_dated_below(lines, at):
        return at + 2
    if "@" not in lines[at] and "/" not in lines[at]:
        return None
    date = next_written(lines, at + 1)
    return date + 1 if date < len(lines) and _DATE_LINE.match(lines[date]) else None
