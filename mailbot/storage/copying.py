"""The whole database in one file, and from one database to another (FEAT-G7).

A backup is a SQLite database of its own, whatever it was made from: it can be checked, read by any
SQLite program, and restored into either kind of database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, Table, func, insert, make_url, select, text
from sqlalchemy.types import TypeDecorator

from mailbot.errors import Refused, StorageError
from mailbot.storage.store import Store
from mailbot.storage.tables import Base, Beat
from mailbot.worker import WORKER, has_ended, is_occasional

BATCH = 500
"""Rows that are carried at once."""

AT_WORK = timedelta(minutes=5)
"""A service that showed a sign of life so lately, and has not ended for certain, is at work."""

_HEAD = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds: rows by table."""

    rows: Mapping[str, int]
    bytes: int = 0

    @property
    def games(self) -> int:
        return self.rows["game"]

    @property
    def letters(self) -> int:
        return self.rows["letter"] + self.rows["outbox"]


def back_up(store: Store, file: Path) -> Copied:
    """Write everything into a file, as of one moment, while services work on; it is checked.

    An earlier backup of that name is replaced once the new one is good. Raises `Refused`.
    """
    live = file_of(store)
    if file.exists() and ((live is not None and file.samefile(live)) or not _is_sqlite(file)):
        raise Refused(f"{file} is there already, and is no backup: choose another name")
    with _beside(file) as new:
        if live is not None:
            _copy_pages(live, new)
        else:
            with _fresh(new) as target:
                copy_all(store, target)
        rows = checked(new)
        _as_one_file(new)
        _to_disk(new)
        new.replace(file)
    return Copied(rows, file.stat().st_size)


def restore(file: Path, store: Store, *, over: bool = False) -> Copied:
    """Put a backup in the place of what is in the database, brought to this version.

    Raises `Refused` if that is not empty, unless `over`; nothing is changed if anything is wrong
    with the backup.
    """
    if not file.is_file() or not _is_sqlite(file):
        raise Refused(f"{file} is not a backup: `mailbot backup FILE` writes one")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(file, copy)
        checked(copy)
        source = Store(f"sqlite:///{copy}")
        try:
            source.upgrade()
            store.upgrade()
            refuse_full(store, over=over)
            live = file_of(store)
            if live is None:
                copy_all(source, store)
            else:
                source.close()
                _as_one_file(copy)
                _copy_pages(copy, live)
        finally:
            source.close()
    return Copied(count(store))


def refuse_full(store: Store, *, over: bool) -> None:
    """Raise `Refused` if something is in the database that would be lost."""
    rows = count(store)
    if not over and (rows["game"] or rows["letter"] or rows["outbox"]):
        raise Refused(
            f"the database is not empty: it has {rows['game']} games and {rows['letter']} letters; "
            "--yes puts the other in its place, and all of that is lost"
        )


def at_work(store: Store, now: datetime) -> str:
    """The name of a service that is at work on the database; empty if there is none."""
    with store.reading() as session:
        beats = session.scalars(
            select(Beat.name).where(Beat.name.startswith(WORKER), Beat.at > now - AT_WORK)
        )
        names = [name.removeprefix(WORKER) for name in beats]
    return next((name for name in names if not (has_ended(name) or is_occasional(name))), "")


def copy_all(source: Store, target: Store) -> Copied:
    """All rows from one database into another, in the place of what is there; both are checked."""
    snapshot = {} if source.is_sqlite else {"isolation_level": "REPEATABLE READ"}
    with source.reading() as reading, target.writing() as writing:
        from_ = reading.connection(execution_options=snapshot)
        into = writing.connection()
        tables = [_plain(table) for table in Base.metadata.sorted_tables]
        for table in reversed(tables):
            into.execute(table.delete())
        rows = {table.name: _copy(table, from_, into) for table in tables}
        found = {table.name: _count(table, into) for table in tables}
        if rows != found:
            raise StorageError("the copy has not the same number of rows: it was not made")
        if not target.is_sqlite:
            _set_counters(into)
    return Copied(rows)


def count(store: Store) -> dict[str, int]:
    """Rows by table."""
    with store.reading() as session:
        connection = session.connection()
        return {table.name: _count(table, connection) for table in Base.metadata.sorted_tables}


def checked(file: Path) -> dict[str, int]:
    """The rows of a backup by table. Raises `StorageError` if it is damaged or no backup."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("pragma integrity_check").fetchone()
            dangling = connection.execute("pragma foreign_key_check").fetchone()
            tables = {
                name for (name,) in connection.execute("select name from sqlite_master").fetchall()
            }
            if found != "ok" or dangling is not None:
                raise StorageError(f"{file} is damaged: {found}")
            if not {"game", "letter", "outbox", "alembic_version"} <= tables:
                raise StorageError(f"{file} is no backup of this program")
            return {
                name: connection.execute(f'select count(*) from "{name}"').fetchone()[0]  # noqa: S608 - our own tables
                for name in sorted(tables & set(Base.metadata.tables))
            }
    except sqlite3.DatabaseError as error:
        raise StorageError(f"{file} is damaged: {error}") from error


def file_of(store: Store) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    return Path(str(make_url(store.url).database)) if store.is_sqlite else None


def _plain(table: Table) -> Table:
    """The table with columns that are carried as they are stored, byte for byte."""
    columns = (
        Column(
            column.name,
            column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type,
            primary_key=column.primary_key,
            autoincrement=False,
        )
        for column in table.columns
    )
    return Table(table.name, MetaData(), *columns)


def _copy(table: Table, from_: Connection, into: Connection) -> int:
    copied = 0
    order = table.primary_key.columns
    found = from_.execution_options(yield_per=BATCH).execute(select(table).order_by(*order))
    for rows in found.mappings().partitions(BATCH):
        into.execute(insert(table), [dict(row) for row in rows])
        copied += len(rows)
    return copied


def _count(table: Table, connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _set_counters(connection: Connection) -> None:
    """PostgreSQL gives the next numbers from counters, which know nothing of rows that came so."""
    for table in Base.metadata.sorted_tables:
        if "id" in table.columns:
            name = table.name
            statement = (
                f"select setval(pg_get_serial_sequence('{name}', 'id'), "  # noqa: S608 - our own tables
                f'(select coalesce(max(id), 0) + 1 from "{name}"), false)'
            )
            connection.execute(text(statement))


def _copy_pages(source: Path, target: Path) -> None:
    """SQLite's own online copy, of one moment; writers go on meanwhile."""
    try:
        with (
            closing(sqlite3.connect(source, timeout=15)) as from_,
            closing(sqlite3.connect(target, timeout=15)) as into,
        ):
            from_.backup(into)
    except sqlite3.DatabaseError as error:
        raise StorageError(f"{source} could not be copied to {target}: {error}") from error


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file in the same folder, for its owner alone, and gone if it comes to nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    new = Path(name)
    try:
        yield new
    finally:
        for each in (new, *(new.with_name(f"{new.name}{end}") for end in ("-wal", "-shm"))):
            each.unlink(missing_ok=True)


@contextmanager
def _fresh(file: Path) -> Iterator[Store]:
    """An empty database of this version in that file."""
    store = Store(f"sqlite:///{file}")
    try:
        store.upgrade()
        yield store
    finally:
        store.close()


def _as_one_file(file: Path) -> None:
    """Leave nothing of it in files beside it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma journal_mode = delete")


def _to_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _is_sqlite(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_HEAD)) == _HEAD
