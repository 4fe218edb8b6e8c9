"""Handing letters to a relay, and where that can fail."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
from aiosmtplib.errors import SMTPAuthenticationError, SMTPTimeoutError

from mailbot.accounts import Security, SmtpAccount
from mailbot.outbox.retry import Outcome, Step
from mailbot.outbox.transport import SmtpTransport, try_login
from tests.helpers.certificate import write_certificate
from tests.helpers.relay import DROP, HANG, TAKE_AND_DROP, Relay, running, serving

GAMES = "bounce+1@example.org"


def letters(*to: str, body: bytes = b"hold\r\n") -> list[tuple[int, str, str, bytes]]:
    return [(n, GAMES, address, b"Subject: %d\r\n\r\n" % n + body) for n, address in enumerate(to)]


async def send(
    account: SmtpAccount,
    batch: list[tuple[int, str, str, bytes]],
    *,
    patience: float = 10,
    lines: int = 1,
) -> list[Outcome]:
    async with SmtpTransport(account, patience=patience, lines=lines) as transport:
        found = {number: outcome async for number, outcome in transport.send(batch)}
    return [found[number] for number, *_ in batch]


def ends(outcomes: list[Outcome]) -> list[tuple[Step, int | None]]:
    return [(outcome.step, outcome.code) for outcome in outcomes]


OK = (Step.TEXT, 250)


async def test_a_batch_goes_over_one_connection() -> None:
    """(PERF-P3)"""
    async with running(Relay()) as relay:
        outcomes = await send(relay.account(), letters(*["ann@example.net"] * 20))
    assert ends(outcomes) == [OK] * 20
    assert relay.connections == 1
    assert len(relay.taken) == 20


async def test_the_connection_is_kept_for_the_next_batch() -> None:
    async with running(Relay()) as relay, SmtpTransport(relay.account()) as transport:
        for _ in range(2):
            assert [one.accepted async for _, one in transport.send(letters("a@x.test"))] == [True]
    assert relay.connections == 1


async def test_two_lines_share_a_batch() -> None:
    async with running(Relay()) as relay:
        outcomes = await send(relay.account(), letters(*["ann@example.net"] * 7), lines=2)
    assert ends(outcomes) == [OK] * 7
    assert relay.connections == 2


async def test_a_refused_recipient_costs_only_his_own_letter() -> None:
    async with running(Relay(rcpt=["250 OK", "550 no", "451 later"])) as relay:
        outcomes = await send(relay.account(), letters("a@x.test", "b@x.test", "c@x.test", "d@x"))
    assert ends(outcomes) == [OK, (Step.RCPT, 550), (Step.RCPT, 451), OK]
    assert relay.recipients == ["a@x.test", "d@x"]
    assert relay.connections == 1


async def test_a_refusal_of_the_text_is_told_from_one_of_the_address() -> None:
    async with running(Relay(data=["554 spam"])) as relay:
        assert ends(await send(relay.account(), letters("a@x.test"))) == [(Step.TEXT, 554)]


async def test_a_refused_sender_spares_the_rest_of_the_batch() -> None:
    async with running(Relay(mail=["550 not you"])) as relay:
        outcomes = await send(relay.account(), letters("a@x.test", "b@x.test"))
    assert ends(outcomes) == [(Step.MAIL, 550)] * 2
    assert relay.taken == []


@pytest.mark.parametrize(
    ("relay", "step"),
    [
        (Relay(mail=[DROP]), Step.MAIL),
        (Relay(rcpt=[DROP]), Step.RCPT),
        (Relay(data=[TAKE_AND_DROP]), Step.TEXT),
        (Relay(rcpt=[HANG]), Step.RCPT),
        (Relay(data=[HANG]), Step.TEXT),
    ],
)
async def test_a_line_lost_or_mute_is_known_by_its_step(relay: Relay, step: Step) -> None:
    async with running(relay):
        outcomes = await send(relay.account(), letters("a@x.test", "b@x.test"), patience=0.4)
    assert ends(outcomes) == [(step, None), OK]


@pytest.mark.parametrize("answer", ["421 closing, too old", DROP])
async def test_a_kept_line_that_has_gone_stale_is_opened_anew(answer: str) -> None:
    async with running(Relay(mail=["250 OK", answer])) as relay:
        outcomes = await send(relay.account(), letters("a@x.test", "b@x.test"))
    assert ends(outcomes) == [OK, OK]
    assert relay.connections == 2


async def test_a_letter_that_was_perhaps_taken_is_not_given_again_at_once() -> None:
    async with running(Relay(data=["250 OK", TAKE_AND_DROP])) as relay:
        await send(relay.account(), letters("a@x.test", "b@x.test"))
    assert len(relay.taken) == 2


async def test_a_relay_that_is_not_there_is_asked_once_for_the_whole_batch() -> None:
    class Deaf(asyncio.Protocol):
        calls = 0

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            Deaf.calls += 1
            assert isinstance(transport, asyncio.Transport)
            transport.abort()

    async with serving(Deaf) as port:
        outcomes = await send(Relay(port=port).account(), letters(*["a@x.test"] * 9))
    assert ends(outcomes) == [(Step.CONNECT, None)] * 9
    assert Deaf.calls == 1


@pytest.mark.parametrize("code", [421, 554])
async def test_a_relay_that_greets_with_a_no(code: int) -> None:
    class Closed(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"%d go away\r\n" % code)

    async with serving(Closed) as port:
        outcomes = await send(Relay(port=port).account(), letters("a@x.test"))
    assert ends(outcomes) == [(Step.CONNECT, code)]


async def test_a_wrong_password_ends_at_the_login() -> None:
    async with running(Relay(users={"games": "right"})) as relay:
        good = relay.account(user="games", password="right")
        bad = relay.account(user="games", password="wrong")
        assert ends(await send(good, letters("a@x.test"))) == [OK]
        assert ends(await send(bad, letters("a@x.test", "b@x.test"))) == [(Step.AUTH, 535)] * 2


async def test_a_login_can_be_tried_without_a_letter() -> None:
    async with running(Relay(users={"games": "right"})) as relay:
        await try_login(relay.account(user="games", password="right"))
        with pytest.raises(SMTPAuthenticationError, match="535"):
            await try_login(relay.account(user="games", password="wrong"))
    assert (relay.connections, relay.taken) == (2, [])


async def test_a_mute_relay_is_not_waited_for_long() -> None:
    async with serving(asyncio.Protocol) as port:
        with pytest.raises((TimeoutError, SMTPTimeoutError)):
            await try_login(Relay(port=port).account(), patience=0.2)


async def test_an_access_token_opens_the_relay() -> None:
    async with running(Relay(token="fresh")) as relay:
        fresh = relay.account(user="games", token=lambda: "fresh")
        stale = relay.account(user="games", token=lambda: "stale")
        assert ends(await send(fresh, letters("a@x.test"))) == [OK]
        assert ends(await send(stale, letters("a@x.test"))) == [(Step.AUTH, 535)]


async def test_a_token_that_cannot_be_had_just_now_means_later() -> None:
    def nobody_there() -> str:
        raise ConnectionRefusedError("token server away")

    async with running(Relay(token="fresh")) as relay:
        account = relay.account(user="games", token=nobody_there)
        (outcome,) = await send(account, letters("a@x.test"))
    assert (outcome.step, outcome.code, outcome.lasting) == (Step.AUTH, None, False)


async def test_the_line_is_locked_and_the_certificate_checked(tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with running(Relay(tls=context)) as relay:
        locked = {"host": "localhost", "security": Security.STARTTLS}
        known = await send(relay.account(ca_file=certificate, **locked), letters("a@x.test"))
        (stranger,) = await send(relay.account(**locked), letters("a@x.test"))
    assert ends(known) == [OK]
    assert (stranger.step, stranger.lasting) == (Step.CONNECT, True)


async def test_a_relay_without_starttls_gets_no_letter() -> None:
    async with running(Relay()) as relay:
        locked = relay.account(host="localhost", security=Security.STARTTLS)
        (outcome,) = await send(locked, letters("a@x.test"))
    assert (outcome.step, outcome.lasting) == (Step.CONNECT, True)
    assert relay.taken == []


async def test_lines_that_begin_with_a_dot_and_lone_line_feeds_arrive_right() -> None:
    async with running(Relay()) as relay:
        await send(relay.account(), letters("a@x.test", body=b".\n..x\nlast"))
    assert relay.taken == [b"Subject: 0\r\n\r\n.\r\n..x\r\nlast\r\n"]


async def test_an_address_in_another_script_goes_where_the_relay_can_take_it() -> None:
    async with running(Relay(settings={"utf8": True})) as relay:
        assert ends(await send(relay.account(), letters("zoë@x.test"))) == [OK]
    async with running(Relay()) as relay:
        (outcome, other) = await send(relay.account(), letters("zoë@x.test", "ann@x.test"))
    assert (outcome.step, outcome.lasting) == (Step.RCPT, True)
    assert other.accepted


async def test_an_address_that_is_none_costs_only_its_own_letter() -> None:
    async with running(Relay()) as relay:
        batch = letters("a@x.test", "a@x.test>\r\nRSET", "b@x.test")
        first, bad, last = await send(relay.account(), batch)
    assert (bad.step, bad.lasting) == (Step.RCPT, True)
    assert first.accepted
    assert last.accepted
    assert relay.connections == 1


async def test_a_letter_too_large_stops_no_other() -> None:
    async with running(Relay(settings={"largest": 500})) as relay:
        large = letters("a@x.test", body=b"x\r\n" * 400)
        outcomes = await send(relay.account(), [*large, (7, GAMES, "b@x.test", b"\r\n")])
    assert ends(outcomes) == [(Step.MAIL, 552), OK]
