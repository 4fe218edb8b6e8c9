"""A careful merchant: feeds his shipyard, visits islands, hunts traders, runs from warships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from engine.core.dice import Dice, pick, shuffled
from engine.core.structure import shorten
from engine.merchant.blueprints import CARRIER, WARSHIP, WISHES
from engine.merchant.checks import why_not
from engine.merchant.fit import fit
from engine.merchant.fleets import SPECIALS, first_letters_first, names_for
from engine.merchant.form import legal_homes
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Build,
    Carry,
    Continue,
    Design,
    Home,
    IslandName,
    Location,
    NameAlly,
    Order,
    Sail,
    ShipName,
)
from engine.merchant.products import FUEL, MODULES
from engine.merchant.state import FLEET, STARTERS
from engine.merchant.view import Contact, KnownIsland, OwnShip, View
from engine.merchant.voyage import goals
from engine.merchant.wording import SLACK

ShipTask: TypeAlias = "Build | Carry | Continue | Sail"

CAUTION_KM = 150.0
"""How near a warship may be before an unarmed ship turns for port."""

CHASE_KM = 600.0
"""How far away a prey may be."""

HAUL_KM = 4000.0
"""How far a cargo may be, there and on to the port."""

USEFUL_HOLDS = 4
"""Fewer are not worth a voyage."""

LEAST_MODULES, LEAST_ENGINES = 14, 3
"""Without these nothing is built."""

A_WEEK_MAKES = 7
"""Units that a factory is trusted to have ready where nobody of his has looked."""


def careful(view: View, dice: Dice) -> tuple[Order, ...]:
    """What he orders; nothing that he could be refused."""
    if view.over:
        return ()
    orders = _sign_up(view, dice) if view.turn == 0 else tuple(_week(view, dice))
    bad = {problem.order for problem in why_not(view, orders) if problem.refused}
    return tuple(order for n, order in enumerate(orders) if n not in bad)


# --------------------------------------------------------------------- sign-up


def _sign_up(view: View, dice: Dice) -> tuple[Order, ...]:
    """Eight ships under names of his own, a free home, and his neighbour in the list as ally."""
    names = islice(_names(view, dice), FLEET)
    structures = ("",) * len(STARTERS) + SPECIALS
    designs = [
        Design(ShipName(name), structure, slot)
        for slot, (name, structure) in enumerate(zip(names, structures, strict=True), 1)
    ]
    homes = [island.name for island in legal_homes(view)]
    home = [Home(pick(dice, homes, "home"))] if homes and view.home is None else []
    return (*designs, *home, *_ally(view))


def _ally(view: View) -> Iterator[NameAlly]:
    """The first asks the second and the second the first, and so on down the list."""
    place = view.applicants.index(view.role)
    mate = place + 1 if place % 2 == 0 else place - 1
    if view.ally is None and mate < len(view.applicants):
        yield NameAlly(view.applicants[mate])


# --------------------------------------------------------------------- a week


@dataclass(slots=True)
class _Plans:
    """What is already arranged for this week, so that no two ships do the same."""

    #: Where his shipyard lies.
    port: IslandName | None
    visits: set[IslandName] = field(default_factory=set)
    #: Units on their way to the port, by product.
    coming: Counter[str] = field(default_factory=Counter)
    #: Modules that a yard will use, by island.
    used: dict[IslandName, Counter[str]] = field(default_factory=dict)


def _week(view: View, dice: Dice) -> Iterator[ShipTask]:
    plans = _Plans(_port(view))
    names = _names(view, dice)
    for ship in view.ships.values():
        if fit(ship.structure).can_build:
            yield from _build(view, ship, plans, names)
    for ship in view.ships.values():
        if fit(ship.structure).engines and not ship.towed:
            yield _sail(view, ship, plans)


def _sail(view: View, ship: OwnShip, plans: _Plans) -> ShipTask:
    """Fight if she can, run if she must, else carry, else explore."""
    able = fit(ship.structure)
    if able.reach(ship.ammo, ship.torpedoes):
        return _hunt(view, ship) or _explore(view, ship, plans, Engagement.ATTACK)
    if (threat := _threat(view, ship)) is not None:
        return _flee(view, ship, threat)
    trade = _trade(view, ship, plans) if able.holds >= USEFUL_HOLDS else None
    return trade or _explore(view, ship, plans, Engagement.AVOID)


def _port(view: View) -> IslandName | None:
    yards = (s.island for s in view.ships.values() if fit(s.structure).can_build and s.island)
    return next(yards, None)


def _names(view: View, dice: Dice) -> Iterator[ShipName]:
    """Names that no ship he knows has, from his own share of the store."""
    place = sorted(view.standings or view.applicants).index(view.role)
    gone = (loss.name for loss in view.sunk)
    known = {*view.ships, *view.ally_ships, *view.reported, *gone}
    drawn = shuffled(dice, names_for(place), "names")
    fresh = [name for name in drawn if name not in known]
    return map(ShipName, first_letters_first(fresh, (name[0] for name in view.ships)))


# --------------------------------------------------------------------- building


def _build(
    view: View, yard: OwnShip, plans: _Plans, names: Iterator[ShipName]
) -> Iterator[ShipTask]:
    """A warship or a carrier, whichever comes nearer to its design, if it would be of use."""
    if yard.island is None or (name := next(names, None)) is None:
        return
    used = plans.used.setdefault(yard.island, Counter())
    stock = _stock(view.islands[yard.island])
    left = Counter({code: int(stock.get(code, 0.0) + SLACK) - used[code] for code in MODULES})
    best = max((_possible(design, left) for design in (WARSHIP, CARRIER)), key=len)
    able = fit(best)
    works = able.holds >= USEFUL_HOLDS or (able.guns and able.control)
    if len(best) >= LEAST_MODULES and able.engines >= LEAST_ENGINES and works:
        used.update(best)
        yield Build(ship=yard.name, name=name, structure=shorten(best))


def _possible(design: str, left: Counter[str]) -> str:
    """As much of a design as the stores allow, in its order."""
    rest = left.copy()
    chosen = ""
    for letter in design:
        if rest[letter] > 0:
            rest[letter] -= 1
            chosen += letter
    return chosen


def _stock(island: KnownIsland) -> Mapping[str, float]:
    return island.seen.stores if island.seen else {}


# --------------------------------------------------------------------- carrying


def _trade(view: View, ship: OwnShip, plans: _Plans) -> ShipTask | None:
    """Go on with a cargo, or fetch what the shipyard lacks most for its distance."""
    port = plans.port
    if port is None:
        return None
    mission = ship.mission
    if isinstance(mission, Carry) and ship.leg < len(goals(mission)):
        plans.coming[mission.product] += fit(ship.structure).holds
        return Continue(ship=ship.name, engagement=Engagement.AVOID)
    offers = [
        (worth, island.name, code)
        for island in view.islands.values()
        if island.name != port
        for code, worth in _offers(ship, island, view.islands[port], plans)
    ]
    worth, source, code = max(offers, default=(0.0, port, ""))
    if worth <= 0:
        return None
    plans.coming[code] += fit(ship.structure).holds
    return Carry(
        ship=ship.name,
        units=None,
        product=code,
        source=source,
        destination=port,
        engagement=Engagement.AVOID,
    )


def _offers(
    ship: OwnShip, island: KnownIsland, port: KnownIsland, plans: _Plans
) -> Iterator[tuple[str, float]]:
    """What an island would yield for the port, in wanted units a km."""
    way = ship.point.to(island.point) + island.point.to(port.point)
    if way > HAUL_KM:
        return
    holds, there = fit(ship.structure).holds, _stock(island)
    for code, wish in WISHES.items():
        makes = A_WEEK_MAKES if code in island.factories else 0
        found = int(there.get(code, 0.0)) if island.seen else makes
        lacking = wish - _stock(port).get(code, 0.0) - plans.coming[code]
        load = min(holds, found, lacking)
        if load >= USEFUL_HOLDS:
            yield code, load / (way + 100.0)


# --------------------------------------------------------------------- fighting


def _armed(contact: Contact) -> bool:
    """Might she fire? What was not analysed might."""
    if contact.structure is None:
        return True
    able = fit(contact.structure)
    return bool((able.guns and able.control) or able.tubes)


def _threat(view: View, ship: OwnShip) -> Contact | None:
    """The nearest enemy that may be a warship and is too near."""
    near = [
        (ship.point.to(one.point), one.label, one)
        for one in view.contacts
        if _armed(one) and ship.point.to(one.point) <= CAUTION_KM
    ]
    return min(near)[2] if near else None


def _flee(view: View, ship: OwnShip, threat: Contact) -> ShipTask:
    """To the nearest island that lies away from the threat."""

    def way(island: KnownIsland) -> tuple[bool, float]:
        nearer = island.point.to(threat.point) < ship.point.to(island.point)
        return nearer, ship.point.to(island.point)

    island = min(view.islands.values(), key=way)
    to = (Location(island.name),)
    return Sail(ship=ship.name, to=to, engagement=Engagement.AVOID)


def _hunt(view: View, ship: OwnShip) -> ShipTask | None:
    """After the nearest ship that he can name and that cannot shoot or run away."""
    speed = fit(ship.structure).kmh
    prey = [
        (ship.point.to(one.point), one.name)
        for one in view.contacts
        if one.name and one.structure and not _armed(one) and fit(one.structure).kmh < speed
    ]
    near = [(away, name) for away, name in prey if away <= CHASE_KM]
    if not near:
        return None
    to = (Location(min(near)[1]),)
    return Sail(ship=ship.name, to=to, engagement=Engagement.ATTACK)


# --------------------------------------------------------------------- exploring


def _explore(view: View, ship: OwnShip, plans: _Plans, option: Engagement) -> ShipTask:
    """To the nearest island that is new to him, by way of fuel if it is far."""
    new = [i for i in view.islands.values() if not i.visited and i.name not in plans.visits]
    if not new:
        return Continue(ship=ship.name, engagement=option)
    goal = min(new, key=lambda island: (ship.point.to(island.point), island.name))
    plans.visits.add(goal.name)
    fuel = _bunker(view, ship, goal)
    to = (Location(fuel.name), Location(goal.name)) if fuel else (Location(goal.name),)
    return Sail(ship=ship.name, to=to, engagement=option)


def _bunker(view: View, ship: OwnShip, goal: KnownIsland) -> KnownIsland | None:
    """Where to fill up first: the nearest island that should have fuel, if she needs any."""
    if ship.fuel >= ship.point.to(goal.point):
        return None
    stations = [
        island
        for island in view.islands.values()
        if (_stock(island).get(FUEL, 0.0) >= 1 or FUEL in island.factories)
        and island.name != ship.island
        and ship.point.to(island.point) <= ship.fuel
    ]
    return min(stations, key=lambda island: ship.point.to(island.point), default=None)
