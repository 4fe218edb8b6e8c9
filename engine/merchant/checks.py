"""Everything that can be said against orders, from what their writer knows.

The form, the receipt, the bots and the adjudicator all ask here. Refused is what the writer's own
facts decide; what chance or other players may change is a warning (FEAT-O6). No word depends on
whether a ship that he does not know exists, or where she is (MER-19.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec

from engine.core.naming import nearest
from engine.core.plane import Point, parse_grid
from engine.core.ruleset import Json, Problem, Severity
from engine.merchant.fit import fit
from engine.merchant.names import is_name
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Build,
    Carry,
    ChooseDice,
    Continue,
    Disband,
    Hold,
    IslandName,
    Location,
    Order,
    Rebuild,
    Sail,
    ShipOrder,
    Tow,
    line,
    mission_of,
)
from engine.merchant.products import PRODUCTS
from engine.merchant.signing import why_not_sign_up
from engine.merchant.state import AT_ISLAND
from engine.merchant.view import OwnShip, View
from engine.merchant.voyage import goals, leg_of
from engine.merchant.yard_checks import build_problems, rebuild_problems


def why_not(view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
    """Everything to be said against these orders; `order` tells which one is meant."""
    if view.over:
        text = "The game is over: no more orders are taken."
        return tuple(Problem("game-over", text, order=n) for n in range(len(orders)))
    if view.turn == 0:
        return why_not_sign_up(view, orders)
    return tuple(_why_not(view, orders))


def _why_not(view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    said = [tuple(_order(view, order, n, orders)) for n, order in enumerate(orders)]
    sound = [n for n, problems in enumerate(said) if not any(p.refused for p in problems)]
    last = {_subject(orders[n]): n for n in sound}
    for n, problems in enumerate(said):
        if n < last.get(_subject(orders[n]), n):
            text = "A later order of yours replaces this one."
            yield Problem("replaced", text, Severity.REMARK, order=n, rule="MER-19.5")
        yield from problems
    yield from _nothing_left(view, [orders[n] for n in last.values()])


def _subject(order: Order) -> str:
    return order.ship.casefold() if isinstance(order, ShipOrder) else type(order).__name__


def _order(view: View, order: Order, n: int, orders: Sequence[Order]) -> Iterator[Problem]:
    if isinstance(order, ChooseDice):
        yield from _dice(view, order, n)
    elif isinstance(order, ShipOrder):
        ship = view.ships.get(order.ship)
        if ship is None:
            yield _not_yours(view, order, n, orders)
            return
        if ship.towed:
            text = f"{ship.name} is on a line: orders for her lapse unless she is let go first."
            yield _warning("towed", text, n, "MER-H98")
        yield from _mission(view, ship, order, n, orders)
    else:
        text = "The game has begun: what belongs to signing up can no longer be changed."
        yield Problem("sign-up-over", text, order=n, rule="MER-18.1")


def _dice(view: View, order: ChooseDice, n: int) -> Iterator[Problem]:
    if order.dice == view.dice:
        text = f"Your dice are {order.dice} already."
        yield Problem("dice-already", text, Severity.REMARK, order=n, rule="MER-2.3")
    elif view.options.dice_change == "never":
        text = f"In this game dice are chosen once for all: yours stay {view.dice}."
        yield Problem("dice-fixed", text, order=n, rule="MER-H58")


def _not_yours(view: View, order: ShipOrder, n: int, orders: Sequence[Order]) -> Problem:
    """The same words whether she is another's or nobody's (MER-H128)."""
    built = {o.name.casefold() for o in orders if isinstance(o, Build)}
    if order.ship.casefold() in built:
        text = f"{order.ship} can be ordered from the turn after she is built."
        return Problem("not-built-yet", text, order=n, rule="MER-12.2")
    near = nearest(order.ship, view.ships)
    hint = line(msgspec.structs.replace(order, ship=near)) if near else ""
    text = f"You have no ship called {order.ship}."
    return Problem("not-your-ship", text, order=n, suggestion=hint, rule="MER-H128")


def _mission(
    view: View, ship: OwnShip, order: ShipOrder, n: int, orders: Sequence[Order]
) -> Iterator[Problem]:
    match order:
        case Sail():
            yield from _sail(view, ship, order, n)
        case Carry():
            yield from _carry(view, ship, order, n)
        case Disband():
            yield from _island(view, order, "at", order.at, n)
            yield from _voyage(view, ship, order, n)
        case Tow():
            yield from _tow(view, ship, order, n)
        case Build():
            yield from _leaving(ship, order, n)
            yield from build_problems(view, ship, order, n, orders)
        case Rebuild():
            yield from _leaving(ship, order, n)
            yield from rebuild_problems(view, ship, order, n)
        case Continue() if ship.mission is None:
            text = f"{ship.name} has no mission to continue: she stays where she is."
            yield Problem("no-mission", text, Severity.REMARK, order=n, rule="MER-12.8")
        case Hold() | _:
            pass


def _sail(view: View, ship: OwnShip, order: Sail, n: int) -> Iterator[Problem]:
    if not 1 <= len(order.to) <= 2:
        text = f"{ship.name} can be sent to one location, or to two in turn."
        yield Problem("locations", text, order=n, rule="MER-12.6")
        return
    for place, where in enumerate(order.to):
        for problem in _location(view, ship, where, n):
            near = _instead(view, where)
            to = (*order.to[:place], Location(near), *order.to[place + 1 :])
            hint = line(msgspec.structs.replace(order, to=to)) if near and problem.refused else ""
            yield replace(problem, suggestion=hint)
    yield from _voyage(view, ship, order, n)


def _instead(view: View, where: str) -> str:
    return nearest(where, view.islands)


def _location(view: View, ship: OwnShip, where: Location, n: int) -> Iterator[Problem]:
    """An island, a grid point or any name that could be a ship's (MER-H69, MER-H133)."""
    if _known_island(view, where) or parse_grid(where):
        return
    if where.casefold() == ship.name.casefold():
        text = f"{ship.name} cannot be sent to herself."
        yield Problem("herself", text, order=n, rule="MER-H71")
    elif where in {contact.label for contact in view.contacts}:
        text = f"{where} is a label of your last sheet and no name: write the place, or her name."
        yield Problem("contact-label", text, order=n, rule="MER-H133")
    elif not is_name(where):
        text = f"{where} is no place: write an island, a ship, or a grid point like 4567E5678N."
        yield Problem("no-place", text, order=n, rule="MER-1.1")
    elif not _known_ship(view, where):
        yield _unknown(where, n)


