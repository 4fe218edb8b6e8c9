"""Where letters are written: letterhead, reply address, Message-ID, final bytes (MAIL-O1 to O3)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.mail.address import Address
from mailbot.mail.body import known_lines
from mailbot.mail.fitting import fit
from mailbot.mail.marks import ORDERS_ABOVE, slug
from mailbot.mail.outgoing import (
    LONGEST_SUBJECT,
    RANDOM_BYTES,
    Attachment,
    Kind,
    Outgoing,
    Picture,
    new_message_id,
    reply_references,
    reply_subject,
    text_alone,
    without_token,
)
from mailbot.mail.tokens import (
    gm_reply_address,
    gm_token,
    pen_address,
    pen_token,
    reply_address,
    tag,
    token,
)
from mailbot.mail.verp import LOT_BYTES, bounce_address
from mailbot.outbox.copies import for_deputies
from mailbot.storage.tables import OutRow, OutState, SeatRow

story = Story("outbox")

IN_BULK = (Kind.SHEET, Kind.NOTICE)
"""What goes to all players of a game at once."""


@dataclass(frozen=True, slots=True)
class To:
    """Whom a letter is for: an address, and the seat whose token its answer carries."""

    address: str
    game: str | None = None
    #: What the token stands for: a role, or an application to join.
    role: str | None = None
    #: The stage that orders are asked for.
    stage: int | None = None
    #: How many have held the seat before: their tokens are void.
    hands: int = 0
    #: A name in character to whose bearer the answer goes, instead of being read as orders.
    pen: str = ""


def to_seat(seat: SeatRow, stage: int, address: str | None = None) -> To:
    """To the player of a seat, or to another address of his."""
    return To(address or str(seat.address), seat.game, seat.role, stage, seat.hands)


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
    #: Where bounces come back to; empty: to `sender`.
    bounces: str = ""
    #: Give each letter an envelope sender of its own.
    verp: bool = True
    #: Bytes of a letter; what is more is left out (MAIL-O10).
    largest: int = 1_000_000
    #: Where Gamesmasters read their mail, in small letters.
    gm: tuple[str, ...] = ()

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
        message_id = self.new_id(kind, to)
        takes = _takes_answers(to) or self._is_gm(to)
        text = _with_mark(page.text) if takes else page.text
        outgoing = Outgoing(
            kind=kind,
            to=Address(to.address),
            from_=Address(self.sender, self.service),
            reply_to=self._gm_reply_to(to, now) or self._reply_to(to),
            subject=self.subject_for(to, page.subject, answered) + self._gm_mark(to, now),
            text=text,
            html=page.html,
            pictures=page.pictures,
            attachments=page.attachments,
            in_reply_to=answered.message_id if answered else "",
            references=_references(answered),
            message_id=message_id,
            instance=self.instance,
            **self._list_fields(kind, to),
        )
        letter, raw = fit(outgoing, now, self.largest)
        return OutRow(
            message_id=message_id,
            kind=kind,
            game=to.game,
            stage=to.stage,
            role=to.role,
            to=to.address,
            subject=without_token(letter.subject)[:200],
            about=page.subject[:200],
            raw=raw,
            lines=sorted(known_lines(letter.text)),
            offers=dict(page.offers) or None,
            answers=answered.id if answered else None,
            created=now,
            next_at=now,
            state=OutState.QUEUED,
            envelope="",
            attempts=0,
            reply="",
        )

    def _list_fields(self, kind: Kind, to: To) -> dict[str, str]:
        """What letters that go to all players of a game carry besides (MAIL-O7)."""
        if kind not in IN_BULK or to.game is None or to.role is None or to.stage is None:
            return {}
        place = quote(self.address_for(to), safe="@+.-_")
        subject = "unsubscribe"
        if not self.plus_addresses:
            subject = quote(self.subject_for(to, subject), safe="")
        return {
            "list_id": f"{slug(to.game)}.{slug(self.sender.partition('@')[0])}.{self.domain}",
            "unsubscribe": f"mailto:{place}?subject={subject}",
        }

    def new_id(self, kind: Kind, to: To) -> str:
        """A Message-ID that nobody can guess (MAIL-O2)."""
        lot = secrets.token_bytes(RANDOM_BYTES)
        return new_message_id(
            kind, to.game or "none", to.stage or 0, to.role or "none", self.domain, lot
        )

    @property
    def bounces_to(self) -> str:
        return self.bounces or self.sender

    def is_ours(self, address: str) -> bool:
        """Is it one of our own, whatever stands behind its plus? Nobody can be written to there."""
        local, _, domain = address.rpartition("@")
        return f"{local.partition('+')[0]}@{domain}" in (self.sender, self.bounces_to)

    def envelope_sender(self) -> str:
        """Where a new letter comes back to if it cannot be delivered (MAIL-O3)."""
        if not (self.plus_addresses and self.verp):
            return self.bounces_to
        return bounce_address(self.bounces_to, secrets.token_bytes(LOT_BYTES), self.keys.tokens)

    def address_for(self, to: To) -> str:
        """Where this reader's orders go, with his token where addresses can carry it."""
        return self._reply_to(to) or self.sender

    def _reply_to(self, to: To) -> str:
        if not self.plus_addresses or to.game is None or to.role is None or to.stage is None:
            return ""
        if to.pen:
            where = (to.game, to.pen, to.role)
            return pen_address(self.sender, *where, self.keys.tokens, to.hands)
        return reply_address(self.sender, to.game, to.role, to.stage, self.keys.tokens, to.hands)

    def _is_gm(self, to: To) -> bool:
        """Is this for a Gamesmaster, who answers with commands (FEAT-G3)?"""
        return to.game is None and to.address in self.gm

    def _gm_reply_to(self, to: To, now: datetime) -> str:
        if not (self._is_gm(to) and self.plus_addresses):
            return ""
        return gm_reply_address(self.sender, to.address, day_of(now), self.keys.tokens)

    def _gm_mark(self, to: To, now: datetime) -> str:
        if self.plus_addresses or not self._is_gm(to):
            return ""
        return f" [k:{gm_token(self.keys.tokens, to.address, day_of(now))}]"

    def subject_for(self, to: To, about: str, answered: Answered | None = None) -> str:
        """Our tag, and the token where plus addresses do not work (MAIL-O2, MAIL-S2)."""
        mark = "" if to.game is None else tag(to.game, to.stage or 0)
        subject = f"{mark} {about}".strip()
        if answered is not None and answered.subject:
            subject = reply_subject(answered.subject, mark)
        if self.plus_addresses or to.game is None or to.role is None or to.stage is None:
            return subject
        key = self.keys.tokens
        if to.pen:
            mac = pen_token(key, to.game, to.pen, to.role, to.hands)
        else:
            mac = token(key, to.game, to.role, to.stage, to.hands)
        proof = f" [k:{mac}]"
        return subject[: LONGEST_SUBJECT - len(proof)] + proof


