"""A small SMTP server that does as it is told, and keeps on disk what it has said yes to.

The twin of `scripted_imap`: whatever real servers seldom show, at any step of the talk.
"""

from __future__ import annotations

import os
import re
import socket
import socketserver
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

Answer = bytes | Callable[["Talk"], object]
"""A whole answer without its last line break, or something to do instead, true if it says yes."""

#: The steps at which an answer can be scripted, in the order of a talk. TEXT is the letter's end.
STEPS = ("greeting", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "TEXT")


@dataclass(frozen=True)
class Taken:
    """A letter that the server is answerable for."""

    sender: str
    to: str
    raw: bytes


@dataclass
class Script:
    """What the server answers, step by step; without a line in its script it says yes."""

    answers: dict[str, list[Answer]] = field(default_factory=dict)
    extensions: tuple[bytes, ...] = (b"SIZE 10000000", b"8BITMIME")
    tls: ssl.SSLContext | None = None
    #: Where letters are kept before the server says that it has them.
    folder: Path | None = None
    taken: list[Taken] = field(default_factory=list)
    connections: int = 0
    #: The first words of all commands, in the order they came.
    asked: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    #: Set once the server is gone.
    over: threading.Event = field(default_factory=threading.Event)

    def next_answer(self, step: str, usual: bytes) -> Answer:
        with self.lock:
            waiting = self.answers.get(step)
            return waiting.pop(0) if waiting else usual

    def keep(self, letter: Taken) -> None:
        """First on disk, as a server must before it answers."""
        with self.lock:
            if self.folder is not None:
                _write(self.folder / f"{len(self.taken):05}.eml", letter)
            self.taken.append(letter)


def hang_up(talk: Talk) -> None:
    """No answer, and nothing more."""
    talk.hang_up()


def take_and_hang_up(talk: Talk) -> None:
    """The letter is taken, and nobody hears of it."""
    talk.keep()
    talk.hang_up()


def reset(talk: Talk) -> None:
    """The connection ends as when a machine is switched off and on again."""
    talk.reset()


def silence(talk: Talk) -> None:
    """Nothing is said as long as the server stands."""
    talk.server.script.over.wait(120)
    talk.hang_up()


def slowly(answer: bytes, pause: float = 1.0) -> Callable[[Talk], bool]:
    """An answer of which one byte comes after the other."""

    def drip(talk: Talk) -> bool:
        for byte in answer + b"\r\n":
            talk.say(bytes([byte]))
            time.sleep(pause)
        return answer[:1] in b"23"

    return drip


class Talk(socketserver.BaseRequestHandler):
    """One connection."""

    server: _Server

    def setup(self) -> None:
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.request.makefile("rb")
        self.sender = self.to = ""
        #: Whom the client has named just now.
        self.asks_for = ""
        self.raw = b""

    def handle(self) -> None:
        script = self.server.script
        with script.lock:
            script.connections += 1
        with suppress(OSError, ValueError):
            self._answer("greeting", b"220 sink.example.org ESMTP")
            while line := self.file.readline():
                self._do(line.rstrip(b"\r\n"))

    def finish(self) -> None:
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            self.request.close()

    def say(self, text: bytes) -> None:
        self.request.sendall(text)

    def hang_up(self) -> None:
        """No more is said, and nothing more heard."""
        with suppress(OSError):
            self.request.shutdown(2)
        raise ConnectionAbortedError

    def reset(self) -> None:
        self.request.setsockopt(*_LINGER)
        self.file.close()
        self.request.close()
        raise ConnectionAbortedError

    def keep(self) -> None:
        self.server.script.keep(Taken(self.sender, self.to, self.raw))

    def _do(self, line: bytes) -> None:
        word = line.split(b" ")[0].upper().decode("ascii", "replace")
        self.server.script.asked.append(word)
        step = getattr(self, f"_{word.lower()}", None)
        if step is None:
            self.say(b"500 what?\r\n")
        else:
            step(line)

    def _answer(self, step: str, usual: bytes) -> bool:
        """Answer as the script says; true if that was a yes."""
        answer = self.server.script.next_answer(step, usual)
        if callable(answer):
            return bool(answer(self))
        self.say(answer + b"\r\n")
        return answer[:1] in b"23"

    def _ehlo(self, _: bytes) -> None:
        script = self.server.script
        offers = list(script.extensions)
        if script.tls is not None and not isinstance(self.request, ssl.SSLSocket):
            offers.append(b"STARTTLS")
        lines = [b"sink.example.org", *offers]
        told = [b"250-" + one for one in lines[:-1]] + [b"250 " + lines[-1]]
        self._answer("EHLO", b"\r\n".join(told))

    def _starttls(self, _: bytes) -> None:
        tls = self.server.script.tls
        if self._answer("STARTTLS", b"220 go ahead") and tls is not None:
            self.request = tls.wrap_socket(self.request, server_side=True)
            self.file = self.request.makefile("rb")

    def _auth(self, _: bytes) -> None:
        self._answer("AUTH", b"235 welcome")

    def _mail(self, line: bytes) -> None:
        if self._answer("MAIL", b"250 OK"):
            self.sender = _address(line)

    def _rcpt(self, line: bytes) -> None:
        self.asks_for = _address(line)
        if self._answer("RCPT", b"250 OK"):
            self.to = _address(line)

    def _data(self, _: bytes) -> None:
        if not self._answer("DATA", b"354 go ahead"):
            return
        lines = []
        while (line := self.file.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        if not line:
            return
        self.raw = b"".join(lines)
        self._end_of_text()

    def _end_of_text(self) -> None:
        answer = self.server.script.next_answer("TEXT", b"250 taken")
        if callable(answer):
            answer(self)
            return
        if answer.startswith(b"2"):
            self.keep()
        self.say(answer + b"\r\n")

    def _rset(self, _: bytes) -> None:
        self._answer("RSET", b"250 OK")

    def _noop(self, _: bytes) -> None:
        self._answer("NOOP", b"250 OK")

    def _quit(self, _: bytes) -> None:
        self._answer("QUIT", b"221 bye")
        self.hang_up()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 20

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.script = script

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed, or that does not like our certificate, is nothing to print."""


@contextmanager
def playing(script: Script) -> Iterator[int]:
    """The server at its port."""
    with _Server(script) as server:
        threading.Thread(
            target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()
        try:
            yield int(server.server_address[1])
        finally:
            script.over.set()
            server.shutdown()


#: Linger for zero seconds: close() sends RST.
_LINGER = (socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _address(line: bytes) -> str:
    found = re.search(rb"<([^>]*)>", line)
    return found[1].decode("utf-8", "replace").lower() if found else ""


def _write(path: Path, letter: Taken) -> None:
    with path.open("wb") as file:
        file.write(f"{letter.sender}\n{letter.to}\n".encode() + letter.raw)
        file.flush()
        os.fsync(file.fileno())
