"""How a mail server is reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbot.accounts import ImapAccount, Security, SmtpAccount, imap_account, smtp_account
from mailbot.config import ImapConfig, SmtpConfig
from mailbot.errors import ConfigError

HERE = Path("/etc/mailbot")


def test_a_plain_line_stays_on_this_machine() -> None:
    for host in ("127.0.0.1", "::1", "localhost"):
        ImapAccount(host=host, port=143, security=Security.PLAIN)
    with pytest.raises(ConfigError, match='use "tls" or "starttls"'):
        ImapAccount(host="mail.example.org", port=143, security=Security.PLAIN)
    ImapAccount(host="mail.example.org", port=143, security=Security.PLAIN, plain_anywhere=True)


def test_a_user_has_a_password_or_a_token_and_not_both() -> None:
    with pytest.raises(ConfigError, match="either a password or a token"):
        SmtpAccount(host="mail.example.org", port=465, user="games")
    with pytest.raises(ConfigError, match="either a password or a token"):
        SmtpAccount(host="mail.example.org", port=465, user="a", password="b", token=lambda: "c")
    with pytest.raises(ConfigError, match="needs a user"):
        SmtpAccount(host="mail.example.org", port=465, password="b")


def test_secrets_do_not_show() -> None:
    account = ImapAccount(host="mail.example.org", port=993, user="games", password="hush")
    assert "hush" not in repr(account)


@pytest.mark.parametrize(("security", "imap", "smtp"), [("tls", 993, 465), ("starttls", 143, 587)])
def test_ports_follow_from_the_lock(security: str, imap: int, smtp: int) -> None:
    incoming = ImapConfig(host="mail.example.org", user="games", password="x", security=security)
    outgoing = SmtpConfig(host="mail.example.org", sender="games@example.org", security=security)
    assert imap_account(incoming, HERE).port == imap
    assert smtp_account(outgoing, HERE).port == smtp


def test_the_config_says_who_and_where() -> None:
    config = SmtpConfig(
        host="mail.example.org", sender="games@example.org", user="games", password="x", port=2525
    )
    account = smtp_account(config, HERE)
    assert (account.user, account.port, account.hello) == ("games", 2525, "example.org")
    assert account.ca_file is None


def test_a_certificate_file_is_looked_for_beside_the_config() -> None:
    config = ImapConfig(host="mail.example.org", user="games", password="x", ca_file="our-ca.pem")
    assert imap_account(config, HERE).ca_file == HERE / "our-ca.pem"
