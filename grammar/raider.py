"""The order language of Raider 4.4: text to orders to text."""

from __future__ import annotations

from engine.core.ruleset import Vocabulary
from engine.raider.orders import Order
from grammar.letter import read_letter
from grammar.lines import reads_as_order
from grammar.raider_reader import RaiderReader
from grammar.raider_write import write
from grammar.reading import Parsed


class RaiderGrammar:
    """Reads the orders of one role, and writes orders as that role would (RAID-5)."""

    def parse(self, text: str, words: Vocabulary) -> Parsed[Order]:
        return read_letter(text, words, RaiderReader(words))

    def reads_as_order(self, line: str, words: Vocabulary) -> bool:
        return reads_as_order(line, RaiderReader(words))

    def write(self, order: Order) -> str:
        return write(order)
