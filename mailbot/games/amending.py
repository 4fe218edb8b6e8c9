"""Corrections and rulings by the Gamesmaster: checked by the ruleset, logged, told, replayable."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import AnyRuleset, GmEdit, Json, Turn
from mailbot.errors import Refused
from mailbot.games.review import Review, asked_for, review_of
from mailbot.games.settings import LiveGame, live
from mailbot.games.telling import tell_players
from mailbot.log import Story
from mailbot.outbox.desk import Desk
from mailbot.storage.tables import Amendment, Deed, Game, Phase

story = Story("games")


def amend(
    session: Session, row: Game, edit: GmEdit, desk: Desk, now: datetime, who: str
) -> LiveGame:
    """Change the position of a game as the Gamesmaster says, and tell the players why.

    A game that waited for his word goes on; one that is over by it ends at once, and so does a
    stage in which nobody is asked for anything any more. Raises `Refused` if the ruleset will not
    have it.
    """
    game = live(row)
    turn = amended(game.rules.ruleset, game.state, edit)
    row.position = game.rules.ruleset.dump(turn.state)
    after = live(row)
    if row.phase == Phase.HELD and game.stage.waits_for_gm and not after.stage.waits_for_gm:
        row.phase, row.held = Phase.RUNNING, ""
    if row.due is not None and _passes(after) and not _passes(game):
        row.due = now
    session.add(_kept(row, edit, now))
    details = {"what": edit.what, "value": edit.value, "why": edit.why, "quiet": edit.quiet}
    session.add(Deed(at=now, game=row.name, who=who, what="amend", details=details))
    if (review := review_of(row)) is not None:
        asked = asked_for(review, "You have corrected the position.")
        row.review = Review(row.stage, asked, asked=asked)
        if row.phase == Phase.HELD:
            row.phase, row.held = Phase.RUNNING, ""
    if not edit.quiet:
        # To everybody the same words: what exactly was changed may be hidden from some.
        title = game.settings.title
        text = (
            f"The Gamesmaster has decided something in {title}:\n\n{edit.why}\n\n"
            "It counts at once, and your next sheet shows what of it you may know."
        )
        tell_players(session, after, desk, now, "a decision of the Gamesmaster", lambda _: text)
    story.tell("amended", game=row.name, who=who, what=edit.what)
    return after


def value_of(text: str) -> Json:
    """What an edit's value is, as it is written: JSON if it is some, else the words themselves."""
    try:
        value: Json = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value


def _passes(game: LiveGame) -> bool:
    """Is there nothing to wait for?"""
    return game.stage.over or game.stage.length == timedelta()


def amended(ruleset: AnyRuleset, state: Any, edit: GmEdit) -> Turn[Any]:
    """The position with the change. Raises `Refused` with every reason against it."""
    turn = ruleset.amend(state, edit)
    if isinstance(turn, tuple):
        raise Refused(" ".join(problem.text for problem in turn))
    return turn


def amend_again(session: Session, ruleset: AnyRuleset, game: str, stage: int, state: Any) -> Any:
    """A position of this stage with all that was changed in it: sign-up is set up many times."""
    for row in session.scalars(
        select(Amendment)
        .where(Amendment.game == game, Amendment.stage == stage)
        .order_by(Amendment.id)
    ):
        turn = ruleset.amend(state, GmEdit(row.what, row.value, row.why, row.quiet))
        # What a later sign-up has made impossible is left out.
        state = state if isinstance(turn, tuple) else turn.state
    return state


def _kept(row: Game, edit: GmEdit, now: datetime) -> Amendment:
    return Amendment(
        game=row.name,
        stage=row.stage,
        what=edit.what,
        value=edit.value,
        why=edit.why,
        quiet=edit.quiet,
        at=now,
    )
