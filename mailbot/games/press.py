"""Messages between players: kept with the game, sent on or printed in the next sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.sheet import Block, Heading, Mark, Paragraph, Span
from grammar.reading import Audience
from mailbot.storage.tables import PressRow

#: The chapter of a sheet that players' words belong to.
NEWS = Heading("News")


@dataclass(frozen=True, slots=True)
class Proclamation:
    """What somebody says to everybody."""

    #: The stage that was open when he said it.
    stage: int
    role: str
    text: str


def printed(session: Session, game: str, since: int) -> tuple[Proclamation, ...]:
    """The proclamations of this stage and those after it, in the order in which they came."""
    rows = session.scalars(
        select(PressRow)
        .where(
            PressRow.game == game,
            PressRow.stage >= since,
            PressRow.audience == Audience.PUBLIC,
        )
        .order_by(PressRow.received, PressRow.id)
    )
    return tuple(Proclamation(row.stage, row.role, row.text) for row in rows)


def press_blocks(press: Sequence[Proclamation], since: int) -> tuple[Block, ...]:
    """What was proclaimed from this stage on, as part of a sheet (RAID-R162)."""
    said = [
        Paragraph((Span(f"{each.role}: ", Mark.STRONG), " ".join(each.text.split())))
        for each in press
        if each.stage >= since
    ]
    if not said:
        return ()
    return (Heading("Proclamations"), *said)


def with_press(told: Sequence[Block], press: Sequence[Block]) -> tuple[Block, ...]:
    """The sheet with the press before its news; if it has none, before its first heading."""
    heads = [place for place, block in enumerate(told) if isinstance(block, Heading)]
    news = [place for place in heads if told[place] == NEWS]
    place = next(iter((*news, *heads)), len(told))
    return (*told[:place], *press, *told[place:])
