"""A whole post office on this machine: SMTP in, IMAP out, nothing on disk, nothing leaves.

For `mailbot demo` and light tests. It runs in a thread of its own; letters are stamped with the
time of the clock given, so that a demonstration may play a month in a minute.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from argparse import Namespace
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from types import TracebackType
from typing import Any, Self, TypeVar

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.dict import Config, DictBackend, Identity, Login
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

from mailbot.accounts import ImapAccount, Security, SmtpAccount

HOST = "127.0.0.1"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Delivered:
    """A letter as it was put into a mailbox."""

    at: datetime
    sender: str
    #: The address whose mailbox it is.
    mailbox: str
    raw: bytes


class DemoPost:
    """Mailboxes for these users: address to password. Anybody of them may send to all others.

    `name+detail@domain` arrives at `name@domain`. Use it as `with`; the ports are known inside.
    """

    def __init__(self, users: Mapping[str, str], now: Callable[[], datetime]) -> None:
        self._users = {address.lower(): password for address, password in users.items()}
        self._now = now
        self._delivered: list[Delivered] = []
        self._running = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="demo post", daemon=True)

    def __enter__(self) -> Self:
        # aiosmtpd warns of its own use of a name that it will drop.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._thread.start()
        self._running.wait()
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    def letters(self, address: str) -> list[bytes]:
        """Every letter that ever came to this address, as delivered, oldest first."""
        return [one.raw for one in self.delivered() if one.mailbox == address.lower()]

    def delivered(self) -> tuple[Delivered, ...]:
        """Every letter that ever came to anybody, oldest first."""
        return tuple(self._delivered)

    def imap_account(self, address: str) -> ImapAccount:
        """How this user reads his mail."""
        return ImapAccount(
            host=HOST,
            port=self.imap_port,
            user=address.lower(),
            password=self._users[address.lower()],
            security=Security.PLAIN,
        )

    def smtp_account(self, address: str) -> SmtpAccount:
        """How this user sends mail."""
        return SmtpAccount(
            host=HOST,
            port=self.smtp_port,
            user=address.lower(),
            password=self._users[address.lower()],
            security=Security.PLAIN,
        )

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                _keep_tasks(runner.get_loop())
                runner.run(self._serve())
        except BaseException as failure:  # noqa: BLE001 - raised again in the thread that started us
            self._failure = failure
            self._running.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        async with AsyncExitStack() as stack:
            self.imap_port = await self._start_imap(stack)
            self.smtp_port = await self._start_smtp(stack)
            self._running.set()
            await self._ended.wait()

    async def _start_imap(self, stack: AsyncExitStack) -> int:
        config = _Config.from_args(_PYMAP, hash_context=Cleartext())
        config.apply_context()
        self._login = Login(config)
        await DictBackend(self._login, config).start(stack)
        for address, password in self._users.items():
            user = UserMetadata(config, address, password=password)
            await self._identity(address).set(user)
        reader = ProxyProtocolReader(config.proxy_protocol)
        connected = reader.get_callback(IMAPServer(self._login, config))
        server = await asyncio.start_server(connected, HOST, 0)
        return _port(stack, server)

    async def _start_smtp(self, stack: AsyncExitStack) -> int:
        server = await self._loop.create_server(self._smtp, HOST, 0)
        return _port(stack, server)

    def _smtp(self) -> SMTP:
        return SMTP(
            _Counter(self._users, self._deliver),
            hostname="localhost",
            enable_SMTPUTF8=True,
            authenticator=self._knows,
            auth_require_tls=False,
            loop=self._loop,
        )

    def _knows(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, said: object
    ) -> AuthResult:
        known = isinstance(said, LoginPassword) and (
            self._users.get(said.login.decode().lower()) == said.password.decode()
        )
        return AuthResult(success=known, handled=False)

    async def _deliver(self, address: str, sender: str, to: str, content: bytes) -> None:
        """Put it into the mailbox, with the lines on top that a mail server adds."""
        now = self._now()
        top = (
            f"Return-Path: <{sender}>\r\nDelivered-To: {to}\r\n"
            f"Received: by localhost; {format_datetime(now)}\r\n"
        )
        raw = top.encode() + content
        async with self._identity(address).new_session() as session:
            await session.append_messages("INBOX", [AppendMessage(raw, now)])
        self._delivered.append(Delivered(now, sender, address, raw))

    def _identity(self, address: str) -> Identity:
        return Identity(address, self._login, None, frozenset())


class _Counter:
    """Takes letters over the counter: the handler that aiosmtpd asks."""

    def __init__(
        self,
        users: Mapping[str, str],
        deliver: Callable[[str, str, str, bytes], Coroutine[Any, Any, None]],
    ) -> None:
        self._users = users
        self._deliver = deliver

    async def handle_MAIL(  # noqa: N802 - aiosmtpd looks for these names
        self, _server: SMTP, session: Session, envelope: Envelope, sender: str, options: list[str]
    ) -> str:
        if not session.authenticated:
            return "530 5.7.0 log in first"
        envelope.mail_from = sender
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, to: str, _options: list[str]
    ) -> str:
        if _mailbox(to) not in self._users:
            return "550 5.1.1 no mailbox of this name here"
        envelope.rcpt_tos.append(to)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content or b""
        raw = content if isinstance(content, bytes) else content.encode()
        for to in envelope.rcpt_tos:
            await self._deliver(_mailbox(to), envelope.mail_from or "", to, raw)
        return "250 2.0.0 OK"


class _Config(Config):
    """pymap's settings without its question to the DNS for a greeting."""

    @property
    def greeting(self) -> bytes:
        return b"Demo post ready"


_PYMAP = Namespace(
    debug=False,
    host=None,
    port=None,
    cert=None,
    key=None,
    tls=False,
    proxy_protocol=None,
    passlib_cfg=None,
    demo_data=False,
    demo_user="",
    demo_password="",
)


def _mailbox(address: str) -> str:
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def _port(stack: AsyncExitStack, server: asyncio.Server) -> int:
    stack.callback(server.close)
    return int(server.sockets[0].getsockname()[1])


def _keep_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Hold on to every task until it is done.

    The loop itself holds tasks weakly, and pymap's connections were collected while idling.
    """
    kept: set[asyncio.Task[Any]] = set()

    def factory(
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, T] | Generator[Any, None, T],
        **rest: Any,
    ) -> asyncio.Task[T]:
        task = asyncio.Task(coroutine, loop=loop, **rest)
        kept.add(task)
        task.add_done_callback(kept.discard)
        return task

    loop.set_task_factory(factory)
