"""What a turn that is run again puts right, for the sheets that replace others (FEAT-T4)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.storage.tables import Game, Phase, Undone

TAKEN_BACK = "its last turn has been taken back"
TAKEN_BACK_SEEN = "its last turn, which players have seen, has been taken back"
"""Why a game is held that waits to be run again; for one that was seen no orders are taken."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a turn that is run again puts right."""

    #: The Gamesmaster's word on it.
    why: str
    #: By role, the text of the sheet that it replaces.
    sheets: Mapping[str, str]


def correction(session: Session, game: str, stage: int) -> Correction | None:
    """What the sheets of this stage replace; None if none of it has been seen."""
    row = last_undone(session, game, stage)
    if row is None or row.again or not row.sheets:
        return None
    return Correction(row.why, row.sheets)


def last_undone(session: Session, game: str, stage: int) -> Undone | None:
    """When this stage was taken back last, and what it had been."""
    found = select(Undone).where(Undone.game == game, Undone.stage == stage)
    return session.scalar(found.order_by(Undone.id.desc()).limit(1))


def note_corrected(session: Session, game: Game, stage: int) -> None:
    """The stage has been run again: what taking it back had broken off goes on.

    That is a pause, or that the stage after it was taken back too when players had seen it.
    """
    undone = last_undone(session, game.name, stage)
    was_paused = undone is not None and not undone.again and undone.turn.get("paused", False)
    for row in session.scalars(
        select(Undone).where(Undone.game == game.name, Undone.stage == stage)
    ):
        row.again = True
    if game.phase != Phase.RUNNING:
        return
    later = last_undone(session, game.name, game.stage)
    if later is not None and correction(session, game.name, game.stage) is not None:
        game.phase, game.held = Phase.HELD, TAKEN_BACK_SEEN
        game.due = game.closed = _moment(later.turn["due"] or later.turn["ran"])
    elif was_paused:
        game.phase = Phase.PAUSED


def _moment(told: str) -> datetime:
    return datetime.fromisoformat(told).astimezone(UTC)


def changed_lines(old: str, new: str) -> Iterator[str]:
    """The lines that differ, those gone with a minus, those new with a plus."""
    for line in difflib.ndiff(old.splitlines(), new.splitlines()):
        if line[:2] in ("- ", "+ ") and line[2:].strip():
            yield line.rstrip()
