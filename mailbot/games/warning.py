"""What a deed that cannot be undone will do, told before it is done (FEAT-G3).

Raises `Refused` where it could not be done anyhow: nobody is asked for nothing.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from engine.core.ruleset import GmEdit
from engine.core.wording import enumeration, number
from mailbot.errors import Refused
from mailbot.games import replacing, steering, undoing
from mailbot.games.amending import amended
from mailbot.games.presence import without_orders
from mailbot.games.settings import live, seats
from mailbot.games.times import local
from mailbot.storage.tables import Game, Phase


def before_start(session: Session, row: Game) -> str:
    steering.check_start(session, row)
    players = enumeration([seat.role for seat in seats(session, row.name)])
    return f"The sign-up of {row.name} ends with {players}, and the first sheets go out."


def before_run(session: Session, row: Game) -> str:
    if row.phase != Phase.RUNNING or row.due is None:
        raise steering.not_running(row)
    found = live(row)
    missing = missing_orders(session, row)
    without = f", without orders from {enumeration(missing)}" if missing else ""
    due = local(row.due, found.zone)
    return f"In {row.name}, {found.stage.name} is run now{without}, and not on {due}."


def missing_orders(session: Session, row: Game) -> list[str]:
    """Who owes orders for the open stage and has sent none."""
    return list(without_orders(session, live(row)))


def before_undo(session: Session, row: Game, why: str) -> str:
    """Empty while nobody has seen anything of it: then it can be run again as if nothing were."""
    letters = undoing.letters_of_last_turn(session, row)
    lost = undoing.corrections_lost(undoing.what_was_corrected(session, row))
    if not undoing.seen(letters):
        return f"The last turn of {row.name} is taken back.{lost}" if lost else ""
    undoing.check_announced(row, why)
    gone = sum(undoing.seen([letter]) for letter in letters)
    return (
        f"The last turn of {row.name} is taken back: {number(gone, 'letter')} of it "
        f"{'has' if gone == 1 else 'have'} gone out, and all players are told.{lost}"
    )


def before_cancel(session: Session, row: Game) -> str:
    steering.check_cancel(row)
    count = sum(seat.address is not None for seat in seats(session, row.name))
    told = f"{number(count, 'player')} {'is' if count == 1 else 'are'} told"
    return f"{row.name} ends for good, no turn of it runs any more, and {told}."


def before_replace(session: Session, row: Game, role: str, address: str) -> str:
    replacing.may_change(session, row, role, address)
    return (
        f"{role} of {row.name} is played from {address} from now on. Whoever plays it now can "
        "order nothing any more; he and the others are told."
    )


def before_kick(session: Session, row: Game, role: str) -> str:
    replacing.may_free(session, row, role)
    return (
        f"The seat of {role} in {row.name} becomes free. Whoever plays it now can order nothing "
        "any more, and is told."
    )


def before_amend(row: Game, edit: GmEdit) -> str:
    if row.phase == Phase.OVER:
        raise Refused(f"{row.name} is over")
    found = live(row)
    amended(found.rules.ruleset, found.state, edit)
    told = "and nobody is told" if edit.quiet else "and all players are told your reason"
    return f"{edit.what} of {row.name} becomes {edit.value}, {told}."
