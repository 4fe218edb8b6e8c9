"""What a player knows of one island."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.history import told_in, told_of
from engine.core.plane import grid
from engine.core.sheet import Block, Paragraph, Row, Sheet, below
from engine.core.wording import enumeration
from engine.merchant.orders import ShipName
from engine.merchant.structures import short
from engine.merchant.view import KnownIsland, View
from engine.merchant.voyage import Ways, in_sight, moment
from engine.merchant.wording import (
    km,
    player_words,
    product_name,
    stores_words,
)

NEAR = 6
"""Own ships that are named with the way they have."""

MOST = 8
"""Turns of which stores are told."""


@dataclass(frozen=True, slots=True)
class Past:
    """The reader's sheets so far, and what they told of factories."""

    sheets: Sequence[Sheet]
    #: By island and turn.
    made: Mapping[str, Mapping[int, str]]


def past_of(history: Sequence[Sheet]) -> Past:
    """Looks through the events once for all islands."""
    made: dict[str, dict[int, str]] = {}
    for turn, event in told_in(history, "events"):
        if event.get("kind") == "production":
            made.setdefault(event["island"], {})[turn] = _products(event["products"])
    return Past(history, made)


def island(
    view: View,
    known: KnownIsland,
    voyages: Mapping[ShipName, Ways],
    past: Past,
) -> Iterator[Block]:
    """Factories, stores, who lies there, who could come, and stores as they were."""
    yield Paragraph(f"{_makes(known)} At {grid(known.point)}.{_standing(view, known)}")
    yield Paragraph(_stores(view, known))
    yield from below("In port", ("Ship", "Owner", "Structure"), _in_port(view, known))
    yield from below(
        "Your ships near", ("Ship", "Way", "There"), _near(view, known, voyages), "lrl"
    )
    yield from below(
        "So far",
        ("Turn", "Stores", "Made"),
        _past(known, past.sheets, past.made.get(known.name, {})),
    )


def _makes(known: KnownIsland) -> str:
    """The code `?` is a factory that makes what is scarce (MER-5.3)."""
    if not known.factories:
        return "Makes nothing."
    made = ["whatever is scarce" if code == "?" else product_name(code) for code in known.factories]
    return f"Makes {enumeration(made)}."


def _standing(view: View, known: KnownIsland) -> str:
    if known.name == view.home:
        return " Your home."
    if not view.turn:
        free = known.home and known.name not in view.taken
        return " One can start here." if free else " Taken." if known.home else ""
    return "" if known.visited else " You have not visited it."


def _stores(view: View, known: KnownIsland) -> str:
    if known.seen is None:
        return "Stores: not known."
    when = "now" if in_sight(view, known) else f"in turn {known.seen.turn}"
    return f"Stores {when}: {stores_words(known.seen.stores) or 'nothing'}."


def _in_port(view: View, known: KnownIsland) -> Iterator[Row]:
    """Own and allied ships, and contacts at the same point of the grid."""
    for ship in view.ships.values():
        if ship.island == known.name:
            yield Row((ship.name, player_words(view, view.role), short(ship.structure)))
    for other in view.ally_ships.values():
        if other.island == known.name:
            yield Row((other.name, player_words(view, other.owner), short(other.structure)))
    for one in view.contacts:
        if one.point == known.point:
            owner = player_words(view, one.owner) if one.owner else "unknown"
            yield Row((one.name or one.label, owner, short(one.structure or "")))


def _near(view: View, known: KnownIsland, voyages: Mapping[ShipName, Ways]) -> Iterator[Row]:
    """Those that could come with the fuel they have, the soonest first."""
    coming = sorted(
        (way.arrives, name, way.distance)
        for name, there in voyages.items()
        if (way := there.get(known.name)) and way.arrives
    )
    for arrives, name, distance in coming[:NEAR]:
        yield Row((name, km(distance), moment(view, arrives)))


def _past(known: KnownIsland, history: Sequence[Sheet], made: Mapping[int, str]) -> Iterator[Row]:
    """Stores by the turn in which they were seen, with what was made before the reader's eyes."""
    stores: dict[int, str] = {}
    for _, told in told_of(history, "islands", known.name):
        if "seen" in told:
            stores.setdefault(told["seen"], stores_words(told["stores"]) or "nothing")
    if known.seen and known.seen.turn not in made:
        stores.pop(known.seen.turn, None)  # told above
    for turn in sorted(stores.keys() | made, reverse=True)[:MOST]:
        yield Row((f"{turn}", stores.get(turn, ""), made.get(turn, "")))


def _products(made: Mapping[str, Any]) -> str:
    """`7E 7C`, as stores are told."""
    return stores_words({code: float(count) for code, count in made.items()}) or "nothing"
