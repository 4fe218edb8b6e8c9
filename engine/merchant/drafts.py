"""Orders with blanks for the order form: missions with an option, and the names of sign-up.

What they offer is what the reader knows: islands, ships of the alliance, enemies by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from engine.core.form import Draft, Modules, Name, Number, Option, Pick
from engine.core.plane import grid
from engine.merchant.fit import fit
from engine.merchant.names import LONGEST_SHIP, RESERVED
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Carry,
    Continue,
    Design,
    Disband,
    Hold,
    IslandName,
    Location,
    NameAlliance,
    Order,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.products import MODULES, PRODUCTS
from engine.merchant.signing import SPECIALS
from engine.merchant.state import LARGEST, SMALLEST
from engine.merchant.view import OwnShip, View
from engine.merchant.voyage import Ways, eta, ways
from engine.merchant.wording import product_name
from engine.merchant.yard_drafts import NAME, STRUCTURE, new_name, yard_drafts

Optional: TypeAlias = Sail | Tow | Carry | Disband | Hold | Continue
"""Orders on which one may say what to do on meeting an enemy."""

PLACE, NEXT, SHIP = "{place}", "{next}", "{ship}"
"""Samples, where the blanks are: nothing can be called so."""

UNITS = 99999
"""The sample of a number; no name has digits."""

GRID = "[0-9]{4}[Ee][0-9]{4}[Nn]"

WORD, WORD_RULE = "[A-Za-z]+", f"one word of 1 to {LONGEST_SHIP} letters A to Z"


def drafts(view: View, ship: OwnShip) -> Iterator[Draft[Order]]:
    """What this ship can do, as far as her owner knows."""
    if fit(ship.structure).engines:
        yield from _missions(view, ship)
    yield from yard_drafts(view, ship)
    stay = Continue if ship.mission else Hold
    yield _with_option("change only what she does on meeting an enemy", ship, stay(ship=ship.name))


def design_draft(view: View, slot: int) -> Draft[Order]:
    """One of the eight ships to start with; only specials have a structure to choose (MER-18.2)."""
    name = new_name(view)
    if slot not in SPECIALS:
        return Draft("name her", Design(name=ShipName(NAME), slot=slot), (name,))
    modules = Modules("modules", STRUCTURE, MODULES, SMALLEST, LARGEST, wild=False)
    order = Design(name=ShipName(NAME), structure=STRUCTURE, slot=slot)
    return Draft("name and design her", order, (name, modules))


def alliance_draft() -> Draft[Order]:
    word = Name("name", NAME, LONGEST_SHIP, WORD, WORD_RULE, tuple(sorted(RESERVED)))
    return Draft("choose a name", NameAlliance(NAME), (word,))


def _missions(view: View, ship: OwnShip) -> Iterator[Draft[Order]]:
    near, all_ = _in_reach(view, ship, ways(view, ship)), _islands(view)
    if near:
        yield from _voyages(ship, near, all_)
    place = Sail(ship=ship.name, to=(Location(PLACE),))
    point = Name("grid point", PLACE, 10, GRID, "four digits E, four digits N: 4567E5678N")
    yield _with_option("sail to a point of the grid", ship, place, point)
    if ships := _ships(view, ship):
        meet, fetch = Pick("to the ship", PLACE, ships), Pick("the ship", SHIP, ships)
        yield _with_option("sail to a ship", ship, place, meet)
        tow = Tow(ship=ship.name, target=ShipName(SHIP), to=Location(NEXT))
        yield _with_option("tow a ship", ship, tow, fetch, Pick("to", NEXT, all_))


def _voyages(
    ship: OwnShip, near: Sequence[Option], all_: Sequence[Option]
) -> Iterator[Draft[Order]]:
    """First to islands in reach; where she goes from there may be anywhere."""
    name, place, first = ship.name, Location(PLACE), Pick("to", PLACE, tuple(near))
    yield _with_option("sail to", ship, Sail(ship=name, to=(place,)), first)
    two, then = Sail(ship=name, to=(place, Location(NEXT))), Pick("then to", NEXT, tuple(all_))
    yield _with_option("sail to one place, then to another", ship, two, first, then)
    if fit(ship.structure).holds:
        yield _carry(ship, near, all_)
    scrap = Disband(ship=name, at=IslandName(PLACE))
    yield _with_option("break her up", ship, scrap, Pick("at", PLACE, tuple(near)))


def _carry(ship: OwnShip, near: Sequence[Option], all_: Sequence[Option]) -> Draft[Order]:
    """Where she can fetch something is near; where it is to be landed may be anywhere."""
    holds = fit(ship.structure).holds
    sample = next(p for p in PRODUCTS.values() if p.name not in ship.name)
    goods = tuple(Option(p.name, f"{product_name(p.code)} {p.code}") for p in PRODUCTS.values())
    order = Carry(
        ship=ship.name,
        units=UNITS,
        product=sample.code,
        source=IslandName(PLACE),
        destination=IslandName(NEXT),
    )
    slots = (
        Number("units", f"{UNITS}", 1, holds, holds),
        Pick("product", sample.name, goods),
        Pick("from", PLACE, tuple(near)),
        Pick("to", NEXT, tuple(all_)),
    )
    return _with_option("carry cargo", ship, order, *slots)


def _with_option(
    label: str, ship: OwnShip, order: Optional, *slots: Pick | Number | Name
) -> Draft[Order]:
    """With what she does on meeting an enemy, at first what she does now (MER-13).

    The sample is an option whose word is no part of her name.
    """
    sample = next(each for each in Engagement if each.value not in ship.name)
    options = tuple(Option(each.value) for each in Engagement)
    pick = Pick("on meeting an enemy", sample.value, options, first=ship.engagement.value)
    return Draft(label, msgspec.structs.replace(order, engagement=sample), (*slots, pick))


def _in_reach(view: View, ship: OwnShip, voyages: Ways) -> tuple[Option, ...]:
    """Where she lies, and the islands for which her fuel lasts."""
    here = [Option(ship.island, f"{ship.island} (here)")] if ship.island else []
    able = ((name, way) for name, way in voyages.items() if way.arrives is not None)
    return (*here, *(Option(name, f"{name} ({eta(view, way)})") for name, way in able))


def _islands(view: View) -> tuple[Option, ...]:
    """With what they make."""
    return tuple(
        Option(island.name, " ".join((island.name, *island.factories)))
        for island in view.islands.values()
    )


def _ships(view: View, ship: OwnShip) -> tuple[Option, ...]:
    """All others that he can name: own ones, the ally's, enemies as far as they are known."""
    own = [(each.name, each.island or grid(each.point)) for each in view.ships.values()]
    allied = [
        (each.name, f"{each.owner}, {each.island or grid(each.point)}")
        for each in view.ally_ships.values()
    ]
    seen = {one.name: f"{one.owner}, {one.label}" for one in view.contacts if one.name}
    learnt = [(name, seen.get(name, "enemy")) for name in sorted({*view.reported, *seen})]
    listed = (*own, *allied, *learnt)
    return tuple(Option(name, f"{name} ({at})") for name, at in listed if name != ship.name)
