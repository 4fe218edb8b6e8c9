"""Running a stage: claimed with a lease, computed outside any transaction, landed in one commit.

The order of events is rule 4 of the architecture: whoever has the lease reads everything, runs the
ruleset and writes all letters without touching the database, then lands turn, game, sheets and
outbox together. A second worker that did the same work is stopped by the unique (game, stage) row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from engine.core.dice import FairDice, Roll, order_digest, stage_seed
from engine.core.ruleset import Json, Role, Stage, Turn
from engine.core.sheet import Sheet
from mailbot.deadlines import Schedule, after_holidays, next_deadline
from mailbot.games.addresses import to_where_they_live
from mailbot.games.calendars import moves
from mailbot.games.caretaker import caretaker_orders, in_care
from mailbot.games.chronicle import happenings
from mailbot.games.correcting import (
    Correction,
    correction,
    is_known,
    moment_of,
    note_corrected,
    pending,
)
from mailbot.games.presence import note_missed, without_orders
from mailbot.games.press import News, printed
from mailbot.games.press_rules import press_rules
from mailbot.games.sealing import Sealed, order_hashes, sealed_since
from mailbot.games.settings import LiveGame, live, seats
from mailbot.games.sheets import Issue, Issued, Reader, issue_sheets, reader_at
from mailbot.games.standing import standing
from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.outbox.copies import NO_READER, ONLY_DIFFERENT
from mailbot.outbox.desk import Desk, post
from mailbot.outbox.stale import drop_stale
from mailbot.storage.tables import (
    Game,
    Letter,
    LetterState,
    MailboxRow,
    OutState,
    Phase,
    SeatRow,
    SeedWords,
    SheetRow,
    TurnRow,
    Undone,
)

story = Story("turns")

LEASE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Work:
    """Everything that running a stage needs, read in one transaction."""

    live: LiveGame
    due: datetime
    orders: Mapping[Role, tuple[Any, ...]]
    words: Mapping[str, str]
    readers: tuple[Reader, ...]
    past: Mapping[Role, tuple[Sheet, ...]]
    news: News
    #: Stages of which somebody has had no sheet yet.
    earlier: tuple[Sealed, ...]
    secret: bytes
    #: The slot of the schedule that the deadline was moved from.
    slot: datetime | None
    #: Who owed orders and sent nothing; for some of them a caretaker has ordered.
    missing: tuple[Role, ...]
    in_care: tuple[Role, ...]
    #: As in `Issue`.
    moves: int
    #: What its sheets replace, if it is run again.
    corrects: Correction | None = None
    #: The row that it had been, if it was taken back; have players seen how it came out?
    undone: Mapping[str, Any] | None = None
    known: bool = False
    #: When they saw it first.
    ran_first: datetime | None = None
    #: The stage after it is run again too, with the orders that stand.
    known_after: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What running it gave, ready to land."""

    turn: Turn[Any]
    rolls: tuple[Roll, ...]
    digest: str
    stage: Stage
    next_due: datetime | None
    issued: tuple[Issued, ...]


