"""The service goes on by itself: what fails in one thread or service stops no other."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from mailbot import scheduler
from mailbot.app import Service
from mailbot.errors import StorageError
from mailbot.inbound import reconnect
from mailbot.inbound.feeding import feed_letters
from mailbot.inbound.mailbox import MailboxError
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, MailboxRow, OutState
from tests.helpers import scripted_imap, scripted_smtp
from tests.helpers.scripted_imap import Talk
from tests.helpers.scripted_smtp import silence, slowly
from tests.helpers.world import World, Worlds
from tests.stories.conftest import worlds as worlds


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits for fifteen seconds, and nobody is left behind."""
    monkeypatch.setattr(scheduler, "DUE_EVERY", 0.05)
    monkeypatch.setattr(scheduler, "LAST_LETTER", 0.5)
    monkeypatch.setattr(reconnect, "FIRST", timedelta(milliseconds=50))
    yield
    for thread in threading.enumerate():
        if thread.name == "sender":
            thread.join(30)


@contextmanager
def at_work(world: World) -> Iterator[Service]:
    """The service of this world, as `mailbot run` has it."""
    service, stopping = world.open(), threading.Event()
    thread = threading.Thread(target=scheduler.serve, args=(service, stopping))
    thread.start()
    try:
        yield service
    finally:
        stopping.set()
        thread.join(60)
        service.store.close()
        assert not thread.is_alive()


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


def relay_at(port: int) -> dict[str, object]:
    return {"host": "127.0.0.1", "port": port}


def imap_at(port: int) -> dict[str, object]:
    account = {"host": "127.0.0.1", "port": port, "user": "bot", "password": "x"}
    return {**account, "security": "plain"}


@pytest.mark.parametrize("answer", [silence, slowly(b"250 taken")])
def test_a_mail_server_that_is_slow_keeps_no_turn_and_no_letter_waiting(
    worlds: Worlds, answer: scripted_smtp.Answer
) -> None:
    script = scripted_smtp.Script(answers={"TEXT": [answer] * 99})
    with scripted_smtp.playing(script) as port:
        world = worlds(settings={"smtp": relay_at(port)})
        zane, _ = world.begins("Zane", "Rick")
        with at_work(world):
            until(lambda: "TEXT" in script.asked or "DATA" in script.asked)
            raw = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
            feed_letters(world.service.store, world.clock, [raw], 10**6)
            until(lambda: world.stands(zane) == ["Phoenix to Hilda"])
            world.clock.set(world.deadline() + timedelta(seconds=1))
            until(lambda: world.game().stage == 2)
            script.answers.clear()


