"""`resign`: asked for with the token, agreed to by a code that only the main address is sent.

(MAIL-S1, FEAT-T2.)
"""

from __future__ import annotations

from mailbot.errors import Refused
from mailbot.games.replacing import resign
from mailbot.games.settings import LiveGame
from mailbot.games.steering import Hand
from mailbot.inbound import answers
from mailbot.inbound.asking import Request, same_code
from mailbot.inbound.office import Office
from mailbot.mail.tokens import token
from mailbot.storage.tables import SeatRow, Way


def ask_to_resign(request: Request) -> None:
    """Say what will become of his seat, and ask whether he means it."""
    if request.is_players("can give up his seat") and request.is_by_token("A seat is given up"):
        game, seat = request.game, request.seat
        code = resign_code(request.office, game, seat)
        page = answers.confirm_resign(game.settings.title, seat.role, code, what_becomes(game))
        request.ask_player(page, "You have been asked about that often today: try tomorrow.")


def resigns(request: Request) -> bool:
    """`confirm CODE` from the main address; false if the code is for something else."""
    session, office, game, seat = request.session, request.office, request.game, request.seat
    if request.writer.way is not Way.MAIN or not request.writer.by_token:
        return False
    if not same_code(request.said.lower(), resign_code(office, game, seat)):
        return False
    hand = Hand(str(seat.address), request.now, office.desk)
    try:
        resign(session, game.row, hand, seat.role)
    except Refused as error:
        request.refuse("no-resigning", f"That cannot be done: {error}.")
        return True
    title = f"{game.settings.title}: {seat.role} has resigned"
    office.tell_gm(session, title, what_becomes(game), request.now)
    request.asked.left = True
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