def claim_due(session: Session, owner: str, now: datetime) -> str | None:
    """Take one game whose deadline has come; None if there is none that is free."""
    row = session.scalar(
        select(Game)
        .where(
            Game.phase.in_((Phase.RUNNING, Phase.SIGN_UP)),
            Game.due <= now,
            or_(Game.lease_until.is_(None), Game.lease_until < now),
        )
        .order_by(Game.due, Game.name)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if row is None:
        return None
    row.lease_owner, row.lease_until = owner, now + LEASE
    return row.name


def release(session: Session, game: str, owner: str, until: datetime | None = None) -> None:
    """Give a claim back, or keep others from it until then."""
    row = session.get(Game, game)
    if row is not None and row.lease_owner == owner:
        row.lease_until = until
        if until is None:
            row.lease_owner = None


def mail_is_read(session: Session, mailbox: str | None, game: LiveGame) -> bool:
    """Has the mailbox been read to its end by a poll begun after the deadline (MAIL-R13)?

    Letters that came otherwise, by a pipe, only have to have been read. A stage in which nobody may
    order anything waits for no letter.
    """
    due = game.row.due
    if due is None or not game.stage.may:
        return True
    if mailbox is not None:
        row = session.get(MailboxRow, mailbox)
        if row is None or row.read_to_end is None or row.read_to_end < due:
            return False
    unread = select(Letter.id).where(Letter.state == LetterState.RECEIVED, Letter.received <= due)
    return session.scalar(unread.limit(1)) is None


def gather(session: Session, game: str, keys: Keys) -> Work:
    """Read everything that running the open stage of a game needs."""
    row = session.get_one(Game, game)
    now_live = live(row)
    stage = row.stage
    taken = seats(session, game)
    due = row.due
    assert due is not None  # noqa: S101 - claimed games have one
    past = _past(session, game)
    told = (past[Role(seat.role)][-1].stage if past.get(Role(seat.role)) else -1 for seat in taken)
    since = min(told, default=-1) + 1
    readers = tuple(reader_at(seat, now_live.settings) for seat in taken)
    secret = keys.unseal(row.secret, f"game {game}")
    undone, known = pending(session, game, stage), is_known(session, game, stage)
    missing = without_orders(session, now_live)
    cared = in_care(session, now_live, taken, missing, due)
    if row.closed is not None and undone is not None and undone.turn.get("missing") is not None:
        # The same orders again, whatever has come since.
        missing = tuple(role for role in missing if role in undone.turn["missing"])
        cared = tuple(role for role in missing if role in undone.turn["in_care"])
    orders: dict[Role, tuple[Any, ...]] = {
        role: standing(session, now_live.rules.ruleset, game, stage, role)
        for role in now_live.stage.may
    }
    return Work(
        live=now_live,
        due=due,
        orders={**orders, **caretaker_orders(now_live, cared, secret)},
        words=_words(session, game, stage - 1),
        readers=readers,
        past=past,
        news=News(
            printed(session, game, range(since, stage + 1)),
            happenings(session, now_live, since, _ran_first(undone, known=known)),
            tuple(press_rules(now_live.settings)),
        ),
        earlier=tuple(sealed_since(session, now_live, _salt_secrets(readers), since)),
        secret=secret,
        slot=row.slot,
        missing=missing,
        in_care=cared,
        moves=moves(session, game),
        corrects=correction(session, game, stage),
        undone=undone.turn if undone is not None else None,
        known=known,
        ran_first=_ran_first(undone, known=known),
        known_after=is_known(session, game, stage + 1),
    )


def run(work: Work, desk: Desk, now: datetime, *, with_maps: bool = True) -> Done:
    """Adjudicate and write all letters: no database, no mail server (rule 4)."""
    ruleset, game = work.live.rules.ruleset, work.live.name
    dice = FairDice(stage_seed(work.secret, game, work.live.stage.number, work.words))
    turn = ruleset.adjudicate(work.live.state, work.orders, dice)
    stage = ruleset.stage(turn.state)
    number, name = work.live.stage.number, work.live.stage.name
    lines = order_hashes(work.live, _salt_secrets(work.readers), number, work.orders)
    digest = order_digest(lines)
    issue = Issue(
        game=game,
        title=work.live.settings.title,
        rules=work.live.rules,
        turn=turn,
        stage=stage,
        due=None if stage.over else _next_due(work, stage, now),
        commitment=work.live.row.commitment,
        sealed=(*work.earlier, Sealed(number, name, digest, lines)),
        news=work.news,
        now=now,
        moves=work.moves,
        with_maps=with_maps,
        corrects=work.corrects,
        closed=work.known_after,
        in_care={
            role: tuple(map(work.live.rules.grammar.write, work.orders[role]))
            for role in work.in_care
        },
    )
    return Done(
        turn=turn,
        rolls=dice.rolls,
        digest=digest,
        stage=stage,
        next_due=issue.due,
        issued=issue_sheets(desk, issue, work.readers, work.past),
    )


def is_ours(row: Game, work: Work, owner: str) -> bool:
    """Is everything as it was when the work was gathered? If not, the claim is given back.

    A letter may have changed the sign-up meanwhile or taken a `ready` back, or the Gamesmaster has
    moved, paused, held or ended something: then it is run again, or not at all.
    """
    was = work.live.row
    if row.stage != was.stage or row.lease_owner != owner:
        return False
    now = (row.position, row.due, row.phase, row.review)
    if now == (was.position, work.due, was.phase, was.review):
        return True
    row.lease_owner = row.lease_until = None
    return False


def land(session: Session, work: Work, done: Done, owner: str, now: datetime) -> bool:
    """Commit the turn with its sheets; False if it has landed before or the lease is lost."""
    row = session.get(Game, work.live.name, with_for_update=True)
    stage = work.live.stage.number
    if row is None or not is_ours(row, work, owner):
        return False
    if any(_has_left(reader, seats(session, row.name)) for reader in work.readers):
        # Its sheets would go to somebody who has no seat any more.
        row.lease_owner = row.lease_until = None
        return False
    ruleset = work.live.rules.ruleset
    position = ruleset.dump(done.turn.state)
    session.add(
        TurnRow(
            game=row.name,
            stage=stage,
            ran=work.ran_first or now,
            before=row.position,
            after=position,
            orders={role: ruleset.dump_orders(given) for role, given in work.orders.items()},
            words=dict(work.words),
            events=msgspec.to_builtins(done.turn.events),
            problems=_problems(done.turn),
            rolls=[[roll.purpose, roll.faces, roll.face] for roll in done.rolls],
            digest=done.digest,
            due=work.due,
            slot=work.slot,
            missing=list(work.missing),
            in_care=list(work.in_care),
        )
    )
    try:
        session.flush()
    except IntegrityError:
        session.rollback()
        return False
    row.position, row.stage, row.due = position, done.stage.number, done.next_due
    row.phase, row.held = _phase_after(done.stage)
    row.slot, row.closed = _slot_told(work, done.next_due), None
    row.lease_owner = row.lease_until = row.review = None
    for issued in done.issued:
        sheet = issued.sheet
        session.add(
            SheetRow(
                game=row.name,
                stage=stage,
                role=sheet.role,
                title=sheet.title,
                facts=sheet.facts,
                text=issued.text,
            )
        )
    if work.undone is not None and work.undone.get("next_moved"):
        row.moved = row.stage
    note_corrected(session, row, stage)
    note_missed(session, row.name, stage, work.missing, work.due)
    drop_stale(session, row.name, row.stage, now)
    _send(session, row.name, done.issued)
    return True


def _send(session: Session, game: str, issued: Sequence[Issued]) -> None:
    """Queue the letters; those that nobody is to read now are kept for whoever asks for them."""
    free = {seat.role for seat in seats(session, game) if seat.address is None}
    read = [each.letter for each in issued if each.letter.role not in free]
    post(session, to_where_they_live(session, game, read))
    kept = [(each.letter, NO_READER) for each in issued if each.letter.role in free]
    kept += [(each.whole, ONLY_DIFFERENT) for each in issued if each.whole is not None]
    # After the others: the last sheet of a role is its whole sheet.
    session.flush()
    for row, why in kept:
        row.state, row.reply = OutState.DROPPED, why
        session.add(row)


def _has_left(reader: Reader, taken: Sequence[SeatRow]) -> bool:
    return all((seat.role, seat.hands) != (reader.role, reader.hands) for seat in taken)


def _phase_after(stage: Stage) -> tuple[Phase, str]:
    if stage.over:
        return Phase.OVER, ""
    if stage.waits_for_gm:
        return Phase.HELD, f"{stage.name} waits for your ruling"
    return Phase.RUNNING, ""


def _salt_secrets(readers: Sequence[Reader]) -> dict[Role, bytes]:
    return {reader.role: reader.salt_secret for reader in readers}


def _next_due(work: Work, stage: Stage, now: datetime) -> datetime:
    """The next deadline; after an outage nobody gets less than half of the usual time.

    A turn that was run early, or that waited for somebody, moves none of the slots (FEAT-T1).
    """
    schedule = work.live.schedule
    if stage.length is not None:
        due = now + stage.length
        return after_holidays(schedule, due) if stage.length else due
    first = _first_slot(schedule, work, now)
    second = next_deadline(schedule, first)
    told = _due_told(work)
    if told is not None and told - now >= (second - first) / 2:
        return told
    return first if first - now >= (second - first) / 2 else second


def _ran_first(undone: Undone | None, *, known: bool) -> datetime | None:
    """When players saw it first: what has been done since belongs to the stage after it."""
    return moment_of(undone.turn["ran"]) if known and undone is not None else None


def _due_told(work: Work) -> datetime | None:
    """The deadline of the stage after it that players have been told, where it was taken back."""
    return moment_of(work.undone.get("next_due")) if work.known and work.undone else None


def _slot_told(work: Work, due: datetime | None) -> datetime | None:
    if work.undone is None or due is None or due != _due_told(work):
        return None
    return moment_of(work.undone.get("next_slot"))


def _first_slot(schedule: Schedule, work: Work, now: datetime) -> datetime:
    if work.slot is not None and (first := next_deadline(schedule, work.slot)) > now:
        return first
    return next_deadline(schedule, max(work.due, now))


def _words(session: Session, game: str, stage: int) -> dict[str, str]:
    rows = session.scalars(
        select(SeedWords).where(SeedWords.game == game, SeedWords.stage == stage)
    )
    return {row.role: row.text for row in rows}


def _past(session: Session, game: str) -> dict[Role, tuple[Sheet, ...]]:
    past: dict[Role, tuple[Sheet, ...]] = {}
    for row in session.scalars(
        select(SheetRow).where(SheetRow.game == game).order_by(SheetRow.stage)
    ):
        sheet = Sheet(Role(row.role), row.title, row.stage, (), row.facts)
        past[sheet.role] = (*past.get(sheet.role, ()), sheet)
    return past


def _problems(turn: Turn[Any]) -> dict[str, list[Json]]:
    return {
        role: [
            {"code": each.code, "severity": each.severity.value, "text": each.text}
            for each in problems
        ]
        for role, problems in turn.problems.items()
    }
