"""What a letter asks of the service itself: who asks, and what has come of it so far."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

from engine.core.ruleset import Problem, Severity
from grammar.reading import Command
from mailbot.storage.tables import OutRow, SeatRow, Way


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
