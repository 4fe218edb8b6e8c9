"""Who has shown that he plays: by orders, by `ready`, by a vacation announced (FEAT-T2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role
from mailbot.games.settings import LiveGame, seats
from mailbot.storage.tables import Absent, Revision, SeatRow


def has_ordered(session: Session, game: str, stage: int, role: str) -> bool:
    """Has the role sent anything for this stage, be it only that it wants to stay as it is?"""
    return _wrote(session, game, stage, role) or _said_ready(session, game, stage, role)


def without_orders(session: Session, game: LiveGame) -> tuple[Role, ...]:
    """Who owes orders for the open stage and has sent nothing."""
    stage = game.stage
    return tuple(
        role for role in stage.owes if not has_ordered(session, game.name, stage.number, role)
    )


def everybody_ready(session: Session, game: LiveGame) -> bool:
    """Have all who owe orders, and at least one, said `ready`?"""
    done = {seat.role for seat in seats(session, game.name) if seat.done == game.row.stage}
    return bool(game.stage.owes) and all(role in done for role in game.stage.owes)


def away(seat: SeatRow, moment: datetime) -> bool:
    """Is the player on vacation then?"""
    first, until = seat.away_from, seat.away_until
    return first is not None and until is not None and first <= moment < until


def missed(session: Session, seat: SeatRow) -> int:
    """How many stages in a row were run without orders that he owed."""
    ordered = select(func.max(Revision.stage)).where(
        Revision.game == seat.game, Revision.role == seat.role
    )
    last = max(session.scalar(ordered) or 0, seat.done or 0)
    since = select(func.count()).where(
        Absent.game == seat.game, Absent.role == seat.role, Absent.stage > last
    )
    return session.scalar(since) or 0


def note_missed(
    session: Session, game: str, stage: int, missing: Sequence[Role], due: datetime
) -> None:
    """Remember for whom the stage was run without orders; nobody misses it on his vacation."""
    for seat in seats(session, game):
        if stage and seat.role in missing and not away(seat, due):
            session.add(Absent(game=game, stage=stage, role=seat.role))
    session.flush()


def _wrote(session: Session, game: str, stage: int, role: str) -> bool:
    return bool(
        session.scalar(
            select(Revision.id)
            .where(Revision.game == game, Revision.stage == stage, Revision.role == role)
            .limit(1)
        )
    )


def _said_ready(session: Session, game: str, stage: int, role: str) -> bool:
    return bool(
        session.scalar(
            select(SeatRow.id).where(
                SeatRow.game == game, SeatRow.role == role, SeatRow.done == stage
            )
        )
    )
