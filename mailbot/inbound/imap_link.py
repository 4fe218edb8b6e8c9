"""One connection to an IMAP server: opening it, and telling apart how it can fail."""

from __future__ import annotations

import imaplib
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import LoginError

from mailbot.accounts import ImapAccount, Security, trust
from mailbot.errors import PostError, SignInRefused


class MailboxError(PostError):
    """The mailbox did not do what was asked."""


class MailboxLost(MailboxError):
    """The link is gone or talks nonsense: only a new one helps (MAIL-R12)."""


class LoginRefused(MailboxError):
    """The server does not know us: trying again at once may get us banned (MAIL-R12)."""


class NoFolder(MailboxLost):
    """The mailbox has no such folder: until it has, or the config names another, nothing comes."""


class MoveRefused(MailboxError):
    """The letters stay where they are; the link is sound (MAIL-R7)."""


#: What a dead, mute or babbling server makes imaplib and imapclient raise (MAIL-R11).
BROKEN = (
    imaplib.IMAP4.error,
    OSError,
    EOFError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
)

#: So many folders are named to whoever asks for one that is not there.
MOST_NAMED = 12

#: Seconds that a server has for its goodbye.
GOODBYE = 5.0

#: Answers to a login that speak of the server's state, not of our password (RFC 5530).
_PASSING = ("[UNAVAILABLE]", "[LIMIT]", "[INUSE]", "[SERVERBUG]", "TOO MANY")


def connect(account: ImapAccount, connect_seconds: float, read_seconds: float) -> IMAPClient:
    """A new, logged-in client; raises `MailboxLost` or `LoginRefused`."""
    with lost_when_broken(f"{account.host}:{account.port}"):
        client = _open(account, SocketTimeout(connect=connect_seconds, read=read_seconds))
    try:
        with lost_when_broken(f"{account.host}:{account.port}"):
            _secure(client, account)
            _login(client, account)
    except MailboxError:
        hang_up(client)
        raise
    return client


@contextmanager
def lost_when_broken(where: str) -> Iterator[None]:
    """Whatever a broken link raises becomes `MailboxLost`."""
    try:
        yield
    except BROKEN as error:
        raise MailboxLost(f"{where}: {_words(error)}") from error


def refused(error: imaplib.IMAP4.error) -> bool:
    """Was this a plain NO or BAD, after which the link still stands?"""
    return not isinstance(error, imaplib.IMAP4.abort)


def select_folder(client: IMAPClient, folder: str) -> Mapping[bytes, Any]:
    """Open a folder; where there is none of that name, the ones that there are are named."""
    try:
        answer: Mapping[bytes, Any] = client.select_folder(folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        names = ", ".join(str(name) for _, _, name in client.list_folders()[:MOST_NAMED])
        raise NoFolder(f"the folder {folder} cannot be opened; there are: {names}") from error
    return answer


def has_unread(client: IMAPClient) -> bool:
    """Has imaplib taken in more than it has given out?

    Dovecot sends news in one packet with its answer to IDLE; the socket then stays silent.
    """
    link = client._imap  # noqa: SLF001 - nothing public tells
    kept = getattr(link, "_readbuf", None)
    if kept is not None:  # Python 3.14
        return any(kept)
    patience = link.sock.gettimeout()
    link.sock.settimeout(0)
    try:
        return bool(link.file.peek(1))
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        link.sock.settimeout(patience)


def log_out(client: IMAPClient) -> None:
    """Part politely, and without waiting long for an answer."""
    with suppress(*BROKEN):
        client.socket().settimeout(GOODBYE)
        client.logout()


def hang_up(client: IMAPClient) -> None:
    """Close the socket without another word."""
    with suppress(*BROKEN):
        client.shutdown()


def _open(account: ImapAccount, timeout: SocketTimeout) -> IMAPClient:
    tls = account.security is Security.TLS
    client = IMAPClient(
        account.host,
        account.port,
        ssl=tls,
        ssl_context=trust(account) if tls else None,
        timeout=timeout,
    )
    client.normalise_times = False
    client.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # imapclient ends some commands in a packet of its own, which must not wait for an ACK.
    client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def _secure(client: IMAPClient, account: ImapAccount) -> None:
    if account.security is Security.STARTTLS:
        client.starttls(trust(account))


def _login(client: IMAPClient, account: ImapAccount) -> None:
    try:
        if account.token is not None:
            _give_token(client, account, account.token)
        elif account.user is not None:
            _give_password(client, account.user, account.password or "")
    except SignInRefused as error:
        raise LoginRefused(str(error)) from error
    except LoginError as error:
        if _passing(error):
            raise
        raise LoginRefused(f"{account.user} at {account.host}: {_words(error)}") from error
    # Most servers say it in their answer to the login; later it would cost a question.
    client.capabilities()


def _give_token(client: IMAPClient, account: ImapAccount, token: Callable[[], str]) -> None:
    """XOAUTH2; a token that has served before may have ended early: then once more, with a new."""
    try:
        client.oauth2_login(account.user, token())
    except LoginError as error:
        if _passing(error) or account.token_refused is None or not account.token_refused():
            raise
        client.oauth2_login(account.user, token())


def _give_password(client: IMAPClient, user: str, password: str) -> None:
    """LOGIN carries ASCII only, AUTHENTICATE PLAIN whatever can be typed."""
    if (user + password).isascii():
        client.login(user, password)
    else:
        client.plain_login(user, password)


def _passing(error: LoginError) -> bool:
    """A link that broke, or a server that is busy: imapclient calls both a `LoginError`."""
    broke = isinstance(error.__context__, imaplib.IMAP4.abort)
    return broke or any(sign in str(error).upper() for sign in _PASSING)


def _words(error: BaseException) -> str:
    """What went wrong in the server's or the system's own words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    said = (
        word.decode("utf-8", "replace") if isinstance(word, bytes) else str(word)
        for word in error.args
    )
    return (" ".join(said) or type(error).__name__)[:300]
