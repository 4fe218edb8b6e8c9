"""Plays the scenario with a real service in processes of its own, and kills it on the way."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import func, select

from mailbot.config import config_from
from mailbot.games.members import create_game
from mailbot.keys import make_key_file, read_key_file
from mailbot.outbox.desk import Desk
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Letter, LetterState, OutRow, OutState, Phase
from tests.crash.judge import Record, record
from tests.crash.launcher import FileClock, Plan, set_clock
from tests.crash.post import STEPS, Sent, Step, Writers
from tests.crash.tripwires import COMMITS, INSTANT, READER
from tests.helpers import scripted_smtp
from tests.helpers.got import GAMES
from tests.helpers.servers import Dovecot
from tests.helpers.world import START, fresh_sqlite

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
#: All leases have ended after it.
LEASES = timedelta(minutes=11)
#: As long as nothing that waits for a moment waits longer.
A_WHILE = timedelta(minutes=1)
#: A letter is given up that has cost three services their lives, so none is tried more often.
MOST_KILLS = 2
#: So many mailboxes are made at once.
MAILBOXES = 60


@dataclass(frozen=True)
class Kill:
    """Where a service is killed; a kill at an instant comes after so many seconds."""

    place: str
    number: int = 0
    after: float = 0.0


class Launcher(Protocol):
    """Makes processes of a service."""

    def start(self, plan: Plan) -> int:
        """Its PID."""

    def ended(self, pid: int) -> int | None:
        """Its exit code, or minus the signal that ended it; None while it runs."""


class Forge:
    """Forks services from a process that has everything imported: `tests.crash.launcher`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.launcher"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, plan: Plan) -> int:
        return int(self._asked({"start": asdict(plan)}))

    def ended(self, pid: int) -> int | None:
        code = self._asked({"look": pid})
        return None if code is None else int(code)

    def close(self) -> None:
        self._process.communicate()

    def _asked(self, question: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


class Cold:
    """Starts each service as a new interpreter, whose reader of letters is one too."""

    def __init__(self) -> None:
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, plan: Plan) -> int:
        plan = replace(plan, spawn=True)
        command = [sys.executable, "-m", "tests.crash.launcher", json.dumps(asdict(plan))]
        with Path(plan.log).open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=log)
        self._processes[process.pid] = process
        return process.pid

    def ended(self, pid: int) -> int | None:
        return self._processes[pid].poll()