def test_a_service_that_is_told_to_stop_ends_after_the_letter_that_is_on_its_way(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are as if never tried. (MAIL-O6)"""
    monkeypatch.setattr(scheduler, "LAST_LETTER", 30)
    dawdling = scripted_smtp.Script(answers={"TEXT": [slowly(b"250 taken", 0.05)] * 99})
    with scripted_smtp.playing(dawdling) as port:
        world = worlds(settings={"smtp": relay_at(port)})
        world.begins("Zane", "Rick")
        with at_work(world):
            until(lambda: "DATA" in dawdling.asked)
    rows = world.outbox()
    sent = [row for row in rows if row.state == OutState.SENT]
    left = [row for row in rows if row.state != OutState.SENT]
    assert len(sent) == dawdling.asked.count("DATA") == 1
    assert left
    assert {(row.attempts, row.lease_owner) for row in left} == {(0, None)}


def test_a_letter_whose_pipe_died_before_it_was_read_is_read_by_the_service(
    worlds: Worlds,
) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    raw = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    feed_letters(world.service.store, world.clock, [raw], 10**6)
    with scripted_smtp.playing(scripted_smtp.Script()) as port:
        world.settings = {"smtp": relay_at(port)}
        with at_work(world):
            until(lambda: world.received()[-1].state == LetterState.DONE)
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_what_fails_in_turns_keeps_no_letter_from_being_sent(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = scripted_smtp.Script()
    with scripted_smtp.playing(script) as port:
        world = worlds(settings={"smtp": relay_at(port)})
        world.begins("Zane", "Rick")
        monkeypatch.setattr(Service, "run_due", lambda _: 1 / 0)
        waiting = len(world.outbox())
        with at_work(world):
            until(lambda: len(script.taken) == waiting)


def test_a_database_that_fails_while_the_mailbox_does_ends_no_service(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third refusal is told to the GM, and just then it cannot be written down."""

    def refuse(talk: Talk, tag: bytes, _: bytes) -> None:
        talk.say(tag + b" NO [AUTHENTICATIONFAILED] no\r\n")

    def away(*_: object) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr(reconnect, "AFTER_REFUSALS", timedelta(milliseconds=50))
    monkeypatch.setattr(Service, "tell_gm", away)
    script = scripted_imap.Script(answers={b"LOGIN": refuse})
    with scripted_imap.playing(script) as port:
        world = worlds(settings={"imap": imap_at(port)})
        with at_work(world):
            until(lambda: len(script.asked) >= 10)
            script.answers.clear()
            until(lambda: any(asked.startswith(b"SELECT") for asked in script.asked))


STANDS_BY = "standby@127.0.0.1/INBOX is read by another process"


def test_a_service_whose_mailbox_another_reads_stands_by_and_says_so_once(
    worlds: Worlds, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks the server nothing until the other one has gone. (MAIL-R10)"""
    script = scripted_imap.Script({1: b"Subject: 1\r\n\r\nhold\r\n"})
    with scripted_imap.playing(script) as port:
        world = worlds(settings={"imap": {**imap_at(port), "user": "standby"}})
        service = world.service
        assert service.mailbox_name is not None
        lease = world.clock.now() + timedelta(minutes=10)
        with service.store.writing() as session:
            session.add(
                MailboxRow(name=service.mailbox_name, lease_owner="other/1", lease_until=lease)
            )
        monkeypatch.setattr(scheduler, "STAND_BY", timedelta(milliseconds=20))
        monkeypatch.setattr(logging.getLogger("mailbot"), "propagate", True)
        with at_work(world):
            until(lambda: STANDS_BY in caplog.text)
            time.sleep(0.3)
            assert script.asked == []
            world.clock.set(lease + timedelta(seconds=1))
            until(lambda: len(world.received()) == 1)
    # Two handlers may have taken the same record.
    told = {id(record) for record in caplog.records if STANDS_BY in record.getMessage()}
    assert len(told) == 1


def test_a_letter_that_two_services_have_opened_is_acted_on_once(worlds: Worlds) -> None:
    """The first was so slow that the second took it for dead."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    slow, quick = world.open("slow"), world.open("quick")
    prepared = slow.reader._opener.opened(slow.reader._next_set() or ())
    world.clock.advance(timedelta(minutes=6))
    quick.reader.read_waiting()
    with slow.store.writing() as session:
        for letter, ready in prepared:
            slow.reader._read_one(session, letter, ready)
    slow.store.close()
    quick.store.close()
    assert world.received()[-1].state == LetterState.DONE
    assert len(zane.letters(Kind.RECEIPT)) == 2


def test_a_machine_whose_clock_is_set_back_is_woken_all_the_same(worlds: Worlds) -> None:
    """The one that wakes us plans by the machine's clock."""
    watch = scheduler._Watch(worlds().service, threading.Event())
    clock = scheduler._clock(watch, None)
    clock.start(paused=True)
    clock.get_job("look").modify(next_run_time=datetime.now(UTC) + timedelta(days=1))
    scheduler._keep_time(clock)
    due = clock.get_job("look").next_run_time
    clock.shutdown()
    assert due <= datetime.now(UTC)


def test_once_does_what_can_be_done_without_the_mailbox(worlds: Worlds) -> None:
    """The mailbox is away: letters go out all the same, and the command says what failed."""
    script = scripted_smtp.Script()
    refuse = scripted_imap.Script(answers={b"SELECT": lambda talk, *_: talk.hang_up()})
    with scripted_smtp.playing(script) as port, scripted_imap.playing(refuse) as box:
        world = worlds(settings={"smtp": relay_at(port)})
        world.begins("Zane", "Rick")
        world.settings = {**world.settings, "imap": imap_at(box)}
        world.close()
        with pytest.raises(MailboxError):
            scheduler.once(world.service)
    assert [row.state for row in world.outbox()] == [OutState.SENT] * len(script.taken)
