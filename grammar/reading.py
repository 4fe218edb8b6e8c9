"""What reading the own text of a letter gives, line by line: one slip costs one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engine.core.ruleset import Cancel, Problem, Vocabulary

Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Line(Generic[Order]):
    """One line of the letter that was read as orders, or that could not be read."""

    #: Counted from 1 in the own text of the letter.
    number: int
    text: str
    orders: tuple[Order | Cancel, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: Written for a whole group (`all at Agnes`): who cannot obey is listed, not refused.
    group: bool = False


class Audience(StrEnum):
    """Whom a piece of press is for."""

    PUBLIC = "public"
    """Printed in everybody's next sheet."""
    ALL = "all"
    """Sent to everybody at once."""
    ALLIES = "allies"
    """Those whom the writer knows to be his."""
    GM = "gm"
    ROLES = "roles"


@dataclass(frozen=True, slots=True)
class Press:
    """A message for other people, as the player wrote it."""

    audience: Audience
    text: str
    #: The line where it begins.
    line: int
    #: The roles and names in character, as corrected; empty unless the audience is ROLES.
    to: tuple[str, ...] = ()
    #: Without the name of its writer (FEAT-P1).
    unsigned: bool = False
    #: The name in character under which it goes; empty: under none.
    pen: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A word to the service, such as `status`, `help`, `apply`, `join pentarchy as Zane`."""

    word: str
    #: What follows the word, in pieces.
    arguments: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Later:
    """What a letter says for a turn that has not begun, not read as orders yet (FEAT-O10)."""

    turn: int
    #: Each line with its number in the letter.
    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines).strip("\n")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Order]):
    """A letter as understood."""

    lines: tuple[Line[Order], ...] = ()
    #: The same with orders that a later line replaces, for when that one is refused (RAID-R45).
    whole: tuple[Line[Order], ...] = field(default=(), compare=False)
    #: What an order is about.
    subject: Callable[[Order], str] = field(default=str, compare=False)
    press: tuple[Press, ...] = ()
    commands: tuple[Command, ...] = ()
    #: Problems that belong to no order line.
    problems: tuple[Problem, ...] = ()
    #: By turn, in the order in which these were named first.
    later: tuple[Later, ...] = ()
    #: What is to be ordered every turn (FEAT-O11), each line with its number.
    always: tuple[tuple[int, str], ...] = ()
    #: What a `turn n` line names; more than one stage may belong to it.
    turn: int | None = None
    #: Seed words for the dice of the next stage.
    seed: str | None = None

    @property
    def orders(self) -> tuple[Order | Cancel, ...]:
        return tuple(order for line in self.lines for order in line.orders)

    @property
    def empty(self) -> bool:
        """Was nothing at all understood?"""
        return not (self.orders or self.aside or self.press or self.commands or self.seed)

    @property
    def aside(self) -> bool:
        """Does it hold orders that are not for this stage alone?"""
        return bool(self.later or self.always)


class OrderGrammar(Protocol[Order]):
    """The order language of one ruleset."""

    def parse(self, text: str, words: Vocabulary) -> Parsed[Order]:
        """Read the own text of a letter: quotes and signatures are already gone (MAIL-B13)."""

    def reads_as_order(self, line: str, words: Vocabulary) -> bool:
        """Does the line read wholly as an order, with nothing corrected?"""

    def write(self, order: Order) -> str:
        """The canonical line: parsing it gives the same order."""


AnyGrammar: TypeAlias = "OrderGrammar[Any]"