@dataclass
class Service:
    """One process of the service."""

    launcher: Launcher
    pid: int
    code: int | None = None

    @property
    def runs(self) -> bool:
        if self.code is None:
            self.code = self.launcher.ended(self.pid)
        return self.code is None

    @property
    def was_killed(self) -> bool:
        return not self.runs and self.code == -signal.SIGKILL

    def send(self, number: signal.Signals) -> None:
        if self.runs:
            os.kill(self.pid, number)

    def ends(self) -> int:
        """Wait until it has ended, by itself or by a signal; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.runs:
            assert time.monotonic() < deadline, "the service does not stop"
            time.sleep(0.005)
        assert self.code is not None
        return self.code


@dataclass
class Stage:
    """A database, a mailbox, a mail server and a clock; services are started on it and killed."""

    launcher: Launcher
    folder: Path
    dovecot: Dovecot
    user: str
    url: str
    smtp: scripted_smtp.Script
    smtp_port: int
    once: bool = False
    #: How fast the services' clock goes.
    speed: float = 60.0
    kills: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    posted: int = 0
    _starts: int = 0

    def __post_init__(self) -> None:
        self.store = Store(self.url)
        set_clock(self.clock_file, START, self.speed)
        self.write_config()

    @property
    def clock_file(self) -> Path:
        return self.folder / "clock"

    @property
    def log(self) -> Path:
        return self.folder / "service.log"

    def write_config(self) -> None:
        """The config of the service."""
        tables: dict[str, dict[str, object]] = {
            "service": {
                "name": "Harbour Games",
                "gm": ["gm@game.test"],
                # At the same moment of every run, or not at all.
                "health_at": "",
                "database": self.url,
                "key_file": str(self.folder.parent / "key"),
            },
            "imap": {
                "host": "127.0.0.1",
                "port": self.dovecot.imap_port,
                "user": self.user,
                "password": "secret",
                "security": "plain",
            },
            "smtp": {
                "host": "127.0.0.1",
                "port": self.smtp_port,
                "sender": GAMES,
                "security": "plain",
            },
            "trust": {"dkim": False},
            "limits": dict.fromkeys(_LIMITS, 10_000),
        }
        text = "".join(
            f"[{name}]\n"
            + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
            for name, table in tables.items()
        )
        (self.folder / "config.toml").write_text(text)

    def now(self) -> datetime:
        return FileClock(self.clock_file).now()

    def set_now(self, moment: datetime) -> None:
        set_clock(self.clock_file, moment, self.speed)

    def passes(self, by: timedelta) -> None:
        self.set_now(self.now() + by)

    def deliver(self, letters: Sequence[Sent]) -> None:
        """Lay letters into the mailbox."""
        self.posted += len(letters)
        if not letters:
            return
        with self.dovecot.client(self.user) as client:
            for letter in letters:
                client.append("INBOX", letter.raw, msg_time=letter.received)

    def start(self, **plan: Any) -> Service:
        """A service, with the usual plan but for what is given."""
        self._starts += 1
        usual: dict[str, Any] = {
            "config": str(self.folder / "config.toml"),
            "clock": str(self.clock_file),
            "log": str(self.log),
            "once": self.once,
        }
        return Service(self.launcher, self.launcher.start(Plan(**usual | plan)))

    def is_quiet(self) -> bool:
        """Has all been done that there is to do now?"""
        now = self.now()
        with self.store.reading() as session:

            def count(*where: Any) -> int:
                return session.scalar(select(func.count()).where(*where)) or 0

            # In the order in which one gives the other: on PostgreSQL each looks anew.
            kept = session.scalar(select(func.count()).select_from(Letter))
            unread = count(Letter.state == LetterState.RECEIVED)
            # What is due in a moment counts too.
            due = count(Game.due <= now + LEASES, Game.phase.in_((Phase.SIGN_UP, Phase.RUNNING)))
            unsent = count(OutRow.state.not_in(_DONE))
            unsettled = count(Letter.settled.is_(False))
        return kept == self.posted and not (unread or unsettled or unsent or due)

    def until_quiet(self, *services: Service) -> bool:
        """Wait for that, or until one of these services has ended; is it quiet then?"""
        deadline = time.monotonic() + PATIENCE
        while not (quiet := self.is_quiet()) and all(service.runs for service in services):
            assert time.monotonic() < deadline, f"never quiet:\n{self.story()}"
            time.sleep(0.01)
        return quiet

    def story(self) -> str:
        """The log's last lines."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return "\n".join(lines[-300:])

    def play(self, kills: Mapping[str, Sequence[Kill]] | None = None) -> Record:
        """The whole scenario, with these kills by step."""
        writers = Writers(self.smtp.taken)
        for step in STEPS:
            self.set_out(step, writers)
            self.finish(step, (kills or {}).get(step.name, ()))
        return self.record()

    def set_out(self, step: Step, writers: Writers) -> None:
        """Lay out the letters of a step, or let the deadlines come."""
        if step.letters is None:
            self._to_the_deadline()
            return
        writers.begin(START + step.at)
        self.set_now(START + step.at + timedelta(minutes=30))
        self.deliver(step.letters(writers))

    def finish(self, step: Step, kills: Sequence[Kill] = ()) -> None:
        """Start services, and kill them, until all is done that this step asks for.

        A kill whose place one service has not come to is left for the next.
        """
        waiting, quiet = deque(kills), False
        while waiting or not quiet:
            kill = waiting.popleft() if waiting else None
            passed = self._round(step, kill)
            quiet = self.is_quiet()
            if kill is not None and passed[kill.place] < kill.number and not quiet:
                waiting.appendleft(replace(kill, number=kill.number - passed[kill.place]))
            self.passes(timedelta() if quiet else A_WHILE)

    def _round(self, step: Step, kill: Kill | None) -> Counter[str]:
        """One service, until all is quiet or it is dead; how often it passed each tripwire."""
        tally = self.folder / "tally"
        tally.unlink(missing_ok=True)
        place = {} if kill is None else {"place": kill.place, "number": kill.number}
        service = self.start(tally=str(tally), **place)
        if kill is not None and kill.place == INSTANT:
            time.sleep(kill.after)
            service.send(signal.SIGKILL)
        if not self.once:
            self.until_quiet(service)
            service.send(signal.SIGTERM)
        code = service.ends()
        if code == -signal.SIGKILL and kill is not None:
            self.kills[kill.place] += 1
            self.passes(LEASES)
            return Counter({kill.place: kill.number})
        self.ended_well(code)
        passed = Counter(json.loads(tally.read_text()) if tally.exists() else {})
        self.tallies.setdefault(step.name, Counter()).update(passed)
        if kill is not None and kill.place == READER and passed[READER] >= kill.number:
            self.kills[READER] += 1
        return passed

    def ended_well(self, code: int) -> None:
        """Is this how a service ends that was told to stop?"""
        # One that does not listen yet just ends.
        assert code in (0, -signal.SIGTERM), f"ended with {code}:\n{self.story()}"

    def _to_the_deadline(self) -> None:
        with self.store.reading() as session:
            dues = session.scalars(select(Game.due).where(Game.phase == Phase.RUNNING)).all()
        self.set_now(max(due for due in dues if due is not None) + timedelta(seconds=1))

    def record(self) -> Record:
        folders = {}
        with self.dovecot.client(self.user) as client:
            names = [str(name) for _, _, name in client.list_folders()]
        for folder in names:
            folders[folder] = self.dovecot.letters(self.user, folder)
        with self.store.reading() as session:
            return record(session, self.smtp.taken, folders)


