"""The outbox: rows with final bytes, claimed, sent and settled (MAIL-O6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, or_, select, true, update
from sqlalchemy.orm import Session

from mailbot.mail.outgoing import Kind
from mailbot.outbox.pace import Room
from mailbot.outbox.retry import Decision, Verdict
from mailbot.outbox.stubborn import NOWHERE, alone, blocking, give_up_deadly
from mailbot.storage.tables import TO_SEND, Attempt, BadAddress, OutRow, OutState, Pause
from mailbot.worker import has_ended

LEASE = timedelta(minutes=5)
#: A letter is begun only while so much of the lease is left.
LONGEST = timedelta(minutes=2)
OUTBOX = "outbox"

_FOR_GM = and_(OutRow.kind == Kind.NOTICE, OutRow.game.is_(None))
#: What goes first where not everything can: without his sheet nobody can play.
_RANK = case(
    (_FOR_GM, 0),
    (OutRow.kind == Kind.SHEET, 1),
    (OutRow.kind == Kind.CONFIRMATION, 2),
    (OutRow.kind == Kind.RECEIPT, 3),
    (OutRow.kind == Kind.PRESS, 4),
    (OutRow.kind == Kind.NOTICE, 5),
    else_=6,
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A letter that is ours to send until the lease ends."""

    id: int
    envelope: str
    to: str
    raw: bytes
    attempts: int
    #: When it was first tried.
    tried: datetime
    #: It may have arrived already: one more try, with the same Message-ID.
    uncertain: bool


def claim(
    session: Session,
    owner: str,
    envelope: Callable[[], str],
    now: datetime,
    room: Room,
) -> tuple[Claimed, ...]:
    """Take letters that are due, the most important first, as many as there is room for.

    A letter that was never tried gets its envelope sender now, from `envelope`. One claimed by a
    worker that died is due again after its lease.
    """
    found = session.scalars(
        select(OutRow)
        .where(_due(now), true() if room.letters else _FOR_GM)
        .order_by(*_order(session))
        .limit(room.letters or room.urgent)
        .with_for_update(skip_locked=True)
    ).all()
    rows = alone(found)
    for row in rows:
        if row.state == OutState.SENDING:
            note_attempt(session, row.id, NOWHERE, _ABANDONED, now)
    session.flush()
    unsure = _perhaps_sent(session, rows)
    claimed = []
    for row in rows:
        row.envelope, row.tried = _envelope(row.envelope, envelope()), row.tried or now
        claimed.append(
            Claimed(
                id=row.id,
                envelope=row.envelope,
                to=row.to,
                raw=row.raw,
                attempts=row.attempts,
                tried=row.tried,
                uncertain=row.id in unsure or row.state == OutState.UNCERTAIN,
            )
        )
        row.state = OutState.SENDING
        row.lease_owner, row.lease_until = owner, now + LEASE
        row.attempts += 1
    return tuple(claimed)


def _envelope(known: str, fresh: str) -> str:
    """The one that it has had, unless the config names another place for bounces since."""
    return known if known and _place(known) == _place(fresh) else fresh


def _place(envelope: str) -> tuple[str, bool, str]:
    """An envelope sender without what tells letters apart."""
    local, _, domain = envelope.rpartition("@")
    plain, plus, _ = local.partition("+")
    return plain, bool(plus), domain


def free_abandoned(session: Session, owner: str, now: datetime) -> Sequence[OutRow]:
    """End the leases of workers that are gone, and of our own earlier life under the same name.

    What has cost too many their lives is given up, and returned.
    """
    owners = session.scalars(
        select(OutRow.lease_owner)
        .where(OutRow.state == OutState.SENDING, OutRow.lease_until >= now)
        .distinct()
    )
    gone = [each for each in owners if each == owner or has_ended(each or "")]
    if gone:
        session.execute(
            update(OutRow)
            .where(OutRow.state == OutState.SENDING, OutRow.lease_owner.in_(gone))
            .values(lease_until=now - timedelta(seconds=1))
        )
    return give_up_deadly(session, now)


def waits(session: Session, now: datetime) -> bool:
    """Is there a letter that is due and was not claimed?"""
    return session.scalar(select(OutRow.id).where(_due(now)).limit(1)) is not None


