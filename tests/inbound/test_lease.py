"""Who reads a mailbox: one process, and after it the next without delay (MAIL-R10)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import gethostname

import pytest

from mailbot.clock import HandClock
from mailbot.inbound.mailbox import Arrived, Place
from mailbot.inbound.polling import LEASE, leave, poll
from mailbot.storage.store import Store
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
    return f"{gethostname()}/{process.pid}"


def test_a_mailbox_is_read_by_one_process(store: Store, clock: HandClock) -> None:
    assert poll(store, EmptyMailbox(), "box", ELSEWHERE, clock) == 0
    assert poll(store, EmptyMailbox(), "box", HERE, clock) is None
    clock.advance(LEASE + timedelta(seconds=1))
    assert poll(store, EmptyMailbox(), "box", HERE, clock) == 0


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


@pytest.mark.parametrize(
    "worker",
    [HERE, ELSEWHERE, "first", f"{gethostname()}/x"],
    ids=["this one", "elsewhere", "a name", "no number"],
)
def test_only_a_process_that_is_surely_gone_has_ended(worker: str) -> None:
    assert not has_ended(worker)
