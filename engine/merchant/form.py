"""What a player may order now: a sign-up, then a line for each own ship.

A line sent back with nothing filled in orders nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.core.form import Choice, Line, OrderForm
from engine.core.plane import grid
from engine.core.structure import shorten
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
from engine.merchant.state import CARGO_SHIP, FLEET, STARTERS
from engine.merchant.view import KnownIsland, OwnShip, View
from engine.merchant.voyage import moment, stretches
from engine.merchant.wording import cargo_words, km, mission_words, product_name

Choices: TypeAlias = "tuple[Choice[Order], ...]"

NEAREST = 8
"""Sources that a pick list offers for each cargo ship."""


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
        )
    homes: Choices = tuple(Choice(_home(i), Home(i.name)) for i in legal_homes(view))
    others = (player for player in view.applicants if player != view.role)
    allies: Choices = tuple(Choice(str(player), NameAlly(player)) for player in others)
    yield _line("home", "an island to start at", Home, standing, homes)
    yield _line(
        "ally", "whom you want; it holds when both of you say so", NameAlly, standing, allies
    )
    yield _line("alliance", "what the two of you are called", NameAlliance, standing, ())
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
    return f"a name for a {kind}, {shorten(STARTERS[slot - 1])}"


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
            otherwise=_otherwise(ship),
        )
    if view.options.dice_change == "next turn":
        yield _dice(view, standing)


def _note(ship: OwnShip) -> str:
    where = f"at {ship.island}" if ship.island else grid(ship.point)
    aboard = f", {cargo_words(ship.cargo)}" if ship.cargo else ""
    return f"{shorten(ship.structure)} {where}{aboard}"


def _otherwise(ship: OwnShip) -> str:
    """What she does without an order (MER-H75)."""
    goes_on = f"goes on: {mission_words(ship.mission)}" if ship.mission else "holds"
    return f"{goes_on}; {ship.engagement.name}"


def _choices(view: View, ship: OwnShip) -> Iterator[Choice[Order]]:
    """Orders with distance and time, as far as both may be known (MER-H73)."""
    if ship.mission:
        yield Choice(f"continue {mission_words(ship.mission)}", Continue(ship=ship.name))
    yield Choice("hold", Hold(ship=ship.name))
    if not fit(ship.structure).engines:
        return
    near = sorted(view.islands.values(), key=lambda i: (ship.point.to(i.point), i.name))
    yield from _voyages(view, ship, near)
    if fit(ship.structure).holds:
        yield from _cargoes(view, ship, near)
    yield from _tows(view, ship)
    if ship.island:
        yield Choice(f"disband at {ship.island}", Disband(ship=ship.name, at=ship.island))


def _voyages(view: View, ship: OwnShip, near: Sequence[KnownIsland]) -> Iterator[Choice[Order]]:
    for island in near:
        if island.name != ship.island:
            sail = Sail(ship=ship.name, to=(Location(island.name),))
            yield Choice(f"sail to {island.name}, {_eta(view, ship, sail)}", sail)


def _eta(view: View, ship: OwnShip, order: Sail) -> str:
    stretch = next(stretches(view, ship, order, 0))
    if stretch.arrives is None:
        return f"{km(stretch.distance)}, too far"
    return f"{km(stretch.distance)}, {moment(view, stretch.arrives)}"


def _cargoes(view: View, ship: OwnShip, near: Sequence[KnownIsland]) -> Iterator[Choice[Order]]:
    """Land what is aboard; fetch what is made nearby for the place where the shipyards are."""
    if ship.cargo:
        for island in near[:NEAREST]:
            unload = _carry(ship, 0, "", island.name, island.name)
            yield Choice(f"unload at {island.name}", unload)
    port = _port(view, ship)
    if port is None:
        return
    for island in [island for island in near if island.name != port][:NEAREST]:
        for code in sorted(set(island.factories) - {"?"}):
            what = f"carry all {product_name(code)} from {island.name} to {port}"
            yield Choice(what, _carry(ship, None, code, island.name, port))


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
