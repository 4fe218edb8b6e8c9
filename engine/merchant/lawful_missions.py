"""What no ship can be about; orders are checked when they come, corrections and files here."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.core.plane import parse_grid
from engine.merchant.names import is_name, name_problem
from engine.merchant.orders import Build, Carry, Disband, Mission, Rebuild, Sail, Tow
from engine.merchant.products import PRODUCTS
from engine.merchant.sea import legs
from engine.merchant.structures import structure_problem


def mission_slips(mission: Mission, ship: str, leg: int, islands: Collection[str]) -> Iterator[str]:
    """Everything wrong with a mission; ships that it names may be gone, or never have been."""
    lands = {island.casefold() for island in islands}
    if mission.ship != ship:
        yield f"mission.ship: {mission.ship}, and she is {ship}"
    if mission.engagement is not None:
        yield "mission.engagement: the option stands beside the mission, as engagement"
    if leg > legs(mission):
        yield f"leg: {leg}, and her mission has {legs(mission)}"
    yield from (f"mission: {slip}" for slip in _named(mission, ship, lands))
    if isinstance(mission, Build | Rebuild):
        yield from _structure(mission.structure)


def _structure(text: str) -> Iterator[str]:
    if problem := structure_problem(text, wildcards=True):
        yield f"mission.structure: {problem[1].rstrip('.')}"


def _named(mission: Mission, ship: str, lands: Collection[str]) -> Iterator[str]:
    match mission:
        case Sail():
            if not 1 <= len(mission.to) <= 2:
                yield f"to: {len(mission.to)} places, not one or two"
            yield from (slip for place in mission.to for slip in _place(place, ship, lands))
        case Carry():
            yield from _island(mission.source, lands)
            yield from _island(mission.destination, lands)
            if mission.units is not None and mission.units < 0:
                yield f"units: {mission.units} is below 0"
            if mission.units != 0 and mission.product not in PRODUCTS:
                yield f"there is no product {mission.product}"
        case Disband():
            yield from _island(mission.at, lands)
        case Tow():
            yield from _ship(mission.target, ship, lands)
            yield from _place(mission.to, ship, lands)
        case Rebuild():
            yield from _ship(mission.target, ship, lands)
        case Build() if problem := name_problem(mission.name, lands):
            yield problem.text.rstrip(".")


def _island(name: str, lands: Collection[str]) -> Iterator[str]:
    if name.casefold() not in lands:
        yield f"there is no island {name}"


def _place(name: str, ship: str, lands: Collection[str]) -> Iterator[str]:
    """An island, a grid point, or another ship (MER-12.6)."""
    if name.casefold() not in lands and parse_grid(name) is None:
        yield from _ship(name, ship, lands)


def _ship(name: str, ship: str, lands: Collection[str]) -> Iterator[str]:
    if not is_name(name) or name.casefold() in lands:
        yield f"{name} is no ship"
    elif name.casefold() == ship.casefold():
        yield f"{name} is herself"
