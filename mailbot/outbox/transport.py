"""Handing letters to the relay by SMTP, and where exactly that failed.

A letter has one recipient, so that the answer to RCPT is the answer for the letter (MAIL-O6).
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiosmtplib
from aiosmtplib.errors import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPException,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from aiosmtplib.protocol import SMTPProtocol
from aiosmtplib.typing import SMTPStatus

from mailbot.accounts import Account, Security, SmtpAccount, trust
from mailbot.errors import SignInRefused
from mailbot.outbox.retry import Outcome, Step, stops_all

#: Seconds for one letter, connecting included.
PATIENCE = 60.0
#: Providers count connections.
MOST_LINES = 2

#: aiosmtplib would mend such an address and so send to another one.
_NO_ADDRESS = re.compile(r"[\x00-\x20<>\x7f]")
#: What aiosmtplib raises when a letter does not go.
TROUBLE = (SMTPException, OSError, ValueError, SignInRefused)


class Outgoing(NamedTuple):
    """A row of the outbox."""

    id: int
    envelope_from: str
    to: str
    raw: bytes


class SmtpTransport:
    """One relay, reached over one kept connection, or two when there is much to send.

    Use it as `async with`, within one event loop. A letter that does not go is an `Outcome`,
    never an exception.
    """

    def __init__(self, account: SmtpAccount, *, lines: int = 1, patience: float = PATIENCE) -> None:
        if not 1 <= lines <= MOST_LINES:
            raise ValueError(f"1 or {MOST_LINES} lines, not {lines}")
        self._lines = [_Line(account, patience) for _ in range(lines)]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for line in self._lines:
            await line.hang_up()

    async def send(
        self, letters: Iterable[tuple[int, str, str, bytes]]
    ) -> AsyncIterator[tuple[int, Outcome]]:
        """Each letter's outcome, as soon as it is known.

        When the relay cannot be reached or does not want us, the rest of the batch gets the same
        outcome untried.
        """
        waiting = iter(letters)
        while few := [Outgoing(*letter) for letter in islice(waiting, len(self._lines))]:
            tried = (line.send(letter) for line, letter in zip(self._lines, few, strict=False))
            outcomes = await asyncio.gather(*tried)
            for letter, outcome in zip(few, outcomes, strict=True):
                yield letter.id, outcome
            if all(map(stops_all, outcomes)):
                for rest in waiting:
                    yield rest[0], outcomes[0]


async def try_login(account: SmtpAccount, patience: float = PATIENCE, envelope: str = "") -> None:
    """Reach the relay, log in, and name the envelope sender if one is given: nothing more.

    Raises what went wrong, as it was raised.
    """
    line = _Line(account, patience)
    try:
        await line.reach(envelope)
    finally:
        await line.hang_up()


class _Line:
    """One connection, opened when first needed and kept between letters."""

    def __init__(self, account: SmtpAccount, patience: float) -> None:
        self._account = account
        self._patience = patience
        self._client: aiosmtplib.SMTP | None = None
        self._step = Step.CONNECT

    async def send(self, letter: Outgoing) -> Outcome:
        """Hand in one letter; a line that had gone stale is opened anew once."""
        return await self._in_time(self._send(letter))

    async def reach(self, envelope: str = "") -> None:
        """Open the connection, or raise what went wrong."""
        async with asyncio.timeout(self._patience):
            self._client = await self._connect()
            if envelope:
                await self._client.mail(envelope)
                await self._client.rset()

    async def hang_up(self) -> None:
        if self._client is None:
            return
        transport = self._client.transport
        with suppress(SMTPException, OSError):
            await self._client.quit(timeout=min(5.0, self._patience))
        self._drop()
        _cut(transport)
        await asyncio.sleep(0)

    async def _in_time(self, job: Coroutine[Any, Any, Outcome]) -> Outcome:
        try:
            async with asyncio.timeout(self._patience):
                return await job
        except TimeoutError:
            self._drop()
            return Outcome(self._step, None, f"no answer in {self._patience:g} s")
        except BaseException:
            self._drop()
            raise

    async def _send(self, letter: Outgoing) -> Outcome:
        kept = self._client is not None
        outcome = await self._try(letter)
        stale = kept and self._client is None
        if stale and outcome.step in (Step.MAIL, Step.RCPT, Step.DATA):
            outcome = await self._try(letter)
        return outcome

    async def _try(self, letter: Outgoing) -> Outcome:
        try:
            answer = await self._hand_in(letter)
            outcome = Outcome(Step.TEXT, answer.code, answer.message)
        except TROUBLE as error:
            outcome = _outcome(self._step, error)
        if not outcome.accepted and not await self._still_good(outcome):
            self._drop()
        return outcome

    async def _hand_in(self, letter: Outgoing) -> aiosmtplib.SMTPResponse:
        client = self._client = self._client or await self._connect()
        self._step = Step.MAIL
        _in_step(client)
        if _NO_ADDRESS.search(letter.to):
            raise ValueError(f"not an address: {letter.to!r}")
        extras = _options(client, letter)
        encoding = "utf-8" if "SMTPUTF8" in extras else "ascii"
        await client.mail(letter.envelope_from, options=extras, encoding=encoding)
        self._step = Step.RCPT
        _in_step(client)
        await client.rcpt(letter.to, encoding=encoding)
        self._step = Step.DATA
        _in_step(client)
        answer = await client.execute_command(b"DATA")
        if answer.code != SMTPStatus.start_input:
            raise SMTPDataError(answer.code, answer.message)
        protocol = _in_step(client)
        self._step = Step.TEXT
        protocol.write(_as_text(letter.raw))
        return await protocol.read_response(self._patience)

    async def _connect(self) -> aiosmtplib.SMTP:
        self._step = Step.CONNECT
        client = _client(self._account, self._patience)
        await client.connect()
        try:
            if client.is_ehlo_or_helo_needed:
                await client.ehlo()
            self._step = Step.AUTH
            await _log_in(client, self._account)
        except BaseException:
            _cut(client.transport)
            client.close()
            # So that it is really closed before anybody ends the loop.
            await asyncio.sleep(0)
            raise
        return client

    async def _still_good(self, outcome: Outcome) -> bool:
        """Begin a new letter on this line, if it stands after a refusal."""
        client = self._client
        no = outcome.code is not None and 400 <= outcome.code < 600 and outcome.code != 421
        if client is None or not (no or outcome.lasting) or not client.is_connected:
            return False
        try:
            _in_step(client)
            await client.rset(timeout=min(5.0, self._patience))
        except (SMTPException, OSError):
            return False
        return True

    def _drop(self) -> None:
        if self._client is not None:
            _cut(self._client.transport)
            self._client.close()
        self._client = None


def _in_step(client: aiosmtplib.SMTP) -> SMTPProtocol:
    """What a command may go by: the relay has said no more than it was asked.

    Anything more would be read as the answer to the next command, and a letter that was refused
    would count as sent.
    """
    protocol = client.protocol
    if protocol is None or protocol._buffer:  # noqa: SLF001 - aiosmtplib has no other sign of it
        raise SMTPServerDisconnected("the answers are out of step")
    return protocol


def _as_text(raw: bytes) -> bytes:
    """A letter as it is given after DATA: a dot before each line that begins with one, and the end.

    No line ends but by CRLF, so that nothing in a letter can be taken for its end.
    """
    lines = (b"." + line if line.startswith(b".") else line for line in raw.splitlines())
    return b"\r\n".join([*lines, b".", b""])


def _cut(transport: asyncio.BaseTransport | None) -> None:
    """Close now: under TLS a polite close would wait for the other side's."""
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()


