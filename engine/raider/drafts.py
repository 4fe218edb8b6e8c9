"""Orders with blanks for the order form: refit, launch, break up, and the designs of sign-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.form import Draft, Modules, Name, Option, Pick
from engine.raider.modules import stock
from engine.raider.names import LONGEST_NAME, RESERVED
from engine.raider.orders import DISBAND_MARK, Design, Order, ShipOrder
from engine.raider.state import LARGEST, LETTERS, SMALLEST, ShipName
from engine.raider.view import KnownIsland, KnownShip, View

PLACE, STRUCTURE, NAME = "{place}", "{modules}", "{name}"
"""Samples, where the blanks are: nothing can be called so."""

NAME_PATTERN = "[A-Za-z]+(-[A-Za-z]+)*"
NAME_RULE = f"1 to {LONGEST_NAME} letters A to Z, with single hyphens inside"


def drafts(view: View, ship: KnownShip) -> Iterator[Draft[Order]]:
    """What a ship can do besides sailing, at each island that she reaches."""
    near = [island for _, island in view.reachable(ship)]
    spare = dict(Counter(ship.structure))
    yield Draft(
        "refit her",
        ShipOrder(ship.name, PLACE, STRUCTURE),
        (_place(view, near), _structure("as", {i.name: _added(i, spare) for i in known(near)})),
    )
    yards = [island for island in near if view.may_launch(island.name)]
    if yards:
        yield Draft(
            "launch a ship",
            ShipOrder(ship.name, PLACE, STRUCTURE, NAME),
            (
                _place(view, yards),
                _structure("modules", {i.name: _added(i, {}) for i in known(yards)}),
                _name(view),
            ),
        )
    yield Draft("break her up", ShipOrder(ship.name, PLACE, DISBAND_MARK), (_place(view, near),))


def design_draft(view: View, slot: int) -> Draft[Order]:
    """One of the six ships to start with (RAID-3.1)."""
    slots = (_name(view), _structure("modules", {}))
    return Draft("a ship of this kind", Design(ShipName(NAME), STRUCTURE, slot), slots)


def known(islands: list[KnownIsland]) -> list[KnownIsland]:
    return [island for island in islands if island.inside is not None]


def _added(island: KnownIsland, spare: Mapping[str, int]) -> Mapping[str, int]:
    """The stores, and with them the modules of the ship that is refitted (RAID-5.1)."""
    stores = island.inside.stores if island.inside else {}
    return {sign: stores.get(sign, 0) + spare.get(sign, 0) for sign in LETTERS}


def _place(view: View, islands: list[KnownIsland]) -> Pick:
    return Pick("at", PLACE, tuple(Option(i.name, _place_label(view, i)) for i in islands))


def _place_label(view: View, island: KnownIsland) -> str:
    star = "*" if view.may_launch(island.name) else ""
    stores = stock(island.inside.stores) if island.inside else "stores not known"
    return f"{island.name}{star} ({stores or 'nothing in store'})"


def _structure(label: str, stock: Mapping[str, Mapping[str, int]]) -> Modules:
    return Modules(label, STRUCTURE, LETTERS, SMALLEST, LARGEST, stock)


def _name(view: View) -> Name:
    """Names of ships that the reader cannot see are not told: one may be taken all the same."""
    taken = (*view.ships, *view.islands, *RESERVED)
    return Name("name", NAME, LONGEST_NAME, NAME_PATTERN, NAME_RULE, tuple(sorted(taken)))
