"""What is drawn over the chart for one ship: how far she gets, and where she is going."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from engine.core import scene as shapes
from engine.core.plane import Point
from engine.core.scene import Disc, Label, Paint, Path, Shape
from engine.merchant.chart import WIDE, Chart
from engine.merchant.enemies import Sighting
from engine.merchant.fit import fit
from engine.merchant.scene import SHIP, SMALL
from engine.merchant.state import SEGMENTS
from engine.merchant.view import OwnShip, View
from engine.merchant.voyage import at_rest, goals, spot, supplied, week_km
from engine.merchant.wording import km

ROUND = (2, 6, 0, 4, 1, 3, 5, 7)
"""Eighths of a circle where its figure may stand, the best first: above, below, beside."""

EDGE = 30.0
"""Scene units from the edge of the chart that a figure keeps."""

NAMES_WIDE, NAMES_HIGH = 160.0, 30.0
"""From an island, where its name may be below a figure."""

SEEN = 6
"""Places that are drawn of an enemy."""

ABOVE = 6.0
"""From a sign or a line to the letters above it."""


def range_of(sea: Chart, view: View, ship: OwnShip) -> Iterator[Shape]:
    """How far she gets this week and with her fuel, and the way of her mission."""
    fuel = supplied(view, ship)
    week = week_km(ship, fuel)
    yield from _ring(sea, view, ship.point, week, f"week {km(week)}")
    if fuel > week:
        yield from _ring(sea, view, ship.point, fuel, f"fuel {km(fuel)}")
    yield from _way(sea, view, ship)


def week_of(sea: Chart, view: View, point: Point, structure: str) -> Iterator[Shape]:
    """How far another's ship gets in a week, if her fuel lasts."""
    far = fit(structure).step * SEGMENTS
    yield from _ring(sea, view, point, far, f"week {km(far)}")


def seen_at(sea: Chart, sightings: Sequence[Sighting]) -> Iterator[Shape]:
    """Where an enemy was seen at the ends of turns, the newest first."""
    spots: dict[shapes.Point, int] = {}
    for one in sightings:
        spots.setdefault(sea.at(one.point), one.turn)
    last = list(spots.items())[:SEEN]
    if len(last) > 1:
        yield Path(tuple(spot for spot, _ in reversed(last)), Paint.ENEMY, arrow=True, dashed=True)
    yield from (Disc(spot, SHIP, Paint.ENEMY) for spot, _ in last)
    for (x, y), turn in last:
        yield Label((x, y - SHIP - ABOVE), f"turn {turn}", Paint.ENEMY, SMALL)


def _ring(sea: Chart, view: View, point: Point, far: float, words: str) -> Iterator[Shape]:
    """A circle with its figure; nothing for who does not move."""
    if not far:
        return
    at, radius = sea.at(point), round(far * sea.scale, 2)
    yield Disc(at, radius, Paint.REACH)
    islands = [sea.at(island.point) for island in view.islands.values()]
    x, y = _figure_place(sea, at, radius, islands)
    yield Label((x, y - ABOVE), words, Paint.OWN, SMALL)


def _figure_place(
    sea: Chart, at: shapes.Point, radius: float, islands: Sequence[shapes.Point]
) -> shapes.Point:
    """On the circle where the chart shows it, if it can be where no island has its name.

    Beside the ship where the chart shows nothing of the circle.
    """
    shown = []
    for eighth in ROUND:
        x = at[0] + radius * cos(pi * eighth / 4)
        y = at[1] - radius * sin(pi * eighth / 4)
        if 3 * EDGE < x < WIDE - 3 * EDGE and EDGE < y < sea.high - EDGE:
            shown.append((round(x, 2), round(y, 2)))
    clear = (spot for spot in shown if not any(_on_name(spot, island) for island in islands))
    return next(clear, shown[0] if shown else (at[0], at[1] - SHIP))


def _on_name(spot: shapes.Point, island: shapes.Point) -> bool:
    """Names stand on any side of their islands."""
    return abs(spot[0] - island[0]) < NAMES_WIDE and abs(spot[1] - island[1]) < NAMES_HIGH


def _way(sea: Chart, view: View, ship: OwnShip) -> Iterator[Path]:
    """The legs still to be sailed, as far as the reader can place their goals."""
    if at_rest(ship) is not None:
        return
    points = [ship.point]
    for location in goals(ship.mission)[ship.leg :]:
        there = spot(view, location)
        if there is None:
            break
        points.append(there)
    if len(set(points)) > 1:
        yield Path(tuple(sea.at(point) for point in points), Paint.TRACK, arrow=True, dashed=True)
