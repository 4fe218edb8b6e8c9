"""What a role may order now, as orders; the grammar writes the lines.

An order that has blanks to fill in is a `Draft`: an order with a sample in place of each blank, and
a slot for each sample. The grammar writes the order, and whoever shows the form puts what was
filled in where the samples stand; so the lines that a form writes are the grammar's own.

A sample such as `{place}` is like no name that anything may have, and so stands once in the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from engine.core.ruleset import NOTHING

Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Choice(Generic[Order]):
    """One order that could be given, and how a pick list names it."""

    label: str
    order: Order
    #: Worth a place in a letter, where long lists are not read; the order page has them all.
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be picked."""

    value: str
    #: What the list says; empty: the value itself.
    label: str = ""
    #: Where it is now, if that decides what it can do.
    at: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of a list, or with `several` any number of it, divided by commas."""

    label: str
    sample: str
    options: tuple[Option, ...]
    several: bool = False
    #: The value that is picked until another is; empty: none.
    first: str = ""
    #: Only what is there once the moves of the same letter are made; empty: wherever it is.
    at: str = ""


@dataclass(frozen=True, slots=True)
class Modules:
    """A structure such as `3E2B?`, counted against what is known to be there."""

    label: str
    sample: str
    letters: str
    #: The fewest and the most modules it may have; 0: no limit.
    least: int
    most: int
    #: By what was picked before in this draft, or at the empty key always: the modules at hand,
    #: by letter.
    stock: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: NOTHING)
    #: May modules be left to chance with `?`?
    wild: bool = True


@dataclass(frozen=True, slots=True)
class Name:
    """A word of the writer's own: a new name, a place by its grid."""

    label: str
    sample: str
    longest: int
    #: As a pattern of regular expressions that the whole name must fit.
    pattern: str
    #: In words.
    rule: str
    #: Names that the reader knows to be impossible now.
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    label: str
    sample: str
    least: int
    most: int
    #: What stands there until another number does; 0: none.
    first: int = 0


Slot: TypeAlias = "Pick | Modules | Name | Number"


@dataclass(frozen=True, slots=True)
class Draft(Generic[Order]):
    """An order with blanks."""

    #: What a list calls it: `launch a ship`.
    label: str
    #: With the sample of each slot where that is to be filled in; each sample stands once.
    order: Order
    slots: tuple[Slot, ...]
    #: What is picked in the first blank goes to the place that is picked in the second.
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Line(Generic[Order]):
    """One line of the order form."""

    #: What the line is about: `Phoenix`, `overlord`.
    subject: str
    #: The line with nothing filled in; the grammar reads it as no order at all.
    blank: str
    #: What helps to fill it in: `5E at Agnes`.
    note: str
    #: What stands already.
    standing: tuple[Order, ...] = ()
    choices: tuple[Choice[Order], ...] = ()
    #: What happens if nothing is ordered, after the subject; empty if that needs no saying.
    otherwise: str = ""
    drafts: tuple[Draft[Order], ...] = ()
    #: May it be given more than once?
    several: bool = False
    #: The card of what it is about; empty if there is none.
    thing: str = ""


@dataclass(frozen=True, slots=True)
class OrderForm(Generic[Order]):
    stage: int
    lines: tuple[Line[Order], ...]


class BadDraft(ValueError):
    """The sample of a slot does not stand exactly once in the line; a mistake of the ruleset."""


def cut_at_samples(line: str, slots: Sequence[Slot]) -> tuple[str | int, ...]:
    """The written line in pieces: text, and the number of a slot where its sample stood.

    >>> cut_at_samples("Phoenix to There", [Pick("to", "There", ())])
    ('Phoenix to ', 0)
    """
    pieces: list[str | int] = [line]
    for number, slot in enumerate(slots):
        holders = [n for n, piece in enumerate(pieces) if slot.sample in str(piece)]
        if len(holders) != 1 or str(pieces[holders[0]]).count(slot.sample) != 1:
            raise BadDraft(f"{slot.sample!r} should stand once in {line!r}")
        before, _, after = str(pieces[holders[0]]).partition(slot.sample)
        pieces[holders[0] : holders[0] + 1] = [p for p in (before, number, after) if p != ""]
    return tuple(pieces)
