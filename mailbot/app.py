"""The service put together: what `mailbot run`, the commands and the demo all use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.accounts import ImapAccount, SmtpAccount, imap_account, smtp_account, tokens_of
from mailbot.clock import Clock, SystemClock
from mailbot.config import Config, SmtpConfig
from mailbot.due import DueTurns
from mailbot.errors import ConfigError
from mailbot.games import turns
from mailbot.games.changes import apply_changes, refused_changes, take_over
from mailbot.games.preview import Preview, may_preview, preview
from mailbot.games.reminding import send_reminders
from mailbot.games.settings import find_game, live
from mailbot.games.telling import PRESS_KEYS, tell_press_rules
from mailbot.inbound.facts import Lookup
from mailbot.inbound.mailbox import ImapMailbox, Mailbox
from mailbot.inbound.maildir import FAILED, PROCESSED, Maildir
from mailbot.inbound.mailing import mail_due_press
from mailbot.inbound.news import tell_what_waits
from mailbot.inbound.office import Office
from mailbot.inbound.pipeline import Reader
from mailbot.inbound.polling import leave, poll, put_away
from mailbot.inbound.reading_room import ReadingRoom, shared_room
from mailbot.inbound.summaries import send_summaries
from mailbot.inbound.waiting import make_offers
from mailbot.keys import Keys, read_key_file
from mailbot.log import Story
from mailbot.oauth import AccessTokens
from mailbot.outbox.desk import Desk
from mailbot.outbox.pace import Pace
from mailbot.outbox.sending import Postman
from mailbot.storage.set_back import come_to_now
from mailbot.storage.store import Store, one_at_a_time
from mailbot.storage.tables import Game, Phase
from mailbot.worker import worker_name

story = Story("service")

NO_MAILBOX = "there is no table [imap] or [maildir]: letters come in by `mailbot feed` only"

LONGEST_NAME = 200
"""Of a mailbox in the database; of a longer one its end is kept."""


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that the service's work is done with."""

    config: Config
    store: Store
    clock: Clock
    keys: Keys
    office: Office
    #: Names this process in leases.
    worker: str
    lookup: Lookup | None = None
    #: Access tokens by the name of their table [oauth.NAME], kept as long as the service.
    tokens: Mapping[str, AccessTokens] = field(default_factory=dict)
    #: Where letters are opened and read (MAIL-R8).
    room: ReadingRoom = field(default_factory=shared_room)
    #: Games and stages of which the log has said that they wait for the mailbox.
    told_waiting: set[tuple[str, int]] = field(default_factory=set)

    @property
    def zone(self) -> ZoneInfo:
        """Whoever keeps the service is told times in it."""
        return ZoneInfo(self.config.service.zone)

    @property
    def reader(self) -> Reader:
        return Reader(self.store, self.config, self.clock, self.office, self.lookup, self.room)

    def open_mailbox(self) -> Mailbox:
        """The mailbox of the config. Raises `ConfigError` if there is none."""
        largest = self.config.limits.letter_bytes
        if (folder := self.config.maildir) is not None:
            seconds = float(folder.poll_seconds)
            path = self.config.path(folder.path)
            return Maildir(path, self.clock.now, largest=largest, look_every=seconds)
        account = self.imap
        seconds = float(self.config.imap.poll_seconds) if self.config.imap else 60.0
        return ImapMailbox(account, self.clock.now, largest=largest, look_every=seconds)

    @property
    def imap(self) -> ImapAccount:
        if self.config.imap is None:
            raise ConfigError(NO_MAILBOX)
        return imap_account(self.config.imap, self.config.folder, self.tokens)

    @property
    def smtp(self) -> SmtpAccount:
        if self.config.smtp is None:
            raise ConfigError("there is no table [smtp]: no letter can be sent")
        return smtp_account(self.config.smtp, self.config.folder, self.tokens)

    @property
    def mailbox_name(self) -> str | None:
        """What the mailbox is called in the database; None if letters come by a pipe only."""
        if (folder := self.config.maildir) is not None:
            return f"maildir:{self.config.path(folder.path)}"[-LONGEST_NAME:]
        if self.config.imap is None:
            return None
        account = self.imap
        return f"{account.user}@{account.host}/{account.folder}"

    def take_over_config(self) -> None:
        """Apply what was edited in the tables of games that exist.

        Raises `ConfigError` for what cannot change once a game is made.
        """
        with self.store.writing() as session:
            self._take_over(session, apply_changes)

    def take_over_games(self) -> tuple[str, ...]:
        """The same while the service runs; what cannot change is left, and returned."""
        with self.store.writing() as session:
            self._take_over(session, take_over)
            rows = session.scalars(select(Game)).all()
            tables = self.config.games
            edited = [(row, tables[row.name]) for row in rows if row.name in tables]
            return tuple(each for pair in edited for each in refused_changes(*pair))

    def _take_over(self, session: Session, apply: Callable[..., frozenset[str]]) -> None:
        """For each game; what concerns the players' letters is told to them at once."""
        now, zone = self.clock.now(), self.config.service.zone
        for row in session.scalars(select(Game)):
            config = self.config.games.get(row.name)
            changed = apply(session, row, config, zone, now) if config is not None else frozenset()
            if changed & PRESS_KEYS and row.phase != Phase.OVER:
                tell_press_rules(session, live(row), self.office.desk, now)

    def games_that_go_on(self, names: Collection[str]) -> tuple[str, ...]:
        """Those of these that there are, and that are not over."""
        going = select(Game.name).where(Game.name.in_(names), Game.phase != Phase.OVER)
        with self.store.reading() as session:
            return tuple(session.scalars(going.order_by(Game.name)))

    def with_config(self, config: Config) -> Service:
        """The same service under an edited config."""
        return replace(self, config=config, office=_office(config, self.keys))

    def come_to_now(self) -> None:
        """Let nothing wait for a future that a wrong clock has seen."""
        with self.store.writing() as session:
            come_to_now(session, self.clock.now())

    def take_in(self, mailbox: Mailbox) -> int | None:
        """Fetch new letters, read them all, and put them away; returns how many were new.

        None: another process has this mailbox, so that none were fetched (MAIL-R10).
        """
        imap, name = self.config.imap, self.mailbox_name
        if name is None:
            raise ConfigError(NO_MAILBOX)
        new = poll(self.store, mailbox, name, self.worker, self.clock)
        self.reader.read_waiting()
        if new is not None:
            processed, failed = (imap.processed, imap.failed) if imap else (PROCESSED, FAILED)
            put_away(self.store, mailbox, name, processed, failed)
        return new

    def take_in_once(self) -> bool:
        """Read the mailbox to its end and leave it; false if another process has it."""
        if self.mailbox_name is None:
            return True
        mailbox = self.open_mailbox()
        try:
            return self.take_in(mailbox) is not None
        finally:
            self.leave_mailbox()
            mailbox.close()

    def leave_mailbox(self) -> None:
        """Let another process read the mailbox from now on (MAIL-R10)."""
        if self.mailbox_name is not None:
            leave(self.store, self.mailbox_name, self.worker)

    def run_due(self) -> int:
        """Run every stage whose deadline has come; returns how many were run."""
        count = self._due_turns().run()
        with self.store.writing() as session:
            send_reminders(session, self.office.desk, self.mailbox_name, self.clock.now())
            make_offers(session, self.office, self.clock.now())
            mail_due_press(session, self.office, self.clock.now())
            send_summaries(session, self.office, self.clock.now())
            tell_what_waits(session, self.office, self.clock.now())
        return count

    def _due_turns(self) -> DueTurns:
        return DueTurns(
            store=self.store,
            clock=self.clock,
            keys=self.keys,
            office=self.office,
            worker=self.worker,
            mailbox=self.mailbox_name,
            tell_gm=self.tell_gm,
            told_waiting=self.told_waiting,
        )

    def preview(self, name: str) -> Preview:
        """What the open stage would give with the orders as they stand; nothing is changed."""
        with self.store.reading() as session:
            may_preview(find_game(session, name))
            work = turns.gather(session, name, self.keys)
        done = turns.run(work, self.office.desk, self.clock.now(), with_maps=False)
        return preview(work, done)

    def send(self, stops: Callable[[], bool] = lambda: False) -> int:
        """Send what waits in the outbox; returns how many letters were delivered.

        Once it `stops`, what has not been begun waits for whoever sends next.
        """
        return self.postman(stops).send_waiting()

    def postman(self, stops: Callable[[], bool] = lambda: False) -> Postman:
        smtp = self.config.smtp
        return Postman(
            store=self.store,
            account=self.smtp,
            envelope=self.office.desk.envelope_sender,
            owner=self.worker,
            clock=self.clock,
            tell=self.tell_gm,
            pace=pace_of(smtp) if smtp is not None else Pace(),
            gm=self.office.gm,
            stops=stops,
        )

    def tell_gm(self, title: str, text: str) -> None:
        """Queue a notice to the Gamesmaster, once a day for each title, whoever else tells him."""
        with self.store.writing() as session:
            one_at_a_time(session, "notices")
            self.office.tell_gm_once(session, title, text, self.clock.now())


