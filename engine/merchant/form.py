"""What a player may order now: a sign-up, then a line for each own ship.

A line sent back with nothing filled in orders nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.core.form import Choice, Line, OrderForm
from engine.core.plane import grid
from engine.merchant.drafts import alliance_draft, design_draft, drafts
from engine.merchant.fit import fit
from engine.merchant.orders import (
    Carry,
    ChooseDice,
    Continue,
    Design,
    DieKind,
    Disband,
    Hold,
    Home,
    IslandName,
    Location,
    NameAlliance,
    NameAlly,
    Order,
    Sail,
    ShipOrder,
    Tow,
)
from engine.merchant.state import CARGO_SHIP, FLEET, SEGMENTS, STARTERS
from engine.merchant.structures import short
from engine.merchant.things import ship_thing
from engine.merchant.view import KnownIsland, OwnShip, View
from engine.merchant.voyage import Ways, at_rest, eta, ways
from engine.merchant.wording import cargo_words, mission_words, product_name

Choices: TypeAlias = "tuple[Choice[Order], ...]"

NEAREST = 8
"""Sources that a pick list offers for each cargo ship."""

LIKELY_VOYAGES, LIKELY_CARGOES = 6, 4
"""Choices of each kind that a letter lists for a ship."""

FEW = 3
"""A ship that reaches fewer islands in the week is offered so many all the same."""


def form(view: View, standing: Sequence[Order]) -> OrderForm[Order]:
    """The lines to fill in, each with what stands and the orders that could be picked."""
    if view.over:
        return OrderForm(view.turn, ())
    lines = _registration(view, standing) if view.turn == 0 else _fleet(view, standing)
    return OrderForm(view.turn, tuple(lines))


def legal_homes(view: View) -> tuple[KnownIsland, ...]:
    """Islands that may still be asked for, by name (MER-H13)."""
    return tuple(
        island
        for island in view.islands.values()
        if island.home and (view.options.shared_homes or island.name not in view.taken)
    )


# --------------------------------------------------------------------- sign-up


def _registration(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    designs = _by_slot([order for order in standing if isinstance(order, Design)])
    for slot in range(1, FLEET + 1):
        yield Line(
            subject=f"ship {slot}",
            blank=f"ship {slot}:",
            note=_slot_note(slot),
            standing=(designs[slot],) if slot in designs else (),
            drafts=(design_draft(view, slot),),
        )
    homes: Choices = tuple(Choice(_home(i), Home(i.name)) for i in legal_homes(view))
    others = (player for player in view.applicants if player != view.role)
    allies: Choices = tuple(Choice(str(player), NameAlly(player)) for player in others)
    yield _line("home", "an island to start at", Home, standing, homes)
    yield _line(
        "ally", "whom you want; it holds when both of you say so", NameAlly, standing, allies
    )
    called = _line("alliance", "what the two of you are called", NameAlliance, standing, ())
    yield replace(called, drafts=(alliance_draft(),))
    yield _dice(view, standing)


def _line(
    subject: str,
    note: str,
    kind: type[Home | NameAlly | NameAlliance],
    standing: Sequence[Order],
    choices: Choices,
) -> Line[Order]:
    stands = tuple(order for order in standing if isinstance(order, kind))
    return Line(subject, f"{subject}:", note, stands, choices)


def _slot_note(slot: int) -> str:
    if slot > len(STARTERS):
        return "a name and 10 to 20 modules of your choice"
    kind = "cargo ship" if STARTERS[slot - 1] == CARGO_SHIP else "shipyard"
    return f"a name for a {kind}, {short(STARTERS[slot - 1])}"


def _by_slot(designs: Sequence[Design]) -> dict[int, Design]:
    """Designs by their slot; those without one take the free places of their kind in order."""
    placed = {design.slot: design for design in designs if design.slot}
    for design in designs:
        if not design.slot:
            first, last = (7, FLEET) if design.structure else (1, len(STARTERS))
            free = [slot for slot in range(first, last + 1) if slot not in placed]
            if free:
                placed[free[0]] = design
    return placed


def _home(island: KnownIsland) -> str:
    return f"{island.name} {grid(island.point)} ({' '.join(island.factories)})"


def _dice(view: View, standing: Sequence[Order]) -> Line[Order]:
    kinds: tuple[DieKind, ...] = ("normal", "magic")
    return Line(
        subject="dice",
        blank="dice:",
        note=f"now {view.dice}",
        standing=tuple(order for order in standing if isinstance(order, ChooseDice)),
        choices=tuple(Choice(kind, ChooseDice(kind)) for kind in kinds),
    )


# --------------------------------------------------------------------- a turn


def _fleet(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    orders = [order for order in standing if isinstance(order, ShipOrder)]
    for ship in view.ships.values():
        yield Line(
            subject=ship.name,
            blank=f"{ship.name}:",
            note=_note(ship),
            standing=tuple(order for order in orders if order.ship == ship.name),
            choices=tuple(_choices(view, ship)),
            drafts=tuple(drafts(view, ship)),
            otherwise=_otherwise(ship),
            thing=ship_thing(ship.name),
        )
    if view.options.dice_change == "next turn":
        yield _dice(view, standing)


def _note(ship: OwnShip) -> str:
    where = f"at {ship.island}" if ship.island else grid(ship.point)
    aboard = f", {cargo_words(ship.cargo)}" if ship.cargo else ""
    return f"{short(ship.structure)} {where}{aboard}"


def _otherwise(ship: OwnShip) -> str:
    """What she does without an order (MER-H75)."""
    if (rests := at_rest(ship)) is not None:
        does = f"stays at {rests}"
    else:
        does = f"goes on: {mission_words(ship.mission)}" if ship.mission else "holds"
    return f"{does}; {ship.engagement.name}"


def _choices(view: View, ship: OwnShip) -> Iterator[Choice[Order]]:
    """Orders with distance and time, as far as both may be known (MER-H73)."""
    if ship.mission:
        on = f"continue {mission_words(ship.mission)}"
        yield Choice(on, Continue(ship=ship.name), usual=at_rest(ship) is None)
    yield Choice("hold", Hold(ship=ship.name))
    if not fit(ship.structure).engines:
        return
    voyages = ways(view, ship)
    likely = _likely(voyages)
    yield from _sailing(view, ship, voyages, likely)
    if fit(ship.structure).holds:
        here = [ship.island] if ship.island else []
        near = [*here, *voyages]
        yield from _unloading(view, ship, near)
        yield from _fetching(view, ship, near, likely)
    yield from _tows(view, ship)
    if ship.island:
        disband = Disband(ship=ship.name, at=ship.island)
        yield Choice(f"disband at {ship.island}", disband, usual=False)


def _likely(voyages: Ways) -> Sequence[IslandName]:
    """The islands that she reaches this week, or where she is slow some others, nearest first."""
    times = [(name, way.arrives) for name, way in voyages.items() if way.arrives]
    this_week = sum(arrives <= SEGMENTS for _, arrives in times)
    return [name for name, _ in times][: min(max(this_week, FEW), LIKELY_VOYAGES)]


def _sailing(
    view: View, ship: OwnShip, voyages: Ways, likely: Sequence[IslandName]
) -> Iterator[Choice[Order]]:
    for island, voyage in voyages.items():
        label = f"sail to {island} ({eta(view, voyage)})"
        order = Sail(ship=ship.name, to=(Location(island),))
        yield Choice(label, order, usual=island in likely)


def _unloading(view: View, ship: OwnShip, near: Sequence[IslandName]) -> Iterator[Choice[Order]]:
    """Land what is aboard."""
    if ship.cargo:
        for island in near[:NEAREST]:
            unload = _carry(ship, 0, "", island, island)
            usual = island in (ship.island, _port(view, ship))
            yield Choice(f"unload at {island}", unload, usual=usual)


def _fetching(
    view: View, ship: OwnShip, near: Sequence[IslandName], likely: Sequence[IslandName]
) -> Iterator[Choice[Order]]:
    """Fetch what is made nearby for the place where the shipyards are."""
    port = _port(view, ship)
    if port is None:
        return
    left = LIKELY_CARGOES
    for island in [island for island in near if island != port][:NEAREST]:
        usual = island == ship.island or island in likely
        for code in sorted(set(view.islands[island].factories) - {"?"}):
            what = f"carry all {product_name(code)} from {island} to {port}"
            order = _carry(ship, None, code, island, port)
            yield Choice(what, order, usual=usual and left > 0)
            left -= usual


def _carry(
    ship: OwnShip, count: int | None, code: str, source: IslandName, to: IslandName
) -> Carry:
    return Carry(ship=ship.name, units=count, product=code, source=source, destination=to)


def _port(view: View, ship: OwnShip) -> IslandName | None:
    """Where the nearest own shipyard lies; else the island where she started."""
    yards = [
        (ship.point.to(yard.point), yard.island)
        for yard in view.ships.values()
        if yard.island and fit(yard.structure).can_build
    ]
    return min(yards)[1] if yards else view.home


def _tows(view: View, ship: OwnShip) -> Iterator[Choice[Order]]:
    """Own ships that cannot move by themselves, home; other tows are for the player to write."""
    if view.home is None:
        return
    for other in view.ships.values():
        adrift = not fit(other.structure).engines or not other.fuel
        if adrift and other.name != ship.name and other.island is None:
            tow = Tow(ship=ship.name, target=other.name, to=Location(view.home))
            yield Choice(f"tow {other.name} to {view.home}", tow)
