"""A receipt: what stands, what changed, what is wrong, and what would work (FEAT-O4, MAIL-B11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.core.ruleset import Problem, Severity
from engine.core.wording import number
from mailbot.render.echo import echo, meaning
from mailbot.render.text import WIDTH, title
from mailbot.render.words import clean, wrap, wrap_after

#: MAIL-B11.
MOST_LINES = 100

#: What every part of a receipt keeps when there is not room for all.
LEAST_LINES = 8
#: How many lines of a slip are quoted.
LONGEST_QUOTE = 4
#: As wide as the number before a quoted line.
INDENT = "     "

VERDICTS = {
    Severity.REFUSED: "Not accepted",
    Severity.WARNED: "Accepted, but take care",
    Severity.REMARK: "Note",
}


@dataclass(frozen=True, slots=True)
class Slip:
    """A problem and the line of the letter that it is about."""

    problem: Problem
    #: The line as its writer wrote it; empty if the problem belongs to none.
    quote: str = ""
    #: What `ok 2` names to take the suggestion; 0 if there is none to take.
    number: int = 0


@dataclass(frozen=True, slots=True)
class Stands:
    """An order of the standing set."""

    #: In the order language.
    order: str
    #: The same in plain words, and what it alone would lead to.
    meaning: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """All that one receipt says."""

    heading: str
    #: When the deadline is, when the letter came, what else it did.
    facts: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()
    #: The letter changed no orders: what was noted of it may say why, and comes first.
    in_vain: bool = False
    #: The whole standing set, which is numbered from 1.
    standing: tuple[Stands, ...] = ()
    #: Is all of it of this letter? Then nothing has to be said of changes.
    all_new: bool = False
    changed: tuple[str, ...] = ()
    #: What was set apart for other turns, or repeats.
    ahead: tuple[str, ...] = ()
    #: Letters to everybody that wait for their writer's word.
    drafts: tuple[str, ...] = ()
    #: Units without orders and what they will do.
    idle: tuple[str, ...] = ()
    #: How many units there are that could have orders; 0: that says nothing.
    units: int = 0
    #: What the orders come to together.
    notes: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()


Entry: TypeAlias = "Sequence[str]"
"""Lines that are shown together or not at all."""


@dataclass(frozen=True, slots=True)
class _Part:
    heading: str
    entries: tuple[Entry, ...]
    #: The lowest gives way last when there is not room for all.
    rank: int

    @property
    def height(self) -> int:
        return 2 + sum(map(len, self.entries)) if self.entries else 0


def receipt_text(page: ReceiptPage) -> str:
    """The receipt in lines of at most 72 columns, 100 at the most (MAIL-B11).

    How it went and the first fact, the deadline, stand above all, where lists of letters show
    them. What is left out is counted; the standing set is the last to give way. The heading, the
    facts and the footer are never cut.
    """
    lead = " ".join((*_counts(page), *page.facts[:1]))
    above = [*_paragraphs((lead,)), ""] if lead else []
    top = [*above, *title(page.heading, "=").split("\n"), *_paragraphs(page.facts[1:])]
    bottom = ["", *_paragraphs(page.footer)] if page.footer else []
    room = MOST_LINES - len(top) - len(bottom)
    parts = _parts(page)
    if sum(part.height for part in parts) > room:
        parts = _parts(_in_short(page))
    shares = _shares(parts, room)
    middle = [
        line for part, share in zip(parts, shares, strict=True) for line in _fill(part, share)
    ]
    return "\n".join((*top, *middle, *bottom))


def _counts(page: ReceiptPage) -> tuple[str, ...]:
    """How it went, for who sees no more of a letter than its first words."""
    severities = [slip.problem.severity for slip in page.slips]
    refused, warned = (severities.count(each) for each in (Severity.REFUSED, Severity.WARNED))
    stand = len(page.standing)
    told = [
        f"{number(stand, 'order')} {'stands' if stand == 1 else 'stand'}",
        f"{refused} not accepted" if refused else "",
        number(warned, "warning") if warned else "",
    ]
    return (", ".join(filter(None, told)).capitalize() + ".",) if stand or page.slips else ()


def _in_short(page: ReceiptPage) -> ReceiptPage:
    """What orders mean by themselves stands apart from them, where it can give way."""
    meanings = (words for order in page.standing for words in order.meaning)
    bare = tuple(Stands(order.order) for order in page.standing)
    return replace(page, standing=bare, notes=(*meanings, *page.notes))


def _parts(page: ReceiptPage) -> tuple[_Part, ...]:
    """In the order in which they matter to somebody who reads on a telephone."""
    harmless = [slip for slip in page.slips if slip.problem.severity is Severity.REMARK]
    problems = tuple(_slip(slip) for slip in page.slips if slip not in harmless)
    remarks = _Part("Remarks", tuple(map(_slip, harmless)), 1 if page.in_vain else 5)
    standing = tuple(_stands(number, order) for number, order in enumerate(page.standing, 1))
    new = ", all of them new" if page.all_new else ""
    return (
        _Part("Problems", problems, 1),
        *((remarks,) if page.in_vain else ()),
        _Part(f"Your orders as they stand now{new}", standing or (["None."],), 0),
        _Part("To all players, once you confirm it", tuple(map(_draft, page.drafts)), 1),
        _Part("Sent ahead, and repeated", tuple(_stands(*each) for each in _later(page)), 3),
        _Part("Changed by this letter", tuple(map(_bullet, page.changed)), 3),
        _Part(_without(page), tuple(map(_bullet, page.idle)), 2),
        _Part("What your orders alone would lead to", tuple(map(_bullet, page.notes)), 4),
        *(() if page.in_vain else (remarks,)),
    )


def _stands(number: int, order: Stands) -> Entry:
    said = (line for words in order.meaning for line in meaning(number, words))
    return [*echo(number, order.order), *said]


def _later(page: ReceiptPage) -> Iterator[tuple[int, Stands]]:
    """Under numbers of their own: they must not be executed when they come back (MAIL-O4)."""
    first = len(page.standing) + 1
    return ((number, Stands(line)) for number, line in enumerate(page.ahead, first))


def _draft(text: str) -> Entry:
    return [line for number, each in enumerate(text.split("\n"), 1) for line in echo(number, each)]


def _without(page: ReceiptPage) -> str:
    count = f", {len(page.idle)} of {page.units}" if page.units > 1 else ""
    return f"Without orders{count}"


def _shares(parts: Sequence[_Part], room: int) -> list[int]:
    """How many lines each part may have."""
    shares = [min(part.height, LEAST_LINES) for part in parts]
    room -= sum(shares)
    for place in sorted(range(len(parts)), key=lambda place: parts[place].rank):
        more = max(0, min(parts[place].height - shares[place], room))
        shares[place] += more
        room -= more
    return shares


def _fill(part: _Part, share: int) -> Iterator[str]:
    """The heading and as many whole entries as there is room for."""
    if not part.entries:
        return
    yield from ("", f"{part.heading}:")
    left = share - 2
    for at, entry in enumerate(part.entries):
        later = part.entries[at + 1 :]
        if len(entry) + bool(later) > left:
            yield f"... and {len(later) + 1} more"
            return
        yield from entry
        left -= len(entry)


def _slip(slip: Slip) -> Entry:
    """The line quoted under its own number, then what is wrong and what would work (FEAT-O5)."""
    problem = slip.problem
    quote = _quote(problem.line, slip.quote)
    rule = f" [{problem.rule}]" if problem.rule else ""
    verdict = f"{VERDICTS[problem.severity]}: {clean(problem.text)}{rule}"
    lines = wrap_after(INDENT if quote else "   - ", verdict, WIDTH)
    if problem.suggestion and problem.suggestion not in problem.text:
        lines += wrap_after(INDENT, f"Would work: {clean(problem.suggestion)}", WIDTH)
    if slip.number:
        lines.append(f'{INDENT}Answer "ok {slip.number}" to take it.')
    return [*quote, *lines]


def _quote(line: int | None, text: str) -> list[str]:
    if line is None or not text:
        return []
    quoted = echo(line, text)
    return quoted if len(quoted) <= LONGEST_QUOTE else [*quoted[:LONGEST_QUOTE], *echo(line, "...")]


def _bullet(text: str) -> Entry:
    return wrap_after("- ", clean(text), WIDTH)


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in wrap(clean(text), WIDTH)]
