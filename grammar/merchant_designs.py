"""The eight ships to start with, as they are named and designed at sign-up (MER-18.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.merchant.orders import Design, Order
from engine.merchant.state import FLEET, STARTERS
from grammar import merchant_mistakes
from grammar.lexicon import Lexicon, Word
from grammar.lines import Reading
from grammar.merchant_structures import canonical, is_structure, plainly
from grammar.merchant_words import new_name
from grammar.shapes import Part, Shape

#: Word for a kind of ship to its first slot, how many there are, and what one is called.
_KINDS = {
    "CARGO": (1, 4, "cargo ship"),
    "YARD": (5, 2, "shipyard"),
    "SPECIAL": (7, 2, "special"),
}
_WORDS = frozenset({"WORD", "MIXED", "NUMBER", "PLACE", "XMARK"})


class NotAnOrder(Exception):
    """The line reads, but means something else: `Tom Smith` is no design of a ship."""


def designed(shape: Shape, line: Sequence[Word], lexicon: Lexicon) -> Reading[Order]:
    """One ship with her slot, or several of a kind. Raises `Slip` or `NotAnOrder`."""
    hulls = [part.kind for part in shape.parts if part.kind in ("HULL", *_KINDS)]
    rest = [part for part in shape.parts if part.kind not in ("HULL", *_KINDS)]
    number = line[rest[0].place].text if rest and rest[0].kind == "NUMBER" and hulls else ""
    signs = list(_groups(rest[1:] if number else rest, line, lexicon))
    if not signs:
        return Reading(unfinished=True)
    plain = not hulls and not any(part.kind in ("EQUALS", "WITH") for part in rest)
    if not hulls and (len(signs) > 1 or (plain and not plainly("".join(signs[0][1:])))):
        raise NotAnOrder
    slots = _slots(hulls, number, signs)
    return Reading(
        tuple(_design(words, slot, lexicon) for slot, words in zip(slots, signs, strict=True))
    )


def _groups(parts: Sequence[Part], line: Sequence[Word], lexicon: Lexicon) -> Iterator[list[str]]:
    """The words between commas; a structure after a comma belongs to the name before it.

    Raises `Slip` if a word that says nothing in this language stands where a name should.
    """
    groups: list[list[str]] = [[]]
    said = {part.place for part in parts}
    for part in parts:
        if part.kind in ("COMMA", "AND"):
            if not groups[-1] and part.place and part.place - 1 not in said:
                new_name(line[part.place - 1].text, lexicon)
            groups.append([])
        elif part.kind in _WORDS:
            groups[-1].append(line[part.place].text)
    filled = [group for group in groups if group]
    if len(filled) == 2 and len(filled[0]) == 1 and plainly("".join(filled[1])):
        filled = [filled[0] + filled[1]]
    yield from filled


def _slots(hulls: Sequence[str], number: str, signs: Sequence[list[str]]) -> Sequence[int]:
    """Which of the eight these are; 0 where the game finds a place. Raises `Slip`."""
    kind = next((hull for hull in hulls if hull in _KINDS), "")
    first, most, called = _KINDS[kind] if kind else (1, FLEET, "ship")
    if number:
        if not 1 <= int(number[:4]) <= most or len(signs) > 1:
            raise merchant_mistakes.no_such_slot(number, f"{called}s", most)
        return [first + int(number[:4]) - 1]
    if kind in ("CARGO", "YARD"):
        if len(signs) == 1:
            raise merchant_mistakes.which_slot(called, signs[0][0], most)
        if len(signs) > most:
            raise merchant_mistakes.no_such_slot(str(len(signs)), f"{called}s", most)
        return range(first, first + len(signs))
    return [0] * len(signs)


def _design(words: Sequence[str], slot: int, lexicon: Lexicon) -> Design:
    """Raises `Slip` if a special has no structure, or another ship has one."""
    name, structure = words[0], "".join(words[1:])
    if structure and slot and slot <= len(STARTERS):
        raise merchant_mistakes.given_structure(name)
    if not structure and slot > len(STARTERS):
        raise merchant_mistakes.structure_missing(name)
    if "?" in structure and is_structure(structure):
        raise merchant_mistakes.wild_at_sign_up(structure)
    checked = new_name(name, lexicon)
    return Design(checked, canonical(structure) if structure else "", slot)
