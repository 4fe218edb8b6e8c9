"""What orders alone would lead to, from what their writer may know and without dice (MER-19.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.ruleset import Note
from engine.core.structure import WILD, BadStructure, expand, shorten
from engine.core.wording import enumeration, number
from engine.merchant.fit import fit
from engine.merchant.orders import (
    Build,
    Carry,
    ChooseDice,
    Continue,
    Design,
    Hold,
    Home,
    Mission,
    NameAlly,
    Order,
    Rebuild,
    ShipName,
    ShipOrder,
    mission_of,
)
from engine.merchant.products import MODULES
from engine.merchant.state import LARGEST, SMALLEST
from engine.merchant.view import OwnShip, View
from engine.merchant.voyage import (
    goals,
    in_sight,
    island_of,
    leg_of,
    spot,
    stretch_words,
    stretches,
)
from engine.merchant.wording import product_name, stores_words, units


def forecast(view: View, orders: Sequence[Order]) -> tuple[Note, ...]:
    """Notes on each order.

    Distances and times are to islands, grid points and ships of the alliance only (MER-H73).
    Orders that cannot be carried out are passed over: the checks speak of those.
    """
    if view.over:
        return ()
    return tuple(Note(text, at) for at, order in enumerate(orders) for text in _alone(view, order))


def _alone(view: View, order: Order) -> Iterator[str]:
    match order:
        case Design() if order.structure:
            yield from _design(order.name, order.structure)
        case Home():
            yield from _home(view, order)
        case NameAlly() if order.ally in view.applicants and order.ally != view.ally:
            yield f"You and {order.ally} are allies as soon as {order.ally} names you too."
        case ChooseDice() if view.turn:
            yield f"Your dice are {order.dice} from this turn on."
        case ShipOrder():
            ship = _own(view, order.ship)
            if ship is not None:
                yield from _ship(view, ship, order)
        case _:
            pass


def _own(view: View, name: ShipName) -> OwnShip | None:
    return next((s for s in view.ships.values() if s.name.casefold() == name.casefold()), None)


def _home(view: View, order: Home) -> Iterator[str]:
    island = island_of(view, order.island)
    if island is not None:
        makes = enumeration([_factory(code) for code in island.factories]) or "nothing"
        yield f"You would start at {island.name}, where factories make {makes}."


def _factory(code: str) -> str:
    return "whatever is scarcest" if code == WILD else product_name(code)


def _design(name: ShipName, structure: str) -> Iterator[str]:
    modules = _spec(structure)
    if not SMALLEST <= len(modules) <= LARGEST:
        return
    can = f"; {', '.join(_abilities(modules))}" if _abilities(modules) else ""
    yield f"{name}: {number(len(modules), 'module')}{can}."


def _abilities(modules: str) -> list[str]:
    """What a structure would be good for; wildcards count for nothing."""
    able = fit(modules.replace(WILD, ""))
    guns = able.guns and able.control
    return [
        words
        for words, has in (
            (f"{able.kmh} km/h", able.engines),
            (f"{number(able.holds, 'hold')}", able.holds),
            (f"guns reach {able.gun_range:g} km", guns),
            ("torpedoes reach 4 km", able.tubes),
            (f"radar detects at {100 * able.radars} km", able.radars),
            ("can build", able.can_build),
        )
        if has
    ]


def _ship(view: View, ship: OwnShip, order: ShipOrder) -> Iterator[str]:
    mission, leg = ship.mission, ship.leg
    if isinstance(order, Hold):
        mission = None
    elif not isinstance(order, Continue):
        mission, leg = mission_of(order), leg_of(view, ship, order)
    legs = [stretch_words(view, stretch) for stretch in stretches(view, ship, mission, leg)]
    if legs:
        yield f"{ship.name} to {', then '.join(legs)}."
    if isinstance(mission, Carry):
        yield from _load(view, ship, mission, leg)
    if isinstance(mission, Build | Rebuild):
        yield from _yard(view, ship, mission)
    yield from _unplaced(view, ship, mission, leg)


def _load(view: View, ship: OwnShip, carry: Carry, leg: int) -> Iterator[str]:
    """What she would find, as her alliance last saw it."""
    source = island_of(view, carry.source)
    if leg or not carry.product or source is None:
        return
    room = fit(ship.structure).holds
    asked = room if carry.units is None else min(carry.units, room)
    what = f"{asked} {product_name(carry.product)}"
    if source.seen is None:
        yield f"{ship.name} would load {what} at {source.name}, if it is there."
        return
    there = units(source.seen.stores.get(carry.product, 0.0))
    age = "now" if in_sight(view, source) else f"in turn {source.seen.turn}"
    yield f"{ship.name} would load {what} at {source.name}; seen there {age}: {there}."


def _yard(view: View, yard: OwnShip, work: Build | Rebuild) -> Iterator[str]:
    """What the stores lack, as they were last seen, and what the ship could do."""
    wanted = _spec(work.structure)
    if not SMALLEST <= len(wanted) <= LARGEST or not fit(yard.structure).can_build:
        return
    name = work.name if isinstance(work, Build) else work.target
    can = f", {', '.join(_abilities(wanted))}" if _abilities(wanted) else ""
    yield f"{name} would be {shorten(wanted)}{can}, if the modules are there when the week ends."
    seen = view.islands[yard.island].seen if yard.island else None
    if seen is None or isinstance(work, Rebuild):
        return
    lacking = Counter(wanted.replace(WILD, ""))
    lacking.subtract({code: int(amount) for code, amount in seen.stores.items()})
    short = {code: float(count) for code, count in lacking.items() if count > 0}
    if short:
        yield f"Now missing at {yard.island}: {stores_words(short)}; what is missing is left out."


def _spec(structure: str) -> str:
    """The modules one by one; none if it is no structure."""
    try:
        return expand(structure, MODULES)
    except BadStructure:
        return ""


def _unplaced(view: View, ship: OwnShip, mission: Mission | None, leg: int) -> Iterator[str]:
    """The same words for an enemy near, an enemy far, and a name of nothing (MER-19.4)."""
    for goal in goals(mission)[leg:]:
        if spot(view, goal) is None:
            yield f"{ship.name} steers for {goal} wherever she is; no distance can be told."
