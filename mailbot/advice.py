"""What a mail server's refusal means and what would help, in plain words (FEAT-G10).

Servers tell the cause in an exception, a code, or a sentence of their own. They are looked at in
this order, the surest first; what nobody has a name for is passed on as the server said it.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import TypeVar

from mailbot.accounts import Account, ImapAccount, NoTrust, Security
from mailbot.errors import SignInRefused
from mailbot.oauth import SignInAway
from mailbot.providers import PROVIDERS, Provider

E = TypeVar("E", bound=BaseException)


def advice(account: Account, error: BaseException) -> str:
    """Why this account cannot be used, and what would help."""
    causes = tuple(_causes(error))
    said = " ".join(str(cause) for cause in causes)
    for explain in (_trust, _sign_in, _certificate, _line):
        if words := explain(account, causes):
            return words
    for pattern, explain_words in _WORDS:
        if pattern.search(said):
            return explain_words(account)
    return _first_line(str(error))


def _trust(account: Account, causes: tuple[BaseException, ...]) -> str:  # noqa: ARG001
    error = _find(causes, NoTrust)
    return f"{error}: name the file that has the authority's certificate" if error else ""


def _sign_in(account: Account, causes: tuple[BaseException, ...]) -> str:  # noqa: ARG001
    if refused := _find(causes, SignInRefused):
        return str(refused)
    if away := _find(causes, SignInAway):
        return f"no access token can be had: {away}"
    return ""


def _certificate(account: Account, causes: tuple[BaseException, ...]) -> str:
    error = _find(causes, ssl.SSLCertVerificationError)
    if error is None:
        return ""
    host = account.host
    match error.verify_code:  # OpenSSL's X509_V_ERR_…
        case 62 | 64:
            return (
                f"the certificate at {host} is for another name: set host to the name that the "
                "certificate has (the mail server's own, as its operator gives it)"
            )
        case 10:
            return f"the certificate of {host} has expired: its operator must renew it"
        case 9:
            return f"the certificate of {host} is not valid yet: is this machine's clock right?"
    return (
        f"the certificate of {host} is signed by nobody that this machine trusts: if the server is "
        "your own, set ca_file to its authority's certificate"
    )


def _line(account: Account, causes: tuple[BaseException, ...]) -> str:
    """Names, ports and locks."""
    host, port = account.host, account.port
    if _find(causes, socket.gaierror):
        return f"there is no server of the name {host}: look for a slip in host (or is DNS away?)"
    if _find(causes, ConnectionRefusedError):
        return (
            f"nobody listens at {host}, port {port}: is the server running, and is that its port? "
            f'Usual is {_usual_port(account)} for security = "{account.security}"'
        )
    if _find(causes, ssl.SSLError):
        return (
            f"the server at {host}, port {port}, does not speak TLS from the first byte: set "
            f'security = "starttls", or the port for TLS, {_port(account, Security.TLS)}'
        )
    if _find(causes, TimeoutError) or any(_TIME.search(str(each)) for each in causes):
        return _no_answer(account)
    return ""


def _no_answer(account: Account) -> str:
    host, port = account.host, account.port
    if account.security is not Security.TLS and port in (465, 993):
        return (
            f"{host} says nothing at port {port}, which is for TLS from the first byte: "
            'set security = "tls"'
        )
    if account.security is not Security.TLS:
        return (
            f"{host}, port {port}, says nothing: is a firewall in between, or the port another "
            'one? If it is for TLS from the first byte, set security = "tls"'
        )
    return (
        f"{host}, port {port}, does not answer in time: is a firewall in between, or the port "
        "another one?"
    )


def _another_kind(account: Account) -> str:
    kind = "reading mail (IMAP)" if isinstance(account, ImapAccount) else "sending mail (SMTP)"
    return (
        f"the server at {account.host}, port {account.port}, is not one for {kind}: is it the port "
        f"of another table? Usual is {_usual_port(account)}"
    )


def _password(account: Account) -> str:
    who = f"{account.host} does not take the password of {account.user}"
    provider = provider_of(account)
    if account.token is not None:
        return (
            f"{account.host} does not take the access token of {account.user}: was it this mailbox "
            f"whose owner signed in, and with these permissions? {_switch(provider)}"
        ).strip()
    if provider is not None and provider.only_oauth:
        return f"{who}: {provider.title} takes no passwords; use oauth (docs/mail.md says how)"
    if provider is not None and provider.app_word:
        return (
            f"{who}: {provider.title} wants a password made for programs here, not the usual one: "
            f"{provider.app_word}"
        )
    return f"{who}: look at user and password; some providers want a password made for programs"


def _app_password(account: Account) -> str:
    provider = provider_of(account)
    how = provider.app_word if provider is not None else ""
    return (
        f"{account.host} takes no usual password of {account.user} from a program: "
        f"{how or 'make an app password at the provider, and use it here'}"
    )


def _switched_off(account: Account) -> str:
    what = "IMAP" if isinstance(account, ImapAccount) else "SMTP with a login"
    provider = provider_of(account)
    return (
        f"{what} is switched off for {account.user} at {account.host}: "
        f"{_switch(provider) or 'switch it on in the settings of the mailbox'}"
    )


def _needs_lock(account: Account) -> str:
    return (
        f'{account.host} takes no login over an open line: set security = "tls" '
        f'(port {_port(account, Security.TLS)}) or "starttls" '
        f"(port {_port(account, Security.STARTTLS)})"
    )


def _no_starttls(account: Account) -> str:
    return (
        f'{account.host}, port {account.port}, offers no STARTTLS: set security = "tls" and its '
        f"port, {_port(account, Security.TLS)}"
    )


def _no_login(account: Account) -> str:
    if account.security is Security.PLAIN:
        return _needs_lock(account)
    return (
        f"{account.host}, port {account.port}, offers no login that this program knows: use the "
        f"port for submission ({_port(account, Security.STARTTLS)} or "
        f"{_port(account, Security.TLS)}), or leave user out if none is needed"
    )


_TIME = re.compile(r"timed out|no answer in", re.IGNORECASE)
#: Sentences of servers, by what they mean; the first that fits counts.
_MEANING: tuple[tuple[Callable[[Account], str], tuple[str, ...]], ...] = (
    (
        _another_kind,
        (
            r"unexpected response: b'(220|\+OK|HTTP|SSH)",
            r"Malformed SMTP response line: (\*|\+OK|HTTP|SSH)",
        ),
    ),
    (
        _app_password,
        (r"application-specific password", r"5\.7\.9\b", r"web login required", r"WEBALERT"),
    ),
    (
        _switched_off,
        (
            r"not enabled for imap",
            r"imap (access |use )?(is )?(disabled|switched off|not enabled)",
            r"authenticated but not connected",
            r"SmtpClientAuthentication is disabled",
        ),
    ),
    (
        _needs_lock,
        (
            r"PRIVACYREQUIRED",
            r"LOGINDISABLED",
            r"plaintext authentication (disallowed|not allowed)",
            r"must issue a STARTTLS",
            r"encryption required",
        ),
    ),
    (_no_starttls, (r"STARTTLS.*not supported", r"not support STARTTLS", r"STARTTLS capability")),
    (_no_login, (r"AUTH extension (is )?not supported", r"No suitable authentication")),
    (
        _password,
        (
            r"AUTHENTICATIONFAILED",
            r"AUTHORIZATIONFAILED",
            r"invalid credentials",
            r"\b53[45]\b",
            r"(auth\w*|login) fail",
            r"username and password not accepted",
        ),
    ),
)
_WORDS = tuple(
    (re.compile("|".join(patterns), re.IGNORECASE), explain) for explain, patterns in _MEANING
)


def provider_of(account: Account) -> Provider | None:
    """The provider that the config names, or whose host this is."""
    if account.provider:
        return PROVIDERS[account.provider]
    hosts = ((each, each.imap["host"], each.smtp["host"]) for each in PROVIDERS.values())
    return next((each for each, *names in hosts if account.host in names), None)


def _switch(provider: Provider | None) -> str:
    return provider.switch if provider is not None else ""


def _usual_port(account: Account) -> int:
    return _port(account, account.security)


def _port(account: Account, security: Security) -> int:
    imap = {Security.TLS: 993, Security.STARTTLS: 143, Security.PLAIN: 143}
    smtp = {Security.TLS: 465, Security.STARTTLS: 587, Security.PLAIN: 25}
    return (imap if isinstance(account, ImapAccount) else smtp)[security]


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what lies behind it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _find(causes: tuple[BaseException, ...], kind: type[E]) -> E | None:
    return next((each for each in causes if isinstance(each, kind)), None)


def _first_line(text: str) -> str:
    return " ".join(text.split())[:300]
