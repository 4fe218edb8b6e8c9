"""A deadline has come, and somebody who owes orders has sent nothing (FEAT-T2)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.games.addresses import others_of
from mailbot.games.ladder import Absentee, Moved, may_move, moved
from mailbot.games.presence import away, missed, without_orders
from mailbot.games.review import review_of
from mailbot.games.running_early import is_about_to
from mailbot.games.settings import LiveGame, live, read_settings, seats, zone_of
from mailbot.games.telling import tell_players
from mailbot.games.times import local
from mailbot.games.turns import Work
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, post, to_seat
from mailbot.storage.tables import Application, Deed, Game, Phase, SeatRow, Way

story = Story("games")


def wait_for_absent(session: Session, row: Game, desk: Desk, now: datetime) -> bool:
    """Move a deadline that has come, if the game's rungs say so; once a stage.

    What the Gamesmaster runs, or has looked at, waits for nobody; nor do those who are all ready.
    """
    if row.due is None or row.phase != Phase.RUNNING or row.moved == row.stage:
        return False
    if is_about_to(row) or row.closed is not None:
        return False
    if not may_move(read_settings(row)):
        return False
    found = live(row)
    step = _step(session, found, row.due) if review_of(row) is None else None
    if step is None:
        return False
    _note(session, row, step.why, now, {"to": str(step.due), "for": step.roles})
    story.tell("deadline moved", game=row.name, stage=row.stage, due=step.due)
    row.slot, row.due, row.moved = row.due, step.due, row.stage
    _announce(session, found, step, desk, now)
    return True


def after_turn(session: Session, work: Work, now: datetime) -> Iterator[tuple[str, str]]:
    """What the Gamesmaster hears of a turn that was run without somebody's orders."""
    name, settings = work.live.name, work.live.settings
    row = session.get_one(Game, name)
    for role in work.in_care:
        _note(session, row, "caretaker", now, {"role": role, "stage": work.live.stage.number})
        text = (
            f"{role} sent nothing for {work.live.stage.name}, as before, so a bot gave the orders. "
            f"`mailbot player replace {name} {role} ADDRESS` gives the seat to somebody else."
        )
        yield f"{settings.title}: a caretaker ordered for {role}", text
    for seat in seats(session, name):
        if seat.role in work.missing and _is_lost(session, work, seat):
            seat.vacant = True
            _note(session, row, "vacant", now, {"role": seat.role})
            text = (
                f"{seat.role} has let {settings.replace_after} turns in a row go by without "
                "orders. The seat is offered to the waiting list, if there is one; `mailbot player "
                f"replace {name} {seat.role} ADDRESS` gives it to somebody at once."
            )
            yield f"{settings.title}: {seat.role} has fallen silent", text


def _step(session: Session, game: LiveGame, due: datetime) -> Moved | None:
    missing = without_orders(session, game)
    absent = [
        Absentee(seat.role, seat.graces, seat.away_until if away(seat, due) else None)
        for seat in seats(session, game.name)
        if seat.role in missing and seat.address is not None
    ]
    waiting = select(Application.id).where(
        Application.game == game.name, Application.waiting.is_not(None)
    )
    return moved(
        game.settings,
        game.schedule,
        due,
        absent,
        first=game.stage.number == 1,
        others_wait=session.scalar(waiting.limit(1)) is not None,
    )


def _announce(session: Session, game: LiveGame, step: Moved, desk: Desk, now: datetime) -> None:
    """To all the same words: for whose sake it is stays a secret."""
    name = game.stage.name
    tell_players(
        session,
        game,
        desk,
        now,
        "a new deadline",
        lambda zone: (
            f"Not all orders for {name} have come, so its deadline has been moved: orders are due "
            f"{local(step.due, zone)}. What you have sent stands, and you may still change it."
        ),
    )
    for seat in seats(session, game.name):
        if seat.role not in step.roles:
            continue
        if step.why == "grace":
            seat.graces += 1
        seat.vacant = seat.vacant or step.why == "refill"
        _tell_deputy(session, game, seat, step.due, desk, now)


def _tell_deputy(
    session: Session, game: LiveGame, seat: SeatRow, due: datetime, desk: Desk, now: datetime
) -> None:
    """Whoever may act for him hears that it is time to."""
    name, title = game.stage.name, game.settings.title
    when = local(due, zone_of(seat, game.settings))
    page = Page(
        subject=f"{title}: {seat.role} needs you",
        text=(
            f"Nothing has come from {seat.role} for {name} of {title}, and you are the deputy. "
            f"Orders that you send in answer to this letter count as his; they are due {when}.\n"
        ),
    )
    for deputy in others_of(session, game.name, seat.role):
        if deputy.way == Way.DEPUTY:
            to = to_seat(seat, game.row.stage, deputy.address)
            post(session, [desk.write(Kind.NOTICE, to, page, now)])


def _is_lost(session: Session, work: Work, seat: SeatRow) -> bool:
    """Has he let so many turns go by, this one included?"""
    after = work.live.settings.replace_after
    waits = seat.address is not None and not seat.vacant and not away(seat, work.due)
    return bool(after) and waits and work.live.stage.number > 0 and missed(session, seat) >= after


def _note(session: Session, row: Game, what: str, now: datetime, details: Any) -> None:
    session.add(Deed(at=now, game=row.name, who="service", what=what, details=details))
