"""Through a real Postfix into a real Dovecot and out of it again."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mailbot.inbound.mailbox import Arrived, ImapMailbox
from mailbot.outbox.retry import History, Outcome, Step, Verdict, decide
from mailbot.outbox.transport import SmtpTransport
from tests.helpers.servers import Dovecot, Postfix

pytestmark = pytest.mark.servers

GAMES, ANN = "games@game.test", "ann@game.test"


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def players(dovecot: Dovecot) -> Dovecot:
    dovecot.add_users({GAMES: "secret", ANN: "secret"})
    for address in (GAMES, ANN):
        with dovecot.client(address) as client:
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()
    return dovecot


async def send(
    postfix: Postfix, *to: str, password: str = "secret", sender: str = GAMES
) -> list[Outcome]:
    letters = [
        (number, sender, address, b"Subject: sheet %d\r\n\r\nhold\r\n" % number)
        for number, address in enumerate(to)
    ]
    async with SmtpTransport(postfix.account(GAMES, password)) as transport:
        return [outcome async for _, outcome in transport.send(letters)]


def await_letters(box: ImapMailbox, number: int) -> list[Arrived]:
    """What lies there once it is enough, or after 20 seconds."""
    deadline = time.monotonic() + 20
    while True:
        letters = [one for _, batch in box.fetch_new(None) for one in batch]
        if len(letters) >= number or time.monotonic() > deadline:
            return letters
        box.wait(1)


async def test_sheets_reach_the_player_over_a_locked_line(
    players: Dovecot, postfix: Postfix
) -> None:
    outcomes = await send(postfix, *[ANN] * 5)
    assert all(outcome.accepted for outcome in outcomes)
    with closing(ImapMailbox(players.account(ANN), now)) as box:
        letters = await_letters(box, 5)
    subjects = {one.raw.split(b"Subject: ")[1].split(b"\r\n")[0] for one in letters}
    assert subjects == {b"sheet %d" % number for number in range(5)}


async def test_the_detail_of_an_address_arrives_with_the_letter(
    players: Dovecot, postfix: Postfix
) -> None:
    """(MAIL-S2)"""
    await send(postfix, "ann+reef.3.key@game.test")
    with closing(ImapMailbox(players.account(ANN), now)) as box:
        (letter,) = await_letters(box, 1)
    assert b"Delivered-To: ann+reef.3.key@game.test" in letter.raw


async def test_a_real_no_and_a_real_not_now(players: Dovecot, postfix: Postfix) -> None:
    """(MAIL-O6)"""
    refused, later, fine = await send(postfix, "refused@game.test", "later@game.test", ANN)
    assert (refused.step, refused.code) == (Step.RCPT, 550)
    assert (later.step, later.code) == (Step.RCPT, 450)
    assert fine.accepted


async def test_a_real_no_to_our_sender_comes_with_the_recipient_and_is_none_to_him(
    players: Dovecot, postfix: Postfix
) -> None:
    """(MAIL-O6)"""
    (outcome,) = await send(postfix, ANN, sender="stranger@game.test")
    assert (outcome.step, outcome.code) == (Step.RCPT, 554)
    assert decide(outcome, History(now()), now()).verdict is Verdict.PAUSE


async def test_a_letter_to_nobody_bounces_to_its_envelope_sender(
    players: Dovecot, postfix: Postfix
) -> None:
    """(MAIL-O8)"""
    (outcome,) = await send(postfix, "nobody@game.test")
    assert outcome.accepted
    with closing(ImapMailbox(players.account(GAMES), now)) as box:
        (bounce,) = await_letters(box, 1)
    assert b"Return-Path: <>" in bounce.raw
    assert b"message/delivery-status" in bounce.raw


async def test_a_wrong_password_is_a_no_to_us(players: Dovecot, postfix: Postfix) -> None:
    (outcome,) = await send(postfix, ANN, password="wrong")
    assert (outcome.step, outcome.code) == (Step.AUTH, 535)


async def test_a_strangers_certificate_gets_no_password(players: Dovecot, postfix: Postfix) -> None:
    account = replace(postfix.account(GAMES), ca_file=None)
    async with SmtpTransport(account) as transport:
        (outcome,) = [one async for _, one in transport.send([(1, GAMES, ANN, b"\r\n")])]
    assert (outcome.step, outcome.lasting) == (Step.CONNECT, True)
