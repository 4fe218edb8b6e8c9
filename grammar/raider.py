"""The order language of Raider 4.4: text to orders to text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from engine.core.ruleset import Cancel, Vocabulary
from engine.raider.orders import Order, Pledge, ShipOrder, Start, Task
from grammar import mistakes
from grammar.letter import read_letter
from grammar.lexicon import MIXED, SIGNS, WORD, Candidate, Lexicon, Word
from grammar.lines import Reading, reads_as_order
from grammar.mistakes import Slip
from grammar.raider_orders import ordered
from grammar.raider_parts import gather
from grammar.raider_player import NotAnOrder, cancelled, designed, pledged, started
from grammar.reading import Parsed
from grammar.shapes import shape_reader
from grammar.shared import is_reserved, keywords, load, spellings

PARSER = load("raider.lark", "turn", "signup")
_TURN, _SIGN_UP = shape_reader(PARSER, "turn"), shape_reader(PARSER, "signup")
_KEYWORDS = keywords(PARSER)
_OVERLORD = spellings(PARSER, "OVERLORD")
_VERBS = frozenset().union(
    *(
        spellings(PARSER, verb)
        for verb in ("MOVE", "HOLD", "DISBAND", "REFIT", "LAUNCH", "CANCEL", "OVERLORD", "HOME")
    )
)
_TELLING = frozenset({SIGNS["ship"], MIXED, "->", "=>"})
#: Lines longer than this are not searched for slips.
MOST_WORDS = 24
MOST_SLIPS = 3
#: A line with more words that are not known is prose.
MOST_UNKNOWN = 5


class RaiderGrammar:
    """Reads the orders of one role, and writes orders as that role would (RAID-5)."""

    def parse(self, text: str, words: Vocabulary) -> Parsed[Order]:
        return read_letter(text, words, RaiderReader(words))

    def reads_as_order(self, line: str, words: Vocabulary) -> bool:
        return reads_as_order(line, RaiderReader(words))

    def write(self, order: Order) -> str:
        return write(order)


def write(order: Order) -> str:
    """The canonical line; a name that has no use (RAID-R52, RAID-R53) is left out."""
    match order:
        case ShipOrder():
            return _ship_line(order)
        case Pledge():
            return f"overlord: {order.overlord}"
        case Start():
            return f"start: {', '.join(order.islands)}"
    slot = f" {order.slot}" if order.slot else ""
    return f"ship{slot}: {order.name} {_plain(order.structure)}"


def _plain(structure: str) -> str:
    """The structure so that it is no word of the language: 1AS for AS."""
    return f"1{structure}" if is_reserved(structure) else structure


def _ship_line(order: ShipOrder) -> str:
    going = f"{order.ship} to {order.destination}" if order.destination else str(order.ship)
    match order.task:
        case Task.MOVE:
            return going if order.destination else f"{going} stays"
        case Task.DISBAND:
            return f"{going}, disband"
        case Task.REFIT:
            return f"{going}, refit as {_plain(order.structure)}"
    return f"{going}, launch {order.name} as {_plain(order.structure)}"


class RaiderReader:
    """Reads lines with the words of one role; see `grammar.letter.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._shape = _TURN if words.stage else _SIGN_UP
        self._lexicon = Lexicon(words, _KEYWORDS, ("ship", "island"))

    @cached_property
    def _lords(self) -> Lexicon:
        return Lexicon(self._words, _KEYWORDS, ("player",))

    def exact(self, line: str) -> Reading[Order] | None:
        try:
            reading = self._judged(self.mark(line))
        except Slip:
            return None
        return reading

    def read(self, line: str) -> Reading[Order] | None:
        marked = self.mark(line)
        try:
            if (reading := self._judged(marked)) is not None:
                return reading
            slip = None
        except Slip as found:
            slip = found
        if (corrected := self._corrected(marked)) is not None:
            return corrected
        if slip is None or slip.problem.code == "missing-ship":
            slip = self._strange_ship(marked) or slip
        return None if slip is None else Reading((), (slip.problem,))

    def orderly(self, line: str) -> bool:
        marked = self.mark(line)
        telling = any(word.sign in _TELLING for word in marked) or marked[0].sign in _VERBS
        return telling or bool(self.suggest(line))

    def suggest(self, line: str) -> str:
        reading = self._corrected(self.mark(line), boldly=True)
        orders = reading.orders if reading else ()
        return "; ".join(write(order) for order in orders if not isinstance(order, Cancel))

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
        marked = self._lexicon.mark(line)
        if any(word.sign in _OVERLORD for word in marked):
            return self._lords.mark(line)
        return marked

    def _judged(self, line: Sequence[Word]) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
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
            return designed(shape, line, self._words)
        except NotAnOrder:
            return None

    # Slips.

    def _corrected(self, line: Sequence[Word], *, boldly: bool = False) -> Reading[Order] | None:
        """The line with as few words corrected as make it read (RAID-R62).

        Unless for a mere suggestion, no more words are corrected than are right.
        """
        unknown = sum(1 for word in line if word.unknown)
        if len(line) > MOST_WORDS or unknown > MOST_UNKNOWN:
            return None
        options = {
            place: found[0]
            for place, word in enumerate(line)
            if word.unknown and (found := self._lexicon.candidates(word.text, boldly=boldly))
        }
        right = sum(1 for word in line if word.sign not in ("", WORD))
        for places in _subsets(list(options)):
            wrong = sum(1 for place in places if options[place].remark)
            if boldly or wrong <= right:
                reading = self._with(line, {place: options[place] for place in places})
                if reading is not None:
                    return reading
        return None

    def _with(
        self, line: Sequence[Word], changes: Mapping[int, Candidate]
    ) -> Reading[Order] | None:
        """The line read with these words changed, if it reads well."""
        changed = [
            new
            for place, word in enumerate(line)
            for new in (changes[place].words if place in changes else (word,))
        ]
        try:
            reading = self._judged(changed)
        except Slip:
            return None
        if reading is None or reading.blank or reading.refused:
            return None
        remarks = tuple(
            mistakes.remark("corrected", candidate.remark, "RAID-R62")
            for candidate in changes.values()
            if candidate.remark
        )
        return replace(reading, problems=(*remarks, *reading.problems))

    def _strange_ship(self, line: Sequence[Word]) -> Slip | None:
        """What to say if the line would be an order, were its first unknown word a ship."""
        place = next((at for at, word in enumerate(line) if word.unknown), None)
        if place is None or line[place].sign != WORD or len(line) > MOST_WORDS:
            return None
        word = line[place].text
        if word.casefold() in mistakes.NO_NAMES:
            return None
        if self._with(line, {place: Candidate((Word(SIGNS["ship"], word),))}) is None:
            return None
        own = self._lexicon.nearest(word, "ship")
        return mistakes.ambiguous(word, own) if len(own) > 1 else mistakes.no_such_ship(word)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """One of the places, then two, then three."""
    for count in range(1, min(len(places), MOST_SLIPS) + 1):
        yield from combinations(places, count)
