"""Seats and sheets that the Gamesmaster gives out, by command line and by mail alike."""

from __future__ import annotations

from sqlalchemy.orm import Session

from mailbot.config import ADDRESS
from mailbot.errors import Refused
from mailbot.games.addresses import holder
from mailbot.games.handing_over import sent_again, sheets_sent
from mailbot.games.members import role_problem, take_seat
from mailbot.games.settings import live, seat_of, seats
from mailbot.games.steering import Hand, note
from mailbot.keys import Keys
from mailbot.outbox.desk import Desk, post
from mailbot.storage.tables import Game, OutRow, Phase, SeatRow


def seat_player(
    session: Session, row: Game, hand: Hand, keys: Keys, role: str, address: str
) -> SeatRow:
    """Give somebody a seat while the sign-up is open; his welcome is sent."""
    if problem := role_problem(role):
        raise Refused(problem)
    new = checked_address(address)
    refuse_own(hand.desk, new)
    if row.phase != Phase.SIGN_UP:
        raise Refused(f"{row.name} has begun: seats are given at sign-up only")
    if role.lower() in {each.role.lower() for each in seats(session, row.name)}:
        raise Refused(f"{role} plays in {row.name} already")
    refuse_taken(session, row.name, new)
    given = take_seat(session, row, role, new, keys, hand.desk, hand.now)
    note(session, row, hand, "seat", {"role": given.role, "address": new})
    return given


def resend_sheets(
    session: Session, row: Game, hand: Hand, role: str, turn: int | None = None
) -> list[OutRow]:
    """Send a player his last sheet again, or all those of a turn (FEAT-T10)."""
    seat = seat_of(session, row.name, role)
    if not seat.address:
        raise Refused(f"nobody plays {seat.role} in {row.name} now")
    found = sheets_sent(session, live(row), seat.role, turn)
    if not found:
        which = f"no sheet of turn {turn}" if turn is not None else "no sheet"
        raise Refused(f"{seat.role} has had {which} of {row.name} yet")
    copies = [
        sent_again(hand.desk, session.get_one(OutRow, sheet), seat, hand.now) for sheet in found
    ]
    post(session, copies)
    note(session, row, hand, "resend", {"role": seat.role, "sheets": len(copies)})
    return copies


def checked_address(address: str) -> str:
    """In small letters. Raises `Refused` if it is none."""
    if not ADDRESS.fullmatch(address):
        raise Refused(f"{address!r} is not a mail address such as zane@example.org")
    return address.lower()


def refuse_own(desk: Desk, address: str) -> None:
    """Raises `Refused` for an address of the service itself: it would write to nobody."""
    if desk.is_ours(address):
        raise Refused(f"{address} is an address of this service: nobody reads letters there")


def refuse_taken(session: Session, game: str, address: str, but: str = "") -> None:
    """One address, one place: a letter without a token could not be told apart."""
    role = holder(session, game, address)
    if role is not None and role != but:
        raise Refused(f"{address} is the address of {role} in {game} already")
