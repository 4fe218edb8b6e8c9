"""What the common mail providers want, by the names that a config uses: hosts, locks, sign-in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SignIn:
    """Where a provider gives out OAuth2 tokens, and for what."""

    token_url: str
    scope: str
    #: Where a code to type in is asked for (RFC 8628); empty: the provider has none for mail.
    device_url: str = ""
    #: Where a browser is sent that brings the code back in its address (RFC 8252).
    browser_url: str = ""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider's settings; what the config says itself goes before them."""

    title: str
    imap: Mapping[str, Any] = field(default_factory=dict)
    smtp: Mapping[str, Any] = field(default_factory=dict)
    sign_in: SignIn | None = None
    #: Where a password of its own for a program is made; empty: the usual one will do.
    app_word: str = ""
    #: Plain passwords are not taken at all.
    only_oauth: bool = False
    #: What switches IMAP on.
    switch: str = ""
    #: What belongs into the SPF record of a domain that sends by this provider.
    spf: str = ""
    #: The names of the keys that it signs with, if nobody has chosen others.
    selectors: tuple[str, ...] = ()


#: `{tenant}` is `common`, `consumers`, `organizations`, or the id of one organisation.
_MICROSOFT = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0"

PROVIDERS: Mapping[str, Provider] = {
    "gmail": Provider(
        title="Gmail",
        imap={"host": "imap.gmail.com", "port": 993, "security": "tls"},
        smtp={
            "host": "smtp.gmail.com",
            "port": 587,
            "security": "starttls",
            # Google puts the account's own address in its place.
            "verp": False,
            # Of 500 that a personal account may send; a paid Workspace account may send 2,000.
            "letters_per_day": 450,
        },
        # Google gives no scope for mail to codes that are typed in.
        sign_in=SignIn(
            "https://oauth2.googleapis.com/token",
            "https://mail.google.com/",
            browser_url="https://accounts.google.com/o/oauth2/v2/auth",
        ),
        app_word="turn on 2-step verification for the Google account, make an app password "
        "(Google account, Security), and use it here",
        switch="in a Google Workspace the administrator has to allow IMAP for this user",
        spf="include:_spf.google.com",
        selectors=("google",),
    ),
    "microsoft365": Provider(
        title="Microsoft 365",
        imap={"host": "outlook.office365.com", "port": 993, "security": "tls"},
        smtp={
            "host": "smtp.office365.com",
            "port": 587,
            "security": "starttls",
            # Microsoft takes only addresses that the mailbox may send as.
            "verp": False,
            # Of 10,000 recipients a day and 30 messages a minute.
            "letters_per_day": 9000,
            "letters_per_minute": 25,
        },
        sign_in=SignIn(
            f"{_MICROSOFT}/token",
            "https://outlook.office.com/IMAP.AccessAsUser.All "
            "https://outlook.office.com/SMTP.Send offline_access",
            device_url=f"{_MICROSOFT}/devicecode",
            browser_url=f"{_MICROSOFT}/authorize",
        ),
        only_oauth=True,
        switch="the administrator has to allow IMAP and authenticated SMTP for this mailbox "
        "(Microsoft 365 admin center, Users, Mail, Manage email apps)",
        spf="include:spf.protection.outlook.com",
        selectors=("selector1", "selector2"),
    ),
    "fastmail": Provider(
        title="Fastmail",
        imap={"host": "imap.fastmail.com", "port": 993, "security": "tls"},
        smtp={
            "host": "smtp.fastmail.com",
            "port": 465,
            "security": "tls",
            "verp": False,
            # Well below what paid plans may send; an account on trial may send 120.
            "letters_per_day": 1000,
            "letters_per_minute": 60,
        },
        app_word="make an app password with access to IMAP and SMTP (Settings, Privacy & "
        "Security, Manage app passwords), and use it here",
        switch="plans without IMAP cannot be used",
        spf="include:spf.messagingengine.com",
        selectors=("fm1", "fm2", "fm3"),
    ),
    "local": Provider(
        title="a server on this machine",
        imap={"host": "localhost", "port": 143, "security": "plain"},
        smtp={"host": "localhost", "port": 25, "security": "plain"},
    ),
}
