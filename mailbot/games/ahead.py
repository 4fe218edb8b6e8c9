"""Orders that are not for the open stage alone: sent ahead, or repeated every turn (FEAT-O10, O11).

They are kept as text and read again when their stage opens, as if its letter had come just then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grammar.reading import Parsed
from mailbot.games.settings import LiveGame
from mailbot.storage.tables import AheadRow, Revision, TurnRow

MOST_AHEAD = 30
"""So many turns ahead orders may be sent."""

MOST_REPEATED = 200
LONGEST_AHEAD = 20_000


def turn_of(game: LiveGame) -> int:
    """The turn that is open."""
    return game.when(game.row.stage).turn


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a role has set apart, as its receipts show it."""

    #: In words, one entry for a turn or an order that repeats.
    lines: tuple[str, ...] = ()
    #: The orders that repeat, as written.
    repeated: frozenset[str] = frozenset()


def ahead_of(session: Session, game: LiveGame, role: str) -> Ahead:
    """All that still counts for some stage to come."""
    now, rows = turn_of(game), _rows(session, game.name, role)
    open_again = game.when(game.row.stage + 1).turn == now
    always = [row for row in rows if row.turn is None]
    first = now if open_again else now + 1
    waiting = [row for row in rows if row.turn is not None and row.turn >= first]
    return Ahead(
        lines=(
            *(f"turn {row.turn}: {'; '.join(_written(row))}" for row in waiting),
            *(f"always {row.text} (since turn {row.since})" for row in always),
        ),
        repeated=frozenset(row.text for row in always),
    )


def set_ahead(
    session: Session,
    game: LiveGame,
    role: str,
    turn: int,
    text: str,
    received: datetime,
    letter: int | None,
) -> bool:
    """Keep it for that turn, in place of what an earlier letter said; False if a later one did."""
    return _replace(session, game, role, (turn, "", text), received, letter)


def set_always(
    session: Session,
    game: LiveGame,
    role: str,
    subject: str,
    text: str,
    received: datetime,
    letter: int | None,
) -> bool:
    """Keep an order for every turn, in place of another about the same subject."""
    return _replace(session, game, role, (None, subject, text), received, letter)


def repeated(session: Session, game: str, role: str) -> Sequence[AheadRow]:
    return [row for row in _rows(session, game, role) if row.turn is None]


def for_turn(session: Session, game: str, role: str, turn: int) -> AheadRow | None:
    return next((row for row in _rows(session, game, role) if row.turn == turn), None)


def newest(session: Session, game: LiveGame, role: str) -> AheadRow | None:
    """What was sent ahead last, for a turn that has not begun."""
    now = turn_of(game)
    rows = [row for row in _rows(session, game.name, role) if (row.turn or 0) > now]
    return max(rows, key=lambda row: row.id, default=None)


def text_for_stage(session: Session, game: LiveGame, role: str) -> str:
    """Everything that is to be read now: what repeats first, so that the turn's own goes before."""
    mine = for_turn(session, game.name, role, turn_of(game))
    texts = [row.text for row in repeated(session, game.name, role)]
    return "\n\n".join([*texts, *((mine.text,) if mine is not None else ())])


def roles_ahead(session: Session, game: LiveGame) -> Sequence[str]:
    """Who has set something apart that is to be read now."""
    now = turn_of(game)
    found = select(AheadRow.role).where(
        AheadRow.game == game.name, AheadRow.turn.is_(None) | (AheadRow.turn == now)
    )
    return sorted(set(session.scalars(found)))


def forget_opening(session: Session, game: LiveGame, role: str) -> None:
    """What was read when this stage opened before, if its turn was taken back meanwhile."""
    session.execute(
        delete(Revision).where(
            Revision.game == game.name,
            Revision.stage == game.row.stage,
            Revision.role == role,
            Revision.ahead.is_(True),
        )
    )


def opening(session: Session, game: LiveGame, now: datetime) -> datetime:
    """The moment before which no letter for the open stage can have come."""
    turn = session.get(TurnRow, (game.name, game.row.stage - 1))
    return min(now, turn.due) if turn is not None and turn.due is not None else now


def own_text(text: str, parsed: Parsed[Any]) -> str:
    """The text without the lines that were set apart for other turns."""
    apart = {number for each in parsed.later for number, line in each.lines if line}
    apart |= {number for number, _ in parsed.always}
    lines = enumerate(text.split("\n"), 1)
    return "\n".join("" if number in apart else line for number, line in lines)


def _rows(session: Session, game: str, role: str) -> Sequence[AheadRow]:
    """By turn, then in the order in which they were sent."""
    rows = session.scalars(
        select(AheadRow)
        .where(AheadRow.game == game, AheadRow.role == role)
        .order_by(AheadRow.received, AheadRow.id)
    ).all()
    return sorted(rows, key=lambda row: row.turn or 0)


def _written(row: AheadRow) -> Iterator[str]:
    return (" ".join(line.split()) for line in row.text.splitlines() if line.strip())


def _replace(
    session: Session,
    game: LiveGame,
    role: str,
    about: tuple[int | None, str, str],
    received: datetime,
    letter: int | None,
) -> bool:
    turn, subject, text = about
    for row in _rows(session, game.name, role):
        if (row.turn, row.subject) == (turn, subject):
            if row.received > received:
                return False
            session.delete(row)
    session.add(
        AheadRow(
            game=game.name,
            role=role,
            turn=turn,
            subject=subject,
            text=text,
            since=turn_of(game),
            received=received,
            letter=letter,
        )
    )
    session.flush()
    return True
