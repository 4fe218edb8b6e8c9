"""Names and places as marked words, as one reader sees them."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.core.sheet import Mark, Span
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
