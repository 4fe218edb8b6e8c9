"""`resign`: asked for with the token, agreed to by a code that only the main address is sent.

(MAIL-S1, FEAT-T2.)
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from grammar.reading import Command
from mailbot.errors import Refused
from mailbot.games.replacing import resign
from mailbot.games.settings import LiveGame
from mailbot.games.steering import Hand
from mailbot.inbound import answers
from mailbot.inbound.asking import Asked, Writer, same_code
from mailbot.inbound.office import Office
from mailbot.mail.outgoing import Kind
from mailbot.mail.tokens import token
from mailbot.outbox.desk import to_seat
from mailbot.storage.tables import SeatRow, Way

QUESTIONS = 5
"""A day, to one address."""


def ask_to_resign(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """Say what will become of his seat, and ask whether he means it."""
    if writer.way is Way.DEPUTY:
        asked.refuse(command, "player-only", "Only the player himself can give up his seat.")
    elif not writer.by_token:
        asked.refuse(
            command,
            "answer-only",
            "A seat is given up only in an answer to a letter of the game, the latest one: it "
            "carries the proof that it is you.",
        )
    else:
        code = resign_code(office, game, seat)
        page = answers.confirm_resign(game.settings.title, seat.role, code, what_becomes(game))
        to = to_seat(seat, game.row.stage)
        if office.answer_once(session, Kind.CONFIRMATION, to, page, now, most=QUESTIONS):
            asked.helped = True
        else:
            asked.remarks.append("You have been asked about that often today: try tomorrow.")


def resigns(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    command: Command,
    asked: Asked,
    now: datetime,
) -> bool:
    """`confirm CODE` from the main address; false if the code is for something else."""
    code = command.arguments[0].lower() if command.arguments else ""
    if writer.way is not Way.MAIN or not writer.by_token:
        return False
    if not same_code(code, resign_code(office, game, seat)):
        return False
    hand = Hand(str(seat.address), now, office.desk)
    try:
        resign(session, game.row, hand, seat.role, office.keys)
    except Refused as error:
        asked.refuse(command, "no-resigning", f"That cannot be done: {error}.")
        return True
    title = f"{game.settings.title}: {seat.role} has resigned"
    office.tell_gm(session, title, what_becomes(game), now)
    asked.left = True
    return True


def what_becomes(game: LiveGame) -> str:
    """Of the seat that somebody leaves, as this game has it."""
    if game.signing_up:
        return "The seat is free for somebody else, as if it had never been taken."
    settings = game.settings
    offered = (
        "The seat is offered to those who wait for one"
        if settings.waiting_list
        else "The Gamesmaster looks for somebody to take the seat"
    )
    cared = (
        "a caretaker gives its orders until then"
        if settings.caretaker_after
        else "until then its ships do what ships without orders do"
    )
    return f"{offered}; {cared}."


def resign_code(office: Office, game: LiveGame, seat: SeatRow) -> str:
    """Good in the stage in which it was asked for, and for this holder of the seat alone."""
    about = f"{game.name} {seat.role} {seat.hands} {seat.address}"
    return token(office.keys.tokens, "resign", about, game.row.stage)[:10]
