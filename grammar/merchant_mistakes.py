"""Slips in orders of Merchant Raider: what is wrong, what would work."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.core.ruleset import Problem
from engine.core.wording import enumeration, number
from engine.merchant.products import MODULES, PRODUCTS
from engine.merchant.state import LARGEST, SMALLEST
from grammar import mistakes
from grammar.mistakes import Slip

EXAMPLE_STRUCTURE = "2A2B4E4G5C3R"
LONGEST_ALLIANCE = 24
LONGEST_PLAYER = 40

_EXAMPLES = {
    "carry": "carry 11 Engine from ISLAND to ISLAND",
    "unload": "unload at ISLAND",
    "disband": "disband at ISLAND",
    "sail": "sail to ISLAND",
    "tow": "tow SHIP to ISLAND",
    "build": f"build Newname with {EXAMPLE_STRUCTURE}",
    "built": f"build Newname with {EXAMPLE_STRUCTURE}",
    "rebuild": f"rebuild SHIP with {EXAMPLE_STRUCTURE}",
}

# Ships and places.


def no_such_ship(name: str) -> Slip:
    """The one answer for ships of others and ships that never were (MER-H128)."""
    return Slip("no-such-ship", f"You have no ship called {name}.", "MER-H128")


def not_known(name: str, near: Sequence[str]) -> Problem:
    """Said of every name that he has not heard of, whether it exists or not (MER-19.4)."""
    ask = f" Did you mean {enumeration(near, 'or')}?" if near else ""
    text = f"{name} is not a name known to you: it is taken for a ship.{ask}"
    return replace(mistakes.remark("unknown-name", text, "MER-H69"), arguments={"name": name})


def no_name(text: str) -> Slip:
    said = f"{text} is no island, no grid point, and nothing that a ship can be called."
    return Slip("bad-location", said, "MER-12.6")


def bad_point(text: str) -> Slip:
    said = f"{text} is no grid point: four digits east and four digits north, such as 4567E5678N."
    return Slip("bad-grid-point", said, "MER-1.1")


def contact_label(text: str) -> Slip:
    said = f"{text} only counts contacts on your sheet. Write a ship's name or a grid point."
    return Slip("contact-label", said, "MER-H133")


def a_point(text: str, verb: str) -> Slip:
    return Slip("not-a-ship", f"{text} is a grid point; only ships can be {verb}.", "MER-12")


def not_an_island(text: str) -> Slip:
    return Slip("no-such-island", f"{text} is no island, and here only islands will do.", "MER-12")


def an_island(name: str, verb: str) -> Slip:
    return Slip("not-a-ship", f"{name} is an island; only ships can be {verb}.", "MER-12")


# Missions.


def no_mission(ships: Sequence[str]) -> Slip:
    """MER-L6.7, line 33."""
    many = "are" if len(ships) > 1 else "is"
    text = (
        f"It does not say what {enumeration(ships)} {many} to do. "
        f"Write for example: {', '.join(ships)} {_EXAMPLES['sail']}"
    )
    return Slip("missing-mission", text, "MER-L6.5")


def only_an_option(suggestion: str) -> Slip:
    """What to do on meeting an enemy is no mission; the two usual intentions (MER-13.1)."""
    text = (
        "That says what to do on meeting an enemy, and not what the mission is. "
        f"Write for example: {suggestion}"
    )
    return Slip("missing-mission", text, "MER-13.1", suggestion)


def breaks_off(ship: str, verb: str) -> Slip:
    text = f"The order breaks off. A whole one is, for example: {ship} {_EXAMPLES[verb]}"
    return Slip("unfinished", text, "MER-12")


def elsewhere(ship: str, place: str) -> Slip:
    text = f"{ship} is not at {place}, so she cannot stay there."
    return Slip("contradiction", text, "MER-12.8", f"{ship} sail to {place}")


def one_build_each(ships: Sequence[str]) -> Slip:
    text = f"{enumeration(ships)} cannot build one ship together. Give each her own line."
    return Slip("contradiction", text, "MER-12.2")


# Cargo.


def no_such_product(text: str) -> Slip:
    names = enumeration([f"{code} {product.name}" for code, product in PRODUCTS.items()], "or")
    return Slip("no-such-product", f"{text} is no product. Write {names}.", "MER-3.1")


def amount_missing(suggestion: str) -> Slip:
    text = f"It does not say how many units. Write a number, or all: {suggestion}"
    return Slip("missing-amount", text, "MER-12.3", suggestion)


def product_missing(suggestion: str) -> Slip:
    text = f"It does not say units of what. Write for example: {suggestion}"
    return Slip("missing-product", text, "MER-12.3")


def too_many(text: str) -> Slip:
    said = f"{mistakes.shortened(text, 12)} is too large a number of units. For all write all."
    return Slip("bad-amount", said, "MER-12.3")


# Structures.


def bad_structure(text: str, why: str) -> Slip:
    said = (
        f"{text} is not a structure: {why}. Modules are {' '.join(MODULES)}, "
        f"with numbers before them as in {EXAMPLE_STRUCTURE}."
    )
    return Slip("bad-structure", said, "MER-L6.4")


def wrong_size(text: str, count: int) -> Slip:
    """MER-6.1."""
    side = f"fewer than {SMALLEST}" if count < SMALLEST else f"more than {LARGEST}"
    said = f"{text} has {number(count, 'module')}, {side}: a ship has {SMALLEST} to {LARGEST}."
    return Slip("bad-structure", said, "MER-L6.4")


def comma_missing(suggestion: str) -> Slip:
    text = f"After a structure, what to do on meeting an enemy needs its comma: {suggestion}"
    return Slip("bad-structure", text, "MER-L6.4", suggestion)


def swapped(suggestion: str) -> Slip:
    text = f"The name comes first, then the structure: {suggestion}"
    return Slip("bad-name", text, "MER-12.2", suggestion)


# Sign-up and dice.


def reserved(name: str) -> Slip:
    text = f"{name} is a word of the order language and cannot be a name."
    return Slip("name-reserved", text, "MER-H72")


def no_such_dice(text: str) -> Slip:
    said = f"Dice are normal or magic, and not {text}. Write: dice: normal, or: dice: magic"
    return Slip("no-such-dice", said, "MER-10")


def no_such_slot(number: str, kind: str, most: int) -> Slip:
    text = f"Of the {kind} there are {most}, numbered 1 to {most}; there is no number {number}."
    return Slip("no-such-slot", text, "MER-18.2")


def which_slot(kind: str, name: str, count: int) -> Slip:
    text = (
        f"You start with {count} {kind}s. Say which of them {name} is, such as: {kind} 1: {name} "
        f"— or name all of them: {kind}s: {name}, …"
    )
    return Slip("missing-slot", text, "MER-18.2")


def given_structure(name: str) -> Slip:
    text = (
        f"{name} is a cargo ship or a shipyard, and those are all built alike: give her a name "
        f"alone. Structures are for ships 7 and 8, such as: ship 7: {name} {EXAMPLE_STRUCTURE}"
    )
    return Slip("given-structure", text, "MER-18.2")


def structure_missing(name: str) -> Slip:
    text = f"A special needs modules too, for example: ship 7: {name} {EXAMPLE_STRUCTURE}"
    return Slip("missing-structure", text, "MER-18.2")


def wild_at_sign_up(text: str) -> Slip:
    said = f"{text} leaves modules to chance; a ship to start with needs every module named."
    return Slip("bad-structure", said, "MER-18.2")


def bad_alliance(name: str, why: str) -> Slip:
    text = f"An alliance cannot be called {mistakes.shortened(name, 30)}: {why}."
    return Slip("bad-name", text, "MER-18.1")


def not_begun() -> Slip:
    text = (
        "The game has not begun, so no ship can be ordered yet. At sign-up write what your ships "
        "are called, for example: cargo ships: Argo, Rusty, Samson, Tub"
    )
    return Slip("not-begun", text, "MER-18.1")


def sign_up_is_over() -> Slip:
    text = "The game has begun: names, allies and home islands are chosen."
    return Slip("sign-up-is-over", text, "MER-18.1")


# Lines that are no orders.

_POINT = r"(\d{1,4} *n[ ,/]*\d{1,4} *e|\d{3,4} *[,/ ] *\d{3,4})"
_COUNTED = (
    r"(carry|haul|transport|fetch|c) +((one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|some|half)|-\d+|\d+[.,]\d+)"
)

_USUAL: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(rf"\b{_COUNTED}\b", re.IGNORECASE | re.ASCII),
        "Units are a whole number in figures, or all: SHIP carry 3 Engine from ISLAND to ISLAND",
    ),
    (
        re.compile(rf"\b{_POINT}\b", re.IGNORECASE | re.ASCII),
        "A grid point is written with its letters, east first: 4567E5678N.",
    ),
    (
        re.compile(r"^(if|unless|when|after|before|until)\b", re.IGNORECASE),
        "Orders cannot depend on what others do. For enemies that she meets end with an option.",
    ),
    (
        re.compile(r"^(attack|fire|shoot|board|capture|sink|fight|torpedo)", re.IGNORECASE),
        "Ships fire at enemies in range unasked. To seek one out: SHIP sail to ENEMY, attack",
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
        re.compile(r"\balliance with\b", re.IGNORECASE),
        "To say whom you want for your ally write at sign-up: ally: NAME",
    ),
    (
        re.compile(r"^(repeat|same|as last|again)\b", re.IGNORECASE),
        "A ship without a new order continues her mission; to say so write: SHIP continue",
    ),
    (
        re.compile(r"\bthen\b", re.IGNORECASE),
        "A ship has one mission a turn; only sail takes two locations: SHIP sail to A then B",
    ),
)


def hint(line: str) -> str:
    """What helps after a usual slip; empty if it is none of those."""
    return next((hint for slip, hint in _USUAL if slip.search(line)), "")
