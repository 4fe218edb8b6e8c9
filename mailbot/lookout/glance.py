"""Everything about service and games at one glance, read from the database (FEAT-G2)."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, CompoundSelect, func, make_url, select, text, union
from sqlalchemy.orm import InstrumentedAttribute, Session

from mailbot.app import Service
from mailbot.config import Config
from mailbot.games.presence import away, without_orders
from mailbot.games.review import to_be_held, waits_for_release
from mailbot.games.sealed import wrong_key
from mailbot.games.settings import live, seats
from mailbot.outbox.queue import pause_of
from mailbot.storage.tables import (
    LOST,
    TO_SEND,
    UNSENT,
    AddressRow,
    Application,
    BadAddress,
    Beat,
    BounceRow,
    Deed,
    Game,
    Letter,
    LetterState,
    MailboxRow,
    Observer,
    OutRow,
    Phase,
    SeatRow,
)
from mailbot.worker import WORKER, has_ended

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Letters that wait, and since when the oldest does."""

    letters: int = 0
    oldest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Worker:
    """A service that has shown signs of life."""

    name: str
    since: datetime
    seen: datetime
    #: Certainly no more at work.
    ended: bool


@dataclass(frozen=True, slots=True)
class GameGlance:
    """One game, for the Gamesmaster's eyes."""

    name: str
    title: str
    rules: str
    phase: str
    stage: int
    stage_name: str
    due: datetime | None
    #: Why it waits for the Gamesmaster; empty if it does not.
    held: str
    #: A turn has been run whose result waits to be released.
    result_waits: bool
    #: Why the next result will wait; empty: it will not.
    to_be_held: str
    #: Who runs the open stage just now.
    leased_by: str
    players: int
    #: Of those who owe something: who has sent it, and who has not.
    sent: tuple[str, ...]
    missing: tuple[str, ...]
    #: Who is on vacation now, and whose seat is free.
    away: tuple[str, ...]
    free: tuple[str, ...]

    @property
    def over(self) -> bool:
        return self.phase == Phase.OVER


@dataclass(frozen=True, slots=True)
class Glance:
    """How everything stands at one moment."""

    now: datetime
    workers: tuple[Worker, ...]
    #: The mailbox of the config; empty: letters come by a pipe only.
    mailbox: str
    #: When it was last read to its end, and by whom.
    polled: datetime | None
    reader: str
    letters_in: Waiting
    #: Set aside, and waiting for their owners to say that they are theirs.
    failed: int
    quarantined: int
    letters_out: Waiting
    #: Not delivered within a day, and lost for good within a day.
    undelivered: int
    bounced: int
    #: Why and since when nothing is sent; empty: the outbox works.
    pause: str
    paused: datetime | None
    bad_addresses: tuple[str, ...]
    #: What went wrong within a day, in a few words each.
    errors: tuple[str, ...]
    games: tuple[GameGlance, ...]
    disk_free: int
    database_bytes: int
    #: Of the service: moments are told in it.
    zone: ZoneInfo
    #: Why no turn can be run with the key file that is there; empty: they can.
    wrong_key: str = ""


def look(service: Service) -> Glance:
    """How everything stands now; games that were put away are left out."""
    with service.store.reading() as session:
        return glance(session, service, service.clock.now())


def glance(session: Session, service: Service, now: datetime) -> Glance:
    config, mailbox = service.config, service.mailbox_name
    box = session.get(MailboxRow, mailbox) if mailbox is not None else None
    pause = pause_of(session)
    return Glance(
        now=now,
        zone=service.zone,
        wrong_key=wrong_key(session.scalars(select(Game)), service.keys),
        workers=tuple(_workers(session)),
        mailbox=mailbox or "",
        polled=box.read_to_end if box else None,
        reader=(box.lease_owner or "") if box else "",
        letters_in=_waiting(session, Letter.state == LetterState.RECEIVED, Letter.received),
        failed=_count(session, Letter.state == LetterState.FAILED),
        quarantined=_count(session, Letter.state == LetterState.QUARANTINED),
        letters_out=_waiting(session, _to_be_sent(), OutRow.created),
        undelivered=_count(
            session,
            OutRow.state.in_(LOST),
            OutRow.created > now - DAY,
        ),
        bounced=_count(session, BounceRow.at > now - DAY),
        pause=pause.reason if pause else "",
        paused=pause.since if pause else None,
        bad_addresses=tuple(_bad_addresses(session)),
        errors=tuple(_errors(session, now - DAY)),
        games=tuple(_games(session, now)),
        disk_free=shutil.disk_usage(_disk(config)).free,
        database_bytes=_size(session, config),
    )


