"""What a player may order now: six ships and a start at sign-up, then a line for each own ship."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.form import Choice, Line, OrderForm
from engine.core.structure import shorten
from engine.raider.drafts import design_draft, drafts
from engine.raider.modules import product
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.scene import ship_thing
from engine.raider.signing import may_start
from engine.raider.state import FLEET
from engine.raider.view import KnownIsland, KnownShip, View


def form(view: View, standing: Sequence[Order]) -> OrderForm[Order]:
    """The lines to fill in, each with what stands and the orders that could be picked."""
    if view.over:
        return OrderForm(view.turn, ())
    lines = _registration(view, standing) if view.turn == 0 else _fleet(view, standing)
    return OrderForm(view.turn, tuple(lines))


def legal_starts(view: View) -> tuple[KnownIsland, ...]:
    """Islands that may still be asked for, recommended ones first (RAID-3.3, RAID-R2, RAID-R3)."""
    among = [
        island
        for island in view.islands.values()
        if may_start(island, view.options) and island.name not in view.taken
    ]
    return tuple(sorted(among, key=lambda island: (not island.listed, island.name)))


def _registration(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    designs = _by_slot([order for order in standing if isinstance(order, Design)])
    for slot in range(1, FLEET + 1):
        yield Line(
            subject=f"ship {slot}",
            blank=f"ship {slot}:",
            note="a name and 5 to 10 modules",
            standing=(designs[slot],) if slot in designs else (),
            drafts=(design_draft(view, slot),),
        )
    starts = tuple(order for order in standing if isinstance(order, Start))
    yield Line(
        subject="start",
        blank="start:",
        note="an island; recommended ones first",
        standing=starts,
        choices=_starts(view),
    )
    if view.options.overlord_at_registration:
        yield _overlord(view, standing)


def _by_slot(designs: Sequence[Design]) -> dict[int, Design]:
    """Designs by their slot; those without one take the free slots in order."""
    placed = {design.slot: design for design in designs if design.slot}
    free = (slot for slot in range(1, FLEET + 1) if slot not in placed)
    unplaced = [design for design in designs if not design.slot]
    return placed | dict(zip(free, unplaced, strict=False))


def _starts(view: View) -> tuple[Choice[Order], ...]:
    return tuple(Choice(_start(island), Start((island.name,))) for island in legal_starts(view))


def _start(island: KnownIsland) -> str:
    return f"{island.name} ({product(island.speciality)})"


def _fleet(view: View, standing: Sequence[Order]) -> Iterator[Line[Order]]:
    orders = [order for order in standing if isinstance(order, ShipOrder)]
    for ship in view.own_ships:
        yield Line(
            subject=ship.name,
            blank=ship.name,
            note=f"{shorten(ship.structure)} at {ship.island}",
            otherwise=f"stays at {ship.island}",
            standing=tuple(order for order in orders if order.ship == ship.name),
            choices=_moves(view, ship),
            drafts=tuple(drafts(view, ship)),
            thing=ship_thing(ship.name),
        )
    yield _overlord(view, standing)


def _moves(view: View, ship: KnownShip) -> tuple[Choice[Order], ...]:
    """The islands within her reach with their distances; 0 is where she is."""
    return tuple(
        Choice(f"{_starred(view, island)} {away}", ShipOrder(ship.name, island.name))
        for away, island in view.reachable(ship)
    )


def _starred(view: View, island: KnownIsland) -> str:
    """The name, marked where he has launch rights (RAID-R156)."""
    return f"{island.name}*" if view.may_launch(island.name) else island.name


def _overlord(view: View, standing: Sequence[Order]) -> Line[Order]:
    return Line(
        subject="overlord",
        blank="overlord:",
        note=f"now {_named(view, view.overlord)}",
        standing=tuple(order for order in standing if isinstance(order, Pledge)),
        choices=tuple(Choice(_named(view, player), Pledge(player)) for player in view.standings),
    )


def _named(view: View, player: str) -> str:
    return f"{player} (yourself)" if player == view.role else player
