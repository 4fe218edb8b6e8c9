"""A word to those who have sent nothing, some time before the deadline, once a stage (FEAT-T2)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.games.presence import away, without_orders
from mailbot.games.settings import LiveGame, live, read_settings, seats, zone_of
from mailbot.games.stages import opened
from mailbot.games.times import left, local
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, post, to_seat
from mailbot.storage.tables import Game, MailboxRow, Phase, SeatRow

story = Story("games")


def send_reminders(session: Session, desk: Desk, mailbox: str | None, now: datetime) -> None:
    """Remind whoever is to be reminded now: nobody late, nobody twice, no matter who restarts."""
    running = select(Game).where(Game.phase == Phase.RUNNING, Game.due > now)
    for row in session.scalars(running).all():
        if _comes_now(session, row, mailbox, now):
            session.refresh(row, with_for_update=True)
            if _comes_now(session, row, mailbox, now) and row.due is not None:
                row.reminded = row.stage
                _remind(session, desk, live(row), row.due, now)


def _comes_now(session: Session, row: Game, mailbox: str | None, now: datetime) -> bool:
    """Is it time, and has nobody done it yet?"""
    hours = read_settings(row).remind_hours
    if not hours or row.reminded == row.stage:
        return False
    if row.phase != Phase.RUNNING or row.due is None or row.due <= now:
        return False
    moment = remind_at(row.due, opened(session, row), timedelta(hours=hours))
    return moment <= now and _read_since(session, mailbox, moment)


def remind_at(due: datetime, opened: datetime, before: timedelta) -> datetime:
    """So long before the deadline, but never in the first half of the time that there is."""
    return max(due - before, opened + (due - opened) / 2)


def _read_since(session: Session, mailbox: str | None, moment: datetime) -> bool:
    """What he sent before that moment has been read; letters that came by a pipe always are."""
    found = session.get(MailboxRow, mailbox) if mailbox is not None else None
    read = found.read_to_end if found is not None else None
    return mailbox is None or (read is not None and read >= moment)


def _remind(session: Session, desk: Desk, game: LiveGame, due: datetime, now: datetime) -> None:
    missing = without_orders(session, game)
    for seat in seats(session, game.name):
        if seat.role in missing and seat.address is not None and not away(seat, now):
            to = to_seat(seat, game.row.stage)
            post(session, [desk.write(Kind.NOTICE, to, _page(game, seat, due, now), now)])
            story.tell("reminded", game=game.name, role=seat.role, stage=game.row.stage)


def _page(game: LiveGame, seat: SeatRow, due: datetime, now: datetime) -> Page:
    name, title = game.stage.name, game.settings.title
    zone = zone_of(seat, game.settings)
    return Page(
        subject=f"{title}: no orders of yours for {name} yet",
        text=(
            f"Orders for {name} of {title} are due {local(due, zone)}, in {left(due, now)}, and "
            f"none have come from you, {seat.role}.\n\n"
            "Answer this letter, or your last sheet, with your orders. If you want everything to "
            "stay as it is, the one word `ready` says so. `vacation` and the dates tell that you "
            "are away, and `deputy` and an address names somebody who acts for you.\n"
        ),
    )
