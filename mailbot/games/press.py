"""The news of a sheet: what players proclaim, and what happened around the game (FEAT-P3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.sheet import Block, Heading, Items, Mark, Paragraph, Span
from grammar.reading import Audience
from mailbot.games.chronicle import Happening
from mailbot.storage.tables import PressRow

#: The chapter of a sheet that players' words belong to.
NEWS = Heading("News")


@dataclass(frozen=True, slots=True)
class Proclamation:
    """What somebody says to everybody."""

    #: The stage that was open when he said it.
    stage: int
    #: The role, or the name in character; empty: nobody says it.
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class News:
    """What the sheets of a stage may tell besides the turn, since the earliest last sheet."""

    proclaimed: tuple[Proclamation, ...] = ()
    happened: tuple[Happening, ...] = ()
    #: What the game says of letters between players: on everybody's first sheet (FEAT-P2).
    rules: tuple[str, ...] = ()


def printed(session: Session, game: str, stages: range) -> tuple[Proclamation, ...]:
    """The proclamations of these stages, in the order in which they came.

    Those without their writer's name follow in an order that tells nothing of when they came: one
    that stood beside a signed one would be its writer's.
    """
    rows = session.scalars(
        select(PressRow)
        .where(
            PressRow.game == game,
            PressRow.stage.in_(stages),
            PressRow.audience == Audience.PUBLIC,
        )
        .order_by(PressRow.received, PressRow.id)
    ).all()
    signed = [Proclamation(row.stage, row.role, row.text) for row in rows if not row.unsigned]
    others = [Proclamation(row.stage, row.pen, row.text) for row in rows if row.unsigned]
    return (*signed, *sorted(others, key=lambda each: (each.stage, each.role, each.text)))


def press_blocks(news: News, since: int, zone: ZoneInfo) -> tuple[Block, ...]:
    """What is new from this stage on, as part of a sheet (RAID-R162)."""
    said = [_said(each) for each in news.proclaimed if each.stage >= since]
    happened = [each.words(zone) for each in news.happened if each.stage >= since]
    return tuple(_blocks(said, happened, news.rules if since == 0 else ()))


def with_press(told: Sequence[Block], press: Sequence[Block]) -> tuple[Block, ...]:
    """The sheet with the press before its news; if it has none, before its first heading."""
    heads = [place for place, block in enumerate(told) if isinstance(block, Heading)]
    news = [place for place in heads if told[place] == NEWS]
    place = next(iter((*news, *heads)), len(told))
    return (*told[:place], *press, *told[place:])


def _blocks(
    said: Sequence[Block], happened: Sequence[str], rules: Sequence[str]
) -> Iterator[Block]:
    if rules:
        yield Heading("Letters between players")
        yield from (Paragraph(each) for each in rules)
    if happened:
        yield Heading("About the game")
        yield Items(tuple(happened))
    if said:
        yield Heading("Proclamations")
        yield from said


def _said(each: Proclamation) -> Block:
    words = " ".join(each.text.split())
    if not each.role:
        return Paragraph((Span("Unsigned: ", Mark.STRONG), words))
    return Paragraph((Span(f"{each.role}: ", Mark.STRONG), words))
