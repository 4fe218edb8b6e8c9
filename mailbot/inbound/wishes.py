"""What a player wants of his letters: text alone, or none at all (MAIL-O7, MAIL-O10)."""

from __future__ import annotations

import re
from datetime import datetime

from sqlalchemy.orm import Session

from grammar.reading import Command
from mailbot.games.settings import read_settings
from mailbot.inbound import answers
from mailbot.inbound.asking import Asked
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Answered, to_seat
from mailbot.storage.tables import Game, SeatRow

story = Story("letters")

#: What mail programs write for a click, as List-Unsubscribe asks them to.
_TAGS = r"(?:\[[^\[\]]{1,80}\]\s*)*"
_LEAVE = re.compile(rf"\s*{_TAGS}unsubscribe\s*{_TAGS}", re.IGNORECASE)


def choose_letters(seat: SeatRow, command: Command, asked: Asked) -> None:
    """`text only`, `text and pictures` (MAIL-O10)."""
    seat.text_only = command.arguments[:1] == ("only",)
    asked.remarks.append(
        "Your letters are text alone from now on; `text and pictures` brings the rest back."
        if seat.text_only
        else "Your letters come with HTML, maps and files from now on; `text only` ends that."
    )


def asks_to_leave(envelope: Envelope) -> bool:
    """Is this the letter that a click on `unsubscribe` writes (RFC 2369)?"""
    return _LEAVE.fullmatch(envelope.subject) is not None


def say_how_to_leave(
    session: Session,
    office: Office,
    seat: SeatRow,
    to: str,
    now: datetime,
    answered: Answered | None = None,
) -> bool:
    """A seat is not given up by a click: tell what would do what he may want (MAIL-O7)."""
    game = session.get_one(Game, seat.game)
    page = answers.still_playing(read_settings(game).title)
    story.tell("unsubscribe asked", game=seat.game, role=seat.role)
    reader = to_seat(seat, game.stage, to)
    return office.answer_once(session, Kind.HELP, reader, page, now, answered)
