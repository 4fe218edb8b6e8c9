"""How a mail server is reached: address, lock on the line, and who we are to it."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from mailbot.clock import Clock
from mailbot.config import Config, ImapConfig, SmtpConfig
from mailbot.errors import ConfigError
from mailbot.oauth import AccessTokens

Tokens = Mapping[str, AccessTokens]
"""By the name of the table [oauth.NAME]."""

NO_TOKENS: Tokens = {}


class Security(StrEnum):
    """The lock on the line."""

    #: TLS from the first byte: ports 993 and 465.
    TLS = "tls"
    #: Plain until STARTTLS, which is then required: ports 143 and 587.
    STARTTLS = "starttls"
    #: Nothing: for a server on this machine.
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Account:
    """One login at one server; a wrong combination raises `ConfigError` that says what would do."""

    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    #: Gives a fresh XOAUTH2 access token before every login; may block, or raise `OSError`.
    token: Callable[[], str] | None = field(default=None, repr=False)
    #: Told that a server did not take the token; true if a new one may do better at once.
    token_refused: Callable[[], bool] | None = field(default=None, repr=False)
    security: Security = Security.TLS
    #: The provider that the config names; empty: none.
    provider: str = ""
    #: Trust this authority instead of the system's.
    ca_file: Path | None = None
    #: The operator has said that a plain line to another machine is all right.
    plain_anywhere: bool = False

    def __post_init__(self) -> None:
        if self.user is None and (self.password or self.token):
            raise ConfigError(f"{self.host}: a password or token needs a user")
        if self.user is not None and self.password == "":
            raise ConfigError(
                f"{self.host}: {self.user} has no password: give password_file, password_env or "
                "oauth"
            )
        if self.user is not None and (self.password is None) == (self.token is None):
            raise ConfigError(f"{self.host}: give {self.user} either a password or a token")
        if self.security is Security.PLAIN and not (self.plain_anywhere or is_loopback(self.host)):
            raise ConfigError(
                f"{self.host}: a plain connection would show password and letters to the network;"
                ' use "tls" or "starttls"'
            )


@dataclass(frozen=True, slots=True)
class ImapAccount(Account):
    """Where letters arrive."""

    folder: str = "INBOX"


@dataclass(frozen=True, slots=True)
class SmtpAccount(Account):
    """Where letters are handed in."""

    #: The name given in EHLO.
    hello: str = "localhost"


def tokens_of(config: Config, clock: Clock) -> Tokens:
    """Where each table [oauth.NAME] gets its access tokens."""
    return {
        name: AccessTokens(table, config.folder, clock.now) for name, table in config.oauth.items()
    }


def imap_account(config: ImapConfig, folder: Path, tokens: Tokens = NO_TOKENS) -> ImapAccount:
    """The account of table [imap]; `folder` is where a relative path begins."""
    security = Security(config.security)
    token = tokens[config.oauth] if config.oauth else None
    return ImapAccount(
        host=config.host,
        port=config.port or (993 if security is Security.TLS else 143),
        user=config.user,
        password=None if token else config.password,
        token=token,
        token_refused=token.refused if token else None,
        security=security,
        provider=config.provider,
        ca_file=folder / config.ca_file if config.ca_file else None,
        folder=config.folder,
    )


def smtp_account(config: SmtpConfig, folder: Path, tokens: Tokens = NO_TOKENS) -> SmtpAccount:
    """The account of table [smtp]; without a user nobody logs in."""
    security = Security(config.security)
    token = tokens[config.oauth] if config.oauth else None
    return SmtpAccount(
        host=config.host,
        port=config.port or _SMTP_PORTS[security],
        user=config.user or None,
        password=config.password if config.user and token is None else None,
        token=token,
        token_refused=token.refused if token else None,
        security=security,
        provider=config.provider,
        ca_file=folder / config.ca_file if config.ca_file else None,
        hello=config.sender.rpartition("@")[2] or "localhost",
    )


_SMTP_PORTS = {Security.TLS: 465, Security.STARTTLS: 587, Security.PLAIN: 25}


def is_loopback(host: str) -> bool:
    """Is this name or number certainly our own machine?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class NoTrust(OSError):
    """The file of the authority to trust cannot be used."""


def trust(account: Account) -> ssl.SSLContext:
    """A context that checks certificate and host name. Raises `NoTrust`."""
    try:
        return ssl.create_default_context(cafile=account.ca_file)
    except OSError as error:
        why = "holds no certificate (PEM)" if isinstance(error, ssl.SSLError) else error.strerror
        raise NoTrust(f"ca_file {account.ca_file}: {why}") from error
