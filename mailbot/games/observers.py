"""Those who watch a game without a seat, and the letter that each turn brings them (FEAT-G9)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Watchable
from engine.core.sheet import Sheet
from mailbot.errors import Refused
from mailbot.games.settings import LiveGame, read_settings
from mailbot.games.turns import Done
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, To, post
from mailbot.render.letter import Cover, turn_letter
from mailbot.rulesets import rules_named
from mailbot.storage.tables import Game, Observer, Phase

OBSERVE = "observer-"
"""How the token of somebody who watches names him: `observer-17`."""


def may_be_watched(row: Game) -> bool:
    """May anybody ask to watch this game now?"""
    offered = read_settings(row).observers == "public" and row.phase != Phase.OVER
    return offered and isinstance(rules_named(row.ruleset).ruleset, Watchable)


def to_observer(row: Observer, stage: int) -> To:
    return To(row.address, row.game, f"{OBSERVE}{row.id}", stage)


def observers_of(session: Session, game: str) -> list[Observer]:
    """Those who have confirmed that they want to watch, by address."""
    return list(
        session.scalars(
            select(Observer)
            .where(Observer.game == game, Observer.confirmed.is_not(None))
            .order_by(Observer.address)
        )
    )


def dismiss_observer(session: Session, game: str, address: str) -> None:
    """The Gamesmaster ends it. Raises `Refused` with those who watch."""
    for row in observers_of(session, game):
        if row.address == address.lower():
            session.delete(row)
            return
    names = ", ".join(row.address for row in observers_of(session, game)) or "nobody"
    raise Refused(f"{address} does not watch {game}; there watch: {names}")


def tell_observers(session: Session, desk: Desk, game: LiveGame, done: Done, now: datetime) -> None:
    """Queue the public part of a turn that has landed for all who watch."""
    ruleset = game.rules.ruleset
    if game.settings.observers != "public" or not isinstance(ruleset, Watchable):
        return
    watching = observers_of(session, game.name)
    sheet = ruleset.public_sheet(done.turn) if watching else None
    if sheet is None:
        return
    page = _page(game, sheet, over=done.stage.over)
    for row in watching:
        to = to_observer(row, done.stage.number)
        post(session, [desk.write(Kind.SHEET, to, page, now)])


def _page(game: LiveGame, sheet: Sheet, *, over: bool) -> Page:
    footer = (
        "Thank you for watching; this was the last letter."
        if over
        else f"You watch {game.settings.title} without a seat, and see what everybody may know. To "
        "end it, answer with `stop observing`."
    )
    letter = turn_letter(sheet, Cover(footer=(footer,)), ())
    return Page(f"{game.settings.title}: {sheet.title}", letter.text, letter.html)
