"""A notice to all players of a game, each in his own time zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from mailbot.games.press_rules import press_rules
from mailbot.games.settings import LiveGame, seats, zone_of
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, post, to_seat


def tell_players(
    session: Session,
    game: LiveGame,
    desk: Desk,
    now: datetime,
    about: str,
    words: Callable[[ZoneInfo], str],
    why: str = "",
    but: str = "",
) -> None:
    """Queue it for everybody who has a seat; `why` is the Gamesmaster's own word on it.

    `but`: the role that hears of it otherwise.
    """
    said = f"\n\nThe Gamesmaster says: {why}" if why else ""
    for seat in seats(session, game.name):
        if seat.address and seat.role != but:
            text = f"{words(zone_of(seat, game.settings))}{said}\n"
            page = Page(f"{game.settings.title}: {about}", text)
            to = to_seat(seat, game.row.stage)
            post(session, [desk.write(Kind.NOTICE, to, page, now)])


PRESS_KEYS = frozenset({"press", "press_gm_copy"})
"""Settings whose change every player hears of at once: he may have relied on them."""


def tell_press_rules(session: Session, game: LiveGame, desk: Desk, now: datetime) -> None:
    """What the game says from now on of letters between its players (FEAT-P2)."""
    usual = "Letters between players are signed, and nobody but their readers gets them."
    rules = " ".join(press_rules(game.settings)) or usual
    text = f"From now on, this is how players of {game.settings.title} write to each other. {rules}"
    tell_players(session, game, desk, now, "letters between players", lambda _: text)
