"""Names and places as marked words, as one reader sees them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Problem, Role, Severity
from engine.core.sheet import Mark, Span, Words
from engine.raider.hearing import UNTOLD
from engine.raider.state import IslandName, ShipName
from engine.raider.view import View


def player_mark(view: View, player: Role) -> Mark:
    """Own, ally or enemy, with the overlords in force from now on (RAID-V22)."""
    if player == view.role:
        return Mark.OWN
    if player not in view.standings:
        return Mark.PLAIN
    return Mark.ALLY if view.ally(player) else Mark.ENEMY


def player_words(view: View, player: Role) -> Span:
    return Span("you" if player == view.role else player, player_mark(view, player))


def island_words(view: View, island: IslandName) -> Span:
    """An island's name, starred where the reader has launch rights (RAID-R156)."""
    return Span(island, Mark.STARRED if view.may_launch(island) else Mark.PLAIN)


def ship_words(view: View, ship: ShipName, owner: Role) -> tuple[Span, ...]:
    """`Phoenix (Bob)`, `Eden (you)`; the name alone where he is not told whose she is."""
    if owner == UNTOLD:
        return (Span(ship),)
    mine = Mark.OWN if owner == view.role else Mark.PLAIN
    return (Span(ship, mine), Span(" ("), player_words(view, owner), Span(")"))


def problem_words(problem: Problem) -> Span:
    """A problem as a warning; a remark only says how something was understood."""
    remark = problem.severity is Severity.REMARK
    return Span(problem.text, Mark.PLAIN if remark else Mark.WARNING)


def joined(parts: Sequence[tuple[str | Span, ...]], between: str) -> tuple[str | Span, ...]:
    """Pieces of text with something between them."""
    words: list[str | Span] = []
    for number, part in enumerate(parts):
        words.extend((between, *part) if number else part)
    return tuple(words)


def sentence(*parts: Words) -> tuple[str | Span, ...]:
    """Pieces of text one after the other."""
    words: list[str | Span] = []
    for part in parts:
        words.extend(part if isinstance(part, tuple) else (part,))
    return tuple(words)


def number(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    >>> number(1, "ship"), number(2, "ship"), number(0, "ship")
    ('1 ship', '2 ships', 'no ships')
    """
    noun = one if count == 1 else many or f"{one}s"
    return f"{count or 'no'} {noun}"


def enumeration(words: Sequence[str]) -> str:
    """Names in a row.

    >>> enumeration(["Agnes", "Pearl", "Coral"])
    'Agnes, Pearl and Coral'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else list(words))
