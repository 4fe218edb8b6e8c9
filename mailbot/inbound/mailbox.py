"""The mailbox: letters that wait, in the order of their numbers, and what becomes of them.

A letter is known by UIDVALIDITY and UID only (MAIL-R1); whether somebody has opened it does not
matter (MAIL-R2). Nothing is taken out of the mailbox before its reader has said so (MAIL-R5).
"""

from __future__ import annotations

import imaplib
import select
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from imapclient import IMAPClient

from mailbot.accounts import ImapAccount
from mailbot.inbound.imap_link import (
    BROKEN,
    LoginRefused,
    MailboxError,
    MailboxLost,
    MoveRefused,
    connect,
    hang_up,
    lost_when_broken,
    refused,
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
#: Larger letters are read to the end of their headers (MAIL-R3), and those are cut here.
LARGEST = 1024 * 1024
LARGEST_HEADERS = 256 * 1024
#: imaplib takes no line over a million bytes: so many numbers surely fit in one answer.
ONE_ANSWER = 90_000
#: A letter whose fetching broke the link so often is passed over as unreadable.
DEADLY = 3
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
        connect_seconds: float = 15.0,
        read_seconds: float = 60.0,
    ) -> None:
        self._account = account
        self._now = now
        self._largest = largest
        self._patience = (connect_seconds, read_seconds)
        self._client: IMAPClient | None = None
        #: UIDVALIDITY of the folder now open.
        self._open: int | None = None
        #: How far the caller has surely got.
        self._kept: Place | None = None
        #: Letters in whose fetching the link broke, and how often.
        self._doubts: Counter[tuple[int, int]] = Counter()
        self._woken, self._waker = socket.socketpair()

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        """See `Mailbox`; a changed UIDVALIDITY begins at the first letter again (MAIL-R9)."""
        with self._link() as client:
            valid, exists, next_uid = self._select(client)
            last = after.last_uid if after and after.uid_validity == valid else 0
            uids = _uids_behind(client, last, exists, next_uid)
        self._kept = Place(valid, last)
        for window in _cut(uids, WINDOW):
            with self._link(client):
                heads, _ = _fetch(client, window, ["RFC822.SIZE", "INTERNALDATE"])
            for batch in self._batches(valid, window):
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
                for part in _cut(sorted(uids), WINDOW):
                    _put_away(client, part, folder)

    def wait(self, timeout: float) -> bool:
        """See `Mailbox`; false when the time is up, or when `nudge` ended it.

        At most nine minutes: IDLE is not left standing longer.
        """
        with self._link() as client:
            if self._behind(client):
                return True
            if not client.has_capability("IDLE"):
                self._sleep(min(timeout, LOOK_EVERY))
                return True
            return self._idle(client, min(timeout, IDLE_LONGEST))

    def nudge(self) -> None:
        """End a `wait` now, from any thread."""
        with suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """Log out and hang up."""
        if self._client is not None:
            with suppress(*BROKEN):
                self._client.logout()
            self._drop()
        self._woken.close()
        self._waker.close()

    @contextmanager
    def _link(self, client: IMAPClient | None = None) -> Iterator[IMAPClient]:
        """The open link, or only this `client`; a link that breaks is dropped."""
        if client is None:
            client = self._client = self._client or connect(self._account, *self._patience)
        try:
            with lost_when_broken(self._account.host):
                yield client
        except MailboxLost:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._client is not None:
            hang_up(self._client)
        self._client = self._open = None

    def _select(self, client: IMAPClient) -> tuple[int, int, int]:
        """UIDVALIDITY, number of letters, next UID (0 if unknown)."""
        answer = client.select_folder(self._account.folder)
        self._open = int(answer[b"UIDVALIDITY"])
        return self._open, int(answer[b"EXISTS"]), int(answer.get(b"UIDNEXT", 0))

    def _batches(self, valid: int, uids: Sequence[int]) -> Iterator[Sequence[int]]:
        """Sets to fetch at once, in order; a doubtful letter stands alone."""
        calm: list[int] = []
        for uid in uids:
            if (valid, uid) in self._doubts:
                yield from _cut(calm, BATCH)
                calm = []
                yield (uid,)
            else:
                calm.append(uid)
        yield from _cut(calm, BATCH)

    def _letters(
        self, client: IMAPClient, valid: int, uids: Sequence[int], heads: _Answers
    ) -> tuple[Arrived, ...]:
        """One batch whole; what breaks the link here is in doubt from now on (MAIL-R4)."""
        readable = [uid for uid in uids if self._doubts[valid, uid] < DEADLY]
        large = [uid for uid in readable if _size(heads, uid) > self._largest]
        small = [uid for uid in readable if uid not in large]
        try:
            with self._link(client):
                found = _bodies(client, small) | _headers(client, large)
        except MailboxLost:
            self._doubts.update((valid, uid) for uid in readable)
            raise
        for uid in readable:
            self._doubts.pop((valid, uid), None)
        found |= {uid: (b"", True) for uid in uids if uid not in readable}
        return tuple(self._arrived(valid, uid, heads, *found[uid]) for uid in sorted(found))

    def _arrived(
        self, valid: int, uid: int, heads: _Answers, raw: bytes, truncated: bool
    ) -> Arrived:
        when = heads.get(uid, {}).get(b"INTERNALDATE")
        received = when.astimezone(UTC) if isinstance(when, datetime) else self._now()
        return Arrived(valid, uid, received, _size(heads, uid) or len(raw), raw, truncated)

    def _behind(self, client: IMAPClient) -> bool:
        """Are there letters that the caller has not asked for?

        News of them may have come in the answer to any command since, and is not told again.
        """
        if self._open is None:
            self._select(client)
        if self._kept is None or self._kept.uid_validity != self._open:
            return True
        last = self._kept.last_uid
        return bool(_uids_behind(client, last, 1, 0))

    def _idle(self, client: IMAPClient, seconds: float) -> bool:
        """One IDLE (RFC 2177).

        imapclient's `idle_check` is not used: it reads half lines, and on a closed link it returns
        at once for ever. `idle_done` reads whole lines and raises on a dead link (MAIL-R11).
        """
        client.idle()
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


