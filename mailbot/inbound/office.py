"""What acting on letters needs beside the database: letterhead, keys, limits, the GM."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, aliased

from mailbot.config import LimitsConfig
from mailbot.games.addresses import seats_at
from mailbot.inbound import answers
from mailbot.inbound.limits import DAY, HOUR, Limit, answer_limit, receipt_limit
from mailbot.keys import Keys
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import ANSWERS, Attachment, Kind
from mailbot.outbox.desk import Answered, Desk, Page, To, post
from mailbot.storage.tables import OutRow, SeatRow

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

    def told_of(self, session: Session, matter: str, now: datetime) -> int:
        """How many notices whose title ends like this the Gamesmaster got within a day."""
        told = select(func.count()).select_from(OutRow)
        told = told.where(
            OutRow.to.in_(self.gm[:1]),
            OutRow.kind == Kind.NOTICE,
            OutRow.created > now - DAY,
            OutRow.about.endswith(matter, autoescape=True),
        )
        return session.scalar(told) or 0

    def only_seat(self, session: Session, sender: str | None) -> SeatRow | None:
        """The latest seat of an address, for answers that name no game."""
        seats = seats_at(session, sender) if sender is not None else ()
        return max((seat for seat, _ in seats), key=lambda seat: seat.id, default=None)

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
        if kind in ANSWERS and not self.may_answer(session, to.address, now):
            return False
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

    def receipt_limit(
        self, session: Session, address: str, letter: int, now: datetime
    ) -> Limit | None:
        """What keeps this letter from a receipt now (MAIL-N10)."""
        return receipt_limit(session, self.limits, address, letter, now)

    def may_answer(
        self, session: Session, address: str, now: datetime, *, stranger: bool = False
    ) -> bool:
        """May an answer of any kind go to this address now? If not the GM is told (MAIL-N10)."""
        limit = self.limit(session, address, now, stranger=stranger)
        if limit is not None:
            self.tell_of_limit(session, limit, address, now)
        return limit is None

    def limit(
        self, session: Session, address: str, now: datetime, *, stranger: bool = False
    ) -> Limit | None:
        """What keeps an answer of any kind from this address now (MAIL-N10)."""
        return answer_limit(session, self.limits, address, now, stranger=stranger)

    def tell_of_limit(
        self, session: Session, limit: Limit, address: str, now: datetime, who: str = ""
    ) -> None:
        """The GM hears of a limit that was reached once a day (MAIL-N10)."""
        domain = address.rpartition("@")[2]
        title = {
            Limit.PLAYER: f"{who}: many letters",
            Limit.SAME_WORDS: f"{who}: the same words again and again",
            Limit.DOMAIN: f"many letters from {domain}",
            Limit.ALL: "more letters than are answered",
        }[limit]
        self.tell_gm_once(session, title, answers.LIMIT_REACHED, now)

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
                    first.to == OutRow.to,
                    first.about == OutRow.about,
                    first.id < OutRow.id,
                ),
            )
        )
        return max(0, self.limits.resends_per_day - (session.scalar(again) or 0))


def answered(letter: int, envelope: Envelope, *, proven: bool = True) -> Answered:
    """The letter that an answer answers, as its headers name it.

    Nothing that a forger wrote is carried by us to those in whose name he writes: its subject is
    left out unless it is theirs.
    """
    subject = envelope.subject if proven else ""
    return Answered(letter, envelope.message_id, envelope.references, subject)