def _client(account: SmtpAccount, patience: float) -> aiosmtplib.SMTP:
    locked = account.security is not Security.PLAIN
    return aiosmtplib.SMTP(
        hostname=account.host,
        port=account.port,
        local_hostname=account.hello,
        timeout=patience,
        use_tls=account.security is Security.TLS,
        start_tls=account.security is Security.STARTTLS,
        tls_context=trust(account) if locked else None,
    )


async def _log_in(client: aiosmtplib.SMTP, account: Account) -> None:
    if account.user is None:
        return
    if account.token is not None:
        await _give_token(client, account, account.user, account.token)
    elif "plain" in client.supported_auth_methods:
        # `login` would try a wrong password in every way there is, and providers count.
        await client.auth_plain(account.user, account.password or "")
    else:
        await client.login(account.user, account.password or "")


async def _give_token(
    client: aiosmtplib.SMTP, account: Account, user: str, token: Callable[[], str]
) -> None:
    """XOAUTH2; a token that has served before may have ended early: then once more, with a new."""
    try:
        await client.auth_xoauth2(user, await asyncio.to_thread(token))
    except SMTPAuthenticationError:
        if account.token_refused is None or not account.token_refused():
            raise
        await client.auth_xoauth2(user, await asyncio.to_thread(token))


def _options(client: aiosmtplib.SMTP, letter: Outgoing) -> list[str]:
    """Extensions of MAIL that the relay offers and the letter can use."""
    wide = not (letter.envelope_from + letter.to).isascii()
    wanted = {
        f"SIZE={len(letter.raw)}": client.supports_extension("size"),
        "BODY=8BITMIME": not letter.raw.isascii() and client.supports_extension("8bitmime"),
        "SMTPUTF8": wide and client.supports_extension("smtputf8"),
        # A bounce need not bring the whole letter back: its head tells which it is (RFC 3461).
        "RET=HDRS": client.supports_extension("dsn"),
    }
    return [option for option, use in wanted.items() if use]


def _outcome(step: Step, error: Exception) -> Outcome:
    """What an attempt that raised came to."""
    words = f"{error}" or type(error).__name__
    match error:
        case SMTPAuthenticationError():
            return Outcome(Step.AUTH, error.code, error.message)
        case SMTPResponseException():
            return Outcome(step, error.code, error.message)
        case SMTPServerDisconnected() | SMTPConnectError() | OSError():
            return Outcome(step, None, words, lasting=_certificate(error))
    # The relay lacks an extension that the account asks for, or the address is none for it.
    ours = step in (Step.CONNECT, Step.AUTH)
    return Outcome(step if ours else Step.RCPT, None, words, lasting=True)


def _certificate(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__
    return error is not None
