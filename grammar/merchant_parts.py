"""The parts of one ship order: who, what, where to, and what to do on meeting an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.ruleset import Problem, Vocabulary
from engine.merchant.names import is_name
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, Location, ShipName
from grammar import merchant_mistakes, mistakes
from grammar.fleets import muster
from grammar.lexicon import Lexicon, Word
from grammar.merchant_words import ISLAND, OWN, SHIP
from grammar.shapes import Shape

#: What a line ends in that goes on.
_UNFINISHED = frozenset({"COMMA", "AND", "LINK", "THEN", "TO", "FROM", "WITH", "EQUALS"})
_SIGNS_OF_NAMES = frozenset({"PLACE", "SHIP", "OTHER", "GRID", "WORD", "MIXED"})
_KINDS = (OWN, SHIP, ISLAND)
_MISSIONS = (
    *("carry", "unload", "disband", "sail", "tow", "hold", "continue"),
    *("build", "rebuild", "built"),
)


class Item(NamedTuple):
    """A word in its place."""

    kind: str
    text: str


@dataclass(slots=True)
class Parts:
    """What stands in an order line, by what it is for."""

    ships: tuple[str, ...]
    #: Written as `all`.
    group: bool
    lexicon: Lexicon
    #: Rule of the grammar to the words in it.
    slots: dict[str, list[Item]]
    #: The kind of the last word.
    last: str
    remarks: list[Problem] = field(default_factory=list)

    @property
    def ship(self) -> str:
        return self.ships[0]

    @property
    def verb(self) -> str:
        """The rule of the mission, with shorthand spelt out (MER-L6.5); empty if there is none."""
        written = next((rule for rule in _MISSIONS if rule in self.slots), "")
        if written:
            return written
        if "XMARK" in self.kinds("order"):
            return "disband"
        return "sail" if {"short_to", "foreign_to"} & self.slots.keys() else ""

    @property
    def unfinished(self) -> bool:
        return self.last in _UNFINISHED

    @property
    def engagement(self) -> Engagement | None:
        """None: not said."""
        said = self.kinds("engagement")
        return next((one for one in Engagement if one.name in said), None)

    @property
    def structure(self) -> str:
        """The words of a structure, run together."""
        return "".join(self.pieces)

    @property
    def pieces(self) -> list[str]:
        return [item.text for slot in self.slots.values() for item in slot if item.kind == "PIECE"]

    def kinds(self, slot: str) -> frozenset[str]:
        return frozenset(item.kind for item in self.slots.get(slot, ()))

    def named(self, *slots: str) -> Item | None:
        """The name, point or strange word in the first of these slots that has one."""
        items = (item for slot in slots for item in self.slots.get(slot, ()))
        return next((item for item in items if item.kind in _SIGNS_OF_NAMES), None)

    def location(self, *slots: str) -> Location:
        """Island, grid point or ship; strange names pass for ships (MER-H69). Raises `Slip`."""
        item = self.named(*slots)
        if item is None:
            raise merchant_mistakes.breaks_off(self.ship, self.verb or "sail")
        if item.kind in ("WORD", "MIXED"):
            self._check_name(item)
        return Location(item.text)

    def island(self, *slots: str) -> IslandName:
        """Raises `Slip` if it is none."""
        item = self.named(*slots)
        if item is None:
            raise merchant_mistakes.breaks_off(self.ship, self.verb)
        if item.kind in ("SHIP", "OTHER", "GRID"):
            raise merchant_mistakes.not_an_island(item.text)
        if item.kind != "PLACE":
            raise mistakes.no_such_island(item.text, self.lexicon.nearest(item.text, "island"))
        return IslandName(item.text)

    def target(self) -> ShipName:
        """Any ship, known or not. Raises `Slip`."""
        item = self.named("target")
        if item is None:
            raise merchant_mistakes.breaks_off(self.ship, self.verb)
        done = "towed" if self.verb == "tow" else "rebuilt"
        if item.kind == "PLACE":
            raise merchant_mistakes.an_island(item.text, done)
        if item.kind == "GRID":
            raise merchant_mistakes.a_point(item.text, done)
        if item.kind in ("WORD", "MIXED"):
            self._check_name(item)
        return ShipName(item.text)

    def _check_name(self, item: Item) -> None:
        """A name that he does not know is accepted, with the same words always (MER-19.4)."""
        text = item.text
        if item.kind == "MIXED":
            if text[0] in "cC" and text[1:].isdigit():
                raise merchant_mistakes.contact_label(text)
            raise merchant_mistakes.bad_point(text)
        if not is_name(text):
            raise merchant_mistakes.no_name(text)
        near = [name for kind in _KINDS for name in self.lexicon.nearest(text, kind)]
        self.remarks.append(merchant_mistakes.not_known(text, sorted(set(near))))


def gather(shape: Shape, line: Sequence[Word], words: Vocabulary, lexicon: Lexicon) -> Parts:
    """The parts of the line. Raises `Slip` if `all` are none."""
    fleet = [part for part in shape.parts if part.rule == "fleet"]
    ships, group = muster(fleet, line, words, OWN)
    parts = Parts(ships, group, lexicon, {}, shape.parts[-1].kind)
    for part in shape.parts:
        if part.rule != "fleet":
            item = Item(part.kind, line[part.place].text)
            parts.slots.setdefault(part.rule, []).append(item)
    return parts
