"""Where own ships sailed in the week, from last sheet, log and present place (MER-19.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core.plane import Point
from engine.core.ruleset import Event
from engine.core.sheet import Sheet
from engine.merchant.events import (
    Arrived,
    BrokeOff,
    Capture,
    DroppedTow,
    Met,
    RanDry,
    Sinking,
    TookTow,
)
from engine.merchant.orders import ShipName
from engine.merchant.view import View


class Mark(NamedTuple):
    """A point that a ship passed, and when if it was the end of a leg or of her voyage."""

    point: Point
    segment: int | None = None


class Track(NamedTuple):
    ship: ShipName
    marks: tuple[Mark, ...]


def tracks(view: View, events: Sequence[Event], past: Sequence[Sheet]) -> tuple[Track, ...]:
    """One for each own ship that moved, lost ones included, by name."""
    marks: dict[ShipName, list[Mark]] = {
        name: [Mark(point)] for name, point in _before(past).items()
    }
    for event in events:
        for ship, mark in _passed(view, event):
            marks.setdefault(ship, []).append(mark)
    for own in view.ships.values():
        if own.name in marks:
            marks[own.name].append(Mark(own.point))
    return tuple(
        Track(ship, tuple(passed))
        for ship, passed in sorted(marks.items())
        if len({mark.point for mark in passed}) > 1
    )


def _before(past: Sequence[Sheet]) -> Mapping[ShipName, Point]:
    """Where the reader's ships were on his last sheet."""
    ships = past[-1].facts.get("ships") if past else None
    if not isinstance(ships, Mapping):
        return {}
    return {
        ShipName(name): Point(row["e"], row["n"])
        for name, row in ships.items()
        if isinstance(row, Mapping)
        and isinstance(row["e"], int | float)
        and isinstance(row["n"], int | float)
    }


def _passed(view: View, event: Event) -> Iterator[tuple[ShipName, Mark]]:
    match event:
        case Met() | BrokeOff():
            yield event.ship, Mark(Point(event.east, event.north))
        case Arrived() | RanDry():
            yield event.ship, _mark(event)
        case TookTow() | DroppedTow():
            if event.owner == view.role:
                yield event.ship, _mark(event)
            if event.towed_owner == view.role:
                yield event.towed, _mark(event)
        case Sinking() if event.owner == view.role:
            yield event.ship, _mark(event)
        case Capture():
            yield event.ship, _mark(event)
        case _:
            pass


def _mark(
    event: Arrived | RanDry | TookTow | DroppedTow | Sinking | Capture,
) -> Mark:
    return Mark(Point(event.east, event.north), event.segment)
