"""A tap on the line between a client and a server: counts and keeps what the client says."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_WR, create_connection, socket


class Tap(socketserver.ThreadingTCPServer):
    """Listens on `port` and passes everything on to a server on this machine."""

    daemon_threads = True

    def __init__(self, server_port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Relay)
        self.server_port = server_port
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
def tapped(server_port: int) -> Iterator[Tap]:
    """A tap in front of this port."""
    with Tap(server_port) as tap:
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
            back = threading.Thread(target=_pump, args=(server, self.request), daemon=True)
            back.start()
            for chunk in _chunks(self.request):
                self.server.said += chunk
                server.sendall(chunk)
            with suppress(OSError):
                server.shutdown(SHUT_WR)
            back.join()


def _pump(source: socket, target: socket) -> None:
    with suppress(OSError):
        for chunk in _chunks(source):
            target.sendall(chunk)


def _chunks(source: socket) -> Iterator[bytes]:
    """What comes until either side hangs up, politely or not."""
    with suppress(OSError):
        while chunk := source.recv(65536):
            yield chunk
