"""Messages between players: kept with the game, sent on or printed in the next sheet."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.sheet import Block, Heading, Mark, Paragraph, Span
from grammar.reading import Audience
from mailbot.storage.tables import PressRow


def printed(session: Session, game: str, stage: int) -> tuple[PressRow, ...]:
    """The proclamations of a stage, in the order in which they came."""
    return tuple(
        session.scalars(
            select(PressRow)
            .where(
                PressRow.game == game,
                PressRow.stage == stage,
                PressRow.audience == Audience.PUBLIC,
            )
            .order_by(PressRow.received, PressRow.id)
        )
    )


def press_blocks(press: Sequence[tuple[str, str]]) -> tuple[Block, ...]:
    """Proclamations as part of a sheet: who said what, as he wrote it."""
    if not press:
        return ()
    said = [
        Paragraph((Span(f"{role}: ", Mark.STRONG), " ".join(text.split()))) for role, text in press
    ]
    return (Heading("Proclamations"), *said)
