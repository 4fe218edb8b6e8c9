"""What became of each own order: what the ships did, and what could not be done (FEAT-T8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.core.ruleset import Event, Problem
from engine.core.sheet import Block, Items, Mark, Paragraph, Span, Words
from engine.core.structure import shorten
from engine.core.wording import joined, problem_words, sentence
from engine.raider.events import Capture, Disband, Launch, Moved, Production, Refit, Sinking, Visit
from engine.raider.modules import stock
from engine.raider.state import IslandName, ShipName
from engine.raider.view import View
from engine.raider.wording import island_words, ship_words

Phrase: TypeAlias = "tuple[str | Span, ...]"


def deeds(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """One item a ship that was the reader's when the turn began or did something for him."""
    done = _done(view, events)
    if done:
        yield Items(tuple(_item(ship, phrases) for ship, phrases in sorted(done.items())))
    else:
        yield Paragraph("You had no ships to order.")


def findings(view: View, events: Sequence[Event], problems: Sequence[Problem]) -> Iterator[Block]:
    """New islands, what the own island made, and what could not be done as ordered."""
    visits = [event for event in events if isinstance(event, Visit)]
    if visits:
        places: list[Phrase] = [(island_words(view, visit.island),) for visit in visits]
        yield Paragraph(sentence("Visited for the first time: ", joined(places, ", "), "."))
    for event in events:
        if isinstance(event, Production):
            made = f" made {stock(event.modules)}."
            yield Paragraph(sentence("Your island ", island_words(view, event.island), made))
    if problems:
        yield Items(tuple(map(problem_words, problems)))


def _item(ship: ShipName, phrases: Sequence[Phrase]) -> Words:
    return sentence(Span(ship, Mark.OWN), " ", joined(phrases, ", "), ".")


def _done(view: View, events: Sequence[Event]) -> dict[ShipName, list[Phrase]]:
    done: dict[ShipName, list[Phrase]] = {}
    where: dict[ShipName, IslandName] = {ship.name: ship.island for ship in view.own_ships}
    for event in events:
        for ship, phrase in _phrases(view, event):
            done.setdefault(ship, []).append(phrase)
            where[ship] = getattr(event, "island", where.get(ship, IslandName("")))
    new = _new(view, events)
    for ship in where:
        if ship not in done and ship not in new:
            done[ship] = []
    sailed = {event.ship for event in events if isinstance(event, Moved)}
    for ship in done.keys() - sailed:
        done[ship].insert(0, sentence("stayed at ", island_words(view, where[ship])))
    return done


def _new(view: View, events: Sequence[Event]) -> set[ShipName]:
    """Ships that are the reader's since this turn."""
    launched = {event.ship for event in events if isinstance(event, Launch)}
    taken = {e.ship for e in events if isinstance(e, Capture) and e.to == view.role}
    return launched | taken


def _phrases(view: View, event: Event) -> Iterator[tuple[ShipName, Phrase]]:
    """What an event says of own ships, those that did it and those that suffered it."""
    me = view.role
    match event:
        case Moved():
            places = (island_words(view, event.from_), " to ", island_words(view, event.island))
            yield event.ship, ("sailed from ", *places)
        case Sinking() if event.by_owner == me:
            yield event.by, sentence("sank ", ship_words(view, event.ship, event.owner))
        case Sinking() if event.owner == me:
            yield event.ship, sentence("was sunk by ", ship_words(view, event.by, event.by_owner))
        case Capture() if event.to == me:
            yield event.by, sentence("took ", ship_words(view, event.ship, event.from_))
        case Capture() if event.from_ == me:
            yield event.ship, sentence("was taken by ", ship_words(view, event.by, event.to))
        case Disband():
            yield event.ship, ("was broken up for the stores",)
        case Refit():
            yield event.ship, (_refit(event),)
        case Launch():
            yield event.by, (_launch(event),)
        case _:
            pass


def _refit(event: Refit) -> str:
    if event.before == event.structure:
        return f"was rebuilt as she was, {shorten(event.structure)}"
    return f"was refitted from {shorten(event.before)} to {shorten(event.structure)}"


def _launch(event: Launch) -> str:
    renamed = f" (the name {event.asked} was taken)" if event.asked != event.ship else ""
    return f"launched {event.ship}{renamed}, {shorten(event.structure)}"
