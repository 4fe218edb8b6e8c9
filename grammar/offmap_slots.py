"""The slots of one order: what stands behind each of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grammar import offmap_mistakes
from grammar.lexicon import Word
from grammar.shapes import Shape

_JOINTS = frozenset({"COMMA", "AND"})
_NAMES = frozenset({"SHIP", "PLACE", "WORD", "MIXED"})
#: Slot to the words that open it.
OPENING: Mapping[str, frozenset[str]] = {
    "area": frozenset({"AREA"}),
    "from": frozenset({"FROM", "AT"}),
    "with": frozenset({"WITH"}),
    "flagship": frozenset({"FLAGSHIP"}),
    "objective": frozenset({"OBJECTIVE"}),
    "using": frozenset({"USING", "WITH"}),
    "fight": frozenset({"FIGHT"}),
    "search": frozenset({"SEARCH"}),
    "avoid": frozenset({"AVOID"}),
    "sub": frozenset({"AREA"}),
    "to": frozenset({"TO", "ARROW"}),
    "crippled": frozenset({"CRIPPLED"}),
    "destroyed": frozenset({"DESTROYED"}),
    "devastated": frozenset({"DEVASTATED"}),
    "survey": frozenset({"SURVEY"}),
    "rounds": frozenset({"ROUNDS"}),
    "withdrew": frozenset({"WITHDREW"}),
}
#: Slots that may be filled several times, each adding to the last.
_ADDING = frozenset({"crippled", "destroyed", "devastated"})
LONGEST_NUMBER = 6


class Item(NamedTuple):
    """A word in a slot."""

    kind: str
    text: str


@dataclass(slots=True)
class Slots:
    """An order taken apart."""

    verb: str
    #: Slot to what stands in it, joints left out; an empty list was opened and not filled.
    filled: dict[str, list[Item]] = field(default_factory=dict)
    #: Words that opened a slot twice.
    again: list[str] = field(default_factory=list)
    unfinished: bool = False

    def __contains__(self, slot: str) -> bool:
        """Is there something in it?"""
        return bool(self.filled.get(slot))

    def opened(self, slot: str) -> bool:
        return slot in self.filled

    def kinds(self, slot: str) -> frozenset[str]:
        return frozenset(item.kind for item in self.filled.get(slot, ()))

    def names(self, slot: str) -> list[str]:
        return [item.text for item in self.filled.get(slot, ()) if item.kind in _NAMES]

    def numbers(self, slot: str) -> tuple[int, ...]:
        """Raises `Slip` if one is beyond all sense."""
        said = [item.text for item in self.filled.get(slot, ()) if item.kind == "NUMBER"]
        for number in said:
            if len(number) > LONGEST_NUMBER:
                raise offmap_mistakes.number_too_large(number)
        return tuple(map(int, said))

    def number(self, slot: str) -> int | None:
        """The one number in it. Raises `Slip` if there are several."""
        numbers = self.numbers(slot)
        if len(numbers) > 1:
            raise offmap_mistakes.one_number(slot)
        return numbers[0] if numbers else None

    def group(self, slot: str) -> str:
        """`ALL` or `REST`, where one of them stands for the units. Raises `Slip` beside names."""
        found = next((kind for kind in ("REST", "ALL") if kind in self.kinds(slot)), "")
        if found and (names := self.names(slot)):
            raise offmap_mistakes.all_and_names(self.verb, found.lower(), names)
        return found

    def find_goal(self) -> None:
        """`move Yoke Ford`: the place at the end is where to go."""
        units = self.filled.get("units", [])
        if "to" not in self.filled and len(units) > 1 and units[-1].kind == "PLACE":
            self.filled["to"] = [units.pop()]

    def word(self, slot: str, kinds: Mapping[str, str]) -> str:
        """The first of these words that stands in it; empty if none does."""
        return next((word for kind, word in kinds.items() if kind in self.kinds(slot)), "")


def slots_of(shape: Shape, line: Sequence[Word]) -> Slots:
    slots = Slots(shape.rule)
    for part in shape.parts:
        if part.kind not in _JOINTS:
            _put(slots, part.rule, Item(part.kind, line[part.place].text))
    last = shape.parts[-1]
    bare = last.kind == shape.rule.upper()
    slots.unfinished = bare or last.kind in _JOINTS or _opens(last.rule, last.kind)
    return slots


def _opens(slot: str, kind: str) -> bool:
    return kind in OPENING.get(slot, ())


def _put(slots: Slots, slot: str, item: Item) -> None:
    """Of a clause given twice the last counts (OFF-3.8)."""
    if not _opens(slot, item.kind):
        slots.filled.setdefault(slot, []).append(item)
    elif slot in _ADDING:
        slots.filled.setdefault(slot, [])
    else:
        if slots.filled.get(slot):
            slots.again.append(item.text)
        slots.filled[slot] = []
