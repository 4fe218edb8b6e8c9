"""What happened around a game since a reader's last sheet, for the news on his next (FEAT-P3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.games.settings import LiveGame
from mailbot.games.stages import open_at
from mailbot.games.times import local
from mailbot.storage.tables import Deed

Words = Callable[[Mapping[str, Any], ZoneInfo], str]
"""A deed in a sentence, from its details, for who lives in that zone."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A deed that everybody was told of, and the stage that was open."""

    stage: int
    what: str
    details: Mapping[str, Any]

    def words(self, zone: ZoneInfo) -> str:
        """One sentence, times as the reader's clock shows them."""
        return _WORDS[self.what](self.details, zone)


def happenings(
    session: Session, game: LiveGame, since: int, before: datetime | None = None
) -> tuple[Happening, ...]:
    """From this stage on, and before this moment; of moves of one deadline only the last."""
    deeds = select(Deed).where(Deed.game == game.name, Deed.what.in_(_WORDS)).order_by(Deed.id)
    rows = session.scalars(deeds if before is None else deeds.where(Deed.at < before))
    found: dict[tuple[int, Words, str], Happening] = {}
    for row in rows:
        stage = open_at(session, game.name, row.at)
        if stage >= max(since, 1):
            key = (stage, _WORDS[row.what], str(row.details.get("role", "")))
            found.pop(key, None)
            details = {**row.details, "name": game.when(stage).name}
            found[key] = Happening(stage, row.what, details)
    return tuple(found.values())


def _extended(details: Mapping[str, Any], zone: ZoneInfo) -> str:
    until = local(datetime.fromisoformat(details["to"]), zone)
    return f"The deadline of {details['name']} was moved to {until}."


def _paused(details: Mapping[str, Any], zone: ZoneInfo) -> str:  # noqa: ARG001
    return f"The Gamesmaster paused the game in {details['name']}."


def _resumed(details: Mapping[str, Any], zone: ZoneInfo) -> str:  # noqa: ARG001
    return f"The game went on in {details['name']}."


def _replaced(details: Mapping[str, Any], zone: ZoneInfo) -> str:  # noqa: ARG001
    return f"{details['role']} has a new player."


def _left(details: Mapping[str, Any], zone: ZoneInfo) -> str:  # noqa: ARG001
    return f"The player of {details['role']} has left the game."


_WORDS: Mapping[str, Words] = {
    "extend": _extended,
    # The deadline waited for somebody: for whom is nobody's business.
    **dict.fromkeys(("grace", "wait", "refill"), _extended),
    "pause": _paused,
    "resume": _resumed,
    "replace": _replaced,
    "kick": _left,
}
