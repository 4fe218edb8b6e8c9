"""The shape of a line: which word plays which part, whatever the names in it are.

`Phoenix to Pearl` and `Eden to Agnes` have one shape, `$ to @`, and the parser need see it only
once. A shape holds nothing of a game, so it may be kept from one letter to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

KEPT = 8192
LONGEST_KEPT = 200


class Part(NamedTuple):
    """One word's part in a line."""

    #: The rule of the grammar that it belongs to most closely.
    rule: str
    #: Its terminal.
    kind: str
    #: Which word of the line it is.
    place: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A line as parsed: the rule that it follows and the parts of its words."""

    rule: str
    parts: tuple[Part, ...]


ReadShape: TypeAlias = Callable[[str], Shape | None]


def shape_reader(parser: Lark, start: str) -> ReadShape:
    """Reads signs joined by spaces; None if the grammar has no such line."""

    def read(signs: str) -> Shape | None:
        try:
            tree = parser.parse(signs, start)
        except UnexpectedInput:
            return None
        return Shape(str(tree.data), tuple(_parts(tree, _places(signs))))

    kept = lru_cache(maxsize=KEPT)(read)
    return lambda signs: kept(signs) if len(signs) <= LONGEST_KEPT else read(signs)


def _places(signs: str) -> dict[int, int]:
    """Where each word begins, to its number."""
    places, at = {}, 0
    for number, sign in enumerate(signs.split(" ")):
        places[at] = number
        at += len(sign) + 1
    return places


def _parts(tree: Tree[Token], places: dict[int, int]) -> Iterator[Part]:
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _parts(child, places)
        else:
            yield Part(str(tree.data), child.type, places[child.start_pos or 0])
