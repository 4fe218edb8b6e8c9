"""A batch of 500 letters read in a process of their own, against the service's own (MAIL-R8)."""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import ParamSpec, TypeVar

import pytest

from mailbot.app import Service
from mailbot.inbound.reading_room import ReadingRoom
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.benchmarks.measure import PAIRS, seconds, tell
from tests.helpers.world import UNLIMITED, ByHand, World, fresh_sqlite

P = ParamSpec("P")
T = TypeVar("T")

LETTERS = 500
PLACES = ("Hilda", "Brendan", "Cuthbert", "Ninian", "Dolphin", "Dunstan")
SHIPS = ("Phoenix", "Eden", "Volen", "Skyfire", "Shale", "Bearclaw")


class NoRoom(ReadingRoom):
    """Letters are read by whoever asks."""

    def do(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        return work(*args, **_)


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock, and of all processors."""

    wall: float
    processor: float


@pytest.fixture
def waiting(tmp_path: Path) -> World:
    """500 letters of orders, answers to a sheet that is quoted below, wait to be read."""
    limits = {**UNLIMITED, "notices_per_hour": 10_000}
    url = fresh_sqlite(tmp_path / "waiting.db")
    world = World(url, tmp_path, ByHand(), {"limits": limits})
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.last(Kind.SHEET)
    quote = "".join(f"> {line}\n" for line in sheet.text.splitlines())
    for number in range(LETTERS):
        orders = "\n".join(
            f"{ship} to {PLACES[(number + place) % len(PLACES)]}"
            for place, ship in enumerate(SHIPS)
        )
        world.post.bring(world, zane.letter(f"{orders}\n\n{quote}", To=sheet.reply_to))
    world.close()
    return world


def read_all(world: World, copy: Path, room: ReadingRoom) -> Spent:
    """Read the batch out of a fresh copy of the database; a room is closed, so that it counts."""
    shutil.copy(world.folder / "waiting.db", copy)
    fresh = replace(world, url=f"sqlite:///{copy}", _service=None)
    service: Service = replace(fresh.service, room=room)
    room.start()
    room.do(len, b"")
    before = _processor()
    wall = seconds(service.reader.read_waiting)
    room.close()
    spent = Spent(wall, _processor() - before)
    assert {row.state for row in fresh.received()[-LETTERS:]} == {LetterState.DONE}
    fresh.close()
    return spent


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


@pytest.mark.bench
def test_the_cost_of_the_readers_process(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walls, processors, each = [], [], []
    for number in range(PAIRS):
        rooms = [NoRoom(), ReadingRoom()]
        spent = {
            type(room): read_all(waiting, tmp_path / f"copy{number}.db", room)
            for room in (rooms if number % 2 else reversed(rooms))
        }
        bare, whole = spent[NoRoom], spent[ReadingRoom]
        walls.append(whole.wall / bare.wall)
        processors.append(whole.processor / bare.processor)
        each.append(whole.wall / LETTERS * 1000)
    with capsys.disabled():
        tell("the reader's process, wall time of 500 letters", walls, "below 1.15")
        tell("the reader's process, processor time of all processes", processors, "below 1.15")
        tell(f"milliseconds a letter, {median(each):.1f} with the room", each, "-")
