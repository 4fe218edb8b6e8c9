"""How fast letters go out, what waits, and what is dropped (MAIL-O6, MAIL-O9)."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Attempt, OutState
from mailbot.worker import worker_name
from tests.helpers.got import Mail
from tests.helpers.relay import TAKE_AND_DROP, Relay
from tests.helpers.world import World, Worlds
from tests.stories.test_outbox import join, serving, states, world_with


def paced(worlds: Worlds, relay: Relay, **limits: int) -> World:
    smtp = {"host": "127.0.0.1", "port": relay.port, **limits}
    return worlds(settings={"smtp": smtp})


def kinds(taken: Sequence[bytes]) -> list[str]:
    return [Mail.of(raw).kind for raw in taken]


def test_the_gm_hears_of_a_pause_once_letters_go_out_again(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(mail=["530 log in first"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        assert world.service.send() == 0
        assert world.person("gm").letters() == []
        world.clock.advance(timedelta(minutes=31))
        assert world.service.send() == 2
    notice = world.person("gm").last()
    assert "the outbox waited, and works again" in notice.subject
    assert "530 log in first" in notice.words


def test_after_a_pause_one_letter_is_tried_for_all(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(mail=["530 log in first"] * 3)) as relay:
        world = world_with(worlds, relay)
        world.begins("Zane", "Rick")
        for _ in range(3):
            assert world.service.send() == 0
            world.clock.advance(timedelta(minutes=31))
        with world.service.store.reading() as session:
            tried = session.scalars(select(Attempt.letter)).all()
        assert len(tried) == 3
        world.service.send()
    assert set(states(world)) == {OutState.SENT}


@pytest.mark.parametrize(
    "refusal",
    [
        "550 5.4.5 Daily user sending quota exceeded",
        "554 5.2.252 SendAsDenied; games@game.test not allowed to send as bounce@game.test",
    ],
)
def test_a_refusal_of_the_account_after_the_data_pauses_too(worlds: Worlds, refusal: str) -> None:
    """(MAIL-O6)"""
    with serving(Relay(data=[refusal])) as relay:
        world = world_with(worlds, relay)
        join(world)
        for _ in range(3):
            assert world.service.send() == 0
    assert states(world) == [OutState.RETRY]
    assert len(relay.senders) == 1


def test_a_long_pause_gives_no_letter_up(worlds: Worlds) -> None:
    """Two days are counted from the first try that reached the mail server (MAIL-O6)."""
    with serving(Relay(mail=["530 log in first"], rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        world.service.send()
        world.clock.advance(timedelta(days=5))
        world.service.send()
        assert states(world) == [OutState.RETRY]


def test_a_letter_perhaps_taken_is_tried_once_more_whatever_comes_between(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(data=[TAKE_AND_DROP, "451 later", TAKE_AND_DROP])) as relay:
        world = world_with(worlds, relay)
        join(world)
        for _ in range(4):
            world.service.send()
            world.clock.advance(timedelta(minutes=20))
    assert len([raw for raw in relay.taken if b"To: zane@" in raw]) == 2
    assert states(world) == [OutState.FAILED]
    assert "could not be delivered" in world.person("gm").last().subject


def test_after_an_outage_the_newest_notice_of_a_kind_is_sent_and_no_older_one(
    worlds: Worlds,
) -> None:
    """(MAIL-O6)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        for _ in range(4):
            world.service.tell_gm("fire", "drill")
            world.clock.advance(timedelta(days=1, minutes=1))
        assert world.service.send() == 1
    *dropped, newest = world.outbox()
    assert newest.state == OutState.SENT
    assert {row.state for row in dropped} == {OutState.DROPPED}
    assert dropped[0].reply == "a newer notice says the same"


def test_sheets_go_before_receipts_and_receipts_before_press(worlds: Worlds) -> None:
    """(MAIL-O9)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        zane, _ = world.begins("Zane", "Rick")
        world.service.send()
        del relay.taken[:]
        zane.writes("to Rick: Peace?\n\nPhoenix to Hilda")
        world.turn()
        world.service.send()
    order = [kind for kind in kinds(relay.taken) if kind != Kind.NOTICE]
    assert order == sorted(order, key=["sheet", "confirmation", "receipt", "press"].index)
    assert len(set(order)) > 1


def test_a_full_day_waits_for_the_next_and_the_gm_is_told_once(worlds: Worlds) -> None:
    """(MAIL-O9)"""
    with serving(Relay()) as relay:
        world = paced(worlds, relay, letters_per_day=10)
        world.service.tell_gm("fire", "drill")
        zane, _ = world.begins("Zane", "Rick")
        for _ in range(8):
            zane.writes("Phoenix to Hilda\n" + "eden hold\n" * _)
        for _ in range(4):
            world.service.send()
        assert len(relay.taken) == 10
        told = [mail for mail in world.person("gm").letters() if "used up" in mail.subject]
        assert len(told) == 1
        assert told[0].raw in relay.taken
        world.clock.advance(timedelta(days=1))
        assert world.service.send() > 0


def test_a_restart_does_not_forget_what_has_been_sent(worlds: Worlds) -> None:
    """(MAIL-O9)"""
    with serving(Relay()) as relay:
        world = paced(worlds, relay, letters_per_minute=2)
        world.restarting = True
        world.begins("Zane", "Rick")
        assert [world.service.send() for _ in range(3)] == [2, 0, 0]
        world.clock.advance(timedelta(minutes=1))
        assert world.service.send() == 2


def test_no_more_than_two_workers_send_at_a_time(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        world.begins("Zane", "Rick")
        postmen = [world.open(name).postman() for name in ("one", "two", "three")]
        claimed = Counter({one.owner: len(one._claim()) for one in postmen[:1]})
        world.service.tell_gm("fire", "drill")
        claimed += Counter({one.owner: len(one._claim()) for one in postmen[1:2]})
        world.service.tell_gm("flood", "drill")
        claimed += Counter({one.owner: len(one._claim()) for one in postmen[2:]})
        assert claimed["one"] > 0
        assert claimed["two"] == 1
        assert claimed["three"] == 0


def test_every_attempt_is_kept_with_what_the_server_said(worlds: Worlds) -> None:
    with serving(Relay(rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        world.service.send()
        world.clock.advance(timedelta(minutes=1))
        world.service.send()
    with world.service.store.reading() as session:
        attempts = session.scalars(select(Attempt).order_by(Attempt.id)).all()
    assert [(each.host, each.verdict) for each in attempts] == [
        ("127.0.0.1", "retry"),
        ("127.0.0.1", "sent"),
    ]
    assert attempts[0].said == "RCPT: 451 later"


def test_letters_of_a_process_that_was_killed_are_taken_up_at_once(worlds: Worlds) -> None:
    """(MAIL-O6) One of them may have arrived: it is tried once more."""
    gone = subprocess.Popen(["/bin/true"])
    gone.wait()
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        join(world)
        killed = world.open(worker_name().replace(f"/{os.getpid()}/", f"/{gone.pid}/")).postman()
        assert len(killed._claim()) == 1
        assert world.service.send() == 1
    with world.service.store.reading() as session:
        said = session.scalars(select(Attempt.said).order_by(Attempt.id)).all()
    assert said == ["the worker that had it is gone, and may have sent it", "TEXT: 250 OK"]


def test_letters_of_a_worker_elsewhere_wait_for_the_end_of_its_lease(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        join(world)
        assert len(world.open("elsewhere/1").postman()._claim()) == 1
        assert world.service.send() == 0
        world.clock.advance(timedelta(minutes=6))
        assert world.service.send() == 1
