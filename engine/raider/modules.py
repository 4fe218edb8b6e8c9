"""The eight types of module, and what each does in one sentence (RAID-1.1, RAID-R59)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

SHOWN = 3
"""Types of module that the map has room for (RAID-10.3)."""


class Module(NamedTuple):
    letter: str
    name: str
    effect: str
    #: Many of them, as an island makes them.
    many: str


TABLE = (
    Module("A", "armour", "Turns away two shells a turn; no use against torpedoes.", "armour"),
    Module("B", "buoyancy", "Keeps her afloat with one rupture.", "buoyancy"),
    Module(
        "E", "engine", "Two engines make one hex of reach, an odd one counts as two.", "engines"
    ),
    Module("G", "gun", "Fires one shell a turn, before all torpedoes.", "guns"),
    Module("M", "marine", "Boards an enemy with fewer marines and takes her over.", "marines"),
    Module(
        "P", "priority", "Puts her first: at the guns, the tubes, refits and launches.", "priority"
    ),
    Module("S", "stealth", "Enemies aim at whoever has least of it.", "stealth"),
    Module("T", "tube", "Fires one torpedo a turn, after all guns; armour does not help.", "tubes"),
)

BY_LETTER: Mapping[str, Module] = {module.letter: module for module in TABLE}


def module_name(letter: str) -> str:
    return BY_LETTER[letter].name


def many_modules(letter: str, count: int) -> str:
    """`2 engines`, `armour`."""
    return f"{count} {BY_LETTER[letter].many}" if count > 1 else module_name(letter)


def product(letter: str) -> str:
    """What an island of this speciality makes: `engines`."""
    return BY_LETTER[letter].many


def map_summary(stores: Mapping[str, int]) -> tuple[str, ...]:
    """The three most numerous types, most first, equals by the alphabet (RAID-10.3, RAID-R160).

    >>> map_summary({"T": 1, "G": 5, "A": 5, "E": 9})
    ('E', 'A', 'G')
    """
    held = (letter for letter, number in stores.items() if number)
    return tuple(sorted(held, key=lambda letter: (-stores[letter], letter))[:SHOWN])


def stock(stores: Mapping[str, int]) -> str:
    """Stores in the short way of structures, one group a type.

    >>> stock({"G": 5, "A": 1})
    'A 5G'
    """
    held = sorted((letter, number) for letter, number in stores.items() if number)
    return " ".join(f"{number if number > 1 else ''}{letter}" for letter, number in held)
