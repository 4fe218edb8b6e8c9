"""A small IMAP server that does as it is told: the misbehaviour that real servers seldom show."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Answer = Callable[["Talk", bytes, bytes], None]


@dataclass
class Script:
    """One mailbox, and what to answer instead of the usual, by command such as `UID FETCH`."""

    letters: dict[int, bytes] = field(default_factory=dict)
    uid_validity: int = 7
    capabilities: bytes = b"IMAP4rev1 IDLE MOVE UIDPLUS"
    permanent_flags: bytes = rb"\Seen \Deleted"
    greeting: bytes = b"* OK ready\r\n"
    answers: dict[bytes, Answer] = field(default_factory=dict)
    #: Commands in the order they came.
    asked: list[bytes] = field(default_factory=list)


class Talk(socketserver.StreamRequestHandler):
    """One connection."""

    server: _Server
    disable_nagle_algorithm = True

    def handle(self) -> None:
        with suppress(OSError):
            self.say(self.server.script.greeting)
            for line in self.rfile:
                if line.strip():
                    self._answer(line)

    def say(self, text: bytes) -> None:
        self.wfile.write(text)

    def hang_up(self) -> None:
        """No more is said, and nothing more heard."""
        self.request.shutdown(2)

    def _answer(self, line: bytes) -> None:
        script = self.server.script
        found = re.fullmatch(rb"(\S+) ((?:UID )?\S+) ?(.*)\r\n", line)
        if found is None:
            return self.hang_up()
        tag, command, rest = found.groups()
        script.asked.append(command + b" " + rest if rest else command)
        if command in script.answers:
            script.answers[command](self, tag, rest)
        else:
            name = "_" + command.decode().lower().replace(" ", "_")
            getattr(self, name, self._ok)(tag, rest)
        return None

    def ok(self, tag: bytes) -> None:
        self.say(tag + b" OK done\r\n")

    def no(self, tag: bytes) -> None:
        self.say(tag + b" NO not today\r\n")

    def _ok(self, tag: bytes, _rest: bytes) -> None:
        self.ok(tag)

    def _capability(self, tag: bytes, _rest: bytes) -> None:
        self.say(b"* CAPABILITY " + self.server.script.capabilities + b"\r\n")
        self.ok(tag)

    def _select(self, tag: bytes, _rest: bytes) -> None:
        script = self.server.script
        next_uid = max(script.letters, default=0) + 1
        self.say(b"* %d EXISTS\r\n* 0 RECENT\r\n" % len(script.letters))
        self.say(b"* OK [PERMANENTFLAGS (%s)] marks\r\n" % script.permanent_flags)
        self.say(b"* OK [UIDVALIDITY %d] valid\r\n" % script.uid_validity)
        self.say(b"* OK [UIDNEXT %d] next\r\n%s OK [READ-WRITE] open\r\n" % (next_uid, tag))

    def _uid_search(self, tag: bytes, rest: bytes) -> None:
        first, last = re.fullmatch(rb"UID (\d+):(\d+|\*)", rest).groups()  # type: ignore[union-attr]
        uids = sorted(self.server.script.letters)
        end = int(last) if last != b"*" else max(uids, default=0)
        found = [uid for uid in uids if int(first) <= uid <= end]
        if last == b"*" and uids and not found:
            found = uids[-1:]
        self.say(b"* SEARCH " + b" ".join(b"%d" % uid for uid in found) + b"\r\n")
        self.ok(tag)

    def _uid_fetch(self, tag: bytes, rest: bytes) -> None:
        uids, items = rest.split(b" ", 1)
        for uid in map(int, uids.split(b",")):
            if uid in self.server.script.letters:
                self.say(self.fetched(uid, items))
        self.ok(tag)

    def fetched(self, uid: int, items: bytes) -> bytes:
        """The usual answer for one letter."""
        raw = self.server.script.letters[uid]
        if b"RFC822.SIZE" in items:
            date = b'INTERNALDATE "01-Jan-2030 12:00:00 +0200"'
            return b"* %d FETCH (UID %d RFC822.SIZE %d %s)\r\n" % (uid, uid, len(raw), date)
        key = b"BODY[]"
        if b"HEADER" in items:
            key, raw = b"BODY[HEADER]<0>", raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        return b"* %d FETCH (UID %d %s {%d}\r\n%s)\r\n" % (uid, uid, key, len(raw), raw)

    def _idle(self, tag: bytes, _rest: bytes) -> None:
        self.say(b"+ idling\r\n")
        self.await_done(tag)

    def await_done(self, tag: bytes) -> None:
        if self.rfile.readline() == b"DONE\r\n":
            self.ok(tag)

    def _logout(self, tag: bytes, _rest: bytes) -> None:
        self.say(b"* BYE\r\n")
        self.ok(tag)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.script = script


@contextmanager
def playing(script: Script) -> Iterator[int]:
    """The server at its port."""
    with _Server(script) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
