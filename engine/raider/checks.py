"""Everything that can be said against orders, from what their writer knows.

The form, the receipt, the bots and the adjudicator all ask here. Refused is what the writer's own
facts decide; what chance or other players may change is a warning (FEAT-O6, RAID-R69).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from engine.core.hexes import distance
from engine.core.naming import nearest
from engine.core.ruleset import Problem, Severity
from engine.core.structure import BadStructure, expand
from engine.core.wording import enumeration
from engine.raider.islands import add, lacking, right_size, size_text
from engine.raider.names import name_problem, next_free
from engine.raider.orders import Order, Pledge, ShipOrder, Task, line
from engine.raider.signing import pledge_problems, why_not_sign_up
from engine.raider.state import LETTERS, IslandName, reach
from engine.raider.view import KnownIsland, KnownShip, View


def why_not(view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
    """Everything to be said against these orders; `order` tells which one is meant."""
    if view.over:
        text = "The game is over: no more orders are taken."
        return tuple(
            Problem("game-over", text, order=n, rule="RAID-R74") for n in range(len(orders))
        )
    if view.turn == 0:
        return why_not_sign_up(view, orders)
    return tuple(_why_not(_Desk.of(view, orders), orders))


@dataclass(frozen=True, slots=True)
class _Desk:
    """What is looked up again and again for one set of orders."""

    view: View
    fleet: Mapping[str, KnownShip]
    #: Names of the ships that this set launches, in small letters.
    launches: tuple[str, ...]
    #: Modules of the ships that this set breaks up, by island.
    scrapped: Mapping[str, str]

    @classmethod
    def of(cls, view: View, orders: Sequence[Order]) -> _Desk:
        launches = (
            order.name.casefold()
            for order in orders
            if isinstance(order, ShipOrder) and order.task is Task.LAUNCH
        )
        fleet: dict[str, KnownShip] = {ship.name: ship for ship in view.own_ships}
        return cls(view, fleet, tuple(launches), _scrapped(view, fleet, orders))


def _scrapped(
    view: View, fleet: Mapping[str, KnownShip], orders: Sequence[Order]
) -> Mapping[str, str]:
    last: dict[str, ShipOrder] = {
        order.ship: order for order in orders if isinstance(order, ShipOrder)
    }
    scrapped: dict[str, str] = {}
    for name, order in last.items():
        ship = fleet.get(name)
        if ship is None or order.task is not Task.DISBAND:
            continue
        yard = _yard(view, ship, view.islands.get(IslandName(order.destination or ship.island)))
        if yard is not None:
            scrapped[yard.name] = scrapped.get(yard.name, "") + ship.structure
    return scrapped


def _why_not(desk: _Desk, orders: Sequence[Order]) -> Iterator[Problem]:
    said = [tuple(_order(desk, order, n)) for n, order in enumerate(orders)]
    sound = [n for n, problems in enumerate(said) if not any(p.refused for p in problems)]
    last = {_subject(orders[n]): n for n in sound}
    for n, problems in enumerate(said):
        if n < last.get(_subject(orders[n]), n):
            yield _remark("replaced", "A later order of yours replaces this one.", n, "RAID-R63")
        yield from problems
    yield from _nothing_left(desk, [orders[n] for n in last.values()])


def _order(desk: _Desk, order: Order, n: int) -> Iterator[Problem]:
    if isinstance(order, ShipOrder):
        yield from _ship_order(desk, order, n)
    elif isinstance(order, Pledge):
        yield from pledge_problems(desk.view, order, n)
    else:
        text = "The game has begun: ships and start islands can no longer be chosen."
        yield Problem("sign-up-over", text, order=n, rule="RAID-R7")


def _subject(order: Order) -> str:
    return order.ship.casefold() if isinstance(order, ShipOrder) else type(order).__name__


def _ship_order(desk: _Desk, order: ShipOrder, n: int) -> Iterator[Problem]:
    ship = desk.fleet.get(order.ship)
    if ship is None:
        yield _not_yours(desk, order, n)
        return
    island = desk.view.islands.get(IslandName(order.destination or ship.island))
    if island is None:
        yield _no_island(desk, order, n)
    else:
        yield from _out_of_reach(desk.view, ship, island, order, n)
    if order.task in (Task.REFIT, Task.LAUNCH):
        yield from _build(desk, ship, _yard(desk.view, ship, island), order, n)
    elif order.name:
        text = f"The name {order.name} is ignored: only a launch gives a name."
        yield _remark("name-ignored", text, n, "RAID-R52")


def _yard(view: View, ship: KnownShip, to: KnownIsland | None) -> KnownIsland | None:
    """Where she does her task: at home, if she cannot get there and the game lets her."""
    home = view.islands[ship.island]
    if to is None or distance(home.hex, to.hex) <= reach(ship.structure):
        return to
    return home if view.options.unreachable_task == "do_here" else None


def _not_yours(desk: _Desk, order: ShipOrder, n: int) -> Problem:
    """The same words whether she is another's or nobody's (RAID-R65)."""
    if order.ship.casefold() in desk.launches:
        text = f"{order.ship} can be ordered from the turn after her launch."
        return Problem("not-launched-yet", text, order=n, rule="RAID-R67")
    text = f"You have no ship called {order.ship}."
    near = nearest(order.ship, desk.fleet)
    hint = _instead(desk, order, ship=near) if near else ""
    return Problem("not-your-ship", text, order=n, suggestion=hint, rule="RAID-R65")


def _instead(desk: _Desk, order: ShipOrder, **changes: str) -> str:
    """The line with these changes; if it would be refused again, what that would suggest."""
    better = msgspec.structs.replace(order, **changes)
    if not better.destination:
        better = msgspec.structs.replace(better, destination=desk.fleet[better.ship].island)
    refused = [problem for problem in _ship_order(desk, better, 0) if problem.refused]
    return refused[0].suggestion if refused else line(better)


def _no_island(desk: _Desk, order: ShipOrder, n: int) -> Problem:
    text = f"There is no island called {order.destination}."
    near = nearest(order.destination, desk.view.islands)
    hint = _instead(desk, order, destination=near) if near else ""
    return Problem("no-such-island", text, order=n, suggestion=hint, rule="RAID-R46")


def _out_of_reach(
    view: View, ship: KnownShip, to: KnownIsland, order: ShipOrder, n: int
) -> Iterator[Problem]:
    """A move that cannot be made is refused, the rest of the order with it (RAID-R45)."""
    far, able = distance(view.islands[ship.island].hex, to.hex), reach(ship.structure)
    if far <= able:
        return
    where = [island.name for steps, island in view.reachable(ship) if steps]
    text = _reach_text(ship, to, far, able, where)
    hint = min(where, key=lambda name: (distance(view.islands[name].hex, to.hex), name), default="")
    suggestion = f"{ship.name} {hint}" if hint else ""
    stays = view.options.unreachable_task == "do_here" and order.structure != ""
    if stays:
        text += f" She stays at {ship.island} and does the rest of the order there."
    severity = Severity.WARNED if stays else Severity.REFUSED
    yield Problem("out-of-reach", text, severity, order=n, suggestion=suggestion, rule="RAID-R45")


def _reach_text(ship: KnownShip, to: KnownIsland, far: int, able: int, where: Sequence[str]) -> str:
    if able == 0:
        return f"{ship.name} has no engines and cannot leave {ship.island}."
    hexes = f"{to.name} is {far} hexes from {ship.island} and {ship.name} can go {able}."
    if not where:
        return f"{hexes} No other island is within her reach."
    return f"{hexes} She can reach {enumeration(where)}."


def _build(
    desk: _Desk, ship: KnownShip, island: KnownIsland | None, order: ShipOrder, n: int
) -> Iterator[Problem]:
    launch = order.task is Task.LAUNCH
    if launch:
        yield from _new_name(desk, order, n)
    try:
        signs = expand(order.structure, LETTERS)
    except BadStructure as slip:
        text = f"{order.structure} is not a structure: {slip}. Modules are A B E G M P S T and ?."
        yield Problem("bad-structure", text, order=n, rule="RAID-R57")
        return
    if not right_size(signs):
        will = "The launch" if launch else "The refit"
        text = f"{size_text(order.name or ship.name, signs)} {will} will not take place."
        yield _warning("size", text, n, "RAID-R58")
    elif island is not None:
        yield from _at_the_yard(desk, ship, island, signs, order, n)


def _at_the_yard(
    desk: _Desk, ship: KnownShip, island: KnownIsland, signs: str, order: ShipOrder, n: int
) -> Iterator[Problem]:
    """Rights and stores as the last sheet showed them; never those of unvisited islands.

    What the writer's own ships leave there is in the stores before anything is built (RAID-R86).
    """
    launch = order.task is Task.LAUNCH
    if island.inside is None:
        rights = "you then have launch rights and " if launch else ""
        text = f"The {_work(ship, order)} will be done if {rights}the modules are there."
        yield _remark("if-then", text, n, "RAID-R69")
        return
    if launch and not island.inside.rights:
        text = f"You have no launch rights at {island.name}."
        yield _warning("launch-rights", text, n, "RAID-2.5")
    pool = dict(island.inside.stores)
    add(pool, desk.scrapped.get(island.name, ""))
    if not launch:
        add(pool, ship.structure)
    if missing := lacking(pool, signs):
        own = "" if launch else "her own modules and "
        work = _work(ship, order)
        short = f"{own}the stores of {island.name} lack {missing}"
        text = f"For the {work} {short}, unless others leave modules there."
        yield _warning("stores-short", text, n, "RAID-R69")


def _work(ship: KnownShip, order: ShipOrder) -> str:
    return f"launch of {order.name}" if order.task is Task.LAUNCH else f"refit of {ship.name}"


def _new_name(desk: _Desk, order: ShipOrder, n: int) -> Iterator[Problem]:
    if problem := name_problem(order.name, desk.view.islands):
        hint = _instead(desk, order, name=problem.instead) if problem.instead else ""
        yield Problem(problem.code, problem.text, order=n, suggestion=hint, rule=problem.rule)
        return
    name = order.name.casefold()
    known = {ship.casefold() for ship in desk.view.ships}
    if name in known:
        yield _warning("name-in-use", _taken_text(desk.view, order.name, known), n, "RAID-R25")
    elif desk.launches.count(name) > 1:
        text = f"You launch more than one {order.name}: lots decide which of them is called so."
        yield _warning("name-twice", text, n, "RAID-R26")


def _taken_text(view: View, name: str, known: set[str]) -> str:
    if view.options.name_clash == "fail":
        return f"There is a ship called {name}; if she is still afloat then, the launch fails."
    instead = next_free(name, known)
    return (
        f"There is a ship called {name}; if she is still afloat then, "
        f"the new one gets a letter more, such as {instead}."
    )


def _nothing_left(desk: _Desk, orders: Sequence[Order]) -> Iterator[Problem]:
    """Who breaks up his last ship cannot come back (RAID-R143)."""
    going = {o.ship for o in orders if isinstance(o, ShipOrder) and o.task is Task.DISBAND}
    if desk.fleet and going >= set(desk.fleet) and not desk.launches:
        text = "You disband all your ships: without any you cannot build again in this game."
        yield Problem("last-ship", text, Severity.WARNED, rule="RAID-R143")


def _warning(code: str, text: str, order: int, rule: str) -> Problem:
    return Problem(code, text, Severity.WARNED, order=order, rule=rule)


def _remark(code: str, text: str, order: int, rule: str) -> Problem:
    return Problem(code, text, Severity.REMARK, order=order, rule=rule)
