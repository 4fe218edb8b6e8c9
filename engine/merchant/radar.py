"""Who sees whom, and how well (MER-8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import sqrt

from engine.merchant.fit import fit
from engine.merchant.options import Options
from engine.merchant.orders import ShipName
from engine.merchant.state import LARGEST, AllianceName, Level, Ship, State

RANGES = ((50.0, Level.ANALYSED), (70.0, Level.IDENTIFIED), (100.0, Level.DETECTED))
"""Km that one radar module gives for each level, against a ship without U-boat modules."""

DETECT_KM = 100.0
LEEWAY = 1e-9

Spot = tuple[float, float, int]
"""Km east, km north, radar modules."""


@lru_cache(maxsize=64)
def shrinking(factor: float) -> tuple[float, ...]:
    """By what so many U-boat modules multiply the ranges at which she is seen (MER-8.2)."""
    table = [1.0]
    for _ in range(LARGEST):
        table.append(table[-1] * factor)
    return tuple(table)


def ranges(radars: int, uboats: int, options: Options) -> tuple[float, float, float]:
    """Km at which such a ship detects, identifies and analyses such another."""
    shrunk = shrinking(options.uboat_factor)[uboats] * radars
    return 100.0 * shrunk, 70.0 * shrunk, 50.0 * shrunk


def level_of(share: float, shrunk: float) -> Level:
    """The level from the least distance a radar module, over all ships that look (MER-8.3)."""
    for km, level in RANGES:
        if share <= km * shrunk + LEEWAY:
            return level
    return Level.NONE


def best_share(east: float, north: float, spots: Iterable[Spot]) -> float:
    """The least distance a radar module from these ships; infinite if none has any (MER-H42)."""
    best = float("inf")
    for spot_east, spot_north, radars in spots:
        over, up = spot_east - east, spot_north - north
        share = (over * over + up * up) / (radars * radars)
        best = min(best, share)
    return sqrt(best)


def in_sight(east: float, north: float, eyes: Iterable[tuple[float, float]], km: float) -> bool:
    """Is any of these ships within so many km, where ships see without radar (MER-H43)?"""
    square = km * km + LEEWAY
    return any((a - east) * (a - east) + (b - north) * (b - north) <= square for a, b in eyes)


def contacts(state: State, alliance: AllianceName) -> Mapping[ShipName, Level]:
    """How well an alliance knows each enemy ship as things stand; unknown ones are left out."""
    own: list[Ship] = []
    others: list[Ship] = []
    for ship in state.ships.values():
        mine = state.players[ship.owner].alliance == alliance
        (own if mine else others).append(ship)
    spots = [(s.e, s.n, fit(s.structure).radars) for s in own if fit(s.structure).radars]
    eyes = [(s.e, s.n) for s in own] if state.options.visual_km else []
    factor = shrinking(state.options.uboat_factor)
    known: dict[ShipName, Level] = {}
    for ship in others:
        share = best_share(ship.e, ship.n, spots)
        level = level_of(share, factor[fit(ship.structure).uboats])
        if not level and in_sight(ship.e, ship.n, eyes, state.options.visual_km):
            level = Level.DETECTED
        if level:
            known[ship.name] = level
    return known
