"""Letters are read in a process of their own, which a letter may cost its life (MAIL-R8)."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from mailbot.inbound import reading_room
from mailbot.inbound.reading_room import Broke, Overrun, ReadingRoom, RoomClosed, read_letter
from mailbot.inbound.scrubbing import without_tokens
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.architecture.project import ROOT
from tests.helpers.misdeeds import breaks, cannot_be_told, dies, greedy, greedy_under_watch, hangs
from tests.helpers.world import Person, World, Worlds
from tests.stories.conftest import worlds as worlds

LETTER = b"From: a@example.org\r\nSubject: hello\r\n\r\nhold\r\n> quoted\r\n"


@pytest.fixture
def room() -> Iterator[ReadingRoom]:
    room = ReadingRoom(longest=2.0, megabytes=100)
    yield room
    room.close()


def test_a_letter_is_read_as_anywhere(room: ReadingRoom) -> None:
    assert room.do(read_letter, LETTER, (), ()) == read_letter(LETTER, (), ())


def test_one_reader_reads_letter_after_letter(room: ReadingRoom) -> None:
    assert room.do(os.getpid) == room.do(os.getpid) != os.getpid()


def test_a_reader_that_takes_too_long_is_ended_and_the_next_letter_is_read(
    room: ReadingRoom,
) -> None:
    began = time.monotonic()
    with pytest.raises(Overrun, match="longer than 2 s"):
        room.do(hangs, 60.0)
    assert time.monotonic() - began < 60
    assert room.do(read_letter, LETTER, (), ()).text == "hold"


def test_a_reader_that_wants_too_much_memory_is_ended(room: ReadingRoom) -> None:
    assert room.do(greedy, 20) == 20 * 2**20
    with pytest.raises(Overrun, match="memory"):
        room.do(greedy, 2000)
    assert room.do(greedy, 20) == 20 * 2**20


def test_where_no_limit_is_kept_the_reader_watches_himself() -> None:
    """As on macOS."""
    room = ReadingRoom(longest=20.0, megabytes=500)
    with pytest.raises(Overrun, match="memory"):
        room.do(greedy_under_watch, 1, 80)
    room.close()


def test_a_reader_that_dies_costs_only_its_letter(room: ReadingRoom) -> None:
    with pytest.raises(Overrun):
        room.do(dies, None)
    assert room.do(read_letter, LETTER, (), ()).text == "hold"


def test_a_reader_that_died_between_two_letters_is_replaced(room: ReadingRoom) -> None:
    os.kill(room.do(os.getpid), 9)
    time.sleep(0.2)
    assert room.do(read_letter, LETTER, (), ()).text == "hold"


def test_what_a_letter_breaks_comes_back_with_its_traceback(room: ReadingRoom) -> None:
    with pytest.raises(Broke, match="RuntimeError: xyzzy"):
        room.do(breaks, "xyzzy")
    with pytest.raises(Broke, match="cannot be handed over"):
        room.do(cannot_be_told)
    assert room.do(os.getpid)


def test_a_reader_that_was_forked_leaves_with_its_service() -> None:
    """It must not wait for ever for letters from a process that was killed."""
    script = (
        "import os\n"
        "from mailbot.inbound.reading_room import quick_room\n"
        "room = quick_room()\n"
        "print(room._forks, room.do(os.getpid), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, text=True)
    forked, reader = done.stdout.split()
    assert forked == str(sys.platform == "linux")
    deadline = time.monotonic() + 20
    while alive(int(reader)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_stops_the_service_does_not_take_the_letter_out_of_the_readers_hands(
    room: ReadingRoom,
) -> None:
    """A service manager tells all processes to stop; the service ends its reader itself."""
    reader = room.do(os.getpid)
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(reader, number)
    time.sleep(0.2)
    assert room.do(os.getpid) == reader


def test_a_process_that_ends_without_a_word_takes_its_reader_along() -> None:
    """And does not wait for him, who listens to no signal."""
    script = (
        "import os\n"
        "from mailbot.inbound.reading_room import shared_room\n"
        "print(shared_room().do(os.getpid), flush=True)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, text=True, timeout=60)
    assert not alive(int(done.stdout))


def test_a_reader_that_nobody_ends_any_more_ends_by_himself() -> None:
    """His service was killed while a letter kept him."""
    script = (
        "import os, threading\n"
        "from mailbot.inbound import reading_room\n"
        "from tests.helpers.misdeeds import hangs\n"
        "reading_room.ORPHANED = 1\n"
        "room = reading_room.quick_room()\n"
        "print(room.do(os.getpid), flush=True)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), 9)).start()\n"
        "room.do(hangs, 600.0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, text=True)
    deadline = time.monotonic() + 20
    while alive(int(done.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def test_a_room_in_which_nobody_can_sit_is_no_letters_fault(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_room, "START", 0.0)
    with pytest.raises(RoomClosed):
        room.do(os.getpid)


def test_a_machine_without_room_for_a_process_is_no_letters_fault(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_room, "_SPAWN", refused)
    with pytest.raises(RoomClosed, match="does not start: Resource temporarily unavailable"):
        room.do(os.getpid)
    monkeypatch.undo()
    assert room.do(os.getpid) != os.getpid()


def refused(**_: object) -> object:
    """A process that the system does not let begin."""
    return NotBegun()


class NotBegun:
    def start(self) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


# The service.


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


@pytest.fixture
def zane(world: World) -> Person:
    zane, _ = world.begins("Zane", "Rick")
    return zane


class PoisonedRoom(ReadingRoom):
    """Its reader falls over one word."""

    tries = 0

    def do(self, work: object, *args: object, **_: object) -> object:  # type: ignore[override]  # any work
        if b"xyzzy" in args[0]:  # type: ignore[operator]  # the letter
            self.tries += 1
            if work is read_letter:
                return super().do(hangs, 60.0)
        return super().do(work, *args)  # type: ignore[arg-type]  # passed on as it came


@pytest.fixture
def poisoned(world: World) -> Iterator[PoisonedRoom]:
    room = PoisonedRoom(longest=0.5)
    room.start()
    room.do(os.path.basename, b"")
    object.__setattr__(world.service, "room", room)
    yield room
    room.close()


def test_a_letter_that_costs_its_readers_their_lives_is_tried_three_times(
    world: World, zane: Person, poisoned: PoisonedRoom
) -> None:
    """(MAIL-R8)"""
    to = zane.last().reply_to
    world.post.bring(world, zane.letter("Eden to Brendan\nxyzzy", To=to))
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=to))
    world.works()
    bad, good = world.received()[-2:]
    assert (bad.state, bad.attempts) == (LetterState.FAILED, 3)
    assert good.state == LetterState.DONE
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_letters_behind_one_that_is_tried_again_wait_for_it(
    world: World, zane: Person, room: ReadingRoom
) -> None:
    """So that a player's letters are read in the order in which he wrote them."""
    deadly = Deadly(room)
    object.__setattr__(world.service, "room", deadly)
    to = zane.last().reply_to
    world.post.bring(world, zane.letter("Eden to Brendan\nxyzzy", To=to))
    world.clock.advance(timedelta(minutes=1))
    world.post.bring(world, zane.letter("cancel Eden", To=to))
    world.works()
    assert deadly.tries == 2
    assert [row.attempts for row in world.received()[-2:]] == [2, 1]
    assert "1| Eden to Brendan" in zane.letters(Kind.RECEIPT)[-2].text
    assert "gone: Eden to Brendan" in zane.last(Kind.RECEIPT).words


