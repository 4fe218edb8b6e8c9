"""Letters are opened and read in a process of their own, with limits of time and memory (MAIL-R8).

One process lives as long as the service and reads letter after letter. Whatever a letter does to
it, the service goes on: a reader that takes too long, or too much memory, is ended, and the next
letter gets a new one.
"""

from __future__ import annotations

import atexit
import copyreg
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from pickle import PicklingError
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from engine.core.ruleset import Vocabulary
from grammar.commands import read_command
from grammar.steering import Table, speaks
from mailbot.errors import MailbotError
from mailbot.inbound.facts import NO_WORDS
from mailbot.inbound.parts import names_game
from mailbot.mail.body import Reading, read_body
from mailbot.mail.bounces import Bounce, read_bounce
from mailbot.mail.letter import Envelope, read_envelope
from mailbot.mail.screening import Ourselves, machine_sign, quiet_wish
from mailbot.rulesets import rules_named

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds for one step with one letter; an ordinary one takes milliseconds.
LONGEST = 5.0
#: Beyond what the reader needs before it has seen a letter.
MEGABYTES = 512
#: Seconds in which a new reader must be ready, however busy the machine is.
START = 60.0
#: So often one is called in before the room is closed.
STARTS = 3
#: Seconds after which a reader whose service was killed gives up his letter.
ORPHANED = 60
#: A text of so many characters is read for orders here first, in case that is what takes long.
LONG_TEXT = 4000


NOBODY_SITS = "the process that reads letters does not start"


class Overrun(Exception):
    """The reader had to be ended, or ended by itself, while it had this letter."""


class Broke(Exception):
    """The letter made the reader raise; the message is the traceback."""


class RoomClosed(MailbotError):
    """No reader can be started: that is no letter's fault."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter's outside."""

    envelope: Envelope
    #: Why it was not written by a person (MAIL-N1 to MAIL-N8).
    machine: str | None
    #: It asks for no help or error mail (MAIL-N5).
    quiet: bool
    #: What it tells of letters that did not arrive (MAIL-O8).
    bounce: Bounce | None = None


#: The ruleset and the names of one game of the sender's.
Language = tuple[str, Vocabulary]


def open_letter(raw: bytes, ourselves: Ourselves) -> Opened:
    """Who wrote to whom, and was it a person?"""
    envelope = read_envelope(raw)
    machine = machine_sign(envelope, ourselves)
    return Opened(envelope, machine, quiet_wish(envelope), read_bounce(raw) if machine else None)


def read_letter(
    raw: bytes,
    ours: Collection[str],
    languages: Sequence[Language],
    table: Table | None = None,
) -> Reading:
    """The writer's own text, in which the languages of his games tell what reads as an order.

    `table`: he is a Gamesmaster, who may name these games and players.
    """
    known = [(rules_named(name).grammar, words) for name, words in languages]

    def reads_as_order(line: str) -> bool:
        if read_command(line.strip(), NO_WORDS) is not None or names_game(line):
            return True
        if table is not None and speaks(line.strip(), table):
            return True
        return any(grammar.reads_as_order(line, words) for grammar, words in known)

    reading = read_body(raw, reads_as_order=reads_as_order, ours=ours)
    if len(reading.text) > LONG_TEXT:
        for grammar, words in known:
            grammar.parse(reading.text, words)
    return reading


_SPAWN: Callable[..., BaseProcess] = multiprocessing.get_context("spawn").Process
_FORK: Callable[..., BaseProcess] = multiprocessing.get_context("fork").Process


