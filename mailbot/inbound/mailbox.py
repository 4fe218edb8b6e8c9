"""The mailbox: letters that wait, in the order of their numbers, and what becomes of them.

A letter is known by UIDVALIDITY and UID only (MAIL-R1); whether somebody has opened it does not
matter (MAIL-R2). Nothing is taken out of the mailbox before its reader has said so (MAIL-R5).
"""

from __future__ import annotations

import imaplib
import random
import select
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from imapclient import IMAPClient

from mailbot.accounts import ImapAccount
from mailbot.inbound import imap_commands as commands
from mailbot.inbound.doubts import Doubts
from mailbot.inbound.imap_commands import cut
from mailbot.inbound.imap_link import (
    LoginRefused,
    MailboxError,
    MailboxLost,
    MoveRefused,
    connect,
    hang_up,
    has_unread,
    log_out,
    lost_when_broken,
    select_folder,
)

__all__ = [
    "Arrived",
    "ImapMailbox",
    "LoginRefused",
    "Mailbox",
    "MailboxError",
    "MailboxLost",
    "MoveRefused",
    "Place",
]

#: Sizes are asked for so many letters at once, whole letters for so many (MAIL-R2, R4).
WINDOW = 500
BATCH = 50
#: Of larger letters only the headers are read (MAIL-R3).
LARGEST = 1024 * 1024
#: Seconds of one IDLE: routers forget a silent link after 10 to 15 minutes (MAIL-R11).
IDLE_LONGEST = 540.0
#: Seconds between looks when the server cannot IDLE.
LOOK_EVERY = 60.0


@dataclass(frozen=True, slots=True)
class Place:
    """How far a mailbox has been read (MAIL-R2)."""

    uid_validity: int
    last_uid: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """One letter as it lay in the mailbox."""

    uid_validity: int
    uid: int
    #: INTERNALDATE in UTC: the time that counts for a deadline (MAIL-R13).
    received: datetime
    #: As the server gives it; `raw` may be shorter.
    size: int
    raw: bytes
    #: Only the headers were read because the letter is too large, or, with `raw` empty, nothing
    #: could be read (MAIL-R3, R4).
    truncated: bool = False


