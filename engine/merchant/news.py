"""What everybody hears, and what the reader found out (MER-19.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.ruleset import Event, Problem
from engine.core.sheet import Block, Items, Mark, Paragraph, Span, Words
from engine.core.wording import enumeration, in_a_row, joined, problem_words, sentence, spelled
from engine.merchant.events import Correction, DiceChosen, Production, Sinking, Victory
from engine.merchant.view import View
from engine.merchant.wording import UNTOLD, player_mark, player_words, product_name, ship_words


def news(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """Ships sunk, first how many and then whose; the end of the game, the GM's corrections."""
    told = tuple(words for event in events for words in _public(view, event))
    sunk = [event for event in events if isinstance(event, Sinking)]
    if told:
        yield Items(told)
    if not sunk and not told:
        yield Paragraph("No ship is known to have been sunk.")
    elif len(sunk) == 1:
        yield Paragraph(_sunk(view, sunk[0]))
    elif sunk:
        heard = "" if view.options.public_sinkings else ", as far as you have heard"
        yield Paragraph(f"{spelled(len(sunk)).capitalize()} ships were sunk{heard}.")
        yield Items(tuple(_losses(view, sunk)))


def _losses(view: View, sunk: Sequence[Sinking]) -> Iterator[Words]:
    """Whose ships they were, who lost most first."""
    known = [event for event in sunk if event.ship and event.owner != UNTOLD]
    lost = Counter(event.owner for event in known)
    for owner, _ in sorted(lost.items(), key=lambda pair: (-pair[1], pair[0])):
        mark = player_mark(view, owner)
        own = Mark.OWN if mark is Mark.OWN else Mark.PLAIN
        ships = [
            sentence(Span(event.ship, own), _by(view, event, " (to ", ")"))
            for event in known
            if event.owner == owner
        ]
        who = "You" if mark is Mark.OWN else owner
        yield sentence(Span(who, mark), " lost ", in_a_row(ships), ".")
    yield from (_sunk(view, event) for event in sunk if event not in known)


def _sunk(view: View, event: Sinking) -> Words:
    return sentence(
        ship_words(view, event.ship, event.owner), " was sunk", _by(view, event, " by "), "."
    )


def _by(view: View, event: Sinking, before: str, after: str = "") -> Words:
    """The reader's own ship that sank her; of others' it is not told (MER-19.2)."""
    if event.by_owner != view.role:
        return ""
    return sentence(before, ship_words(view, event.by, event.by_owner), after)


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
        case Victory():
            winners = joined([player_words(view, winner) for winner in event.winners], ", ")
            yield sentence("The game is over. Most points: ", winners, ".")
        case Correction():
            why = f" ({event.why})" if event.why else ""
            yield Span(f"The Gamesmaster has corrected the position{why}.", Mark.WARNING)
        case _:
            pass
