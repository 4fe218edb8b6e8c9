"""What one letter costs the running service: commits and round trips (PERF-P1, PERF-P5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect

from tests.crash.test_goes_on import at_work, relay_at, until
from tests.helpers import scripted_smtp
from tests.helpers.servers import Dovecot
from tests.helpers.tap import Tap, tapped
from tests.helpers.world import UNLIMITED, ByHand, World, fresh_sqlite

pytestmark = pytest.mark.servers

USER = "counts@game.test"


@pytest.fixture
def relay() -> Iterator[tuple[scripted_smtp.Script, int]]:
    script = scripted_smtp.Script()
    with scripted_smtp.playing(script) as port:
        yield script, port


@pytest.fixture
def tap(dovecot: Dovecot) -> Iterator[Tap]:
    dovecot.add_user(USER)
    with tapped(dovecot.imap_port) as tap:
        yield tap


def test_a_letter_costs_few_round_trips_and_few_commits_until_its_receipt_is_taken(
    dovecot: Dovecot,
    relay: tuple[scripted_smtp.Script, int],
    tap: Tap,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the server's announcement on. (PERF-P1, PERF-P5)"""
    script, port = relay
    account = {"host": "127.0.0.1", "port": tap.port, "user": USER, "password": "secret"}
    settings = {"limits": UNLIMITED, "smtp": relay_at(port)}
    world = World(fresh_sqlite(tmp_path / "w.db"), tmp_path, ByHand(), settings)
    zane, _ = world.begins("Zane", "Rick")
    letter = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    world.settings = {**settings, "imap": {**account, "security": "plain"}}
    world.close()
    commits = counted(monkeypatch)
    with dovecot.client(USER) as client:
        client.create_folder("Processed")
    with at_work(world):
        until(lambda: tap.lines and tap.lines[-1].endswith(b"IDLE"))
        until(lambda: len(script.taken) == len(world.outbox()))
        trips, taken, before = len(tap.lines), len(script.taken), commits()
        with dovecot.client(USER) as client:
            client.append("INBOX", letter, msg_time=world.clock.now())
        until(lambda: len(script.taken) > taken)
        asked, written = tap.lines[trips:], commits() - before
    world.close()
    assert [line.split(b" ")[1:3] for line in asked[1:6]] == [
        [b"SELECT", b'"INBOX"'],
        [b"UID", b"SEARCH"],
        [b"UID", b"FETCH"],
        [b"UID", b"FETCH"],
        [b"UID", b"MOVE"],
    ]
    assert written <= 9
    assert script.taken[-1].to == zane.address


def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many transactions that changed something have been committed since."""
    changes: dict[int, int] = {}
    count, commit = [0], DefaultDialect.do_commit

    def do_commit(dialect: DefaultDialect, connection: Any) -> None:
        made = connection.dbapi_connection.total_changes
        count[0] += made != changes.get(id(connection.dbapi_connection), 0)
        changes[id(connection.dbapi_connection)] = made
        commit(dialect, connection)  # type: ignore[no-untyped-call]  # SQLAlchemy's own

    monkeypatch.setattr(DefaultDialect, "do_commit", do_commit)
    return lambda: count[0]


def test_a_letter_out_costs_four_round_trips(
    relay: tuple[scripted_smtp.Script, int], tmp_path: Path
) -> None:
    """MAIL, RCPT, DATA and the letter; connecting is paid for once a round. (PERF-P3)"""
    script, port = relay
    gms = [f"gm{number}@game.test" for number in range(30)]
    settings = {"smtp": relay_at(port), "service": {"gm": gms}}
    world = World(fresh_sqlite(tmp_path / "w.db"), tmp_path, ByHand(), settings)
    world.service.tell_gm("fire", "drill")
    assert world.service.send() == 30
    world.close()
    assert script.connections == 1
    assert len(script.asked) == 3 * 30 + len(["EHLO", "QUIT"])
