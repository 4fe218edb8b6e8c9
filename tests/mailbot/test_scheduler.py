"""`mailbot run`: the loop that waits at the mailbox, and what it does when that fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from mailbot import scheduler
from mailbot.app import Service, assemble
from mailbot.clock import HandClock
from mailbot.config import config_from
from mailbot.errors import StorageError
from mailbot.inbound import reconnect
from mailbot.keys import keys_from
from mailbot.lookout.glance import look
from mailbot.storage.store import Store
from mailbot.storage.tables import Letter, LetterState, MailboxRow, OutRow
from tests.helpers.scripted_imap import Script, Talk, playing
from tests.helpers.world import Worlds, fresh_sqlite
from tests.stories.conftest import worlds as worlds

NOON = datetime(2025, 12, 1, 12, tzinfo=UTC)


@contextmanager
def served(script: Script, folder: Path) -> Iterator[Service]:
    """The service at work on the scripted mailbox."""
    url = fresh_sqlite(folder / "mailbot.db")
    with playing(script) as port:
        imap = {"host": "127.0.0.1", "port": port, "user": "bot", "password": "x"}
        tables = {
            "service": {"name": "x", "gm": ["gm@example.org"], "database": url},
            "imap": {**imap, "security": "plain", "poll_seconds": 1},
        }
        service = assemble(
            config_from(tables, folder), Store(url), keys_from(b"k" * 32), HandClock(NOON)
        )
        stopping = threading.Event()
        thread = threading.Thread(target=scheduler.serve, args=(service, stopping))
        thread.start()
        try:
            yield service
        finally:
            stopping.set()
            thread.join(30)
            service.store.close()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> list[reconnect.Failures]:
    """Nobody waits long; what the pauses were asked for is kept."""
    asked: list[reconnect.Failures] = []
    real = reconnect.pause

    def pause(failures: reconnect.Failures, chance: float) -> reconnect.Pause:
        asked.append(failures)
        found = real(failures, chance)
        return reconnect.Pause(timedelta(milliseconds=20), found.alert, found.reason)

    monkeypatch.setattr(scheduler, "pause", pause)
    return asked


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


def letters(service: Service) -> int:
    with service.store.reading() as session:
        return len(session.scalars(select(Letter)).all())


def told(service: Service) -> list[str]:
    with service.store.reading() as session:
        return [row.subject for row in session.scalars(select(OutRow))]


def test_a_link_that_breaks_is_made_anew(tmp_path: Path, hasty: list[reconnect.Failures]) -> None:
    """(MAIL-R12)"""
    script = Script({1: b"Subject: 1\r\n\r\nhold\r\n"})
    script.answers[b"SELECT"] = lambda talk, *_: talk.hang_up()
    with served(script, tmp_path) as service:
        until(lambda: len(hasty) >= 3)
        script.answers.clear()
        until(lambda: letters(service) == 1)
    assert [each.lost for each in hasty[:3]] == [1, 2, 3]
    assert told(service) == []


def test_a_login_that_is_refused_three_times_is_told_to_the_gm_once(
    tmp_path: Path, hasty: list[reconnect.Failures]
) -> None:
    """(MAIL-R12)"""

    def refuse(talk: Talk, tag: bytes, _: bytes) -> None:
        talk.say(tag + b" NO [AUTHENTICATIONFAILED] Invalid credentials\r\n")

    with served(Script(answers={b"LOGIN": refuse}), tmp_path) as service:
        until(lambda: len(hasty) >= 5)
        assert told(service) == ["For the Gamesmaster: the mailbox refuses us"]
        with service.store.reading() as session:
            text = session.scalars(select(OutRow)).one().raw.decode()
    assert "does not take the password of bot" in " ".join(text.replace("=\r\n", "").split())
    assert [each.refused for each in hasty[:4]] == [1, 2, 3, 4]


def test_who_stops_leaves_the_mailbox(tmp_path: Path) -> None:
    """(MAIL-R10)"""
    with served(Script({1: b"Subject: 1\r\n\r\nhold\r\n"}), tmp_path) as service:
        until(lambda: letters(service) == 1)
    with service.store.reading() as session:
        assert session.scalars(select(MailboxRow)).one().lease_owner is None


def test_the_mailbox_is_read_every_five_minutes_and_right_after_a_deadline(
    worlds: Worlds,
) -> None:
    """(MAIL-R11, MAIL-R13)"""
    world = worlds()
    assert scheduler._patience(world.service) == timedelta(minutes=5)
    world.begins("Zane", "Rick")
    world.passes(minutes=1)
    world.clock.set(world.deadline() - timedelta(minutes=2))
    assert scheduler._patience(world.service) == timedelta(minutes=2, seconds=1)


def test_a_letter_from_a_pipe_that_nobody_has_read_yet_is_read_by_the_clock(
    worlds: Worlds,
) -> None:
    """Its `mailbot feed` was killed; else every game would wait for the next letter. (MAIL-R8)"""
    world = worlds()
    world.creates()
    world.post.bring(world, world.person("Zane").letter("join pent as Zane"))
    scheduler._look(scheduler._Watch(world.service, threading.Event()), None)
    assert [row.state for row in world.received()] == [LetterState.DONE]


def test_a_database_that_is_away_when_the_gm_is_to_be_told_does_not_end_the_service(
    tmp_path: Path, hasty: list[reconnect.Failures], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise StorageError("the database does not answer")

    def refuse(talk: Talk, tag: bytes, _: bytes) -> None:
        talk.say(tag + b" NO [AUTHENTICATIONFAILED] Invalid credentials\r\n")

    monkeypatch.setattr(Service, "tell_gm", fails)
    monkeypatch.setattr(scheduler, "DUE_EVERY", 0.05)
    with served(Script(answers={b"LOGIN": refuse}), tmp_path):
        until(lambda: len(hasty) >= 5)


def test_a_service_shows_that_it_is_alive_as_soon_as_it_runs(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(FEAT-G2)"""
    monkeypatch.setattr(scheduler, "DUE_EVERY", 3600)
    world = worlds()
    service = replace(world.service, config=replace(world.service.config, smtp=None))
    stopping = threading.Event()
    served = threading.Thread(target=scheduler.serve, args=(service, stopping))
    served.start()
    try:
        until(lambda: bool(look(service).workers))
    finally:
        stopping.set()
        served.join(30)


def test_the_service_is_looked_after_though_a_turn_does_not_come_to_its_end(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(FEAT-G2)"""
    monkeypatch.setattr(scheduler, "DUE_EVERY", 0.05)
    world = worlds()
    world.begins("Zane", "Rick")
    world.clock.set(world.deadline() + timedelta(hours=1))
    stopping, forever = threading.Event(), threading.Event()
    monkeypatch.setattr("mailbot.due.turns.run", lambda *_, **__: forever.wait(30))
    service = replace(world.service, config=replace(world.service.config, smtp=None))
    served = threading.Thread(target=scheduler.serve, args=(service, stopping))
    served.start()
    try:
        until(lambda: any("no turn was run" in subject for subject in told(service)))
    finally:
        stopping.set()
        forever.set()
        served.join(30)
