"""What a player wants of his letters: text alone, or none at all (MAIL-O7, MAIL-O10)."""

from __future__ import annotations

import re

from mailbot.games.settings import read_settings
from mailbot.inbound import answers
from mailbot.inbound.asking import Request
from mailbot.log import Story
from mailbot.mail.letter import Envelope
from mailbot.outbox.desk import Page
from mailbot.storage.tables import Game

story = Story("letters")

#: What mail programs write for a click, as List-Unsubscribe asks them to.
_TAGS = r"(?:\[[^\[\]]{1,80}\]\s*)*"
_LEAVE = re.compile(rf"\s*{_TAGS}unsubscribe\s*{_TAGS}", re.IGNORECASE)


def choose_letters(request: Request) -> None:
    """`text only`, `text and pictures` (MAIL-O10)."""
    request.seat.text_only = request.said == "only"
    request.remark(
        "Your letters are text alone from now on; `text and pictures` brings the rest back."
        if request.seat.text_only
        else "Your letters come with HTML, maps and files from now on; `text only` ends that."
    )


def asks_to_leave(envelope: Envelope) -> bool:
    """Is this the letter that a click on `unsubscribe` writes (RFC 2369)?"""
    return _LEAVE.fullmatch(envelope.subject) is not None


def how_to_leave(game: Game, role: str) -> Page:
    """A seat is not given up by a click: tell what would do what he may want (MAIL-O7)."""
    story.tell("unsubscribe asked", game=game.name, role=role)
    return answers.still_playing(read_settings(game).title)
