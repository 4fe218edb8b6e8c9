"""How far it is and when she would be there: only to what is public or the alliance's (MER-H73)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.plane import Point, parse_grid
from engine.merchant.course import NEVER, segments_to
from engine.merchant.fit import fit
from engine.merchant.orders import (
    Carry,
    Disband,
    IslandName,
    Location,
    Mission,
    Sail,
    ShipOrder,
    Tow,
    alike,
    mission_of,
)
from engine.merchant.products import FUEL, FUEL_UNIT
from engine.merchant.state import AT_ISLAND, SEGMENTS
from engine.merchant.view import AllyShip, KnownIsland, OwnShip, View
from engine.merchant.wording import km, time_words


@dataclass(frozen=True, slots=True)
class Stretch:
    """One leg of a voyage as it would be if nothing came between."""

    to: Location
    #: Km to go.
    distance: float
    #: Segments from the start of the turn; None if she never gets there.
    arrives: int | None
    #: Km that her fuel lasts, where that is too little.
    lasts: float | None


Ways: TypeAlias = Mapping[IslandName, Stretch]
"""Voyages of one ship to islands, the nearest first."""


def goals(mission: Mission | None) -> tuple[Location, ...]:
    """Where the legs of a mission lead; none for work in a shipyard."""
    match mission:
        case Sail():
            return mission.to
        case Carry():
            return Location(mission.source), Location(mission.destination)
        case Disband():
            return (Location(mission.at),)
        case Tow():
            return Location(mission.target), mission.to
        case _:
            return ()


def at_rest(ship: OwnShip) -> Location | None:
    """Where she stays because her mission is done; None if it is not, or if she has none."""
    ends = goals(ship.mission)
    return ends[-1] if ends and ship.leg >= len(ends) else None


def leg_of(view: View, ship: OwnShip, order: ShipOrder) -> int:
    """The same mission given again goes on where it was, unless it is done (MER-H74)."""
    if view.options.reissue != "continue" or at_rest(ship) is not None:
        return 0
    return ship.leg if alike(ship.mission, mission_of(order)) else 0


def island_of(view: View, name: str) -> KnownIsland | None:
    return next((i for i in view.islands.values() if i.name.casefold() == name.casefold()), None)


def spot(view: View, location: str) -> Point | None:
    """Where that is; None for enemy ships, known or not, and for names of nothing (MER-19.4)."""
    island = island_of(view, location)
    if island is not None:
        return island.point
    return friends(view).get(location.casefold()) or parse_grid(location)


def friends(view: View) -> Mapping[str, Point]:
    """Where the alliance's own ships are, by their names in small letters."""
    allied = {name.casefold(): ship.point for name, ship in view.ally_ships.items()}
    return allied | {name.casefold(): ship.point for name, ship in view.ships.items()}


def in_sight(view: View, island: KnownIsland) -> bool:
    """Does a ship of the alliance lie there, so that the stores are as they were seen?"""
    if view.options.stores == "public":
        return True
    ships: list[OwnShip | AllyShip] = [*view.ships.values(), *view.ally_ships.values()]
    return any(ship.island == island.name for ship in ships)


def stretches(view: View, ship: OwnShip, mission: Mission | None, leg: int) -> Iterator[Stretch]:
    """The legs still to be sailed, up to the first whose goal the reader cannot place."""
    here, since, fuel = ship.point, 0, supplied(view, ship)
    for place, location in enumerate(goals(mission)[leg:], leg):
        there = spot(view, location)
        if there is None:
            return
        burn = 2 if isinstance(mission, Tow) and place == 1 else 1
        stretch = _stretch(ship, location, here.to(there), since, fuel, burn)
        yield stretch
        if stretch.arrives is None:
            return
        here, since = there, stretch.arrives
        fuel -= burn * stretch.distance
        if island_of(view, location):  # what she finds there nobody knows
            fuel = fit(ship.structure).fuel_room


def ways(view: View, ship: OwnShip) -> Ways:
    """Every island where she does not lie, the nearest first, with the voyage there alone."""
    fuel, here = supplied(view, ship), ship.point
    others = (island for island in view.islands.values() if island.name != ship.island)
    near = sorted((here.to(island.point), island.name) for island in others)
    return {name: _stretch(ship, Location(name), away, 0, fuel, 1) for away, name in near}


def week_km(ship: OwnShip, fuel: float) -> float:
    """Km that she makes in a week with so much fuel and nothing on her line."""
    return min(fit(ship.structure).step * SEGMENTS, fuel)


def supplied(view: View, ship: OwnShip) -> float:
    """Her fuel when the turn begins, if nobody else takes what lies in port (MER-14.3)."""
    seen = view.islands[ship.island].seen if ship.island else None
    there = seen.stores.get(FUEL, 0.0) * FUEL_UNIT if seen else 0.0
    return max(ship.fuel, min(fit(ship.structure).fuel_room, ship.fuel + there))


def stretch_words(view: View, stretch: Stretch) -> str:
    """`Corsica: 1204 km, there on day 7 06:30`."""
    way = f"{stretch.to}: {km(stretch.distance)}"
    if stretch.arrives is None:
        return f"{way}, but {never(stretch)}"
    if not stretch.arrives:
        return f"{stretch.to}: she is there"
    return f"{way}, there on {moment(view, stretch.arrives)}"


def never(stretch: Stretch) -> str:
    """Why she does not get there."""
    if stretch.lasts is None:
        return "she has no sound engine"
    return f"her fuel lasts {km(stretch.lasts)}" if stretch.lasts else "she has no fuel"


def eta(view: View, voyage: Stretch) -> str:
    """`1204 km, day 7 06:30`, or that she does not get there."""
    when = "too far" if voyage.arrives is None else moment(view, voyage.arrives)
    return f"{km(voyage.distance)}, {when}"


def moment(view: View, segment: int, *, always: bool = False) -> str:
    """A time that may lie in a later turn, which is then named; or `always`."""
    later, within = divmod(segment - 1, SEGMENTS)
    when = time_words(within + 1)
    return f"{when} of turn {view.turn + later}" if later or always else when


def _stretch(
    ship: OwnShip, to: Location, distance: float, since: int, fuel: float, burn: int
) -> Stretch:
    """From the start of the turn a place where she lies is reached at once (MER-11.3, MER-H67)."""
    step = fit(ship.structure).step / burn
    if distance <= AT_ISLAND and not since:
        return Stretch(to, distance, 0, None)
    if fuel / burn < distance - AT_ISLAND and step:
        return Stretch(to, distance, None, fuel / burn)
    takes = segments_to(distance, step)
    return Stretch(to, distance, None if takes == NEVER else since + takes, None)