def pace_of(smtp: SmtpConfig) -> Pace:
    """How much the mail server takes from us."""
    return Pace(smtp.letters_per_day, smtp.letters_per_minute, smtp.connections)


def open_service(
    config: Config, clock: Clock | None = None, lookup: Lookup | None = None
) -> Service:
    """The service on its database. Raises `MailbotError` if config, key or tables are wrong."""
    store = Store(config.database)
    store.check()
    return assemble(
        config, store, read_key_file(config.path(config.service.key_file)), clock, lookup
    )


def assemble(
    config: Config,
    store: Store,
    keys: Keys,
    clock: Clock | None = None,
    lookup: Lookup | None = None,
) -> Service:
    clock = clock or SystemClock()
    office, tokens = _office(config, keys), tokens_of(config, clock)
    return Service(config, store, clock, keys, office, worker_name(), lookup, tokens)


def _office(config: Config, keys: Keys) -> Office:
    smtp = config.smtp
    gm = tuple(address.lower() for address in config.service.gm)
    desk = Desk(
        gm=gm,
        service=config.service.name,
        sender=smtp.sender.lower() if smtp else "mailbot@localhost",
        plus_addresses=smtp.plus_addresses if smtp else True,
        keys=keys,
        bounces=smtp.bounces.lower() if smtp else "",
        verp=smtp.verp if smtp else True,
        largest=config.limits.sent_bytes,
    )
    return Office(desk, keys, config.limits, gm)


def next_due(service: Service) -> datetime | None:
    """The nearest deadline of any game that runs."""
    with service.store.reading() as session:
        return session.scalar(
            select(Game.due)
            .where(Game.due.is_not(None), Game.phase.in_((Phase.RUNNING, Phase.SIGN_UP)))
            .order_by(Game.due)
            .limit(1)
        )
