"""What a player knows of a ship that is neither his nor his ally's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.history import spells
from engine.core.plane import Point, grid
from engine.core.sheet import Block, Items, Paragraph, Row, below
from engine.core.wording import sentence
from engine.merchant.enemies import Sighting, last_structure
from engine.merchant.fit import fit
from engine.merchant.ship_cards import powers
from engine.merchant.structures import short
from engine.merchant.view import Contact, View
from engine.merchant.wording import LEVELS, km, player_words

NEAR = 6
"""Own ships that are named with how far off they are."""


def named(view: View, sightings: Sequence[Sighting], now: Contact | None) -> Iterator[Block]:
    """Whose she is, where she was seen last, what is known of her structure."""
    last = sightings[0]
    yield Paragraph(sentence("Owner: ", player_words(view, last.owner), "."))
    if now is not None:
        yield Paragraph(f"In sight as {now.label}: {LEVELS[now.level]} at {grid(now.point)}.")
    else:
        yield Paragraph(f"Last seen in turn {last.turn} at {grid(last.point)}, {last.level}.")
    if (read := last_structure(sightings)) is not None:
        yield Paragraph(f"Structure in turn {read.turn}: {short(read.structure)}.")
        yield Items(tuple(powers(fit(read.structure))))
    if now is not None:
        yield from _near(view, now.point)
    past = ((one.turn, (grid(one.point), one.level, short(one.structure))) for one in sightings)
    yield from below("Seen", ("Turn", "Grid", "Level", "Structure"), spells(past))


def nameless(view: View, contact: Contact) -> Iterator[Block]:
    """A contact is called so on one sheet only (MER-H132)."""
    yield Paragraph(f"An enemy ship, {LEVELS[contact.level]} at {grid(contact.point)}.")
    yield Paragraph(f"{contact.label} is what this sheet calls her; orders need a name or a place.")
    yield from _near(view, contact.point)


def _near(view: View, point: Point) -> Iterator[Block]:
    """As the crow flies, the nearest first."""
    away = sorted((ship.point.to(point), ship.name) for ship in view.ships.values())
    rows = (Row((name, km(distance))) for distance, name in away[:NEAR])
    yield from below("Your ships near", ("Ship", "Away"), rows, "lr")
