"""A small world for stories: a service, its clock, and people who write and get letters.

The same story runs on letters fed by hand and SQLite, and over a real Dovecot, Postfix and
PostgreSQL: fixture `world` of tests/stories.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import pytest
from sqlalchemy import ColumnElement, create_engine, select, text
from sqlalchemy.orm import Session

from engine.core.ruleset import GmEdit
from mailbot.app import Service, assemble
from mailbot.clock import HandClock
from mailbot.config import config_from
from mailbot.games.amending import amend
from mailbot.games.members import create_game, may_start
from mailbot.games.settings import find_game, live, seat_of
from mailbot.games.standing import standing
from mailbot.inbound.feeding import feed_letters
from mailbot.keys import keys_from
from mailbot.mail.outgoing import Kind
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Letter, OutRow, OutState
from tests.helpers.beginnings import Beginnings
from tests.helpers.copies import Copy, copy_of
from tests.helpers.got import DOMAIN, quoted
from tests.helpers.got import GAMES as GAMES
from tests.helpers.got import Mail as Mail
from tests.helpers.servers import Dovecot, Postfix

PASSWORD = "secret"
KEYS = keys_from(b"k" * 32)
PATIENCE = 20.0

#: Monday noon in Berlin; the first deadline of a game on `Sunday 20:00` is six days away. In the
#: past, since Dovecot takes no letter from the future.
START = datetime(2025, 12, 1, 11, tzinfo=UTC)

UNLIMITED = dict.fromkeys(
    (
        "receipts_per_hour",
        "receipts_per_day",
        "answers_per_hour_and_domain",
        "answers_per_hour",
        "answers_to_same_words",
    ),
    10_000,
)
"""Table [limits] for many letters at once."""

FLEETS = {
    "Zane": "Phoenix 3E3G2B\nEden 5E5T\nVolen 2A2B3E\nSkyfire 3E3G4B\nShale 2M4E2B2G\n"
    "Bearclaw 2S4E2B2T\nstart: Agnes\n",
    "Rick": "Duke 3E3G2B\nEarl 5E5T\nBaron 2A2B3E\nCount 3E3G4B\nKing 2M4E2B2G\n"
    "Prince 4E4B\nstart: Pearl\n",
    "Mara": "Nixe 3E3G2B\nUndine 5E5T\nKelpie 2A2B3E\nSelkie 3E3G4B\nSiren 2M4E2B2G\n"
    "Naiad 4E4B\nstart: Dolphin\n",
}
"""What players answer to the welcome."""


class PostOffice(Protocol):
    """How letters get to the service, and to people."""

    def tables(self) -> Mapping[str, Any]:
        """The tables [imap] and [smtp] of the config."""

    def bring(self, world: World, raw: bytes) -> None:
        """Lay a letter where the service finds it, received at the world's time."""

    def work(self, service: Service) -> None:
        """One round of the service: take letters in, run what is due, send."""

    def got(self, world: World, address: str) -> list[bytes]:
        """What has come to this address."""


class ByHand:
    """Letters are fed, and taken out of the outbox."""

    def tables(self) -> Mapping[str, Any]:
        return {"smtp": {"host": "localhost", "sender": GAMES, "security": "plain"}}

    def bring(self, world: World, raw: bytes) -> None:
        service = world.service
        largest = service.config.limits.letter_bytes
        feed_letters(service.store, service.clock, [raw], largest)

    def work(self, service: Service) -> None:
        service.reader.read_waiting()
        service.run_due()

    def got(self, world: World, address: str) -> list[bytes]:
        return [row.raw for row in world.outbox(OutRow.to == address)]


