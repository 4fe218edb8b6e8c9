"""What one line of Merchant Raider says as it stands, nothing corrected."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Vocabulary
from engine.merchant.orders import Order
from grammar.lexicon import SIGNS, Word
from grammar.lines import Reading
from grammar.merchant_designs import NotAnOrder, designed
from grammar.merchant_orders import ordered
from grammar.merchant_parts import gather
from grammar.merchant_player import cancelled, diced, named_alliance, named_ally, settled
from grammar.merchant_words import ISLAND, OWN, PARSER, SHIP, MerchantLexicon
from grammar.mistakes import Slip
from grammar.shapes import Shape, shape_reader

TURN, SIGN_UP = shape_reader(PARSER, "turn"), shape_reader(PARSER, "signup")


class Judge:
    """Reads the words of a line as one player may mean them."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._shape = TURN if words.stage else SIGN_UP
        kinds = (OWN, SHIP, ISLAND) if words.stage else (ISLAND,)
        self._marker = MerchantLexicon(words, kinds)
        self.lexicon = self._marker.lexicon

    def mark(self, line: str) -> list[Word]:
        return self._marker.mark(line)

    def told_apart(self, line: Sequence[Word]) -> list[Word]:
        """The line with signs of their own for grid points and for ships of others."""
        return self._marker.told_apart(line)

    def named(self, line: str) -> Reading[Order] | None:
        """The ally, or what the alliance is to be called, as typed. Raises `Slip`.

        None if the line says nothing of either.
        """
        if self.words.stage:
            return None
        return named_alliance(line) or named_ally(line, self.words)

    def judged(self, line: Sequence[Word]) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
        shape = self._shape(" ".join([word.sign for word in line]))
        if shape is None:
            return None
        reading = self._meant(shape, line)
        return None if reading is None or (reading.blank and _trails(shape, line)) else reading

    def as_own(self, line: Sequence[Word], place: int) -> Reading[Order] | None:
        """The line, were that word the name of a ship of his."""
        shape = TURN(
            " ".join(SIGNS[SHIP] if at == place else word.sign for at, word in enumerate(line))
        )
        if shape is None or shape.rule != "order":
            return None
        try:
            reading = ordered(gather(shape, line, self.words, self.lexicon), self.words)
        except Slip:
            return None
        return reading if reading.orders else None

    def _meant(self, shape: Shape, line: Sequence[Word]) -> Reading[Order] | None:
        match shape.rule:
            case "order":
                return ordered(gather(shape, line, self.words, self.lexicon), self.words)
            case "dice":
                return diced(shape, line)
            case "cancel":
                return cancelled(shape, line, self.words)
            case "home":
                return settled(shape, line, self.lexicon)
        try:
            return designed(shape, line, self.lexicon)
        except NotAnOrder:
            return None


def _trails(shape: Shape, line: Sequence[Word]) -> bool:
    """Does it end in a word that was passed over, so that it is no empty line of the form?"""
    return any(word.text.isalnum() for word in line[shape.parts[-1].place + 1 :])
