"""The post office of the demonstration, with the service's own mailbox and transport."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailbot.clock import HandClock
from mailbot.demo.server import DemoPost
from mailbot.inbound.mailbox import Arrived, ImapMailbox, LoginRefused, MailboxLost
from mailbot.outbox.retry import Outcome, Step
from mailbot.outbox.transport import SmtpTransport

BOT, ANN, BOB = "games@example.org", "ann@example.net", "bob@example.net"
START = datetime(2031, 5, 1, 20, tzinfo=UTC)


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


@pytest.fixture
def post(clock: HandClock) -> Iterator[DemoPost]:
    with DemoPost({BOT: "b", ANN: "a", BOB: "o"}, clock.now) as running:
        yield running


def mail(post: DemoPost, to: str, *texts: str, sender: str = ANN) -> list[Outcome]:
    async def go() -> list[Outcome]:
        async with SmtpTransport(post.smtp_account(sender)) as transport:
            letters = [(number, sender, to, text.encode()) for number, text in enumerate(texts)]
            return [outcome async for _, outcome in transport.send(letters)]

    return asyncio.run(go())


def read(box: ImapMailbox) -> list[Arrived]:
    return [one for _, batch in box.fetch_new(None) for one in batch]


def test_a_letter_goes_by_smtp_and_comes_by_imap(post: DemoPost) -> None:
    assert mail(post, BOT, "Subject: orders\n\n.hold\n")[0].accepted
    with closing(ImapMailbox(post.imap_account(BOT), post._now)) as box:
        (letter,) = read(box)
    assert letter.raw.endswith(b"Subject: orders\r\n\r\n.hold\r\n")
    assert letter.raw.startswith(b"Return-Path: <ann@example.net>\r\nDelivered-To: games@")


def test_letters_are_stamped_with_the_time_of_the_given_clock(
    post: DemoPost, clock: HandClock
) -> None:
    mail(post, BOT, "Subject: 1\n\n")
    clock.advance(timedelta(days=7))
    mail(post, BOT, "Subject: 2\n\n")
    with closing(ImapMailbox(post.imap_account(BOT), clock.now)) as box:
        assert [one.received - START for one in read(box)] == [timedelta(0), timedelta(days=7)]


def test_every_letter_to_an_address_is_kept_for_show(post: DemoPost) -> None:
    mail(post, BOT, "Subject: 1\n\n", "Subject: 2\n\n")
    with closing(ImapMailbox(post.imap_account(BOT), post._now)) as box:
        letters = read(box)
        box.settle(letters[0].uid_validity, {"Processed": [one.uid for one in letters]})
        assert read(box) == []
    assert [raw.split()[-1] for raw in post.letters(BOT)] == [b"1", b"2"]
    assert post.letters(ANN) == []


def test_the_detail_of_an_address_stays_on_the_letter(post: DemoPost) -> None:
    mail(post, "Games+reef.3.xyz@example.org", "Subject: 1\n\n")
    assert b"Delivered-To: Games+reef.3.xyz@example.org\r\n" in post.letters(BOT)[0]


def test_an_address_that_nobody_has_is_refused_and_the_next_letter_goes(post: DemoPost) -> None:
    (lost,) = mail(post, "nobody@example.org", "Subject: 1\n\n")
    assert (lost.step, lost.code) == (Step.RCPT, 550)
    assert mail(post, BOB, "Subject: 2\n\n")[0].accepted


def test_a_letter_wakes_an_idling_mailbox(post: DemoPost) -> None:
    with closing(ImapMailbox(post.imap_account(BOT), post._now)) as box:
        read(box)
        timer = threading.Timer(0.2, mail, (post, BOT, "Subject: 1\n\n"))
        timer.start()
        began = time.monotonic()
        assert box.wait(20)
        assert time.monotonic() - began < 10
        timer.join()
        assert len(read(box)) == 1


def test_a_wrong_password_opens_nothing(post: DemoPost) -> None:
    wrong = replace(post.imap_account(BOT), password="x")
    with closing(ImapMailbox(wrong, post._now)) as box, pytest.raises(LoginRefused):
        read(box)


def test_a_hundred_mailboxes_open_at_once(clock: HandClock) -> None:
    users = {f"player{number}@example.net": "pw" for number in range(100)}
    began = time.monotonic()
    with DemoPost(users | {BOT: "b"}, clock.now) as post:
        assert time.monotonic() - began < 5
        assert mail(post, "player99@example.net", "Subject: 1\n\n", sender=BOT)[0].accepted
        assert len(post.letters("player99@example.net")) == 1


def test_without_login_nothing_is_taken(post: DemoPost) -> None:
    account = replace(post.smtp_account(ANN), user=None, password=None)

    async def go() -> list[Outcome]:
        async with SmtpTransport(account) as transport:
            letters = [(1, ANN, BOT, b"Subject: 1\r\n\r\n")]
            return [outcome async for _, outcome in transport.send(letters)]

    (outcome,) = asyncio.run(go())
    assert (outcome.step, outcome.code) == (Step.MAIL, 530)
    assert post.letters(BOT) == []


def test_closing_the_office_ends_the_line_of_who_still_waits(clock: HandClock) -> None:
    with DemoPost({BOT: "b"}, clock.now) as post:
        box = ImapMailbox(post.imap_account(BOT), clock.now)
        read(box)
    with closing(box), pytest.raises(MailboxLost):
        box.wait(10)
