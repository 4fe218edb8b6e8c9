"""Commands and letters change a game one after the other, on PostgreSQL too."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.orm import Session

from mailbot.cli.main import cli
from mailbot.storage.store import Store, one_at_a_time
from tests.cli.conftest import CONFIG, Mailbot
from tests.helpers.world import emptied_postgres

pytestmark = pytest.mark.servers
WAITING = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@pytest.fixture
def store(postgres_url: str, folder: Path, mailbot: Mailbot) -> Iterator[Store]:
    """The database of a game in which Zane has a seat."""
    url = emptied_postgres(postgres_url, tables=False)
    config = CONFIG.replace("[smtp]", f'database = "{url}"\n[smtp]', 1)
    (folder / "config.toml").write_text(config)
    mailbot("init")
    assert mailbot("game", "create", "pent").code == 0
    store = Store(url)
    yield store
    store.close()


@pytest.mark.parametrize(
    "words",
    [
        "player seat pent Rick rick@example.org",
        "player address pent Zane zane@example.net",
        "player deputy pent Zane ann@example.org",
        "player zone pent Zane Europe/Paris",
        "game pause pent",
    ],
)
def test_a_command_waits_for_the_letters_being_acted_on(
    store: Store, folder: Path, words: str
) -> None:
    """What it asks, such as whether an address is free, is so until its commit."""
    done: list[int] = []
    call = ["-c", str(folder / "config.toml"), *words.split()]

    def command() -> None:
        done.append(CliRunner().invoke(cli, call).exit_code)

    thread = threading.Thread(target=command)
    with store.writing() as session:
        one_at_a_time(session, "letters")
        thread.start()
        assert waits(session, thread)
    thread.join(30)
    assert len(done) == 1


def waits(session: Session, thread: threading.Thread) -> bool:
    """Does it come to wait for a lock before it ends?"""
    while thread.is_alive():
        if session.scalar(WAITING):
            return True
        thread.join(0.05)
    return False
