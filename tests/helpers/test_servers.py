"""The servers that other tests lean on."""

from __future__ import annotations

import smtplib

import pytest
from sqlalchemy import create_engine, text

from tests.helpers import servers
from tests.helpers.servers import Dovecot

pytestmark = pytest.mark.servers


def test_postgres_answers(postgres_url: str) -> None:
    engine = create_engine(postgres_url)
    with engine.connect() as connection:
        assert connection.scalar(text("select 6 * 7")) == 42
    engine.dispose()


def test_a_delivered_letter_lies_in_the_mailbox(dovecot: Dovecot) -> None:
    dovecot.add_user("Una@game.test")
    dovecot.deliver("una+reef@game.test", b"Subject: 1\r\n\r\n")
    (letter,) = dovecot.letters("una@game.test")
    assert letter.endswith(b"Subject: 1\r\n\r\n")


def test_a_letter_to_nobody_is_refused(dovecot: Dovecot) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        dovecot.deliver("stranger@game.test", b"Subject: 1\r\n\r\n")


@pytest.mark.parametrize(
    ("ci", "end"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_a_missing_program_fails_in_ci_and_is_loudly_skipped_elsewhere(
    ci: str, end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(end, match="no program `no-such-server`"):
        servers.need("no-such-server")