class ReadingRoom:
    """One reader at a time, started when the first letter comes; of use to several threads."""

    def __init__(
        self, longest: float = LONGEST, megabytes: int = MEGABYTES, *, forks: bool = False
    ) -> None:
        self._longest = longest
        self._forks = forks
        self._megabytes = megabytes
        self._lock = threading.Lock()
        self._reader: tuple[BaseProcess, Connection] | None = None
        self._ready = False
        # The reader does not listen to whoever wants to end him when this process ends.
        atexit.register(self.close)

    def start(self) -> None:
        """Let a reader come in without waiting until he sits."""
        with self._lock:
            self._link()

    def do(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Have this done with a letter. Raises `Overrun`, `Broke`, or `RoomClosed`."""
        with self._lock:
            answer: tuple[bool, Any] = self._asked((work, args))
        good, result = answer
        if not good:
            raise Broke(result)
        found: T = result
        return found

    def close(self) -> None:
        with self._lock:
            self._end()

    def _asked(self, question: tuple[Callable[..., Any], Any]) -> tuple[bool, Any]:
        link = self._sent(question)
        if not link.poll(self._longest):
            self._end()
            raise Overrun(f"reading it took longer than {self._longest:g} s")
        try:
            answer: tuple[bool, Any] = link.recv()
        except (EOFError, OSError) as error:
            self._end()
            raise Overrun(
                "the process that read it ended: it may have wanted more memory than it may have"
            ) from error
        return answer

    def _sent(self, question: object) -> Connection:
        """The question, put to a reader who is there: one who died between letters is replaced."""
        try:
            link = self._seated()
            link.send(question)
        except OSError:
            self._end()
            link = self._seated()
            link.send(question)
        return link

    def _seated(self) -> Connection:
        for _ in range(STARTS):
            link = self._link()
            if not self._ready:
                # One who is killed on his way in is followed by another.
                with suppress(EOFError, OSError):
                    self._ready = link.poll(START) and bool(link.recv())
            if self._ready:
                return link
            self._end()
        raise RoomClosed(NOBODY_SITS)

    def _link(self) -> Connection:
        if self._reader is None:
            try:
                self._reader, self._ready = self._started(), False
            except OSError as error:
                raise RoomClosed(f"{NOBODY_SITS}: {error.strerror}") from error
        return self._reader[1]

    def _started(self) -> tuple[BaseProcess, Connection]:
        start = _FORK if self._forks else _SPAWN
        ours, theirs = multiprocessing.Pipe()
        # A fork has our end too, and would never notice that we have hung up.
        args = (theirs, ours if self._forks else None, self._megabytes)
        process = start(target=_sit, args=args, name="reader", daemon=True)
        try:
            process.start()
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        return process, ours

    def _end(self) -> None:
        if self._reader is None:
            return
        process, link = self._reader
        self._reader, self._ready = None, False
        link.close()
        process.kill()
        process.join()
        process.close()


# Values hold read-only views of mappings, which by themselves do not travel.
def _view(mapping: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda view: (_view, (dict(view),)))


@cache
def shared_room() -> ReadingRoom:
    """The one room of this process: a reader keeps nothing from one letter to the next."""
    return ReadingRoom()


def quick_room() -> ReadingRoom:
    """A room for a process that reads a letter and ends: a fork is quick, where it is safe."""
    return ReadingRoom(forks=sys.platform == "linux" and threading.active_count() == 1)


def _sit(link: Connection, other_end: Connection | None, megabytes: int) -> None:
    """The reader's life: until the other end hangs up, or ends him."""
    if other_end is not None:
        other_end.close()
    # Ctrl-C goes to all processes of a terminal, and what stops a service stops all of its
    # processes: it is the service that ends when its letter is done, and the reader with it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    _limit(megabytes)
    with suppress(EOFError, OSError):
        link.send(True)
        while True:
            work, args = link.recv()
            # Ends him by himself if nobody is there any more to do it.
            signal.alarm(ORPHANED)
            answer = _done(work, args)
            signal.alarm(0)
            try:
                link.send(answer)
            except (TypeError, AttributeError, PicklingError) as error:
                link.send((False, f"what was read cannot be handed over: {error}"))


def _done(work: Callable[..., Any], args: Any) -> tuple[bool, Any]:
    try:
        return True, work(*args)
    except MemoryError:
        # What is left of this process is not to be trusted.
        os._exit(1)
    except Exception as error:  # noqa: BLE001 - whatever a letter breaks costs only itself
        return False, "".join(traceback.format_exception(error))


def _limit(megabytes: int) -> None:
    """No more memory than so much beside what is there already."""
    import resource

    if _PAGES.exists():
        most = _pages(0) + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    else:
        # macOS keeps to no such limit.
        watch_memory(megabytes)


def watch_memory(megabytes: int, every: float = 0.05) -> None:
    """From now on end this process once it has more than so much beside what it has already."""
    most = _resident() + megabytes * 2**20

    def watch() -> None:
        while _resident() <= most:
            time.sleep(every)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


_PAGES = Path("/proc/self/statm")


def _resident() -> int:
    """Bytes in memory; where only the highest ever is known, that."""
    import resource

    # Linux hands the highest on to children, so it says nothing there.
    return _pages(1) if _PAGES.exists() else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _pages(column: int) -> int:
    """Bytes of address space (0), or of it in memory (1)."""
    import resource

    return int(_PAGES.read_text().split()[column]) * resource.getpagesize()
