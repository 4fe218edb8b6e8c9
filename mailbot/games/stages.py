"""When the stages of a game were open."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mailbot.storage.tables import Game, TurnRow


def open_at(session: Session, game: str, moment: datetime) -> int:
    """The stage that was open at this moment."""
    last = session.scalar(
        select(func.max(TurnRow.stage)).where(TurnRow.game == game, TurnRow.ran <= moment)
    )
    return 0 if last is None else last + 1


def opened(session: Session, row: Game) -> datetime:
    """Since when the stage has been open that is open now."""
    last = session.scalar(select(func.max(TurnRow.ran)).where(TurnRow.game == row.name))
    return last or row.created
