"""What others hear of a player's orders before the stage ends: one letter for each of his."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Notice, Role
from engine.core.wording import enumeration
from mailbot.games.settings import LiveGame, live, seats
from mailbot.games.standing import standing
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import post, to_seat
from mailbot.storage.tables import Game, Phase, SeatRow


def tell_others(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    before: Sequence[Any],
    after: Sequence[Any],
    now: datetime,
) -> Iterator[str]:
    """Tell others what is new in his orders, or note that it waits; he is told who hears what.

    What stood already is told to nobody again, and what he takes back is taken back there too.
    What he is told is decided by his orders alone, and not by the words that others hear: those may
    depend on what he does not know.
    """
    stood, stands = _notices(game, seat, before), _notices(game, seat, after)
    changed = [order for order in (*before, *after) if (order in before) != (order in after)]
    new = set(map(_about, _notices(game, seat, changed)))
    about = set(map(_about, stands))
    gone = [_taken_back(each) for each in stood if _about(each) not in about]
    for to in sorted({each.to for each in (*stands, *gone)}):
        subjects = [each.subject for each in stands if each.to == to and _about(each) in new]
        if subjects := [*subjects, *(each.subject for each in gone if each.to == to)]:
            yield f"Told to {to} at once: {'; '.join(subjects)}."
    waits = seat.untold == game.row.stage
    news = [each for each in stands if waits or _about(each) in new or each not in stood]
    if news or gone:
        _send_or_hold(session, office, game, seat, [*news, *gone], now)


def tell_what_waits(session: Session, office: Office, now: datetime) -> None:
    """Send the news that waited, as it stands by now; what a sheet has told since is dropped."""
    for seat in session.scalars(select(SeatRow).where(SeatRow.untold.is_not(None))).all():
        row = session.get_one(Game, seat.game)
        if row.stage != seat.untold or row.phase == Phase.OVER:
            seat.untold = None
            continue
        game = live(row)
        orders = standing(session, game.rules.ruleset, game.name, row.stage, seat.role)
        stands = _notices(game, seat, orders)
        others = [Role(each.role) for each in seats(session, game.name) if each.role != seat.role]
        nothing = [Notice(to, *_NOTHING) for to in others]
        _send_or_hold(session, office, game, seat, stands or nothing, now)


_NOTHING = (
    "What you were told is taken back",
    "Nothing of what you were told of the other orders of this stage stands any more.",
)


def _notices(game: LiveGame, seat: SeatRow, orders: Sequence[Any]) -> tuple[Notice, ...]:
    return game.rules.ruleset.at_once(game.state, Role(seat.role), orders) if orders else ()


def _about(notice: Notice) -> tuple[str, str]:
    return notice.to, notice.subject


def _taken_back(notice: Notice) -> Notice:
    text = f"What you were told under “{notice.subject}” has been taken back."
    return Notice(notice.to, f"{notice.subject}, taken back", text)


def _send_or_hold(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    notices: Sequence[Notice],
    now: datetime,
) -> None:
    """All of it in one letter to each reader, or nothing for now (MAIL-N10)."""
    held = {each.role: each for each in seats(session, game.name) if each.address}
    readers = [role for role in held if any(each.to == role for each in notices)]
    if not all(office.notice_left(session, str(held[role].address), now) for role in readers):
        seat.untold = game.row.stage
        return
    seat.untold = None
    for role in readers:
        told = [each for each in notices if each.to == role]
        to = to_seat(held[role], game.row.stage)
        subject = enumeration(list(dict.fromkeys(each.subject for each in told)))
        page = answers.notice(game.settings.title, subject, "\n\n".join(each.text for each in told))
        post(session, [office.desk.write(Kind.NOTICE, to, page, now)])
