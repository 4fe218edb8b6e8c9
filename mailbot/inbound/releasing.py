"""Letters that wait for their writer's word, and the code that lets them be read (MAIL-S1)."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from mailbot.inbound.asking import same_code
from mailbot.keys import Keys
from mailbot.mail.tokens import token
from mailbot.storage.tables import Letter, LetterState


def read_again(row: Letter) -> None:
    """Let a letter that was set aside take its place among those that wait."""
    row.state, row.attempts, row.tried = LetterState.RECEIVED, 0, None
    row.body_key = row.traceback = None


def release(
    session: Session, keys: Keys, whose: ColumnElement[bool], code: str, most: int
) -> int | None:
    """Let the letter of his be read that a code names, of so many; its number, None if none is."""
    waiting = session.scalars(
        select(Letter)
        .where(Letter.state == LetterState.QUARANTINED, whose)
        .order_by(Letter.id.desc())
        .limit(most)
    )
    row = next((row for row in waiting if same_code(code, confirm_code(keys, row.id))), None)
    if row is None:
        return None
    row.vouched = True
    read_again(row)
    return row.id


def confirm_code(keys: Keys, letter: int) -> str:
    """The code that releases a letter from quarantine; only its registered address is told it.

    The letter's number is not in it: it would tell how much mail others write.
    """
    return token(keys.tokens, "confirm", str(letter), 0)[:10]