def settle(
    session: Session, letter: Claimed, owner: str, host: str, decision: Decision, now: datetime
) -> bool:
    """Write down what became of an attempt; false, and nothing done, if it is no longer ours.

    After PAUSE the letter is as if it had never been tried, and nothing is sent until then.
    """
    paused = decision.verdict is Verdict.PAUSE
    state = _STATES[decision.verdict]
    if state is OutState.UNCERTAIN and decision.at is None:
        state = OutState.FAILED
    settled = session.execute(
        update(OutRow)
        .where(
            OutRow.id == letter.id, OutRow.lease_owner == owner, OutRow.state == OutState.SENDING
        )
        .values(
            state=state,
            attempts=OutRow.attempts - (1 if paused else 0),
            tried=None if paused and letter.attempts == 0 else letter.tried,
            next_at=decision.at or now,
            sent=now if state is OutState.SENT else None,
            reply=decision.reason[:500],
            lease_owner=None,
            lease_until=None,
        )
        .returning(OutRow.id)
    ).scalar()
    note_attempt(session, letter.id, host, decision, now)
    if paused and decision.at is not None:
        _pause(session, decision.at, decision.reason[:500], now)
    return settled is not None


def note_attempt(
    session: Session, letter: int, host: str, decision: Decision, now: datetime
) -> None:
    """Keep what was tried, for whoever asks what became of a letter."""
    session.add(
        Attempt(
            letter=letter,
            at=now,
            host=host,
            verdict=decision.verdict,
            said=decision.reason[:500],
        )
    )


def give_back(session: Session, letters: Sequence[Claimed], owner: str) -> None:
    """Letters that were claimed and not tried."""
    session.execute(
        update(OutRow)
        .where(
            OutRow.id.in_([letter.id for letter in letters]),
            OutRow.lease_owner == owner,
            OutRow.state == OutState.SENDING,
        )
        .values(
            state=OutState.RETRY,
            attempts=OutRow.attempts - 1,
            tried=case((OutRow.attempts > 1, OutRow.tried)),
            lease_owner=None,
            lease_until=None,
        )
    )


def pause_of(session: Session) -> Pause | None:
    """Why and until when nothing is sent; one whose time is over is tried with one letter."""
    return session.get(Pause, OUTBOX)


def _pause(session: Session, until: datetime, reason: str, now: datetime) -> None:
    before = pause_of(session)
    since = now if before is None else before.since
    session.merge(Pause(name=OUTBOX, since=since, until=until, reason=reason))


_STATES = {
    Verdict.SENT: OutState.SENT,
    Verdict.RETRY: OutState.RETRY,
    Verdict.FAILED: OutState.FAILED,
    Verdict.UNCERTAIN: OutState.UNCERTAIN,
    Verdict.PAUSE: OutState.RETRY,
}

#: A lease that ran out: the worker died, perhaps after handing the letter over.
_ABANDONED = Decision(Verdict.UNCERTAIN, "the worker that had it is gone, and may have sent it")


def _due(now: datetime) -> ColumnElement[bool]:
    """Letters whose time has come, but for those to addresses that do not work (MAIL-O8)."""
    waiting = OutRow.state.in_(TO_SEND)
    return and_(
        or_(
            waiting & (OutRow.next_at <= now),
            (OutRow.state == OutState.SENDING) & (OutRow.lease_until < now),
        ),
        OutRow.to.not_in(select(BadAddress.address)),
    )


def _order(session: Session) -> list[Any]:
    """The most important first; in a pause whatever has not been tried in it."""
    order = [OutRow.next_at, OutRow.id]
    if pause_of(session) is not None:
        return order
    last = [OutRow.id.in_(block)] if (block := blocking(session)) else []
    return [*last, _RANK, *order]


def _perhaps_sent(session: Session, rows: Sequence[OutRow]) -> frozenset[int]:
    """Those of which an earlier attempt may have arrived."""
    return frozenset(
        session.scalars(
            select(Attempt.letter).where(
                Attempt.letter.in_([row.id for row in rows]), Attempt.verdict == Verdict.UNCERTAIN
            )
        )
    )
