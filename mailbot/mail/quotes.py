"""Which lines of a letter its writer wrote, and which he only sent back (MAIL-B4 to B6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mailbot.mail import phrases
from mailbot.mail.marks import is_orders_above

_ATTRIBUTION_LINES = 9
_ATTRIBUTION_LENGTH = 300
_HEADER_LINES = 30
_WRAPPED_HEADER_LINES = 3


@dataclass(slots=True)
class Layers:
    """A letter's lines, taken apart."""

    #: Own lines in order; None where quoted lines were taken out between them.
    own: list[str | None] = field(default_factory=list)
    #: The lines marked with `>`, marks removed.
    quoted: list[str] = field(default_factory=list)
    #: What stands below the first unmarked quote's head.
    below: list[str] = field(default_factory=list)


def take_apart(lines: Sequence[str]) -> Layers:
    """Cut at the first head of an unmarked quote, drop the lines marked with `>` (MAIL-B4)."""
    layers = Layers()
    at = 0
    while at < len(lines):
        line = lines[at]
        if is_quoted(line):
            layers.quoted.append(line.lstrip("> \t"))
            _gap(layers.own)
            at += 1
        elif (end := quote_head(lines, at)) is None:
            layers.own.append(line)
            at += 1
        elif _marked_follows(lines, end):
            _gap(layers.own)
            at = end
        else:
            layers.below = list(lines[end:])
            break
    return layers


def is_quoted(line: str) -> bool:
    """Is the line marked as somebody else's?"""
    return line.lstrip().startswith(">")


def quote_head(lines: Sequence[str], at: int) -> int | None:
    """Where the head of a quote that begins at this line ends; None if none begins here."""
    line = lines[at]
    if not line or line.isspace():
        return None
    if is_orders_above(line) or phrases.ORIGINAL_MESSAGE.match(line):
        return _with_header_block(lines, at + 1)
    return _header_block(lines, at) or _attribution(lines, at)


def _gap(own: list[str | None]) -> None:
    if own and own[-1] is not None:
        own.append(None)


def _next_written(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _marked_follows(lines: Sequence[str], at: int) -> bool:
    at = _next_written(lines, at)
    return at < len(lines) and is_quoted(lines[at])


def _with_header_block(lines: Sequence[str], at: int) -> int:
    """Past the header block that may follow a line such as `Original Message`."""
    following = _next_written(lines, at)
    if following == len(lines):
        return at
    known = _header_block(lines, following, any_first=True)
    return known or _attribution(lines, following) or at


def _header_block(lines: Sequence[str], at: int, *, any_first: bool = False) -> int | None:
    """Past three or more different header lines, the first saying who or when (MAIL-B6)."""
    first = phrases.header_line(lines[at])
    if first is None or not (any_first or first[0] in {"from", "sent", "date"}):
        return None
    keys, telling, wrapped = {first[0]}, _tells(first[1]), 0
    end = at + 1
    while end < min(at + _HEADER_LINES, len(lines)):
        found = phrases.header_line(lines[end])
        if found is not None and found[0] in keys:
            break
        if found is not None:
            keys.add(found[0])
            telling, wrapped = telling or _tells(found[1]), 0
        elif "@" in lines[end] and wrapped < _WRAPPED_HEADER_LINES and not is_quoted(lines[end]):
            wrapped += 1
        else:
            break
        end += 1
    return end if len(keys) >= 3 and telling else None


def _tells(value: str) -> bool:
    return phrases.TELLING_VALUE.search(value) is not None


def _attribution(lines: Sequence[str], at: int) -> int | None:
    """Past a line such as `On Monday, 4 May 2026, Anna wrote:`, wrapped or not (MAIL-B5)."""
    if not phrases.ATTRIBUTION_START.match(lines[at]):
        return _bare_attribution(lines, at)
    joined = ""
    for end in range(at, min(at + _ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        if not line or is_quoted(line):
            break
        joined = f"{joined} {line}"
        if len(joined) > _ATTRIBUTION_LENGTH:
            break
        if _may_end(line) and _ends_attribution(joined):
            return end + 1
    return _bare_attribution(lines, at)


def _may_end(line: str) -> bool:
    """Is there a colon among the last signs? Cheap, and most lines end otherwise."""
    return not line[-1].isalnum() and not {":", "："}.isdisjoint(line[-7:])


def _ends_attribution(text: str) -> bool:
    found = phrases.ATTRIBUTION_END.search(text)
    if found is None or not ("@" in text or any(sign.isdigit() for sign in text)):
        return False
    # Between verb and colon stands a name, not a sentence.
    name = found["name"]
    return name is None or "@" in name or len(name.split()) <= 5


def _bare_attribution(lines: Sequence[str], at: int) -> int | None:
    """`Anna wrote:` says little by itself; right above a marked quote it is an attribution."""
    line = lines[at].rstrip()
    if (
        line[-1] in ":："
        and phrases.BARE_ATTRIBUTION.match(line)
        and _marked_follows(lines, at + 1)
    ):
        return at + 1
    return None
