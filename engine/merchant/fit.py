"""What a ship can do, from the sound modules of her structure (MER-3.1, MER-6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.merchant.products import AMMO_UNIT, TORPEDO_UNIT
from engine.merchant.state import SMALLEST

KM_AN_ENGINE = 1000
"""Fuel capacity (MER-6.3)."""

TORPEDO_RANGE = 4.0
YARD = 5
"""Shipyard modules that it takes to build (MER-3.1)."""

SHADOW_KM = 40.0

_CELL = re.compile(r"([A-Z])(\+?)")


@dataclass(frozen=True, slots=True)
class Fit:
    """Counts of sound modules, and what follows from them."""

    sound: int
    ruptures: int
    armour: int
    buoyancy: int
    control: int
    engines: int
    guns: int
    holds: int
    radars: int
    tubes: int
    uboats: int
    shipyards: int
    #: Km a segment, alone.
    step: float
    #: Km, shells and torpedoes that she has room for.
    fuel_room: float
    ammo_room: int
    torpedo_room: int
    #: Km, if she has shells.
    gun_range: float

    @property
    def kmh(self) -> int:
        return 2 * self.engines

    @property
    def sunk(self) -> bool:
        """More ruptures than sound buoyancy, or too few sound modules (MER-7.3)."""
        return self.ruptures > self.buoyancy or self.sound < SMALLEST

    @property
    def can_build(self) -> bool:
        return self.shipyards >= YARD

    def guns_reach(self, ammo: int) -> float:
        """Km that her guns reach; 0 if they are not effective (MER-9.1)."""
        return self.gun_range if self.guns and ammo else 0.0

    def tubes_reach(self, torpedoes: int) -> float:
        """Km that her torpedoes reach; 0 if they are not effective (MER-9.1)."""
        return TORPEDO_RANGE if self.tubes and torpedoes else 0.0

    def reach(self, ammo: int, torpedoes: int) -> float:
        """The greatest effective range in km; 0 for an unarmed ship."""
        return max(self.guns_reach(ammo), self.tubes_reach(torpedoes))

    def standoff(self, ammo: int, torpedoes: int) -> float:
        """How near an attacker goes; unarmed she shadows (MER-13.3, MER-H112)."""
        reach = self.reach(ammo, torpedoes)
        return reach - 1.0 if reach else SHADOW_KM


@lru_cache(maxsize=4096)
def fit(structure: str) -> Fit:
    """What a structure such as `AAB+BEEEE…` is good for (MER-6.4)."""
    sound = "".join(letter for letter, broken in _CELL.findall(structure) if not broken)
    count = sound.count
    return Fit(
        sound=len(sound),
        ruptures=structure.count("+"),
        armour=count("A"),
        buoyancy=count("B"),
        control=count("C"),
        engines=count("E"),
        guns=count("G"),
        holds=count("H"),
        radars=count("R"),
        tubes=count("T"),
        uboats=count("U"),
        shipyards=count("Y"),
        step=count("E") / 6,
        fuel_room=float(KM_AN_ENGINE * count("E")),
        ammo_room=AMMO_UNIT * count("G"),
        torpedo_room=TORPEDO_UNIT * count("T"),
        gun_range=2.0 * count("C"),
    )


def cells(structure: str) -> list[str]:
    """The places of a structure from the first on: `["A", "B+", "B"]`."""
    return [letter + broken for letter, broken in _CELL.findall(structure)]


def sound_modules(structure: str) -> str:
    """The structure when the ruptured modules have gone overboard (MER-7.4).

    >>> sound_modules("AAB+BE")
    'AABE'
    """
    return "".join(letter for letter, broken in _CELL.findall(structure) if not broken)
