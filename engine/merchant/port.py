"""Port calls: what a ship does when she arrives at an island or lies there at midnight (MER-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor
from typing import NamedTuple

from engine.merchant.events import Disbanded, Jettisoned, Landed, Loaded, Supplied, Visit
from engine.merchant.fit import sound_modules
from engine.merchant.orders import Carry, Disband, IslandName, Mission, Sail
from engine.merchant.products import (
    AMMO,
    AMMO_UNIT,
    CONSUMABLES,
    FUEL,
    FUEL_UNIT,
    TORPEDO,
    TORPEDO_UNIT,
)
from engine.merchant.sea import Hull, Sea
from engine.merchant.sharing import divide, shares
from engine.merchant.state import Cargo, Island, Seen

UNITS = {FUEL: FUEL_UNIT, AMMO: AMMO_UNIT, TORPEDO: TORPEDO_UNIT}
DUST = 1e-9


class Call(NamedTuple):
    """A ship in port, with the mission of which she has just completed a leg there, if any."""

    hull: Hull
    island: Island
    mission: Mission | None = None


def port_calls(sea: Sea, calls: Sequence[Call]) -> list[Call]:
    """All that is done in port, step by step for all ships; those whose cargo is not there yet."""
    for step in (_jettison, _visit, _disband, _land):
        for call in calls:
            step(sea, call)
    here = [call for call in calls if call.hull.afloat]
    for island, docked in _by_island(here):
        supply(sea, island, docked, lambda hull, code: sea.room(hull, code) > 0)
    waiting = _load(sea, [call for call in here if _fetches(call)])
    for call in calls:
        stores = {code: n for code, n in sea.stores[call.island.name].items() if n > DUST}
        seen = Seen(sea.before.turn, dict(sorted(stores.items())))
        sea.seen[call.hull.alliance][call.island.name] = seen
    return waiting


def top_up(sea: Sea) -> None:
    """Ships that ran out of something at an island take it on at once (MER-14.1)."""
    if not sea.thirsty:
        return
    calls = [
        Call(hull, island)
        for hull in sorted(sea.thirsty, key=lambda hull: hull.id)
        if (island := sea.at(hull)) is not None
    ]
    for island, docked in _by_island(calls):
        supply(sea, island, docked, out_of)


def out_of(hull: Hull, product: str) -> bool:
    """Has she room for this and none of it?"""
    if product == FUEL:
        return hull.fit.engines > 0 and not hull.fuel
    if product == AMMO:
        return hull.fit.guns > 0 and not hull.ammo
    return hull.fit.tubes > 0 and not hull.torpedoes


def supply(
    sea: Sea, island: Island, hulls: Sequence[Hull], wants: Callable[[Hull, str], bool]
) -> None:
    """Fuel, shells and torpedoes for these ships, shared if they are short (MER-H117)."""
    taken: dict[Hull, list[float]] = {}
    for place, product in enumerate(CONSUMABLES):
        buyers = [hull for hull in hulls if wants(hull, product)]
        if not buyers or sea.stores[island.name].get(product, 0.0) <= 0:
            continue
        for hull, amount in zip(buyers, _shared(sea, island, product, buyers), strict=True):
            if amount:
                _take_on(sea, hull, product, amount)
                taken.setdefault(hull, [0.0, 0.0, 0.0])[place] = amount
    for hull, (fuel, shells, torpedoes) in sorted(taken.items(), key=lambda item: item[0].id):
        amounts = (fuel, int(shells), int(torpedoes))
        sea.tell(Supplied(sea.clock, hull.name, hull.owner, island.name, *amounts))
        sea.check_thirst(hull)


def break_up(sea: Sea, hull: Hull, island: IslandName) -> None:
    """Her sound modules, what is in her tanks and magazines, and her cargo (MER-12.4)."""
    stores = sea.stores[island]
    for letter in sound_modules(hull.structure):
        stores[letter] = stores.get(letter, 0) + 1
    contents = {FUEL: hull.fuel, AMMO: hull.ammo, TORPEDO: hull.torpedoes}
    for product, amount in contents.items():
        units = amount / UNITS[product]
        if not sea.options.fractional_consumables:
            units = floor(units + DUST)
        stores[product] = stores.get(product, 0.0) + units
    if hull.cargo:
        stores[hull.cargo.product] = stores.get(hull.cargo.product, 0) + hull.cargo.units


def _shared(sea: Sea, island: Island, product: str, buyers: Sequence[Hull]) -> list[float]:
    """What each gets, in km, shells or torpedoes; the stores are charged."""
    stores, unit = sea.stores[island.name], UNITS[product]
    rooms = [sea.room(hull, product) for hull in buyers]
    purpose = f"supply/{sea.clock}/{island.name}/{product}"
    if not sea.options.fractional_consumables:
        whole = [int(room / unit + DUST) for room in rooms]
        given = [n * unit for n in _lots(sea, whole, floor(stores[product] + DUST), purpose)]
    elif product == FUEL and sea.options.sharing == "equal":
        poured = shares(rooms, stores[product] * unit)
        stores[product] = max(0.0, stores[product] - sum(poured) / unit)
        return poured
    else:
        pieces = [floor(room + DUST) for room in rooms]
        given = _lots(sea, pieces, floor(stores[product] * unit + DUST), purpose)
    stores[product] = max(0.0, stores[product] - sum(given) / unit)
    return [float(n) for n in given]


def _lots(sea: Sea, wants: Sequence[int], stock: int, purpose: str) -> list[int]:
    return divide(wants, stock, sea.dice, sea.purpose(purpose), sea.options.sharing)


def _take_on(sea: Sea, hull: Hull, product: str, amount: float) -> None:
    if product == FUEL:
        sea.fix(hull)
        hull.fuel = min(hull.fuel + amount, hull.fit.fuel_room)
        if hull.course is not None:
            sea.arm(hull)
    elif product == AMMO:
        sea.alarm = sea.alarm or not hull.ammo
        hull.ammo += int(amount)
    else:
        sea.alarm = sea.alarm or not hull.torpedoes
        hull.torpedoes += int(amount)


def _by_island(calls: Iterable[Call]) -> Iterable[tuple[Island, list[Hull]]]:
    docks: dict[IslandName, tuple[Island, list[Hull]]] = {}
    for call in calls:
        docks.setdefault(call.island.name, (call.island, []))[1].append(call.hull)
    return docks.values()


def _jettison(sea: Sea, call: Call) -> None:
    """Ruptured modules go overboard, and the structure closes up (MER-7.4)."""
    hull = call.hull
    gone = "".join(cell[0] for cell in hull.cells if cell.endswith("+"))
    if gone:
        hull.cells = [cell for cell in hull.cells if not cell.endswith("+")]
        hull.refit()
        where = (hull.name, hull.owner, call.island.name)
        sea.tell(Jettisoned(sea.clock, *where, gone, hull.structure))


def _visit(sea: Sea, call: Call) -> None:
    """The first port call of a player at an island counts (MER-H03, MER-H04)."""
    hull, island = call.hull, call.island.name
    if island not in sea.visited[hull.owner]:
        sea.visited[hull.owner].add(island)
        sea.tell(Visit(sea.clock, hull.owner, island, hull.name))


def _disband(sea: Sea, call: Call) -> None:
    if isinstance(call.mission, Disband):
        hull, island = call.hull, call.island.name
        break_up(sea, hull, island)
        sea.strike(hull)
        sea.tell(Disbanded(sea.clock, hull.name, hull.owner, island, hull.structure))


def _land(sea: Sea, call: Call) -> None:
    """A carrier lands whatever is aboard (MER-H80); others where the game says so (MER-H82)."""
    hull, cargo = call.hull, call.hull.cargo
    sails = isinstance(call.mission, Sail) and sea.options.sail_unloads
    if cargo and (isinstance(call.mission, Carry) or sails):
        stores = sea.stores[call.island.name]
        stores[cargo.product] = stores.get(cargo.product, 0) + cargo.units
        hull.cargo = None
        sea.tell(Landed(sea.clock, hull.name, hull.owner, call.island.name, cargo))


def _fetches(call: Call) -> bool:
    return isinstance(call.mission, Carry) and call.hull.leg == 0 and bool(call.mission.product)


def _asked(call: Call) -> int:
    """Units that she would load, as far as she has holds (MER-H78)."""
    units = call.mission.units if isinstance(call.mission, Carry) else 0
    holds = call.hull.fit.holds
    return holds if units is None else min(units, holds)


def _load(sea: Sea, calls: Sequence[Call]) -> list[Call]:
    """Ships that load one product together share it (MER-H79); some games let them wait."""
    groups: dict[tuple[IslandName, str], list[Call]] = {}
    for call in calls:
        if isinstance(call.mission, Carry):
            groups.setdefault((call.island.name, call.mission.product), []).append(call)
    waiting: list[Call] = []
    for (island, product), group in groups.items():
        stores = sea.stores[island]
        asked = [_asked(call) for call in group]
        stock = floor(stores.get(product, 0.0) + DUST)
        given = _lots(sea, asked, stock, f"load/{sea.clock}/{island}/{product}")
        for call, want, units in zip(group, asked, given, strict=True):
            if units < want and sea.options.carry_waits:
                waiting.append(call)
            else:
                _take_aboard(sea, call, Cargo(product, units), want)
    return waiting


def _take_aboard(sea: Sea, call: Call, cargo: Cargo, asked: int) -> None:
    stores, hull = sea.stores[call.island.name], call.hull
    if cargo.units:
        stores[cargo.product] = max(0.0, stores[cargo.product] - cargo.units)
        hull.cargo = cargo
    if asked:
        sea.tell(Loaded(sea.clock, hull.name, hull.owner, call.island.name, cargo, asked))
