"""A tap on the line between a client and a server: keeps what the client says, and may be slow."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import IPPROTO_TCP, SHUT_WR, TCP_NODELAY, create_connection, socket


class Tap(socketserver.ThreadingTCPServer):
    """Listens on `port` and passes everything on to a server on this machine."""

    daemon_threads = True

    def __init__(self, server_port: int, delay: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Relay)
        self.server_port = server_port
        #: Seconds that a word of the client's is under way.
        self.delay = delay
        #: Is told what the server says, before the client is.
        self.hear: Callable[[bytes], None] = lambda _: None
        self.said = b""
        self.connections = 0

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def lines(self) -> list[bytes]:
        """What the client sent, line by line: one line is one round trip of IMAP."""
        return self.said.splitlines()


@contextmanager
def tapped(server_port: int, delay: float = 0.0) -> Iterator[Tap]:
    """A tap in front of this port."""
    with Tap(server_port, delay) as tap:
        threading.Thread(target=tap.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield tap
        finally:
            tap.shutdown()


class _Relay(socketserver.BaseRequestHandler):
    server: Tap
    request: socket

    def handle(self) -> None:
        self.server.connections += 1
        with create_connection(("127.0.0.1", self.server.server_port)) as server:
            for line in (self.request, server):
                line.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
            back = threading.Thread(target=self._back, args=(server,), daemon=True)
            back.start()
            for chunk in _chunks(self.request):
                self.server.said += chunk
                time.sleep(self.server.delay)
                server.sendall(chunk)
            with suppress(OSError):
                server.shutdown(SHUT_WR)
            back.join()

    def _back(self, server: socket) -> None:
        with suppress(OSError):
            for chunk in _chunks(server):
                self.server.hear(chunk)
                self.request.sendall(chunk)


def _chunks(source: socket) -> Iterator[bytes]:
    """What comes until either side hangs up, politely or not."""
    with suppress(OSError):
        while chunk := source.recv(65536):
            yield chunk
