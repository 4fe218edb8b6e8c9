"""The order language of Merchant Raider III: text to orders to text."""

from __future__ import annotations

from engine.core.ruleset import Vocabulary
from engine.merchant.orders import Order
from grammar.letter import read_letter
from grammar.lines import reads_as_order
from grammar.merchant_reader import MerchantReader
from grammar.merchant_write import write
from grammar.reading import Parsed


class MerchantGrammar:
    """Reads the orders of one player, and writes orders as that player would (MER-L6.1)."""

    def parse(self, text: str, words: Vocabulary) -> Parsed[Order]:
        return read_letter(text, words, MerchantReader(words))

    def reads_as_order(self, line: str, words: Vocabulary) -> bool:
        return reads_as_order(line, MerchantReader(words))

    def write(self, order: Order) -> str:
        return write(order)
