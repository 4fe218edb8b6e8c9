"""The outbox: rows with final bytes, claimed, sent and settled (MAIL-O6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import case, or_, select, update
from sqlalchemy.orm import Session

from mailbot.outbox.retry import Decision, Verdict
from mailbot.storage.tables import OutRow, OutState, Pause

LEASE = timedelta(minutes=5)


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
    session: Session, owner: str, envelope: Callable[[], str], now: datetime, most: int = 50
) -> tuple[Claimed, ...]:
    """Take letters that are due; one claimed by a worker that died is due again after its lease.

    A letter that was never tried gets its envelope sender now, from `envelope`.
    """
    due = or_(
        OutRow.state.in_((OutState.QUEUED, OutState.RETRY, OutState.UNCERTAIN))
        & (OutRow.next_at <= now),
        (OutRow.state == OutState.SENDING) & (OutRow.lease_until < now),
    )
    rows = session.scalars(
        select(OutRow)
        .where(due)
        .order_by(OutRow.next_at, OutRow.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        row.envelope, row.tried = row.envelope or envelope(), row.tried or now
    claimed = tuple(
        Claimed(
            id=row.id,
            envelope=row.envelope,
            to=row.to,
            raw=row.raw,
            attempts=row.attempts,
            tried=row.tried or now,
            # A lease that ran out: the worker died, perhaps after handing the letter over.
            uncertain=row.state in (OutState.UNCERTAIN, OutState.SENDING),
        )
        for row in rows
    )
    for row in rows:
        row.state = OutState.SENDING
        row.lease_owner, row.lease_until = owner, now + LEASE
        row.attempts += 1
    return claimed


def settle(
    session: Session, letter: Claimed, owner: str, decision: Decision, now: datetime
) -> None:
    """Write down what became of an attempt; a letter that is no longer ours is left alone.

    After PAUSE the letter is as if it had never been tried, and nothing is sent until then.
    """
    paused = decision.verdict is Verdict.PAUSE
    state = _STATES[decision.verdict]
    if state is OutState.UNCERTAIN and decision.at is None:
        state = OutState.FAILED
    session.execute(
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
    )
    if paused and decision.at is not None:
        pause = session.get(Pause, "outbox")
        session.merge(
            Pause(
                name="outbox",
                since=pause.since if pause is not None else now,
                until=decision.at,
                reason=decision.reason[:500],
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


def paused_until(session: Session, now: datetime) -> datetime | None:
    """Until when nothing is sent; None if the outbox is open."""
    pause = session.get(Pause, "outbox")
    return pause.until if pause is not None and pause.until > now else None


_STATES = {
    Verdict.SENT: OutState.SENT,
    Verdict.RETRY: OutState.RETRY,
    Verdict.FAILED: OutState.FAILED,
    Verdict.UNCERTAIN: OutState.UNCERTAIN,
    Verdict.PAUSE: OutState.RETRY,
}


def drop_stale(session: Session, game: str, stage: int, now: datetime) -> int:
    """Give up notices and receipts of stages that are over (MAIL-O6).

    Sheets and what players write to each other are never dropped.
    """
    dropped = session.scalars(
        select(OutRow).where(
            OutRow.game == game,
            OutRow.stage < stage,
            OutRow.kind.in_(("notice", "receipt")),
            OutRow.state.in_((OutState.QUEUED, OutState.RETRY)),
            OutRow.created < now - timedelta(hours=1),
        )
    ).all()
    for row in dropped:
        row.state, row.reply = OutState.DROPPED, f"stage {stage} has begun"
    return len(dropped)


def waiting(session: Session) -> Sequence[OutRow]:
    """Letters not yet delivered, oldest first."""
    return session.scalars(
        select(OutRow)
        .where(OutRow.state.not_in((OutState.SENT, OutState.DROPPED)))
        .order_by(OutRow.id)
    ).all()
