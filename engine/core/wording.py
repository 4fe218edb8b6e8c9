"""Words that every ruleset's sheets are built of."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Problem, Severity
from engine.core.sheet import Mark, Span, Words


def problem_words(problem: Problem) -> Span:
    """A problem as a warning; a remark only says how something was understood."""
    remark = problem.severity is Severity.REMARK
    return Span(problem.text, Mark.PLAIN if remark else Mark.WARNING)


def joined(parts: Sequence[Words], between: str) -> tuple[str | Span, ...]:
    """Pieces of text with something between them."""
    words: list[str | Span] = []
    for place, part in enumerate(parts):
        pieces = part if isinstance(part, tuple) else (part,)
        words.extend((between, *pieces) if place else pieces)
    return tuple(words)


def in_a_row(parts: Sequence[Words]) -> tuple[str | Span, ...]:
    """Pieces of text as an enumeration."""
    last = sentence(" and ", parts[-1]) if parts[1:] else sentence(*parts)
    return sentence(joined(parts[:-1], ", "), last)


def sentence(*parts: Words) -> tuple[str | Span, ...]:
    """Pieces of text one after the other."""
    return joined(parts, "")


def number(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    >>> number(1, "ship"), number(2, "ship"), number(0, "ship")
    ('1 ship', '2 ships', 'no ships')
    """
    noun = one if count == 1 else many or f"{one}s"
    return f"{count or 'no'} {noun}"


SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(count: int) -> str:
    """A count in a word, where it is small.

    >>> spelled(2), spelled(11)
    ('two', '11')
    """
    return SPELLED[count] if count < len(SPELLED) else f"{count}"


def enumeration(words: Sequence[str], last: str = "and") -> str:
    """Names in a row.

    >>> enumeration(["Agnes", "Pearl", "Coral"]), enumeration(["Agnes", "Pearl"], "or")
    ('Agnes, Pearl and Coral', 'Agnes or Pearl')
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
