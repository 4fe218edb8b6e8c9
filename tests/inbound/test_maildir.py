"""Letters that a mail server of this machine lays into a folder: each is read exactly once."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from mailbot.app import Service
from mailbot.errors import ConfigError
from mailbot.inbound.mailbox import Arrived, MailboxLost
from mailbot.inbound.maildir import Maildir
from mailbot.storage.tables import LetterState
from tests.cli.conftest import Mailbot
from tests.cli.conftest import folder as folder
from tests.cli.conftest import mailbot as mailbot
from tests.helpers.got import GAMES
from tests.helpers.world import ByHand, World, fresh_sqlite

LETTER = b"Subject: hello\r\n\r\nhold\r\n"
NOON = datetime(2025, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    return tmp_path / "Maildir"


@pytest.fixture
def box(path: Path) -> Iterator[Maildir]:
    box = Maildir(path, lambda: NOON, largest=1000)
    yield box
    box.close()


def lay(path: Path, name: str, raw: bytes = LETTER, minutes: int = 0) -> None:
    """What a delivering server does: write in tmp/, then rename into new/."""
    (path / "tmp" / name).write_bytes(raw)
    moment = (NOON + timedelta(minutes=minutes)).timestamp()
    os.utime(path / "tmp" / name, (moment, moment))
    (path / "tmp" / name).rename(path / "new" / name)


def read(box: Maildir) -> list[Arrived]:
    return [one for _, batch in box.fetch_new(None) for one in batch]


def names(path: Path, folder: str) -> list[str]:
    return sorted(file.name for file in (path / folder).iterdir())


def test_letters_come_by_time_and_go_to_cur(path: Path, box: Maildir) -> None:
    """(MAIL-R13, FEAT-G10)"""
    lay(path, "9.late", minutes=-1)
    lay(path, "1.early", minutes=-2)
    letters = read(box)
    assert [one.received.minute for one in letters] == [58, 59]
    assert letters[0].raw == LETTER
    assert (names(path, "new"), names(path, "cur")) == ([], ["1.early:2,", "9.late:2,"])
    assert read(box) == []


def test_a_letter_stays_in_new_until_its_batch_is_kept(path: Path, box: Maildir) -> None:
    """(MAIL-R5)"""
    lay(path, "1.a")
    batches = box.fetch_new(None)
    next(batches)
    assert names(path, "new") == ["1.a"]
    next(batches)
    assert names(path, "cur") == ["1.a:2,"]


def test_a_letter_from_the_future_came_now(path: Path, box: Maildir) -> None:
    lay(path, "1.a", minutes=90)
    assert [one.received for one in read(box)] == [NOON]


def test_of_a_large_letter_only_the_head_is_read(path: Path, box: Maildir) -> None:
    """(MAIL-R3)"""
    lay(path, "1.a", LETTER + b"x" * 5000)
    (letter,) = read(box)
    assert letter.truncated
    assert letter.size == len(LETTER) + 5000
    assert letter.raw == b"Subject: hello\r\n\n"


def test_what_is_no_letter_is_left_alone(path: Path, box: Maildir, tmp_path: Path) -> None:
    (path / "new" / "folder").mkdir()
    (path / "new" / ".hidden").write_bytes(LETTER)
    (tmp_path / "secret").write_bytes(LETTER)
    (path / "new" / "link").symlink_to(tmp_path / "secret")
    assert read(box) == []
    assert names(path, "new") == [".hidden", "folder", "link"]


def test_a_file_that_cannot_be_read_keeps_no_other(
    path: Path, box: Maildir, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R4)"""
    lay(path, "1.a", minutes=-2)
    lay(path, "2.b", minutes=-1)
    opens = Path.open

    def refuses(file: Path, *how: Any) -> object:
        if file.name == "1.a":
            raise PermissionError(13, "Permission denied")
        return opens(file, *how)

    monkeypatch.setattr(Path, "open", refuses)
    bad, good = read(box)
    assert (bad.raw, bad.truncated, bad.size) == (b"", True, len(LETTER))
    assert good.raw == LETTER


def test_a_name_that_is_used_again_is_another_letter(path: Path, box: Maildir) -> None:
    """As when somebody copies `letter.eml` into new/ twice."""
    lay(path, "letter.eml", minutes=-2)
    (first,) = read(box)
    lay(path, "letter.eml", LETTER + b"Eden to Brendan\r\n", minutes=-1)
    (second,) = read(box)
    assert first.uid != second.uid
    box.settle(1, {"processed": [second.uid, first.uid]})
    assert names(path, "cur") == ["letter.eml:2,S", "letter.eml~2:2,S"]


