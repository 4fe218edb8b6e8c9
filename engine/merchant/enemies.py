"""Enemy ships whose names the reader has learnt, with when and where they were seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.history import told_in
from engine.core.plane import Point
from engine.core.ruleset import Role
from engine.core.sheet import Sheet
from engine.merchant.orders import ShipName
from engine.merchant.view import View


@dataclass(frozen=True, slots=True)
class Sighting:
    """A line of a contact report with a name in it."""

    turn: int
    point: Point
    level: str
    owner: Role
    #: Empty where it was not told.
    structure: str


def enemies(view: View, history: Sequence[Sheet]) -> Mapping[ShipName, tuple[Sighting, ...]]:
    """By name, the newest sighting first; without ships that went down or came over since."""
    ours = view.ships.keys() | view.ally_ships.keys()
    seen: dict[ShipName, list[Sighting]] = {}
    for name, sighting in _sightings(history):
        seen.setdefault(name, []).append(sighting)
    gone = {loss.name: loss.turn for loss in view.sunk}
    return {
        name: tuple(sightings)
        for name, sightings in sorted(seen.items())
        if name not in ours and gone.get(name, -1) <= sightings[0].turn
    }


def last_structure(sightings: Sequence[Sighting]) -> Sighting | None:
    """The newest sighting that told her structure."""
    return next((one for one in sightings if one.structure), None)


def _sightings(history: Sequence[Sheet]) -> Iterator[tuple[ShipName, Sighting]]:
    for turn, told in told_in(history, "contacts"):
        if name := told.get("name"):
            yield ShipName(str(name)), _sighting(turn, told)


def _sighting(turn: int, told: Mapping[str, Any]) -> Sighting:
    point = Point(float(told["e"]), float(told["n"]))
    structure = str(told.get("structure") or "")
    return Sighting(turn, point, str(told["level"]), Role(str(told.get("owner", ""))), structure)
