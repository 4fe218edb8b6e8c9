"""Names of ships and islands: what may be one, and who gets one that several want (MER-H90)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase

LONGEST_SHIP, LONGEST_ISLAND = 12, 10

_WORDS = """
    address all alliance ally an anchor and apply as at atk att attack av avoid b bld broadcast
    build c cancel carry chase clear confirm construct cont continue d deputy design dice dis
    disband discharge e end eng engage engagement evade everyone ex fetch flee fm for forget from
    gamemaster gamesmaster gm go haul help hold home ig ign ignore in island join launch leave
    letter loc magic max me message mission move mv my myself n named new no none normal of ok okay
    order orders partner proceed proclaim proclamation public pursue r rb ready rebuild referee
    refit report resend resign roe rules run s sail scrap seed sh shad shadow sheet ship ships
    start status stay t the then thence to tow toward towards trail transport tug turn turnsheet
    unit units unload using w wait with x
"""

#: Words of the order language that no ship or island may be called (MER-H72, MER-L6.6).
RESERVED = frozenset(_WORDS.split())


@dataclass(frozen=True, slots=True)
class NameProblem:
    """Why a new ship cannot have a name, whatever ships there are."""

    code: str
    text: str
    rule: str
    #: A name that would do; empty if none is evident.
    instead: str = ""


def is_name(name: str, longest: int = LONGEST_SHIP) -> bool:
    """Is this one word of so many letters (MER-6.1, MER-4.1)?

    >>> is_name("Scuttle"), is_name("Léa"), is_name("Very Long"), is_name("")
    (True, False, False, False)
    """
    return name.isascii() and name.isalpha() and len(name) <= longest


def cleaned(name: str) -> str:
    """The nearest thing that is a name; empty if nothing is left.

    >>> cleaned("Léa 2nd"), cleaned("Bismarck-Tirpitz")
    ('Leand', 'BismarckTirp')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z]", "", plain)[:LONGEST_SHIP]


def name_problem(name: str, islands: Iterable[str]) -> NameProblem | None:
    """Is it no name, a word of the language or an island (MER-6.1, MER-H72)?"""
    if not name:
        return NameProblem("no-name", "The ship needs a name.", "MER-6.1")
    if not is_name(name):
        text = f"{name} cannot be a name: one word of 1 to {LONGEST_SHIP} letters A to Z."
        instead = cleaned(name)
        usable = instead and name_problem(instead, islands) is None
        return NameProblem("bad-name", text, "MER-6.1", instead if usable else "")
    if name.casefold() in RESERVED:
        text = f"{name} is a word of the order language and cannot be a name."
        return NameProblem("name-reserved", text, "MER-H72")
    if name.casefold() in {island.casefold() for island in islands}:
        return NameProblem("name-of-island", f"{name} is the name of an island.", "MER-6.1")
    return None


def next_free(name: str, used: Iterable[str]) -> str:
    """The name itself, or with the next free letter, cut to twelve; `used` is in small letters.

    >>> next_free("Nemesis", {"nemesis"}), next_free("Nemesis", {"nemesis", "nemesisb"})
    ('Nemesisb', 'Nemesisc')
    """
    taken = {*used, *RESERVED}
    if name.casefold() not in taken:
        return name
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase[1:], repeat=length):
            longer = name[: LONGEST_SHIP - length] + "".join(letters)
            if longer.casefold() not in taken:
                return longer
    raise ValueError(f"no name is left that looks like {name}")
