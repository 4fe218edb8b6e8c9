"""What can be said against orders for a shipyard (MER-12.2, MER-12.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engine.core.ruleset import Problem, Severity
from engine.core.structure import WILD, expand
from engine.merchant.fit import YARD, fit, sound_modules
from engine.merchant.names import is_name, name_problem
from engine.merchant.orders import Build, Order, Rebuild, ShipName, line
from engine.merchant.products import MODULES
from engine.merchant.structures import structure_problem
from engine.merchant.view import OwnShip, View


def build_problems(
    view: View, yard: OwnShip, order: Build, n: int, orders: Sequence[Order]
) -> Iterator[Problem]:
    """A new ship: her name, her structure, the yard and the stores."""
    yield from _yard(yard, n)
    yield from _name(view, order, n, orders)
    if problem := structure_problem(order.structure, wildcards=view.options.wildcards):
        yield Problem(*problem, order=n, rule="MER-6.4")
        return
    yield from _stores(view, yard, order.structure, "", n)


def rebuild_problems(view: View, yard: OwnShip, order: Rebuild, n: int) -> Iterator[Problem]:
    """A ship to be broken down and built anew."""
    yield from _yard(yard, n)
    target = order.target
    if target.casefold() == yard.name.casefold():
        text = f"{yard.name} cannot rebuild herself."
        yield Problem("herself", text, order=n, rule="MER-12.5")
        return
    if not is_name(target) or target.casefold() in {i.casefold() for i in view.islands}:
        text = f"{target} is no ship: write `{yard.name} rebuild SHIP with MODULES`."
        yield Problem("not-a-ship", text, order=n, rule="MER-12.5")
    if problem := structure_problem(order.structure, wildcards=view.options.wildcards):
        yield Problem(*problem, order=n, rule="MER-6.4")
        return
    ship = view.ships.get(target)
    if ship is not None:
        yield from _stores(view, yard, order.structure, sound_modules(ship.structure), n)


def _yard(yard: OwnShip, n: int) -> Iterator[Problem]:
    have = fit(yard.structure).shipyards
    if have < YARD:
        text = f"{yard.name} has {have} shipyard modules; it takes {YARD} to build."
        yield Problem("no-shipyard", text, order=n, rule="MER-12.2")
    elif yard.island is None:
        text = f"{yard.name} is at sea: she builds only if she lies at an island by then."
        yield _warning("yard-at-sea", text, n, "MER-H87")


def _name(view: View, order: Build, n: int, orders: Sequence[Order]) -> Iterator[Problem]:
    """Refused where the clash is known to the writer; a hidden one costs a letter (MER-H90)."""
    if problem := name_problem(order.name, view.islands):
        better = ShipName(problem.instead)
        hint = line(msgspec.structs.replace(order, name=better)) if better else ""
        yield Problem(problem.code, problem.text, order=n, suggestion=hint, rule=problem.rule)
        return
    known = {*view.ships, *view.ally_ships, *view.reported}
    known |= {contact.name for contact in view.contacts if contact.name}
    if order.name.casefold() in {name.casefold() for name in known}:
        text = f"There is a ship called {order.name} already: choose another name."
        yield Problem("name-in-use", text, order=n, rule="MER-H90")
    names = [other.name.casefold() for other in orders if isinstance(other, Build)]
    if names.count(order.name.casefold()) > 1:
        text = f"You build more than one {order.name}: the second one gets a letter more."
        yield _warning("name-twice", text, n, "MER-H90")
    initials = {name[0].casefold() for name in view.ships}
    if order.name[0].casefold() in initials:
        text = f"Another ship of yours begins with {order.name[0].upper()}, as the map shows her."
        yield Problem("initial", text, Severity.REMARK, order=n, rule="MER-6.10")


def _stores(view: View, yard: OwnShip, structure: str, own: str, n: int) -> Iterator[Problem]:
    """What is lacking by what was last seen there; unless others bring it."""
    island = view.islands.get(yard.island) if yard.island else None
    if island is None or island.seen is None:
        return
    wanted = Counter(expand(structure.replace(" ", ""), MODULES))
    there = Counter(own)
    there.update({code: int(units) for code, units in island.seen.stores.items()})
    lacking = "".join(
        f"{number - there[code]}{code} "
        for code, number in sorted(wanted.items())
        if code != WILD and number > there[code]
    ).strip()
    if lacking:
        text = (
            f"The stores of {island.name} lacked {lacking} when last seen: what is missing at the "
            "end of the turn is left out, and below ten modules nothing is built."
        )
        yield _warning("stores-short", text, n, "MER-H88")


def _warning(code: str, text: str, order: int, rule: str) -> Problem:
    return Problem(code, text, Severity.WARNED, order=order, rule=rule)
