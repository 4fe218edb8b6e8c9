"""Slips in orders of Raider: what is wrong, what would work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.wording import enumeration
from grammar.mistakes import Slip

EXAMPLE_STRUCTURE = "3E3G2B"
LONGEST_NAME = 10

_CONFUSED = re.compile(r"[OoIl]")

# Ships and places.


def neither_island_nor_structure(word: str, near: Sequence[str]) -> Slip:
    ask = (
        f" Did you mean {enumeration(near, 'or')}?"
        if near
        else " After the ship comes the island to go to."
    )
    text = f"{word} is neither an island nor a structure.{ask}"
    return Slip("no-such-island", text, "RAID-R46")


def no_ship(command: str) -> Slip:
    text = f"It does not say which ship is to {command}. Begin the line with the ship."
    return Slip("missing-ship", text, "RAID-R61")


def no_destination(ship: str) -> Slip:
    text = f"It does not say where {ship} is to go. Add an island, such as: {ship} to …"
    return Slip("missing-destination", text, "RAID-R61")


def two_destinations(places: Sequence[str]) -> Slip:
    text = f"A ship goes to one island a turn, and here are {enumeration(places)}."
    return Slip("two-destinations", text, "RAID-5.1")


def holds_elsewhere(ship: str, place: str) -> Slip:
    text = f"{ship} is not at {place}, so she cannot stay there."
    return Slip("contradiction", text, "RAID-R61", f"{ship} to {place}")


def nothing_to_do(ships: Sequence[str]) -> Slip:
    text = f"It does not say what {enumeration(ships)} are to do. Add an island to go to."
    return Slip("missing-destination", text, "RAID-R61")


# Structures and names.


def bad_structure(text: str, why: str) -> Slip:
    """Which sign is wrong, and what was perhaps meant (RAID-R57)."""
    said = f"{text} is not a structure: {why}. {_structure_hint(text)}"
    return Slip("bad-structure", said, "RAID-R57")


def _structure_hint(text: str) -> str:
    if "X" in text.upper():
        return "X alone, in place of a structure, breaks the ship up."
    if set(text) & set("+()[]/"):
        return f"Write the modules one after another, such as {EXAMPLE_STRUCTURE}."
    if _CONFUSED.search(text) and any(sign.isdigit() for sign in text):
        return "Perhaps a letter O or l stands where the digit 0 or 1 is meant."
    return f"Modules are A B E G M P S T, with numbers before them as in {EXAMPLE_STRUCTURE}."


def set_apart(going: str, structure: str) -> Slip:
    """Modules with commas or plus signs between them (RAID-R56)."""
    instead = f"{going}, refit as {structure}"
    text = f"A structure is written in one piece, such as {structure}."
    return Slip("bad-structure", text, "RAID-R56", instead)


def structure_missing(command: str, ship: str, name: str = "") -> Slip:
    """A command that builds, without what to build (RAID-R61)."""
    wanted = f"{ship}, {command} {f'{name} ' if name else ''}as {EXAMPLE_STRUCTURE}"
    text = f"To {command}, say which modules, for example: {wanted}"
    return Slip("missing-structure", text, "RAID-R61")


def name_missing(ship: str, structure: str) -> Slip:
    text = (
        f"To launch a ship, give her a name, for example: {ship}, launch Newname as {structure}. "
        f"To rebuild {ship} herself, write: {ship}, refit as {structure}"
    )
    return Slip("missing-name", text, "RAID-R61")


def launch_unsaid(going: str, name: str, structure: str) -> Slip:
    instead = f"{going}, launch {name} as {structure}"
    text = f"To launch {name}, say so: {instead}"
    return Slip("missing-command", text, "RAID-R61", instead)


def name_without_structure(ship: str, place: str, word: str) -> Slip:
    """A third word that is neither a structure nor X (RAID-R53)."""
    text = (
        f"What is {word}? After the island comes a structure or X. To launch a ship called {word} "
        f"there, write: {ship} to {place}, launch {word} as {EXAMPLE_STRUCTURE}"
    )
    return Slip("name-without-structure", text, "RAID-R53", f"{ship} to {place}")


def which_is_which(first: str, second: str) -> Slip:
    """Two words that are both a structure and a name (RAID-R24)."""
    text = (
        f"{first} and {second} can both be a name and a structure. Put “as” before the structure: "
        f"launch {first} as {second}, or launch {second} as {first}."
    )
    return Slip("ambiguous", text, "RAID-R24")


# Command words.


def contradiction(command: str, has: str, would: str, suggestion: str = "") -> Slip:
    """A command word that the rest of the line gainsays (RAID-R61)."""
    text = f"The line says {command}, but has {has}. {would}"
    return Slip("contradiction", text, "RAID-R61", suggestion)


def two_commands(commands: Sequence[str]) -> Slip:
    text = f"A ship does one thing a turn, and here are {enumeration(commands)}."
    return Slip("contradiction", text, "RAID-5.1")


def one_launch_each(ships: Sequence[str]) -> Slip:
    text = f"{enumeration(ships)} cannot launch one ship together. Give each her own line."
    return Slip("contradiction", text, "RAID-5.1")


def words_left(words: Sequence[str]) -> Slip:
    text = f"I do not know what to make of “{' '.join(words)}” in this line."
    return Slip("words-left", text, "RAID-R60")


def bad_name(name: str, why: str, rule: str) -> Slip:
    return Slip("bad-name", f"A ship cannot be called {name}: {why}.", rule)


# Sign-up.


def wild_at_sign_up(text: str) -> Slip:
    """There are no stores yet to draw from (RAID-R6)."""
    said = f"{text} leaves modules to chance; a ship to start with needs every module named."
    return Slip("bad-structure", said, "RAID-R6")


def design_incomplete(name: str) -> Slip:
    text = f"A ship to start with needs a name and modules, for example: {name} {EXAMPLE_STRUCTURE}"
    return Slip("missing-structure", text, "RAID-R7")


def no_such_slot(number: str, most: int) -> Slip:
    text = f"You start with {most} ships, numbered 1 to {most}; there is no ship {number}."
    return Slip("no-such-slot", text, "RAID-3.1")


def not_begun() -> Slip:
    text = (
        "The game has not begun, so no ship can go anywhere yet. At sign-up write a ship's name "
        f"and modules, for example: ship 1: Gull {EXAMPLE_STRUCTURE}"
    )
    return Slip("not-begun", text, "RAID-3.1")


def sign_up_is_over() -> Slip:
    text = "The game has begun: ships are launched by other ships now, and your island is chosen."
    return Slip("sign-up-is-over", text, "RAID-3.5")


# Lines that are no orders.

_USUAL: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"^(if|unless|when|after|before|until)\b", re.IGNORECASE),
        "Orders cannot depend on what others do: write what the ship shall do in any case.",
    ),
    (
        re.compile(r"^(attack|fire|shoot|board|capture|sink|fight|torpedo)", re.IGNORECASE),
        "Ships fight whenever enemies meet, without an order. Send them where he will be.",
    ),
    (
        re.compile(r"^(no|don't|do not|never)\b", re.IGNORECASE),
        "To take an order back, write cancel and the ship.",
    ),
    (
        re.compile(r"^(say|tell|announce|message|proclaim|press|public|to)\b", re.IGNORECASE),
        "To write to other players begin the line with public: or to NAME: and a colon.",
    ),
    (
        re.compile(r"^(repeat|same|as last|again)\b", re.IGNORECASE),
        "Orders of last turn are not repeated: write them again.",
    ),
    (
        re.compile(r"^\W*(all|everyone)\b", re.IGNORECASE),
        "For several ships write, for example: all at ISLAND to ISLAND",
    ),
)


def hint(line: str) -> str:
    """What helps after a usual slip; empty if it is none of those."""
    return next((hint for slip, hint in _USUAL if slip.search(line)), "")
