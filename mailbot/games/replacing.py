"""A seat that changes hands, or becomes free, in the middle of a game (FEAT-T2).

Whoever leaves can order nothing any more: neither his address counts, nor what he was sent.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from mailbot.deadlines import next_deadline
from mailbot.errors import Refused
from mailbot.games import running_early
from mailbot.games.addresses import dismiss, others_of, take_out, withdraw
from mailbot.games.handing_over import hand_over
from mailbot.games.members import renew_sign_up, start_if_full
from mailbot.games.seating import refuse_own, refuse_taken
from mailbot.games.settings import LiveGame, live, seat_of
from mailbot.games.steering import Hand, note
from mailbot.games.telling import tell_players
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.bounced import call_off, revive
from mailbot.outbox.desk import Page, To, post
from mailbot.storage.tables import (
    Absent,
    AheadRow,
    Application,
    Game,
    KeptText,
    Letter,
    Phase,
    PressRow,
    Revision,
    SeatRow,
    SeedWords,
)

story = Story("members")


def replace(session: Session, row: Game, hand: Hand, role: str, address: str) -> SeatRow:
    """Give the seat to somebody else: he gets what the role knows, and a full period of time."""
    seat = may_change(session, row, role, address)
    refuse_own(hand.desk, address)
    old = seat.address
    _empty(session, seat)
    seat.address = address
    session.execute(
        delete(Application).where(Application.game == row.name, Application.address == address)
    )
    revive(session, address, hand.now)
    game = live(row)
    moved = _give_time(game, hand.now)
    note(session, row, hand, "replace", {"role": seat.role, "from": old, "to": address})
    story.tell("seat given", game=row.name, role=seat.role, to=address)
    hand_over(session, game, seat, hand.desk, hand.now, hand.why)
    _thank(session, game, seat.role, old, hand)
    _tell_others(session, game, seat, hand, moved=moved)
    return seat


def kick(session: Session, row: Game, hand: Hand, role: str) -> str:
    """Free the seat: it is offered to the waiting list, and a caretaker may play on meanwhile.

    Before the game has begun it is as if its player had never joined. Returns the role.
    """
    seat = may_free(session, row, role)
    old, game = seat.address, live(row)
    _empty(session, seat)
    note(session, row, hand, "kick", {"role": seat.role, "from": old})
    story.tell("seat freed", game=row.name, role=seat.role)
    _thank(session, game, seat.role, old, hand)
    _free(session, row, seat, hand)
    return seat.role


def resign(session: Session, row: Game, hand: Hand, role: str) -> None:
    """The player leaves by himself; before the game has begun it is as if he had never joined."""
    seat = _playing(session, row, role)
    old, game = seat.address, live(row)
    _empty(session, seat)
    note(session, row, hand, "resign", {"role": seat.role})
    story.tell("seat freed", game=row.name, role=seat.role)
    _say_goodbye(session, game, seat.role, old, hand)
    _free(session, row, seat, hand)


def _free(session: Session, row: Game, seat: SeatRow, hand: Hand) -> None:
    """Nobody has it; in sign-up there is none."""
    if row.phase != Phase.SIGN_UP:
        seat.address, seat.vacant = None, True
        return
    for kept in (Revision, AheadRow, KeptText, SeedWords, PressRow):
        session.execute(delete(kept).where(kept.game == row.name, kept.role == seat.role))
    session.delete(seat)
    session.flush()
    renew_sign_up(session, row, hand.desk.keys)
    start_if_full(session, row, hand.now)


def _say_goodbye(session: Session, game: LiveGame, role: str, old: str | None, hand: Hand) -> None:
    title = game.settings.title
    begin = f"You play {role} in {title} no more, as you wanted. "
    _part(session, f"{title}: you have left", begin, old, hand)


def may_change(session: Session, row: Game, role: str, address: str) -> SeatRow:
    """The seat that somebody at this address may take. Raises `Refused`."""
    seat = _playing(session, row, role)
    refuse_taken(session, row.name, address)
    return seat


def may_free(session: Session, row: Game, role: str) -> SeatRow:
    """The seat that can be taken away. Raises `Refused`."""
    seat = _playing(session, row, role)
    if seat.address is None:
        raise Refused(f"the seat of {seat.role} is free already")
    return seat


def _playing(session: Session, row: Game, role: str) -> SeatRow:
    if row.phase == Phase.OVER:
        raise Refused(f"{row.name} is over")
    return seat_of(session, row.name, role)


def _empty(session: Session, seat: SeatRow) -> None:
    """Nothing of the one who held it is left but what he has ordered."""
    old = seat.address
    # Nobody is ready for who comes: a turn that was about to run early waits for its slot.
    running_early.call_off(session.get_one(Game, seat.game))
    if old is not None:
        call_off(session, seat.game, seat.role, old)
    withdraw(session, seat)
    dismiss(session, seat)
    for other in others_of(session, seat.game, seat.role):
        take_out(session, seat, other.address)
    seat.hands += 1
    seat.done = seat.away_from = seat.away_until = None
    seat.graces, seat.zone, seat.text_only, seat.vacant = 0, "", False, False
    session.execute(
        update(Letter)
        .where(Letter.game == seat.game, Letter.role == seat.role)
        .values(unanswered=False)
    )
    # What only his word would have made count, nobody else is to say a word for.
    for waits in (
        delete(KeptText).where(KeptText.applied.is_(None)),
        delete(PressRow).where(PressRow.asked.is_(True)),
    ):
        table = waits.table.c
        session.execute(waits.where(table.game == seat.game, table.role == seat.role))
    session.execute(delete(Absent).where(Absent.game == seat.game, Absent.role == seat.role))
    for wish in session.scalars(
        select(Application).where(Application.game == seat.game, Application.offered == seat.role)
    ):
        wish.offered = wish.offered_at = None
    if old is not None:
        session.execute(
            delete(Application).where(Application.game == seat.game, Application.address == old)
        )
    session.flush()


def _give_time(game: LiveGame, now: datetime) -> bool:
    """At least a full period before the next deadline; did it move?

    Where it has been moved in this stage already, half of one will do.
    """
    row = game.row
    open_now = row.phase in (Phase.RUNNING, Phase.PAUSED) and row.closed is None
    if row.due is None or not open_now:
        return False
    first = next_deadline(game.schedule, now)
    period = game.stage.length or next_deadline(game.schedule, first) - first
    least = period / 2 if row.moved == row.stage else period
    was = due = game.closes or row.due
    while due - now < least:
        due = next_deadline(game.schedule, due)
    if due == was:
        return False
    row.due, row.slot = due, None
    return True


def _thank(session: Session, game: LiveGame, role: str, old: str | None, hand: Hand) -> None:
    """The one who leaves hears it from us, and kindly."""
    title = game.settings.title
    said = f"The Gamesmaster says: {hand.why}\n\n" if hand.why else ""
    begin = (
        f"You play {role} in {title} no more. Games go on only while everybody writes, and it had "
        f"to be settled; it is no judgement of you.\n\n{said}"
    )
    _part(session, f"{title}: you play {role} no more", begin, old, hand)


def _part(session: Session, subject: str, begin: str, old: str | None, hand: Hand) -> None:
    if old is None:
        return
    text = (
        f"{begin}You get no more letters of this game, and nothing that you send for it counts any "
        "more. Thank you for having played, and you are welcome in another game!\n"
    )
    page = Page(subject, text)
    post(session, [hand.desk.write(Kind.CONFIRMATION, To(old), page, hand.now)])


def _tell_others(
    session: Session, game: LiveGame, seat: SeatRow, hand: Hand, *, moved: bool
) -> None:
    new, due = f"{seat.role} has a new player.", game.closes
    same = "" if game.row.closed is not None else " The deadline stays as it is."
    tell_players(
        session,
        game,
        hand.desk,
        hand.now,
        f"{seat.role} has a new player",
        lambda zone: (
            f"{new} To give everybody a full period of time, orders for {game.stage.name} are due "
            f"{local(due, zone)} now. What you have sent stands."
            if moved and due is not None
            else f"{new}{same}"
        ),
        but=seat.role,
    )
