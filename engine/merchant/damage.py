"""Hits, ruptures and sinkings (MER-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.core.dice import shuffled
from engine.merchant.events import Hit, Sinking, Weapon
from engine.merchant.fit import KM_AN_ENGINE
from engine.merchant.products import AMMO_UNIT, TORPEDO_UNIT
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import LARGEST, Level, Sunk
from engine.merchant.towing import forget


class Shot(NamedTuple):
    """A shell or torpedo that struck."""

    by: Hull
    target: Hull
    weapon: Weapon
    #: Which of the salvo, from 1.
    number: int
    #: How well the target's side knew the shooter, and the shooter's the target.
    level: Level
    known: Level


def suffer(sea: Sea, shots: Sequence[Shot]) -> None:
    """Hits one by one in random order (MER-H55); at a ship already gone they are spent."""
    if not shots:
        return
    for shot in shuffled(sea.dice, shots, sea.purpose(f"hits/{sea.clock}")):
        if shot.target.afloat:
            _strike(sea, shot)


def _strike(sea: Sea, shot: Shot) -> None:
    hull, by = shot.target, shot.by
    words = f"hit/{sea.clock}/{by.name}/{shot.weapon} {shot.number}"
    place = sea.dice.below(LARGEST, words)
    module = ""
    lost = 0.0
    sea.fix(hull)
    if place < len(hull.cells) and not hull.cells[place].endswith("+"):
        module = hull.cells[place]
        lost = rupture(hull, place)
        _after(sea, hull, module)
    names = (hull.name, hull.owner, by.name, by.owner, shot.weapon)
    sea.tell(Hit(sea.clock, *names, place + 1, module, lost, shot.level, shot.known))
    if hull.fit.sunk:
        sink(sea, shot)


def rupture(hull: Hull, place: int) -> float:
    """A module is gone, and what goes with it at once (MER-7.2, MER-H35); how much that is."""
    module = hull.cells[place]
    hull.cells[place] = module + "+"
    hull.refit()
    before: float
    if module == "E":
        before, hull.fuel = hull.fuel, max(0.0, hull.fuel - KM_AN_ENGINE)
        return before - hull.fuel
    if module == "G":
        before, hull.ammo = hull.ammo, max(0, hull.ammo - AMMO_UNIT)
        return before - hull.ammo
    if module == "T":
        before, hull.torpedoes = hull.torpedoes, max(0, hull.torpedoes - TORPEDO_UNIT)
        return before - hull.torpedoes
    if module == "H" and hull.cargo is not None:
        units = hull.cargo.units - 1
        hull.cargo = msgspec.structs.replace(hull.cargo, units=units) if units > 0 else None
        return 1.0
    return 0.0


def _after(sea: Sea, hull: Hull, module: str) -> None:
    """What the loss of a module changes at once (MER-H40)."""
    if module == "E" and hull.course is not None:
        sea.arm(hull)
    if module in ("R", "U"):
        sea.alarm = True
    sea.check_thirst(hull)


def sink(sea: Sea, shot: Shot) -> None:
    """The firer of the fatal hit has the kill (MER-H06)."""
    hull, by = shot.target, shot.by
    by.kills += 1
    sea.sunk[by.owner] += 1
    sea.losses.append(Sunk(hull.name, hull.owner, sea.before.turn))
    names = (hull.name, hull.owner, by.name, by.owner)
    place = (hull.east, hull.north)
    sea.tell(Sinking(sea.clock, *names, *place, shot.level, shot.known))
    sea.strike(hull)
    forget(sea, hull, "sunk")
