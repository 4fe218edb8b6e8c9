"""What one registration does to the others, and when the game begins."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from mailbot.games.members import complaints, note_ready, renew_sign_up, start_if_full
from mailbot.games.settings import live, seats
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import post, to_seat
from mailbot.storage.tables import Game, SeatRow


def sign_up_changed(
    session: Session, office: Office, row: Game, seat: SeatRow, received: datetime, now: datetime
) -> None:
    """Sign-up changed: set stage 0 up again, and tell others what they have lost by it."""
    others = [each for each in seats(session, row.name) if each.role != seat.role]
    names = [each.role for each in others]
    earlier = complaints(session, row, names)
    renew_sign_up(session, row, office.keys)
    note_ready(session, row, seat, received)
    renew_sign_up(session, row, office.keys)
    for each in others:
        known = {problem.text for problem in earlier[each.role]}
        new = [
            problem.text
            for problem in complaints(session, row, [each.role])[each.role]
            if problem.text not in known
        ]
        note_ready(session, row, each, received)
        if new and each.address:
            page = answers.start_lost(live(row).settings.title, new)
            to = to_seat(each, 0)
            post(session, [office.desk.write(Kind.NOTICE, to, page, now)])
    start_if_full(session, row, now)
