"""The database: one engine, short transactions, the same statements on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

import migrations
from mailbot.errors import StorageError


class Store:
    """Transactions on the service's database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = _engine(url)
        # SQLite has one writer: a transaction that will write takes its turn at the beginning.
        self._writer = self._engine.execution_options(mailbot_writes=True)

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing."""
        with self._opened(self._engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that commits at its end, or leaves no trace."""
        with self._opened(self._writer) as session:
            yield session

    @contextmanager
    def _opened(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except OperationalError as error:
            raise StorageError(f"the database does not answer: {error.orig}") from error

    def upgrade(self) -> None:
        """Bring the tables to this version; creates them in an empty database."""
        if self.is_sqlite:
            database = make_url(self.url).database
            if database and database != ":memory:":
                Path(database).parent.mkdir(parents=True, exist_ok=True)
        config = _alembic()
        with self._writer.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def check(self) -> None:
        """Raise `StorageError` unless the database answers and is of this version."""
        wanted = ScriptDirectory.from_config(_alembic()).get_current_head()
        try:
            with self._engine.connect() as connection:
                found = MigrationContext.configure(connection).get_current_revision()
        except (OperationalError, DBAPIError) as error:
            raise StorageError(f"the database cannot be opened: {error.orig}") from error
        if found is None:
            raise StorageError("the database is empty: run `mailbot init` to make its tables")
        if found != wanted:
            raise StorageError(
                f"the database is of version {found}, this program needs {wanted}: "
                "stop the service, make a copy, and run `mailbot init`"
            )

    def close(self) -> None:
        self._engine.dispose()


def lease_end(now: datetime, seconds: float) -> datetime:
    """Until when a claim made now holds."""
    return now + timedelta(seconds=seconds)


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        engine = create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise StorageError(f"database = {url!r} cannot be used: {error}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=15000",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("mailbot_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _alembic() -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return config
