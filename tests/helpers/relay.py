"""A relay that answers as its script says: aiosmtpd on a loopback port."""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64decode
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from mailbot.accounts import Security, SmtpAccount

#: An answer that is none: the relay hangs up, or says nothing more.
DROP, HANG = "drop", "hang"
#: The letter is taken, and the relay hangs up before it says so.
TAKE_AND_DROP = "take and drop"


@dataclass
class Relay:
    """What the relay answers, step by step; without a line in its script it says yes."""

    mail: Iterable[str] = ()
    rcpt: Iterable[str] = ()
    data: Iterable[str] = ()
    #: User to password; empty: nobody need log in.
    users: dict[str, str] = field(default_factory=dict)
    #: What it says to a wrong password instead of the usual.
    refusal: str | None = None
    #: The access token that opens it too.
    token: str | None = None
    tls: ssl.SSLContext | None = None
    #: What the server is told besides, such as a size limit.
    settings: dict[str, Any] = field(default_factory=dict)
    port: int = 0
    connections: int = 0
    taken: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    #: The envelope sender of each letter that was begun.
    senders: list[str] = field(default_factory=list)
    _scripts: dict[str, deque[str]] = field(default_factory=dict)

    def account(self, **changes: Any) -> SmtpAccount:
        words: dict[str, Any] = {"host": "127.0.0.1", "port": self.port} | changes
        return SmtpAccount(**({"security": Security.PLAIN} | words))

    async def handle_MAIL(  # noqa: N802 - aiosmtpd looks for these names
        self, server: SMTP, _session: Session, envelope: Envelope, sender: str, _options: list[str]
    ) -> str:
        answer = await self._answer("mail", server)
        if answer.startswith("2"):
            envelope.mail_from = sender
            self.senders.append(sender)
        return answer

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope, to: str, _options: list[str]
    ) -> str:
        answer = await self._answer("rcpt", server)
        if answer.startswith("2"):
            envelope.rcpt_tos.append(to)
            self.recipients.append(to)
        return answer

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        answer = await self._answer("data", server)
        if answer.startswith(("2", TAKE_AND_DROP)):
            assert isinstance(envelope.content, bytes)
            self.taken.append(envelope.content)
        return answer

    async def _answer(self, step: str, server: SMTP) -> str:
        script = self._scripts.setdefault(step, deque(getattr(self, step)))
        answer = script.popleft() if script else "250 OK"
        if answer in (DROP, TAKE_AND_DROP):
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
        if answer == HANG:
            await asyncio.sleep(60)
        return answer

    def serve(self) -> SMTP:
        self.connections += 1
        return SMTP(
            self,
            hostname="localhost",
            authenticator=self._knows,
            auth_require_tls=False,
            tls_context=self.tls,
            enable_SMTPUTF8=self.settings.get("utf8", False),
            data_size_limit=self.settings.get("largest", 1_000_000),
        )

    async def auth_XOAUTH2(self, _server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        said = b64decode(args[1]).decode()
        return AuthResult(success=f"auth=Bearer {self.token}\x01" in said, handled=False)

    def _knows(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, said: object
    ) -> AuthResult:
        assert isinstance(said, LoginPassword)
        good = self.users.get(said.login.decode()) == said.password.decode()
        return AuthResult(success=good, handled=False, message=self.refusal)


@asynccontextmanager
async def running(relay: Relay) -> AsyncIterator[Relay]:
    """The relay at its port."""
    async with serving(relay.serve) as relay.port:
        yield relay


@asynccontextmanager
async def serving(protocol: Callable[[], asyncio.BaseProtocol]) -> AsyncIterator[int]:
    """A server of this protocol; its port."""
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
