"""Letters that did not arrive, and addresses that do not work (MAIL-O8).

Whatever is noted here has been proven to be about a letter of ours. Two letters lost for good
within seven days mark an address as bad: what is for it waits until it shows life.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from mailbot.log import Story
from mailbot.mail.grades import Grade
from mailbot.mail.outgoing import Kind
from mailbot.outbox.copies import copy_of
from mailbot.outbox.news import News, does_not_work, undelivered
from mailbot.outbox.queue import OUTBOX
from mailbot.storage.store import one_at_a_time
from mailbot.storage.tables import LOST, TO_SEND, BadAddress, BounceRow, Deed, OutRow, OutState

story = Story("outbox")

WITHIN = timedelta(days=7)
LETTERS = 2
#: So old a letter that came back is not sent again when its address works.
TOO_OLD = timedelta(days=30)
#: What waits for a bad address; anything else is of no use later.
KEPT = (Kind.SHEET, Kind.RECEIPT, Kind.PRESS, Kind.CONFIRMATION)

#: What did not arrive, and of that what is sent again once there is an address that works.
_SENT_AGAIN = (Kind.SHEET, Kind.PRESS)


def note_bounce(
    session: Session,
    row: OutRow,
    grade: Grade,
    said: str,
    now: datetime,
    gm: Collection[str],
    told_by: int | None = None,
) -> News | None:
    """Keep what is proven of this letter, and mark its address if it is the second lost for good.

    The same told again changes nothing. An address of the Gamesmaster's is never marked: nobody
    else would hear of it.
    """
    known = session.scalar(
        select(BounceRow).where(BounceRow.letter == row.id, BounceRow.grade == grade)
    )
    if known is not None and known.counts:
        return None
    first = known is None
    if known is None:
        known = BounceRow(letter=row.id, address=row.to, grade=grade)
        session.add(known)
    known.at, known.said, known.told_by, known.counts = now, said[:500], told_by, True
    session.flush()
    story.warn("letter bounced", kind=row.kind, to=row.to, grade=grade, reason=said)
    lost = grade in (Grade.HARD, Grade.SOFT)
    # A mail server may be quicker with its report than a worker who writes down that it is sent.
    gone = (OutState.SENT, OutState.UNCERTAIN, *((OutState.SENDING,) if first else ()))
    if lost and row.state in gone:
        row.state, row.reply = OutState.BOUNCED, said[:500]
    if row.to in gm or not lost:
        return None
    if grade is Grade.HARD and _marked(session, row.to, said, now):
        details = {"address": row.to, "reason": said[:500]}
        session.add(Deed(at=now, game=row.game, who="service", what="address bad", details=details))
        return does_not_work(session, row.to, said, now)
    return undelivered(session, row, said, now)


def revive(session: Session, address: str, now: datetime) -> int | None:
    """The address works again: what waited for it is sent; None if it had not been marked.

    Sheets and letters that came back go out once more, with their own Message-IDs.
    """
    session.execute(
        update(BounceRow)
        .where(BounceRow.address == address, BounceRow.counts.is_(True))
        .values(counts=False)
    )
    bad = session.get(BadAddress, address)
    if bad is None:
        return None
    session.delete(bad)
    session.flush()
    again = session.scalars(
        select(OutRow).where(
            OutRow.to == address,
            OutRow.state.in_(LOST),
            OutRow.kind.in_(_SENT_AGAIN),
            OutRow.created > now - TOO_OLD,
        )
    ).all()
    for row in again:
        requeue(session, row, now)
    waiting = held(session, address)
    story.tell("address good", address=address, letters=len(waiting))
    return len(waiting)


def forward(
    session: Session, game: str, role: str, old: str | None, new: str, now: datetime
) -> Sequence[OutRow]:
    """Send to the new address what waited for the old one, or came back from it."""
    if old == new:
        return ()
    moved = []
    for row in _undelivered(session, game, role, old):
        lost = row.state in LOST and row.kind not in _SENT_AGAIN
        if lost or row.created <= now - TOO_OLD:
            row.state, row.reply = OutState.DROPPED, f"{role} has another address now"
            continue
        session.add(copy_of(row, new, now))
        row.state, row.reply = OutState.DROPPED, f"sent to {new} instead"
        moved.append(row)
    return moved


def call_off(session: Session, game: str, role: str, address: str) -> None:
    """Send nothing more of this seat's to an address that is none of its own any more."""
    for row in _undelivered(session, game, role, address):
        row.state, row.reply = OutState.DROPPED, f"{address} acts for {role} no more"


def _undelivered(session: Session, game: str, role: str, address: str | None) -> Sequence[OutRow]:
    """What waits to be sent there, or did not arrive and could be asked for again."""
    one_at_a_time(session, OUTBOX)
    return session.scalars(
        select(OutRow)
        .where(
            OutRow.game == game,
            OutRow.role == role,
            OutRow.to == address,
            OutRow.state.in_((*TO_SEND, *LOST)),
        )
        .order_by(OutRow.id)
    ).all()


def requeue(session: Session, row: OutRow, now: datetime) -> None:
    """Let a letter be tried as if it had never been."""
    session.execute(update(BounceRow).where(BounceRow.letter == row.id).values(counts=False))
    row.state, row.next_at, row.attempts, row.tried = OutState.QUEUED, now, 0, None


def held(session: Session, address: str) -> Sequence[OutRow]:
    """The letters that wait for this address."""
    return session.scalars(
        select(OutRow)
        .where(OutRow.to == address, OutRow.state.in_((OutState.QUEUED, OutState.RETRY)))
        .order_by(OutRow.id)
    ).all()


def _marked(session: Session, address: str, said: str, now: datetime) -> bool:
    """Mark the address if enough letters to it were lost; false also if it was marked before."""
    lost = session.scalar(
        select(func.count())
        .select_from(BounceRow)
        .where(
            BounceRow.address == address,
            BounceRow.grade == Grade.HARD,
            BounceRow.counts.is_(True),
            BounceRow.at > now - WITHIN,
        )
    )
    if (lost or 0) < LETTERS or session.get(BadAddress, address) is not None:
        return False
    session.add(BadAddress(address=address, since=now, reason=said[:500]))
    session.flush()
    story.alarm("address bad", address=address, reason=said)
    return True
