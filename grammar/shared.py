"""How a grammar file is loaded, and which of its words are taken."""

from __future__ import annotations

import re
from functools import cache

from lark import Lark

_KEYWORD = re.compile(r"\(([^()?\\]+)\)\(\?=[^()]*\)")


@cache
def load(file: str, *start: str) -> Lark:
    """The parser of one of the grammar files beside this module."""
    return Lark.open_from_package(
        "grammar",
        file,
        parser="lalr",
        lexer="contextual",
        start=list(start),
        maybe_placeholders=False,
    )


def keywords(parser: Lark) -> frozenset[str]:
    """Every word, in small letters, that means something by itself in this grammar."""
    return frozenset().union(*(spellings(parser, one.name) for one in parser.terminals))


def spellings(parser: Lark, terminal: str) -> frozenset[str]:
    """The words, in small letters, that one terminal stands for; none if it is no keyword."""
    pattern = str(parser.get_terminal(terminal).pattern.value)
    found = _KEYWORD.fullmatch(pattern)
    return frozenset(found[1].split("|")) if found else frozenset()


RESERVED = keywords(load("raider.lark", "turn", "signup")) | keywords(load("commands.lark", "line"))
"""Words of the order languages of all games; no ship or unit may bear one (RAID-R73)."""


def is_reserved(name: str) -> bool:
    return name.casefold() in RESERVED
