"""What happened in a stage, told to one side in sentences; raids are told in `outcome`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Event, Problem
from engine.core.sheet import Words
from engine.core.wording import enumeration, number, problem_words, sentence
from engine.offmap.casualties import losses_words
from engine.offmap.events import (
    Committed,
    Correction,
    Home,
    Income,
    Launched,
    Moved,
    NoBattle,
    NoRaid,
    Result,
    Shifted,
    Voided,
)
from engine.offmap.view import View
from engine.offmap.wording import ship_list, side_words


def news(view: View, events: Sequence[Event], problems: Sequence[Problem]) -> Iterator[Words]:
    """One sentence an event that the reader heard, then what became of his orders."""
    yield from _moves(events)
    for event in events:
        if told := _sentence(view, event):
            yield told
    yield from map(problem_words, problems)


def _moves(events: Sequence[Event]) -> Iterator[Words]:
    """Ships that went the same way together."""
    ways: dict[tuple[str, str, int], list[str]] = {}
    for event in events:
        if isinstance(event, Moved):
            ways.setdefault((event.from_, event.to, event.points), []).append(event.unit)
    for (start, end, points), units in ways.items():
        each = number(points, "point")
        yield f"{enumeration(units)} moved from {start} to {end}, {each} each."


def _sentence(view: View, event: Event) -> Words:
    """Empty for what the raid itself is told with."""
    match event:
        case Launched():
            return _launched(view, event)
        case Voided():
            return (
                f"The raid into {event.area} found things not as you thought and is void: "
                f"{_void(event)}. Its {event.cost} EP are spent; it counts as no raid."
            )
        case NoRaid():
            return sentence(side_words(view, event.side), " launched no raid.")
        case NoBattle():
            return f"Nobody met the raid into {event.area}."
        case Committed():
            ships = ship_list(view, event.units)
            return f"The {event.force} force has joined the battle in {event.area}: {ships}."
        case Result():
            told = losses_words(
                event.crippled, event.destroyed, event.devastated, event.survey_lost
            )
            return f"Battle in {event.area}. {told}"
        case Home():
            return sentence(
                side_words(view, event.side),
                f": {enumeration(event.units)} went from {event.area} to {event.to}.",
            )
        case Shifted():
            return (
                f"{event.unit} is now in the {event.to} zone."
                if event.to in ("near", "far", "survey")
                else f"{event.unit} came back onto the map at {event.to}."
            )
        case Income():
            return f"Income: {event.ep} EP, so that you have {event.total}."
        case Correction():
            return f"The Gamesmaster has corrected the position: {event.why}."
        case _:
            return ""


VOID = {
    "E-OBJ-AREA": "nothing of that name is in the area",
    "E-OBJ-SR": "a survey ship cannot be the objective",
    "E-OBJ-FAR": "the objective is in the far zone, where no raid can reach it",
}
"""What voids a raid when it is launched, by the codes of why_not (OFF-3.9)."""


def _void(event: Voided) -> str:
    return enumeration([VOID[code] for code in event.codes])


def _launched(view: View, event: Launched) -> Words:
    """The raider is told what it cost as well."""
    if event.side != view.role:
        raid = f" has launched a raid into {event.area} from {event.place}."
        return sentence(side_words(view, event.side), raid)
    point = " and a command point" if event.command_point else ""
    limit = f" of {event.limit}" if view.options.size_rule == "limited" else ""
    return (
        f"Your raid into {event.area} is on its way: {number(len(event.force), 'ship')}, "
        f"{event.counted}{limit} counted; {event.cost} EP{point} paid."
    )
