"""What a turn that is run again puts right, for the sheets that replace others (FEAT-T4)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.storage.tables import Deed, Game, Phase, Undone

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
    """What the sheets of this stage replace; None if nobody has one.

    Whoever has taken a seat since has none.
    """
    row = pending(session, game, stage)
    sheets = sheets_had(session, row)
    return Correction(row.why, sheets) if row is not None and sheets else None


def sheets_had(session: Session, row: Undone | None) -> dict[str, str]:
    """By role, the sheet that its present player has of what was taken back then."""
    if row is None:
        return {}
    moved = select(Deed).where(
        Deed.game == row.game, Deed.what.in_(_CHANGE_HANDS), Deed.at >= row.at
    )
    new = {str(deed.details.get("role")) for deed in session.scalars(moved)}
    return {role: text for role, text in row.sheets.items() if role not in new}


_CHANGE_HANDS = ("replace", "kick", "resign")


def last_undone(session: Session, game: str, stage: int) -> Undone | None:
    """When this stage was taken back last, and what it had been."""
    found = select(Undone).where(Undone.game == game, Undone.stage == stage)
    return session.scalar(found.order_by(Undone.id.desc()).limit(1))


def pending(session: Session, game: str, stage: int) -> Undone | None:
    """What this stage had been, if it was taken back and has not been run again."""
    row = last_undone(session, game, stage)
    return row if row is not None and not row.again else None


def is_known(session: Session, game: str, stage: int) -> bool:
    """Has anybody seen how this stage comes out, or one after it that was taken back with it?"""
    rows = select(Undone).where(Undone.game == game, Undone.stage >= stage, Undone.again.is_(False))
    return any(row.sheets or row.turn.get("seen") for row in session.scalars(rows))


def note_corrected(session: Session, game: Game, stage: int) -> None:
    """The stage has been run again: what taking it back had broken off goes on.

    That is a pause, or that the stage after it was taken back too when players had seen it.
    """
    undone = pending(session, game.name, stage)
    was_paused = undone is not None and undone.turn.get("paused", False)
    for row in session.scalars(
        select(Undone).where(Undone.game == game.name, Undone.stage == stage)
    ):
        row.again = True
    session.flush()
    if game.phase != Phase.RUNNING:
        return
    later = pending(session, game.name, game.stage)
    if later is not None and is_known(session, game.name, game.stage):
        game.phase, game.held = Phase.HELD, TAKEN_BACK_SEEN
        game.due = game.closed = moment_of(later.turn["due"] or later.turn["ran"])
        game.slot, game.moved = moment_of(later.turn["slot"]), game.stage
    elif was_paused:
        game.phase = Phase.PAUSED
        if later is not None:
            later.turn = {**later.turn, "paused": False}


def go_on(session: Session, game: Game) -> None:
    """The stage that was taken back is open once more, and no pause is to come back after it."""
    undone = pending(session, game.name, game.stage)
    if undone is not None:
        undone.turn = {**undone.turn, "paused": False}


def moment_of(told: str | None) -> datetime | None:
    """A moment as a row that was put aside has it."""
    return None if told is None else datetime.fromisoformat(told).astimezone(UTC)


def changed_lines(old: str, new: str) -> Iterator[str]:
    """The lines that differ, those gone with a minus, those new with a plus."""
    for line in difflib.ndiff(old.splitlines(), new.splitlines()):
        if line[:2] in ("- ", "+ ") and line[2:].strip():
            yield line.rstrip()
