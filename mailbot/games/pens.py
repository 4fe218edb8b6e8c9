"""Names in character: under which a player writes, and which others he has heard of (FEAT-P1)."""

from __future__ import annotations

import re
from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grammar.reading import Audience
from grammar.shared import is_reserved
from mailbot.games.offices import compared, runs_the_game
from mailbot.games.settings import seats
from mailbot.storage.tables import PenName, PressRow

MOST_PENS = 3
"""So many names one player may have in a game: whoever tries names learns which are taken."""

_PEN = re.compile(r"[A-Za-z](?:[A-Za-z0-9]|[ '-](?=[A-Za-z0-9])){1,28}[A-Za-z0-9.]?", re.ASCII)
_NOBODY = frozenset(
    {"anonymous", "nobody", "somebody", "unsigned", "all", "allies", "everybody", "everyone"}
    | {"world"}
)


def pen_of(
    session: Session, game: str, role: str, name: str, kept: Collection[str] = ()
) -> PenName | None:
    """His own name of that spelling, taken now if he has not borne it before; None: not to be had.

    `kept`: what the game and the service are called. Nobody is told whether it is taken or may
    never be borne.
    """
    found = session.scalar(
        select(PenName).where(PenName.game == game, PenName.slug == compared(name))
    )
    if found is not None:
        return found if found.role == role else None
    if runs_the_game(name, kept) or not _may_be_borne(session, game, name):
        return None
    if _count(session, game, role) >= MOST_PENS:
        return None
    pen = PenName(game=game, role=role, name=name, slug=compared(name))
    session.add(pen)
    session.flush()
    return pen


def owner_of_pen(session: Session, game: str, name: str) -> PenName | None:
    return session.scalar(select(PenName).where(PenName.game == game, PenName.name == name))


def known_pens(session: Session, game: str, role: str, stage: int) -> tuple[str, ...]:
    """The names that this player has heard of: his own, those who wrote to all or to him."""
    mine = pens_of(session, game, role)
    wrote = session.scalars(select(PressRow).where(PressRow.game == game, PressRow.pen != ""))
    heard = {row.pen for row in wrote if has_come(row, (role, *mine), stage)}
    return tuple(sorted({*mine, *heard}))


def pens_of(session: Session, game: str, role: str) -> tuple[str, ...]:
    """The names that this player bears."""
    mine = select(PenName.name).where(PenName.game == game, PenName.role == role)
    return tuple(session.scalars(mine.order_by(PenName.name)))


def has_come(row: PressRow, names: Collection[str], stage: int) -> bool:
    """Has it come to whoever bears these names? What is printed comes when its stage has ended."""
    if row.asked or row.due is not None:
        return False
    if row.audience == Audience.PUBLIC:
        return row.stage < stage
    return row.audience == Audience.ALL or any(name in row.to for name in names)


def _may_be_borne(session: Session, game: str, name: str) -> bool:
    """A plain name, of no player, and no word that means anything in a letter."""
    if not _PEN.fullmatch(name) or compared(name) in _NOBODY or is_reserved(name):
        return False
    return all(compared(seat.role) != compared(name) for seat in seats(session, game))


def _count(session: Session, game: str, role: str) -> int:
    mine = select(func.count()).select_from(PenName)
    return session.scalar(mine.where(PenName.game == game, PenName.role == role)) or 0