@dataclass
class RealPost:
    """Dovecot and Postfix, over `ImapMailbox` and `SmtpTransport`."""

    dovecot: Dovecot
    postfix: Postfix

    def tables(self) -> Mapping[str, Any]:
        account = {"user": GAMES, "password": PASSWORD}
        imap = {"host": "127.0.0.1", "port": self.dovecot.imap_port, "security": "plain"}
        smtp = {"host": "localhost", "port": self.postfix.port, "security": "starttls"}
        ca_file = str(self.postfix.ca_file)
        return {
            "imap": {**imap, **account},
            "smtp": {**smtp, **account, "ca_file": ca_file, "sender": GAMES},
        }

    def bring(self, world: World, raw: bytes) -> None:
        with self.dovecot.client(GAMES) as client:
            client.append("INBOX", raw, msg_time=world.clock.now())

    def work(self, service: Service) -> None:
        mailbox = service.open_mailbox()
        try:
            service.take_in(mailbox)
        finally:
            mailbox.close()
        service.run_due()
        service.send()

    def got(self, world: World, address: str) -> list[bytes]:
        sent = world.outbox(OutRow.to == address, OutRow.state == OutState.SENT)
        place = {row.message_id: number for number, row in enumerate(sent)}
        deadline = time.monotonic() + PATIENCE
        while len(letters := self._ours(address, place)) < len(sent):
            assert time.monotonic() < deadline, f"{address}: {len(letters)} of {len(sent)} letters"
            time.sleep(0.02)
        return sorted(letters, key=lambda raw: place[Mail.of(raw).id])

    def _ours(self, address: str, known: Collection[str]) -> list[bytes]:
        """Without letters of an earlier world that were still on their way when this one began."""
        return [raw for raw in self.dovecot.letters(address) if Mail.of(raw).id in known]

    def empty(self, people: Sequence[str]) -> None:
        """Mailboxes for these people and the service, with nothing in them."""
        addresses = [GAMES, *(f"{name}@{DOMAIN}" for name in people)]
        self.dovecot.add_users(dict.fromkeys(addresses, PASSWORD))
        for address in addresses:
            with self.dovecot.client(address) as client:
                for folder in ("Processed", "Failed"):
                    if client.folder_exists(folder):
                        client.delete_folder(folder)
                client.select_folder("INBOX")
                if uids := client.search():
                    client.delete_messages(uids)
                    client.expunge()