_LIMITS = (
    "receipts_per_hour",
    "receipts_per_day",
    "answers_per_hour_and_domain",
    "answers_per_hour",
    "answers_to_same_words",
)
_DONE = (OutState.SENT, OutState.DROPPED, OutState.FAILED)


@dataclass
class Theatre:
    """Where scenarios are played, each on a stage of its own."""

    folder: Path
    dovecot: Dovecot
    launcher: Launcher
    number: int = 0
    _undisturbed: dict[bool, tuple[Record, dict[str, Counter[str]]]] = field(default_factory=dict)

    def undisturbed(self, *, once: bool) -> tuple[Record, dict[str, Counter[str]]]:
        """The scenario without any kill, and how often each tripwire was passed in each step."""
        if once not in self._undisturbed:
            with self.stage(once=once) as stage:
                self._undisturbed[once] = stage.play(), stage.tallies
        return self._undisturbed[once]

    def __post_init__(self) -> None:
        make_key_file(self.folder / "key")
        self.template = self.folder / "template.db"
        fresh_sqlite(self.template)
        store = Store(f"sqlite:///{self.template}")
        self.open_games(store)
        store.close()

    def open_games(self, store: Store) -> None:
        """Both games, with dice that are the same on every stage."""
        tables = {
            "service": {"name": "x"},
            "games": {
                "pent": {
                    "ruleset": "raider",
                    "options": {"max_players": 2},
                    "zone": "Europe/Berlin",
                },
                "deeps": {"ruleset": "offmap", "zone": "America/New_York"},
            },
        }
        keys = read_key_file(self.folder / "key")
        desk = Desk("Harbour Games", GAMES, True, keys)
        with store.writing() as session:
            for game in config_from(tables, self.folder).games.values():
                board = read_board(rules_named(game.ruleset), game.board, self.folder)
                create_game(session, game, board, "UTC", keys, desk, START, b"m" * 32)

    @contextmanager
    def stage(self, url: str = "", **changes: Any) -> Iterator[Stage]:
        """A fresh one; on SQLite unless the URL of a database with the games is given."""
        self.number += 1
        folder = self.folder / str(self.number)
        (folder / "taken").mkdir(parents=True)
        if not url:
            shutil.copy(self.template, folder / "mailbot.db")
            url = f"sqlite:///{folder / 'mailbot.db'}"
        user = self._mailbox_nobody_had()
        script = scripted_smtp.Script(folder=folder / "taken")
        with scripted_smtp.playing(script) as port:
            usual: dict[str, Any] = {"launcher": self.launcher, "folder": folder, "user": user}
            usual |= {"dovecot": self.dovecot, "url": url, "smtp": script, "smtp_port": port}
            stage = Stage(**usual | changes)
            try:
                yield stage
            finally:
                stage.store.close()
        with suppress(OSError):
            shutil.rmtree(folder)

    def _mailbox_nobody_had(self) -> str:
        """Made by the set: for each change of its users Dovecot wants a second."""
        user = f"crash{self.number}@game.test"
        if user not in self.dovecot.passwords:
            some = range(self.number, self.number + MAILBOXES)
            self.dovecot.add_users({f"crash{number}@game.test": "secret" for number in some})
        return user


def kills_for(
    chance: random.Random, tallies: Mapping[str, Counter[str]], seconds: float = 1.0
) -> dict[str, list[Kill]]:
    """Two for each step, at places that an undisturbed run has passed, the second an early one."""
    return {
        step: [_kill(chance, passed, seconds / part, part) for part in range(1, MOST_KILLS + 1)]
        for step, passed in tallies.items()
    }


def at_every_commit(tallies: Mapping[str, Counter[str]]) -> Iterator[dict[str, list[Kill]]]:
    """In each run one kill a step, until there was one after every commit of an undisturbed run."""
    place = COMMITS[-1]
    for number in range(1, max(passed[place] for passed in tallies.values()) + 1):
        yield {
            step: [Kill(place, number)]
            for step, passed in tallies.items()
            if number <= passed[place]
        }


def _kill(chance: random.Random, passed: Counter[str], seconds: float, part: int) -> Kill:
    """Half of them at commits: there is where things can fall apart."""
    place = chance.choice([*sorted(passed), *COMMITS, *COMMITS, INSTANT])
    if place == INSTANT:
        return Kill(place, after=chance.uniform(0, seconds))
    return Kill(place, chance.randint(1, max(1, passed[place] // part)))