def _unknown(name: str, n: int) -> Problem:
    """Said of every name that he has not heard of, whether it exists or not (MER-19.4)."""
    text = f"{name} is not a name known to you: it is taken for a ship."
    said: dict[str, Json] = {"name": name}
    return Problem("unknown-name", text, Severity.REMARK, order=n, rule="MER-H69", arguments=said)


def _known_island(view: View, name: str) -> bool:
    return name in view.islands or name.casefold() in {i.casefold() for i in view.islands}


def _known_ship(view: View, name: str) -> bool:
    known = {*view.ships, *view.ally_ships, *view.reported}
    known |= {contact.name for contact in view.contacts if contact.name}
    return name.casefold() in {each.casefold() for each in known}


def _carry(view: View, ship: OwnShip, order: Carry, n: int) -> Iterator[Problem]:
    yield from _island(view, order, "source", order.source, n)
    if order.destination != order.source:
        yield from _island(view, order, "destination", order.destination, n)
    loads = order.units is None or order.units > 0
    if order.units is not None and order.units < 0:
        text = f"{order.units} units cannot be carried: write a number from 0 on, or `all`."
        yield Problem("bad-units", text, order=n, rule="MER-12.3")
    elif loads and order.product not in PRODUCTS:
        codes = ", ".join(f"{p.code} {p.name}" for p in PRODUCTS.values())
        text = f"There is no product {order.product or 'named'}: products are {codes}."
        yield Problem("no-such-product", text, order=n, rule="MER-3.1")
    holds = fit(ship.structure).holds
    if loads and not holds:
        text = f"{ship.name} has no holds: she will sail, and load nothing."
        yield _warning("no-holds", text, n, "MER-H84")
    elif order.units is not None and order.units > holds:
        text = f"{ship.name} has {holds} holds: she will load {holds} units at most."
        yield _warning("too-many-units", text, n, "MER-H78")
    yield from _voyage(view, ship, order, n)


