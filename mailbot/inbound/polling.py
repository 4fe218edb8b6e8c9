"""Fetching letters into the database, and putting away on the server what is done (MAIL-R5, R7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from mailbot.clock import Clock
from mailbot.inbound.mailbox import Arrived, Mailbox, MoveRefused, Place
from mailbot.log import Story
from mailbot.mail.letter import read_envelope
from mailbot.storage.store import Store, one_at_a_time
from mailbot.storage.tables import Letter, LetterState, MailboxRow
from mailbot.worker import has_ended

story = Story("letters")

LONGEST_HEAD = 256 * 1024

POLL_EVERY = timedelta(minutes=5)
"""The mailbox is read this often even if the server announces nothing (MAIL-R11)."""

LEASE = 2 * POLL_EVERY
"""Another poller takes over after it (MAIL-R10)."""


def poll(store: Store, mailbox: Mailbox, name: str, owner: str, clock: Clock) -> int | None:
    """Keep every new letter; how many there were, or None if another process reads this mailbox.

    Once it returns, the mailbox has been read to its end as of the moment it was called (MAIL-R13).
    """
    begun = clock.now()
    with store.writing() as session:
        row = _lease(session, name, owner, begun)
        if row is None:
            return None
        place = None if row.uid_validity is None else Place(row.uid_validity, row.last_uid)
    count = 0
    for reached, letters in mailbox.fetch_new(place):
        with store.writing() as session:
            row = session.get_one(MailboxRow, name, with_for_update=True)
            if row.lease_owner != owner:
                # This took longer than the lease, and another has begun where we were.
                return None
            row.lease_until = clock.now() + LEASE
            known = _known(session, name, letters)
            for letter in letters:
                if letter.uid not in known:
                    keep(session, name, letter)
            if row.uid_validity not in (None, reached.uid_validity):
                story.warn("mailbox renumbered", mailbox=name)
            row.uid_validity, row.last_uid = reached.uid_validity, reached.last_uid
        count += len(letters) - len(known)
    with store.writing() as session:
        row = session.get_one(MailboxRow, name, with_for_update=True)
        if row.lease_owner != owner:
            return None
        row.read_to_end = begun
    return count


def _known(session: Session, name: str, letters: Sequence[Arrived]) -> frozenset[int | None]:
    """Letters that are here already: a place may show what was kept once more (MAIL-R5)."""
    if not letters:
        return frozenset()
    return frozenset(
        session.scalars(
            select(Letter.uid).where(
                Letter.mailbox == name,
                Letter.uid_validity == letters[0].uid_validity,
                Letter.uid.in_([letter.uid for letter in letters]),
            )
        )
    )


def leave(store: Store, name: str, owner: str) -> None:
    """Give up the lease, so that the next process need not wait until it ends (MAIL-R10)."""
    with store.writing() as session:
        row = session.get(MailboxRow, name, with_for_update=True)
        if row is not None and row.lease_owner == owner:
            row.lease_owner = row.lease_until = None


def keep(session: Session, mailbox: str, arrived: Arrived) -> None:
    """Store a letter as it came, before anything is read (MAIL-R5)."""
    letter = new_letter(mailbox, arrived.raw, arrived.received)
    letter.uid_validity, letter.uid = arrived.uid_validity, arrived.uid
    letter.truncated = arrived.truncated
    session.add(letter)
    session.flush()
    story.tell("letter kept", letter=letter.id, mailbox=mailbox, size=arrived.size)


def new_letter(mailbox: str, raw: bytes, received: datetime) -> Letter:
    """A letter that has been received and not been read."""
    return Letter(
        mailbox=mailbox,
        raw=raw,
        received=received,
        sha256=sha256(raw).hexdigest(),
        message_id=_message_id(raw),
        state=LetterState.RECEIVED,
    )


def _message_id(raw: bytes) -> str:
    """Its Message-ID, by a look at the head alone: nothing must keep a letter from being kept."""
    ends = [at for at in (raw.find(b"\n\n"), raw.find(b"\n\r\n")) if at >= 0]
    head = raw[: min([*(at + 1 for at in ends), LONGEST_HEAD])]
    with suppress(Exception):
        found = read_envelope(head).message_id
        if not found.endswith("@missing.local>"):
            return found
    return f"<{sha256(raw).hexdigest()}@missing.local>"


def put_away(store: Store, mailbox: Mailbox, name: str, processed: str, failed: str) -> None:
    """Move what has been read to its folder; what fails here is repeated later (MAIL-R7)."""
    with store.reading() as session:
        rows = session.execute(
            select(Letter.id, Letter.uid_validity, Letter.uid, Letter.state).where(
                Letter.mailbox == name,
                Letter.settled.is_(False),
                Letter.state != LetterState.RECEIVED,
                Letter.uid.is_not(None),
            )
        ).all()
    by_validity: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for _, validity, uid, state in rows:
        folder = failed if state == LetterState.FAILED else processed
        by_validity[validity or 0][folder].append(uid or 0)
    for validity, moves in by_validity.items():
        try:
            mailbox.settle(validity, moves)
        except MoveRefused:
            return
    _settled(store, [row[0] for row in rows])


def _settled(store: Store, letters: Sequence[int]) -> None:
    if letters:
        with store.writing() as session:
            session.execute(update(Letter).where(Letter.id.in_(letters)).values(settled=True))


def _lease(session: Session, name: str, owner: str, now: datetime) -> MailboxRow | None:
    one_at_a_time(session, f"lease of {name}")
    row = session.get(MailboxRow, name, with_for_update=True)
    if row is None:
        row = MailboxRow(name=name, last_uid=0)
        session.add(row)
    elif _another_reads(row, owner, now):
        return None
    elif row.lease_owner not in (None, owner):
        _take_up(session, name)
    row.lease_owner, row.lease_until = owner, now + LEASE
    return row


def _take_up(session: Session, name: str) -> None:
    """What the last reader of the mailbox left half read waits for him no longer.

    Should he be alive all the same, a letter is still acted on once (MAIL-R8).
    """
    session.execute(
        update(Letter)
        .where(Letter.mailbox == name, Letter.state == LetterState.RECEIVED)
        .values(tried=None)
    )


def _another_reads(row: MailboxRow, owner: str, now: datetime) -> bool:
    """A process that was killed cannot give up its lease; one of this machine is found out."""
    if row.lease_owner in (None, owner) or row.lease_until is None:
        return False
    # One that lasts longer than any does was given while a clock was wrong.
    if not now < row.lease_until <= now + 2 * LEASE:
        return False
    return not has_ended(str(row.lease_owner))
