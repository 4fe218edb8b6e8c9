"""Names in character: under which a player writes, and which others he has heard of (FEAT-P1)."""

from __future__ import annotations

import re

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grammar.reading import Audience
from grammar.shared import is_reserved
from mailbot.games.settings import seats
from mailbot.mail.marks import slug
from mailbot.storage.tables import PenName, PressRow

MOST_PENS = 3
"""So many names one player may have in a game: whoever tries names learns which are taken."""

_PEN = re.compile(r"[A-Za-z](?:[A-Za-z0-9]|[ '-](?=[A-Za-z0-9])){1,28}[A-Za-z0-9.]?", re.ASCII)
_NOBODY = frozenset(
    {"anonymous", "nobody", "somebody", "unsigned", "gm", "thegm", "gamesmaster"}
    | {"thegamesmaster", "all", "allies", "everybody", "everyone", "world", "service", "mailbot"}
)


def pen_of(session: Session, game: str, role: str, name: str) -> PenName | None:
    """His own name of that spelling, taken now if he has not borne it before; None: not to be had.

    Nobody is told whether it is taken or may never be borne.
    """
    found = session.scalar(
        select(PenName).where(PenName.game == game, PenName.slug == _compared(name))
    )
    if found is not None:
        return found if found.role == role else None
    if not _may_be_borne(session, game, name) or _count(session, game, role) >= MOST_PENS:
        return None
    pen = PenName(game=game, role=role, name=name, slug=_compared(name))
    session.add(pen)
    session.flush()
    return pen


def owner_of_pen(session: Session, game: str, name: str) -> PenName | None:
    return session.scalar(select(PenName).where(PenName.game == game, PenName.name == name))


def known_pens(session: Session, game: str, role: str, stage: int) -> tuple[str, ...]:
    """The names that this player has heard of: his own, those who wrote to all or to him."""
    mine = select(PenName.name).where(PenName.game == game, PenName.role == role)
    wrote = session.scalars(
        select(PressRow).where(
            PressRow.game == game,
            PressRow.pen != "",
            PressRow.due.is_(None),
            PressRow.asked.is_(False),
        )
    )
    heard = {row.pen for row in wrote if _has_read(row, role, stage)}
    return tuple(sorted({*session.scalars(mine), *heard}))


def _has_read(row: PressRow, role: str, stage: int) -> bool:
    """Has it come to him? What is printed comes with the sheet that ends its stage."""
    if row.audience == Audience.PUBLIC:
        return row.stage < stage
    return row.audience == Audience.ALL or role in row.to


def _may_be_borne(session: Session, game: str, name: str) -> bool:
    """A plain name, of no player, and no word that means anything in a letter."""
    if not _PEN.fullmatch(name) or _compared(name) in _NOBODY or is_reserved(name):
        return False
    return all(_compared(seat.role) != _compared(name) for seat in seats(session, game))


def _compared(name: str) -> str:
    """`The Raven` and `the-raven` are one: nobody is to be taken for somebody else."""
    return slug(name).replace("-", "")


def _count(session: Session, game: str, role: str) -> int:
    mine = select(func.count()).select_from(PenName)
    return session.scalar(mine.where(PenName.game == game, PenName.role == role)) or 0
