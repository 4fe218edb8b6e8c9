"""Points at which a service can be killed: around every commit, in and around every network write.

They lie in the test's own process; the product knows nothing of them. Each place has a counter, and
a trip names the place and the number at which the process ends without another step.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.orm import Session

from mailbot.inbound.reading_room import ReadingRoom
from mailbot.storage.store import Store

COMMITS = ("before commit", "after commit")
WRITES = ("before write", "half a write", "after write", "after read")
#: Kills the process that reads letters, not the service.
READER = "reader"
#: A moment that is not tied to what the service does: the harness kills from outside.
INSTANT = "instant"


@dataclass
class Tripwires:
    """Counts what passes; ends the process at the one trip, if there is one."""

    place: str = ""
    number: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def passes(self, place: str) -> None:
        if self._hit(place):
            os.kill(os.getpid(), signal.SIGKILL)

    def _hit(self, place: str) -> bool:
        with self._lock:
            self.seen[place] += 1
            return (place, self.seen[place]) == (self.place, self.number)

    def reader_dies(self) -> bool:
        return self._hit(READER)

    def write(self, send: Callable[..., Any], link: socket.socket, data: Any, *rest: Any) -> Any:
        """A write, or the part of it that came through."""
        if link.family != socket.AF_INET:
            return send(link, data, *rest)
        self.passes("before write")
        if self._hit("half a write"):
            send(link, bytes(data)[: max(1, len(data) // 2)], *rest)
            os.kill(os.getpid(), signal.SIGKILL)
        done = send(link, data, *rest)
        self.passes("after write")
        return done

    def read(self, recv: Callable[..., Any], link: socket.socket, *args: Any) -> Any:
        done = recv(link, *args)
        if link.family == socket.AF_INET:
            self.passes("after read")
        return done


def lay(wires: Tripwires) -> None:
    """From now on everything in this process passes over them."""
    _around_commits(wires)
    _around_the_network(wires)
    _around_the_reader(wires)


_PATCH = pytest.MonkeyPatch()
_writing = threading.local()


def _around_commits(wires: Tripwires) -> None:
    """Only those that write: to be killed at the end of a look is no trouble."""
    write, commit = Store.writing, DefaultDialect.do_commit

    @contextmanager
    def writing(store: Store) -> Iterator[Session]:
        _writing.now = True
        try:
            with write(store) as session:
                yield session
        finally:
            _writing.now = False

    def do_commit(dialect: DefaultDialect, connection: Any) -> None:
        counts = getattr(_writing, "now", False)
        if counts:
            wires.passes("before commit")
        commit(dialect, connection)  # type: ignore[no-untyped-call]  # SQLAlchemy's own
        if counts:
            wires.passes("after commit")

    _PATCH.setattr(Store, "writing", writing)
    _PATCH.setattr(DefaultDialect, "do_commit", do_commit)


def _around_the_network(wires: Tripwires) -> None:
    send, sendall, recv, recv_into = (
        getattr(socket.socket, name) for name in ("send", "sendall", "recv", "recv_into")
    )
    wrapped = {
        "send": lambda link, *args: wires.write(send, link, *args),
        "sendall": lambda link, *args: wires.write(sendall, link, *args),
        "recv": lambda link, *args: wires.read(recv, link, *args),
        "recv_into": lambda link, *args: wires.read(recv_into, link, *args),
    }
    for name, function in wrapped.items():
        _PATCH.setattr(socket.socket, name, function)


def _around_the_reader(wires: Tripwires) -> None:
    """The reader dies with a letter in his hands."""
    sent = ReadingRoom._sent

    def dying(room: ReadingRoom, question: object) -> Any:
        link = sent(room, question)
        if wires.reader_dies() and room._reader is not None:
            room._reader[0].kill()
        return link

    _PATCH.setattr(ReadingRoom, "_sent", dying)
