"""Letters out: refused, put off, given up; and what must not be given up."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import OutState
from tests.helpers.relay import Relay, running
from tests.helpers.world import Person, World, Worlds


@contextmanager
def serving(relay: Relay) -> Iterator[Relay]:
    """The relay in a thread of its own, as the service brings its own loop."""
    ready, stop = threading.Event(), threading.Event()

    async def run() -> None:
        async with running(relay):
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(10)
    try:
        yield relay
    finally:
        stop.set()
        thread.join()


def world_with(worlds: Worlds, relay: Relay, **settings: object) -> World:
    smtp = {"host": "127.0.0.1", "port": relay.port}
    return worlds(settings={"smtp": smtp, **settings})


def states(world: World) -> list[str]:
    return [row.state for row in world.outbox() if row.to != "gm@game.test"]


def join(world: World) -> Person:
    """Zane asks for a seat, so that one letter waits for him."""
    world.creates()
    zane = world.person("Zane")
    zane.sends("join pent as Zane")
    return zane


def test_a_letter_that_is_put_off_goes_later(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        assert world.service.send() == 0
        assert states(world) == [OutState.RETRY]
        assert world.service.send() == 0
        world.clock.advance(timedelta(minutes=1))
        assert world.service.send() == 1
    assert relay.recipients == ["zane@game.test"]
    assert states(world) == [OutState.SENT]


def test_a_letter_that_is_refused_is_given_up_and_the_gm_told(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(rcpt=["550 no such user"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        world.service.send()
        world.service.send()
    assert states(world) == [OutState.FAILED]
    notice = world.person("gm").last()
    assert "could not be delivered" in notice.subject
    assert "550 no such user" in notice.text
    assert relay.recipients == ["gm@game.test"]


def test_a_refused_sender_pauses_all_and_fails_none(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(mail=["530 log in first"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        assert world.service.send() == 0
        assert world.service.send() == 0
        assert states(world) == [OutState.RETRY]
        world.clock.advance(timedelta(minutes=30))
        assert world.service.send() == 2
    assert sorted(relay.recipients) == ["gm@game.test", "zane@game.test"]


def test_press_of_a_past_turn_is_still_sent(worlds: Worlds) -> None:
    """What a player says to another is no notice that grows stale."""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    zane.writes("to Rick: Peace?")
    world.turn()
    (press,) = [row for row in world.outbox() if row.to == rick.address and row.kind == Kind.PRESS]
    assert press.state == OutState.QUEUED


def test_a_receipt_of_a_past_turn_is_not_sent(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    world.turn()
    receipts = [row for row in world.outbox() if row.kind == Kind.RECEIPT and row.stage == 1]
    assert [row.state for row in receipts] == [OutState.DROPPED]


def test_a_sheet_goes_to_the_address_that_a_player_has_now(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.last(Kind.SHEET)
    world.moves(zane, "mara@game.test")
    mara = world.person("Mara")
    (again,) = mara.writes("resend", to=sheet)
    assert again.text == sheet.text
    assert again.message["To"] == "mara@game.test"
    assert b"zane@game.test" not in again.raw


@pytest.mark.parametrize("waiting", [120, pytest.param(500, marks=pytest.mark.soak)])
def test_a_round_of_sending_takes_one_connection(worlds: Worlds, waiting: int) -> None:
    """(PERF-P3)"""
    with serving(Relay()) as relay:
        gms = [f"gm{number}@game.test" for number in range(waiting)]
        world = world_with(worlds, relay, service={"gm": gms})
        world.service.tell_gm("fire", "drill")
        commits = world.commits(world.service.send)
    assert len(relay.taken) == waiting
    assert relay.connections == 1
    assert commits <= waiting + -(-waiting // 50) + 1


@pytest.fixture
def plain(worlds: Worlds) -> World:
    """Where a mailbox has no plus addresses the token travels in the subject."""
    return worlds(settings={"smtp": {"plus_addresses": False}})


def test_a_token_in_the_subject_is_kept_out_of_lists_and_the_log(
    plain: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-O3)"""
    monkeypatch.setattr(logging.getLogger("mailbot"), "propagate", True)
    caplog.set_level(logging.INFO, "mailbot")
    plain.beginnings = None
    (zane, _) = plain.begins("Zane", "Rick")
    assert "[k:" in zane.last().subject
    assert "Pent: Sign-up" in caplog.text
    assert "[k:" not in caplog.text + "".join(row.subject for row in plain.outbox())


def test_a_token_in_the_subject_is_never_cut_off(plain: World) -> None:
    """However long the subject is that a receipt answers. (MAIL-S2)"""
    (zane, _) = plain.begins("Zane", "Rick")
    subject = f"{zane.last().subject} {'so many words ' * 20}"
    (receipt,) = zane.writes("Phoenix to Hilda", headers={"Subject": subject})
    assert re.search(r"\[k:[a-z2-7]{16}\]$", receipt.subject)
    assert len(receipt.subject) <= 150
