"""A folder in which a mail server of this machine lays letters: `new/` to `cur/`, exactly once.

A letter is known by the unique part of its file's name, its time and its size: who lays letters by
hand may use a name twice. What was kept and not yet moved when the
machine stopped is met again in `new/`, known again, and only moved. The folder is the service's
own: a mail program that opens it would move letters to `cur/` unread.
"""

from __future__ import annotations

import os
import select
import socket
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from mailbot.inbound.imap_commands import cut
from mailbot.inbound.imap_link import MailboxLost
from mailbot.inbound.mailbox import BATCH, LARGEST, Arrived, Place

#: A Maildir has no UIDVALIDITY, and needs no cursor: `new/` holds what is new.
PLACE = Place(1, 0)
FAILED = "failed"
PROCESSED = "processed"
#: After the unique name: read, and flagged so that it is found by people too.
_FLAGS = {PROCESSED: ":2,S", FAILED: ":2,FS"}
_KEPT = ":2,"


class Maildir:
    """See `Mailbox`. Raises `MailboxLost` where the folder cannot be used."""

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime],
        *,
        largest: int = LARGEST,
        look_every: float = 5.0,
    ) -> None:
        self._new, self._cur = path / "new", path / "cur"
        self._now = now
        self._largest = largest
        self._look_every = look_every
        self._woken, self._waker = socket.socketpair()

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:  # noqa: ARG002
        """Letters by the time of their arrival; moved once the caller asks for the next batch."""
        for batch in cut(self._waiting(), BATCH):
            yield PLACE, tuple(letter for name in batch if (letter := self._letter(name)))
            for name in batch:
                self._move(self._new / name, _unique(name), _KEPT)
        yield PLACE, ()

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        """Mark what has been dealt with as read, and as flagged what could not be read."""
        if uid_validity != PLACE.uid_validity:
            return
        flags = {uid: _FLAGS[folder] for folder, uids in moves.items() for uid in uids}
        for name in self._names(self._cur):
            unique = _unique(name)
            if name != f"{unique}{_KEPT}":
                continue
            with suppress(FileNotFoundError):
                uid = number(unique, (self._cur / name).lstat())
                if uid in flags:
                    self._move(self._cur / name, unique, flags[uid])

    def wait(self, timeout: float) -> bool:
        """Look at the folder now and then; false when the time is up, or when `nudge` ended it."""
        left = timeout
        while left > 0:
            pause = min(left, self._look_every)
            if select.select([self._woken], [], [], pause)[0]:
                self._woken.recv(4096)
                return False
            if self._names(self._new):
                return True
            left -= pause
        return False

    def nudge(self) -> None:
        """End a `wait` now, from any thread."""
        with suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        self._woken.close()
        self._waker.close()

    def check(self) -> None:
        """Raise `MailboxLost` unless letters can be read and moved here."""
        for folder in (self._new, self._cur):
            self._names(folder)
            if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
                raise MailboxLost(f"{folder} must be readable and writable for this user")

    def _waiting(self) -> list[str]:
        """Names in `new/`, by the time of their arrival."""
        found = []
        for name in self._names(self._new):
            with suppress(FileNotFoundError):
                seen = (self._new / name).lstat()
                if stat.S_ISREG(seen.st_mode):
                    found.append((seen.st_mtime, name))
        return [name for _, name in sorted(found)]

    def _names(self, folder: Path) -> list[str]:
        try:
            return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208 - names are enough
        except OSError as error:
            where = folder.parent
            raise MailboxLost(
                f"{where} is no Maildir that can be read: {folder.name}/ gives {error.strerror}"
            ) from error

    def _letter(self, name: str) -> Arrived | None:
        """The letter; None if somebody has taken it away.

        One that cannot be read must not keep all others: it is told to the GM (MAIL-R4).
        """
        file = self._new / name
        unreadable = False
        try:
            seen = file.lstat()
            with file.open("rb") as opened:
                raw = opened.read(self._largest + 1)
        except FileNotFoundError:
            return None
        except OSError:
            raw, unreadable = b"", True
        large = len(raw) > self._largest
        received = min(datetime.fromtimestamp(seen.st_mtime, UTC), self._now())
        return Arrived(
            uid_validity=PLACE.uid_validity,
            uid=number(_unique(name), seen),
            received=received,
            size=seen.st_size,
            raw=_head(raw) if large else raw,
            truncated=large or unreadable,
        )

    def _move(self, file: Path, unique: str, flags: str) -> None:
        name, again = f"{unique}{flags}", 1
        try:
            while (self._cur / name).exists():
                again += 1
                name = f"{unique}~{again}{flags}"
            file.rename(self._cur / name)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise MailboxLost(f"{file} cannot be moved: {error.strerror}") from error


def number(unique: str, seen: os.stat_result) -> int:
    """The number under which the database knows a letter, made from what stays of its file."""
    first = unique.partition("~")[0]
    stays = b"%s %d %d" % (os.fsencode(first), seen.st_mtime_ns, seen.st_size)
    return int.from_bytes(sha256(stays).digest()[:8], "big") >> 1


def _unique(name: str) -> str:
    return name.partition(":")[0]


def _head(raw: bytes) -> bytes:
    """The headers alone, as of any letter that is too large (MAIL-R3)."""
    ends = [at for at in (raw.find(b"\n\n"), raw.find(b"\n\r\n")) if at >= 0]
    return raw[: min(ends) + 1] + b"\n" if ends else raw
