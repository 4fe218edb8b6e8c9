"""Where letters are written: letterhead, reply address, Message-ID, final bytes (MAIL-O1 to O3)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.mail.body import known_lines
from mailbot.mail.outgoing import (
    Attachment,
    Outgoing,
    Picture,
    compose,
    new_message_id,
    reply_subject,
)
from mailbot.mail.tokens import reply_address, token
from mailbot.storage.tables import OutRow, OutState

story = Story("outbox")

Kind = Literal["receipt", "sheet", "notice", "confirmation", "help"]


@dataclass(frozen=True, slots=True)
class To:
    """Whom a letter is for: an address, and the seat whose token its answer carries."""

    address: str
    game: str | None = None
    #: What the token stands for: a role, or an application to join.
    role: str | None = None
    #: The stage that orders are asked for.
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """The letter that a new one answers."""

    id: int
    message_id: str
    references: tuple[str, ...]
    subject: str


@dataclass(frozen=True, slots=True)
class Page:
    """What a letter says."""

    subject: str
    text: str
    html: str | None = None
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    #: Lines that it suggests, by number (FEAT-O5).
    offers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Desk:
    """The service's letterhead and its signing keys."""

    service: str
    #: The address that letters come from.
    sender: str
    plus_addresses: bool
    keys: Keys

    @property
    def domain(self) -> str:
        return self.sender.rpartition("@")[2]

    @property
    def instance(self) -> str:
        """Marks our own letters, so that we never answer them (MAIL-N4)."""
        return self.sender

    def write(
        self, kind: Kind, to: To, page: Page, now: datetime, answered: Answered | None = None
    ) -> OutRow:
        """A letter with its final bytes, ready to be queued."""
        tag = _tag(to)
        subject = page.subject
        if answered is not None and answered.subject:
            subject = answered.subject
        message_id = new_message_id(
            kind, to.game, to.stage, to.role, self.domain, secrets.token_bytes(16)
        )
        letter = Outgoing(
            kind=kind,
            to=to.address,
            sender=self.sender,
            sender_name=self.service,
            reply_to=self._reply_to(to),
            subject=reply_subject(subject, tag) if answered else f"{tag}{page.subject}",
            text=page.text,
            html=page.html,
            pictures=page.pictures,
            attachments=page.attachments,
            in_reply_to=answered.message_id if answered else None,
            references=answered.references if answered else (),
            message_id=message_id,
            instance=self.instance,
        )
        return OutRow(
            message_id=message_id,
            kind=kind,
            game=to.game,
            stage=to.stage,
            role=to.role,
            to=to.address,
            subject=letter.subject[:200],
            about=page.subject[:200],
            raw=compose(letter, now),
            lines=sorted(known_lines(page.text)),
            offers=dict(page.offers) or None,
            answers=answered.id if answered else None,
            created=now,
            next_at=now,
            state=OutState.QUEUED,
            attempts=0,
            reply="",
        )

    def _reply_to(self, to: To) -> str:
        if to.game is None or to.role is None or to.stage is None or not self.plus_addresses:
            return self.sender
        return reply_address(self.sender, to.game, to.role, to.stage, self.keys.tokens)

    def subject_token(self, to: To) -> str:
        """Where plus addresses do not work, the token stands in the subject."""
        if self.plus_addresses or to.game is None or to.role is None or to.stage is None:
            return ""
        return f" [k:{token(self.keys.tokens, to.game, to.role, to.stage)}]"


def post(session: Session, rows: Sequence[OutRow]) -> None:
    """Queue letters in the transaction of what they tell (rule 4 of the architecture)."""
    session.add_all(rows)
    for row in rows:
        story.tell("letter queued", kind=row.kind, to=row.to, subject=row.subject)


def _tag(to: To) -> str:
    return "" if to.game is None else f"[{to.game} T{to.stage or 0}] "
