"""A player's own text, read with all the names that he may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from engine.core.ruleset import Role
from grammar.commands import PENS
from grammar.reading import Parsed
from mailbot.games.ahead import turn_of
from mailbot.games.pens import known_pens
from mailbot.games.settings import LiveGame
from mailbot.storage.tables import SeatRow


def parse_for(session: Session, game: LiveGame, seat: SeatRow, text: str) -> Parsed[Any]:
    """The text in the order language of his game."""
    words = game.rules.ruleset.vocabulary(game.view(Role(seat.role)))
    pens = known_pens(session, game.name, seat.role, game.row.stage)
    words = replace(words, names={**words.names, PENS: pens}, turn=turn_of(game))
    return game.rules.grammar.parse(text, words)
