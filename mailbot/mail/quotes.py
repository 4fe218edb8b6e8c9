"""Which lines of a letter its writer wrote, and which he only sent back (MAIL-B4 to B6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from mailbot.mail import attributions, headings
from mailbot.mail.headings import DASHED, ORIGINAL_MESSAGE
from mailbot.mail.heads import header_block, is_dated_below, next_written
from mailbot.mail.indents import answers_between, marked
from mailbot.mail.marks import is_orders_above, is_quoted

#: Written lines of own text (MAIL-B12).
MOST_LINES = 2000
_ATTRIBUTION_LINES = 9
_ATTRIBUTION_LENGTH = 300
_TAIL_WORDS = 4
_WIDEST_LINE = 80
_COLONS = (":", "：")
#: From this width on programs wrap quoted lines, and leave the rest of them without a mark.
_WRAPPED_FROM = 60
_LONGEST_REST = 60
#: A link, or the end of one, is also cut from a quoted line shorter than that.
_REST_OF_LINK = re.compile(
    r"\s{0,5}[(<\[]?(?:https?://|[^\s]{0,200}[=?&%/])[^\s]{0,500}[\s>)\]]{0,5}$"
)
#: `AS> ` before every line: what Anna Smith wrote.
_INITIALS = re.compile(r"\s{0,3}([A-Z]{1,3})>(?=[\s>]|$)")
_FEWEST_INITIALS = 2
#: One of these is in every line that a head begins with, and in few others.
_HINT = re.compile(r"[\d:：<@(*_=/—–‐‑‒―−®\-]")

ReadsAsOrder = Callable[[str], bool]


@dataclass(slots=True)
class Layers:
    """A letter's lines, taken apart."""

    #: Own lines in order; None where quoted lines were taken out between them.
    own: list[str | None] = field(default_factory=list)
    #: The lines marked with `>`, marks removed.
    quoted: list[str] = field(default_factory=list)
    #: What stands below the first unmarked quote's head.
    below: list[str] = field(default_factory=list)


