"""Cards of islands and ships: all that one player knows of each, and how it was before (FEAT-T7).

History comes from the facts of his own earlier sheets, so that a card can say nothing that they
did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.history import Told, spells, told_of, unless_alike
from engine.core.sheet import Block, Card, Paragraph, Row, Sheet, Words, below
from engine.core.structure import shorten
from engine.core.wording import number, sentence
from engine.raider.modules import product, stock
from engine.raider.scene import island_thing, reach_of, ship_thing
from engine.raider.state import reach
from engine.raider.view import KnownIsland, KnownShip, View
from engine.raider.wording import island_words, player_mark, player_words

ISLANDS, OWN_SHIPS, OTHER_SHIPS = "Islands", "Your ships", "Other ships"


def cards(view: View, history: Sequence[Sheet]) -> Iterator[Card]:
    """A card an island and a ship; `history` are his sheets so far, the new one last."""
    near = _in_reach(view)
    for name, island in sorted(view.islands.items()):
        blocks = tuple(_island(view, island, near.get(name, ()), history))
        title = f"{name}*" if view.may_launch(name) else name
        yield Card(island_thing(name), title, ISLANDS, blocks)
    for ship in view.own_ships:
        blocks = tuple(_ship(view, ship, history))
        overlay = tuple(reach_of(view, ship))
        yield Card(ship_thing(ship.name), ship.name, OWN_SHIPS, blocks, overlay)
    for ship in view.ships.values():
        if ship.owner != view.role:
            blocks = tuple(_ship(view, ship, history))
            yield Card(ship_thing(ship.name), ship.name, OTHER_SHIPS, blocks)


def _in_reach(view: View) -> Mapping[str, Sequence[tuple[int, str]]]:
    """By island the own ships elsewhere that can go there, with their ways."""
    near: dict[str, list[tuple[int, str]]] = {}
    for ship in view.own_ships:
        for away, island in view.reachable(ship):
            if away:
                near.setdefault(island.name, []).append((away, ship.name))
    return near


def _island(
    view: View,
    island: KnownIsland,
    near: Sequence[tuple[int, str]],
    history: Sequence[Sheet],
) -> Iterator[Block]:
    place = f"{island.hex.q},{island.hex.r}"
    makes = f"Makes {product(island.speciality)}. At {place}. {_ships_there(island)}"
    yield Paragraph(makes)
    if island.inside is None:
        yield Paragraph("You have never been there.")
    else:
        owner = "nobody" if island.inside.owner is None else player_words(view, island.inside.owner)
        yield Paragraph(sentence("Owner: ", owner, f". In store: {_stores(island.inside.stores)}."))
    if view.may_launch(island.name):
        yield Paragraph("You may launch here.")
    yield from _port(view, island)
    if near:
        ships = ", ".join(f"{name} {away}" for away, name in sorted(near))
        yield Paragraph(f"Within reach of: {ships}.")
    columns = ("Turn", "Ships", "Owner", "Stores")
    yield from below("So far", columns, spells(_island_past(island, history)), "lrll")


def _ships_there(island: KnownIsland) -> str:
    return f"{number(island.ships, 'ship')} there.".capitalize()


def _stores(stores: Mapping[str, int]) -> str:
    return stock(stores) or "nothing"


def _port(view: View, island: KnownIsland) -> Iterator[Block]:
    rows = [
        Row(
            (ship.name, player_words(view, ship.owner), shorten(ship.structure)),
            player_mark(view, ship.owner),
        )
        for ship in view.in_port(island.name)
    ]
    yield from below("In port", ("Ship", "Owner", "Structure"), rows)


def _island_past(island: KnownIsland, history: Sequence[Sheet]) -> Iterator[Told]:
    for turn, known in told_of(history, "islands", island.name):
        owner, stores = "", ""
        if known.get("visited"):
            owner = known.get("owner") or "nobody"
            stores = _stores(known.get("stores") or {})
        yield turn, (f"{known.get('ships', '')}", owner, stores)


def _ship(view: View, ship: KnownShip, history: Sequence[Sheet]) -> Iterator[Block]:
    owner: Words = "yours" if ship.owner == view.role else player_words(view, ship.owner)
    at = island_words(view, ship.island)
    yield Paragraph(sentence("Owner: ", owner, f". {shorten(ship.structure)} at ", at, "."))
    if ship.owner == view.role:
        yield Paragraph(
            f"She can go {number(reach(ship.structure), 'hex', 'hexes')} a turn. "
            + f"{number(ship.kills or 0, 'ship')} sunk by her.".capitalize()
        )
        there = [
            Row((island_words(view, island.name), f"{away}", f"{island.ships}"))
            for away, island in view.reachable(ship)
        ]
        yield from below("She can go to", ("Island", "Hexes", "Ships"), there, "lrr")
    yield from below(
        "So far", ("Turn", "At", "Structure"), spells(unless_alike(_ship_past(ship, history), 1))
    )


def _ship_past(ship: KnownShip, history: Sequence[Sheet]) -> Iterator[Told]:
    for turn, known in told_of(history, "ships", ship.name):
        yield turn, (str(known.get("island", "")), shorten(str(known.get("structure", ""))))
