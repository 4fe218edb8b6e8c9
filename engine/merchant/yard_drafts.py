"""Orders with blanks for shipyards: build and rebuild, counted against stores that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.form import Draft, Modules, Name, Option, Pick
from engine.merchant.fit import fit, sound_modules
from engine.merchant.names import LONGEST_SHIP, RESERVED
from engine.merchant.orders import Build, Order, Rebuild, ShipName
from engine.merchant.products import MODULES
from engine.merchant.state import LARGEST, SMALLEST
from engine.merchant.structures import short
from engine.merchant.view import KnownIsland, OwnShip, View

NAME, STRUCTURE, TARGET = "{name}", "{modules}", "{ship}"
"""Samples, where the blanks are: nothing can be called so."""


def yard_drafts(view: View, yard: OwnShip) -> Iterator[Draft[Order]]:
    """For a ship that can build where she lies (MER-12.2, MER-12.5)."""
    if not (yard.island and fit(yard.structure).can_build):
        return
    island = view.islands[yard.island]
    build = Build(ship=yard.name, name=ShipName(NAME), structure=STRUCTURE)
    stock = {"": at_hand(island)} if island.seen else {}
    yield Draft("build a ship", build, (new_name(view), _modules(view, stock)))
    if targets := tuple(_targets(view, yard, island)):
        rebuild = Rebuild(ship=yard.name, target=ShipName(TARGET), structure=STRUCTURE)
        pick = Pick("the ship", TARGET, targets)
        yield Draft("rebuild a ship", rebuild, (pick, _modules(view, _rebuilding(view, island))))


def new_name(view: View) -> Name:
    """Ships that the reader has not heard of are not told: a name may be taken all the same."""
    known = {*view.ships, *view.ally_ships, *view.reported}
    known |= {contact.name for contact in view.contacts if contact.name}
    rule = f"one word of 1 to {LONGEST_SHIP} letters A to Z"
    taken = tuple(sorted({*known, *view.islands, *RESERVED}))
    return Name("name", NAME, LONGEST_SHIP, "[A-Za-z]+", rule, taken)


def at_hand(island: KnownIsland) -> Mapping[str, int]:
    """Whole modules in the stores as they were seen."""
    stores = island.seen.stores if island.seen else {}
    return {code: int(stores.get(code, 0)) for code in MODULES if stores.get(code, 0) >= 1}


def _modules(view: View, stock: Mapping[str, Mapping[str, int]]) -> Modules:
    return Modules(
        "modules", STRUCTURE, MODULES, SMALLEST, LARGEST, stock, wild=view.options.wildcards
    )


def _targets(view: View, yard: OwnShip, island: KnownIsland) -> Iterator[Option]:
    """Ships at the same island as far as the reader knows, enemies among them (MER-12.5)."""
    for ship in view.ships.values():
        if ship.island == island.name and ship.name != yard.name:
            yield Option(ship.name, f"{ship.name} {short(ship.structure)}")
    for one in view.contacts:
        if one.name and one.point == island.point and view.options.rebuild_enemies != "never":
            yield Option(one.name, f"{one.name} ({one.owner})")


def _rebuilding(view: View, island: KnownIsland) -> Mapping[str, Mapping[str, int]]:
    """The stores, and with them what is sound of the ship that is rebuilt."""
    if island.seen is None:
        return {}
    here = (ship for ship in view.ships.values() if ship.island == island.name)
    return {
        ship.name: dict(Counter(at_hand(island)) + Counter(sound_modules(ship.structure)))
        for ship in here
    }
