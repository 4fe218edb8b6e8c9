"""A backup while the service runs, and the way back, on both databases (FEAT-G7)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from mailbot.errors import Refused, StorageError
from mailbot.games.settings import find_game, read_settings
from mailbot.lookout.glance import look
from mailbot.lookout.rounds import watch_over
from mailbot.storage.copying import at_work, back_up, checked, copy_all, count, restore
from mailbot.storage.store import Store
from mailbot.storage.tables import Beat, Game, Letter, OutRow
from tests.helpers.world import ByHand, World, emptied_postgres, fresh_sqlite
from tests.migration.test_upgrade import in_database, upgraded_to

Place = Callable[[], str]

KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.servers))


@pytest.fixture(params=KINDS)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A game in its first turn, on a database of either kind."""
    if request.param == "sqlite":
        url = fresh_sqlite(tmp_path / "games.db")
    else:
        url = emptied_postgres(request.getfixturevalue("postgres_url"))
    world = World(url, tmp_path, ByHand())
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    yield world
    world.close()


def same(first: Store, second: Store) -> bool:
    """Do they hold the same, table by table, to the last byte?"""
    found = []
    for store in (first, second):
        with store.reading() as session:
            games = [(row.name, row.position, row.secret) for row in session.scalars(select(Game))]
            letters = [
                (row.id, row.raw, row.received, row.reason)
                for row in session.scalars(select(Letter).order_by(Letter.id))
            ]
            sent = [(row.id, row.raw, row.lines) for row in session.scalars(select(OutRow))]
        found.append((games, letters, sorted(sent), count(store)))
    return found[0] == found[1]


def test_a_backup_holds_everything_and_goes_back_into_an_empty_place(
    world: World, tmp_path: Path
) -> None:
    store, file = world.service.store, tmp_path / "backup.db"
    made = back_up(store, file)
    assert made.rows == count(store)
    assert file.stat().st_mode & 0o077 == 0
    empty = Store(f"sqlite:///{tmp_path / 'other.db'}")
    assert restore(file, empty).rows == made.rows
    assert same(store, empty)
    empty.close()


def test_the_game_goes_on_where_the_backup_was_made(world: World, tmp_path: Path) -> None:
    """Also the numbers of new rows do."""
    back_up(world.service.store, tmp_path / "backup.db")
    zane = world.person("Zane")
    zane.writes("cancel Phoenix")
    assert world.stands(zane) == []
    restore(tmp_path / "backup.db", world.service.store, over=True)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    world.turn()
    assert world.game().stage == 2
    zane.writes("Eden to Hilda")
    assert world.stands(zane) == ["Eden to Hilda"]


@pytest.mark.servers
def test_a_game_moves_from_sqlite_to_postgresql_and_goes_on(
    tmp_path: Path, postgres_url: str
) -> None:
    first = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    zane, _ = first.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    target = Store(emptied_postgres(postgres_url))
    copy_all(first.service.store, target)
    assert same(first.service.store, target)
    second = World(postgres_url, tmp_path, ByHand(), clock=first.clock, _ids=1000)
    second.turn()
    moved = second.person("Zane")
    moved.writes("Eden to Hilda")
    assert second.game().stage == 2
    assert second.stands(moved) == ["Eden to Hilda"]
    for each in (first, second):
        each.close()
    target.close()


def test_a_full_place_is_not_filled_without_a_word(world: World, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    back_up(world.service.store, file)
    with pytest.raises(Refused, match="is not empty: it has 1 games"):
        restore(file, world.service.store)


def test_a_backup_is_of_one_moment_while_the_service_writes(world: World, tmp_path: Path) -> None:
    """A game and its letters change together, and the copy never sees half of it."""
    store, stop = world.service.store, threading.Event()

    def work() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with store.writing() as session:
                row = find_game(session, "pent")
                row.held = str(number)
                session.add(Beat(name=f"n{number}", since=row.created, at=row.created))

    writer = threading.Thread(target=work)
    writer.start()
    try:
        for _ in range(5):
            back_up(store, tmp_path / "backup.db")
            copy = Store(f"sqlite:///{tmp_path / 'backup.db'}")
            with copy.reading() as session:
                held = int(find_game(session, "pent").held or 0)
                beats = len(session.scalars(select(Beat)).all())
            copy.close()
            assert held == beats
    finally:
        stop.set()
        writer.join()


def test_a_damaged_backup_is_told_and_changes_nothing(tmp_path: Path) -> None:
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    world.begins("Zane", "Rick")
    file = tmp_path / "backup.db"
    back_up(world.service.store, file)
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 4096 * 8] = b"\xff" * 4096 * 8
    file.write_bytes(raw)
    with pytest.raises(StorageError, match="is damaged"):
        restore(file, world.service.store, over=True)
    assert world.game().stage == 1
    world.close()


def test_what_is_no_backup_is_neither_read_nor_written_over(tmp_path: Path) -> None:
    url = fresh_sqlite(tmp_path / "games.db")
    store, letter = Store(url), tmp_path / "letter.txt"
    letter.write_text("dear all")
    with pytest.raises(Refused, match="is no backup"):
        back_up(store, letter)
    with pytest.raises(Refused, match="is no backup"):
        back_up(store, tmp_path / "games.db")
    with pytest.raises(Refused, match="is not a backup"):
        restore(letter, store)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("create table x (y)")
        other.commit()
    with pytest.raises(StorageError, match="no backup of this program"):
        checked(tmp_path / "other.db")
    store.close()


def test_a_backup_of_an_earlier_version_is_brought_to_this_one(tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    upgraded_to(f"sqlite:///{file}", "0007")
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    restore(file, store)
    store.check()
    store.close()


def test_a_backup_of_a_newer_program_is_left_alone(world: World, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    back_up(world.service.store, file)
    in_database(f"sqlite:///{file}", "update alembic_version set version_num = '9999'")
    with pytest.raises(StorageError, match="newer than this program"):
        restore(file, world.service.store, over=True)
    assert world.stands(world.person("Zane")) == ["Phoenix to Hilda"]


def test_a_glance_sees_the_same_on_either_database(world: World) -> None:
    """(FEAT-G2)"""
    watch_over(world.service)
    seen = look(world.service)
    assert [(game.name, game.sent, game.missing) for game in seen.games] == [
        ("pent", ("Zane",), ("Rick",))
    ]
    assert seen.workers[0].seen == world.clock.now()
    assert seen.letters_out.letters == len(world.outbox())
    assert seen.database_bytes > 10_000


def test_who_is_at_work_is_known_by_his_signs_of_life(world: World) -> None:
    now, store = world.clock.now(), world.service.store
    with store.writing() as session:
        session.add(Beat(name="worker far.example.org/7", since=now, at=now))
    assert at_work(store, now) == "far.example.org/7"
    assert at_work(store, now + timedelta(minutes=6)) == ""
    with store.reading() as session:
        assert read_settings(find_game(session, "pent")).title == "Pent"
