"""One receipt for letters that got none because there had been too many (MAIL-N10)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from mailbot.games.receipts import Receipt
from mailbot.games.settings import live, seat_of
from mailbot.games.standing import standing
from mailbot.inbound.office import Office
from mailbot.inbound.orders import answer
from mailbot.storage.tables import Game, Letter


def send_summaries(session: Session, office: Office, now: datetime) -> None:
    """For each player who is owed one and may have one again: the standing orders."""
    owed = session.execute(
        select(Letter.game, Letter.role).where(Letter.unanswered.is_(True)).distinct()
    ).all()
    for name, role in owed:
        if name is None or role is None:
            continue
        seat = seat_of(session, name, role)
        letters = session.scalars(
            select(Letter)
            .where(Letter.game == name, Letter.role == role, Letter.unanswered.is_(True))
            .order_by(Letter.received)
        ).all()
        if office.receipt_limit(session, str(seat.address), letters[-1].id, now) is not None:
            continue
        game = live(session.get_one(Game, name))
        orders = standing(session, game.rules.ruleset, name, game.row.stage, role)
        receipt = Receipt(
            live=game,
            seat=seat,
            revision=0,
            received=letters[-1].received,
            now=now,
            before=orders,
            after=orders,
            remarks=[_why(len(letters))],
        )
        session.execute(
            update(Letter)
            .where(Letter.id.in_([letter.id for letter in letters]))
            .values(unanswered=False)
        )
        answer(session, office, receipt, letters[-1].id, None)


def _why(letters: int) -> str:
    if letters == 1:
        return "A letter of yours got no receipt because there had been many; this one is for it."
    return (
        f"{letters} letters of yours came in a short time and got no receipt of their own; this "
        "one stands for all of them."
    )
