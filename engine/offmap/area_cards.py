"""What a side knows of an area or a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.history import MOST, spells
from engine.core.sheet import Block, Items, Paragraph, Row, below
from engine.core.wording import enumeration, number, sentence
from engine.offmap.casualties import losses_words
from engine.offmap.geography import costs, distance
from engine.offmap.past import Past, told_of, units_at
from engine.offmap.rosters import stacks
from engine.offmap.standing import plans_words
from engine.offmap.state import SURVEY, Area, Place
from engine.offmap.view import View
from engine.offmap.wording import side_words


def area(view: View, known: Area, past: Past) -> Iterator[Block]:
    """Whose it is, what is in it, plans of its owner, raids so far."""
    yield Paragraph(sentence("Owner: ", side_words(view, known.side), f". {_survey(view, known)}"))
    if view.options.zones == "seven":
        found = [f"{sub}" for sub in sorted(known.found)]
        yield Paragraph(f"Sub-areas found: {enumeration(found) if found else 'none'}.")
    if known.raids:
        counts = ", ".join(f"{_target(name)} {count}" for name, count in known.raids.items())
        yield Paragraph(f"Raids by target: {counts}.")
    if plans := tuple(plans_words(known.plans)):
        yield Paragraph("Your plans for it:")
        yield Items(plans)
    yield from _there(view, known.id)
    yield from below("Raids so far", ("Turn", "Target", "What came of it"), _raids(known, past))
    yield from below("So far", ("Turn", "Survey points", *SIDES), _area_past(view, known, past))


def place(view: View, known: Place, past: Past) -> Iterator[Block]:
    """Whom it supplies, the ways from it, who is there and was."""
    supplied = [view.sides[side].name for side in known.supply]
    yield Paragraph(f"Supplies {enumeration(supplied) if supplied else 'nobody'}.")
    yield from _there(view, known.id)
    yield from below("Ways", ("To", "Points"), _ways(view, known), "lr")
    rows = spells((turn, _counts(view, units)) for turn, units in units_at(past, known.id))
    yield from below("Units so far", ("Turn", *SIDES), rows, "lrr")


SIDES = ("Yours", "Theirs")
"""Columns of counts of units."""


def _survey(view: View, known: Area) -> str:
    """Where intelligence is poor the other side's are not known (OFF-3.7)."""
    if known.side != view.role and view.options.intel == "fixed":
        return "Survey points are not known."
    return f"{number(known.survey_points, 'survey point')}.".capitalize()


def _target(name: str) -> str:
    return "survey points" if name == SURVEY else name


def _there(view: View, where: str) -> Iterator[Block]:
    for mine, heading in ((True, "Your units"), (False, "Their units")):
        units = [
            unit
            for unit in view.units.values()
            if unit.at == where and (unit.side == view.role) is mine
        ]
        yield from below(heading, ("Class", "Units", "Power"), stacks(view, units), "llr")


def _ways(view: View, known: Place) -> Iterator[Row]:
    """By the cheapest paths, areas first."""
    for name, there in view.areas.items():
        if (way := distance(view.places, known.id, name)) is not None:
            yield Row((there.name, f"{way}"))
    reached = costs(view.places, known.id)
    for to, cost in sorted(reached.items(), key=lambda step: (step[1], step[0])):
        if to != known.id:
            yield Row((to, f"{cost}"))


def _counts(view: View, units: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    own = sum(unit.get("side") == view.role for unit in units)
    return f"{own}", f"{len(units) - own}"


def _area_past(view: View, known: Area, past: Past) -> tuple[Row, ...]:
    areas = dict(told_of(past, "areas", known.id))
    hidden = known.side != view.role and view.options.intel == "fixed"
    return spells(
        (
            turn,
            (
                "" if hidden else f"{areas.get(turn, {}).get('survey_points', 0)}",
                *_counts(view, units),
            ),
        )
        for turn, units in units_at(past, known.id)
    )


def _raids(known: Area, past: Past) -> Iterator[Row]:
    """Target and outcome of each raid, as far as they were told, the newest first."""
    told: dict[int, list[Mapping[str, Any]]] = {}
    for turn, event in past.events:
        if event.get("area") == known.id:
            told.setdefault(turn, []).append(event)
    rows = [
        Row((f"{turn}", _aim(events), _outcome(events)))
        for turn, events in told.items()
        if any(event.get("kind") == "raid" for event in events)
    ]
    yield from rows[::-1][:MOST]


def _aim(events: Sequence[Mapping[str, Any]]) -> str:
    """A secret objective is told with the result."""
    aims = [event["objective"] for event in events if event.get("objective")]
    subs = [f"sub-area {event['sub']}" for event in events if event.get("kind") == "search"]
    return _target(aims[-1]) if aims else subs[-1] if subs else "not told"


def _outcome(events: Sequence[Mapping[str, Any]]) -> str:
    said = []
    for event in events:
        match event.get("kind"):
            case "objective":
                said.append("Reached." if event["reached"] else "Not reached.")
            case "no-battle":
                said.append("No battle.")
            case "result":
                said.append(_losses(event).removeprefix("Result: "))
    return " ".join(f"{words[:1].upper()}{words[1:]}" for words in said) or "Under way."


def _losses(result: Mapping[str, Any]) -> str:
    crippled, destroyed = tuple(result["crippled"]), tuple(result["destroyed"])
    return losses_words(crippled, destroyed, tuple(result["devastated"]), result["survey_lost"])
