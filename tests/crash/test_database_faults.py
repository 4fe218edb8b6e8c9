"""The disk is full, the database locked, read-only or away: nothing is lost, all goes on after."""

from __future__ import annotations

import random
import resource
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from mailbot.cli.main import main
from mailbot.errors import StorageError
from mailbot.keys import make_key_file
from mailbot.mail.outgoing import Kind
from mailbot.storage import store as storage
from mailbot.storage.tables import LetterState, Phase
from tests.crash.harness import LEASES, Theatre
from tests.crash.judge import differences
from tests.crash.pair import Pair
from tests.crash.post import STEPS, Writers
from tests.helpers.world import UNLIMITED, ByHand, Person, World, Worlds, emptied_postgres
from tests.stories.conftest import worlds as worlds


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


@pytest.mark.servers
@pytest.mark.parametrize("room", [0, 30_000, 60_000])
def test_on_a_full_disk_the_service_waits_and_goes_on_when_there_is_room(
    theatre: Theatre, room: int
) -> None:
    """Full from the first letter on, while they are kept, or while they are answered."""
    undisturbed, _ = theatre.undisturbed(once=False)
    with theatre.stage() as stage:
        service = stage.start()
        until(lambda: "reading" in stage.story())
        resource.prlimit(service.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        stage.set_out(STEPS[0], Writers(stage.smtp.taken))
        time.sleep(2)
        assert service.runs
        assert not stage.is_quiet()
        resource.prlimit(service.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        stage.passes(LEASES)
        assert stage.until_quiet(service), stage.story()
        service.send(signal.SIGTERM)
        assert service.ends() == 0
        found, story = stage.record(), stage.story()
    assert "Traceback" not in story
    asked = [note for note in undisturbed.got.elements() if note[1] == Kind.CONFIRMATION]
    assert found.got == Counter(asked)
    assert sum(found.copies.values()) - len(found.copies) <= 1
    assert sum(found.alerts.values()) <= 1


@pytest.mark.servers
def test_two_services_by_mistake_on_one_sqlite_and_one_mailbox_do_no_harm(
    theatre: Theatre,
) -> None:
    """(MAIL-R10)"""
    undisturbed, _ = theatre.undisturbed(once=False)
    with theatre.stage() as stage:
        Pair(stage, random.Random(0)).play(0)
        found = stage.record().in_any_order()
        told = differences(undisturbed.in_any_order(), found, 0)
        assert not told, "\n".join([*told, stage.story()])


@contextmanager
def locked(world: World) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    other = sqlite3.connect(world.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("begin immediate")
    try:
        yield
    finally:
        other.close()


def test_a_database_that_another_program_locks_is_waited_for(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for longer than the patience of one transaction; no turn and no letter is given up."""
    short = tuple(each.replace("15000", "50") for each in storage.PRAGMAS)
    monkeypatch.setattr(storage, "PRAGMAS", short)
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    with locked(world):
        for _ in range(3):
            with pytest.raises(StorageError, match="database is locked"):
                world.works()
    world.works()
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert len(zane.letters(Kind.RECEIPT)) == 2
    world.clock.set(world.deadline() + timedelta(seconds=1))
    with locked(world), pytest.raises(StorageError):
        world.works()
    world.passes(minutes=11)
    assert (world.game().stage, world.game().phase) == (2, Phase.RUNNING)


def test_a_database_that_may_only_be_read_is_refused_in_one_line(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    world = worlds()
    make_key_file(world.folder / "mailbot.key")
    file = world.url.removeprefix("sqlite:///")
    (world.folder / "config.toml").write_text(
        f'[service]\nname = "x"\ndatabase = "sqlite:///file:{file}?mode=ro&uri=true"\n'
        "[trust]\ndkim = false\n"
    )
    monkeypatch.setattr("sys.argv", ["mailbot", "-c", str(world.folder / "config.toml"), "run"])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert ended.value.code == 1
    (line,) = told.splitlines()
    assert line.startswith("mailbot: the database ")


# PostgreSQL.


@pytest.fixture
def world(postgres_url: str, tmp_path: Path) -> Iterator[World]:
    world = World(emptied_postgres(postgres_url), tmp_path, ByHand(), {"limits": UNLIMITED})
    yield world
    world.close()


@contextmanager
def after(url: str, *fault: str, mend: str = "select 1") -> Iterator[None]:
    """A fault of the server's own, until it is mended."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for each in fault:
            connection.execute(text(each))
        yield
        connection.execute(text("set default_transaction_read_only = off"))
        connection.execute(text(mend))
        connection.execute(text(HANG_UP))
    engine.dispose()


HANG_UP = (
    "select pg_terminate_backend(pid) from pg_stat_activity "
    "where pid <> pg_backend_pid() and datname = current_database()"
)
FULL = (
    """create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$""",
    """create trigger full_disk before insert on outbox for each row
    when (new.kind = 'receipt') execute function full_disk()""",
)
READ_ONLY = ("alter database game set default_transaction_read_only = on", HANG_UP)


@pytest.mark.servers
@pytest.mark.parametrize(
    ("fault", "mend"),
    [
        (FULL, "drop function full_disk cascade"),
        (READ_ONLY, "alter database game reset default_transaction_read_only"),
    ],
    ids=["full", "read-only"],
)
def test_a_postgresql_that_takes_nothing_loses_nothing(
    world: World, fault: tuple[str, ...], mend: str
) -> None:
    """It is full, or it is the one that is only read since another took over."""
    zane, _ = world.begins("Zane", "Rick")
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    with after(world.url, *fault, mend=mend):
        tries(world)
    settled(world, zane)


@pytest.mark.servers
def test_a_postgresql_that_hangs_up_is_called_again(world: World) -> None:
    zane, _ = world.begins("Zane", "Rick")
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    with after(world.url, HANG_UP):
        tries(world)
    settled(world, zane)


def tries(world: World) -> None:
    """The service tries; what it cannot do is the database's fault, not a game's or a letter's."""
    try:
        world.works()
    except StorageError:
        world.clock.advance(timedelta(minutes=6))


def settled(world: World, zane: Person) -> None:
    """Everything is as if nothing had happened, and the next turn is run."""
    for _ in range(4):
        tries(world)
    assert world.received()[-1].state == LetterState.DONE
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert len(zane.letters(Kind.RECEIPT)) == 2
    world.turn()
    assert (world.game().stage, world.game().phase) == (2, Phase.RUNNING)
    assert world.person("gm").letters() == []
