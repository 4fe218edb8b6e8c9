"""How bad the news about a letter is (MAIL-O8)."""

from __future__ import annotations

import pytest

from mailbot.mail.grades import Grade, grade, status_in


@pytest.mark.parametrize(
    "words",
    [
        "550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown",
        "550-5.1.1 The email account that you tried to reach does not exist.",
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup",
        "550 5.4.1 Recipient address rejected: Access denied. [NAM02]",
        "550 5.2.1 The email account that you tried to reach is disabled",
        "550 5.5.0 Requested action not taken: mailbox unavailable",
        "5.4.4 Host or domain name not found. Name service error: Host not found",
        "554 delivery error: dd This user doesn't have a yahoo.example account (anna) [0]",
        "550 No such user here",
        "550 5.7.1 <anna@example.org>: Recipient address rejected: User unknown",
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "Sorry, I couldn't find any host named exampel.org. (#5.1.2)",
        "User anna (anna@example.org) not listed in Domino Directory",
        "all relevant MX records point to non-existent hosts: Unrouteable address",
        "Der Empfänger anna@example.org wurde nicht gefunden",
    ],
)
def test_a_mailbox_that_does_not_exist_is_hard(words: str) -> None:
    assert grade(words) is Grade.HARD


@pytest.mark.parametrize(
    "words",
    [
        "552 5.2.2 The email account that you tried to reach is over quota",
        "452 4.2.2 mailbox full",
        "550 Mailbox is full",
        "552 5.3.4 Message size exceeds fixed limit",
        "550 5.7.1 Our system has detected that this message is likely unsolicited mail",
        "550 5.7.26 This mail is unauthenticated: SPF did not pass",
        "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example",
        "550 5.1.1 192.0.2.1 is listed at spamhaus",
        "550 5.1.8 sender address rejected: domain not found",
        "550 5.4.6 Routing loop detected",
        "4.4.7 Message expired: retry timeout exceeded",
        "550 Rejected",
        "5.0.0 something else",
    ],
)
def test_what_may_pass_or_is_no_fault_of_the_address_is_soft(words: str) -> None:
    assert grade(words) is Grade.SOFT


@pytest.mark.parametrize(
    "words",
    [
        "Warning: message delayed 4 hours",
        "Your message has not been delivered yet; we will keep trying for 5 days",
    ],
)
def test_what_is_still_tried_is_a_delay(words: str) -> None:
    assert grade(words) is Grade.DELAY


@pytest.mark.parametrize("words", ["", "Thank you for your letter!", "I am on holiday in Agnes."])
def test_other_words_say_nothing(words: str) -> None:
    assert grade(words) is Grade.UNKNOWN


@pytest.mark.parametrize(
    ("action", "status", "found"),
    [
        ("failed", "5.1.1", Grade.HARD),
        ("failed", "5.1.1 (bad destination mailbox address)", Grade.HARD),
        ("failed", "5.2.2", Grade.SOFT),
        ("failed", "5.0.0", Grade.SOFT),
        ("failed", "4.4.1", Grade.SOFT),
        ("delayed", "4.4.1", Grade.DELAY),
        ("delayed", "5.1.1", Grade.DELAY),
        ("delivered", "2.0.0", Grade.UNKNOWN),
        ("relayed", "5.1.1", Grade.UNKNOWN),
        ("", "2.1.5", Grade.UNKNOWN),
    ],
)
def test_a_report_says_what_was_done(action: str, status: str, found: Grade) -> None:
    assert grade("", status, action) is found


def test_what_the_other_server_said_outweighs_the_code_of_the_report() -> None:
    """Sendmail reports 5.1.1 for whatever is said against a recipient."""
    assert grade("552 5.2.2 over quota", "5.1.1", "failed") is Grade.SOFT


def test_a_code_that_says_something_goes_before_one_that_does_not() -> None:
    assert status_in("5.0.0 550 5.1.1 unknown") == "5.1.1"
    assert status_in("192.0.2.5.1.1") == ""
