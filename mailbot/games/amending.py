"""Corrections and rulings by the Gamesmaster: checked by the ruleset, logged, told, replayable."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import AnyRuleset, GmEdit, Turn
from mailbot.errors import Refused
from mailbot.games.settings import LiveGame, live, seats
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, To, post
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
    if not edit.quiet:
        post(session, list(_notices(session, after, edit, desk, now)))
    story.tell("amended", game=row.name, who=who, what=edit.what)
    return after


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


def _notices(
    session: Session, game: LiveGame, edit: GmEdit, desk: Desk, now: datetime
) -> Iterator[Any]:
    """To everybody the same words: what exactly was changed may be hidden from some."""
    title = game.settings.title
    page = Page(
        subject=f"{title}: a decision of the Gamesmaster",
        text=(
            f"The Gamesmaster has decided something in {title}:\n\n{edit.why}\n\n"
            "It counts at once, and your next sheet shows what of it you may know.\n"
        ),
    )
    for seat in seats(session, game.name):
        if seat.address:
            to = To(seat.address, game.name, seat.role, game.row.stage)
            yield desk.write(Kind.NOTICE, to, page, now)
