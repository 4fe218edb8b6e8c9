"""A stage that runs before its deadline, and the slots of the schedule stay (FEAT-T1)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.games.settings import LiveGame
from mailbot.games.stages import opened
from mailbot.log import Story
from mailbot.storage.tables import Deed, Game, Phase

story = Story("games")


def may_run_early(session: Session, game: LiveGame, now: datetime) -> bool:
    """Does the open stage still wait for a deadline that it need not wait for?"""
    row = game.row
    waits = row.due is not None and row.due > now and row.slot is None
    return waits and can_be_early(session, game)


def can_be_early(session: Session, game: LiveGame) -> bool:
    """Does the game allow it, and was the deadline moved neither by hand nor for somebody's sake?

    Whether it is about to run early makes no difference: a receipt that knew would tell of others.
    """
    row = game.row
    late = row.slot is not None and row.due is not None and row.due >= row.slot
    allowed = game.settings.early and row.phase == Phase.RUNNING and not late
    return allowed and not _set_by_hand(session, row)


def run_early(session: Session, row: Game, now: datetime) -> None:
    """Make it due now: it runs once the mailbox has been read to its end since (MAIL-R13)."""
    row.slot, row.due = row.due, now
    story.tell("all ready", game=row.name, stage=row.stage, slot=row.slot)
    details = {"stage": row.stage, "slot": str(row.slot)}
    session.add(Deed(at=now, game=row.name, who="service", what="early", details=details))


def is_about_to(row: Game) -> bool:
    """Is it due before its slot, since everybody was ready?"""
    return row.slot is not None and row.due is not None and row.due < row.slot


def call_off(row: Game) -> None:
    """Let a stage that was about to run early wait for its deadline after all."""
    if is_about_to(row) and row.closed is None:
        row.due, row.slot = row.slot, None


def _set_by_hand(session: Session, row: Game) -> bool:
    since = opened(session, row)
    moved = select(Deed.id).where(Deed.game == row.name, Deed.what == "extend", Deed.at >= since)
    return session.scalar(moved.limit(1)) is not None
