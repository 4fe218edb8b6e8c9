"""`mailbot check` says of a mail account what is wrong and what would help (FEAT-G10)."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from tests.cli.conftest import Mailbot
from tests.helpers import relay as relays
from tests.helpers import token_server
from tests.helpers.certificate import write_certificate
from tests.helpers.relay import Relay
from tests.helpers.scripted_imap import Script, playing
from tests.helpers.servers import Dovecot, Postfix, free_port
from tests.helpers.token_server import Provider

BOT = "bot@game.test"
Check = Callable[..., str]


@pytest.fixture
def check(mailbot: Mailbot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """What is found of an account with these settings."""
    monkeypatch.setattr("mailbot.cli.accounts.PATIENCE", 3.0)

    def call(kind: str, **settings: object) -> str:
        table = {"user": BOT, "password": "secret", "host": "127.0.0.1", **settings}
        if kind == "smtp":
            table["sender"] = BOT
        lines = [f"{key} = {_toml(value)}" for key, value in table.items() if value is not None]
        text = "\n".join(['[service]\nname = "Harbour"', f"[{kind}]", *lines])
        (folder / "config.toml").write_text(text)
        done = mailbot("check")
        assert "Traceback" not in done.err
        name = "mailbox (IMAP)" if kind == "imap" else "mail server (SMTP)"
        (line,) = (line for line in done.out.splitlines() if f" {name}" in line)
        assert done.code == (1 if "WRONG" in done.out else 0)
        return line

    return call


def _toml(value: object) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


@pytest.fixture
def bot(dovecot: Dovecot) -> Dovecot:
    dovecot.add_user(BOT)
    return dovecot


def at(server: Dovecot, **changes: object) -> dict[str, object]:
    plain: dict[str, object] = {"host": "localhost", "port": server.imap_port, "security": "plain"}
    return {**plain, "ca_file": server.ca_file, **changes}


# A real Dovecot and Postfix.


@pytest.mark.servers
@pytest.mark.parametrize("security", ["tls", "starttls", "plain"])
def test_a_good_mailbox_is_ok(bot: Dovecot, check: Check, security: str) -> None:
    port = bot.imaps_port if security == "tls" else bot.imap_port
    assert check("imap", **at(bot, security=security, port=port)).startswith("ok")


@pytest.mark.servers
def test_a_wrong_password_is_named(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, password="wrong"))
    assert "localhost does not take the password of bot@game.test: look at user and" in said
    assert "wrong" not in said.replace("WRONG", "")


@pytest.mark.servers
def test_a_provider_with_app_passwords_is_known_by_the_config(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, password="usual", provider="gmail"))
    assert "Gmail wants a password made for programs" in said
    assert "2-step verification" in said


@pytest.mark.servers
def test_a_missing_folder_is_named_with_those_that_there_are(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, folder="Orders"))
    assert "the folder Orders cannot be opened; there are: INBOX" in said


@pytest.mark.servers
def test_tls_at_a_plain_port_is_named(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, security="tls"))
    assert 'does not speak TLS from the first byte: set security = "starttls"' in said


@pytest.mark.servers
def test_a_certificate_of_nobody_known_is_named(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, security="starttls", ca_file=None))
    assert "signed by nobody that this machine trusts" in said
    assert "ca_file" in said


@pytest.mark.servers
def test_a_good_relay_is_ok_and_a_wrong_password_named(
    bot: Dovecot, postfix: Postfix, check: Check
) -> None:
    account = {"host": "localhost", "port": postfix.port, "ca_file": postfix.ca_file}
    assert check("smtp", **account).startswith("ok")
    assert "does not take the password" in check("smtp", **account, password="wrong")


@pytest.mark.servers
def test_a_login_over_an_open_line_is_named(bot: Dovecot, postfix: Postfix, check: Check) -> None:
    said = check("smtp", host="localhost", port=postfix.port, security="plain")
    assert 'takes no login over an open line: set security = "tls" (port 465)' in said


@pytest.mark.servers
def test_starttls_spoken_to_a_port_for_tls_is_named(bot: Dovecot, check: Check) -> None:
    said = check("imap", **at(bot, security="starttls", port=bot.imaps_port))
    assert 'If it is for TLS from the first byte, set security = "tls"' in said


@pytest.mark.servers
def test_the_port_of_the_other_server_is_named(
    bot: Dovecot, postfix: Postfix, check: Check
) -> None:
    for kind, port in (("imap", postfix.port), ("smtp", bot.imap_port)):
        said = check(kind, host="localhost", port=port, security="plain")
        assert "is it the port of another table?" in said


@pytest.mark.parametrize("kind", ["imap", "smtp"])
@pytest.mark.parametrize(
    ("content", "said"), [(None, "No such file"), ("no certificate", "holds no certificate")]
)
def test_a_file_of_an_authority_that_is_none_is_named(
    check: Check, tmp_path: Path, kind: str, content: str | None, said: str
) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_text(content)
    with playing(Script()) as port:
        found = check(
            kind, port=port, security="tls" if kind == "imap" else "starttls", ca_file=file
        )
    assert f"ca_file {file}: {said}" in found


# Certificates.


@contextmanager
def greeting(folder: Path, host: str, ends: timedelta) -> Iterator[int]:
    """A server with this certificate, its own authority; its port."""
    certificate, key = write_certificate(folder, host, ends)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def shake() -> None:
            with suppress(OSError):
                link, _ = server.accept()
                with link, suppress(ssl.SSLError):
                    context.wrap_socket(link, server_side=True).close()

        thread = threading.Thread(target=shake)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


@pytest.mark.parametrize("kind", ["imap", "smtp"])
@pytest.mark.parametrize(
    ("host", "days", "said"),
    [
        ("mail.example.org", 1, "is for another name: set host to the name"),
        ("localhost", -1, "the certificate of localhost has expired"),
    ],
)
def test_a_certificate_that_does_not_fit_is_named(
    check: Check, tmp_path: Path, kind: str, host: str, days: int, said: str
) -> None:
    with greeting(tmp_path, host, timedelta(days=days)) as port:
        ca_file = tmp_path / "cert.pem"
        found = check(kind, host="localhost", port=port, security="tls", ca_file=ca_file)
    assert said in found


# The line.


@pytest.mark.parametrize("kind", ["imap", "smtp"])
def test_a_host_that_does_not_exist_is_named(check: Check, kind: str) -> None:
    said = check(kind, host="imap.nowhere.invalid", security="tls")
    assert "there is no server of the name imap.nowhere.invalid" in said


@pytest.mark.parametrize("kind", ["imap", "smtp"])
def test_a_port_where_nobody_listens_is_named(check: Check, kind: str) -> None:
    said = check(kind, port=free_port(), security="plain")
    assert "nobody listens at 127.0.0.1, port" in said


@pytest.mark.parametrize("kind", ["imap", "smtp"])
def test_a_server_that_does_not_answer_is_named(
    check: Check, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr("mailbot.cli.accounts.PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        said = check(kind, port=mute.getsockname()[1], security="plain")
    assert "says nothing: is a firewall in between" in said


# What providers say.


@pytest.mark.parametrize(
    ("provider", "answer", "said"),
    [
        (
            "gmail",
            b" NO [ALERT] Application-specific password required (Failure)\r\n",
            "takes no usual password of bot@game.test from a program",
        ),
        (
            "gmail",
            b" NO [ALERT] Your account is not enabled for IMAP use.\r\n",
            "IMAP is switched off for bot@game.test",
        ),
        (
            "fastmail",
            b" NO [AUTHENTICATIONFAILED] Incorrect username, password or access token\r\n",
            "Fastmail wants a password made for programs",
        ),
        (
            "local",
            b" NO [PRIVACYREQUIRED] Plaintext authentication disallowed\r\n",
            'takes no login over an open line: set security = "tls" (port 993)',
        ),
        ("local", b" NO [UNAVAILABLE] The weather is bad\r\n", "The weather is bad"),
    ],
)
def test_what_an_imap_server_says_is_put_into_plain_words(
    check: Check, provider: str, answer: bytes, said: str
) -> None:
    script = Script(answers={b"LOGIN": lambda talk, tag, _: talk.say(tag + answer)})
    with playing(script) as port:
        assert said in check("imap", port=port, security="plain", provider=provider)


def test_a_server_without_starttls_is_named(check: Check) -> None:
    with playing(Script()) as port:
        said = check("imap", port=port, security="starttls")
    assert 'offers no STARTTLS: set security = "tls"' in said


@contextmanager
def relaying(relay: Relay) -> Iterator[int]:
    """The relay, in a thread of its own."""
    loop = asyncio.new_event_loop()
    started, stop = threading.Event(), asyncio.Event()

    async def run() -> None:
        async with relays.running(relay):
            started.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    started.wait()
    try:
        yield relay.port
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


@pytest.mark.parametrize(
    ("provider", "refusal", "said"),
    [
        (
            "gmail",
            "534 5.7.9 Application-specific password required",
            "takes no usual password of bot@game.test from a program: turn on 2-step",
        ),
        ("gmail", "535 5.7.8 Username and Password not accepted", "Gmail wants a password made"),
        (
            "local",
            "535 5.7.139 SmtpClientAuthentication is disabled for the Tenant.",
            "SMTP with a login is switched off for bot@game.test",
        ),
    ],
)
def test_what_an_smtp_server_says_is_put_into_plain_words(
    check: Check, provider: str, refusal: str, said: str
) -> None:
    with relaying(Relay(refusal=refusal)) as port:
        assert said in check("smtp", port=port, security="plain", provider=provider)


def test_a_relay_without_starttls_is_named(check: Check) -> None:
    with relaying(Relay()) as port:
        said = check("smtp", port=port, security="starttls")
    assert 'offers no STARTTLS: set security = "tls"' in said


# Signing in.


def test_who_has_not_signed_in_yet_is_told_before_a_server_is_asked(
    mailbot: Mailbot, folder: Path
) -> None:
    (folder / "config.toml").write_text(
        '[service]\nname = "x"\n[oauth.post]\nprovider = "gmail"\nclient_id = "game"\n'
        f'[imap]\nprovider = "gmail"\nuser = "{BOT}"\noauth = "post"\n'
    )
    done = mailbot("check")
    assert "table [oauth.post]: nobody has signed in yet: `mailbot oauth post` does it" in done.out
    assert "mailbox (IMAP)" not in done.out


def test_signing_in_once_is_all_that_is_needed(mailbot: Mailbot, folder: Path) -> None:
    """(FEAT-G10)"""
    with token_server.running(Provider()) as provider:
        (folder / "config.toml").write_text(
            '[service]\nname = "x"\n[oauth.post]\nclient_id = "game"\nclient_secret = "s3cret"\n'
            f'token_url = "{provider.url}/token"\ndevice_url = "{provider.url}/device"\n'
        )
        done = mailbot("oauth", "--json")
    assert done.code == 0
    assert "ABCD-EFGH" in done.err
    kept = Path(done.json["token_file"])
    assert kept.read_text().strip() in provider.granted
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "ok      table [oauth.post]" in mailbot("check").out
    assert "there are: post" in mailbot("oauth", "pots").trouble


def test_a_server_that_takes_no_envelope_sender_of_its_own_for_each_letter_is_named(
    check: Check,
) -> None:
    """(MAIL-O3)"""
    with relaying(Relay(mail=["550 5.7.60 not allowed to send as this sender"])) as port:
        said = check("smtp", port=port, security="plain", user="", password=None)
    assert "does not let us send as bot+aaaaaaaaaaaaa." in said
    assert "set verp = false under [smtp]" in said
