"""Whether the key file is the one that the games of this database were made with."""

from __future__ import annotations

from collections.abc import Iterable

from mailbot.errors import KeyFileError
from mailbot.keys import Keys
from mailbot.storage.tables import Game, Phase


def wrong_key(games: Iterable[Game], keys: Keys) -> str:
    """Why these games cannot go on with these keys; empty if they can."""
    try:
        for row in games:
            if row.phase == Phase.OVER:
                continue
            keys.unseal(row.secret, f"game {row.name}")
    except KeyFileError as error:
        return str(error)
    return ""
