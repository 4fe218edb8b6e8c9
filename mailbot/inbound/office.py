"""What acting on letters needs beside the database: letterhead, keys, limits, the GM."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, aliased

from mailbot.config import LimitsConfig
from mailbot.inbound import answers
from mailbot.keys import Keys
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.outbox.desk import Answered, Desk, Page, To, post
from mailbot.storage.tables import OutRow, SeatRow

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
BREATH = timedelta(minutes=10)
"""After so long a player hears of others' orders, however much he has heard already."""


@dataclass(frozen=True, slots=True)
class Office:
    """The service as somebody who reads and answers letters."""

    desk: Desk
    keys: Keys
    limits: LimitsConfig
    #: Where the Gamesmaster reads his mail.
    gm: tuple[str, ...]

    def tell_gm(
        self,
        session: Session,
        title: str,
        text: str,
        now: datetime,
        files: tuple[Attachment, ...] = (),
    ) -> None:
        """A notice to the Gamesmaster."""
        page = replace(answers.gm_alert(title, text), attachments=files)
        post(session, [self.desk.write(Kind.NOTICE, To(gm), page, now) for gm in self.gm])

    def tell_gm_once(self, session: Session, title: str, text: str, now: datetime) -> None:
        """The same, at most once a day for each title."""
        page = answers.gm_alert(title, text)
        for gm in self.gm:
            self.answer_once(session, Kind.NOTICE, To(gm), page, now)

    def only_seat(self, session: Session, sender: str | None) -> SeatRow | None:
        """The first seat of an address, for answers that name no game."""
        if sender is None:
            return None
        return session.scalar(
            select(SeatRow).where(SeatRow.address == sender).order_by(SeatRow.id.desc()).limit(1)
        )

    def answer_once(
        self,
        session: Session,
        kind: Kind,
        to: To,
        page: Page,
        now: datetime,
        answered: Answered | None = None,
        most: int | None = None,
    ) -> bool:
        """Help and questions: few of a kind and subject an address and day (MAIL-N10)."""
        sent = session.scalar(
            select(func.count())
            .select_from(OutRow)
            .where(
                OutRow.to == to.address,
                OutRow.kind == kind,
                OutRow.created > now - DAY,
                OutRow.about == page.subject,
            )
        )
        if (sent or 0) >= (most or self.limits.help_per_day):
            return False
        row = self.desk.write(kind, to, page, now, answered)
        post(session, [row])
        return True

    def receipts_left(self, session: Session, address: str, now: datetime) -> bool:
        """May another receipt go to this address now (MAIL-N10)?"""
        receipts = select(func.count()).select_from(OutRow)
        receipts = receipts.where(OutRow.to == address, OutRow.kind == Kind.RECEIPT)

        def sent_since(begin: datetime) -> int:
            return session.scalar(receipts.where(OutRow.created > begin)) or 0

        return (
            sent_since(now - HOUR) < self.limits.receipts_per_hour
            and sent_since(now - DAY) < self.limits.receipts_per_day
        )

    def notice_left(self, session: Session, address: str, now: datetime) -> bool:
        """May this address hear once more now what others have ordered (MAIL-N10)?

        Always some minutes after the last time, so that nobody can fill an hour beforehand and
        keep what he orders at the end of it from being told.
        """
        notices = select(func.count()).select_from(OutRow)
        notices = notices.where(OutRow.to == address, OutRow.kind == Kind.NOTICE)

        def sent_since(begin: datetime) -> int:
            return session.scalar(notices.where(OutRow.created > begin)) or 0

        few = sent_since(now - HOUR) < self.limits.notices_per_hour
        return few or not sent_since(now - BREATH)

    def resends_left(self, session: Session, game: str, role: str, now: datetime) -> int:
        """How many earlier sheets this player may get again now (MAIL-N10)."""
        first = aliased(OutRow)
        again = (
            select(func.count())
            .select_from(OutRow)
            .where(
                OutRow.game == game,
                OutRow.role == role,
                OutRow.kind == Kind.SHEET,
                OutRow.created > now - DAY,
                exists().where(
                    first.game == game,
                    first.role == role,
                    first.kind == Kind.SHEET,
                    first.stage == OutRow.stage,
                    first.about == OutRow.about,
                    first.id < OutRow.id,
                ),
            )
        )
        return max(0, self.limits.resends_per_day - (session.scalar(again) or 0))


def answered(letter: int, envelope: Envelope) -> Answered:
    """The letter that an answer answers, as its headers name it."""
    return Answered(letter, envelope.message_id, envelope.references, envelope.subject)
