"""The people of the scenario and what they write, from sign-up to the second turn.

Two games of two rulesets: Raider for Zane and Rick, off-map raids for Pact and Reach. A letter
comes twice, one breaks the reader, one ends its process, one is from nobody we know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime

from mailbot.mail.outgoing import Kind
from tests.helpers.got import DOMAIN, GAMES, Mail, quoted
from tests.helpers.scripted_smtp import Taken
from tests.helpers.world import FLEETS, START

GAME = {"Zane": "pent", "Rick": "pent", "Pact": "deeps", "Reach": "deeps"}


@dataclass(frozen=True)
class Sent:
    """A letter on its way to the service, and when it arrived there."""

    raw: bytes
    received: datetime


@dataclass
class Writers:
    """Everybody who writes, with what they have got so far."""

    got: Sequence[Taken]
    #: When the letters of this step arrive, one a minute.
    base: datetime = START
    _step: int = 0
    _letters: int = 0

    def begin(self, base: datetime) -> None:
        self.base, self._step, self._letters = base, self._step + 1, 0

    def __call__(self, name: str, words: str, **headers: str) -> Sent:
        """A letter that answers none."""
        self._letters += 1
        number = f"{self._step}.{self._letters}"
        received = self.base + timedelta(minutes=self._letters)
        lines = {
            "From": f"{name} Prior <{address(name)}>",
            "To": GAMES,
            "Subject": "orders",
            "Message-ID": f"<{number}@mail.example.org>",
            "Date": format_datetime(received),
            "Content-Type": "text/plain; charset=utf-8",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        head = "".join(f"{name}: {value}\n" for name, value in lines.items())
        return Sent(f"{head}\n{words}\n".replace("\n", "\r\n").encode(), received)

    def reply(self, name: str, words: str, kind: Kind = Kind.SHEET) -> Sent:
        """An answer to the last letter of a kind that he got."""
        mail = self.last(name, kind)
        return self(
            name,
            f"{words}\n\n{quoted(mail)}",
            To=mail.reply_to,
            Subject=f"Re: {mail.subject}",
            In_Reply_To=mail.id,
        )

    def last(self, name: str, kind: Kind) -> Mail:
        mine = (Mail.of(taken.raw) for taken in self.got if taken.to == address(name))
        return [mail for mail in mine if mail.kind == kind][-1]


def address(name: str) -> str:
    return f"{name.lower()}@{DOMAIN}"


def asking(write: Writers) -> list[Sent]:
    """All four ask to join, Rick twice."""
    joins = [write(name, f"join {game} as {name}") for name, game in GAME.items()]
    return [*joins, joins[1]]


def agreeing(write: Writers) -> list[Sent]:
    """Everybody confirms from his own address."""
    return [write.reply(name, "Yes, please.", Kind.CONFIRMATION) for name in GAME]


def signing_up(write: Writers) -> list[Sent]:
    """Raider wants fleets; then both games open."""
    return [write.reply(name, FLEETS[name]) for name in ("Zane", "Rick")]


def ordering(write: Writers) -> list[Sent]:
    """The first orders, among letters that are not as they should be."""
    zane = write.reply("Zane", "Phoenix, Eden to Hilda\nseed: banana\npublic: Ahoy!")
    poison = write.reply("Rick", "Earl to Topaz\nxyzzy")
    rick = write.reply("Rick", "Duke to Topaz\nto Zane: Peace?\nend\n")
    deadly = write("Rick", "plugh")
    stranger = write("Mallory", "Duke to Pearl\nEarl to Pearl")
    pact = write.reply(
        "Pact", "move Yoke, Zinc to Ford\nraid Deeps from Ford with all objective Ox"
    )
    return [zane, poison, rick, deadly, zane, stranger, pact]


def ordering_again(write: Writers) -> list[Sent]:
    """Orders for the second turn, corrected by a later letter."""
    return [
        write.reply("Zane", "Phoenix to Agnes\nEden to Agnes"),
        write.reply("Reach", "react Jay, Kite\nnear weakest"),
        write.reply("Zane", "cancel Eden"),
        write.reply("Rick", "Duke to Pearl"),
    ]


@dataclass(frozen=True)
class Step:
    """What happens at once: letters arrive, or all deadlines pass."""

    name: str
    #: How long after the beginning the letters arrive.
    at: timedelta = timedelta()
    letters: Callable[[Writers], list[Sent]] | None = None


STEPS = (
    Step("asking", timedelta(hours=1), asking),
    Step("agreeing", timedelta(hours=4), agreeing),
    Step("signing up", timedelta(hours=8), signing_up),
    Step("ordering", timedelta(days=1), ordering),
    Step("first deadline"),
    Step("ordering again", timedelta(days=8), ordering_again),
    Step("second deadline"),
)
