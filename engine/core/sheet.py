"""A turn sheet before it has a format: the same value becomes text, HTML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.core.ruleset import NOTHING, Json, Role

if TYPE_CHECKING:
    from engine.core.scene import Scene, Shape


class Mark(StrEnum):
    """What a piece of text means to its reader; a renderer decides how that looks."""

    PLAIN = "plain"
    STRONG = "strong"
    #: The reader's own.
    OWN = "own"
    #: Friends, on green (RAID-R157).
    ALLY = "ally"
    #: Foes, on yellow.
    ENEMY = "enemy"
    #: A name with a privilege attached, such as launch rights (RAID-R156); starred in plain text.
    STARRED = "starred"
    #: What went wrong or needs care.
    WARNING = "warning"
    #: What may be skipped.
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Span:
    """A few words with one meaning."""

    text: str
    mark: Mark = Mark.PLAIN


Words: TypeAlias = "str | Span | tuple[str | Span, ...]"


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    #: 1 for a section, 2 for a part of one.
    level: Literal[1, 2] = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: Words


@dataclass(frozen=True, slots=True)
class Items:
    """A list with bullets."""

    items: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Words, ...]
    #: The colour of the whole row.
    mark: Mark = Mark.PLAIN


@dataclass(frozen=True, slots=True)
class Table:
    """A table; numbers belong in columns aligned to the right (`r` in `align`)."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    #: One letter a column, `l` or `r`; empty means all to the left.
    align: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and in words what a reader without pictures needs to know."""

    scene: Scene
    caption: str


Block: TypeAlias = "Heading | Paragraph | Items | Table | Figure"


@dataclass(frozen=True, slots=True)
class Card:
    """All that a role knows of one thing: what the page shows when it is picked."""

    #: As `Line.thing` and the shapes of maps name it: `island/Agnes`.
    key: str
    title: str
    #: What stands together in a list of cards: `Islands`.
    group: str
    blocks: tuple[Block, ...]
    #: Drawn over the map while the card is open, such as how far a ship can go.
    overlay: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that one role is told after a stage."""

    role: Role
    #: `Turn 3`.
    title: str
    #: The stage that was run.
    stage: int
    blocks: tuple[Block, ...]
    #: The same facts for programs; names and numbers as the role may know them.
    facts: Mapping[str, Json] = field(default_factory=lambda: NOTHING)
    #: Too much for a letter, at home on the page attached to it: cards of what is on the map, …
    cards: tuple[Card, ...] = ()
    #: … and more blocks, such as charts of the game so far.
    annex: tuple[Block, ...] = ()


def below(
    heading: str, columns: tuple[str, ...], rows: Iterable[Row], align: str = ""
) -> Iterator[Block]:
    """A table with its heading, without columns that are empty; neither if it has no rows."""
    filled = tuple(rows)
    if not filled:
        return
    kept = [n for n in range(len(columns)) if any(row.cells[n] for row in filled)]
    yield Heading(heading, 2)
    yield Table(
        tuple(columns[n] for n in kept),
        tuple(Row(tuple(row.cells[n] for n in kept), row.mark) for row in filled),
        "".join((align or "l" * len(columns))[n] for n in kept),
    )


def spans(words: Words) -> tuple[Span, ...]:
    """Any way of giving words as a tuple of spans."""
    parts = words if isinstance(words, tuple) else (words,)
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def plain(words: Words) -> str:
    """The words without their marks."""
    return "".join(span.text for span in spans(words))