def _tow(view: View, ship: OwnShip, order: Tow, n: int) -> Iterator[Problem]:
    target = order.target
    if target.casefold() == ship.name.casefold():
        yield Problem("herself", f"{ship.name} cannot tow herself.", order=n, rule="MER-H71")
    elif _known_island(view, target) or not is_name(target):
        text = f"{target} is no ship: write `{ship.name} tow SHIP to PLACE`."
        yield Problem("not-a-ship", text, order=n, rule="MER-12.7")
    elif not _known_ship(view, target):
        yield _unknown(target, n)
    for problem in _location(view, ship, order.to, n):
        near = _instead(view, order.to)
        hint = line(msgspec.structs.replace(order, to=Location(near))) if near else ""
        yield replace(problem, suggestion=hint if problem.refused else "")
    if not fit(ship.structure).engines:
        yield _no_engines(ship, n)


def _island(
    view: View, order: ShipOrder, field: str, name: IslandName, n: int
) -> Iterator[Problem]:
    if _known_island(view, name):
        return
    near = nearest(name, view.islands)
    hint = line(msgspec.structs.replace(order, **{field: near})) if near else ""
    text = f"There is no island called {name}."
    yield Problem("no-such-island", text, order=n, suggestion=hint, rule="MER-4.1")


def _voyage(view: View, ship: OwnShip, order: ShipOrder, n: int) -> Iterator[Problem]:
    """Own-ship warnings about engines and fuel, as far as places are fixed (MER-H73).

    She is taken to be full after each island that her mission names (MER-14.2).
    """
    able = fit(ship.structure)
    here, fuel = ship.point, able.fuel_room if ship.island else ship.fuel
    for place in goals(mission_of(order))[leg_of(view, ship, order) :]:
        there = _point(view, place)
        if there is None:
            return
        way = here.to(there)
        if way > AT_ISLAND and not able.engines:
            yield _no_engines(ship, n)
            return
        if way - AT_ISLAND > fuel:
            text = (
                f"{ship.name} has fuel for {fuel:.0f} km when she sets out for {place}, which is "
                f"{way:.0f} km away. "
                "Ships take on fuel at the islands that their missions name."
            )
            yield _warning("fuel", text, n, "MER-11.2")
            return
        here, fuel = there, able.fuel_room if _known_island(view, place) else fuel - way


def _point(view: View, place: Location) -> Point | None:
    if (found := parse_grid(place)) is not None:
        return found
    by_name = {name.casefold(): island.point for name, island in view.islands.items()}
    return by_name.get(place.casefold())


def _no_engines(ship: OwnShip, n: int) -> Problem:
    text = f"{ship.name} has no sound engines: she stays where she is unless she is towed."
    return _warning("no-engines", text, n, "MER-6.1")


def _leaving(ship: OwnShip, order: ShipOrder, n: int) -> Iterator[Problem]:
    """A yard that moves off may miss the end of the turn (MER-H111)."""
    reacts = order.engagement not in (None, Engagement.IGNORE)
    if reacts and fit(ship.structure).engines:
        text = f"If {ship.name} meets an enemy she may leave the island, and nothing is built."
        yield _warning("may-leave", text, n, "MER-H111")


def _nothing_left(view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    going = {order.ship for order in orders if isinstance(order, Disband)}
    builds = any(isinstance(order, Build) for order in orders)
    if view.ships and going >= set(view.ships) and not builds:
        text = "You disband all your ships: without any you cannot go on in this game."
        yield Problem("last-ship", text, Severity.WARNED, rule="MER-12.4")


def _warning(code: str, text: str, order: int, rule: str) -> Problem:
    return Problem(code, text, Severity.WARNED, order=order, rule=rule)
