"""What stands below and above a text: signatures, advertisements, notices (MAIL-B4 e to g)."""

from __future__ import annotations

from collections.abc import Sequence

from mailbot.mail.footings import BANNER, FOOTER, PHONE_SIGNATURE, RULE
from mailbot.mail.quotes import ReadsAsOrder

#: RFC 3676, 4.3.
SIGNATURE = "-- "
#: A lone `--` with more lines than this below it is no signature.
LONGEST_SIGNATURE = 12
_LINES_BELOW_PHONE = 2
_LONGEST_FOOTER = 60
_LONGEST_BANNER = 6
_RULE_SIGNS = " \t_-=*~—–"
_MOST_BANNERS = 3


def without_signature(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> list[str]:
    """One run of own lines, ended where its signature begins."""
    kept = list(lines)
    for number, line in enumerate(kept):
        if line == SIGNATURE or (
            line.strip() in {"--", "—"} and _no_orders(kept[number + 1 :], reads_as_order)
        ):
            del kept[number:]
            break
    return _without_tail(kept, reads_as_order)


def without_banner(lines: list[str | None], reads_as_order: ReadsAsOrder) -> list[str | None]:
    """The lines without what a firm's server set above them, in paragraphs of its own."""
    for _ in range(_MOST_BANNERS):
        begin = end = next((at for at, line in enumerate(lines) if _is_written(line)), len(lines))
        while end < len(lines) and (line := lines[end]) and line.strip():
            if reads_as_order(line):
                break
            end += 1
        first = lines[begin] if begin < end else None
        if not first or not BANNER.match(first) or end - begin > _LONGEST_BANNER:
            break
        lines = lines[end:]
    return lines


def _is_written(line: str | None) -> bool:
    return line is None or not (line.isspace() or not line or RULE.match(line))


def _no_orders(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> bool:
    written = [line for line in lines if line.strip()]
    return len(written) <= LONGEST_SIGNATURE and not any(map(reads_as_order, written))


def _without_tail(lines: list[str], reads_as_order: ReadsAsOrder) -> list[str]:
    """Without rules at the end, footers, and what a phone wrote there."""
    while True:
        while lines and (not lines[-1].strip() or RULE.match(lines[-1])):
            lines.pop()
        begin = _footer(lines, reads_as_order)
        if begin is None:
            begin = _phone_signature(lines, reads_as_order)
        if begin is None:
            return lines
        del lines[begin:]


def _footer(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> int | None:
    """Where a known footer begins, at the top of a paragraph and with no order below."""
    begin: int | None = None
    for number in range(len(lines) - 1, max(len(lines) - _LONGEST_FOOTER, 0) - 1, -1):
        line = lines[number]
        if not line.strip():
            continue
        opens = number == 0 or not lines[number - 1].strip(_RULE_SIGNS)
        if opens and FOOTER.match(line):
            begin = number
        if reads_as_order(line):
            begin = None if begin == number else begin
            break
    while begin and not lines[begin - 1].strip(_RULE_SIGNS):
        begin -= 1
    return begin


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
