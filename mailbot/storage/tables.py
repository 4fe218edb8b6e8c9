"""The tables. Times are UTC; JSON columns hold what the ruleset dumped, unread by the service."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; a naive time is a bug and is refused."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without zone: {value}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.replace(tzinfo=UTC)


class JsonText(TypeDecorator[Any]):
    """A JSON value as text, the same on every database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else msgspec.json.decode(value)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment, Any: JsonText}  # noqa: RUF012 - SQLAlchemy's hook


Id = BigInteger().with_variant(Integer, "sqlite")


class LetterState(StrEnum):
    """How far a letter has come."""

    RECEIVED = "received"
    """Kept, not yet read."""
    DONE = "done"
    """Read and acted on."""
    SILENT = "silent"
    """Read, and rightly left without an answer: a machine, or nobody we know."""
    DUPLICATE = "duplicate"
    """The same letter again (MAIL-D2)."""
    QUARANTINED = "quarantined"
    """Waits for its supposed sender to say that it is his (MAIL-S1)."""
    FAILED = "failed"
    """The reader broke on it; set aside for the GM (MAIL-R8)."""


class MailboxRow(Base):
    """Where we are in one mailbox (MAIL-R2), who reads it (MAIL-R10) and how far (MAIL-R13)."""

    __tablename__ = "mailbox"

    name: Mapped[str] = mapped_column(String(200), primary_key=True)
    uid_validity: Mapped[int | None] = mapped_column(Id)
    last_uid: Mapped[int] = mapped_column(Id, default=0)
    #: When the last poll that reached the end of the mailbox began.
    read_to_end: Mapped[datetime | None]
    lease_owner: Mapped[str | None] = mapped_column(String(100))
    lease_until: Mapped[datetime | None]


