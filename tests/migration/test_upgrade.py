"""The tables that the migrations make, and what is said of a database that is not ready."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, select, text

import migrations
from mailbot.errors import StorageError
from mailbot.storage.store import Store
from mailbot.storage.tables import Base, OutRow, Pause
from tests.helpers.world import emptied_postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new' / 'mailbot.db'}"
    return emptied_postgres(request.getfixturevalue("postgres_url"), tables=False)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def in_database(url: str, statement: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def test_the_migrations_make_exactly_the_tables_of_the_program(store: Store, url: str) -> None:
    store.upgrade()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()
    store.check()


def test_an_upgrade_may_be_repeated(store: Store) -> None:
    store.upgrade()
    store.upgrade()
    store.check()


def test_an_empty_database_is_told_from_a_ready_one(store: Store, url: str) -> None:
    in_database(url, "select 1") if "postgres" in url else Path(url[10:]).parent.mkdir()
    with pytest.raises(StorageError, match="is empty: run `mailbot init`"):
        store.check()


def test_an_older_database_is_named_with_the_remedy(store: Store, url: str) -> None:
    store.upgrade()
    in_database(url, "update alembic_version set version_num = '0000'")
    with pytest.raises(StorageError, match=r"is of version 0000.* make a copy, and run"):
        store.check()


def test_a_newer_database_asks_for_a_newer_program(store: Store, url: str) -> None:
    """Going back is never done by itself."""
    store.upgrade()
    in_database(url, "update alembic_version set version_num = '9999'")
    with pytest.raises(StorageError, match="newer"):
        store.check()
    with pytest.raises(StorageError, match="newer"):
        store.upgrade()


def test_a_database_that_cannot_be_reached_is_one_line() -> None:
    store = Store("postgresql+psycopg://nobody@127.0.0.1:1/none")
    with pytest.raises(StorageError, match="cannot be opened"):
        store.check()
    with pytest.raises(StorageError, match="does not answer"), store.reading() as session:
        session.execute(text("select 1"))
    with pytest.raises(StorageError):
        store.upgrade()


@pytest.mark.parametrize("url", ["nonsense", "oracle://x", "sqlite:////proc/none/mailbot.db"])
def test_a_database_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(StorageError):
        Store(url).upgrade()


def upgraded_to(url: str, version: str) -> None:
    """Bring the tables to an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()


def test_letters_that_wait_go_on_waiting_after_the_upgrade_for_bounces(
    store: Store, url: str
) -> None:
    in_database(url, "select 1") if "postgres" in url else Path(url[10:]).parent.mkdir()
    upgraded_to(url, "0004")
    columns = 'message_id, kind, "to", subject, about, raw, lines, created, state, attempts, '
    columns += "next_at, reply"
    values = "'sheet', 'a@x.test', '', '', '', '[]', '2025-12-01 11:00:00', 'retry'"
    for number in (0, 1):
        row = f"'<{number}@x>', {values}, {number}, '2025-12-01 12:00:00', '451 later'"
        in_database(url, f"insert into outbox ({columns}) values ({row})")
    in_database(url, "insert into pause values ('outbox', '2025-12-01 12:00:00', '535')")
    store.upgrade()
    store.check()
    with store.reading() as session:
        fresh, tried = session.scalars(select(OutRow).order_by(OutRow.attempts))
        assert (fresh.tried, tried.tried, tried.envelope) == (None, tried.created, "")
        assert session.get_one(Pause, "outbox").since == session.get_one(Pause, "outbox").until
