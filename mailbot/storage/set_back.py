"""What a clock that was ahead has written, once it has been set right.

Times in the future would keep letters, leases and turns waiting until they have come.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.orm import Session

from mailbot.storage.tables import (
    TO_SEND,
    AheadRow,
    Attempt,
    Game,
    Letter,
    MailboxRow,
    OutRow,
    Pause,
    PressRow,
    Revision,
)

#: Clocks of hosts that share a database may be apart so far.
APART = timedelta(minutes=5)
#: No lease is longer.
LONGEST_LEASE = timedelta(minutes=35)
#: Nor is the time between two attempts at sending a letter.
LONGEST_REST = timedelta(hours=5)
#: Nor does an unsigned letter wait longer for its hour.
LONGEST_EMBARGO = timedelta(hours=2)


def come_to_now(session: Session, now: datetime) -> None:
    """Nothing has come, was begun or is held by anybody in the future.

    Deadlines stay as they are: they may well be far off.
    """
    soon, later = now + APART, now + LONGEST_LEASE
    free = {"lease_owner": None, "lease_until": None}
    for table in (Game, MailboxRow):
        session.execute(update(table).where(table.lease_until > later).values(free))
    session.execute(update(OutRow).where(OutRow.lease_until > later).values(lease_until=now))
    session.execute(
        update(MailboxRow).where(MailboxRow.read_to_end > soon).values(read_to_end=None)
    )
    session.execute(update(Letter).where(Letter.tried > soon).values(tried=None))
    for dated in (Letter, Revision):
        session.execute(update(dated).where(dated.received > soon).values(received=now))
    session.execute(update(AheadRow).where(AheadRow.received > soon).values(received=now))
    far = PressRow.due > now + LONGEST_EMBARGO
    session.execute(update(PressRow).where(far).values(due=now))
    begun = OutRow.state.in_(TO_SEND) & (OutRow.created > soon)
    rests = OutRow.state.in_(TO_SEND) & (OutRow.next_at > now + LONGEST_REST)
    session.execute(update(OutRow).where(begun | rests).values(created=now, next_at=now))
    session.execute(update(OutRow).where(OutRow.tried > soon).values(tried=now))
    session.execute(update(Attempt).where(Attempt.at > soon).values(at=now))
    # A pause ends soon, but that of a day whose letters are used up.
    session.execute(update(Pause).where(Pause.since > soon).values(until=now, since=now))
