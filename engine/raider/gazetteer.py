"""Ships and islands in tables, as one reader knows them (RAID-10.1 to 10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.sheet import Block, Heading, Paragraph, Row, Span, Table, Words
from engine.core.structure import shorten
from engine.core.wording import joined
from engine.raider.modules import product, stock
from engine.raider.state import reach
from engine.raider.view import Inside, KnownIsland, KnownShip, View
from engine.raider.wording import island_words, player_mark, player_words

NO_SHIPS = (
    "You have no ships and can build none. You keep your points and what you know, "
    "and you may still choose your overlord."
)


def fleet(view: View) -> Block:
    """Own ships, where they are, and where each can go with the distances (RAID-R43)."""
    if not view.own_ships:
        return Paragraph("You have no ships." if view.over else NO_SHIPS)
    return Table(
        ("Ship", "Structure", "At", "Reach", "Sunk", "Can go to"),
        tuple(_own(view, ship) for ship in view.own_ships),
        "lllrrl",
    )


def _own(view: View, ship: KnownShip) -> Row:
    at = island_words(view, ship.island)
    can = reach(ship.structure)
    structure = shorten(ship.structure)
    return Row((ship.name, structure, at, f"{can}", f"{ship.kills}", _within(view, ship)))


def _within(view: View, ship: KnownShip) -> Words:
    there: list[tuple[str | Span, ...]] = [
        (island_words(view, island.name), f" {away}")
        for away, island in view.reachable(ship)
        if away
    ]
    return joined(there, ", ") if there else "nowhere"


def visited(view: View) -> Iterator[Block]:
    """Islands known from inside: owner, full stores, ships in port (RAID-10.2)."""
    known = [(i, i.inside) for i in view.islands.values() if i.inside is not None]
    if not known:
        yield Paragraph("You have not visited any island yet.")
        return
    columns = ("Island", "Place", "Makes", "Owner", "Ships", "Stores")
    yield Table(columns, tuple(_known(view, *pair) for pair in known), "llllrl")
    ports = [_in_port(view, ship) for island, _ in known for ship in view.in_port(island.name)]
    if ports:
        yield Heading("Ships in port", 2)
        yield Table(("Island", "Ship", "Owner", "Structure"), tuple(ports))


def _known(view: View, island: KnownIsland, inside: Inside) -> Row:
    owner = "nobody" if inside.owner is None else player_words(view, inside.owner)
    stores = stock(inside.stores) or "empty"
    return Row((*_common(view, island), owner, f"{island.ships}", stores))


def _in_port(view: View, ship: KnownShip) -> Row:
    owner = player_words(view, ship.owner)
    cells = (island_words(view, ship.island), ship.name, owner, shorten(ship.structure))
    return Row(cells, player_mark(view, ship.owner))


def unvisited(view: View) -> Block:
    """What everybody knows of the islands that the reader has not visited (RAID-10.1)."""
    rows = [
        Row((*_common(view, island), f"{island.ships}"))
        for island in view.islands.values()
        if island.inside is None
    ]
    if not rows:
        return Paragraph("There are none: you have visited every island.")
    return Table(("Island", "Place", "Makes", "Ships"), tuple(rows), "lllr")


def _common(view: View, island: KnownIsland) -> tuple[Words, Words, Words]:
    place = f"{island.hex.q},{island.hex.r}"
    return island_words(view, island.name), place, product(island.speciality)
