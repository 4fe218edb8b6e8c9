"""Usual slips, each with the code and the words that it earns: what is wrong, what would work."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Problem, Severity
from engine.core.wording import enumeration


class Slip(Exception):
    """A line that is meant as an order and cannot be one."""

    def __init__(self, code: str, text: str, rule: str = "", suggestion: str = "") -> None:
        super().__init__(text)
        self.problem = Problem(code, text, rule=rule, suggestion=suggestion)


def remark(code: str, text: str, rule: str = "") -> Problem:
    return Problem(code, text, Severity.REMARK, rule=rule)


# Names.


def no_such_ship(name: str) -> Slip:
    """The one answer for ships of others, lost ships, and ships that never were (RAID-R65)."""
    return Slip("no-such-ship", f"You have no ship called {name}.", "RAID-R65")


def none_there(place: str) -> Slip:
    return Slip("nobody-there", f"None of your ships is at {place}.", "RAID-R62")


def no_ships_at_all() -> Slip:
    return Slip("nobody-there", "You have no ships to order.", "RAID-R62")


def no_such_island(name: str, near: Sequence[str]) -> Slip:
    """No island is near, or several are (RAID-R46)."""
    ask = (
        f" Did you mean {enumeration(near, 'or')}?"
        if near
        else " Take its name from the map on your sheet."
    )
    return Slip("no-such-island", f"There is no island called {name}.{ask}", "RAID-R46")


def ambiguous(word: str, among: Sequence[str]) -> Slip:
    text = f"{word} could be {enumeration(among, 'or')}. Please write the name out."
    return Slip("ambiguous", text, "RAID-R62")


def no_such_player(
    name: str, near: Sequence[str], rule: str = "", known: Sequence[str] = ()
) -> Slip:
    """A name that is no player; no rule is about whom one writes to."""
    ask = f" The players are {enumeration(known)}." if known else ""
    ask = f" Did you mean {enumeration(near, 'or')}?" if near else ask
    return Slip("no-such-player", f"There is no player called {name}.{ask}", rule)


# Lines that are no orders.

#: Words that begin sentences and are not meant for ships that somebody believes to have.
NO_NAMES = frozenset(
    [
        "thanks",
        "thank",
        "hello",
        "hi",
        "hey",
        "dear",
        "cheers",
        "sorry",
        "greetings",
        "regards",
        "best",
        "love",
        "he",
        "she",
        "they",
        "we",
        "you",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "what",
        "who",
        "why",
        "how",
        "here",
        "so",
        "if",
        "when",
        "as",
        "but",
        "or",
        "not",
        "no",
        "yes",
        "don't",
        "dont",
        "never",
        "ok",
    ]
)


def not_understood(line: str, hint: str = "", suggestion: str = "") -> Problem:
    """A line that was not read, quoted, with what helps to write it better."""
    if suggestion:
        hint = f"Did you mean: {suggestion}"
    text = f"Not understood: “{shortened(line)}”. {hint or 'Nothing was changed by this line.'}"
    return Problem("not-understood", text, suggestion=suggestion, rule="MAIL-B10")


def quoted(numbers: Sequence[int]) -> Problem:
    text = "Lines that begin with > are taken as quoted and are not read. Write orders without it."
    return _of_lines("quoted", text, Severity.REMARK, numbers, "MAIL-B7")


def shortened(line: str, most: int = 60) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"


# Whole letters.


def replaced(subject: str, by: int) -> Problem:
    """It cites no rule: every game has its own for this, and a letter speaks of its own game."""
    text = f"Line {by} orders {subject} again; that one counts, and this one does not."
    return remark("replaced", text)


def joined(first: int, last: int) -> Problem:
    return remark("joined", f"I read lines {first} to {last} as one.", "MAIL-B10")


def left_out(aside: str) -> Problem:
    return remark("left-out", f"I read the order without {shortened(aside)}.")


def pleasantries(numbers: Sequence[int]) -> Problem:
    lines = enumeration([str(number) for number in numbers])
    text = f"I took line{'s' * (len(numbers) > 1)} {lines} for a greeting and read no order there."
    return _of_lines("greeting", text, Severity.REMARK, numbers, "MAIL-B10")


def orders_in_press(numbers: Sequence[int]) -> Problem:
    lines = enumeration([str(number) for number in numbers])
    text = (
        f"Line{'s' * (len(numbers) > 1)} {lines} of your message would read as an order. It goes "
        "out as part of the message and is not carried out. To order it too, put end before it."
    )
    return _of_lines("orders-in-press", text, Severity.WARNED, numbers, "")


def two_turns(ours: int | None, other: int) -> Problem:
    text = (
        f"This letter is for turn {ours}, and this line for turn {other}. "
        "Please send the orders of another turn in a letter of their own."
    )
    return Problem("two-turns", text)


def too_long(most: int) -> Problem:
    text = f"This line is longer than {most} characters and was not read."
    return Problem("too-long", text, rule="MAIL-B12")


def too_much(what: str) -> Problem:
    return Problem("too-long", f"The letter has {what}; the rest was not read.", rule="MAIL-B12")


def _of_lines(
    code: str, text: str, severity: Severity, numbers: Sequence[int], rule: str
) -> Problem:
    """A problem of several lines: it stands at the first, and its arguments name them all."""
    lines = {"lines": tuple(numbers)}
    return Problem(code, text, severity, line=numbers[0], rule=rule, arguments=lines)
