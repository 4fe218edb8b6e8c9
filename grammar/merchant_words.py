"""The words of the order language of Merchant Raider, and the words of one line (MER-L6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from unicodedata import normalize

from engine.core.plane import grid, parse_grid
from engine.core.ruleset import Vocabulary
from engine.merchant.names import RESERVED as NOT_NAMES
from engine.merchant.names import name_problem
from engine.merchant.options import Engagement
from engine.merchant.orders import ShipName
from engine.merchant.products import CODES
from grammar import merchant_mistakes
from grammar.commands import COMMAND_WORDS
from grammar.lexicon import MIXED, SIGNS, Lexicon, Word
from grammar.mistakes import Slip
from grammar.shared import keywords, load, spellings

#: The kinds under which a vocabulary lists names; `ship` may hold the writer's own ships too.
OWN, SHIP, ISLAND, PLAYER = "own", "ship", "island", "player"

#: Signs beside those of all games: a ship that is not the writer's own, and a grid point.
OTHER, GRID = "+", "#"

PARSER = load("merchant.lark", "turn", "signup")
KEYWORDS = keywords(PARSER)
RESERVED = KEYWORDS | COMMAND_WORDS | NOT_NAMES
"""What no ship may be called (MER-L6.6)."""

_POINT = re.compile(r"(?<!\w)(\d{1,4})\s*E\s*[,/]?\s*(\d{1,4})\s*N(?!\w)", re.ASCII | re.IGNORECASE)
_COMMAS = re.compile(r",(?:\s*,)+")
_UBOAT = re.compile(r"(?<!\w)u boat(?=s?(?!\w))", re.ASCII | re.IGNORECASE)
_BRACKETS = str.maketrans("()[]{}", "      ")


def spelled(*terminals: str) -> frozenset[str]:
    """All the words that these terminals stand for."""
    return frozenset().union(*(spellings(PARSER, terminal) for terminal in terminals))


OPTIONS: Mapping[str, Engagement] = {
    word: option for option in Engagement for word in spelled(option.name)
}
"""What a ship does on meeting an enemy, by all its spellings (MER-L6.7)."""


def new_name(name: str, lexicon: Lexicon) -> ShipName:
    """The name if a ship may bear it. Raises `Slip`."""
    problem = name_problem(name, lexicon.words.names.get(ISLAND, ()))
    if problem is not None:
        raise Slip(problem.code, problem.text, problem.rule)
    if name.casefold() in RESERVED:
        raise merchant_mistakes.reserved(name)
    return ShipName(name)


def _same_meaning() -> Iterator[tuple[str, str]]:
    """Each keyword with its terminal; the product counts where a word is both."""
    products = [f"P{code}" for code in CODES]
    for terminal in [one.name for one in PARSER.terminals if one.name not in products] + products:
        for word in spellings(PARSER, terminal):
            yield word, terminal


SAME: Mapping[str, str] = dict(_same_meaning())


class MerchantLexicon:
    """The words of one player's lines, with his own ships told from all others."""

    def __init__(self, words: Vocabulary, kinds: tuple[str, ...]) -> None:
        names = {kind: tuple(_names(words, kind)) for kind in words.names}
        self.lexicon = Lexicon(replace(words, names=names), KEYWORDS, kinds, SAME)
        self._own = frozenset(words.names.get(OWN, ()))
        self._leading = {
            name.casefold(): Word(SIGNS[SHIP], name)
            for name in self._own
            if name.casefold() in RESERVED
        }

    def mark(self, line: str) -> list[Word]:
        """The words of the line; grid points are one word however they are spaced.

        Letters and digits of other widths count as the plain ones (MER-L6.2). An own ship that got
        a name which is a word of the language is known by it where she begins the line.
        """
        plain = line if line.isascii() else normalize("NFKC", line)
        plain = _UBOAT.sub("u-boat", _COMMAS.sub(",", plain.translate(_BRACKETS)))
        if any(sign.isdigit() for sign in plain):
            plain = _POINT.sub(_point, plain)
        first, *others = self.lexicon.mark(plain) or (Word("", ""),)
        return self.told_apart((self._leading.get(first.text.casefold(), first), *others))

    def told_apart(self, line: Iterable[Word]) -> list[Word]:
        """The line with signs of their own for grid points and for ships of others."""
        return [self._told_apart(word) for word in line]

    def _told_apart(self, word: Word) -> Word:
        if word.sign == SIGNS[SHIP] and word.text not in self._own:
            return Word(OTHER, word.text)
        if word.sign == MIXED and (point := parse_grid(word.text)) is not None:
            return Word(GRID, grid(point))
        return word


def _names(words: Vocabulary, kind: str) -> Iterator[str]:
    """The names of this kind; a word of the language is no ship (MER-L6.6)."""
    for name in words.names.get(kind, ()):
        if kind not in (OWN, SHIP) or name.casefold() not in RESERVED:
            yield name


def _point(found: re.Match[str]) -> str:
    return f" {int(found[1]):04d}E{int(found[2]):04d}N "
