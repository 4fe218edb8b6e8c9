"""The service of the demonstration, set up as a Gamesmaster does it, beside a post office."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from engine.core.dice import FairDice, stage_seed
from engine.core.ruleset import Role
from mailbot import scheduler
from mailbot.app import Service, open_service
from mailbot.clock import HandClock
from mailbot.config import read_config
from mailbot.demo.cast import GAMES, GAMESMASTER
from mailbot.demo.server import HOST, DemoPost
from mailbot.errors import Refused
from mailbot.games.members import create_game, may_start
from mailbot.games.settings import LiveGame, find_game, live, seats
from mailbot.games.standing import standing
from mailbot.keys import make_key_file
from mailbot.log import StoryFormatter
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.store import Store
from mailbot.storage.tables import Deed, Letter, TurnRow

GAME = "harbour"
TITLE = "The Harbour Cup"
PASSWORD = "demo"
FILES = ("config.toml", "mailbot.key", "mailbot.db", "mailbot.db-wal", "mailbot.db-shm")
"""What the service keeps in its folder."""

BEGIN = datetime(2027, 1, 4, 17, 30, tzinfo=UTC)
"""When the demonstration begins by its own clock: a Monday."""

_CONFIG = """\
# The config of a demonstration. Its mail servers ended with it; the game can still be looked at:
#   mailbot -c {folder}/config.toml game show {game}

[service]
name = "Harbour Games"
gm = ["{gm}"]

[imap]
host = "{host}"
port = {imap}
user = "{address}"
password = "{password}"
security = "plain"

[smtp]
host = "{host}"
port = {smtp}
sender = "{address}"
user = "{address}"
password = "{password}"
security = "plain"

[trust]
dkim = false

[games.{game}]
ruleset = "{ruleset}"
title = "{title}"
schedule = "Sunday 20:00"
zone = "Europe/Berlin"
start = "gm"
"""


@dataclass(frozen=True, slots=True)
class Harbour:
    """The service at work on one game, its post office, and the clock that everybody goes by."""

    service: Service
    post: DemoPost
    clock: HandClock
    master: bytes

    def work(self) -> None:
        """What `mailbot run --once` does: read the mailbox, run what is due, send what waits."""
        scheduler.once(self.service)

    def game(self) -> LiveGame:
        """The game as it stands."""
        with self.service.store.reading() as session:
            return live(find_game(session, GAME))

    def start(self) -> None:
        """What `mailbot game start` does. Raises `Refused` if somebody is not ready."""
        now = self.clock.now()
        with self.service.store.writing() as session:
            row = find_game(session, GAME)
            if reason := may_start(session, row):
                raise Refused(f"{GAME} cannot start: {reason}")
            row.due = now
            session.add(Deed(at=now, game=GAME, who="gm", what="start", details={}))

    def role_of(self, address: str) -> str:
        """The role of the player with this address; empty if he has no seat."""
        with self.service.store.reading() as session:
            found = (seat.role for seat in seats(session, GAME) if seat.address == address)
            return next(found, "")

    def bot_orders(self, game: LiveGame, role: str, lot: str = "") -> tuple[Any, ...]:
        """What a simulated player orders; another `lot` gives him another mind."""
        bot = next(iter(game.rules.bots.values()))
        seed = stage_seed(self.master, f"{role}{lot}", game.stage.number, {})
        return tuple(bot(game.view(Role(role)), FairDice(seed)))

    def standing(self, game: LiveGame, role: str) -> list[str]:
        """His standing orders, as lines in order of the alphabet."""
        with self.service.store.reading() as session:
            orders = standing(session, game.rules.ruleset, GAME, game.stage.number, role)
        return lines(game, orders)

    def ordered(self, game: LiveGame, stage: int, role: str) -> list[str]:
        """The orders with which a stage was run, likewise."""
        with self.service.store.reading() as session:
            row = session.scalar(
                select(TurnRow).where(TurnRow.game == GAME, TurnRow.stage == stage)
            )
        dumped = row.orders.get(role, []) if row is not None else []
        return lines(game, game.rules.ruleset.load_orders(dumped))

    def letters_read(self) -> dict[str, int]:
        """How many letters came in, by what became of them."""
        with self.service.store.reading() as session:
            count = func.count()
            rows = session.execute(
                select(Letter.state, count).group_by(Letter.state).order_by(count.desc())
            )
            return {str(state): number for state, number in rows}


def lines(game: LiveGame, orders: Sequence[Any]) -> list[str]:
    """Orders in the order language, sorted so that sets can be compared."""
    return sorted(map(game.rules.grammar.write, orders))


@contextmanager
def open_harbour(
    folder: Path, ruleset: str, seed: str, mailboxes: Sequence[str]
) -> Iterator[Harbour]:
    """A post office with these mailboxes, and a service with one game in sign-up, in `folder`."""
    clock = HandClock(BEGIN)
    users = dict.fromkeys((GAMES, GAMESMASTER, *mailboxes), PASSWORD)
    master = sha256(f"demo {seed}".encode()).digest()
    with DemoPost(users, clock.now) as post, _story_log(folder / "story.log", clock):
        service = _set_up(folder, ruleset, post, clock)
        with closing(service.store):
            _create(service, ruleset, folder, master)
            yield Harbour(service, post, clock, master)


def _create(service: Service, ruleset: str, folder: Path, master: bytes) -> None:
    """What `mailbot game create` does, with dice that can be thrown again."""
    config = service.config.games[GAME]
    board = read_board(rules_named(ruleset), config.board, folder)
    with service.store.writing() as session:
        create_game(
            session,
            config,
            board,
            service.config.service.zone,
            service.keys,
            service.office.desk,
            service.clock.now(),
            master,
        )


def _set_up(folder: Path, ruleset: str, post: DemoPost, clock: HandClock) -> Service:
    """What `mailbot init` does, with the config already filled in."""
    file = folder / "config.toml"
    text = _CONFIG.format(
        folder=folder,
        game=GAME,
        gm=GAMESMASTER,
        host=HOST,
        imap=post.imap_port,
        smtp=post.smtp_port,
        address=GAMES,
        password=PASSWORD,
        ruleset=ruleset,
        title=TITLE,
    )
    file.write_text(text, encoding="utf-8")
    config = read_config(file)
    make_key_file(config.path(config.service.key_file))
    with closing(Store(config.database)) as store:
        store.upgrade()
    return open_service(config, clock)


@contextmanager
def _story_log(file: Path, clock: HandClock) -> Iterator[None]:
    """The service's log into a file, by the clock of the demonstration."""

    def by_our_clock(record: logging.LogRecord) -> bool:
        record.created = clock.now().timestamp()
        return True

    logger = logging.getLogger("mailbot")
    before = logger.handlers[:], logger.level, logger.propagate
    handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(StoryFormatter())
    handler.addFilter(by_our_clock)
    logger.handlers[:], logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        handler.close()
        logger.handlers[:], logger.propagate = before[0], before[2]
        logger.setLevel(before[1])
