"""Names of ships and islands: what may be one, and who gets one that several want (RAID-B)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import TypeVar

from engine.core.dice import Dice, shuffled

LONGEST_NAME = 10

_WORDS = """
    address all an and apply as at broadcast cancel clear confirm deputy design disband end
    everyone for forget from gamemaster gamesmaster gm help hold home join launch letter me
    message move my myself named none ok okay order orders overlord proclaim proclamation
    public ready referee refit report resend resign rules seed sheet ship ships start status stay
    the to turn turnsheet with x
"""

#: Words of the order language that nothing may be called (RAID-R23, RAID-R73).
RESERVED = frozenset(_WORDS.split())

_SHIP = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*", re.ASCII)

Wish = TypeVar("Wish", bound=Hashable)


def is_name(name: str) -> bool:
    """Is this 1 to 10 letters with single hyphens inside (RAID-R18, RAID-R19)?

    >>> is_name("Chous-rave"), is_name("Léa"), is_name("-x")
    (True, False, False)
    """
    return len(name) <= LONGEST_NAME and _SHIP.fullmatch(name) is not None


def cleaned(name: str) -> str:
    """The nearest thing that is a name; empty if nothing is left.

    >>> cleaned("Léa 2nd"), cleaned("-Very-Long-Name")
    ('Leand', 'Very-Long')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = "-".join(filter(None, re.sub(r"[^A-Za-z-]", "", plain).split("-")))
    return words[:LONGEST_NAME].rstrip("-")


@dataclass(frozen=True, slots=True)
class NameProblem:
    """Why a new ship cannot have a name, whatever ships there are."""

    code: str
    text: str
    rule: str
    #: A name that would do; empty if none is evident.
    instead: str = ""


def name_problem(name: str, islands: Iterable[str]) -> NameProblem | None:
    """Is it no name, a word of the language or an island (RAID-R18 to RAID-R24)?"""
    if not name:
        return NameProblem("no-name", "The ship needs a name.", "RAID-R18")
    if not is_name(name):
        text = f"{name} cannot be a name: 1 to 10 letters A to Z, with single hyphens inside."
        instead = cleaned(name)
        usable = instead and name_problem(instead, islands) is None
        return NameProblem("bad-name", text, "RAID-R19", instead if usable else "")
    if name.casefold() in RESERVED:
        text = f"{name} is a word of the order language and cannot be a name."
        return NameProblem("name-reserved", text, "RAID-R23")
    if name.casefold() in {island.casefold() for island in islands}:
        return NameProblem("name-of-island", f"{name} is the name of an island.", "RAID-R23")
    return None


def settle(asked: Mapping[Wish, str], taken: frozenset[str], dice: Dice) -> dict[Wish, str]:
    """Who gets which name: lots decide, whoever loses gets a letter appended (RAID-R26).

    `taken` is in small letters. The lots of one name depend on nothing but those who want it.
    """
    given: dict[Wish, str] = {}
    losers: list[Wish] = []
    used = set(taken)
    for name, wishes in sorted(_rivals(asked).items()):
        order = lots(wishes, name, dice)
        if name not in used:
            given[order[0]] = asked[order[0]]
            order = order[1:]
        losers.extend(order)
    used.update(name.casefold() for name in given.values())
    for wish in losers:
        given[wish] = next_free(asked[wish], used)
        used.add(given[wish].casefold())
    return given


def winners(asked: Mapping[Wish, str], taken: frozenset[str], dice: Dice) -> frozenset[Wish]:
    """Who gets the very name he wants; for games in which the others fail (RAID-R26)."""
    free = {name: wishes for name, wishes in _rivals(asked).items() if name not in taken}
    return frozenset(lots(wishes, name, dice)[0] for name, wishes in sorted(free.items()))


def lots(wishes: list[Wish], name: str, dice: Dice) -> tuple[Wish, ...]:
    """The order in which those who want one name come to it."""
    return shuffled(dice, wishes, f"name/{name}")


def next_free(name: str, used: set[str]) -> str:
    """The name with the next free letter, cut to ten characters; no word of the language.

    >>> next_free("Eden", {"eden", "edenb"}), next_free("Chous-rave", set())
    ('Edenc', 'Chous-ravb')
    >>> next_free("See", {"seeb", "seec"})
    'Seee'
    """
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase[1:], repeat=length):
            suffix = "".join(letters)
            longer = name[: LONGEST_NAME - length] + suffix
            if longer.casefold() not in used and longer.casefold() not in RESERVED:
                return longer
    raise ValueError(f"no name is left that looks like {name}")


def _rivals(asked: Mapping[Wish, str]) -> dict[str, list[Wish]]:
    """For each name in small letters, those who want it, in a fixed order."""
    rivals: dict[str, list[Wish]] = {}
    for wish in sorted(asked, key=repr):
        rivals.setdefault(asked[wish].casefold(), []).append(wish)
    return rivals
