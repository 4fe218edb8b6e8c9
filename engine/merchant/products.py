"""The thirteen products (MER-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MODULES = "ABCEGHRTUY"
CONSUMABLES = "123"
CODES = CONSUMABLES + MODULES

FUEL, AMMO, TORPEDO = "1", "2", "3"
FUEL_UNIT, AMMO_UNIT, TORPEDO_UNIT = 2000, 50, 10
"""Km, shells and torpedoes in a unit (MER-3.1)."""


class Product(NamedTuple):
    """A thing that is made, stored, carried and used."""

    code: str
    name: str
    #: What one of them does, for a player.
    does: str

    @property
    def module(self) -> bool:
        return self.code in MODULES


PRODUCTS: Mapping[str, Product] = {
    product.code: product
    for product in (
        Product("1", "Fuel", "2000 km of sailing"),
        Product("2", "Ammo", "50 shells"),
        Product("3", "Torpedo", "10 torpedoes"),
        Product("A", "Armour", "turns shells away, not torpedoes"),
        Product("B", "Buoyancy", "lets her survive a rupture"),
        Product("C", "Control", "2 km of gun range"),
        Product("E", "Engine", "2 km/h and room for half a unit of fuel"),
        Product("G", "Gun", "5 shells a segment and room for a unit of ammo"),
        Product("H", "Hold", "room for a unit of cargo"),
        Product("R", "Radar", "sees 100 km, names at 70 km, reads structures at 50 km"),
        Product("T", "Tube", "3 torpedoes a segment at 4 km and room for a unit of torpedoes"),
        Product("U", "Uboat", "shrinks the ranges at which she is seen"),
        Product("Y", "Shipyard", "five of them can build and rebuild ships"),
    )
}
"""By code, in the order in which they are always listed."""