def _bad_addresses(session: Session) -> Sequence[str]:
    """Those that somebody plays from, acts from or watches from, or that letters wait for."""
    used: CompoundSelect[str | None] = union(
        select(SeatRow.address),
        select(AddressRow.address),
        select(Observer.address),
        select(Application.address),
        select(OutRow.to).where(OutRow.state.in_(TO_SEND)),
    )
    return session.scalars(
        select(BadAddress.address).where(BadAddress.address.in_(used)).order_by(BadAddress.since)
    ).all()


def _workers(session: Session) -> Sequence[Worker]:
    beats = session.scalars(
        select(Beat).where(Beat.name.startswith(WORKER)).order_by(Beat.at.desc())
    ).all()
    names = (beat.name.removeprefix(WORKER) for beat in beats)
    return [
        Worker(name, beat.since, beat.at, has_ended(name))
        for name, beat in zip(names, beats, strict=True)
    ]


def _to_be_sent() -> ColumnElement[bool]:
    """Letters that would go out as soon as they can; not those to addresses that do not work."""
    return OutRow.state.in_(UNSENT) & OutRow.to.not_in(select(BadAddress.address))


def _waiting(
    session: Session, which: ColumnElement[bool], dated: InstrumentedAttribute[datetime]
) -> Waiting:
    count, oldest = session.execute(select(func.count(), func.min(dated)).where(which)).one()
    return Waiting(count, oldest)


def _count(session: Session, *which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).where(*which)) or 0


def _errors(session: Session, since: datetime) -> Sequence[str]:
    """Turns that could not be run, and letters that broke the reader."""
    held = session.scalars(
        select(Deed)
        .where(Deed.at > since, Deed.who == "service", Deed.what == "held")
        .order_by(Deed.id)
    )
    told = [f"{deed.game}: stage {deed.details.get('stage')} could not be run" for deed in held]
    letters = session.scalars(
        select(Letter.id)
        .where(Letter.state == LetterState.FAILED, Letter.received > since)
        .order_by(Letter.id)
    )
    return [*told, *(f"letter {number} could not be read" for number in letters)]


def _games(session: Session, now: datetime) -> Sequence[GameGlance]:
    """Those that wait for the Gamesmaster first, then by their deadlines, those over last."""
    rows = session.scalars(select(Game).where(Game.archived.is_(None)).order_by(Game.name))
    ranks: Mapping[str, int] = {Phase.HELD: 0, Phase.OVER: 2}
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(
        (_game(session, row, now) for row in rows),
        key=lambda game: (
            ranks.get(game.phase, 1),
            game.due or never,
            game.name,
        ),
    )


def _game(session: Session, row: Game, now: datetime) -> GameGlance:
    found, taken = live(row), seats(session, row.name)
    if row.phase == Phase.SIGN_UP:
        sent = tuple(seat.role for seat in taken if seat.ready is not None)
        missing = tuple(seat.role for seat in taken if seat.ready is None)
    else:
        owes = () if row.phase == Phase.OVER else found.stage.owes
        lacking = without_orders(session, found) if owes else ()
        sent = tuple(role for role in owes if role not in lacking)
        missing = tuple(lacking)
    return GameGlance(
        name=row.name,
        title=found.settings.title,
        rules=row.ruleset,
        phase=row.phase,
        stage=row.stage,
        stage_name=found.stage.name,
        due=row.due,
        held=row.held,
        result_waits=waits_for_release(row),
        to_be_held=to_be_held(row),
        leased_by=row.lease_owner or "",
        players=len(taken),
        sent=sent,
        missing=missing,
        away=tuple(seat.role for seat in taken if away(seat, now)),
        free=tuple(seat.role for seat in taken if seat.address is None),
    )


def _disk(config: Config) -> Path:
    """Where letters pile up: the folder of the database, or of the config."""
    file = _file(config)
    return file.parent if file is not None and file.parent.exists() else config.folder


def _size(session: Session, config: Config) -> int:
    if session.get_bind().dialect.name == "postgresql":
        size = session.scalar(text("select pg_database_size(current_database())"))
        return int(size or 0)
    file = _file(config)
    if file is None:
        return 0
    files = (file, file.with_name(f"{file.name}-wal"))
    return sum(each.stat().st_size for each in files if each.exists())


def _file(config: Config) -> Path | None:
    url = make_url(config.database)
    known = url.drivername.startswith("sqlite") and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if known else None
