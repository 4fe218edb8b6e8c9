"""Copies of databases: to make one anew, or to play until it holds a game, takes far longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, create_engine, make_url, text

Copy = Callable[[str], None]
"""Makes the database at a URL what the copied one was; nobody may be at work in it."""


def copy_of(url: str) -> Copy:
    """The database at this URL as it is now; nobody may be at work in it."""
    return _of_sqlite(url) if url.startswith("sqlite") else _of_postgres(url)


def _of_sqlite(url: str) -> Copy:
    content = _file(url).read_bytes()

    def put(target: str) -> None:
        _file(target).write_bytes(content)

    return put


def _file(url: str) -> Path:
    path = make_url(url).database
    assert path
    assert not Path(f"{path}-wal").exists(), f"somebody is still connected to {path}"
    return Path(path)


def _of_postgres(url: str) -> Copy:
    """A schema beside the one that is copied; rows alone, so whoever is put back has its tables."""
    kept = f"kept_{uuid4().hex}"
    script = ["set session_replication_role = replica"]  # No foreign key is looked at.
    with _asking(url) as connection:
        connection.execute(text(f"create schema {kept}"))
        for table in connection.scalars(text(TABLES)).all():
            script.append(f"delete from {table}")
            if connection.scalar(text(f"select exists (select from {table})")):
                connection.execute(text(f"create table {kept}.{table} as table {table}"))
                script.append(f"insert into {table} select * from {kept}.{table}")
        for name, last in connection.execute(text(SEQUENCES)):
            script.append(f"select setval('{name}', {last or 1}, {last is not None})")

    def put(target: str) -> None:
        with _asking(target) as connection:
            connection.exec_driver_sql(";".join(script))

    return put


TABLES = "select tablename from pg_tables where schemaname = 'public'"
SEQUENCES = "select sequencename, last_value from pg_sequences where schemaname = 'public'"


@contextmanager
def _asking(url: str) -> Iterator[Connection]:
    engine = create_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()
