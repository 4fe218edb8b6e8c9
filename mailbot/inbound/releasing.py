"""Letters that wait for their writer's word, and the code that lets them be read (MAIL-S1)."""

from __future__ import annotations

from mailbot.keys import Keys
from mailbot.mail.tokens import token
from mailbot.storage.tables import Letter, LetterState


def read_again(row: Letter) -> None:
    """Let a letter that was set aside take its place among those that wait."""
    row.state, row.attempts, row.tried = LetterState.RECEIVED, 0, None
    row.body_key = row.traceback = None


def confirm_code(keys: Keys, letter: int) -> str:
    """The code that releases a letter from quarantine; only its registered address is told it.

    The letter's number is not in it: it would tell how much mail others write.
    """
    return token(keys.tokens, "confirm", str(letter), 0)[:10]
