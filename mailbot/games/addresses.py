"""Which addresses belong to a seat, and in what way (FEAT-O13)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from mailbot.outbox.bounced import call_off
from mailbot.outbox.copies import copy_of
from mailbot.storage.tables import AddressRow, AddressWish, Application, OutRow, SeatRow, Way


def seats_at(session: Session, address: str) -> Sequence[tuple[SeatRow, Way]]:
    """The seats for which letters from this address may speak, as their player's or deputy's."""
    own = session.scalars(
        select(SeatRow).where(SeatRow.address == address).order_by(SeatRow.id)
    ).all()
    others = session.execute(
        select(SeatRow, AddressRow.way)
        .join(AddressRow, (AddressRow.game == SeatRow.game) & (AddressRow.role == SeatRow.role))
        .where(AddressRow.address == address)
        .order_by(SeatRow.id)
    )
    return [*((seat, Way.MAIN) for seat in own), *((seat, Way(way)) for seat, way in others)]


def others_of(session: Session, game: str, role: str) -> Sequence[AddressRow]:
    """The addresses of a seat beside its main one."""
    return session.scalars(
        select(AddressRow)
        .where(AddressRow.game == game, AddressRow.role == role)
        .order_by(AddressRow.id)
    ).all()


def way_of(session: Session, seat: SeatRow, address: str) -> Way | None:
    """How this address belongs to the seat; None if it does not."""
    if seat.address == address:
        return Way.MAIN
    found = (row.way for row in others_of(session, seat.game, seat.role) if row.address == address)
    way = next(found, None)
    return None if way is None else Way(way)


def holder(session: Session, game: str, address: str) -> str | None:
    """The role for which this address has a place in the game; None if it has none."""
    return next((seat.role for seat, _ in seats_at(session, address) if seat.game == game), None)


def to_where_they_live(session: Session, game: str, letters: Sequence[OutRow]) -> Sequence[OutRow]:
    """Letters that were written before an address changed, to the new one and not to the old."""
    seats = session.execute(select(SeatRow.role, SeatRow.address).where(SeatRow.game == game))
    home = {role: address for role, address in seats if address is not None}
    return [
        copy_of(row, home[row.role], row.created)
        if row.role in home and row.to != home[row.role]
        else row
        for row in letters
    ]


def enter(session: Session, seat: SeatRow, address: str, way: Way, now: datetime) -> None:
    """Give an address that has no place in the game one at this seat; a new deputy ends the old."""
    take_out(session, seat, address)
    if way is Way.MAIN:
        # Whoever can read the old address has no more say, by wishes or by an old welcome either.
        withdraw(session, seat)
        session.execute(
            delete(Application).where(
                Application.game == seat.game, Application.address == seat.address
            )
        )
        seat.address = address
    else:
        if way is Way.DEPUTY:
            dismiss(session, seat)
            withdraw(session, seat, way=way)
        row = AddressRow(game=seat.game, role=seat.role, address=address, way=way, since=now)
        session.add(row)
    withdraw(session, seat, address)
    session.flush()


def withdraw(
    session: Session,
    seat: SeatRow,
    address: str | None = None,
    way: Way | None = None,
    but: str = "",
) -> list[str]:
    """Forget wishes that nobody has agreed to yet; returns which addresses were meant."""
    wishes = session.scalars(
        select(AddressWish).where(AddressWish.game == seat.game, AddressWish.role == seat.role)
    )
    found = [
        wish
        for wish in wishes
        if address in (None, wish.address) and way in (None, Way(wish.way)) and wish.address != but
    ]
    for wish in found:
        session.delete(wish)
    session.flush()
    return [wish.address for wish in found]


def take_out(session: Session, seat: SeatRow, address: str) -> bool:
    """Let an address beside the main one count no more; was it there?"""
    found = [row for row in others_of(session, seat.game, seat.role) if row.address == address]
    return bool(_ended(session, found))


def dismiss(session: Session, seat: SeatRow) -> list[str]:
    """Let the seat have no deputy; returns who was one."""
    found = [row for row in others_of(session, seat.game, seat.role) if row.way == Way.DEPUTY]
    return _ended(session, found)


def _ended(session: Session, found: Sequence[AddressRow]) -> list[str]:
    """These count no more, and what still waits to be sent there is sent no more."""
    for row in found:
        session.delete(row)
        call_off(session, row.game, row.role, row.address)
    session.flush()
    return [row.address for row in found]
