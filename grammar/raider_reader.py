"""How one line of Raider is read: as it stands, else with slips corrected, else refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from engine.core.ruleset import Problem, Vocabulary
from engine.raider.orders import Order, Pledge, ShipOrder, Start
from engine.raider.state import SMALLEST
from grammar import mistakes, raider_mistakes
from grammar.corrections import MOST_WORDS, Changes, changed, corrected, several
from grammar.lexicon import MIXED, SIGNS, WORD, Candidate, Lexicon, Word
from grammar.lines import Reading
from grammar.mistakes import Slip
from grammar.raider_fields import is_structure
from grammar.raider_orders import ordered
from grammar.raider_parts import gather
from grammar.raider_player import NotAnOrder, cancelled, designed, pledged, started
from grammar.raider_write import write_all
from grammar.shapes import shape_reader
from grammar.shared import keywords, load, spellings

PARSER = load("raider.lark", "turn", "signup")
_TURN, _SIGN_UP = shape_reader(PARSER, "turn"), shape_reader(PARSER, "signup")
_KEYWORDS = keywords(PARSER)
_OVERLORD = spellings(PARSER, "OVERLORD") | spellings(PARSER, "PLEDGE")
_VERBS = frozenset().union(
    *(
        spellings(PARSER, verb)
        for verb in ("MOVE", "HOLD", "DISBAND", "REFIT", "LAUNCH", "CANCEL", "OVERLORD", "HOME")
    )
)
_SHIP, _ISLAND = SIGNS["ship"], SIGNS["island"]
#: Signs that prose has not.
_TELLING = frozenset({_SHIP, MIXED, "->", "=>"})
#: What may stand between a line's beginning and the island to go to.
_BEFORE_PLACE = frozenset({_SHIP, ",", ":", "and", "&"})
_BRACKETS = re.compile(r"[()\[\]{}<>]")


class RaiderReader:
    """Reads lines with the words of one role; see `grammar.lines.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._shape = _TURN if words.stage else _SIGN_UP
        self._lexicon = Lexicon(words, _KEYWORDS, ("ship", "island"))

    def exact(self, line: str) -> Reading[Order] | None:
        try:
            return self._judged(self.mark(line))
        except Slip:
            return None

    def read(self, line: str) -> Reading[Order] | None:
        marked = self.mark(line)
        try:
            if (reading := self._judged(marked)) is not None:
                return reading
            slip = None
        except Slip as found:
            slip = found
        if (better := self._several(marked) or self._corrected(marked)) is not None:
            return better
        if slip is None or slip.problem.code == "missing-ship":
            slip = self._strange_ship(marked) or slip or self._untimely(marked)
        return None if slip is None else Reading((), (slip.problem,))

    def orderly(self, line: str) -> bool:
        marked = self.mark(line)
        telling = any(word.sign in _TELLING for word in marked)
        return (
            telling or any(word.sign in _VERBS for word in marked[:1]) or bool(self.suggest(line))
        )

    def suggest(self, line: str) -> str:
        marked = self.mark(_BRACKETS.sub(" ", line))
        if len(marked) > MOST_WORDS:
            return ""
        reading = (
            self._with(marked, {})
            or self._corrected(marked, boldly=True)
            or self._with(_ship_first(marked), {})
        )
        return write_all(reading.orders) if reading else ""

    def unread(self, line: str) -> Problem:
        return mistakes.not_understood(line, raider_mistakes.hint(line), self.suggest(line))

    def continues(self, line: str, above: str) -> bool:  # noqa: ARG002
        return False

    def subject(self, order: Order) -> str:
        match order:
            case ShipOrder():
                return order.ship
            case Pledge():
                return "the overlord"
            case Start():
                return "the start"
        return f"ship {order.slot}" if order.slot else order.name

    def mark(self, line: str) -> list[Word]:
        """The words of the line; in a line about overlords names are those of players."""
        marked = self._lexicon.mark(line)
        if any(word.sign in _OVERLORD for word in marked):
            return self._lords.mark(line)
        return marked

    def _with_place(self, line: Sequence[Word]) -> Sequence[Word]:
        """`Phoenix Pea`: too short for a structure, the beginning of an island (RAID-R60).

        Raises `Slip` if it is that of several.
        """
        at = next((n for n, word in enumerate(line) if word.sign not in _BEFORE_PLACE), 0)
        if not at or line[at].sign != WORD or len(line[at].text) >= SMALLEST:
            return line
        if not is_structure(line[at].text):
            return line
        begun = self._lexicon.begun(line[at].text, "island")
        if len(begun) > 1:
            raise mistakes.ambiguous(line[at].text, begun)
        return [*line[:at], Word(_ISLAND, begun[0]), *line[at + 1 :]] if begun else line

    @cached_property
    def _lords(self) -> Lexicon:
        return Lexicon(self._words, _KEYWORDS, ("player",))

    def _judged(self, line: Sequence[Word]) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
        line = self._with_place(_without_gaps(line))
        shape = self._shape(" ".join([word.sign for word in line]))
        if shape is None:
            return None
        match shape.rule:
            case "order":
                return ordered(gather(shape, line, self._words), self._lexicon)
            case "pledge":
                return pledged(shape, line, self._words)
            case "cancel":
                return cancelled(shape, line, self._words)
            case "home":
                return started(shape, line, self._lexicon)
        try:
            return designed(shape, line, self._lexicon)
        except NotAnOrder:
            return None

    # Slips.

    def _several(self, line: Sequence[Word]) -> Reading[Order] | None:
        return several(line, _SHIP, lambda part: self._with(part, {}))

    def _corrected(self, line: Sequence[Word], *, boldly: bool = False) -> Reading[Order] | None:
        """The line with as few words corrected as make it read (RAID-R62)."""
        readings = corrected(
            line, self._lexicon, lambda changes: self._with(line, changes), boldly=boldly
        )
        return next(readings, None)

    def _with(self, line: Sequence[Word], changes: Changes) -> Reading[Order] | None:
        """The line read with these words changed, if it reads well."""
        try:
            reading = self._judged(changed(line, changes))
        except Slip:
            return None
        if reading is None or not reading.orders or reading.problems:
            return None
        remarks = tuple(
            mistakes.remark("corrected", candidate.remark, "RAID-R62")
            for candidate in changes.values()
            if candidate.remark
        )
        return replace(reading, problems=remarks)

    def _strange_ship(self, line: Sequence[Word]) -> Slip | None:
        """What to say if the line would be an order, were its first unknown word a ship."""
        place = next((at for at, word in enumerate(line) if word.unknown), None)
        if place is None or line[place].sign != WORD or len(line) > MOST_WORDS:
            return None
        word = line[place].text
        if word.casefold() in mistakes.NO_NAMES:
            return None
        if self._with(line, {place: Candidate((Word(_SHIP, word),))}) is None:
            return None
        own = self._lexicon.nearest(word, "ship")
        return mistakes.ambiguous(word, own) if len(own) > 1 else mistakes.no_such_ship(word)

    def _untimely(self, line: Sequence[Word]) -> Slip | None:
        """A line of sign-up in a game that has begun, or of a turn in one that has not."""
        if len(line) > MOST_WORDS:
            return None
        signs = " ".join([word.sign for word in line])
        if not self._words.stage:
            first, _, rest = signs.partition(" ")
            orders = first == WORD and _ISLAND in rest and _TURN(f"{_SHIP} {rest}")
            return raider_mistakes.not_begun() if orders else None
        shape = _SIGN_UP(signs)
        if shape is None or len(shape.parts) < 3:
            return None
        home = shape.rule == "home" and any(part.kind == "PLACE" for part in shape.parts)
        numbered = [part.kind for part in shape.parts[:2]] == ["HULL", "NUMBER"]
        return raider_mistakes.sign_up_is_over() if home or numbered else None


def _without_gaps(line: Sequence[Word]) -> Sequence[Word]:
    """`Phoenix,,5E`: a field left empty between two commas says nothing (RAID-R50)."""
    return [word for n, word in enumerate(line) if word.sign != "," or line[n - 1].sign != ","]


def _ship_first(line: Sequence[Word]) -> Sequence[Word]:
    """`to Pearl: Phoenix, Eden` the other way round; as it is if it is not that."""
    ships = [word for word in line if word.sign == _SHIP]
    islands = [word for word in line if word.sign == _ISLAND]
    rest = [word for word in line if word.unknown or word.sign in _VERBS]
    if not ships or len(islands) != 1 or rest:
        return line
    return [*ships, Word("to", "to"), *islands]
