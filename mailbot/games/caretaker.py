"""A caretaker: a bot that gives the orders of a seat from which none come (FEAT-T2).

It knows what the role knows and nothing else, and has dice of its own: the same turn run again
gives the same orders, and no throw of the turn is another because of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.core.dice import FairDice, stage_seed
from engine.core.ruleset import Role
from engine.core.sheet import Block, Heading, Items, Paragraph
from mailbot.games.presence import away, missed
from mailbot.games.settings import LiveGame
from mailbot.storage.tables import SeatRow

Orders = Mapping[Role, tuple[Any, ...]]


def caretaker_orders(game: LiveGame, roles: Sequence[Role], secret: bytes) -> Orders:
    """What a caretaker orders for each of these roles."""
    stage = game.stage.number
    bot = next(iter(game.rules.bots.values()))
    return {
        role: bot(
            game.view(role),
            FairDice(stage_seed(secret, f"{game.name}/caretaker/{role}", stage, {})),
        )
        for role in roles
    }


def in_care(
    session: Session,
    game: LiveGame,
    seats: Sequence[SeatRow],
    missing: Sequence[Role],
    due: datetime,
) -> tuple[Role, ...]:
    """Who of those without orders has been silent for so long that a caretaker steps in."""
    after = game.settings.caretaker_after
    if not (after and game.stage.number and game.rules.bots):
        return ()
    return tuple(
        Role(seat.role)
        for seat in seats
        if seat.role in missing
        and not away(seat, due)
        and (seat.address is None or missed(session, seat) >= after)
    )


def caretaker_blocks(lines: Sequence[str] | None) -> tuple[Block, ...]:
    """What his sheet tells a player whose orders were given for him; None: nobody gave any."""
    if lines is None:
        return ()
    said = (
        "Nothing has come from you for some time, so a caretaker, a program that knows what your "
        "sheets tell and nothing more, gave your orders for this turn. Whatever you send for the "
        "next one ends its work."
    )
    listed = (Items(tuple(lines)),) if lines else (Paragraph("It let everything stay as it was."),)
    return (Heading("Your caretaker"), Paragraph(said), *listed)
