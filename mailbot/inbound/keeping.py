"""Orders that are not carried out but kept, so that one word makes them count: `apply`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.core.ruleset import Cancel, When
from mailbot.games.settings import LiveGame, zone_of
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.storage.tables import KeptText, SeatRow

story = Story("orders")

MOST_LISTED = 12

APPLY = "answer with the one word `apply`"


def keep_for_later(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    letter: int,
    text: str,
    meant: When,
    orders: Sequence[Any],
) -> str:
    """Orders for another stage never change this one; what their writer is told (MAIL-B4)."""
    _keep(session, game, seat, letter, text)
    now = game.when(game.row.stage)
    story.tell("orders kept", game=game.name, role=seat.role, written=meant.name, stage=now.stage)
    ahead = (meant.turn, meant.stage or 0) > (now.turn, game.row.stage)
    later = (
        f" They will not be carried out in {meant.name} by themselves: send them again when it is "
        "open."
    )
    closed = game.row.closed is not None
    first = f"{now.name} {'comes first' if closed else 'is open'}"
    apply = "" if closed else f" If they are meant for {now.name}, {APPLY}."
    return (
        f"These orders were written for {meant.name}, and {first}, so they were kept and not "
        f"carried out.{later if ahead else ''}{apply} They read: {_listed(game, orders)}."
    )


def keep_late(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    letter: int,
    text: str,
    missed: datetime,
    *,
    keep: bool,
) -> str:
    """Orders after the deadline; what `apply` took out of those that are kept goes back to them."""
    story.tell("orders late", game=game.name, role=seat.role, stage=game.row.stage)
    deadline, slot = local(missed, zone_of(seat, game.settings)), game.row.slot
    if slot is not None and missed < slot:
        was = f"Everybody was ready, and {game.stage.name} was run with what stood on {deadline}"
    else:
        was = f"The deadline was {deadline}"
    told = f"{was}: your letter came after it, so its orders do not count for {game.stage.name}."
    if not keep:
        return told
    _keep(session, game, seat, letter, text)
    return (
        f"{told} They were kept: once your next sheet has come, answer it with the one word "
        "`apply` to give them."
    )


def keep_held(session: Session, game: LiveGame, seat: SeatRow, letter: int, held: str) -> str:
    """Text below an unmarked quote, which is not read as orders (MAIL-B4)."""
    _keep(session, game, seat, letter, held)
    return (
        "There is text below the quoted letter that may hold orders of yours. It was kept and not "
        f"carried out; {APPLY} if it counts."
    )


def keep_unproven(session: Session, game: LiveGame, seat: SeatRow, letter: int, text: str) -> str:
    """A letter that only the token of an earlier stage speaks for (MAIL-S2)."""
    _keep(session, game, seat, letter, text)
    story.tell("orders doubted", game=game.name, role=seat.role)
    return (
        "Your letter answers an earlier one of ours, and old letters get into other hands: so it "
        f"was kept, and nothing in it was done. If it is yours, {APPLY}: this receipt proves that "
        "it is you."
    )


def _listed(game: LiveGame, orders: Sequence[Any]) -> str:
    """The kept orders, as far as they are orders of the stage that is open."""
    written = [game.rules.grammar.write(order) for order in orders if not isinstance(order, Cancel)]
    more = f" and {len(written) - MOST_LISTED} more" if len(written) > MOST_LISTED else ""
    return "; ".join(written[:MOST_LISTED]) + more or "nothing but cancellations"


def _keep(session: Session, game: LiveGame, seat: SeatRow, letter: int, text: str) -> None:
    session.add(KeptText(game=game.name, role=seat.role, letter=letter, text=text, applied=None))
