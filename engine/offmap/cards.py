"""Cards of areas, places, units and raids: all that one side knows of each (FEAT-T7).

How it was before comes from the facts of its own earlier sheets.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.sheet import Card, Heading
from engine.offmap import area_cards, unit_cards
from engine.offmap.layout import sketch_of
from engine.offmap.outcome import raid_told
from engine.offmap.overlays import reach_of
from engine.offmap.past import Past
from engine.offmap.things import area_thing, place_thing, raid_thing, unit_thing
from engine.offmap.view import View

RAIDS, AREAS, PLACES = "Raids", "Areas", "Places"
OWN_UNITS, OTHER_UNITS = "Your units", "Units of the other side"


def cards(view: View, past: Past) -> Iterator[Card]:
    """A card a thing; `past` is what the side's sheets have said, the new one with them."""
    sketch = sketch_of(view)
    for raid in view.raids.values():
        told = tuple(block for block in raid_told(view, raid) if not isinstance(block, Heading))
        title = f"Raid into {view.areas[raid.area].name}"
        yield Card(raid_thing(raid.area), title, RAIDS, told)
    for area in view.areas.values():
        blocks = tuple(area_cards.area(view, area, past))
        yield Card(area_thing(area.id), area.name, AREAS, blocks)
    for place in view.places.values():
        blocks = tuple(area_cards.place(view, place, past))
        yield Card(place_thing(place.id), place.id, PLACES, blocks)
    for unit in view.units.values():
        blocks = tuple(unit_cards.unit(view, unit, past))
        mine = unit.side == view.role
        overlay = tuple(reach_of(view, sketch, unit)) if mine else ()
        group = OWN_UNITS if mine else OTHER_UNITS
        yield Card(unit_thing(unit.name), f"{unit.type} {unit.name}", group, blocks, overlay)
