"""What stands below and above a text: signatures, advertisements, notices (MAIL-B4 e to g)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mailbot.mail.footings import (
    BANNER,
    CONTACT,
    FOOTER,
    LABEL,
    LEGAL,
    LINK,
    LIST_BELOW_RULE,
    NOTICE,
    PHONE_SIGNATURE,
    RULE,
)
from mailbot.mail.quotes import ReadsAsOrder

#: RFC 3676, 4.3.
SIGNATURE = "-- "
#: A lone `--` with more lines than this below it is no signature.
LONGEST_SIGNATURE = 12
#: What stands below a rule is a signature if it is as small as a visiting card.
_LONGEST_CARD = 8
_WIDEST_CARD = 80
_LONGEST_NAME = 5
#: A notice may say only on its second or third line what it is.
_NOTICE_LINES = 4
_FEWEST_LEGAL = 3
_LAWYERS_LINES = 12
_WHOLE_NOTICE = 150
_LONGEST_HEADING = 40
_LINES_BELOW_PHONE = 2
_LONGEST_FOOTER = 60
_LONGEST_BANNER = 6
_RULE_SIGNS = " \t_-=*~—–‐‑‒―−─━═"
_MOST_BANNERS = 3


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A run of own lines without its signature."""

    lines: list[str]
    #: Was something left out that begins like a lawyer's notice and may be none?
    notice: bool = False


def without_signature(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> Trimmed:
    """One run of own lines, ended where its signature begins."""
    kept = list(lines)
    for number, line in enumerate(kept):
        if _begins_signature(line, kept, number, reads_as_order):
            del kept[number:]
            break
    return _without_tail(kept, reads_as_order)


def _begins_signature(
    line: str, lines: Sequence[str], number: int, reads_as_order: ReadsAsOrder
) -> bool:
    """The mark of RFC 3676, a lone dash, or a rule with little below it but how to reach him."""
    if line == SIGNATURE:
        return True
    if line.strip() in {"--", "—"}:
        return _no_orders(lines[number + 1 :], LONGEST_SIGNATURE, reads_as_order)
    return RULE.match(line) is not None and _is_card(lines[number + 1 :], reads_as_order)


def _is_card(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> bool:
    """Is this all in one piece: a name, and below it how to reach its bearer; or one link?"""
    last = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    if last == 1 and LINK.search(lines[0]):
        return not any(line.strip() for line in lines[1:]) and not reads_as_order(lines[0])
    return (
        2 <= last <= _LONGEST_CARD
        and not any(line.strip() for line in lines[last:])
        and len(lines[0].split()) <= _LONGEST_NAME
        and all(len(line) <= _WIDEST_CARD for line in lines[:last])
        and any(map(CONTACT.search, lines[:last]))
        and not any(map(reads_as_order, lines[:last]))
    )


def without_banner(lines: list[str | None], reads_as_order: ReadsAsOrder) -> list[str | None]:
    """The lines without what a firm's server set above them, in paragraphs of its own."""
    for _ in range(_MOST_BANNERS):
        begin = end = next((at for at, line in enumerate(lines) if _is_written(line)), len(lines))
        while end < len(lines) and (line := lines[end]) and line.strip():
            if reads_as_order(line):
                break
            end += 1
        first = lines[begin] if begin < end else None
        if first and LABEL.match(first):
            end = begin + 1
        elif not first or not BANNER.match(first) or end - begin > _LONGEST_BANNER:
            break
        lines = lines[end:]
    return lines


def _is_written(line: str | None) -> bool:
    return line is None or not (line.isspace() or not line or RULE.match(line))


def _no_orders(lines: Sequence[str], most: int, reads_as_order: ReadsAsOrder) -> bool:
    written = [line for line in lines if line.strip()]
    return len(written) <= most and not any(map(reads_as_order, written))


def _without_tail(lines: list[str], reads_as_order: ReadsAsOrder) -> Trimmed:
    """Without rules at the end, footers, and what a phone wrote there."""
    notice = False
    while True:
        while lines and (not lines[-1].strip() or RULE.match(lines[-1])):
            lines.pop()
        begin, said = _footer(lines, reads_as_order)
        notice |= said
        if begin is None:
            begin = _phone_signature(lines, reads_as_order)
        if begin is None:
            return Trimmed(lines, notice)
        del lines[begin:]


def _footer(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> tuple[int | None, bool]:
    """Where a known footer begins, at the top of a paragraph and with no order below.

    And whether it begins like a notice, and might be his own words.
    """
    begin, end = len(lines), len(lines)
    notice = False
    for number in range(len(lines) - 1, max(len(lines) - _LONGEST_FOOTER, 0) - 1, -1):
        line = lines[number]
        if not line.strip():
            continue
        if reads_as_order(line):
            break
        if not (_opens(lines, number) or _stands_out(lines[number : number + _LAWYERS_LINES])):
            continue
        if _is_notice(lines[number:begin]):
            begin, notice = number, True
        elif FOOTER.match(line) or (
            number and RULE.match(lines[number - 1]) and LIST_BELOW_RULE.match(line)
        ):
            begin = number
    if begin == end:
        return None, False
    while begin and not lines[begin - 1].strip(_RULE_SIGNS):
        begin -= 1
    return begin, notice and not _is_lawyers(lines[begin:])


def _stands_out(lines: Sequence[str]) -> bool:
    """A lawyer's paragraph on one line, or his heading: HTML has not always a gap above them."""
    fits = len(lines[0]) >= _WHOLE_NOTICE or len(lines[0]) <= _LONGEST_HEADING
    return fits and NOTICE.match(_beginning(lines)) is not None and _is_lawyers(lines)


def _is_notice(lines: Sequence[str]) -> bool:
    """A lawyer's words, or one last paragraph that begins like them."""
    if not NOTICE.match(_beginning(lines)):
        return False
    return _is_lawyers(lines) or "\n\n" not in "\n".join(map(str.strip, lines)).strip()


def _beginning(lines: Sequence[str]) -> str:
    return " ".join(map(str.strip, lines[:_NOTICE_LINES]))


def _is_lawyers(lines: Sequence[str]) -> bool:
    words: set[str] = set()
    for found in LEGAL.finditer(" ".join(lines[:_LAWYERS_LINES])):
        words.add(found[0].lower())
        if len(words) >= _FEWEST_LEGAL:
            return True
    return False


def _opens(lines: Sequence[str], number: int) -> bool:
    """Does a paragraph begin with this line?"""
    return number == 0 or not lines[number - 1].strip(_RULE_SIGNS)


def _phone_signature(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> int | None:
    """Where a known phrase begins, with few lines below it and no order among them."""
    below: list[str] = []
    for number in range(len(lines) - 1, -1, -1):
        if not (line := lines[number]).strip():
            continue
        if len(below) > _LINES_BELOW_PHONE:
            break
        below.append(line)
        if PHONE_SIGNATURE.match(line):
            return None if any(map(reads_as_order, below)) else number
    return None