class Letter(Base):
    """A letter as it came; from here on nothing is read from the mail server again (MAIL-R5)."""

    __tablename__ = "letter"
    __table_args__ = (
        UniqueConstraint("mailbox", "uid_validity", "uid"),
        UniqueConstraint("message_id", "body_key"),
        Index("ix_letter_waiting", "state", "received", "id"),
        Index("ix_letter_sender", "sender", "received"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    #: The mailbox, or `feed`.
    mailbox: Mapped[str] = mapped_column(String(200))
    uid_validity: Mapped[int | None] = mapped_column(Id)
    uid: Mapped[int | None] = mapped_column(Id)
    #: INTERNALDATE: the time that counts (MAIL-R13).
    received: Mapped[datetime]
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    #: True if the letter was too large and only its head was fetched (MAIL-R3).
    truncated: Mapped[bool] = mapped_column(default=False)
    sha256: Mapped[str] = mapped_column(String(64))
    message_id: Mapped[str] = mapped_column(String(255))
    state: Mapped[str] = mapped_column(String(12), default=LetterState.RECEIVED)
    attempts: Mapped[int] = mapped_column(default=0)
    #: When a worker began to read it: until that is long ago it is nobody else's.
    tried: Mapped[datetime | None]
    #: Why it was dealt with as it was, in a few words.
    reason: Mapped[str] = mapped_column(Text, default="")
    sender: Mapped[str | None] = mapped_column(String(320))
    game: Mapped[str | None] = mapped_column(String(40))
    role: Mapped[str | None] = mapped_column(String(40))
    stage: Mapped[int | None]
    #: None until read, and for a duplicate (MAIL-D2).
    body_key: Mapped[str | None] = mapped_column(String(64))
    #: Moved to its folder on the mail server (MAIL-R7).
    settled: Mapped[bool] = mapped_column(default=False)
    #: Its registered sender has confirmed that it is his (MAIL-S1).
    vouched: Mapped[bool] = mapped_column(default=False)
    #: Read without a receipt because there had been too many; told in a summary (MAIL-N10).
    unanswered: Mapped[bool] = mapped_column(default=False)
    #: The game that this part is for, of a letter that was for several; None: all of it (FEAT-G4).
    part: Mapped[str | None] = mapped_column(String(40))
    #: What broke the reader; never shown to players.
    traceback: Mapped[str | None] = mapped_column(Text)


class Signature(Base):
    """A DKIM signature of a letter that was obeyed: who brings it again is not its writer."""

    __tablename__ = "signature"

    #: A hash of the signing domain and the signature.
    value: Mapped[str] = mapped_column(String(64), primary_key=True)
    letter: Mapped[int] = mapped_column(ForeignKey("letter.id"))


class Phase(StrEnum):
    """What a game is doing."""

    SIGN_UP = "sign-up"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    """Waits for the GM; the reason stands beside it."""
    OVER = "over"


class Game(Base):
    __tablename__ = "game"
    __table_args__ = (Index("ix_game_due", "phase", "due"),)

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    version: Mapped[str] = mapped_column(String(40))
    #: The board, world or scenario as read from its file.
    scenario: Mapped[Any]
    options: Mapped[Any]
    #: Schedule, zone and the service's other settings of this game.
    settings: Mapped[Any]
    phase: Mapped[str] = mapped_column(String(10), default=Phase.SIGN_UP)
    #: The stage that orders are asked for.
    stage: Mapped[int] = mapped_column(default=0)
    #: The position at the beginning of that stage.
    position: Mapped[Any]
    due: Mapped[datetime | None]
    #: Why the game waits, for the GM.
    held: Mapped[str] = mapped_column(Text, default="")
    #: The master secret of the dice, sealed under the key file.
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    commitment: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    lease_owner: Mapped[str | None] = mapped_column(String(100))
    lease_until: Mapped[datetime | None]
    #: What the GM has to look at before the result of the open stage goes out (FEAT-T3).
    review: Mapped[Any | None]
    #: The slot of the schedule that the deadline of the open stage was moved from (FEAT-T1).
    slot: Mapped[datetime | None]
    #: The stage of which those without orders have been reminded.
    reminded: Mapped[int | None]
    #: The stage whose deadline was moved because orders were missing; it is moved no more.
    moved: Mapped[int | None]
    #: Up to when orders for the open stage counted, once it has been worked out: its result waits
    #: to be released, or it was taken back. None: up to its deadline (FEAT-T3, T4).
    closed: Mapped[datetime | None]
    #: When a game that is over was put away; it is in no list any more (FEAT-G4).
    archived: Mapped[datetime | None]


class SeatRow(Base):
    """One role of one game and who holds it."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game", "role"), Index("ix_seat_address", "address"))

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"), index=True)
    role: Mapped[str] = mapped_column(String(40))
    #: Where all letters go, in small letters; None while the seat is free.
    address: Mapped[str | None] = mapped_column(String(320))
    taken: Mapped[datetime]
    #: When the sign-up became complete; it decides who came first (RAID-R2).
    ready: Mapped[datetime | None]
    #: The player's own time zone; empty: the game's.
    zone: Mapped[str] = mapped_column(String(60), default="")
    #: Gives the salt of each stage, which makes his line of the order digest impossible to guess;
    #: that salt is told to who holds the seat then, and this to nobody.
    salt: Mapped[bytes] = mapped_column(LargeBinary)
    #: The stage of which others are still to hear what he has ordered (MAIL-N10); None: of none.
    untold: Mapped[int | None]
    #: His letters are text alone: no HTML, pictures or files.
    text_only: Mapped[bool] = mapped_column(default=False)
    #: The last stage for which he has said `ready`.
    done: Mapped[int | None]
    #: How often a deadline was moved for his sake.
    graces: Mapped[int] = mapped_column(default=0)
    #: His vacation: from its first day to the end of its last.
    away_from: Mapped[datetime | None]
    away_until: Mapped[datetime | None]
    #: How many have held the seat before him; the tokens of their letters are void (MAIL-S2).
    hands: Mapped[int] = mapped_column(default=0)
    #: It is offered to those on the waiting list.
    vacant: Mapped[bool] = mapped_column(default=False)


class Absent(Base):
    """That a role owed orders for a stage that was run, and sent none (FEAT-T2)."""

    __tablename__ = "absent"

    game: Mapped[str] = mapped_column(ForeignKey("game.name"), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True)
    role: Mapped[str] = mapped_column(String(40), primary_key=True)


class Way(StrEnum):
    """How an address belongs to a seat (FEAT-O13)."""

    MAIN = "main"
    """Where all letters go; it stands in the seat itself."""
    SECOND = "second"
    """The player writes from there too."""
    DEPUTY = "deputy"
    """Somebody who acts for him, and gets a copy of what he gets."""


class AddressRow(Base):
    """An address beside the main one of a seat; one address has one place in a game."""

    __tablename__ = "address"
    __table_args__ = (UniqueConstraint("game", "address"), Index("ix_address_address", "address"))

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    role: Mapped[str] = mapped_column(String(40))
    address: Mapped[str] = mapped_column(String(320))
    way: Mapped[str] = mapped_column(String(8))
    since: Mapped[datetime]


class AddressWish(Base):
    """A new address that counts once the old one, and then it, have agreed (MAIL-S1)."""

    __tablename__ = "address_wish"
    __table_args__ = (
        UniqueConstraint("game", "role", "address"),
        Index("ix_address_wish_address", "address"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    role: Mapped[str] = mapped_column(String(40))
    address: Mapped[str] = mapped_column(String(320))
    way: Mapped[str] = mapped_column(String(8))
    asked: Mapped[datetime]
    #: When the registered address sent the code.
    agreed: Mapped[datetime | None]


class Application(Base):
    """A wish to join: not confirmed from its own address yet (MAIL-S1), or on the waiting list."""

    __tablename__ = "application"
    __table_args__ = (UniqueConstraint("game", "address"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    address: Mapped[str] = mapped_column(String(320))
    role: Mapped[str] = mapped_column(String(40))
    #: The letter that asked; what else it says is read once it is confirmed.
    letter: Mapped[int] = mapped_column(ForeignKey("letter.id"))
    asked: Mapped[datetime]
    #: On the waiting list since; None: he has not confirmed, or has had a seat.
    waiting: Mapped[datetime | None]
    #: The role that was offered to him, and when; None: none is.
    offered: Mapped[str | None] = mapped_column(String(40))
    offered_at: Mapped[datetime | None]


class Observer(Base):
    """Somebody who gets the public part of a game's turns, and has no seat in it (FEAT-G9)."""

    __tablename__ = "observer"
    __table_args__ = (
        UniqueConstraint("game", "address"),
        Index("ix_observer_address", "address"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    address: Mapped[str] = mapped_column(String(320))
    asked: Mapped[datetime]
    #: When the address has confirmed that it is its own wish (MAIL-S1).
    confirmed: Mapped[datetime | None]


class Revision(Base):
    """What one letter ordered; the standing set is all of a stage's, by time received."""

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("game", "stage", "role", "number"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    stage: Mapped[int]
    role: Mapped[str] = mapped_column(String(40))
    number: Mapped[int]
    received: Mapped[datetime]
    letter: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    #: The accepted orders of this letter, cancellations included.
    orders: Mapped[Any]
    #: Read when the stage opened, from what had been sent ahead or repeats (FEAT-O10, O11).
    ahead: Mapped[bool] = mapped_column(default=False)


class KeptText(Base):
    """Orders that were not carried out but kept: written for another stage, or held (MAIL-B4)."""

    __tablename__ = "kept"
    __table_args__ = (Index("ix_kept_role", "game", "role"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    role: Mapped[str] = mapped_column(String(40))
    letter: Mapped[int] = mapped_column(ForeignKey("letter.id"))
    text: Mapped[str] = mapped_column(Text)
    #: The stage in which it was taken by `apply`; None while it waits.
    applied: Mapped[int | None]


class AheadRow(Base):
    """Orders for a later turn, or one order for every turn, as text (FEAT-O10, O11)."""

    __tablename__ = "ahead"
    __table_args__ = (Index("ix_ahead_role", "game", "role"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    role: Mapped[str] = mapped_column(String(40))
    #: None: every turn.
    turn: Mapped[int | None]
    #: What an order for every turn is about; empty for those of one turn.
    subject: Mapped[str] = mapped_column(String(200), default="")
    text: Mapped[str] = mapped_column(Text)
    #: The turn that was open when it was sent.
    since: Mapped[int]
    received: Mapped[datetime]
    letter: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))


class SeedWords(Base):
    """What a player said for the dice of the stage after this one."""

    __tablename__ = "seed_words"

    game: Mapped[str] = mapped_column(ForeignKey("game.name"), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True)
    role: Mapped[str] = mapped_column(String(40), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    received: Mapped[datetime]


class PressRow(Base):
    """A message from one player to others, or to the GM."""

    __tablename__ = "press"
    __table_args__ = (Index("ix_press_stage", "game", "stage"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    stage: Mapped[int]
    role: Mapped[str] = mapped_column(String(40))
    #: `public`, `all`, `allies`, `gm` or `roles`.
    audience: Mapped[str] = mapped_column(String(8))
    to: Mapped[Any]
    text: Mapped[str] = mapped_column(Text)
    letter: Mapped[int] = mapped_column(ForeignKey("letter.id"))
    received: Mapped[datetime]
    #: Without the name of its writer (FEAT-P1).
    unsigned: Mapped[bool] = mapped_column(default=False)
    #: The name in character that it bears instead.
    pen: Mapped[str] = mapped_column(String(40), default="")
    #: Not sent before its writer has confirmed it (FEAT-P2).
    asked: Mapped[bool] = mapped_column(default=False)
    #: When it is to be sent; None once it has been, and for what is printed.
    due: Mapped[datetime | None] = mapped_column(index=True)


class PenName(Base):
    """A name in character, and whose it is; nobody else may bear it in that game (FEAT-P1)."""

    __tablename__ = "pen_name"
    __table_args__ = (UniqueConstraint("game", "slug"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    role: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(40))
    #: The name as it is compared.
    slug: Mapped[str] = mapped_column(String(40))


class TurnRow(Base):
    """One stage that was run; the last fence against running it twice."""

    __tablename__ = "turn"

    game: Mapped[str] = mapped_column(ForeignKey("game.name"), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True)
    ran: Mapped[datetime]
    #: The position before the stage, as the orders were given for it.
    before: Mapped[Any]
    after: Mapped[Any]
    #: By role, as carried out.
    orders: Mapped[Any]
    #: The seed words by role that went into this stage's dice.
    words: Mapped[Any]
    events: Mapped[Any]
    problems: Mapped[Any]
    rolls: Mapped[Any]
    #: Over one salted hash a player.
    digest: Mapped[str] = mapped_column(String(64))
    #: The deadline up to which orders counted; None in turns of earlier versions.
    due: Mapped[datetime | None]
    #: The slot that it was moved from.
    slot: Mapped[datetime | None]
    #: Who sent nothing, and for whom of those a caretaker ordered; None in turns of old versions.
    missing: Mapped[Any | None]
    in_care: Mapped[Any | None]


class Undone(Base):
    """A stage that was taken back, with everything that it had been (FEAT-T4)."""

    __tablename__ = "undone"
    __table_args__ = (Index("ix_undone_stage", "game", "stage"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    stage: Mapped[int]
    at: Mapped[datetime]
    who: Mapped[str] = mapped_column(String(320))
    #: What the players are told.
    why: Mapped[str] = mapped_column(Text)
    #: The row of the turn, and besides: the corrections that were made after it, when the stage
    #: after it was due, whether the game was paused, and whether anything of it was seen.
    turn: Mapped[Any]
    #: By role, the text of the sheet that its player has; only of those who have theirs.
    sheets: Mapped[Any]
    #: The stage has been run again.
    again: Mapped[bool] = mapped_column(default=False)


class SheetRow(Base):
    """The facts of a sheet, for the sheets after it."""

    __tablename__ = "sheet"

    game: Mapped[str] = mapped_column(ForeignKey("game.name"), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True)
    role: Mapped[str] = mapped_column(String(40), primary_key=True)
    title: Mapped[str] = mapped_column(String(200))
    facts: Mapped[Any]
    #: As plain text, without what the letter said around it; empty in sheets of earlier versions.
    text: Mapped[str] = mapped_column(Text, default="")


class Amendment(Base):
    """A correction or ruling by the Gamesmaster, to be applied again when the game is replayed."""

    __tablename__ = "amendment"
    __table_args__ = (Index("ix_amendment_stage", "game", "stage"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    #: The stage that was open: it was made before that stage ran.
    stage: Mapped[int]
    what: Mapped[str] = mapped_column(Text)
    value: Mapped[Any | None]
    why: Mapped[str] = mapped_column(Text)
    quiet: Mapped[bool]
    at: Mapped[datetime]


class OutState(StrEnum):
    """How far a letter to a player has come (MAIL-O6)."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    RETRY = "retry"
    FAILED = "failed"
    UNCERTAIN = "uncertain"
    """The connection broke after the letter was handed over."""
    BOUNCED = "bounced"
    """Taken by our mail server, and given back later (MAIL-O8)."""
    DROPPED = "dropped"
    """No longer of use: a notice about a stage that is over."""


TO_SEND = (OutState.QUEUED, OutState.RETRY, OutState.UNCERTAIN)
"""What waits to be sent."""
UNSENT = (*TO_SEND, OutState.SENDING)
"""The same, with what is just on its way."""
LOST = (OutState.FAILED, OutState.BOUNCED)
"""What never came to its reader."""


class OutRow(Base):
    """A letter to be sent, with its final bytes (MAIL-O2, MAIL-O6)."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_due", "state", "next_at", "id"),
        Index("ix_outbox_to", "to", "kind", "created"),
        Index("ix_outbox_created", "created"),
        Index("ix_outbox_envelope", "envelope"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    message_id: Mapped[str] = mapped_column(String(255), unique=True)
    kind: Mapped[str] = mapped_column(String(16))
    game: Mapped[str | None] = mapped_column(String(40))
    stage: Mapped[int | None]
    role: Mapped[str | None] = mapped_column(String(40))
    to: Mapped[str] = mapped_column(String(320))
    subject: Mapped[str] = mapped_column(String(200))
    #: What it is about, whatever letter it answers: no second one of a kind on a day (MAIL-N10).
    about: Mapped[str] = mapped_column(String(200))
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    #: Lines of ours that a reply may bring back (MAIL-B8).
    lines: Mapped[Any]
    #: The lines that a receipt suggested, by the number of the problem; `ok 2` takes one (FEAT-O5).
    offers: Mapped[Any | None]
    #: The letter that it answers.
    answers: Mapped[int | None] = mapped_column(Id)
    created: Mapped[datetime]
    #: The envelope sender, made for the first attempt: where a bounce comes back (MAIL-O3).
    envelope: Mapped[str] = mapped_column(String(320), default="")
    state: Mapped[str] = mapped_column(String(10), default=OutState.QUEUED)
    attempts: Mapped[int] = mapped_column(default=0)
    #: When it was first tried, since it was queued or asked for again.
    tried: Mapped[datetime | None]
    next_at: Mapped[datetime]
    sent: Mapped[datetime | None]
    #: The server's last word.
    reply: Mapped[str] = mapped_column(Text, default="")
    lease_owner: Mapped[str | None] = mapped_column(String(100))
    lease_until: Mapped[datetime | None]


class Attempt(Base):
    """One try to hand in a letter, and what the mail server said."""

    __tablename__ = "attempt"
    __table_args__ = (Index("ix_attempt_counted", "verdict", "at"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    letter: Mapped[int] = mapped_column(ForeignKey("outbox.id"), index=True)
    at: Mapped[datetime]
    #: The mail server.
    host: Mapped[str] = mapped_column(String(255))
    #: What it meant for the letter: sent, retry, failed, uncertain, pause.
    verdict: Mapped[str] = mapped_column(String(10))
    said: Mapped[str] = mapped_column(Text)


class BounceRow(Base):
    """That a letter did not arrive, proven to be about it (MAIL-O8)."""

    __tablename__ = "bounce"
    __table_args__ = (
        UniqueConstraint("letter", "grade"),
        Index("ix_bounce_address", "address", "at"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    #: The letter of ours.
    letter: Mapped[int] = mapped_column(ForeignKey("outbox.id"))
    address: Mapped[str] = mapped_column(String(320))
    at: Mapped[datetime]
    #: `hard`, `soft`, `delay` or `unknown`.
    grade: Mapped[str] = mapped_column(String(8))
    said: Mapped[str] = mapped_column(Text)
    #: The letter that told of it; None: our mail server refused the recipient at once.
    told_by: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    #: Still evidence against the address: it has shown no life since.
    counts: Mapped[bool] = mapped_column(default=True)


class BadAddress(Base):
    """An address that does not work: letters to it wait (MAIL-O8)."""

    __tablename__ = "bad_address"

    address: Mapped[str] = mapped_column(String(320), primary_key=True)
    since: Mapped[datetime]
    reason: Mapped[str] = mapped_column(Text)


class Pause(Base):
    """Something that waits as a whole, such as the outbox after a refused login (MAIL-O6)."""

    __tablename__ = "pause"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    #: When it began to wait.
    since: Mapped[datetime]
    until: Mapped[datetime]
    reason: Mapped[str] = mapped_column(Text)


class Beat(Base):
    """When something that happens again and again did so first, and last (FEAT-G2).

    `worker HOST/PID`: a round of a service; `health`: the daily letter.
    """

    __tablename__ = "beat"

    name: Mapped[str] = mapped_column(String(120), primary_key=True)
    since: Mapped[datetime]
    at: Mapped[datetime]


class Deed(Base):
    """What a GM or the service did to a game, when and why."""

    __tablename__ = "deed"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    at: Mapped[datetime]
    game: Mapped[str | None] = mapped_column(String(40), index=True)
    who: Mapped[str] = mapped_column(String(320))
    what: Mapped[str] = mapped_column(String(40))
    details: Mapped[Any]


class DeedWish(Base):
    """What a Gamesmaster asked for by mail that cannot be undone: done once he confirms it."""

    __tablename__ = "deed_wish"
    __table_args__ = (Index("ix_deed_wish_who", "who", "asked"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    #: The address that asked, and that alone may confirm.
    who: Mapped[str] = mapped_column(String(320))
    #: The whole command, as it would be read again.
    words: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(ForeignKey("game.name"))
    #: The stage that was open: what was asked for then is not done to a later one.
    stage: Mapped[int]
    asked: Mapped[datetime]
