"""Raider positions in a few words, so that a test shows only what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.ruleset import Role
from engine.core.structure import expand
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Options,
    Player,
    Ship,
    ShipName,
    State,
    sorted_structure,
)


def position(islands: str, players: str, ships: str = "", turn: int = 2, **options: Any) -> State:
    """A position from lines.

    Islands `Agnes 0,0 G Ann 8G` (owner `-`: nobody); players `Bob>Ann Agnes Pearl 2` (overlord,
    islands visited, kills; owners of islands need no line); ships `Ajax Ann Agnes PGAEE 1` (owner,
    place, structure, kills).
    """
    land = {one.name: one for one in map(_island, _lines(islands))}
    seated = {one.name: one for one in map(_player, _lines(players))}
    return State(
        turn=turn,
        islands=land,
        players=_owners(land.values()) | seated,
        ships={one.name: one for one in map(_ship, _lines(ships))},
        options=Options(**options),
    )


def _owners(islands: Iterable[Island]) -> dict[Role, Player]:
    """Those who hold an island and have seen no other."""
    return {i.owner: Player(i.owner, i.owner, frozenset({i.name})) for i in islands if i.owner}


def stores(text: str) -> Mapping[str, int]:
    signs = expand(text, LETTERS) if text else ""
    return {letter: signs.count(letter) for letter in sorted(set(signs))}


def _lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _island(words: list[str]) -> Island:
    name, place, speciality, owner, *held = words
    q, r = map(int, place.split(","))
    lord = None if owner == "-" else Role(owner)
    return Island(IslandName(name), q, r, speciality, lord, stores("".join(held)))


def _player(words: list[str]) -> Player:
    name, _, lord = words[0].partition(">")
    kills = int(words.pop()) if words[-1].isdigit() else 0
    visited = frozenset(IslandName(word) for word in words[1:])
    return Player(Role(name), Role(lord or name), visited, kills)


def _ship(words: list[str]) -> Ship:
    name, owner, place, structure, *kills = words
    signs = sorted_structure(expand(structure, LETTERS))
    return Ship(ShipName(name), Role(owner), IslandName(place), signs, int("".join(kills) or 0))
