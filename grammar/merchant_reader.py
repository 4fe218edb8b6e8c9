"""How one line of Merchant Raider is read: as it stands, else corrected, else refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.ruleset import Problem, Vocabulary
from engine.merchant.orders import (
    ChooseDice,
    Design,
    Home,
    NameAlliance,
    NameAlly,
    Order,
)
from grammar import merchant_mistakes, mistakes
from grammar.corrections import MOST_WORDS, Changes, changed, corrected, several
from grammar.lexicon import MIXED, SIGNS, Candidate, Word
from grammar.lines import Reading
from grammar.merchant_answers import answer
from grammar.merchant_judge import Judge
from grammar.merchant_rewording import reworded
from grammar.merchant_words import GRID, SHIP, spelled
from grammar.merchant_write import write_all
from grammar.mistakes import Slip

_VERBS = spelled(
    *("SAIL", "CARRY", "UNLOAD", "DISBAND", "BUILD", "REBUILD", "TOW", "HOLD", "CONTINUE"),
    *("CANCEL", "DICE", "ALLY", "ALLIANCE", "HOME", "CARGO", "SPECIAL"),
)
_SHIP = SIGNS[SHIP]
#: Signs that prose has not.
_TELLING = frozenset({_SHIP, MIXED, GRID, "->", "=>"})


class MerchantReader:
    """Reads lines with the words of one player; see `grammar.lines.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._judge = Judge(words)

    def exact(self, line: str) -> Reading[Order] | None:
        marked = self._judge.mark(line)
        try:
            reading = self._judge.named(line) or self._judge.judged(marked)
        except Slip:
            return None
        strange = reading is not None and _strange(reading)
        return None if strange and self._corrected(marked, strange) else reading

    def read(self, line: str) -> Reading[Order] | None:
        marked = self._judge.mark(line)
        try:
            reading = self._judge.named(line) or self._judge.judged(marked)
            slip = None
        except Slip as found:
            reading, slip = None, found
        if reading is not None:
            return self._corrected(marked, _strange(reading)) or reading
        if (better := self._several(marked) or self._corrected(marked)) is not None:
            return better
        slip = answer(self._judge, line, marked, slip)
        return None if slip is None else Reading((), (slip.problem,))

    def orderly(self, line: str) -> bool:
        marked = self._judge.mark(line)
        telling = any(word.sign in _TELLING for word in marked)
        return (
            telling or any(word.sign in _VERBS for word in marked[:1]) or bool(self.suggest(line))
        )

    def suggest(self, line: str) -> str:
        marked = self._judge.mark(line)
        if len(marked) > MOST_WORDS:
            return ""
        reading = (
            self._with(marked, {})
            or self._corrected(marked, boldly=True)
            or next(filter(None, (self._with(other, {}) for other in reworded(marked))), None)
        )
        return write_all(reading.orders) if reading else ""

    def unread(self, line: str) -> Problem:
        return mistakes.not_understood(line, merchant_mistakes.hint(line), self.suggest(line))

    def continues(self, line: str, above: str) -> bool:  # noqa: ARG002
        return False

    def subject(self, order: Order) -> str:
        match order:
            case ChooseDice():
                return "the dice"
            case NameAlly():
                return "the ally"
            case NameAlliance():
                return "the name of the alliance"
            case Home():
                return "the home island"
            case Design():
                return f"ship {order.slot}" if order.slot else order.name
        return order.ship

    # Slips.

    def _several(self, line: Sequence[Word]) -> Reading[Order] | None:
        return several(line, _SHIP, lambda part: self._with(part, {}))

    def _corrected(
        self, line: Sequence[Word], strange: int | None = None, *, boldly: bool = False
    ) -> Reading[Order] | None:
        """The line as corrected, with the fewest names that he cannot know (MER-L6.2).

        None if they are not fewer than the `strange` ones of the line as it stands.
        """
        if strange == 0:
            return None
        readings = corrected(
            line,
            self._judge.lexicon,
            lambda changes: self._with(line, changes),
            boldly=boldly,
            fitting=not boldly,
        )
        best = min(readings, key=_strange, default=None)
        if best is None or (strange is not None and _strange(best) >= strange):
            return None
        return best

    def _with(self, line: Sequence[Word], changes: Changes) -> Reading[Order] | None:
        """The line read with these words changed, if it reads well."""
        try:
            reading = self._judge.judged(self._judge.told_apart(changed(line, changes)))
        except Slip:
            return None
        if reading is None or not reading.orders or reading.doubtful:
            return None
        remarks = tuple(
            mistakes.remark("corrected", remark, "MER-L6.2")
            for place, candidate in changes.items()
            if (remark := candidate.remark or _begun(line[place].text, candidate))
        )
        return replace(reading, problems=(*remarks, *reading.problems))


def _strange(reading: Reading[Order]) -> int:
    """How many names in it are of no ship that he can know."""
    return sum(1 for problem in reading.problems if problem.code == "unknown-name")


def _begun(typed: str, candidate: Candidate) -> str:
    """The remark on a name of which only the beginning was written; empty if it is not that."""
    (first, *more) = candidate.words
    if more or first.text.casefold() == typed.rstrip("?").casefold():
        return ""
    return f"I read “{typed}” as {first.text}."
