"""The order language of Raider 4.4: text to orders to text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from lark.exceptions import UnexpectedInput

from engine.core.ruleset import Cancel, Vocabulary
from engine.raider.orders import Order, Pledge, ShipOrder, Start, Task
from grammar import mistakes
from grammar.letter import Reading, read_letter, reads_as_order
from grammar.lexicon import MARKS, Candidate, Lexicon
from grammar.mistakes import Slip
from grammar.raider_orders import NotAnOrder, judge
from grammar.reading import Parsed
from grammar.shared import keywords, load

_PARSER = load("raider.lark", "turn", "signup")
_KEYWORDS = keywords(_PARSER)
_OVERLORD = frozenset({"overlord", "liege", "suzerain"})
#: Lines longer than this are not searched for slips.
MOST_WORDS = 24
MOST_SLIPS = 3


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
    return f"ship{f' {order.slot}' if order.slot else ''}: {order.name} {order.structure}"


def _ship_line(order: ShipOrder) -> str:
    going = f"{order.ship} to {order.destination}" if order.destination else str(order.ship)
    match order.task:
        case Task.MOVE:
            return going if order.destination else f"{going} stays"
        case Task.DISBAND:
            return f"{going}, disband"
        case Task.REFIT:
            return f"{going}, refit as {order.structure}"
    return f"{going}, launch {order.name} as {order.structure}"


class RaiderReader:
    """Reads lines with the words of one role; see `grammar.letter.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._start = "turn" if words.stage else "signup"
        self._lexicon = Lexicon(words, _KEYWORDS, ("ship", "island"))
        self._lords = Lexicon(words, _KEYWORDS, ("player",))

    def exact(self, line: str) -> Reading[Order] | None:
        try:
            reading = self._judged(self._marked(line))
        except Slip:
            return None
        return reading

    def read(self, line: str) -> Reading[Order] | None:
        marked = self._marked(line)
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
        marked = self._marked(line)
        first = next((word for word in marked if word[:1].isalnum()), "")
        return any(word[0] == MARKS["ship"] for word in marked if word) or first in _KEYWORDS

    def suggest(self, line: str) -> str:
        reading = self._corrected(self._marked(line), boldly=True)
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
        return order.name

    def _marked(self, line: str) -> list[str]:
        marked = self._lexicon.mark(line)
        if not _OVERLORD.isdisjoint(marked):
            return self._lords.mark(line)
        return marked

    def _judged(self, marked: Sequence[str]) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
        try:
            tree = _PARSER.parse(" ".join(marked), self._start)
        except UnexpectedInput:
            return None
        try:
            return judge(tree, self._lexicon)
        except NotAnOrder:
            return None

    # Slips.

    def _corrected(self, marked: Sequence[str], *, boldly: bool = False) -> Reading[Order] | None:
        """The line with as few words corrected as make it read (RAID-R62).

        Unless for a mere suggestion, no more words are corrected than are right.
        """
        if len(marked) > MOST_WORDS:
            return None
        options = {
            place: found
            for place, word in enumerate(marked)
            if not self._lexicon.knows(word) and (found := self._lexicon.candidates(word))
        }
        right = sum(1 for word in marked if word and self._lexicon.is_word(word))
        for places in _subsets(list(options)):
            changes = {place: options[place][0] for place in places}
            wrong = sum(1 for candidate in changes.values() if candidate.remark)
            if boldly or wrong <= right:
                reading = self._with(marked, changes)
                if reading is not None:
                    return reading
        return None

    def _with(self, marked: Sequence[str], changes: dict[int, Candidate]) -> Reading[Order] | None:
        """The line read with these words changed, if it reads well."""
        changed = list(marked)
        for place, candidate in changes.items():
            changed[place] = candidate.marked
        try:
            reading = self._judged(changed)
        except Slip:
            return None
        if reading is None or reading.blank:
            return None
        remarks = tuple(
            mistakes.remark("corrected", candidate.remark, "RAID-R62")
            for candidate in changes.values()
            if candidate.remark
        )
        return Reading(reading.orders, (*remarks, *reading.problems), reading.group)

    def _strange_ship(self, marked: Sequence[str]) -> Slip | None:
        """What to say if the line would be an order, were its first unknown word a ship."""
        places = (at for at, word in enumerate(marked) if not self._lexicon.knows(word))
        place = next(places, None)
        if place is None or not marked[place].isalpha() or len(marked) > MOST_WORDS:
            return None
        word = marked[place]
        if word.casefold() in mistakes.NO_NAMES:
            return None
        if self._with(marked, {place: Candidate(MARKS["ship"] + word)}) is None:
            return None
        own = self._lexicon.nearest(word, "ship")
        return mistakes.ambiguous(word, own) if len(own) > 1 else mistakes.no_such_ship(word)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """One of the places, then two, then three."""
    for count in range(1, min(len(places), MOST_SLIPS) + 1):
        yield from combinations(places[: 2 * MOST_SLIPS], count)
