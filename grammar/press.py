"""Press while it is being read: a message to other people within a letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core.ruleset import Problem
from grammar import mistakes
from grammar.commands import PressHead
from grammar.reading import Press


@dataclass(slots=True)
class OpenPress:
    """Press whose end has not come yet."""

    head: PressHead
    line: int
    texts: list[str] = field(default_factory=list)
    #: Lines in it that read as orders.
    orders: list[int] = field(default_factory=list)

    @property
    def inline(self) -> bool:
        """Its text begins on the line of its head, and so ends before the next order."""
        return bool(self.head.text)

    def sent(self) -> Press | None:
        """What goes out; None if nothing was said or somebody named does not exist."""
        text = "\n".join([self.head.text, *self.texts] if self.inline else self.texts).strip("\n")
        if not text or any(problem.refused for problem in self.head.problems):
            return None
        head = self.head
        return Press(head.audience, text, self.line, head.to, head.unsigned, head.pen)

    def problems(self) -> Iterator[Problem]:
        """What is to be said of the names in its head, and of orders that went into it."""
        for problem in self.head.problems:
            yield problem.on_line(self.line)
        if self.orders:
            yield mistakes.orders_in_press(self.orders)
