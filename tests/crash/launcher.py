"""Starts services as processes of their own, and quickly: all is imported once, each is a fork.

A program: it reads one JSON object a line and answers each with one line. `start` gives a PID,
`look` tells how that process ended, if it has. Called with a plan as its argument it is one
service itself, from a cold start.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from grammar.raider import RaiderGrammar
from mailbot import scheduler
from mailbot.cli import main as console
from mailbot.cli import service as _service  # noqa: F401 - imported before the fork
from mailbot.inbound import reconnect
from mailbot.inbound.facts import NO_WORDS
from mailbot.inbound.reading_room import ReadingRoom
from mailbot.outbox import transport as _transport  # noqa: F401 - imported before the fork
from mailbot.rulesets import rules_named
from tests.crash.tripwires import Tripwires, lay

#: Seconds between looks, and of the first pause after a lost mailbox.
HURRY = 0.2


@dataclass(frozen=True)
class Plan:
    """One service: where its config is, how it is run, and where it is to be killed."""

    config: str
    #: The service's clock: `FileClock`.
    clock: str
    log: str
    once: bool = False
    place: str = ""
    number: int = 0
    #: Where to write how often each tripwire was passed, if it ends by itself.
    tally: str = ""
    #: Start the reader of letters as the product does.
    spawn: bool = False


class FileClock:
    """The time that a file says: a moment, when that was so, and how fast time goes."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        moment, since, speed = self._file.read_text().split()
        gone = (time.time() - float(since)) * float(speed)
        return datetime.fromisoformat(moment) + timedelta(seconds=gone)


def set_clock(file: Path, moment: datetime, speed: float) -> None:
    """Let it be this moment now."""
    fresh = file.with_suffix(".new")
    fresh.write_text(f"{moment.astimezone(UTC).isoformat()} {time.time()} {speed}")
    fresh.replace(file)


def serve(plan: Plan) -> int:
    """Be this service, as the console script would."""
    wires = Tripwires(plan.place, plan.number)
    lay(wires)
    clock = FileClock(Path(plan.clock))
    patch = pytest.MonkeyPatch()
    patch.setattr("mailbot.app.SystemClock", lambda: clock)
    patch.setattr(scheduler, "DUE_EVERY", HURRY)
    for module, pause in ((scheduler, "STAND_BY"), (reconnect, "FIRST")):
        patch.setattr(module, pause, timedelta(seconds=HURRY))
    # Nobody looks at the maps, and drawing them takes most of a turn's time.
    patch.setattr("mailbot.render.letter.svg_png", lambda *_: b"\x89PNG")
    _poison(patch)
    if not plan.spawn:
        patch.setattr(ReadingRoom.__init__, "__kwdefaults__", {"forks": True})
    sys.argv = ["mailbot", "-c", plan.config, "run", *(["--once"] if plan.once else [])]
    code: Any = 0
    try:
        console.main()
    except SystemExit as ended:
        code = ended.code
    if plan.tally:
        Path(plan.tally).write_text(json.dumps(wires.seen))
    return int(code or 0)


def _poison(patch: pytest.MonkeyPatch) -> None:
    """Two bugs: one word breaks the order language, one ends whoever reads it."""
    parse, reads = RaiderGrammar.parse, RaiderGrammar.reads_as_order

    def broken(self: RaiderGrammar, text: str, words: Any) -> Any:
        if "xyzzy" in text:
            raise RuntimeError("planted")
        return parse(self, text, words)

    def deadly(self: RaiderGrammar, line: str, words: Any) -> Any:
        if "plugh" in line:
            os._exit(9)
        return reads(self, line, words)

    patch.setattr(RaiderGrammar, "parse", broken)
    patch.setattr(RaiderGrammar, "reads_as_order", deadly)


def main() -> None:
    _end_with(os.getppid())
    if len(sys.argv) > 1:
        sys.exit(serve(Plan(**json.loads(sys.argv[1]))))
    _warm()
    for line in sys.stdin:
        asked = json.loads(line)
        answer: object = _look(asked["look"]) if "look" in asked else _start(Plan(**asked["start"]))
        print(json.dumps(answer), flush=True)  # noqa: T201 - this is how it answers


def _warm() -> None:
    """What is built when first used is built before the forks."""
    for name in ("raider", "offmap"):
        rules_named(name).grammar.parse("x", NO_WORDS)
    gc.collect()
    gc.freeze()


def _end_with(parent: int) -> None:
    """Be killed as soon as the parent has gone, however it went."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


_PR_SET_PDEATHSIG = 1


def _start(plan: Plan) -> int:
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        _end_with(parent)
        _log_to(plan.log)
        code = serve(plan)
    except BaseException:  # noqa: BLE001 - the fork must never run on as its parent
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _log_to(file: str) -> None:
    log = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number, to in ((0, nothing), (1, nothing), (2, log)):
        os.dup2(to, number)


def _look(pid: int) -> int | None:
    """Minus the signal that ended it, its exit code, or None while it runs."""
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


if __name__ == "__main__":
    main()
