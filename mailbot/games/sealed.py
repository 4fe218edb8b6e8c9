"""Whether the key file is the one that the games of this database were made with."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.errors import KeyFileError
from mailbot.keys import Keys
from mailbot.storage.tables import Game, Phase


def wrong_key(session: Session, keys: Keys) -> str:
    """Why games cannot go on with these keys; empty if they can."""
    try:
        for row in session.scalars(select(Game).where(Game.phase != Phase.OVER)):
            keys.unseal(row.secret, f"game {row.name}")
    except KeyFileError as error:
        return str(error)
    return ""
