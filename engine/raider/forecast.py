"""What orders alone would lead to, from what their writer may know and without dice (FEAT-O7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.hexes import distance
from engine.core.ruleset import Note
from engine.core.structure import WILD, BadStructure, expand
from engine.core.wording import enumeration, number
from engine.raider.islands import right_size
from engine.raider.modules import product, stock
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start, Task
from engine.raider.state import LETTERS, IslandName, reach, sorted_structure
from engine.raider.view import KnownShip, View


def forecast(view: View, orders: Sequence[Order]) -> tuple[Note, ...]:
    """A note an order, then what they come to together.

    Orders that cannot be carried out are passed over: the checks speak of those.
    """
    if view.over:
        return ()
    alone = (Note(text, at) for at, order in enumerate(orders) for text in _alone(view, order))
    return (*alone, *(Note(text) for text in _together(view, orders)))


def _alone(view: View, order: Order) -> Iterator[str]:
    match order:
        case ShipOrder():
            ship = view.ships.get(order.ship)
            if ship is not None and ship.owner == view.role and _goes(view, ship, order):
                yield from _ship(view, ship, order)
        case Pledge(overlord):
            yield from _pledge(view, overlord)
        case Design():
            structure = _spec(order.structure)
            if right_size(structure):
                yield f"{order.name}: {len(structure)} modules, reach {reach(structure)}."
        case Start(islands):
            known = [view.islands[name] for name in islands if name in view.islands]
            if known:
                makes = product(known[0].speciality)
                yield f"You would start at {known[0].name}, which makes {makes}."


def _goes(view: View, ship: KnownShip, order: ShipOrder) -> bool:
    """Does she get to where the order is to be done (RAID-4.3)?"""
    to = view.islands.get(_destination(ship, order))
    if to is None:
        return False
    return distance(view.islands[ship.island].hex, to.hex) <= reach(ship.structure)


def _destination(ship: KnownShip, order: ShipOrder) -> IslandName:
    return IslandName(order.destination) if order.destination else ship.island


def _ship(view: View, ship: KnownShip, order: ShipOrder) -> Iterator[str]:
    to = _destination(ship, order)
    away = distance(view.islands[ship.island].hex, view.islands[to].hex)
    hexes = number(away, "hex", "hexes")
    yield f"{ship.name} sails to {to}, {hexes}." if away else f"{ship.name} stays at {to}."
    built = _spec(order.structure)
    sized = right_size(built)
    match order.task:
        case Task.DISBAND:
            yield f"{ship.name} is broken up into the stores of {to}."
        case Task.REFIT if sized:
            yield f"{ship.name} becomes {order.structure}{_new_reach(built)}, if the modules last."
        case Task.LAUNCH if sized:
            what = f"{order.name}, {order.structure}{_new_reach(built)}"
            rights = "" if view.may_launch(to) else "you then have launch rights and "
            yield f"{ship.name} launches {what}, if {rights}the modules last."
        case _:
            pass


def _spec(structure: str) -> str:
    """The modules one by one; none if it is no structure."""
    try:
        return sorted_structure(expand(structure, LETTERS))
    except BadStructure:
        return ""


def _new_reach(built: str) -> str:
    """Her reach afterwards; a wildcard may still turn out to be an engine."""
    least = reach(built)
    most = reach(built.replace(WILD, "E"))
    return f" with a reach of {least}" if least == most else f" with a reach of {least} to {most}"


def _pledge(view: View, overlord: str) -> Iterator[str]:
    if overlord not in view.standings:
        return
    if overlord == view.overlord:
        yield "Your overlord does not change."
    elif overlord == view.role:
        yield "At the end of the turn you become your own overlord."
    else:
        yield f"At the end of the turn {overlord} becomes your overlord, and not before."


def _together(view: View, orders: Sequence[Order]) -> Iterator[str]:
    if view.turn == 0:
        return
    given = {order.ship: order for order in orders if isinstance(order, ShipOrder)}
    going = [
        (ship, given[ship.name])
        for ship in view.own_ships
        if ship.name in given and _goes(view, ship, given[ship.name])
    ]
    ends = {ship.island for ship in view.own_ships if ship.name not in given}
    ends |= {_destination(ship, order) for ship, order in going}
    yield from _new(view, sorted(ends))
    for island in sorted(ends):
        yield from _arrival(view, island)
        yield from _stores(view, island, [pair for pair in going if _destination(*pair) == island])


def _new(view: View, ends: Sequence[IslandName]) -> Iterator[str]:
    """What there is to win where own ships would end (RAID-7.1)."""
    new = [island for island in ends if view.islands[island].inside is None]
    if new:
        each = "A point" if not new[1:] else "A point each"
        yield f"New to you: {enumeration(new)}. {each} if a ship of yours survives to dock there."


def _arrival(view: View, island: IslandName) -> Iterator[str]:
    """Who is known to be where own ships would end."""
    known = view.islands[island]
    if known.inside is None:
        own = sum(ship.owner == view.role for ship in view.in_port(island))
        if known.ships > own:
            count = known.ships - own
            yield f"{number(count, 'ship')} lay at {island}; whose is not known to you."
        return
    enemies = [ship for ship in view.in_port(island) if not view.ally(ship.owner)]
    if enemies:
        named = enumeration([f"{ship.name} ({ship.owner})" for ship in enemies])
        yield f"Enemies lay at {island}: {named}. If they stay, you fight."


def _stores(
    view: View, island: IslandName, pairs: Sequence[tuple[KnownShip, ShipOrder]]
) -> Iterator[str]:
    """What own work alone would leave of stores that are known, before production."""
    inside = view.islands[island].inside
    working = [pair for pair in pairs if pair[1].task is not Task.MOVE]
    if inside is None or not working:
        return
    left, drawn = Counter(inside.stores), 0
    for ship, order in sorted(working, key=_turn_at_the_stores):
        pool = left + Counter(ship.structure) if order.task is not Task.LAUNCH else left
        used = _spec(order.structure) if order.task is not Task.DISBAND else ""
        named, wild = Counter(used.replace(WILD, "")), used.count(WILD)
        size = order.task is Task.DISBAND or right_size(used)
        rights = order.task is not Task.LAUNCH or inside.rights
        if size and rights and named <= pool and pool.total() - len(used) >= drawn:
            left, drawn = pool - named, drawn + wild
    lots = f", less {drawn} drawn by lot" if drawn else ""
    yield (
        f"Your work alone would leave at {island}: {stock(left) or 'nothing'}{lots}; "
        "the island's production comes after that."
    )


TASKS = (Task.DISBAND, Task.REFIT, Task.LAUNCH)


def _turn_at_the_stores(pair: tuple[KnownShip, ShipOrder]) -> tuple[int, int, str]:
    """Broken up first, then refits, then launches, by priority (RAID-7.3 to 7.5, RAID-R86)."""
    ship, order = pair
    return TASKS.index(order.task), -ship.structure.count("P"), ship.name
