"""A provider of access tokens on a loopback port (RFC 6749, RFC 7662, RFC 8628)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs


@dataclass
class Provider:
    """What the provider knows; `answers` are given before anything else."""

    port: int = 0
    client_secret: str = "s3cret"
    #: Refresh token to the mailbox that it opens.
    granted: dict[str, str] = field(default_factory=dict)
    #: Access token to mailbox.
    tokens: dict[str, str] = field(default_factory=dict)
    lasts: int = 3600
    #: A new refresh token with every access token.
    turns: bool = False
    answers: list[tuple[int, Any]] = field(default_factory=list)
    #: The mailbox of whoever signs in, and how often he lets the program wait.
    owner: str = "games@game.test"
    pending: int = 0
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answer(self, path: str, said: dict[str, str]) -> tuple[int, Any]:
        self.asked.append((path, said))
        if path == "/introspect":
            mailbox = self.tokens.get(said.get("token", ""))
            return 200, {"active": mailbox is not None, "email": mailbox}
        if self.answers:
            return self.answers.pop(0)
        if said.get("client_secret") != self.client_secret:
            return 401, {"error": "invalid_client"}
        if path == "/device":
            page = {"verification_uri": f"{self.url}/activate", "user_code": "ABCD-EFGH"}
            return 200, {**page, "device_code": "d1", "interval": 1, "expires_in": 60}
        return self._token(said)

    def _token(self, said: dict[str, str]) -> tuple[int, Any]:
        if said["grant_type"] == "refresh_token":
            mailbox = self.granted.get(said["refresh_token"])
            if mailbox is None:
                words = f"Token {said['refresh_token']} has been revoked."
                return 400, {"error": "invalid_grant", "error_description": words}
            return 200, self._given(mailbox, self.turns)
        if self.pending > 0:
            self.pending -= 1
            return 400, {"error": "authorization_pending"}
        return 200, self._given(self.owner, lasting=True)

    def _given(self, mailbox: str, lasting: bool) -> dict[str, Any]:
        number = len(self.asked)
        self.tokens[f"access-{number}"] = mailbox
        given: dict[str, Any] = {"access_token": f"access-{number}", "expires_in": self.lasts}
        if lasting:
            self.granted[f"refresh-{number}"] = mailbox
            given["refresh_token"] = f"refresh-{number}"
        return given

    def renewals(self) -> int:
        return sum(said.get("grant_type") == "refresh_token" for _, said in self.asked)


@contextmanager
def running(provider: Provider) -> Iterator[Provider]:
    """The provider at its port, or at a free one."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            said = {key: values[0] for key, values in parse_qs(text).items()}
            status, data = provider.answer(self.path, said)
            body = data if isinstance(data, bytes) else json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", provider.port), Answer) as server:
        provider.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
