"""How much the mail server takes from us in a day and a minute, over how many lines (MAIL-O9).

What has been handed in is counted in the database, so that a restart forgets nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mailbot.outbox.retry import Verdict
from mailbot.outbox.stubborn import NOWHERE
from mailbot.storage.tables import Attempt, OutRow, OutState

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
#: So many letters are claimed at once.
BATCH = 50
#: Of a day's letters these are kept for the GM, so that he hears when there are no more.
SPARE = 5


@dataclass(frozen=True, slots=True)
class Pace:
    """What the config allows; 0: as much as there is."""

    per_day: int = 0
    per_minute: int = 0
    #: Workers that send at the same time, each over one line.
    lines: int = 2

    @property
    def for_players(self) -> int:
        """Of a day's letters those that are not kept for the GM."""
        return self.per_day - min(SPARE, self.per_day // 10)


@dataclass(frozen=True, slots=True)
class Room:
    """How many letters may be handed in now."""

    letters: int = BATCH
    #: With these that go to the GM.
    urgent: int = BATCH
    #: The day's letters are used up.
    day_is_full: bool = False


NO_ROOM = Room(0, 0)


def room(session: Session, pace: Pace, owner: str, now: datetime) -> Room:
    """What may be handed in now, without what is on its way already."""
    under_way = _under_way(session, now)
    if len(under_way.keys() - {owner}) >= pace.lines:
        return NO_ROOM
    busy = sum(under_way.values())
    minute = (
        pace.per_minute - _handed_in(session, now - MINUTE) - busy if pace.per_minute else BATCH
    )
    if not pace.per_day:
        left = max(0, min(BATCH, minute))
        return Room(left, left)
    today = _handed_in(session, now - DAY) + busy
    return Room(
        letters=max(0, min(BATCH, minute, pace.for_players - today)),
        urgent=max(0, min(BATCH, minute, pace.per_day - today)),
        day_is_full=today >= pace.for_players,
    )


def more_at(session: Session, pace: Pace, now: datetime) -> datetime:
    """When the first letter of the day that is full is a day old, and another may go."""
    first = session.scalar(
        select(Attempt.at)
        .where(Attempt.verdict.in_(_COUNTED), Attempt.at > now - DAY)
        .order_by(Attempt.at.desc())
        .offset(max(0, pace.for_players - 1))
        .limit(1)
    )
    return (first or now) + DAY


#: A letter that was perhaps taken has been counted over there.
_COUNTED = (Verdict.SENT, Verdict.UNCERTAIN)


def _handed_in(session: Session, since: datetime) -> int:
    counted = (
        select(func.count())
        .select_from(Attempt)
        .where(Attempt.verdict.in_(_COUNTED), Attempt.at > since, Attempt.host != NOWHERE)
    )
    return session.scalar(counted) or 0


def _under_way(session: Session, now: datetime) -> dict[str, int]:
    """Letters that are being handed in just now, by worker."""
    rows = session.execute(
        select(OutRow.lease_owner, func.count())
        .where(OutRow.state == OutState.SENDING, OutRow.lease_until >= now)
        .group_by(OutRow.lease_owner)
    )
    return {str(owner): count for owner, count in rows}