def day_of(moment: datetime) -> int:
    """The day for which the Gamesmaster's proof is made."""
    return int(moment.timestamp()) // 86400


def _takes_answers(to: To) -> bool:
    return to.game is not None and to.role is not None


def _with_mark(text: str) -> str:
    """Nothing below is executed, even if a mail program quotes it without marks (MAIL-O5)."""
    return text if text.startswith(ORDERS_ABOVE) else f"{ORDERS_ABOVE}\n\n{text}"


def post(session: Session, rows: Sequence[OutRow]) -> None:
    """Queue letters in the transaction of what they tell (rule 4 of the architecture).

    Who acts for their reader gets a copy (FEAT-O13). Whoever wants text alone gets that, also of
    what was written before he said so (MAIL-O10).
    """
    for row in _for_text_readers(session, rows):
        row.raw = text_alone(row.raw)
    everything = [*rows, *for_deputies(session, rows)]
    session.add_all(everything)
    for row in everything:
        # Its whole subject may hold words of a player's, and a proof of who he is.
        story.tell("letter queued", kind=row.kind, to=row.to, subject=row.about)


def _for_text_readers(session: Session, rows: Sequence[OutRow]) -> list[OutRow]:
    """The letters in several parts whose reader wants none."""
    rich = [row for row in rows if row.game is not None and _PARTS in row.raw[:_LONGEST_HEAD]]
    if not rich:
        return []
    games = {row.game for row in rich}
    plain = select(SeatRow.game, SeatRow.role).where(
        SeatRow.game.in_(games), SeatRow.text_only.is_(True)
    )
    readers = {(game, role) for game, role in session.execute(plain)}
    return [row for row in rich if (row.game, row.role) in readers]


_PARTS = b"\r\nContent-Type: multipart/"
_LONGEST_HEAD = 20_000


def _references(answered: Answered | None) -> tuple[str, ...]:
    if answered is None:
        return ()
    return reply_references(answered.message_id, answered.references)