#: What FETCH gave: UID to items.
_Answers = dict[int, dict[bytes, Any]]


def _cut(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (uids[start : start + size] for start in range(0, len(uids), size))


def _uids_behind(client: IMAPClient, last: int, exists: int, next_uid: int) -> list[int]:
    """UIDs above `last`, rising; `n:*` always names the last letter too (MAIL-R2)."""
    if exists == 0:
        return []
    ranges: Iterable[str] = [f"{last + 1}:*"]
    if exists > ONE_ANSWER:
        starts = range(last + 1, next_uid, ONE_ANSWER)
        ranges = (f"{start}:{start + ONE_ANSWER - 1}" for start in starts)
    found = (uid for span in ranges for uid in client.search(["UID", span]))
    return sorted(uid for uid in found if uid > last)


def _fetch(
    client: IMAPClient, uids: Sequence[int], items: Sequence[str]
) -> tuple[_Answers, set[int]]:
    """Items of these letters, and who could not be fetched; a failing set goes singly (MAIL-R4)."""
    try:
        return client.fetch(uids, items), set()
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        if len(uids) == 1:
            return {}, set(uids)
    answers: _Answers = {}
    failed: set[int] = set()
    for uid in uids:
        answer, bad = _fetch(client, [uid], items)
        answers |= answer
        failed |= bad
    return answers, failed


def _bodies(client: IMAPClient, uids: Sequence[int]) -> dict[int, tuple[bytes, bool]]:
    """Whole letters; where that fails their headers, and else nothing."""
    answers, failed = _fetch(client, uids, ["BODY.PEEK[]"])
    whole = {uid: (_text(answer, b"BODY[]"), False) for uid, answer in answers.items()}
    return whole | _headers(client, sorted(failed))


def _headers(client: IMAPClient, uids: Sequence[int]) -> dict[int, tuple[bytes, bool]]:
    answers, failed = _fetch(client, uids, [f"BODY.PEEK[HEADER]<0.{LARGEST_HEADERS}>"])
    headers = {uid: (_text(answer, b"BODY[HEADER]<0>"), True) for uid, answer in answers.items()}
    return headers | dict.fromkeys(failed, (b"", True))


def _text(answer: Mapping[bytes, Any], key: bytes) -> bytes:
    text = answer.get(key)
    return text if isinstance(text, bytes) else b""


def _size(heads: _Answers, uid: int) -> int:
    size = heads.get(uid, {}).get(b"RFC822.SIZE")
    return size if isinstance(size, int) else 0


def _put_away(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    """Move as a set; a folder that is not there is made (MAIL-R7)."""
    try:
        _move(client, uids, folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        _make(client, folder)
        _move_or_say(client, uids, folder)


def _make(client: IMAPClient, folder: str) -> None:
    try:
        client.create_folder(folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise


def _move_or_say(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    try:
        _move(client, uids, folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        raise MoveRefused(f"letters stay in place, no move to {folder}: {error}") from error


def _move(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    """MOVE, or its three steps, or only a mark; never a plain EXPUNGE (MAIL-R1, R7)."""
    if client.has_capability("MOVE"):
        client.move(uids, folder)
    elif client.has_capability("UIDPLUS"):
        client.copy(uids, folder)
        client.add_flags(uids, [rb"\Deleted"], silent=True)
        client.uid_expunge(uids)
    else:
        client.add_flags(uids, [rb"\Seen"], silent=True)
