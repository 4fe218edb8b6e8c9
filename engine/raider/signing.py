"""Signing up: six designs and a start island, checked from what an applicant knows (RAID-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.core.naming import nearest
from engine.core.ruleset import Problem, Severity
from engine.core.structure import WILD, BadStructure, expand, wanted
from engine.core.wording import enumeration
from engine.raider.islands import right_size, size_text
from engine.raider.names import name_problem
from engine.raider.orders import DISBAND_MARK, Design, Order, Pledge, Start
from engine.raider.state import FLEET, LETTERS, Island, IslandName, Options
from engine.raider.view import KnownIsland, View

ENGINES = "E"


def why_not_sign_up(view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
    """What is wrong with a registration, and what it still lacks (RAID-R7)."""
    wrong = tuple(_wrong(view, orders))
    return wrong + tuple(_missing(accepted(orders, wrong)))


def complete(view: View, orders: Sequence[Order]) -> bool:
    """Are there six good designs and a start that is free (RAID-R7)?"""
    return not any(_missing(accepted(orders, _wrong(view, orders))))


def accepted(orders: Sequence[Order], problems: Iterable[Problem]) -> list[Order]:
    """The orders that are not refused."""
    bad = {problem.order for problem in problems if problem.refused}
    return [order for n, order in enumerate(orders) if n not in bad]


def may_start(island: Island | KnownIsland, options: Options) -> bool:
    """Not where engines are made (RAID-3.3), and where the game says only from its list."""
    listed_only = options.start_islands == "listed"
    return island.speciality != ENGINES and (island.listed or not listed_only)


def pledge_problems(view: View, order: Pledge, n: int) -> Iterator[Problem]:
    """Anybody who plays may be chosen, and nobody can refuse (RAID-R31, RAID-R35)."""
    if order.overlord not in view.standings:
        near = nearest(order.overlord, view.standings)
        text = f"There is no player called {order.overlord}."
        hint = f"overlord: {near}" if near else ""
        yield Problem("no-such-player", text, order=n, suggestion=hint, rule="RAID-R35")
    elif order.overlord == view.overlord and view.turn > 0:
        who = "your own overlord" if order.overlord == view.role else f"a vassal of {view.overlord}"
        yield _remark("overlord-already", f"You are {who} already.", n, "RAID-2.1")


def _wrong(view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    last = {_subject(order, n): n for n, order in enumerate(orders)}
    standing = [orders[n] for n in last.values()]
    names = Counter(o.name.casefold() for o in standing if isinstance(o, Design))
    for n, order in enumerate(orders):
        if last[_subject(order, n)] != n:
            yield _remark("replaced", "A later order of yours replaces this one.", n, "RAID-R63")
        elif isinstance(order, Design):
            yield from _design(view, order, n, names)
        elif isinstance(order, Start):
            yield from _start(view, order, n)
        elif isinstance(order, Pledge):
            yield from _pledge(view, order, n)
        else:
            text = "The game has not begun: ships can be ordered from turn 1 on."
            yield Problem("not-begun", text, order=n, rule="RAID-3.1")
    yield from _too_many(orders)


def _subject(order: Order, n: int) -> object:
    if isinstance(order, Design):
        return order.slot or (order.name.casefold(), n)
    return type(order)


def _design(view: View, order: Design, n: int, names: Counter[str]) -> Iterator[Problem]:
    if not 0 <= order.slot <= FLEET:
        text = f"There is no ship {order.slot}: you design ships 1 to {FLEET}."
        yield Problem("no-such-slot", text, order=n, rule="RAID-3.1")
    if problem := name_problem(order.name, view.islands):
        hint = f"{problem.instead} {order.structure}" if problem.instead else ""
        hint = f"ship {order.slot} {hint}" if hint and order.slot else hint
        yield Problem(problem.code, problem.text, order=n, suggestion=hint, rule=problem.rule)
    elif names[order.name.casefold()] > 1:
        text = f"You have more than one ship called {order.name}: each needs a name of her own."
        yield Problem("name-twice", text, order=n, rule="RAID-3.1")
    yield from _structure(order, n)


def _structure(order: Design, n: int) -> Iterator[Problem]:
    if order.structure.upper() == DISBAND_MARK or not order.structure:
        text = f"{order.name} needs a structure of 5 to 10 modules, such as 2A3B3E2G."
        yield Problem("bad-structure", text, order=n, rule="RAID-R6")
        return
    try:
        signs = expand(order.structure, LETTERS)
    except BadStructure as slip:
        text = f"{order.structure} is not a structure: {slip}. Modules are A B E G M P S T."
        yield Problem("bad-structure", text, order=n, rule="RAID-R57")
        return
    if WILD in signs:
        _, wild = wanted(signs)
        text = f"A ship to start with has no ? in her: name the {wild} modules left to chance."
        yield Problem("wildcard", text, order=n, rule="RAID-R6")
    if not right_size(signs):
        yield Problem("size", size_text(order.name, signs), order=n, rule="RAID-3.1")


def _start(view: View, order: Start, n: int) -> Iterator[Problem]:
    """Several islands are a list by preference: one good one is enough."""
    reasons = [(code, text) for island in order.islands for code, text in _not_there(view, island)]
    useless = len(reasons) >= len(order.islands)
    if not order.islands:
        reasons = [("no-such-island", "Name the island where you want to start.")]
    severity = Severity.REFUSED if useless else Severity.WARNED
    for code, text in reasons:
        hint = _free_start(view, order) if useless else ""
        yield Problem(code, text, severity, order=n, suggestion=hint, rule="RAID-3.3")


def _not_there(view: View, name: IslandName) -> Iterator[tuple[str, str]]:
    """Why one cannot start at an island; if it is taken, not by whom (RAID-R2)."""
    island = view.islands.get(name)
    if island is None:
        yield "no-such-island", f"There is no island called {name}."
    elif island.speciality == ENGINES:
        yield "start-engines", f"{name} makes engines, and nobody may start at such an island."
    elif not may_start(island, view.options):
        starts = sorted(i.name for i in view.islands.values() if may_start(i, view.options))
        yield "start-unlisted", f"In this game one starts at {enumeration(starts)}."
    elif name in view.taken:
        yield "start-taken", f"{name} is taken."


def _free_start(view: View, order: Start) -> str:
    free = sorted(
        (not island.listed, name)
        for name, island in view.islands.items()
        if may_start(island, view.options) and name not in view.taken
    )
    meant = nearest(order.islands[0], [name for _, name in free]) if order.islands else ""
    return f"start {meant or free[0][1]}" if free else ""


def _pledge(view: View, order: Pledge, n: int) -> Iterator[Problem]:
    if view.options.overlord_at_registration:
        yield from pledge_problems(view, order, n)
        return
    text = "Everybody begins as his own overlord; you can choose another with the orders of turn 1."
    yield Problem("no-pledge-yet", text, order=n, rule="RAID-R11")


def _too_many(orders: Sequence[Order]) -> Iterator[Problem]:
    designs = [n for n, order in enumerate(orders) if isinstance(order, Design)]
    loose = [n for n in designs if not getattr(orders[n], "slot", 0)]
    slots = {o.slot for o in orders if isinstance(o, Design) and o.slot}
    for n in loose[max(0, FLEET - len(slots)) :]:
        text = f"You have {FLEET} ships already: say which she replaces, as in `ship 3 NAME 5E`."
        yield Problem("too-many", text, order=n, rule="RAID-3.1")


def _missing(orders: Sequence[Order]) -> Iterator[Problem]:
    designs = [order for order in orders if isinstance(order, Design)]
    there = min(FLEET, len({d.slot or d.name.casefold() for d in designs}))
    if there < FLEET:
        left = FLEET - there
        ships = "1 ship," if left == 1 else f"{left} ships, each"
        text = f"Still missing: {ships} with a name and a structure of 5 to 10 modules."
        yield Problem("missing-ships", text, Severity.WARNED, rule="RAID-R7")
    if not any(isinstance(order, Start) for order in orders):
        text = "Still missing: the island where you start."
        yield Problem("missing-start", text, Severity.WARNED, rule="RAID-R7")


def _remark(code: str, text: str, order: int, rule: str) -> Problem:
    return Problem(code, text, Severity.REMARK, order=order, rule=rule)
