"""Slips in orders of off-map raids: what is wrong, what would work (OFF-3.9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.core.ruleset import Problem, Severity
from engine.core.wording import enumeration
from grammar import mistakes
from grammar.mistakes import Slip

RULE = "OFF-3.9"


def _slip(code: str, what: str, text: str, suggestion: str = "") -> Slip:
    slip = Slip(code, text, RULE, suggestion)
    slip.problem = replace(slip.problem, arguments={"what": what})
    return slip


def _warning(code: str, what: str, text: str) -> Problem:
    return Problem(code, text, Severity.WARNED, rule=RULE, arguments={"what": what})


# Names.


def no_unit(name: str, near: Sequence[str]) -> Problem:
    """The one answer for units that he cannot know and units that never were."""
    ask = f" Do you mean {enumeration(near, 'or')}?" if near else ""
    return _warning("E-UNIT", name, f"There is no unit called {name}; it is left out.{ask}")


def named_twice(name: str) -> Problem:
    return _warning("W-DUP", name, f"{name} is named twice and counts once.")


def nobody_left(what: str) -> Slip:
    """Of the units named none is one that he may know."""
    return _slip("E-EMPTY", what, f"No unit is left that could {what}.")


def no_area(name: str, near: Sequence[str]) -> Slip:
    ask = f" Do you mean {enumeration(near, 'or')}?" if near else " Take its name from your sheet."
    return _slip("E-AREA", name, f"There is no area called {name}.{ask}")


def area_missing() -> Slip:
    text = "It does not say which area is raided. Write for example: raid AREA from PLACE with all"
    return _slip("E-AREA", "raid", text)


def no_place(name: str, near: Sequence[str]) -> Slip:
    ask = f" Do you mean {enumeration(near, 'or')}?" if near else " Take its name from your sheet."
    return _slip("E-PLACE", name, f"There is no place called {name}.{ask}")


def no_objective(name: str) -> Slip:
    text = f"{name} is no name that a unit could have. Name a unit, base or planet, or survey."
    return _slip("E-OBJ", name, text)


def one_at_a_time(word: str, among: Sequence[str]) -> Slip:
    return _slip("E-UNIT", word, f"For {word} name one unit, not {enumeration(among)}.")


# What an order lacks.


def units_missing(verb: str) -> Slip:
    text = f"It does not say which units are meant. Name them, such as: {_EXAMPLES[verb]}"
    return _slip("E-EMPTY", verb, text)


def ships_missing() -> Slip:
    text = "It does not say with which ships. Add for example: with Anvil, Bellows — or: with all"
    return _slip("E-EMPTY", "raid", text)


def rest_missing(verb: str, suggestion: str = "") -> Slip:
    text = f"The order breaks off. A whole one is, for example: {_EXAMPLES[verb]}"
    return _slip("unfinished", verb, text, suggestion)


def group_not_possible(verb: str, word: str) -> Slip:
    text = f"For {verb} the units are named one by one; {word} is not possible."
    return _slip("E-UNIT", word, text)


def all_and_names(verb: str, word: str, names: Sequence[str]) -> Slip:
    """Who is meant besides all of them cannot be guessed."""
    text = f"Write {word} alone, or name the units one by one: {word} and {enumeration(names)}?"
    return _slip("E-UNIT", verb, text)


_EXAMPLES = {
    "raid": "raid AREA from PLACE with all objective NAME",
    "move": "move SHIP, SHIP to PLACE",
    "shift": "shift UNIT to far",
    "react": "react SHIP, SHIP",
    "near": "near weakest",
    "guard": "guard TARGET with SHIP, SHIP",
    "shelter": "shelter UNIT at BASE",
    "assign": "assign UNIT, UNIT to area 2",
    "excuse": "excuse SHIP",
    "report": "report crippled SHIP, or: report none",
    "commit": "commit near",
    "retrograde": "retrograde SHIP to PLACE",
}


# Numbers.


def fight_rounds(said: str) -> Slip:
    text = f"A quick battle has 1 to 3 rounds, not {said}. Write for example: fight 2"
    return _slip("E-FIGHT", said, text)


def no_such_area(number: int) -> Slip:
    text = f"There is no sub-area {number}: they are numbered 1 to 6."
    return _slip("E-SUB-UNKNOWN", str(number), text)


def one_number(word: str) -> Slip:
    return _slip("bad-number", word, f"After {word} comes one number.")


def number_too_large(said: str) -> Slip:
    return _slip("bad-number", said, f"{mistakes.shortened(said, 12)} is too large a number.")


# Remarks.


def read_as(word: str, name: str) -> Problem:
    return mistakes.remark("corrected", f"I read “{word}” as {name}.", "OFF-3.8")


def said_twice(word: str) -> Problem:
    text = f"“{word}” stands there twice; the last one counts."
    return mistakes.remark("replaced", text, "OFF-3.8")


# Lines that are no orders.

_USUAL: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"^(from|with|flagship|objective|target|using|fight|area|avoid|search)\b", re.IGNORECASE
        ),
        "Such a line goes on with a raid, and there is none above it.",
    ),
    (
        re.compile(r"^(if|unless|when|after|before|until)\b", re.IGNORECASE),
        "Orders cannot depend on what others do: write what shall be done in any case.",
    ),
    (
        re.compile(r"^(attack|invade|assault|hit|launch)\b", re.IGNORECASE),
        "To go into an area write: raid AREA from PLACE with SHIPS objective NAME",
    ),
    (
        re.compile(r"^(no|don't|do not|never)\b", re.IGNORECASE),
        "To do nothing write pass. To take orders back write cancel, or cancel and a verb or name.",
    ),
    (
        re.compile(r"^(cancel|clear|forget)\b", re.IGNORECASE),
        "After cancel comes nothing, a unit, an area, or the word that the order begins with.",
    ),
    (
        re.compile(r"^(say|tell|announce|message|proclaim|press|public|to)\b", re.IGNORECASE),
        "To write to the other side begin the line with public: or to NAME: and a colon.",
    ),
    (
        re.compile(r"^(repeat|same|as last|again)\b", re.IGNORECASE),
        "Orders of the last turn are not repeated: write them again.",
    ),
)


def hint(line: str) -> str:
    """What helps after a usual slip; empty if it is none of those."""
    return next((hint for slip, hint in _USUAL if slip.search(line)), "")


def ignored(line: str, verb: str, suggestion: str) -> Problem:
    """A line that is not understood and does nothing (W-IGNORED)."""
    example = f"A whole order is, for example: {_EXAMPLES[verb]}" if verb in _EXAMPLES else ""
    problem = mistakes.not_understood(line, hint(line) or example, suggestion)
    return replace(problem, code="W-IGNORED", severity=Severity.WARNED, rule=RULE)