def take_apart(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> Layers:
    """Cut at the first head of an unmarked quote, drop the lines marked with `>` (MAIL-B4).

    Nothing is looked at below more own lines than can be read.
    """
    lines = _with_one_mark(_parted(lines), reads_as_order)
    layers = Layers()
    at = written = 0
    while at < len(lines) and written <= MOST_LINES:
        line = lines[at]
        if (is_quoted(line) and not is_orders_above(line)) or _is_rest_of_quoted(
            lines, at, reads_as_order
        ):
            layers.quoted.append(line.lstrip("> \t"))
            _gap(layers.own)
            at += 1
        elif (head := quote_head(lines, at)) is None or any(
            map(reads_as_order, _undashed(lines[at:head]))  # what is an order announces nothing
        ):
            layers.own.append(line)
            written += not line.isspace() and line != ""
            at += 1
        elif (end := _past_marked(lines, head)) is not None:
            layers.quoted += [barred.strip().lstrip("| \t") for barred in lines[head:end]]
            _gap(layers.own)
            at = end
        elif answers_between(lines, at, head):
            lines = [*lines[:head], *marked(lines[head:])]
            at = head
        else:
            layers.below = list(lines[head:])
            break
    return layers


def _undashed(lines: Sequence[str]) -> Iterator[str]:
    """Without lines between dashes: `----- Forwarded Message -----` would be a ship's design."""
    return (line for line in lines if not DASHED.match(line))


def _parted(lines: Sequence[str]) -> list[str]:
    """Heads on lines of their own; what was behind an attribution is below it, and quoted."""
    return [piece for line in lines for piece in _pieces(line)]


def _pieces(line: str) -> tuple[str, ...]:
    if is_quoted(line):
        return (line,)
    return attributions.parted(line) or headings.parted(line) or (line,)


def quote_head(lines: Sequence[str], at: int) -> int | None:
    """Where the head of a quote that begins at this line ends; None if none begins here."""
    line = lines[at]
    if not _HINT.search(line):
        return header_block(lines, at) if is_dated_below(lines, at) else None
    if is_orders_above(line) or ORIGINAL_MESSAGE.match(line) or attributions.is_folded_in(line):
        return _with_more_head(lines, at + 1)
    if (
        line.rstrip()[-1] in "-_=‐‑‒―−"
        and DASHED.match(line)
        and (block := header_block(lines, next_written(lines, at + 1)))
    ):
        return block
    if line.rstrip()[-1] == "-" and attributions.is_dashed(line):
        return at + 1
    return header_block(lines, at) or _attribution(lines, at)


def _gap(own: list[str | None]) -> None:
    if own and own[-1] is not None:
        own.append(None)


def _with_one_mark(lines: Sequence[str], reads_as_order: ReadsAsOrder) -> Sequence[str]:
    """The same lines, those marked with somebody's initials marked as all others are."""
    found = {
        number: match
        for number, line in enumerate(lines)
        if ">" in line[:7] and (match := _INITIALS.match(line)) and not reads_as_order(line)
    }
    often = Counter(match[1] for match in found.values())
    marked = {
        number: lines[number][match.end() - 1 :]
        for number, match in found.items()
        if often[match[1]] >= _FEWEST_INITIALS
    }
    return [marked.get(number, line) for number, line in enumerate(lines)] if marked else lines


def _is_rest_of_quoted(lines: Sequence[str], at: int, reads_as_order: ReadsAsOrder) -> bool:
    """Is this what did not fit on the quoted line above, between that and the next quoted one?"""
    line = lines[at]
    if not (0 < at < len(lines) - 1 and is_quoted(lines[at - 1]) and is_quoted(lines[at + 1])):
        return False
    is_rest = (
        line[:1].islower() and len(line) <= _LONGEST_REST and len(lines[at - 1]) >= _WRAPPED_FROM
    )
    return (is_rest or _REST_OF_LINK.match(line) is not None) and not reads_as_order(line)


def _marked_follows(lines: Sequence[str], at: int) -> bool:
    at = next_written(lines, at)
    return at < len(lines) and is_quoted(lines[at])


def _past_marked(lines: Sequence[str], at: int) -> int | None:
    """Past a quote that is marked with bars; nothing is passed if it is marked with `>`."""
    if _marked_follows(lines, at):
        return at
    end = next_written(lines, at)
    if end == len(lines) or not lines[end].startswith("|"):
        return None
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    return end


def _with_more_head(lines: Sequence[str], at: int) -> int:
    """Past the head that may follow a line such as `Original Message`."""
    following = next_written(lines, at)
    if following == len(lines):
        return at
    return header_block(lines, following) or _attribution(lines, following) or at


def _attribution(lines: Sequence[str], at: int) -> int | None:
    """Past a line such as `On Monday, 4 May 2026, Anna wrote:`, wrapped or not (MAIL-B5)."""
    if not (attributions.begins(lines[at]) or _ends_before_address(lines, at)):
        return _bare_attribution(lines, at)
    if attributions.DATED_NAME.match(lines[at]):
        return at + 1
    if (end := _past_mailto(lines, at + 1)) is not None:
        return end
    joined = ""
    for end in range(at, min(at + _ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        cut_address = joined.rfind("<") > joined.rfind(">")
        if not line or (is_quoted(line) and not cut_address):
            break
        joined = f"{joined} {line}"
        if len(joined) > _ATTRIBUTION_LENGTH:
            break
        if _may_end(line) and (
            attributions.ends(joined) or _tells_above_marked(joined, lines, end + 1)
        ):
            return end + 1
    return _bare_attribution(lines, at)


def _past_mailto(lines: Sequence[str], at: int) -> int | None:
    """Past `<`, `mailto:Anna Smith <anna@example.org>`, `> wrote:` on lines of their own."""
    at = next_written(lines, at)
    found = [line.strip() for line in lines[at : at + 3]]
    if len(found) < 3 or found[0] != "<" or not found[1].startswith("mailto:"):
        return None
    return at + 3 if found[2].startswith(">") and attributions.is_bare(found[2]) else None


def _ends_before_address(lines: Sequence[str], at: int) -> bool:
    """Is `Anna Smith <` all that fitted on the line?"""
    fits = lines[at].rstrip().endswith("<") and len(lines[at]) <= _WIDEST_LINE
    return fits and "@" in "".join(lines[at + 1 : at + 2])


def _tells_above_marked(text: str, lines: Sequence[str], at: int) -> bool:
    """Right above a marked quote a time or an address and a colon do, in any language."""
    return (
        text.endswith(_COLONS)
        and attributions.TELLING.search(text) is not None
        and _marked_follows(lines, at)
    )


def _may_end(line: str) -> bool:
    """Is there a colon, a dash or a verb at the end? Cheap, and most lines end otherwise."""
    if line[-1].isalnum():
        return line.endswith(attributions.VERBS_WITHOUT_COLON)
    return not {":", "：", "-"}.isdisjoint(line[-7:])


def _bare_attribution(lines: Sequence[str], at: int) -> int | None:
    """`Anna wrote:` says little by itself; right above a marked quote it is an attribution.

    There no known verb is needed either, if an address or a time is in it.
    """
    line = lines[at].rstrip()
    following = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if line[-1] in ":：":
        if attributions.is_bare(line) or attributions.TELLING.search(line):
            return at + 1 if _marked_follows(lines, at + 1) else None
    elif (
        following[-1:] in _COLONS
        and len(following.split()) <= _TAIL_WORDS
        and attributions.TELLING.search(line)
    ):
        return at + 2 if _marked_follows(lines, at + 2) else None
    return None
