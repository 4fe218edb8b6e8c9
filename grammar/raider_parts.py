"""The parts of one ship order: who, where to, what, and the words for structure and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.ruleset import Vocabulary
from grammar.fleets import muster
from grammar.lexicon import Word
from grammar.raider_fields import Field
from grammar.shapes import Shape

BUILDING = frozenset({"REFIT", "LAUNCH"})


@dataclass(slots=True)
class Parts:
    """What stands in an order line, by what it is for."""

    ships: list[str] = field(default_factory=list)
    #: Written as `all`.
    group: bool = False
    #: Kinds of the command words, and the words as typed.
    commands: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    scrap: bool = False
    fields: list[Field] = field(default_factory=list)
    #: The kind of the last part, and what the next words belong to.
    last: str = ""
    going: str = ""
    open: Field | None = None

    @property
    def ship(self) -> str:
        return self.ships[0]

    @property
    def place(self) -> str:
        return self.places[0] if self.places else ""

    @property
    def unfinished(self) -> bool:
        """It ends in a comma, a colon or `and`."""
        return self.last in ("COMMA", "AND", "LINK")


def gather(shape: Shape, line: Sequence[Word], words: Vocabulary) -> Parts:
    """The parts of the line. Raises `Slip` if `all` are none."""
    parts = Parts()
    fleet = [part for part in shape.parts if part.rule == "fleet"]
    if fleet:
        ships, parts.group = muster(fleet, line, words)
        parts.ships = list(ships)
    for part in shape.parts:
        if part.rule != "fleet":
            _TAKE[part.kind](parts, line[part.place].text, part.kind)
        parts.last = part.kind
    return parts


def _take_place(parts: Parts, text: str, kind: str) -> None:
    """An island is where to go, unless it stands in the place of a name."""
    if parts.open is not None and parts.open.words and not parts.going:
        _take_word(parts, text, kind)
        return
    if parts.going != "FROM":
        parts.places.append(text)
    parts.going, parts.open = "", None


def _take_word(parts: Parts, text: str, kind: str) -> None:  # noqa: ARG001
    if parts.open is None:
        parts.open = Field(place=parts.going in ("TO", "AT"))
    if not parts.open.words:
        parts.fields.append(parts.open)
    parts.open.words.append(text)


def _take_ship(parts: Parts, text: str, kind: str) -> None:
    """The ship that gives the order, or a name that one of his ships bears already."""
    if parts.going == "FROM" and "LAUNCH" in parts.commands and len(parts.ships) == 1:
        parts.fields.insert(0, Field(parts.ships, marked=True))  # `launch Eden as 5E from Phoenix`
        parts.ships = [text]
    elif parts.ships:
        _take_word(parts, text, kind)
    else:
        parts.ships.append(text)


def _take_way(parts: Parts, text: str, kind: str) -> None:  # noqa: ARG001
    parts.going, parts.open = kind, None


def _take_mark(parts: Parts, text: str, kind: str) -> None:  # noqa: ARG001
    parts.going, parts.open = "", Field(marked=kind != "NAMED", name=kind == "NAMED")


def _take_pause(parts: Parts, text: str, kind: str) -> None:  # noqa: ARG001
    parts.going, parts.open = "", None


def _take_scrap(parts: Parts, text: str, kind: str) -> None:
    parts.scrap = True
    _take_pause(parts, text, kind)


def _take_command(parts: Parts, text: str, kind: str) -> None:
    parts.commands.append(kind)
    parts.said.append(text)
    parts.going, parts.open = "", Field(marked=True) if kind in BUILDING else None


_TAKE: Mapping[str, Callable[[Parts, str, str], None]] = {
    "PLACE": _take_place,
    "WORD": _take_word,
    "MIXED": _take_word,
    "NUMBER": _take_word,
    "SHIP": _take_ship,
    "TO": _take_way,
    "AT": _take_way,
    "FROM": _take_way,
    "AS": _take_mark,
    "LINK": _take_mark,
    "NAMED": _take_mark,
    "COMMA": _take_pause,
    "AND": _take_pause,
    "OR": _take_pause,
    "XMARK": _take_scrap,
    "MOVE": _take_command,
    "HOLD": _take_command,
    "DISBAND": _take_command,
    "REFIT": _take_command,
    "LAUNCH": _take_command,
}
