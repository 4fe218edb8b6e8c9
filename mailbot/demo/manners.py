"""How people write an order: rewritten without knowing the rules, kept if it reads the same.

A manner gets a line in the order language and a test; what it returns always passes the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from engine.core.ruleset import Vocabulary
from grammar.reading import AnyGrammar

Same: TypeAlias = "Callable[[str], bool]"
"""Does this line still say the same?"""

Manner: TypeAlias = "Callable[[str, Same], str]"


def canonical(line: str, same: Same) -> str:  # noqa: ARG001 - a manner like the others
    """As a form has it."""
    return line


def terse(line: str, same: Same) -> str:
    """Without every word that is not needed: `Phoenix Pearl`."""
    words = line.split(" ")
    for place in range(len(words) - 1, 0, -1):
        fewer = words[:place] + words[place + 1 :]
        if same(" ".join(fewer)):
            words = fewer
    return " ".join(words)


def chatty(line: str, same: Same) -> str:
    """With a kind word: `Phoenix to Pearl, please`."""
    return _first([f"{line}, please", f"{line} please"], same) or line


def arrows(line: str, same: Same) -> str:
    """`Phoenix -> Pearl`."""
    return _first([line.replace(" to ", " -> ", 1)], same) or line


def shortened(line: str, same: Same) -> str:
    """With names cut short where they stay clear: `Phoe to Pear`."""
    words = line.split(" ")
    for place, word in enumerate(words):
        short = [*words[:place], word[:4], *words[place + 1 :]]
        if word.isalpha() and len(word) > len(word[:4]) and same(" ".join(short)):
            words = short
    return " ".join(words)


def by_thumb(line: str, same: Same) -> str:
    """As a phone leaves it: small letters after a capital, a full stop."""
    small = line.lower()
    thumbed = small[:1].upper() + small[1:]
    return _first([f"{thumbed}.", thumbed], same) or line


def loud(line: str, same: Same) -> str:
    """`PHOENIX TO PEARL`."""
    return _first([line.upper()], same) or line


def reads_as(order: Any, grammar: AnyGrammar, words: Vocabulary) -> Same:
    """The test of a manner: the line gives this order, and nothing has to be said about it."""

    def same(line: str) -> bool:
        parsed = grammar.parse(line, words)
        spoken = (*parsed.problems, *(one for each in parsed.lines for one in each.problems))
        others = parsed.commands or parsed.press or parsed.seed or parsed.turn
        return parsed.orders == (order,) and not (spoken or others)

    return same


def written(
    manner: Manner, orders: Iterable[Any], grammar: AnyGrammar, words: Vocabulary
) -> tuple[str, ...]:
    """These orders, line by line, in this manner."""
    return tuple(manner(grammar.write(one), reads_as(one, grammar, words)) for one in orders)


def _first(candidates: Iterable[str], same: Same) -> str | None:
    return next(filter(same, candidates), None)
