"""The order language of off-map raids: text to orders to text."""

from __future__ import annotations

from engine.core.ruleset import Vocabulary
from engine.offmap.orders import Order
from grammar.letter import read_letter
from grammar.lines import reads_as_order
from grammar.offmap_reader import OffmapReader
from grammar.offmap_write import write
from grammar.reading import Parsed


class OffmapGrammar:
    """Reads the orders of one side, and writes orders as that side would (OFF-3.8)."""

    def parse(self, text: str, words: Vocabulary) -> Parsed[Order]:
        return read_letter(text, words, OffmapReader(words))

    def reads_as_order(self, line: str, words: Vocabulary) -> bool:
        return reads_as_order(line, OffmapReader(words))

    def write(self, order: Order) -> str:
        return write(order)
