"""How one line of Merchant Raider is read: as it stands, else corrected, else refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

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
from grammar.lexicon import MIXED, SIGNS, WORD, Candidate, Lexicon, Word
from grammar.lines import Reading
from grammar.merchant_orders import ordered
from grammar.merchant_parts import gather
from grammar.merchant_player import (
    NotAnOrder,
    allied,
    cancelled,
    designed,
    diced,
    named_alliance,
    names_alliance,
    settled,
)
from grammar.merchant_words import (
    GRID,
    ISLAND,
    OTHER,
    OWN,
    PARSER,
    PLAYER,
    RESERVED,
    SHIP,
    MerchantLexicon,
    spelled,
)
from grammar.merchant_write import write_all
from grammar.mistakes import Slip
from grammar.shapes import Shape, shape_reader

_TURN, _SIGN_UP = shape_reader(PARSER, "turn"), shape_reader(PARSER, "signup")
_ALLY = spelled("ALLY")
_VERBS = spelled(
    *("SAIL", "CARRY", "UNLOAD", "DISBAND", "BUILD", "REBUILD", "TOW", "HOLD", "CONTINUE"),
    *("CANCEL", "DICE", "ALLY", "ALLIANCE", "HOME", "CARGO", "SPECIAL"),
)
_SHIP, _ISLAND = SIGNS[SHIP], SIGNS[ISLAND]
#: Signs that prose has not.
_TELLING = frozenset({_SHIP, MIXED, GRID, "->", "=>"})


class MerchantReader:
    """Reads lines with the words of one player; see `grammar.lines.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._shape = _TURN if words.stage else _SIGN_UP
        kinds = (OWN, SHIP, ISLAND) if words.stage else (ISLAND,)
        self._marker = MerchantLexicon(words, kinds)
        self._lexicon = self._marker.lexicon

    def exact(self, line: str) -> Reading[Order] | None:
        marked = self._mark(line)
        try:
            reading = self._alliance(line) or self._judged(marked)
        except Slip:
            return None
        strange = reading is not None and _strange(reading)
        return None if strange and self._corrected(marked, strange) else reading

    def read(self, line: str) -> Reading[Order] | None:
        marked = self._mark(line)
        try:
            reading = self._alliance(line) or self._judged(marked)
            slip = None
        except Slip as found:
            reading, slip = None, found
        if reading is not None:
            return self._corrected(marked, _strange(reading)) or reading
        if (better := self._several(marked) or self._corrected(marked)) is not None:
            return better
        slip = (
            self._strange_ship(marked)
            or slip
            or self._untimely(line, marked)
            or self._word_as_name(marked)
        )
        return None if slip is None else Reading((), (slip.problem,))

    def orderly(self, line: str) -> bool:
        marked = self._mark(line)
        telling = any(word.sign in _TELLING for word in marked)
        return (
            telling or any(word.sign in _VERBS for word in marked[:1]) or bool(self.suggest(line))
        )

    def suggest(self, line: str) -> str:
        marked = self._mark(line)
        if len(marked) > MOST_WORDS:
            return ""
        reading = (
            self._with(marked, {})
            or self._corrected(marked, boldly=True)
            or self._with(_ship_first(marked), {})
            or self._with(_apart(marked), {})
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

    def _mark(self, line: str) -> list[Word]:
        """The words of the line; in a line about allies names are those of players."""
        marked = self._marker.mark(line)
        if not self._words.stage and any(word.sign in _ALLY for word in marked):
            return self._players.mark(line)
        return marked

    @cached_property
    def _players(self) -> Lexicon:
        return MerchantLexicon(self._words, (PLAYER,)).lexicon

    def _alliance(self, line: str) -> Reading[Order] | None:
        return None if self._words.stage else named_alliance(line)

    def _judged(self, line: Sequence[Word]) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
        shape = self._shape(" ".join([word.sign for word in line]))
        if shape is None:
            return None
        reading = self._meant(shape, line)
        return None if reading is None or (reading.blank and _trails(shape, line)) else reading

    def _meant(self, shape: Shape, line: Sequence[Word]) -> Reading[Order] | None:
        match shape.rule:
            case "order":
                return ordered(gather(shape, line, self._words, self._lexicon), self._words)
            case "dice":
                return diced(shape, line)
            case "cancel":
                return cancelled(shape, line, self._words)
            case "ally":
                return allied(shape, line, self._words)
            case "home":
                return settled(shape, line, self._lexicon)
        try:
            return designed(shape, line, self._lexicon)
        except NotAnOrder:
            return None

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
            self._lexicon,
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
            reading = self._judged(self._marker.told_apart(changed(line, changes)))
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

    def _strange_ship(self, line: Sequence[Word]) -> Slip | None:
        """What to say if the line would be an order, were its first name a ship of his."""
        place = next((at for at, word in enumerate(line) if word.sign in (WORD, OTHER)), None)
        if place is None or not self._words.stage or len(line) > MOST_WORDS:
            return None
        word = line[place].text
        if any(one.sign == _SHIP for one in line[:place]) or word.casefold() in mistakes.NO_NAMES:
            return None
        if self._as_own(line, place) is None:
            return None
        own = [name for name in self._lexicon.nearest(word, OWN) if line[place].sign == WORD]
        return (
            mistakes.ambiguous(word, own) if len(own) > 1 else merchant_mistakes.no_such_ship(word)
        )

    def _as_own(self, line: Sequence[Word], place: int) -> Reading[Order] | None:
        """The line, were that word the name of a ship of his."""
        shape = _TURN(" ".join(_SHIP if at == place else word.sign for at, word in enumerate(line)))
        if shape is None or shape.rule != "order":
            return None
        try:
            reading = ordered(gather(shape, line, self._words, self._lexicon), self._words)
        except Slip:
            return None
        return reading if reading.orders else None

    def _untimely(self, line: str, marked: Sequence[Word]) -> Slip | None:
        """A line of sign-up in a game that has begun, or of a turn in one that has not."""
        if len(marked) > MOST_WORDS:
            return None
        if not self._words.stage:
            begins = bool(marked) and marked[0].sign == WORD
            return merchant_mistakes.not_begun() if begins and self._as_own(marked, 0) else None
        signs = (WORD if word.sign in (_SHIP, OTHER) else word.sign for word in marked)
        shape = _SIGN_UP(" ".join(signs))
        kinds = [part.kind for part in shape.parts] if shape else []
        if names_alliance(line):
            return merchant_mistakes.sign_up_is_over()
        if shape is None or len(kinds) < 2:
            return None
        home = shape.rule == "home" and "PLACE" in kinds
        design = shape.rule == "design" and "HULL" in kinds[:2] and "NUMBER" in kinds[1:3]
        ally = shape.rule == "ally" and ("LINK" in kinds or "IS" in kinds)
        return merchant_mistakes.sign_up_is_over() if home or design or ally else None

    def _word_as_name(self, line: Sequence[Word]) -> Slip | None:
        """What to say if the line would build a ship, were a word of the language a name."""
        if len(line) > MOST_WORDS:
            return None
        for place, word in enumerate(line):
            if place and word.sign in RESERVED:
                named = [*line[:place], Word(WORD, word.text), *line[place + 1 :]]
                try:
                    self._judged(named)
                except Slip as slip:
                    if slip.problem.code == "bad-name":
                        return slip
        return None


def _trails(shape: Shape, line: Sequence[Word]) -> bool:
    """Does it end in a word that was passed over, so that it is no empty line of the form?"""
    return any(word.text.isalnum() for word in line[shape.parts[-1].place + 1 :])


def _strange(reading: Reading[Order]) -> int:
    """How many names in it are of no ship that he can know."""
    return sum(1 for problem in reading.problems if problem.code == "unknown-name")


def _begun(typed: str, candidate: Candidate) -> str:
    """The remark on a name of which only the beginning was written; empty if it is not that."""
    (first, *more) = candidate.words
    if more or first.text.casefold() == typed.rstrip("?").casefold():
        return ""
    return f"I read “{typed}” as {first.text}."


def _ship_first(line: Sequence[Word]) -> Sequence[Word]:
    """`sail Argo to Corsica` the right way round; as it is if it is not that."""
    for place, word in enumerate(line[:2]):
        if word.sign == _SHIP:
            return [word, *line[:place], *line[place + 1 :]]
    return line


def _apart(line: Sequence[Word]) -> Sequence[Word]:
    """`Argo Wolf sail to Yap` with the comma between the ships that order together."""
    ships = next((n for n, word in enumerate(line) if word.sign != _SHIP), len(line))
    comma = Word(",", ",")
    return [*(one for word in line[:ships] for one in (word, comma)), *line[ships:]]
