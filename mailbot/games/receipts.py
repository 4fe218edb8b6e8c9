"""What a player is told of his letter: the whole standing set and everything about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.core.ruleset import Note, Problem, Role
from mailbot.games.ahead import Ahead
from mailbot.games.sealing import order_hash
from mailbot.games.settings import LiveGame, zone_of
from mailbot.games.times import left, local
from mailbot.render.receipt import ReceiptPage, Slip, Stands
from mailbot.storage.tables import Phase, SeatRow


@dataclass(frozen=True, slots=True)
class Receipt:
    """The facts that a receipt is written from."""

    live: LiveGame
    seat: SeatRow
    #: 0: this letter changed no orders.
    revision: int
    #: None: it answers no letter.
    received: datetime | None
    now: datetime
    before: Sequence[Any]
    after: Sequence[Any]
    problems: Sequence[Problem] = ()
    #: The own text of the letter, to quote from.
    text: str = ""
    #: What else to say first, such as that press was sent on.
    remarks: Sequence[str] = ()
    #: Letters to all players that wait for his word.
    drafts: Sequence[str] = ()
    #: What he has set apart for other turns.
    ahead: Ahead = Ahead()  # noqa: RUF009 - a frozen value


def receipt_page(receipt: Receipt) -> ReceiptPage:
    """The receipt as a value; everything in it comes from the player's own view (rule 1)."""
    live, ruleset = receipt.live, receipt.live.rules.ruleset
    view = live.view(Role(receipt.seat.role))
    form = ruleset.form(view, receipt.after)
    quotes = dict(enumerate(receipt.text.splitlines(), 1))
    notes = ruleset.forecast(view, receipt.after)
    units = [line for line in form.lines if line.otherwise]
    return ReceiptPage(
        heading=_heading(receipt),
        facts=(_when(receipt), *_in_part(receipt), *receipt.remarks),
        slips=tuple(
            Slip(problem, quotes.get(problem.line or 0, ""), number)
            for number, problem in numbered(receipt.problems)
        ),
        in_vain=not receipt.revision,
        standing=tuple(
            Stands(line, (*_meaning(notes, at), *_again(receipt, line)))
            for at, line in enumerate(lines(live, receipt.after))
        ),
        ahead=tuple(receipt.ahead.lines),
        drafts=tuple(receipt.drafts),
        all_new=_all_new(receipt),
        changed=_changed(receipt),
        idle=tuple(f"{line.subject} {line.otherwise}" for line in units if not line.standing),
        units=len(units),
        notes=tuple(note.text for note in notes if note.order is None),
        footer=_footer(receipt),
    )


def _meaning(notes: Sequence[Note], at: int) -> Iterator[str]:
    return (note.text for note in notes if note.order == at)


def _again(receipt: Receipt, order: str) -> tuple[str, ...]:
    """Where an order comes from that was not given for this stage alone (FEAT-O11)."""
    return ("This repeats every turn.",) if order in receipt.ahead.repeated else ()


def numbered(problems: Sequence[Problem]) -> Iterator[tuple[int, Problem]]:
    """The problems, those with a suggestion under the number by which `ok 2` takes it, else 0."""
    number = 0
    for problem in problems:
        number += bool(problem.suggestion)
        yield (number if problem.suggestion else 0), problem


def lines(live: LiveGame, orders: Sequence[Any]) -> list[str]:
    """Orders in the order language."""
    return [live.rules.grammar.write(order) for order in orders]


def set_hash(live: LiveGame, seat: SeatRow, orders: Sequence[Any]) -> str:
    """What the order digest of the turn will hold for this set."""
    return order_hash(live, seat.salt, live.row.stage, orders)


def _heading(receipt: Receipt) -> str:
    title, stage = receipt.live.settings.title, receipt.live.stage.name
    if receipt.revision:
        return f"{title}, {stage}: receipt {receipt.revision} for {receipt.seat.role}"
    return f"{title}, {stage}: the orders of {receipt.seat.role}"


def deadline(receipt: Receipt) -> datetime | None:
    """When orders are due; None before the game, after that moment, and while no clock runs."""
    due = receipt.live.closes
    running = receipt.live.row.phase == Phase.RUNNING and due is not None and due > receipt.now
    return due if running else None


def _when(receipt: Receipt) -> str:
    """The deadline first: nothing else of a receipt is as urgent."""
    zone = zone_of(receipt.seat, receipt.live.settings)
    came = f" Your letter came {local(receipt.received, zone)}." if receipt.received else ""
    due = deadline(receipt)
    if due is not None:
        return f"Deadline: {local(due, zone)}, in {left(due, receipt.now)}.{came}"
    if receipt.live.row.phase == Phase.PAUSED:
        return f"The game is paused: nothing is due until the Gamesmaster lets it go on.{came}"
    return f"{_sign_up(receipt)}{came}" if receipt.live.signing_up else came.strip()


def _in_part(receipt: Receipt) -> tuple[str, ...]:
    """That not all was accepted is said in so many words (MAIL-B11)."""
    if not any(problem.refused for problem in receipt.problems):
        return ()
    if receipt.received is None:
        return ("Not all of it could be accepted as things are now: what was not stands first.",)
    if receipt.revision:
        return ("Only a part of your letter was accepted: what was not stands first.",)
    return ("Nothing in your letter was accepted as an order.",)


def _sign_up(receipt: Receipt) -> str:
    if receipt.seat.ready is None:
        return "Sign-up is open: you may change everything until the game starts."
    by_itself = receipt.live.settings.start == "full"
    start = "all seats are taken and everybody is ready" if by_itself else "the Gamesmaster says so"
    return (
        f"Your sign-up is complete. The game starts when {start}; until then you may change "
        "everything."
    )


def _all_new(receipt: Receipt) -> bool:
    return bool(receipt.revision and receipt.after and not receipt.before)


def _changed(receipt: Receipt) -> tuple[str, ...]:
    """Orders that are new with what they take the place of, and those that are gone for good."""
    if not receipt.revision or _all_new(receipt):
        return ()
    merge, write = receipt.live.rules.ruleset.merge, receipt.live.rules.grammar.write
    gone = [order for order in receipt.before if order not in receipt.after]
    told: list[str] = []
    for order in receipt.after:
        if order in receipt.before:
            continue
        old = [one for one in gone if one not in merge((one,), (order,))]
        gone = [one for one in gone if one not in old]
        was = f", was: {'; '.join(map(write, old))}" if old else ""
        told.append(f"new: {write(order)}{was}")
    told += [f"gone: {write(order)}" for order in gone]
    return tuple(told) or ("Nothing: these orders stood already.",)


def _footer(receipt: Receipt) -> tuple[str, ...]:
    mark = set_hash(receipt.live, receipt.seat, receipt.after)[:12]
    return (
        (
            "To change something, answer this letter: a new line for a ship or a name replaces the "
            "old one, `cancel NAME` forgets it, and everything else stays."
        ),
        (
            f"This set has the mark {mark}. If it stays as it is, your line in the digest of the "
            "next sheet begins so."
        ),
    )
