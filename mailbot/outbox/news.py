"""What the Gamesmaster is told of the outbox: few notices, each with what he can do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mailbot.storage.tables import LOST, BadAddress, OutRow

#: More of a kind in a day than this are told of together.
FEW = 5
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class News:
    """A notice; it is sent once a day for each title."""

    title: str
    text: str


def undelivered(session: Session, row: OutRow, said: str, now: datetime) -> News:
    """That a letter is lost; many in a few days are told of together."""
    lost = session.scalar(
        select(func.count())
        .select_from(OutRow)
        .where(OutRow.state.in_(LOST), OutRow.created > now - 3 * DAY)
    )
    if (lost or 0) > FEW:
        return News(
            "many letters could not be delivered",
            f"The last of them was a {row.kind} for {row.to}: {said}\n"
            "`mailbot outbox list` shows them all, `mailbot outbox retry --failed` tries them "
            "again.",
        )
    return News(
        f"a {row.kind} for {row.to} could not be delivered",
        f"It was given up: {said}\n"
        f"`mailbot outbox show {row.id}` shows it, `mailbot outbox retry {row.id}` tries again.",
    )


def does_not_work(session: Session, address: str, said: str, now: datetime) -> News:
    """That an address has been marked as bad, and what he can do."""
    lately = session.scalar(
        select(func.count()).select_from(BadAddress).where(BadAddress.since > now - DAY)
    )
    what = (
        "Nothing more is sent there: sheets, receipts and letters of other players wait, news is "
        "dropped. All goes on by itself as soon as a letter comes from that address. "
    )
    if (lately or 0) > FEW:
        return News(
            "many addresses do not work",
            f"{what}The last one was {address}: {said}\n\nIf so many fail in a day, the fault may "
            "lie with the mail server. `mailbot outbox list` names them all; `mailbot outbox good "
            "--all` counts them as good again.",
        )
    return News(
        f"the address {address} does not work",
        f"Two letters to it were lost for good within a week, the last one so: {said}\n\n{what}"
        "If you know another address of the player's: `mailbot player address GAME NAME NEW` "
        f"sends there what waits. If this one works after all: `mailbot outbox good {address}`.",
    )


def works_again(since: datetime, now: datetime, reason: str) -> News:
    """Told afterwards: while the outbox waits no notice gets out either."""
    return News(
        "the outbox waited, and works again",
        f"From {utc(since)} to {utc(now)} the mail server would take no letters: {reason}\n"
        "What waited goes out now; what had grown useless meanwhile is dropped. "
        "`mailbot outbox list` shows what is left. While it lasts the log and `mailbot outbox "
        "list` say so, and `mailbot check` what would help.",
    )


def day_is_full(letters: int, until: datetime) -> News:
    return News(
        "the letters of a day are used up",
        f"{letters} letters have gone out within a day, and the mail server takes no more "
        f"(letters_per_day under [smtp]). What waits goes out from {utc(until)} on, sheets first, "
        "then questions, receipts and press. Orders count all the same.",
    )


def utc(moment: datetime) -> str:
    """For the GM, whatever his zone is."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"
