"""Letters from player to player on their way: to whom they go, from whom they seem to come.

Who reads an unsigned letter learns nothing of its writer from it: not from its headers, which are
made for the reader alone, not from its time, which is that of a full hour, not from its place among
others of that hour, and not from who else got it (FEAT-P1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.wording import enumeration
from grammar.reading import Audience
from mailbot.games.pens import owner_of_pen
from mailbot.games.settings import LiveGame, live, seat_of, seats
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.keys import Keys
from mailbot.mail.outgoing import Kind
from mailbot.mail.tokens import token
from mailbot.outbox.desk import Page, To, post, to_seat
from mailbot.storage.tables import Game, OutRow, PressRow, SeatRow

HOUR = timedelta(hours=1)
LEAST_WAIT = timedelta(minutes=10)
"""Whoever writes shortly before an hour waits for the next: at once he would be too near."""

CONFIRMED_WITHIN = timedelta(days=7)


def full_hour(now: datetime) -> datetime:
    """When unsigned letters written now go out, all of an hour together."""
    later = now + LEAST_WAIT + HOUR - timedelta(microseconds=1)
    return later.replace(minute=0, second=0, microsecond=0)


def mail_due_press(session: Session, office: Office, now: datetime) -> None:
    """Send the unsigned letters whose hour has come, in an order that nobody can foresee."""
    waiting = session.scalars(
        select(PressRow).where(PressRow.due <= now, PressRow.asked.is_(False))
    ).all()

    def lot(row: PressRow) -> tuple[str, ...]:
        one = (row.game, row.role, str(row.letter), row.pen, row.audience, *sorted(row.to))
        return token(office.keys.tokens, "lot", "/".join(one), 0), *one

    for _, rows in groupby(sorted(waiting, key=lot), lot):
        alike = sorted(rows, key=lambda row: row.id)
        mail_press(session, office, live(session.get_one(Game, alike[0].game)), alike, now)


def confirm_press(
    session: Session, office: Office, game: LiveGame, seat: SeatRow, code: str, now: datetime
) -> str:
    """Send to everybody what waits under this code; what its writer is told, or nothing."""
    waiting = session.scalars(
        select(PressRow).where(
            PressRow.game == game.name,
            PressRow.role == seat.role,
            PressRow.asked.is_(True),
            PressRow.received > now - CONFIRMED_WITHIN,
        )
    )
    mine = (row for row in waiting if code.lower() == broadcast_code(office.keys, row.id))
    row = next(mine, None)
    if row is None:
        return ""
    row.asked = False
    if row.unsigned:
        row.due = full_hour(now)
        return "Your letter to all players goes out at the full hour, without your name."
    mail_press(session, office, game, [row], now)
    return "Your letter was sent to all players."


def broadcast_code(keys: Keys, row: int) -> str:
    """The code that sends it; only its writer is told it."""
    return token(keys.tokens, "broadcast", str(row), 0)[:10]


def mail_press(
    session: Session, office: Office, game: LiveGame, rows: Sequence[PressRow], now: datetime
) -> None:
    """One letter to each of its readers, and the Gamesmaster's copy where he gets one."""
    first = rows[0]
    text = "\n\n".join(row.text for row in rows)
    if first.audience == Audience.GM:
        writer = seat_of(session, game.name, first.role)
        page = answers.passed_on_to_gm(
            game.name, game.settings.title, first.role, text, str(writer.address)
        )
        post(session, [office.desk.write(Kind.PRESS, To(gm), page, now) for gm in office.gm])
        return
    post(session, list(_letters(session, office, game, first, text, now)))
    if game.settings.press_gm_copy:
        page = _copy(game, first, text)
        post(session, [office.desk.write(Kind.PRESS, To(gm), page, now) for gm in office.gm])
    for row in rows:
        row.due = None


def _letters(
    session: Session, office: Office, game: LiveGame, row: PressRow, text: str, now: datetime
) -> Iterator[OutRow]:
    for seat, name in _readers(session, game, row):
        if seat.address is not None:
            page = _page(game.settings.title, row, text, name if name != seat.role else "")
            to = replace(to_seat(seat, game.row.stage), pen=row.pen)
            yield office.desk.write(Kind.PRESS, to, page, now)


def _readers(session: Session, game: LiveGame, row: PressRow) -> Iterator[tuple[SeatRow, str]]:
    """The seats to which it goes, and under which name each is written to.

    An unsigned letter to a whole group goes to its writer too, if he is one of them: they could
    count together who has not got it.
    """
    by_role = {seat.role: seat for seat in seats(session, game.name)}
    names = by_role if row.audience == Audience.ALL else row.to
    if row.unsigned and row.audience == Audience.ALLIES:
        names = sorted({*names, row.role})
    for name in names:
        if name == row.role and not row.unsigned and row.audience == Audience.ALL:
            continue
        pen = None if name in by_role else owner_of_pen(session, game.name, name)
        seat = by_role.get(name if pen is None else pen.role)
        if seat is not None:
            yield seat, name


def _page(title: str, row: PressRow, text: str, reader_pen: str) -> Page:
    """`reader_pen`: the name in character to which it was written, if it was to one."""
    if row.pen:
        return answers.letter_from_pen(title, row.pen, text)
    if row.unsigned:
        return answers.unsigned_letter(title, text)
    if reader_pen:
        return answers.passed_on_to_pen(title, row.role, text, reader_pen)
    several = enumeration(row.to) if len(row.to) > 1 else ""
    to = "all players" if row.audience == Audience.ALL else several
    return answers.passed_on(title, row.role, text, to)


def _copy(game: LiveGame, row: PressRow, text: str) -> Page:
    how = f" as “{row.pen}”" if row.pen else " without a name" if row.unsigned else ""
    to = "all players" if row.audience == Audience.ALL else enumeration(row.to)
    return answers.copy_for_gm(game.settings.title, f"{row.role}{how}", to, text)
