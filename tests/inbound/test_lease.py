"""Who reads a mailbox: one process, and after it the next without delay (MAIL-R10)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from mailbot.clock import HandClock
from mailbot.inbound.mailbox import Arrived, Place
from mailbot.inbound.polling import LEASE, leave, poll
from mailbot.storage.store import Store
from mailbot.storage.tables import Letter
from mailbot.worker import has_ended, worker_name
from tests.helpers.world import fresh_sqlite

HERE = worker_name()
ELSEWHERE = "another.example.org/1"


class EmptyMailbox:
    """A mailbox in which nothing lies."""

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        yield after or Place(1, 0), ()

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        pass

    def wait(self, timeout: float) -> bool:
        raise AssertionError(f"nobody waits here, and not {timeout} seconds")

    def nudge(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(fresh_sqlite(tmp_path / "mailbot.db"))
    yield store
    store.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime(2025, 12, 1, tzinfo=UTC))


def ended_process() -> str:
    """The name of a process that was here and is gone."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return HERE.replace(f"/{os.getpid()}/", f"/{process.pid}/")


def test_a_mailbox_is_read_by_one_process(store: Store, clock: HandClock) -> None:
    """(MAIL-R10)"""
    assert poll(store, EmptyMailbox(), "box", ELSEWHERE, clock) == 0
    assert poll(store, EmptyMailbox(), "box", HERE, clock) is None
    clock.advance(LEASE + timedelta(seconds=1))
    assert poll(store, EmptyMailbox(), "box", HERE, clock) == 0


def test_a_lease_that_was_given_while_a_clock_was_wrong_does_not_count(
    store: Store, clock: HandClock
) -> None:
    """(MAIL-R10)"""
    poll(store, EmptyMailbox(), "box", ELSEWHERE, HandClock(clock.now() + timedelta(days=400)))
    assert poll(store, EmptyMailbox(), "box", HERE, clock) == 0


class SlowMailbox(EmptyMailbox):
    """Its letters come so slowly that another process takes over, or nearly so."""

    def __init__(self, clock: HandClock, minutes: int, meanwhile: Callable[[], object]) -> None:
        self.clock, self.minutes, self.meanwhile = clock, minutes, meanwhile

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        for uid in (1, 2):
            self.clock.advance(timedelta(minutes=self.minutes))
            self.meanwhile()
            yield Place(1, uid), (Arrived(1, uid, self.clock.now(), 5, b"%d" % uid),)


def read_beside(store: Store, clock: HandClock, minutes: int) -> list[int | None]:
    """What a slow reader got, and one who tries to read beside him."""
    beside: list[int | None] = []

    def another() -> None:
        beside.append(poll(store, EmptyMailbox(), "box", ELSEWHERE, clock))

    got = poll(store, SlowMailbox(clock, minutes, another), "box", HERE, clock)
    return [got, *beside]


def test_the_lease_is_renewed_with_every_batch(store: Store, clock: HandClock) -> None:
    """(MAIL-R10)"""
    assert read_beside(store, clock, 9) == [2, None, None]


def test_who_has_lost_his_lease_keeps_nothing_more(store: Store, clock: HandClock) -> None:
    """(MAIL-R10)"""
    assert read_beside(store, clock, 11) == [None, 0]
    with store.reading() as session:
        assert session.scalars(select(Letter)).all() == []


def test_who_stops_leaves_the_mailbox_to_the_next(store: Store, clock: HandClock) -> None:
    poll(store, EmptyMailbox(), "box", ELSEWHERE, clock)
    leave(store, "box", ELSEWHERE)
    assert poll(store, EmptyMailbox(), "box", HERE, clock) == 0


def test_nobody_gives_up_the_lease_of_another(store: Store, clock: HandClock) -> None:
    poll(store, EmptyMailbox(), "box", ELSEWHERE, clock)
    leave(store, "box", HERE)
    assert poll(store, EmptyMailbox(), "box", HERE, clock) is None


def test_the_lease_of_a_process_that_was_killed_here_ends_with_it(
    store: Store, clock: HandClock
) -> None:
    poll(store, EmptyMailbox(), "box", ended_process(), clock)
    assert poll(store, EmptyMailbox(), "box", HERE, clock) == 0


def test_what_a_killed_process_was_reading_is_taken_up_at_once(
    store: Store, clock: HandClock
) -> None:
    """Its letters would hold up a turn for minutes. (MAIL-R8)"""
    poll(store, SlowMailbox(clock, 0, lambda: None), "box", ended_process(), clock)
    with store.writing() as session:
        session.execute(update(Letter).values(tried=clock.now()))
    poll(store, EmptyMailbox(), "box", HERE, clock)
    with store.reading() as session:
        assert session.scalars(select(Letter.tried)).all() == [None, None]


@pytest.mark.parametrize(
    "worker",
    [HERE, ELSEWHERE, "first", HERE.partition("/")[0] + "/x", HERE.rpartition("/")[0]],
    ids=["this one", "elsewhere", "a name", "no number", "by an earlier version"],
)
def test_only_a_process_that_is_surely_gone_has_ended(worker: str) -> None:
    assert not has_ended(worker)


def test_an_earlier_process_with_our_number_has_ended() -> None:
    """In a container the service may have the same number each time. (MAIL-R10)"""
    assert has_ended(f"{HERE.rpartition('/')[0]}/00000000")


def test_numbers_of_another_container_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have our host's name; its processes are not seen from here. (MAIL-R10)"""
    gone = ended_process()
    assert has_ended(gone)
    monkeypatch.setattr("mailbot.worker.Path.readlink", lambda _: Path("pid:[1]"))
    assert not has_ended(gone)
