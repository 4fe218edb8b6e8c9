"""What is drawn over the map for one unit: where it can go this turn, with the points it takes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.scene import Disc, Label, Paint, Path, Shape
from engine.offmap.layout import RADIUS, Sketch, gate
from engine.offmap.state import Unit
from engine.offmap.unit_cards import raids, steps
from engine.offmap.view import View

WIDER = 6.0
"""How much a ring is larger than the place within."""


def reach_of(view: View, sketch: Sketch, unit: Unit) -> Iterator[Shape]:
    """A ring around each place, and an arrow into each area."""
    places = steps(view, unit)
    for place in places:
        yield Disc(sketch.spots[place], RADIUS + WIDER, Paint.REACH)
    areas = raids(view, unit)
    for area in areas:
        spot = sketch.spots[unit.at]
        yield Path((spot, gate(sketch.boxes[area], spot)), Paint.REACH, arrow=True)
    for place, cost in places.items():
        x, y = sketch.spots[place]
        yield Label((x + RADIUS, y - RADIUS), f"{cost}", Paint.OWN, size=14)
    for area, cost in areas.items():
        x, y = gate(sketch.boxes[area], sketch.spots[unit.at])
        yield Label((x - 12, y - 10), f"{cost}", Paint.OWN, size=14)
