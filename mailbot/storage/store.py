"""The database: one engine, short transactions, the same statements on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.orm import Session

import migrations
from mailbot.errors import StorageError
from mailbot.origins import without_secrets

EMPTY = "the database is empty: run `mailbot init` to make its tables"


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

    @property
    def version(self) -> str:
        """Of the tables that this program works with."""
        return _newest()

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
        with (
            _answering("the database does not answer"),
            Session(engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    def upgrade(self) -> None:
        """Bring the tables to this version; creates them in an empty database.

        Raises `StorageError` if it cannot be opened, or is of a newer version.
        """
        config = _alembic()
        with _answering("the database cannot be opened"):
            if self.is_sqlite:
                _make_folder(make_url(self.url).database)
            with self._writer.begin() as connection:
                _refuse_newer(_version(connection), _newest())
                config.attributes["connection"] = connection
                command.upgrade(config, "head")

    def is_empty(self) -> bool:
        """Has it no tables? Raises `StorageError` if it does not answer."""
        if self._is_missing():
            return True
        with _answering("the database cannot be opened"), self._engine.connect() as connection:
            return _version(connection) is None

    def _is_missing(self) -> bool:
        """To look into a file that is not there would make it, open to everybody here."""
        file = make_url(self.url).database if self.is_sqlite else None
        return bool(file) and not Path(str(file)).exists()

    def check(self) -> None:
        """Raise `StorageError` unless the database answers and is of this version."""
        wanted = _newest()
        if self._is_missing():
            raise StorageError(EMPTY)
        with _answering("the database cannot be opened"), self._engine.connect() as connection:
            found = _version(connection)
        if found is None:
            raise StorageError(EMPTY)
        _refuse_newer(found, wanted)
        if found != wanted:
            raise StorageError(
                f"the database is of version {found}, this program needs {wanted}: "
                "stop the service, make a copy, and run `mailbot init`"
            )

    def close(self) -> None:
        self._engine.dispose()


def one_at_a_time(session: Session, work: str) -> None:
    """Wait until no other worker is at this work, and keep them from it until the commit.

    SQLite has one writer anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(crc32(work.encode()))))


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        # What is asked of the database holds orders and tokens, and errors end in the log.
        engine = create_engine(parsed, hide_parameters=True)
    except ModuleNotFoundError as error:
        wanted = f"it needs the Python package {error.name}, which is not installed"
        raise StorageError(
            f"database = {without_secrets(url)!r} cannot be used: {wanted}"
        ) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StorageError(
            f"database = {without_secrets(url)!r} cannot be used: `sqlite:///FILE` or "
            "`postgresql+psycopg://USER@HOST/NAME` would"
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
    return engine


OWN_FAULTS = (OperationalError, InterfaceError, InternalError)
"""The database's faults, not those of what was asked of it: no room, no link, a lock, a failover.

PostgreSQL calls it an internal error that a server may only be read.
"""

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=15000", "foreign_keys=ON")


def _sqlite_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("mailbot_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _answering(what: str) -> Iterator[None]:
    """Failures of the database's own, not of what was asked of it, as `StorageError`."""
    try:
        yield
    except OWN_FAULTS as error:
        raise StorageError(f"{what}: {error.orig}") from error
    except DatabaseError as error:
        if type(error) is not DatabaseError:
            raise
        raise StorageError(f"{what}: {error.orig}") from error


def _make_folder(database: str | None) -> None:
    if not database or database == ":memory:":
        return
    folder = Path(database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"the folder {folder} cannot be made: {error.strerror}") from error


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _newest() -> str:
    return str(ScriptDirectory.from_config(_alembic()).get_current_head())


def _refuse_newer(found: str | None, wanted: str) -> None:
    """Migrations are numbered; none goes back."""
    if found is not None and found > wanted:
        raise StorageError(
            f"the database is of version {found}, newer than this program ({wanted}): "
            "install the newer program again, or go back to a copy of the database"
        )


def _alembic() -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return config
