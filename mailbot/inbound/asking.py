"""What a letter asks of the service itself: who asks, and what has come of it so far."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from engine.core.ruleset import Problem, Severity
from grammar.reading import Command
from mailbot.games.settings import LiveGame
from mailbot.inbound.limits import OFTEN
from mailbot.inbound.office import Office
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Page, To, to_seat
from mailbot.storage.tables import Deed, OutRow, SeatRow, Way


@dataclass(frozen=True, slots=True)
class Writer:
    """Who has written for a seat."""

    address: str
    way: Way = Way.MAIN
    #: Proven by his token, and not only by his address (MAIL-S1, A3).
    by_token: bool = False
    #: Anything proves that it was he; a token of an earlier stage does not (MAIL-S2).
    proven: bool = True

    def answer_to(self, seat: SeatRow) -> str:
        """Where help goes: to the player, or to the deputy who asked for it (MAIL-H3)."""
        return self.address if self.way is Way.DEPUTY else str(seat.address)


def same_code(said: str, code: str) -> bool:
    """Compared so that the time taken tells nothing; what was said may be any text."""
    return hmac.compare_digest(said.encode("utf-8", "replace"), code.encode())


@dataclass(slots=True)
class Asked:
    """What came of the commands in a letter."""

    #: The letter's text with what `apply` and `ok` add to it.
    text: str
    remarks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    letters: list[OutRow] = field(default_factory=list)
    #: Help, or a question, is on its way.
    helped: bool = False
    #: The letter whose text was kept and now counts for this stage.
    applied: int | None = None
    #: He has given up his seat: there is nobody to send a receipt to.
    left: bool = False
    #: The commands were all there was, and they have been answered: no receipt needed.
    enough: bool = False

    def refuse(self, command: Command, code: str, text: str) -> None:
        """Say why a command was not carried out."""
        self.problems.append(Problem(code, text, Severity.REFUSED, command.line))


@dataclass(frozen=True, slots=True)
class Request:
    """One word to the service in a player's letter, and all that it takes to answer it."""

    session: Session
    office: Office
    game: LiveGame
    seat: SeatRow
    writer: Writer
    command: Command
    #: What has come of the letter so far.
    asked: Asked
    now: datetime

    @property
    def said(self) -> str:
        """What stands behind the word; of several words the first."""
        return self.command.arguments[0] if self.command.arguments else ""

    def remark(self, text: str) -> None:
        self.asked.remarks.append(text)

    def refuse(self, code: str, text: str) -> None:
        self.asked.refuse(self.command, code, text)

    def note(self, what: str, details: Mapping[str, str]) -> None:
        """Keep what the player has done for the record of the game."""
        kept = dict(details)
        done = Deed(at=self.now, game=self.game.name, who="player", what=what, details=kept)
        self.session.add(done)

    def is_players(self, told: str) -> bool:
        """Is it the player who writes, and no deputy? Else he is told."""
        if self.writer.way is Way.DEPUTY:
            self.refuse("player-only", f"Only the player himself {told}.")
        return self.writer.way is not Way.DEPUTY

    def is_proven(self) -> bool:
        """Does anything prove who wrote the letter (MAIL-S2)? Else he is told what would."""
        if not self.writer.proven:
            told = "Your letter answers an earlier one of ours: answer this one instead, please."
            self.refuse("earlier-letter", told)
        return self.writer.proven

    def is_by_token(self, told: str) -> bool:
        """Does he answer our latest letter (MAIL-S1)? Else he is told that he must."""
        if not self.writer.by_token:
            self.refuse(
                "answer-only",
                f"{told} only in an answer to a letter of the game, the latest one: it carries "
                "the proof that it is you.",
            )
        return self.writer.by_token

    def help_with(self, page: Page, otherwise: str) -> None:
        """Send help to who asks; if he has had it lately the receipt says this instead."""
        reader = to_seat(self.seat, self.game.row.stage, self.writer.answer_to(self.seat))
        self._send(Kind.HELP, reader, page, otherwise)

    def ask_player(self, page: Page, otherwise: str) -> None:
        """Ask the registered address; if it has been asked too often the receipt says this."""
        reader = to_seat(self.seat, self.game.row.stage)
        self._send(Kind.CONFIRMATION, reader, page, otherwise, OFTEN)

    def _send(
        self, kind: Kind, to: To, page: Page, otherwise: str, most: int | None = None
    ) -> None:
        if self.office.answer_once(self.session, kind, to, page, self.now, most=most):
            self.asked.helped = True
        else:
            self.remark(otherwise)
