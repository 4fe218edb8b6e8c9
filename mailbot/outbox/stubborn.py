"""Letters that would hold up all others, or go out again and again, if nobody minded (MAIL-O6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from mailbot.log import Story
from mailbot.outbox.retry import Verdict
from mailbot.storage.tables import UNSENT, Attempt, OutRow, OutState

story = Story("outbox")

#: A letter that has cost so many workers their lives is sent by no other.
MOST_LIVES = 3
#: What an attempt says that no worker came back from, instead of the mail server's name.
NOWHERE = ""


def give_up_deadly(session: Session, now: datetime) -> Sequence[OutRow]:
    """Letters that are not tried again: with each of the last attempts its worker was gone.

    They may have arrived each time, and the next worker would fare no better.
    """
    left = (OutRow.state == OutState.SENDING) & (OutRow.lease_until < now)
    lives = (
        select(func.count())
        .where(
            Attempt.letter == OutRow.id,
            Attempt.verdict == Verdict.UNCERTAIN,
            Attempt.host == NOWHERE,
            Attempt.at >= OutRow.tried,
        )
        .scalar_subquery()
    )
    rows = session.scalars(select(OutRow).where(left, lives >= MOST_LIVES - 1)).all()
    for row in rows:
        row.state, row.reply = OutState.FAILED, f"{MOST_LIVES} workers were gone before it was sent"
        row.lease_owner = row.lease_until = None
        story.alarm("letter undelivered", kind=row.kind, to=row.to, reason=row.reply)
    return rows


def alone(rows: Sequence[OutRow]) -> Sequence[OutRow]:
    """What one worker was gone with is taken one by one, so that each answers for itself."""
    left = [row for row in rows if row.state == OutState.SENDING]
    return left[:1] or rows


def blocking(session: Session) -> Sequence[int]:
    """Letters that made the outbox pause once more after others had been taken: they go last."""
    sent = aliased(Attempt)
    first, last = func.min(Attempt.id), func.max(Attempt.id)
    pauses = (
        select(Attempt.letter, first.label("first"), last.label("last"))
        .join(OutRow, OutRow.id == Attempt.letter)
        .where(Attempt.verdict == Verdict.PAUSE, OutRow.state.in_(UNSENT))
        .group_by(Attempt.letter)
        .having(func.count() > 1)
        .subquery()
    )
    taken = (
        select(sent.id)
        .where(sent.verdict == Verdict.SENT, sent.id > pauses.c.first, sent.id < pauses.c.last)
        .exists()
    )
    return session.scalars(select(pauses.c.letter).where(taken)).all()
