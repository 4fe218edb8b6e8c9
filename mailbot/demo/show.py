"""What is told of the demonstration, and what it checks of itself as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from engine.core.ruleset import Role, Vocabulary
from mailbot.demo.cast import Admiral
from mailbot.demo.harbour import Harbour, lines
from mailbot.demo.manners import written
from mailbot.demo.player import Player, Received
from mailbot.games.settings import LiveGame
from mailbot.render.form import template

Tell = Callable[[str], None]


@dataclass(slots=True)
class Chapter:
    """A stage of the game as it is told."""

    title: str
    begin: datetime
    #: How many letters had been delivered when it began.
    first_letter: int
    told: list[str] = field(default_factory=list)


Twist: TypeAlias = "Callable[[Show, Plan], None]"
"""A way to send one's orders."""


@dataclass(slots=True)
class Show:
    """The players at one harbour, the story so far, and all that was not as it should be."""

    harbour: Harbour
    players: tuple[Player, ...]
    say: Tell
    chapters: list[Chapter] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    #: Twists that have found no place yet, with the place that they are for.
    postponed: list[tuple[int, Twist]] = field(default_factory=list)
    #: By role: words that must stand in its next sheet.
    proclaimed: dict[str, list[str]] = field(default_factory=dict)

    def chapter(self, title: str) -> None:
        """Begin a new one."""
        number = len(self.harbour.post.delivered())
        self.chapters.append(Chapter(title, self.harbour.clock.now(), number))
        self.say("")
        self.say(title)

    @property
    def round(self) -> int:
        """How often orders have been asked for; sign-up is 0."""
        return len(self.chapters) - 1

    def tell(self, text: str) -> None:
        self.chapters[-1].told.append(text)
        self.say(f"  {text}")

    def expect(self, as_it_should_be: bool, what: str) -> None:
        """Note what the service was to do, if it did not."""
        if not as_it_should_be:
            self.failures.append(f"{self.chapters[-1].title}: {what}")
            self.tell(f"NOT AS IT SHOULD BE: {what}")

    def exchange(self, player: Player) -> list[Received]:
        """Let the service work, then let this player look into his mailbox."""
        self.harbour.work()
        return player.read_mail()

    def local(self, moment: datetime, zone: ZoneInfo) -> str:
        there = moment.astimezone(zone)
        return f"{there:%A} {there.day} {there:%B %H:%M}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What one player wants to order in the open stage."""

    player: Player
    game: LiveGame
    words: Vocabulary
    orders: tuple[Any, ...]
    #: The letter that he answers.
    sheet: Received

    @property
    def admiral(self) -> Admiral:
        return self.player.admiral

    def lines(self, orders: Iterable[Any] | None = None) -> tuple[str, ...]:
        """The orders as he writes them, all of his if none are given."""
        if self.admiral.form and orders is None:
            return self._form()
        given = self.orders if orders is None else orders
        return written(self.admiral.manner, given, self.game.rules.grammar, self.words)

    def letter(self, *own: str) -> tuple[str, ...]:
        """His own lines between his greeting and his farewell."""
        return (*self.admiral.greeting, *own, *self.admiral.farewell)

    def send(self, *own: str) -> bytes:
        return self.player.answer(self.sheet, *self.letter(*own))

    def canonical(self) -> list[str]:
        """What must stand in the end."""
        return lines(self.game, self.game.rules.ruleset.merge((), self.orders))

    def _form(self) -> tuple[str, ...]:
        """The form of his sheet, filled in."""
        game, ruleset = self.game, self.game.rules.ruleset
        form = ruleset.form(game.view(Role(self.player.role)), self.orders)
        stage = f"turn {game.when(game.stage.number).turn}"
        write = game.rules.grammar.write
        *filled, end = template(form, write, game.name, stage).split("\n")
        asked = [order for line in form.lines for order in line.standing]
        return (*filled, *(write(order) for order in self.orders if order not in asked), end)


def plan(show: Show, player: Player, sheet: Received, lot: str = "") -> Plan:
    """What his bot makes of the position as he may know it."""
    game = show.harbour.game()
    view = game.view(Role(player.role))
    orders = show.harbour.bot_orders(game, player.role, lot)
    return Plan(player, game, game.rules.ruleset.vocabulary(view), orders, sheet)
