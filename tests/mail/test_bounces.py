"""Bounces as the common mail servers write them (MAIL-N1, MAIL-O8)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.mail.bounces import Bounce, read_bounce
from mailbot.mail.grades import Grade

ID = "<sheet.pent.4.zane.aaaaaaaaaaaaaaaaaaaaaaaaaa@game.test>"

POSTFIX = f"""\
Return-Path: <>
From: MAILER-DAEMON@mx.game.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.game.test.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.game.test

Final-Recipient: rfc822; zane@example.net
Original-Recipient: rfc822;Zane@game.test
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <zane@example.net>: unknown

--b
Content-Type: text/rfc822-headers

From: Harbour Games <games@game.test>
Message-ID: {ID}
Subject: Turn 4

--b--
"""

QMAIL = f"""\
From: MAILER-DAEMON@mx.example.net
To: games@game.test
Subject: failure notice

Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.

<zane@example.net>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <games@game.test>
From: Harbour Games <games@game.test>
Message-ID: {ID}
Subject: your ships are over quota
"""

EXIM = f"""\
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
X-Failed-Recipients: zane@game.test
Auto-Submitted: auto-replied
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  zane@game.test
    Unrouteable address

------ This is a copy of the message, including all the headers. ------

Message-ID: {ID}

mailbox full
"""

EXCHANGE = f"""\
From: System Administrator <postmaster@example.net>
Subject: Undeliverable: Turn 4
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

Your message did not reach some or all of the intended recipients.

      Subject:  Turn 4
      Sent:     01.12.2025 12:00

The following recipient(s) could not be reached:

      zane@game.test on 01.12.2025 12:01
            The e-mail account does not exist at the organization this message was sent to.

--b
Content-Type: message/rfc822

Message-ID: {ID}
Subject: Turn 4

orders
--b--
"""

NOTES = f"""\
From: Mail Router <postmaster@example.net>
Subject: DELIVERY FAILURE: User zane (zane@game.test) not listed in Domino Directory
Content-Type: text/plain

Your message

  Subject: Turn 4

was not delivered to:

  zane@game.test

because:

  User zane (zane@game.test) not listed in Domino Directory

------- Returned Message --------
Message-ID: {ID}
"""

SENDMAIL_WARNS = f"""\
From: Mail Delivery Subsystem <MAILER-DAEMON@example.net>
Subject: Warning: could not send message for past 4 hours
Content-Type: text/plain

    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **

<zane@game.test>... Deferred: Connection refused

Message-ID: {ID}
"""

GMAIL_FULL = POSTFIX.replace("5.1.1", "5.2.2").replace("unknown", "over quota")


def only(text: str) -> Bounce:
    found = read_bounce(text.replace("\n", "\r\n").encode())
    assert found is not None
    assert len(found.reports) == 1
    return found


@pytest.mark.parametrize(
    ("letter", "grade"),
    [
        (POSTFIX, Grade.HARD),
        (QMAIL, Grade.HARD),
        (EXIM, Grade.HARD),
        (EXCHANGE, Grade.HARD),
        (NOTES, Grade.HARD),
        (GMAIL_FULL, Grade.SOFT),
        (SENDMAIL_WARNS, Grade.DELAY),
    ],
    ids=["postfix", "qmail", "exim", "exchange", "notes", "full", "warning"],
)
def test_each_tells_how_bad_it_is_and_which_letter_it_means(letter: str, grade: Grade) -> None:
    bounce = only(letter)
    assert bounce.reports[0].grade is grade
    assert bounce.message_ids == (ID,)


def test_a_report_names_where_the_letter_went_and_where_it_was_meant_to_go() -> None:
    (report,) = only(POSTFIX).reports
    assert report.recipients == ("zane@example.net", "zane@game.test")
    assert report.said == "5.1.1 550 5.1.1 <zane@example.net>: unknown"


def test_the_failed_recipients_of_the_header_are_named() -> None:
    assert only(EXIM).reports[0].recipients == ("zane@game.test",)


def test_a_delay_is_told_by_the_action() -> None:
    delayed = POSTFIX.replace("Action: failed", "Action: delayed")
    assert only(delayed).reports[0].grade is Grade.DELAY


def test_a_report_of_success_is_no_bounce() -> None:
    delivered = POSTFIX.replace("Action: failed", "Action: delivered")
    assert read_bounce(delivered.encode()) is None


@pytest.mark.parametrize(
    "letter",
    [
        "From: zane@game.test\nSubject: Away\n\nThis mailbox does not exist any more. Goodbye!\n",
        "From: zane@game.test\nAuto-Submitted: auto-replied\n\nNo such user here until Monday.\n",
        "From: postmaster@example.net\nSubject: Hello\n\nWe have moved to a new building.\n",
        "From: challenge@example.net\n\nPlease confirm that you are human: unknown address.\n",
        "",
    ],
)
def test_words_of_anybody_else_are_no_bounce(letter: str) -> None:
    """Neither vacations nor challenges."""
    assert read_bounce(letter.encode()) is None


def test_what_the_returned_letter_says_counts_for_nothing() -> None:
    said = "From: postmaster@example.net\n\nHello\n\nReceived: from x\n\nno such user\n"
    assert read_bounce(said.encode()) is None


@given(st.binary(max_size=300), st.sampled_from([POSTFIX, QMAIL, EXCHANGE]), st.integers(0, 900))
def test_no_letter_breaks_the_reader(noise: bytes, letter: str, place: int) -> None:
    raw = letter.encode()
    read_bounce(raw[:place] + noise + raw[place:])


@pytest.mark.parametrize(
    "flood", [b"user " * 200_000, b"-" * 900_000, b"> Message-ID: <a\n" * 50_000, b"\n" * 900_000]
)
def test_a_huge_one_takes_no_time(flood: bytes) -> None:
    begin = time.process_time()
    read_bounce(b"From: mailer-daemon@example.net\n\n" + flood)
    report = b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: "
    read_bounce(report + b"message/delivery-status\n\n" + flood + b"\n--b--\n")
    assert time.process_time() - begin < 2
