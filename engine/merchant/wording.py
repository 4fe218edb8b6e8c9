"""Names, places, times and amounts as marked words, as one reader sees them."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from engine.core.plane import Point, grid
from engine.core.ruleset import Role
from engine.core.sheet import Mark, Span
from engine.merchant.orders import (
    Build,
    Carry,
    Disband,
    IslandName,
    Mission,
    Rebuild,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.products import CODES, CONSUMABLES, FUEL_UNIT, PRODUCTS
from engine.merchant.state import Cargo, Level
from engine.merchant.view import View

UNTOLD = Role("")
"""Stands for a player whom the hearer is not told of."""

NAMELESS = ShipName("")
"""Stands for a ship whose name the hearer is not told."""

MINUTES = 5
"""In a segment (MER-1.3)."""

DAY = 24 * 60
"""Minutes in a day."""

SLACK = 1e-9


def player_mark(view: View, player: Role) -> Mark:
    if player == view.role:
        return Mark.OWN
    return Mark.ALLY if player == view.ally else Mark.ENEMY


def player_words(view: View, player: Role) -> Span:
    return Span("you" if player == view.role else player, player_mark(view, player))


def ship_words(view: View, ship: ShipName, owner: Role) -> tuple[Span, ...]:
    """`Argo` if she is the reader's, `Prinz (Paul)`, or `an unknown enemy` (MER-19.2)."""
    if not ship:
        return (Span("an unknown enemy", Mark.ENEMY),)
    if owner == view.role:
        return (Span(ship, Mark.OWN),)
    if owner == UNTOLD:
        return (Span(ship),)
    return (Span(ship), Span(" ("), player_words(view, owner), Span(")"))


def place_words(point: Point, island: IslandName | None) -> str:
    """The island where she lies; at sea a grid point."""
    return f"at {island}" if island else grid(point)


def time_words(segment: int) -> str:
    """When a segment ends; the last of a day ends it at 24:00 (MER-1.3).

    >>> time_words(0), time_words(175), time_words(288), time_words(2016)
    ('day 1 00:00', 'day 1 14:35', 'day 1 24:00', 'day 7 24:00')
    """
    days, minutes = divmod(segment * MINUTES, DAY)
    if days and not minutes:
        return f"day {days} 24:00"
    return f"day {days + 1} {minutes // 60:02d}:{minutes % 60:02d}"


def km(distance: float) -> str:
    """A distance in whole km, or in tenths where that is more than half of it.

    >>> km(1204.4), km(0.3)
    ('1204 km', '0.3 km')
    """
    return f"{distance:.1f} km" if 0 < distance < 1 else f"{floor(distance + 0.5)} km"


def units(amount: float) -> str:
    """Units with at most two decimals.

    >>> units(4.0), units(1.328)
    ('4', '1.33')
    """
    return f"{amount:.2f}".rstrip("0").rstrip(".")


def fuel_words(fuel: float) -> str:
    """Units of fuel and the km that they last (MER-3.1)."""
    if not fuel:
        return "none"
    return f"{units(fuel / FUEL_UNIT)} ({km(fuel)})"


def product_name(code: str) -> str:
    """As people say it; orders are written with the product's own name (MER-H23)."""
    if code not in PRODUCTS:
        return code
    return "U-boat" if code == "U" else PRODUCTS[code].name


def cargo_words(cargo: Cargo | None) -> str:
    return f"{cargo.units} {product_name(cargo.product)}" if cargo else ""


def stores_words(stores: Mapping[str, float]) -> str:
    """Stores as one would order them.

    >>> stores_words({"1": 4.2, "3": 1.0, "A": 2.0, "E": 13.0})
    '4.2 Fuel, 1 Torpedo, 2A 13E'
    """
    there = [(code, units(stores.get(code, 0.0))) for code in CODES]
    held = [(code, amount) for code, amount in there if stores.get(code, 0.0) > SLACK]
    used_up = [f"{amount} {product_name(code)}" for code, amount in held if code in CONSUMABLES]
    modules = " ".join(f"{amount}{code}" for code, amount in held if code not in CONSUMABLES)
    return ", ".join(filter(None, (*used_up, modules)))


def mission_words(mission: Mission) -> str:
    """A mission in capitals and arrows, without its engagement option."""
    match mission:
        case Build():
            return f"BUILD {mission.name} with {mission.structure}"
        case Carry() if not mission.product:
            return f"UNLOAD at {mission.destination}"
        case Carry():
            count = "all" if mission.units is None else f"{mission.units}"
            what = f"{count} {product_name(mission.product)}"
            return f"CARRY {what} {mission.source} -> {mission.destination}"
        case Disband():
            return f"DISBAND at {mission.at}"
        case Rebuild():
            return f"REBUILD {mission.target} with {mission.structure}"
        case Sail():
            return f"SAIL to {', then '.join(mission.to)}"
        case Tow():
            return f"TOW {mission.target} to {mission.to}"


LEVELS: Mapping[Level, str] = {
    Level.DETECTED: "detected",
    Level.IDENTIFIED: "identified",
    Level.ANALYSED: "analysed",
}
