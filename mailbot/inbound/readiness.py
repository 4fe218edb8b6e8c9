"""`ready`: a player is done with a stage; when all are, it need not wait (FEAT-T1).

How many others have said it is told to nobody but the Gamesmaster.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.orm import Session

from engine.core.ruleset import Problem, Severity, When
from grammar.reading import Command
from mailbot.games.presence import everybody_ready
from mailbot.games.running_early import call_off, can_be_early, may_run_early, run_early
from mailbot.games.settings import LiveGame
from mailbot.log import Story
from mailbot.storage.tables import SeatRow

story = Story("orders")


NOT_ALL = (
    "`ready` was not taken, since not everything in this letter was. Send what is missing together "
    "with `ready`, or the one word alone if you can do without it."
)


def why_not_ready(
    game: LiveGame, seat: SeatRow, meant: When, missed: datetime | None, *, proven: bool
) -> str:
    """Why this letter cannot say that its writer is done; empty if it can."""
    stage = game.stage
    if game.signing_up:
        return "Sign-up needs no `ready`: your part is complete once all that it asks for is there."
    if seat.role not in stage.may:
        return f"Nothing is asked of you in {stage.name}, so that there is no need to be ready."
    if meant.stage != game.row.stage:
        return (
            f"`ready` was not taken: this letter is about {meant.name}, and {stage.name} is open."
        )
    if not proven:
        return "`ready` was not taken: your letter answers an earlier one of ours. Answer this one."
    if missed is not None:
        return "`ready` was not taken: the deadline has passed."
    return ""


def refused(command: Command, why: str, severity: Severity = Severity.REFUSED) -> Problem:
    return Problem("not-ready", why, severity, command.line)


def take_ready(
    session: Session, game: LiveGame, seat: SeatRow, now: datetime, *, says: bool, ordered: bool
) -> Iterator[str]:
    """Note that he is done, or that new orders have taken that back; how it stands for him."""
    was = seat.done == game.row.stage
    if not (says or was):
        return
    if says:
        seat.done = game.row.stage
        story.tell("ready", game=game.name, role=seat.role, stage=game.row.stage)
    elif ordered:
        seat.done = None
    session.flush()
    if says or ordered:
        call_off(game.row)
        if may_run_early(session, game, now) and everybody_ready(session, game):
            run_early(session, game.row, now)
    early = can_be_early(session, game)
    yield _stands(game, early=early, says=says, still=seat.done is not None)


def _stands(game: LiveGame, *, early: bool, says: bool, still: bool) -> str:
    name = game.stage.name
    if not still:
        return (
            "You had said `ready`; your new orders take that back. Say `ready` once more when you "
            "are done."
        )
    said = f"You are ready for {name}" if says else f"You have said that you are ready for {name}"
    if not early:
        return f"{said}: nothing more is expected of you."
    return (
        f"{said}: once everybody is, the turn runs before its deadline. Orders that you send after "
        "this take your word back, unless they say `ready` again."
    )
