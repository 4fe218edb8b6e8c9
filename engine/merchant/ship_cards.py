"""What a player knows of a ship of his own or of his ally's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.history import Told, spells, told_of, unless_alike
from engine.core.sheet import Block, Items, Paragraph, Row, Sheet, below
from engine.core.wording import number
from engine.merchant.fit import TORPEDO_RANGE, Fit, fit
from engine.merchant.radar import RANGES
from engine.merchant.state import SEGMENTS, Level
from engine.merchant.structures import short
from engine.merchant.tables import errand
from engine.merchant.view import AllyShip, OwnShip, View
from engine.merchant.voyage import Ways, moment
from engine.merchant.wording import cargo_words, fuel_words, km, place_words, product_name

NEAR = 8
"""Islands that are named with the way there."""

STRUCTURE = 1
"""Its place in the rows of the past; it is left out if it never changed."""


def own(view: View, ship: OwnShip, voyages: Ways, history: Sequence[Sheet]) -> Iterator[Block]:
    """Structure and what it is good for, mission, islands in reach, and where she was."""
    able = fit(ship.structure)
    yield Paragraph(f"{short(ship.structure)} {place_words(ship.point, ship.island)}.")
    yield Items(tuple(_fitted(ship, able)))
    doing = errand(view, ship)
    yield Paragraph(doing[:1].upper() + doing[1:])
    yield from below("Islands in reach", ("Island", "Way", "There"), _reach(view, voyages), "lrl")
    past = spells(unless_alike(_past(history, ship.name), STRUCTURE))
    yield from below("So far", ("Turn", "Where", "Structure", "Cargo"), past)


def allied(ship: AllyShip, history: Sequence[Sheet]) -> Iterator[Block]:
    """Her place and structure are told, not what she holds (MER-H47)."""
    where = place_words(ship.point, ship.island)
    yield Paragraph(f"{ship.owner}'s. {short(ship.structure)} {where}.")
    yield Items(tuple(powers(fit(ship.structure))))
    past = ((turn, _place(told)) for turn, told in told_of(history, "ally_ships", ship.name))
    yield from below(
        "So far", ("Turn", "Where", "Structure"), spells(unless_alike(past, STRUCTURE))
    )


def _fitted(ship: OwnShip, able: Fit) -> Iterator[str]:
    yield from powers(able)
    if able.engines:
        yield f"Fuel: {fuel_words(ship.fuel)}; room for {km(able.fuel_room)}."
    if able.guns:
        yield f"Shells: {ship.ammo} of {able.ammo_room}."
    if able.tubes:
        yield f"Torpedoes: {ship.torpedoes} of {able.torpedo_room}."
    if able.holds:
        yield f"Cargo: {cargo_words(ship.cargo) or 'none'}; room for {able.holds}."
    if ship.kills:
        yield f"{number(ship.kills, 'enemy ship')} sunk by her."


def powers(able: Fit) -> Iterator[str]:
    """What her structure alone says."""
    if able.engines:
        yield f"{able.kmh} km/h, {km(able.step * SEGMENTS)} in a week."
    else:
        yield "No sound engines: she goes nowhere by herself."
    if able.guns:
        yield f"{number(able.guns, 'gun')}, reaching {km(able.gun_range)}."
    if able.tubes:
        yield f"{number(able.tubes, 'tube')}, reaching {km(TORPEDO_RANGE)}."
    if able.radars:
        yield f"Radar: {_radar(able)}."
    if able.can_build:
        yield "She can build and rebuild ships."
    if able.ruptures:
        yield (
            f"{number(able.ruptures, 'module')} ruptured; she sinks with more of them than sound "
            f"buoyancy, now {able.buoyancy}."
        )


def _radar(able: Fit) -> str:
    """`detects at 200 km, identifies at 140 km, …`, by ships that do not hide."""
    return ", ".join(f"{VERBS[level]} at {km(far * able.radars)}" for far, level in RANGES[::-1])


VERBS: Mapping[Level, str] = {
    Level.DETECTED: "detects",
    Level.IDENTIFIED: "identifies",
    Level.ANALYSED: "analyses",
}


def _reach(view: View, voyages: Ways) -> Iterator[Row]:
    able = [(name, way) for name, way in voyages.items() if way.arrives]
    for name, way in able[:NEAR]:
        yield Row((name, km(way.distance), moment(view, way.arrives or 0)))


def _past(history: Sequence[Sheet], name: str) -> Iterator[Told]:
    for turn, told in told_of(history, "ships", name):
        yield turn, (*_place(told), _cargo(told.get("cargo")))


def _place(told: Mapping[str, Any]) -> tuple[str, str]:
    return str(told.get("island") or told.get("grid")), short(str(told.get("structure")))


def _cargo(told: Any) -> str:
    if not isinstance(told, Mapping):
        return ""
    return f"{told['units']} {product_name(str(told['product']))}"
