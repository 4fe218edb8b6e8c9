"""The next deadline of a game for the calendars of its players (FEAT-T9)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Stage
from mailbot.mail.outgoing import Attachment
from mailbot.outbox.desk import Desk
from mailbot.render.calendar import Appointment, calendar
from mailbot.storage.tables import Deed

MEDIA_TYPE = "text/calendar; charset=utf-8; method=PUBLISH"


def deadline_file(
    desk: Desk, game: str, title: str, stage: Stage, due: datetime | None, moves: int, now: datetime
) -> tuple[Attachment, ...]:
    """The deadline as an attachment, if there is one; the same for all players, but for `now`.

    `moves` is never less than it was, and more once the deadline has moved.
    """
    if due is None:
        return ()
    appointment = Appointment(
        uid=f"deadline.{game}.{stage.number}@{desk.domain}",
        sequence=moves,
        due=due,
        summary=f"{title}: orders for {stage.name} are due",
        description=(
            f"Orders for {stage.name} of {title} count if they arrive until then. Answer any "
            "letter of this turn."
        ),
        service=desk.service,
        address=desk.sender,
    )
    return (Attachment(f"{game}-{stage.number}.ics", MEDIA_TYPE, calendar(appointment, now)),)


SECRET = ("early", "caretaker", "vacation", "vacant", "kick")
"""What is done without a word to all: no number that they see may tell of it."""


def moves(session: Session, game: str) -> int:
    """How often the deadlines of the game may have been moved."""
    deeds = select(func.count()).where(Deed.game == game, Deed.what.not_in(SECRET))
    return session.scalar(deeds) or 0