class Mailbox(Protocol):
    """A place where letters wait; used from one thread."""

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        """Batches of letters behind `after`; exhausted means read to its end (MAIL-R13).

        Each batch is to be kept, with its place, before the next is asked for (MAIL-R5).
        """

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        """Put away letters that are done with: folder to UIDs. May be repeated (MAIL-R7)."""

    def wait(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds; true if something may have arrived (MAIL-R11)."""

    def nudge(self) -> None:
        """End a `wait` now, from any thread."""

    def close(self) -> None:
        """Hang up."""


class ImapMailbox:
    """A folder on an IMAP server; connects when first used and again after `MailboxLost`.

    Any call may raise `MailboxLost` or `LoginRefused`; `reconnect.pause` says how long to wait
    then. `now` stands in for the date of a letter that the server has none for.
    """

    def __init__(
        self,
        account: ImapAccount,
        now: Callable[[], datetime],
        *,
        largest: int = LARGEST,
        look_every: float = LOOK_EVERY,
        connect_seconds: float = 15.0,
        read_seconds: float = 60.0,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._account = account
        self._now = now
        self._largest = largest
        self._look_every = look_every
        #: In 0..1: parts many services that look at one server.
        self._chance = chance
        self._patience = (connect_seconds, read_seconds)
        self._client: IMAPClient | None = None
        #: UIDVALIDITY of the folder now open.
        self._open: int | None = None
        #: How far the caller has surely got.
        self._kept: Place | None = None
        #: Does that folder take marks of our own?
        self._keywords = False
        #: Has the link carried a letter?
        self._sound = False
        self._doubts = Doubts()
        self._woken, self._waker = socket.socketpair()

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        """See `Mailbox`; a changed UIDVALIDITY begins at the first letter again (MAIL-R9)."""
        with self._link() as client:
            valid, exists, next_uid = self._select(client)
            last = after.last_uid if after and after.uid_validity == valid else 0
            uids = commands.uids_behind(client, last, exists, next_uid)
        self._kept = Place(valid, last)
        for window in cut(uids, WINDOW):
            with self._link(client):
                heads = commands.heads(client, window)
            for batch in self._doubts.batches(valid, window, BATCH):
                if self._doubts.suspect(valid, batch[0]):
                    self._prove(client, batch[0], uids)
                letters = self._letters(client, valid, batch, heads)
                place = Place(valid, batch[-1])
                yield place, letters
                self._kept = place

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        """See `Mailbox`; numbers of an old UIDVALIDITY mean other letters now (MAIL-R9)."""
        with self._link() as client:
            if self._open is None:
                self._select(client)
            if self._open != uid_validity:
                return
            for folder, uids in moves.items():
                for part in cut(sorted(uids), WINDOW):
                    commands.put_away(client, part, folder, keywords=self._keywords)

    def wait(self, timeout: float) -> bool:
        """See `Mailbox`; false when the time is up, or when `nudge` ended it.

        At most nine minutes: IDLE is not left standing longer.
        """
        with self._link() as client:
            if self._behind(client):
                return True
            if not client.has_capability("IDLE"):
                self._sleep(min(timeout, self._look_every * (0.9 + 0.2 * self._chance())))
                return True
            return self._idle(client, min(timeout, IDLE_LONGEST))

    def nudge(self) -> None:
        """End a `wait` now, from any thread."""
        with suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """Log out and hang up."""
        if self._client is not None:
            log_out(self._client)
            self._drop(self._client)
        self._woken.close()
        self._waker.close()

    @contextmanager
    def _link(self, client: IMAPClient | None = None) -> Iterator[IMAPClient]:
        """The open link, or only this `client`; a link that breaks is dropped."""
        client = client or self._client
        if client is None:
            client = self._client = connect(self._account, *self._patience)
        try:
            with lost_when_broken(self._account.host):
                yield client
        except MailboxLost:
            self._drop(client)
            raise

    def _drop(self, client: IMAPClient) -> None:
        hang_up(client)
        if client is self._client:
            self._client = self._open = None
            self._sound = False

    def _select(self, client: IMAPClient) -> tuple[int, int, int]:
        """UIDVALIDITY, number of letters, next UID (0 if unknown)."""
        answer = select_folder(client, self._account.folder)
        self._open = int(answer[b"UIDVALIDITY"])
        self._keywords = rb"\*" in answer.get(b"PERMANENTFLAGS", ())
        return self._open, int(answer[b"EXISTS"]), int(answer.get(b"UIDNEXT", 0))

    def _prove(self, client: IMAPClient, suspect: int, uids: Sequence[int]) -> None:
        """Fetch from another letter first: if that breaks the link, this one is not to blame."""
        other = next((uid for uid in reversed(uids) if uid != suspect), None)
        if other is not None and not self._sound:
            with self._link(client):
                commands.headers(client, [other])
            self._sound = True

    def _letters(
        self, client: IMAPClient, valid: int, uids: Sequence[int], heads: commands.Answers
    ) -> tuple[Arrived, ...]:
        """One batch whole; when the link breaks here its letters are in doubt (MAIL-R4)."""
        readable = [uid for uid in uids if not self._doubts.deadly(valid, uid)]
        large = [uid for uid in readable if commands.size(heads, uid) > self._largest]
        small = [uid for uid in readable if uid not in large]
        was_sound = self._sound
        try:
            with self._link(client):
                found = commands.bodies(client, small) | commands.headers(client, large)
        except MailboxLost:
            self._doubts.lost(valid, readable, link_was_sound=was_sound)
            raise
        self._sound = self._sound or bool(found)
        self._doubts.cleared(valid, readable)
        found |= {uid: (b"", True) for uid in uids if uid not in readable}
        return tuple(self._arrived(valid, uid, heads, *found[uid]) for uid in sorted(found))

    def _arrived(
        self, valid: int, uid: int, heads: commands.Answers, raw: bytes, truncated: bool
    ) -> Arrived:
        """By the server's time, but not later than now: its clock may be ahead of ours.

        A sign-up that was complete a second after our own now would be missing at the start.
        """
        now = self._now()
        received = min(commands.date(heads, uid) or now, now).astimezone(UTC)
        return Arrived(valid, uid, received, commands.size(heads, uid) or len(raw), raw, truncated)

    def _behind(self, client: IMAPClient) -> bool:
        """Are there letters that the caller has not asked for?

        News of them may have come in the answer to any command since, and is not told again.
        """
        if self._open is None:
            self._select(client)
        if self._kept is None or self._kept.uid_validity != self._open:
            return True
        last = self._kept.last_uid
        return bool(commands.uids_behind(client, last, 1, 0))

    def _idle(self, client: IMAPClient, seconds: float) -> bool:
        """One IDLE (RFC 2177).

        imapclient's `idle_check` is not used: it reads half lines, and on a closed link it returns
        at once for ever. `idle_done` reads whole lines and raises on a dead link (MAIL-R11).
        """
        client.idle()
        if not has_unread(client):
            self._sleep(seconds, client.socket())
        _, news = client.idle_done()
        if any(b"BYE" in item for item in news):
            raise imaplib.IMAP4.abort("the server said BYE")
        return any(b"EXISTS" in item for item in news)

    def _sleep(self, seconds: float, *links: socket.socket) -> None:
        """Sleep until time is up, a link has something to read, or somebody nudges."""
        poller = select.poll()
        for watched in (self._woken, *links):
            poller.register(watched, select.POLLIN)
        if any(file == self._woken.fileno() for file, _ in poller.poll(seconds * 1000)):
            self._woken.recv(4096)