def test_letters_are_not_tried_where_nobody_reads(world: World, zane: Person) -> None:
    object.__setattr__(world.service, "room", ClosedRoom())
    world.post.bring(world, zane.letter("Eden to Brendan", To=zane.last().reply_to))
    for _ in range(5):
        with pytest.raises(RoomClosed):
            world.works()
    letter = world.received()[-1]
    assert (letter.state, letter.attempts, letter.tried) == (LetterState.RECEIVED, 0, None)


class Deadly(ReadingRoom):
    """Its reader falls over one word, the first time that he sees it."""

    tries = 0

    def __init__(self, room: ReadingRoom) -> None:
        self.room = room

    def do(self, work: object, *args: object, **_: object) -> object:  # type: ignore[override]  # any work
        if work is read_letter and b"xyzzy" in args[0]:  # type: ignore[operator]  # the letter
            self.tries += 1
            if self.tries == 1:
                raise Overrun("the process that read it ended")
        return self.room.do(work, *args)  # type: ignore[arg-type]  # passed on as it came


class ClosedRoom(ReadingRoom):
    def do(self, *_: object, **__: object) -> object:  # type: ignore[override]  # any work
        raise RoomClosed("the process that reads letters does not start")


def test_the_gm_gets_the_letter_without_its_proof(
    world: World, zane: Person, poisoned: PoisonedRoom
) -> None:
    """(MAIL-R8)"""
    to = zane.last().reply_to
    mac = to.split("@")[0].rpartition(".")[2]
    words = f"Eden to Brendan\nxyzzy\nOn 1.1.2026 {to} wrote:"
    world.post.bring(world, zane.letter(words, To=to, Subject=f"Re: [k:{mac}]"))
    world.works()
    (alert,) = world.person("gm").letters(Kind.NOTICE)
    assert "could not be read and was set aside" in alert.subject
    assert "took longer than 0.5 s" in alert.text
    (name, content) = alert.files[0]
    assert name.endswith(".eml")
    assert b"Eden to Brendan" in content
    assert mac.encode() not in content
    assert "set aside" in zane.last(Kind.HELP).subject


MAC = b"abcdefghijklmn23"


@pytest.mark.parametrize(
    "raw",
    [
        b"To: games+pent.zane.%s@example.org\r\n" % MAC,
        b"Subject: Re: Pent [k:%s]\r\n" % MAC.upper(),
        b"To: <games+pent.zane.%s\r\n %s@example.org>\r\n" % (MAC[:5], MAC[5:]),
        b"mailto:games%%2Bpent.zane.%s%%40example.org" % MAC,
        b"games+pent.zane.%s=\r\n%s=40example.org" % (MAC[:7], MAC[7:]),
    ],
    ids=["address", "subject", "folded", "link", "quoted-printable"],
)
def test_a_proof_is_hidden_however_it_is_written(raw: bytes) -> None:
    shown = without_tokens(raw).replace(b"=\r\n", b"").replace(b"\r\n ", b"")
    assert MAC not in shown.lower()
    assert b"xxxxxxxxxxxxxxxx" in shown


def test_a_proof_in_base64_is_hidden_and_the_rest_is_the_same() -> None:
    from base64 import b64decode, encodebytes

    text = b"Hello!\nTo: games+pent.zane.%s@example.org\n" % MAC + b"Phoenix to Hilda\n" * 20
    raw = b"Content-Transfer-Encoding: base64\r\n\r\n" + encodebytes(text)
    head, _, coded = without_tokens(raw).partition(b"\r\n\r\n")
    assert head == b"Content-Transfer-Encoding: base64"
    assert b64decode(coded) == text.replace(MAC, b"x" * 16)


def test_a_letter_without_a_proof_is_shown_as_it_is() -> None:
    raw = LETTER + bytes(range(256)) * 20 + b"QUJDREVGR0g=\r\n" * 50
    assert without_tokens(raw) == raw
