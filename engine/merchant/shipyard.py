"""Building and rebuilding at the end of the turn (MER-12.2, MER-12.5)."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from math import floor

from engine.core.dice import Dice, shuffled
from engine.core.structure import WILD, expand
from engine.merchant.events import Built, Disbanded, Rebuilt, YardFailed, YardReason
from engine.merchant.fit import cells, fit
from engine.merchant.names import next_free
from engine.merchant.options import Engagement
from engine.merchant.orders import Build, Mission, Rebuild, ShipName, Tow
from engine.merchant.port import break_up
from engine.merchant.products import MODULES
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import SMALLEST, Island
from engine.merchant.towing import capture, drop, forget

DUST = 1e-9


def construct(sea: Sea) -> None:
    """All rebuilding, then all building; yards at one island by lot (MER-16.3, MER-H89)."""
    for yard, island in _queue(sea, Rebuild):
        if yard.afloat and isinstance(yard.mission, Rebuild):
            _rebuild(sea, yard, island, yard.mission)
    for yard, island in _queue(sea, Build):
        if yard.afloat and isinstance(yard.mission, Build):
            _build(sea, yard, island, yard.mission)


def fashion(stores: MutableMapping[str, float], wanted: str, dice: Dice, words: str) -> str:
    """The modules that are there, taken out of the stores in written order (MER-H88).

    Modules left to chance come last, each as likely as there are pieces left of it (MER-H95), and
    stand in the places that were written for them.
    """
    placed: list[str] = []
    for letter in wanted:
        if letter == WILD:
            placed.append(WILD)
        elif stores.get(letter, 0) >= 1 - DUST:
            stores[letter] -= 1
            placed.append(letter)
    for place, letter in enumerate(placed):
        if letter == WILD:
            placed[place] = _any_module(stores, dice, f"{words}/module {place + 1}")
    return "".join(placed)


def _any_module(stores: MutableMapping[str, float], dice: Dice, words: str) -> str:
    there = [(code, floor(stores.get(code, 0) + DUST)) for code in MODULES]
    total = sum(count for _, count in there)
    if not total:
        return ""
    lot = dice.below(total, words)
    for code, count in there:
        if lot < count:
            stores[code] -= 1
            return code
        lot -= count
    raise AssertionError("a lot beyond what is there")


def _queue(sea: Sea, kind: type[Build | Rebuild]) -> Iterator[tuple[Hull, Island]]:
    """The yards that can work, island by island (MER-H87); the others hear why not."""
    yards: dict[str, tuple[Island, list[Hull]]] = {}
    for hull in tuple(sea.afloat()):
        mission = hull.mission
        if not isinstance(mission, kind):
            continue
        if not hull.fit.can_build:
            _fail(sea, hull, "no yard")
        elif (island := sea.at(hull)) is None:
            _fail(sea, hull, "at sea")
        else:
            yards.setdefault(island.name, (island, []))[1].append(hull)
    for island, hulls in yards.values():
        by_lot = sea.options.yard_order == "random" and len(hulls) > 1
        words = f"yards/{island.name}/{kind.__name__}"
        for hull in shuffled(sea.dice, hulls, words) if by_lot else hulls:
            yield hull, island


def _fail(sea: Sea, yard: Hull, why: YardReason) -> None:
    about = _wanted(yard.mission)
    yard.mission = None
    sea.tell(YardFailed(sea.clock, yard.name, yard.owner, about, why))


def _wanted(mission: Mission | None) -> ShipName:
    """The ship that a yard was to build."""
    if isinstance(mission, Rebuild):
        return mission.target
    return mission.name if isinstance(mission, Build) else ShipName("")


def _build(sea: Sea, yard: Hull, island: Island, order: Build) -> None:
    """Nothing is built, and nothing taken, below ten modules (MER-12.2)."""
    stores = sea.stores[island.name]
    wanted = expand(order.structure, MODULES)
    trial = dict(stores)
    structure = fashion(trial, wanted, sea.dice, f"build/{yard.name}")
    if len(structure) < SMALLEST:
        _fail(sea, yard, "too small")
        return
    sea.stores[island.name] = trial
    name = _free_name(sea, order.name)
    _launch(sea, yard, island, name, structure)
    yard.mission = None
    by = (yard.name, island.name, structure, wanted, order.name)
    sea.tell(Built(sea.clock, name, yard.owner, *by))


def _free_name(sea: Sea, name: str) -> ShipName:
    """A letter is added if a ship has the name already (MER-H90)."""
    used = {hull.name.casefold() for hull in sea.afloat()}
    used |= {island.casefold() for island in sea.before.islands}
    return ShipName(next_free(name, used))


def _launch(sea: Sea, yard: Hull, island: Island, name: ShipName, structure: str) -> None:
    """Empty tanks, and no mission, until she is given one (MER-H91)."""
    sea.join(
        Hull(
            id=len(sea.hulls),
            name=name,
            owner=yard.owner,
            alliance=yard.alliance,
            cells=cells(structure),
            fit=fit(structure),
            east=float(island.e),
            north=float(island.n),
            fuel=0.0,
            ammo=0,
            torpedoes=0,
            cargo=None,
            mission=None,
            leg=0,
            option=sea.options.default_engagement,
            kills=0,
            now=sea.clock,
        )
    )


def _rebuild(sea: Sea, yard: Hull, island: Island, order: Rebuild) -> None:
    ship = sea.ship(order.target)
    why = _cannot(sea, yard, island, ship) if ship else "gone"
    if ship is None or why:
        _fail(sea, yard, why or "gone")
        return
    kept = dict(sea.stores[island.name])
    break_up(sea, ship, island.name)
    wanted = expand(order.structure, MODULES)
    trial = dict(sea.stores[island.name])
    structure = fashion(trial, wanted, sea.dice, f"rebuild/{yard.name}")
    if len(structure) < SMALLEST:
        _too_small(sea, yard, ship, island, kept)
        return
    sea.stores[island.name] = trial
    _renew(sea, yard, ship, structure, wanted, island)
    yard.mission = None


def _cannot(sea: Sea, yard: Hull, island: Island, ship: Hull) -> YardReason | None:
    if ship is yard:
        return "self"
    there = sea.at(ship)
    if there is None or there.name != island.name:
        return "not here"
    enemy = ship.alliance != yard.alliance
    rule = sea.options.rebuild_enemies
    armed = ship.fit.reach(ship.ammo, ship.torpedoes) > 0
    if enemy and (rule == "never" or (rule == "unarmed" and armed)):
        return "not allowed"
    return None


def _too_small(sea: Sea, yard: Hull, ship: Hull, island: Island, kept: dict[str, float]) -> None:
    """The old ship is left whole; in some games she is lost to the stores (MER-H92)."""
    _fail(sea, yard, "too small")
    if sea.options.rebuild_atomic:
        sea.stores[island.name] = kept
    else:
        sea.strike(ship)
        sea.tell(Disbanded(sea.clock, ship.name, ship.owner, island.name, ship.structure))
        forget(sea, ship, "disbanded")


def _renew(sea: Sea, yard: Hull, ship: Hull, structure: str, wanted: str, island: Island) -> None:
    """The same name and kills, empty tanks; an enemy's ship is the yard owner's (MER-12.5).

    She lets go of what she tows, and fetches it anew; an enemy's line parts.
    """
    before, owner = ship.structure, ship.owner
    drop(sea, ship)
    if isinstance(ship.mission, Tow):
        ship.leg = 0
    if isinstance(ship.mission, Build | Rebuild) or ship.alliance != yard.alliance:
        ship.mission, ship.leg = None, 0
    if ship.alliance != yard.alliance:
        if ship.tug is not None:
            drop(sea, ship.tug)
        ship.option = Engagement.IGNORE
        capture(sea, ship, yard)
    ship.cells, ship.fuel, ship.ammo, ship.torpedoes = cells(structure), 0.0, 0, 0
    ship.cargo, ship.course = None, None
    ship.refit()
    owners = (ship.name, ship.owner, owner, yard.name, yard.owner, island.name)
    sea.tell(Rebuilt(sea.clock, *owners, before, structure, wanted))
