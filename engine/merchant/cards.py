"""Cards of islands, ships and contacts: all that one player knows of each (FEAT-T7).

How it was before comes from the facts of his own earlier sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.scene import Shape
from engine.core.sheet import Card, Sheet
from engine.merchant import enemy_cards, island_cards, ship_cards
from engine.merchant.chart import Chart
from engine.merchant.enemies import enemies
from engine.merchant.orders import ShipName
from engine.merchant.overlays import range_of, seen_at, week_of
from engine.merchant.things import contact_thing, island_thing, ship_thing
from engine.merchant.view import Contact, View
from engine.merchant.voyage import Ways, ways

ISLANDS, OWN_SHIPS, ALLIED, ENEMIES = "Islands", "Your ships", "Your ally's ships", "Enemy ships"


def cards(view: View, sea: Chart, history: Sequence[Sheet]) -> Iterator[Card]:
    """A card an island and a ship; `history` are his sheets so far, the new one last."""
    voyages: Mapping[ShipName, Ways] = {ship.name: ways(view, ship) for ship in view.ships.values()}
    past = island_cards.past_of(history)
    for island in view.islands.values():
        blocks = tuple(island_cards.island(view, island, voyages, past))
        yield Card(island_thing(island.name), island.name, ISLANDS, blocks)
    for ship in view.ships.values():
        blocks = tuple(ship_cards.own(view, ship, voyages[ship.name], history))
        overlay = tuple(range_of(sea, view, ship))
        yield Card(ship_thing(ship.name), ship.name, OWN_SHIPS, blocks, overlay)
    for allied in view.ally_ships.values():
        blocks = tuple(ship_cards.allied(allied, history))
        overlay = tuple(week_of(sea, view, allied.point, allied.structure))
        yield Card(ship_thing(allied.name), allied.name, ALLIED, blocks, overlay)
    yield from _enemies(view, sea, history)


def _enemies(view: View, sea: Chart, history: Sequence[Sheet]) -> Iterator[Card]:
    """Those whose names were learnt, and contacts without one."""
    known = enemies(view, history)
    labels = {contact.name: contact for contact in view.contacts if contact.name}
    for name, sightings in known.items():
        now = labels.get(name)
        blocks = tuple(enemy_cards.named(view, sightings, now))
        overlay = (*_reach(sea, view, now), *seen_at(sea, sightings))
        yield Card(ship_thing(name), name, ENEMIES, blocks, overlay)
    for contact in view.contacts:
        if not contact.name:
            blocks = tuple(enemy_cards.nameless(view, contact))
            yield Card(contact_thing(contact), contact.label, ENEMIES, blocks)


def _reach(sea: Chart, view: View, now: Contact | None) -> Iterator[Shape]:
    if now is not None and now.structure:
        yield from week_of(sea, view, now.point, now.structure)