def test_settled_letters_bear_flags(path: Path, box: Maildir) -> None:
    """(MAIL-R7)"""
    for name in ("1.a", "2.b", "3.c"):
        lay(path, name)
    first, second, _ = read(box)
    for _ in range(2):
        box.settle(1, {"processed": [first.uid], "failed": [second.uid]})
    assert names(path, "cur") == ["1.a:2,S", "2.b:2,FS", "3.c:2,"]


def test_a_folder_that_cannot_be_read_is_lost_with_its_name(path: Path, box: Maildir) -> None:
    shutil.rmtree(path / "new")
    with pytest.raises(MailboxLost, match="is no Maildir that can be read: new/ gives No such"):
        read(box)


def test_waiting_ends_with_a_letter_a_nudge_or_the_time(path: Path) -> None:
    """(MAIL-R11)"""
    box = Maildir(path, lambda: NOON, look_every=0.05)
    assert not box.wait(0.1)
    threading.Timer(0.1, box.nudge).start()
    began = time.monotonic()
    assert not box.wait(20)
    threading.Timer(0.1, lay, (path, "1.a")).start()
    assert box.wait(20)
    assert time.monotonic() - began < 10
    box.close()


# The service.


class MaildirPost(ByHand):
    """Letters lie in a Maildir."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0

    def tables(self) -> Mapping[str, Any]:
        smtp = {"host": "localhost", "sender": GAMES, "security": "plain"}
        return {"maildir": {"path": str(self.path)}, "smtp": smtp}

    def bring(self, world: World, raw: bytes) -> None:
        self.number += 1
        minutes = int((world.clock.now() - NOON).total_seconds() // 60)
        lay(self.path, f"{self.number}.M1P1.host", raw, minutes)

    def work(self, service: Service) -> None:
        box = service.open_mailbox()
        try:
            service.take_in(box)
        finally:
            box.close()
        service.run_due()


@pytest.fixture
def world(path: Path, tmp_path: Path) -> Iterator[World]:
    world = World(fresh_sqlite(tmp_path / "w.db"), tmp_path, MaildirPost(path))
    yield world
    world.close()


def test_a_game_is_played_out_of_a_folder(world: World, path: Path) -> None:
    """(FEAT-G10)"""
    world.creates()
    zane, _ = (world.joins(name) for name in ("Zane", "Rick"))
    world.passes(minutes=1)
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane) == ["Phoenix to Hilda"]
    world.turn()
    assert world.game().stage == 2
    assert names(path, "new") == []
    assert all(name.endswith(":2,S") for name in names(path, "cur"))


@pytest.mark.parametrize("moment", ["before it is kept", "before it is moved", "before its flag"])
def test_a_stop_at_any_moment_neither_loses_nor_doubles_a_letter(
    world: World, path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """(MAIL-R5)"""
    broken = {
        "before it is kept": "mailbot.inbound.polling.keep",
        "before it is moved": "mailbot.inbound.maildir.Maildir._move",
        "before its flag": "mailbot.inbound.maildir.Maildir.settle",
    }[moment]
    world.creates()
    letter = world.person("Zane").letter("join pent as Zane")
    with monkeypatch.context() as patch:
        patch.setattr(broken, stop)
        world.post.bring(world, letter)
        with pytest.raises(KeyboardInterrupt):
            world.works()
    world.passes(minutes=6)
    world.passes(minutes=6)
    assert [row.state for row in world.received()] == [LetterState.DONE]
    assert len(world.person("Zane").letters()) == 1
    assert names(path, "cur") == ["1.M1P1.host:2,S"]


def test_the_gm_hears_of_a_file_that_cannot_be_read(
    world: World, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    world.creates()
    world.post.bring(world, world.person("Zane").letter("join pent as Zane"))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", stopped)
        world.works()
    (letter,) = world.received()
    assert letter.state == LetterState.FAILED
    (told,) = world.person("gm").letters()
    assert "`mailbot feed FILE` takes it in" in told.words
    assert names(path, "cur") == ["1.M1P1.host:2,FS"]


def stopped(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def stop(*_: object) -> None:
    """As if the machine stopped here."""
    raise KeyboardInterrupt


def test_two_ways_in_are_one_too_many(world: World) -> None:
    world.settings = {"imap": {"host": "h", "user": "u", "password": "x"}}
    with pytest.raises(ConfigError, match="keep one of them"):
        world.open()


def test_check_names_a_folder_that_is_none(mailbot: Mailbot, folder: Path, path: Path) -> None:
    config = folder / "config.toml"
    config.write_text('[service]\nname = "x"\n[maildir]\npath = "Maildir"\n')
    assert "ok      maildir" in mailbot("check").out
    shutil.rmtree(path / "cur")
    assert "is no Maildir that can be read: cur/ gives No such file" in mailbot("check").out
