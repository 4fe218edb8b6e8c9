"""One game with everything that belongs to it, as a file of lines, and back (FEAT-G7).

The first line says what the file is, each other one is a row of a table. Numbers of letters are
given anew where it comes to; what else it has stays byte for byte. The secret of its dice stays
sealed under the key file, which is not in it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, LargeBinary, Table, insert, select, true
from sqlalchemy.orm import Session

from mailbot.errors import Refused
from mailbot.keys import Keys
from mailbot.outbox.copies import id_of_copy
from mailbot.storage.tables import (
    UNSENT,
    AddressWish,
    Application,
    Base,
    Beat,
    DeedWish,
    Game,
    MailboxRow,
    Moment,
    Observer,
    OutRow,
    OutState,
    Phase,
)

FORM = 1
BATCH = 200
LEFT_OUT = frozenset(
    # What waits for somebody's word is proven by its old number.
    {each.__tablename__ for each in (AddressWish, DeedWish, MailboxRow, Beat)}
)
#: So is a wish of these until it has been confirmed.
ONLY = {
    Application.__tablename__: Application.waiting.is_not(None),
    Observer.__tablename__: Observer.confirmed.is_not(None),
}
#: Who asked for a seat in a game, or to watch it, did not ask for its copy.
NOT_COPIED = frozenset(ONLY)
_CHILDREN = frozenset({("attempt", "letter"), ("bounce", "letter"), ("signature", "letter")})


@dataclass(frozen=True, slots=True)
class Moved:
    """What has been written or read."""

    game: str
    rows: Mapping[str, int]


def export_game(session: Session, name: str, version: str, now: datetime) -> Iterator[bytes]:
    """The lines of one game. Raises `Refused` if there is no such game."""
    if session.get(Game, name) is None:
        raise Refused(f"there is no game {name!r}")
    return _lines(session, name, {"mailbot": FORM, "version": version, "game": name, "at": now})


def _lines(session: Session, name: str, head: Mapping[str, Any]) -> Iterator[bytes]:
    yield msgspec.json.encode(head) + b"\n"
    connection = session.connection()
    keys = {table: _belonging(connection, name, table) for table in _tables()}
    _close(connection, keys)
    for table in _tables():
        for row in _rows(connection, table, keys[table]):
            data = {str(key): _told(value) for key, value in row.items()}
            yield msgspec.json.encode({"table": str(table.name), "row": data}) + b"\n"


def import_game(session: Session, file: Path, keys: Keys, version: str, name: str = "") -> Moved:
    """Make the game of a file, paused if it was running; under another name it is a copy.

    A copy keeps its dice secret, but throws other dice from now on, since the name goes into
    them; letters of the original that were waiting are not sent again. Raises `Refused`.
    """
    with file.open("rb") as lines:
        head = _head(file, lines.readline(), version)
        old = str(head["game"])
        new = name or old
        if session.get(Game, new) is not None:
            raise Refused(f"there is a game {new!r} already: give another name with --as")
        reader = _Reader(session.connection(), keys, old, new)
        for number, line in enumerate(lines, 2):
            try:
                data = msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError as error:
                raise Refused(f"{file}, line {number} is not a row: {error}") from error
            reader.take(data.table, data.row)
    return Moved(new, reader.rows)


class _Line(msgspec.Struct, frozen=True):
    table: str
    row: dict[str, Any]


def _head(file: Path, line: bytes, version: str) -> Mapping[str, Any]:
    try:
        head: Mapping[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise Refused(f"{file} is no exported game: `mailbot game export` writes one") from error
    if head.get("mailbot") != FORM or "game" not in head:
        raise Refused(f"{file} is no exported game: `mailbot game export` writes one")
    if head.get("version") != version:
        raise Refused(
            f"{file} was written with tables of version {head.get('version')}, and here they are "
            f"of version {version}: bring both services to the same version and export it again"
        )
    return head


def _tables() -> Sequence[Table]:
    return [table for table in Base.metadata.sorted_tables if table.name not in LEFT_OUT]


Keys_ = set[tuple[Any, ...]]


def _belonging(connection: Connection, name: str, table: Table) -> Keys_:
    """The primary keys of the rows that name the game."""
    key = table.columns.get("game") if table.name != "game" else table.columns["name"]
    if key is None:
        return set()
    chosen = select(*table.primary_key.columns).where(key == name, ONLY.get(table.name, true()))
    found = connection.execute(chosen)
    return {tuple(row) for row in found}


def _close(connection: Connection, keys: Mapping[Table, Keys_]) -> None:
    """Add what these rows point to, and what points to their letters and nothing else."""
    numbered = {table.name: table for table in keys if "id" in table.columns}
    for table in keys:
        for column, to in _links(table):
            if to in numbered and (table.name, column.name) in _CHILDREN:
                _add_children(connection, table, column, keys[numbered[to]], keys[table])
    for table in keys:
        for column, to in _links(table):
            if to in numbered:
                keys[numbered[to]].update(_pointed_to(connection, table, column, keys[table]))


def _links(table: Table) -> Iterator[tuple[Column[Any], str]]:
    """Columns that hold the number of a row of another table."""
    for column in table.columns:
        for foreign in column.foreign_keys:
            if foreign.column.name == "id":
                yield column, foreign.column.table.name
    if table.name == OutRow.__tablename__:
        yield table.columns["answers"], "letter"


def _add_children(
    connection: Connection, table: Table, column: Column[Any], parents: Keys_, found: Keys_
) -> None:
    for part in _cut(parents):
        chosen = select(*table.primary_key.columns).where(column.in_([key for (key,) in part]))
        found.update(tuple(row) for row in connection.execute(chosen))


def _pointed_to(
    connection: Connection, table: Table, column: Column[Any], rows: Keys_
) -> Iterator[tuple[Any, ...]]:
    first = next(iter(table.primary_key.columns))
    for part in _cut(rows):
        chosen = select(column).where(first.in_([key[0] for key in part]), column.is_not(None))
        yield from (tuple(row) for row in connection.execute(chosen.distinct()))


def _rows(connection: Connection, table: Table, keys: Keys_) -> Iterator[Mapping[str, Any]]:
    columns = list(table.primary_key.columns)
    for part in _cut(keys):
        chosen = select(table).where(columns[0].in_({key[0] for key in part})).order_by(*columns)
        for row in connection.execute(chosen).mappings():
            if tuple(row[column.name] for column in columns) in part:
                yield dict(row)


def _cut(keys: Iterable[tuple[Any, ...]]) -> Iterator[set[tuple[Any, ...]]]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), BATCH):
        yield set(ordered[start : start + BATCH])


def _told(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


class _Reader:
    """Lays rows down in a database, with new numbers, under the name that the game gets."""

    def __init__(self, connection: Connection, keys: Keys, old: str, new: str) -> None:
        self._connection = connection
        self._keys = keys
        self._old, self._new = old, new
        self._tables = {table.name: table for table in _tables()}
        self._numbers: dict[str, dict[int, int]] = {}
        self.rows: dict[str, int] = {}

    def take(self, name: str, row: dict[str, Any]) -> None:
        if name not in self._tables:
            raise Refused(f"there is no table {name!r} here: was it exported by another version?")
        table = self._tables[name]
        values = {key: _heard(table.columns[key], value) for key, value in row.items()}
        if self._known_already(table, values) or (self.copies and name in NOT_COPIED):
            return
        self._rename(table, values)
        self._link(table, values)
        if (mend := _MENDED.get(name)) is not None:
            mend(self, values)
        number = values.pop("id", None)
        done = self._connection.execute(insert(table).values(values))
        if number is not None and done.inserted_primary_key is not None:
            self._numbers.setdefault(name, {})[number] = done.inserted_primary_key[0]
        self.rows[name] = self.rows.get(name, 0) + 1

    @property
    def copies(self) -> bool:
        return self._old != self._new

    def _known_already(self, table: Table, values: Mapping[str, Any]) -> bool:
        """A signature that a letter here has too stays its own."""
        if table.name != "signature":
            return False
        seen = select(table).where(table.columns["value"] == values["value"])
        return self._connection.execute(seen).first() is not None

    def _rename(self, table: Table, values: dict[str, Any]) -> None:
        for key in ("game", "part") if table.name != "game" else ("name",):
            if values.get(key) == self._old:
                values[key] = self._new

    def _link(self, table: Table, values: dict[str, Any]) -> None:
        for column, to in _links(table):
            if values[column.name] is not None:
                values[column.name] = self._numbers.get(to, {}).get(values[column.name])

    def game(self, values: dict[str, Any]) -> None:
        secret = self._keys.unseal(values["secret"], f"game {self._old}")
        values["secret"] = self._keys.seal(secret, f"game {self._new}")
        values["lease_owner"] = values["lease_until"] = None
        if values["phase"] == Phase.RUNNING:
            values["phase"] = Phase.PAUSED
        if values["review"] is not None:
            values["review"] = {**values["review"], "release_at": None}

    def letter(self, values: dict[str, Any]) -> None:
        """No mailbox has it; a copy of it here is another letter."""
        values |= {"mailbox": "import", "uid_validity": None, "uid": None, "settled": True}
        if self.copies and values["body_key"] is not None:
            values["body_key"] = f"{self._new}:{values['body_key']}"[:64]

    def press(self, values: dict[str, Any]) -> None:
        """What the original is still to send, the copy does not send too."""
        if self.copies:
            values["due"] = None

    def application(self, values: dict[str, Any]) -> None:
        """What was offered to him he would accept with the old number: he is asked again."""
        values["offered"] = values["offered_at"] = None

    def outbox(self, values: dict[str, Any]) -> None:
        values["lease_owner"] = values["lease_until"] = None
        if self.copies:
            old, values["message_id"] = values["message_id"], id_of_copy(values["message_id"])
            values["raw"] = values["raw"].replace(old.encode(), values["message_id"].encode(), 1)
            values["envelope"] = ""
            if values["state"] in UNSENT:
                values["state"] = OutState.DROPPED
        elif values["state"] == OutState.SENDING:
            values["state"] = OutState.UNCERTAIN


_MENDED: Mapping[str, Callable[[_Reader, dict[str, Any]], None]] = {
    "game": _Reader.game,
    "letter": _Reader.letter,
    "application": _Reader.application,
    "press": _Reader.press,
    "outbox": _Reader.outbox,
}


def _heard(column: Column[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, LargeBinary):
        return base64.b64decode(value["base64"])
    if isinstance(column.type, Moment):
        return datetime.fromisoformat(value).astimezone(UTC)
    return value
