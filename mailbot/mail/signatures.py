"""What stands below a text: signatures, advertisements of phones, rules (MAIL-B4 e to g)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mailbot.mail import phrases

#: A lone `--` with more lines than this below it is no signature.
LONGEST_SIGNATURE = 12
_LINES_BELOW_PHONE = 2

ReadsAsOrder = Callable[[str], bool]


def without_signature(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> list[str]:
    """One run of own lines, ended where its signature begins."""
    kept = list(lines)
    for number, line in enumerate(kept):
        if line == "-- " or (
            line.strip() in {"--", "—"} and _no_orders(kept[number + 1 :], reads_as_order)
        ):
            del kept[number:]
            break
    return _without_tail(kept, reads_as_order)


def _no_orders(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> bool:
    written = [line for line in lines if line.strip()]
    return len(written) <= LONGEST_SIGNATURE and not any(map(reads_as_order, written))


def _without_tail(lines: list[str], reads_as_order: ReadsAsOrder) -> list[str]:
    """Without rules at the end, and without what a phone wrote there."""
    while True:
        while lines and (not lines[-1].strip() or phrases.RULE.match(lines[-1])):
            lines.pop()
        begin = _phone_signature(lines, reads_as_order)
        if begin is None:
            return lines
        del lines[begin:]


def _phone_signature(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> int | None:
    """Where a known phrase begins, with few lines below it and no order among them."""
    below: list[str] = []
    for number in range(len(lines) - 1, -1, -1):
        if not (line := lines[number]).strip():
            continue
        if len(below) > _LINES_BELOW_PHONE:
            break
        below.append(line)
        if phrases.PHONE_SIGNATURE.match(line):
            return None if any(map(reads_as_order, below)) else number
    return None
