"""Signing up: ally, home and eight ships, checked from what an applicant knows (MER-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.core.naming import nearest
from engine.core.ruleset import Problem, Severity
from engine.merchant.names import is_name, name_problem
from engine.merchant.orders import (
    ChooseDice,
    Design,
    Home,
    NameAlliance,
    NameAlly,
    Order,
)
from engine.merchant.state import FLEET, STARTERS
from engine.merchant.structures import structure_problem
from engine.merchant.view import View

SPECIALS = range(len(STARTERS) + 1, FLEET + 1)
KINDS = ("cargo ship",) * 4 + ("shipyard",) * 2 + ("special",) * 2


def why_not_sign_up(view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
    """What is wrong with a registration, and what it still lacks."""
    wrong = tuple(_wrong(view, orders))
    return wrong + tuple(_missing(view, accepted(orders, wrong)))


def complete(view: View, orders: Sequence[Order]) -> bool:
    """Are there eight good ships and a home that is free?"""
    lacks = _missing(view, accepted(orders, _wrong(view, orders)))
    return not any(problem.severity is Severity.WARNED for problem in lacks)


def accepted(orders: Sequence[Order], problems: Iterable[Problem]) -> list[Order]:
    """The orders that are not refused."""
    bad = {problem.order for problem in problems if problem.refused}
    return [order for n, order in enumerate(orders) if n not in bad]


def _wrong(view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    names = Counter(o.name.casefold() for o in orders if isinstance(o, Design))
    for n, order in enumerate(orders):
        match order:
            case Design():
                yield from _design(view, order, n, names)
            case Home():
                yield from _home(view, order, n)
            case NameAlly():
                yield from _ally(view, order, n)
            case NameAlliance():
                if not is_name(order.name):
                    text = f"{order.name} cannot be an alliance: one word of up to 12 letters."
                    yield Problem("bad-name", text, order=n, rule="MER-18.1")
            case ChooseDice():
                pass
            case _:
                text = "The game has not begun: ships can be ordered from turn 1 on."
                yield Problem("not-begun", text, order=n, rule="MER-18.1")


def _design(view: View, order: Design, n: int, names: Counter[str]) -> Iterator[Problem]:
    if not 0 <= order.slot <= FLEET:
        text = f"There is no ship {order.slot}: you name ships 1 to {FLEET}."
        yield Problem("no-such-slot", text, order=n, rule="MER-18.2")
    if problem := name_problem(order.name, view.islands):
        number = f" {order.slot}" if order.slot else ""
        written = f" {order.structure}" if order.structure else ""
        hint = f"ship{number} {problem.instead}{written}" if problem.instead else ""
        yield Problem(problem.code, problem.text, order=n, suggestion=hint, rule=problem.rule)
    elif names[order.name.casefold()] > 1:
        text = f"You have more than one ship called {order.name}: each needs a name of her own."
        yield Problem("name-twice", text, order=n, rule="MER-6.1")
    if order.slot == 0:  # merging found no free place for her
        text = "Eight ships are named already: say which she replaces, as in `ship 7 NAME 10E`."
        yield Problem("too-many", text, order=n, rule="MER-18.2")
    yield from _structure(order, n)


def _structure(order: Design, n: int) -> Iterator[Problem]:
    """Cargo ships and shipyards are given; specials are the player's own (MER-18.2)."""
    special = order.slot in SPECIALS or (not order.slot and order.structure)
    if not special:
        if order.structure and order.structure != STARTERS[min(order.slot, 6) - 1]:
            kind = KINDS[order.slot - 1]
            text = f"Ship {order.slot} is a {kind}, whose structure is given: only name her."
            yield Problem("given-structure", text, order=n, rule="MER-18.2")
        return
    if not order.structure:
        text = f"{order.name} needs a structure of 10 to 20 modules, such as 2A2B6E4G4C2R."
        yield Problem("bad-structure", text, order=n, rule="MER-18.2")
    elif problem := structure_problem(order.structure, wildcards=False):
        yield Problem(*problem, order=n, rule="MER-L6.4")


def _home(view: View, order: Home, n: int) -> Iterator[Problem]:
    """If it is taken, not by whom."""
    homes = [name for name, island in view.islands.items() if island.home]
    island = view.islands.get(order.island)
    free = [name for name in homes if name not in view.taken]
    hint = nearest(order.island, free) or (free[0] if free else "")
    hint = f"home {hint}" if hint else ""
    if island is None:
        text = f"There is no island called {order.island}."
        yield Problem("no-such-island", text, order=n, suggestion=hint, rule="MER-18.1")
    elif not island.home:
        text = f"{order.island} is no home. One starts at {', '.join(sorted(homes))}."
        yield Problem("no-home", text, order=n, suggestion=hint, rule="MER-18.1")
    elif order.island in view.taken and not view.options.shared_homes:
        text = f"{order.island} is taken."
        yield Problem("home-taken", text, order=n, suggestion=hint, rule="MER-H13")


def _ally(view: View, order: NameAlly, n: int) -> Iterator[Problem]:
    """Whoever is meant may sign up later: only oneself is refused."""
    if order.ally == view.role:
        text = "You cannot be your own ally: name another player."
        yield Problem("own-ally", text, order=n, rule="MER-2.1")
    elif order.ally not in view.applicants:
        text = f"{order.ally} has not signed up; you are allies once each has named the other."
        yield Problem("no-such-player", text, Severity.REMARK, order=n, rule="MER-2.1")


def _missing(view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    slots = {order.slot for order in orders if isinstance(order, Design)} - {0}
    left = [place for place in range(1, FLEET + 1) if place not in slots]
    if left:
        counts = Counter(KINDS[place - 1] for place in left)
        kinds = ", ".join(f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items())
        text = f"Still to be named: {kinds}. Specials need a structure of 10 to 20 modules too."
        yield Problem("missing-ships", text, Severity.WARNED, rule="MER-18.1")
    if not any(isinstance(order, Home) for order in orders):
        text = "Still missing: the home island where you start."
        yield Problem("missing-home", text, Severity.WARNED, rule="MER-18.1")
    if not any(isinstance(order, NameAlly) for order in orders) and view.ally is None:
        text = "You have named no ally: without one you are paired by lot."
        yield Problem("missing-ally", text, Severity.REMARK, rule="MER-2.1")
