"""What everybody hears, and what the reader found out (MER-19.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Event, Problem
from engine.core.sheet import Block, Items, Mark, Paragraph, Span, Words
from engine.core.wording import enumeration, joined, problem_words, sentence
from engine.merchant.events import Correction, DiceChosen, Production, Sinking, Victory
from engine.merchant.view import View
from engine.merchant.wording import player_words, product_name, ship_words


def news(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """Ships sunk, the end of the game, corrections by the Gamesmaster."""
    told = [words for event in events for words in _public(view, event)]
    if told:
        yield Items(tuple(told))
    else:
        yield Paragraph("No ship is known to have been sunk.")


def findings(events: Sequence[Event], problems: Sequence[Problem]) -> Iterator[Block]:
    """Own dice, and what could not be done as ordered."""
    for event in events:
        if isinstance(event, DiceChosen):
            yield Paragraph(f"From the next turn on your dice are {event.dice}.")
    if problems:
        yield Items(tuple(map(problem_words, problems)))


def production(events: Sequence[Event]) -> Iterator[Block]:
    """What the factories made where ships of the alliance lie."""
    made = [event for event in events if isinstance(event, Production)]
    if made:
        yield Items(tuple(f"{event.island} made {_products(event)}." for event in made))


def _products(event: Production) -> str:
    there = sorted(event.products.items())
    return enumeration([f"{count} {product_name(code)}" for code, count in there]) or "nothing"


def _public(view: View, event: Event) -> Iterator[Words]:
    match event:
        case Sinking():
            victim = ship_words(view, event.ship, event.owner)
            mine = " by " if event.by_owner == view.role else ""
            sinker = ship_words(view, event.by, event.by_owner) if mine else ""
            yield sentence(victim, " was sunk", mine, sinker, ".")
        case Victory():
            winners = joined([player_words(view, winner) for winner in event.winners], ", ")
            yield sentence("The game is over. Most points: ", winners, ".")
        case Correction():
            why = f" ({event.why})" if event.why else ""
            yield Span(f"The Gamesmaster has corrected the position{why}.", Mark.WARNING)
        case _:
            pass