@dataclass
class Person:
    """Somebody with a mailbox: a player, a stranger, the Gamesmaster."""

    world: World
    name: str

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@{DOMAIN}"

    def letters(self, kind: Kind | None = None) -> list[Mail]:
        """What has come, oldest first."""
        got = map(Mail.of, self.world.post.got(self.world, self.address))
        return [mail for mail in got if kind in (None, mail.kind)]

    def last(self, kind: Kind | None = None) -> Mail:
        return self.letters(kind)[-1]

    def writes(
        self, words: str, to: Mail | None = None, headers: Mapping[str, str] | None = None
    ) -> list[Mail]:
        """Answer a letter, the last one if none is named; returns what comes back."""
        answered = to or self.last()
        return self.sends(
            f"{words}\n\n{quoted(answered)}",
            **{
                "To": answered.reply_to,
                "Subject": f"Re: {answered.subject}",
                "In-Reply-To": answered.id,
                **(headers or {}),
            },
        )

    def sends(self, words: str, **headers: str) -> list[Mail]:
        """Write a letter that answers none; returns what comes back."""
        before = len(self.letters())
        self.world.clock.advance(timedelta(minutes=1))
        self.world.post.bring(self.world, self.letter(words, **headers))
        self.world.works()
        return self.letters()[before:]

    def letter(self, words: str, **headers: str) -> bytes:
        """A letter of his, as it arrives."""
        lines = {
            "From": f"{self.name} Prior <{self.address}>",
            "To": GAMES,
            "Subject": "orders",
            "Message-ID": self.world.next_id(),
            "Date": format_datetime(self.world.clock.now()),
            "Content-Type": "text/plain; charset=utf-8",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        head = "".join(f"{name}: {value}\n" for name, value in lines.items() if value)
        return f"{head}\n{words}\n".replace("\n", "\r\n").encode()


Worlds = Callable[..., "World"]
"""Makes worlds, with the fields of `World` that are given."""


@dataclass
class World:
    """One service with its games, and everybody who writes to it."""

    url: str
    folder: Path
    post: PostOffice
    settings: Mapping[str, Any] = field(default_factory=dict)
    clock: HandClock = field(default_factory=lambda: HandClock(START))
    #: Is the service started anew for every step?
    restarting: bool = False
    #: What the dice of all games are made of; by chance where there is none.
    secret: bytes | None = None
    #: Where beginnings are kept that need not be played again.
    beginnings: Beginnings | None = None
    _ids: int = 0
    _service: Service | None = None

    @property
    def service(self) -> Service:
        if self._service is None or self.restarting:
            self.close()
            self._service, self.beginnings = self.open(), None
        return self._service

    def close(self) -> None:
        if self._service is not None:
            self._service.store.close()
        self._service = None

    def open(self, worker: str = "first") -> Service:
        """One more service on the same database."""
        tables = {
            "service": {"name": "Harbour Games", "gm": [f"gm@{DOMAIN}"], "database": self.url},
            **self.post.tables(),
        }
        for name, table in self.settings.items():
            tables[name] = {**tables.get(name, {}), **table}
        service = assemble(config_from(tables, self.folder), Store(self.url), KEYS, self.clock)
        return Service(**{**_fields(service), "worker": worker})

    def creates(self, game: str = "pent", **settings: Any) -> None:
        """The Gamesmaster makes a game, of Raider for two if nothing else is said."""
        table: dict[str, Any] = {"title": game.capitalize(), "zone": "Europe/Berlin", **settings}
        if "ruleset" not in table:
            options = {"max_players": 2, **table.get("options", {})}
            table |= {"ruleset": "raider", "options": options}
        service = self.service
        data = {"service": {"name": "x"}, "games": {game: table}}
        config = config_from(data, self.folder).games[game]
        board = read_board(rules_named(config.ruleset), config.board, self.folder)
        with service.store.writing() as session:
            desk, now = service.office.desk, self.clock.now()
            create_game(session, config, board, "UTC", KEYS, desk, now, self.secret)

    def person(self, name: str) -> Person:
        return Person(self, name)

    def joins(self, name: str, game: str = "pent", fleet: str | None = None) -> Person:
        """Somebody joins the game and sends a whole registration, if it takes one."""
        person = self.person(name)
        person.sends(f"join {game} as {name}")
        person.writes("Yes, please.")
        if fleet := FLEETS.get(name, "") if fleet is None else fleet:
            person.writes(fleet)
        return person

    def begins(self, *names: str, game: str = "pent", **settings: Any) -> list[Person]:
        """A game with these players, its first turn open."""
        settings["options"] = {"max_players": len(names), **settings.get("options", {})}
        post = self.post

        def sign_up() -> None:
            self.creates(game, **settings)
            self.post = ByHand()
            for name in names:
                self.joins(name, game)
            self.post = post

        self.once(sign_up, names, game, settings)
        if not isinstance(post, ByHand):
            self.passes(minutes=1)
        return [self.person(name) for name in names]

    def once(self, begin: Callable[[], object], *made_of: object) -> None:
        """Do this; a new world becomes instead what an earlier one was after the same."""
        if self.beginnings and self._service is None and not self.restarting:
            self.beginnings.play(self, begin, *made_of)
        else:
            begin()

    def starts(self, game: str = "pent") -> None:
        """The Gamesmaster closes the sign-up."""
        with self.service.store.writing() as session:
            row = find_game(session, game)
            reason = may_start(session, row)
            assert not reason, reason
            row.due = self.clock.now()
        self.works()

    def campaign(self, game: str = "deeps", **options: Any) -> tuple[Person, Person]:
        """Off-map raids on the sample scenario: the raiders' player and the defenders'."""

        def sign_up() -> None:
            self.creates(game, ruleset="offmap", options=options)
            for name in ("pact", "reach"):
                self.joins(name, game)

        if isinstance(self.post, ByHand):
            self.once(sign_up, game, options)
        else:
            sign_up()
        return self.person("pact"), self.person("reach")

    def amends(self, what: str, value: Any, why: str = "", game: str = "pent") -> None:
        """The Gamesmaster sets something right, quietly if he gives no reason."""
        service, edit = self.service, GmEdit(what, value, why, quiet=not why)
        with service.store.writing() as session:
            row = find_game(session, game)
            amend(session, row, edit, service.office.desk, self.clock.now(), "gm")

    def moves(self, person: Person, address: str, game: str = "pent") -> None:
        """The Gamesmaster enters another address for a player."""
        with self.service.store.writing() as session:
            seat_of(session, game, person.name).address = address

    def commits(self, work: Callable[[], object]) -> int:
        """How many transactions that write are committed while this is done."""
        count = 0
        write = Store.writing

        @contextmanager
        def counting(store: Store) -> Iterator[Session]:
            nonlocal count
            with write(store) as session:
                yield session
            count += 1

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "writing", counting)
            work()
        return count

    def works(self) -> None:
        """The service does all that there is to do now."""
        self.post.work(self.service)

    def passes(self, **time: float) -> None:
        """Time goes by, and the service works."""
        self.clock.advance(timedelta(**time))
        self.works()

    def until(self, moment: datetime) -> None:
        self.clock.set(moment)
        self.works()

    def turn(self, game: str = "pent") -> None:
        """The deadline comes and the turn is run."""
        self.until(self.deadline(game) + timedelta(seconds=1))

    def game(self, game: str = "pent") -> Game:
        with self.service.store.reading() as session:
            return session.get_one(Game, game)

    def deadline(self, game: str = "pent") -> datetime:
        due = self.game(game).due
        assert due is not None, f"{game} has no deadline"
        return due

    def outbox(self, *such: ColumnElement[bool]) -> Sequence[OutRow]:
        """Every letter that was ever queued, or such alone, oldest first."""
        with self.service.store.reading() as session:
            return session.scalars(select(OutRow).where(*such).order_by(OutRow.id)).all()

    def received(self) -> Sequence[Letter]:
        """Every letter that ever came in, oldest first."""
        with self.service.store.reading() as session:
            return session.scalars(select(Letter).order_by(Letter.id)).all()

    def stands(self, person: Person, game: str = "pent") -> list[str]:
        """His standing orders in the open turn."""
        with self.service.store.reading() as session:
            found = live(session.get_one(Game, game))
            ruleset = found.rules.ruleset
            orders = standing(session, ruleset, game, found.row.stage, person.name)
        return [found.rules.grammar.write(order) for order in orders]

    def next_id(self) -> str:
        self._ids += 1
        return f"<{self._ids}@mail.example.org>"


def _fields(service: Service) -> dict[str, Any]:
    return {name: getattr(service, name) for name in service.__dataclass_fields__}


def fresh_sqlite(file: Path) -> str:
    """The URL of a new SQLite database with all tables."""
    url = f"sqlite:///{file}"
    _tables_of_sqlite()(url)
    return url


def emptied_postgres(url: str, *, tables: bool = True) -> str:
    """The same URL; its database then has all tables and nothing in them, or nothing at all."""
    if tables:
        _tables_of_postgres(url)(url)
    else:
        _emptied(url)
        _tables_of_postgres.cache_clear()
    return url


@cache
def _tables_of_sqlite() -> Copy:
    with TemporaryDirectory() as folder:
        return _with_tables(f"sqlite:///{folder}/empty.db")


@cache
def _tables_of_postgres(url: str) -> Copy:
    _emptied(url)
    return _with_tables(url)


def _with_tables(url: str) -> Copy:
    store = Store(url)
    store.upgrade()
    store.close()
    return copy_of(url)


def _emptied(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
