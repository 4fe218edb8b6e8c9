"""Who may hear of an event, and in which form (RAID-V9 to V19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.core.ruleset import Event, Role
from engine.raider.events import (
    Capture,
    Deflection,
    Disband,
    Hit,
    Launch,
    Moved,
    OverlordChange,
    Production,
    Refit,
    Sinking,
    Visit,
)
from engine.raider.state import IslandName, ShipName, State

UNTOLD = Role("")
"""Stands in an event for a player whom the hearer is not told of."""

FIGHTING = (Hit, Deflection, Sinking, Capture)


class Present(Event, frozen=True, tag="present"):
    """The ships that met at a battle, with their owners before it; only visitors are told.

    It stands in no turn's log: it is made here, of what the log and the position say.
    """

    island: IslandName
    #: Pairs of ship and owner, by name.
    ships: tuple[tuple[ShipName, Role], ...]


def heard(events: Sequence[Event], state: State, role: Role) -> tuple[Event, ...]:
    """The events of a turn that this player is told of, in the form in which he is told.

    `state` is the position after the turn: who has docked in it is a visitor (RAID-R145). First
    come the ships present at each battle, then the rest in the order in which it happened.
    """
    told = (_told(event, state, role) for event in events)
    return (*_present(events, state, role), *(event for event in told if event is not None))


def _told(event: Event, state: State, role: Role) -> Event | None:
    match event:
        case Hit() | Deflection():
            return event if _close(event, state, role) else None
        case Sinking():
            return event if _close(event, state, role) else _as_published(event, state, role)
        case Capture():  # for everybody (RAID-R148)
            return event
        case Moved() | Disband() | Refit() | Launch():  # RAID-V15, RAID-V18, RAID-R152
            return event if event.owner == role else None
        case Visit():  # RAID-R159
            return event if event.player == role else None
        case Production():  # others see the stores only (RAID-V19)
            mine = state.islands[event.island].owner == role
            return event if mine and _visited(state, role, event.island) else None
        case OverlordChange():
            return _change(event, state, role)
        case _:
            return None


def _visited(state: State, role: Role, island: IslandName) -> bool:
    return island in state.players[role].visited


def _close(event: Hit | Deflection | Sinking, state: State, role: Role) -> bool:
    """Is he a visitor, or were these shots of or at his own ships (RAID-R145, RAID-R146)?"""
    if _visited(state, role, event.island):
        return True
    return state.options.participants_see_battle and role in (event.owner, event.by_owner)


def _as_published(event: Sinking, state: State, role: Role) -> Sinking:
    """A sinking as everybody hears of it (RAID-R147, RAID-R149); who sank her knows himself."""
    if state.options.news_sinker_owner or role == event.by_owner:
        return event
    return msgspec.structs.replace(event, by_owner=UNTOLD)


def _change(event: OverlordChange, state: State, role: Role) -> OverlordChange | None:
    """A new overlord hears whom he gained, an old one whom he lost, others nothing (RAID-V23)."""
    if state.options.public_overlords or role == event.player:
        return event
    if role == event.to:
        return msgspec.structs.replace(event, from_=UNTOLD)
    if role == event.from_:
        return msgspec.structs.replace(event, to=UNTOLD)
    return None


def _present(events: Sequence[Event], state: State, role: Role) -> Iterator[Present]:
    """The ships at each battle at an island that he has visited (RAID-V14)."""
    fought = {event.island for event in events if isinstance(event, FIGHTING)}
    for island in sorted(fought & state.players[role].visited):
        there = [event for event in events if getattr(event, "island", None) == island]
        yield Present(island, tuple(sorted(_ships_at(island, there, state))))


def _ships_at(
    island: IslandName, events: Sequence[Event], state: State
) -> Iterable[tuple[ShipName, Role]]:
    """Those that are there now and were not launched since, and those sunk or disbanded there."""
    launched = {event.ship for event in events if isinstance(event, Launch)}
    at_first: dict[ShipName, Role] = {}
    for event in events:
        if isinstance(event, Capture):
            at_first.setdefault(event.ship, event.from_)
    left = [s for s in state.ships.values() if s.island == island and s.name not in launched]
    gone = [event for event in events if isinstance(event, Sinking | Disband)]
    yield from ((s.name, at_first.get(s.name, s.owner)) for s in left)
    yield from ((event.ship, at_first.get(event.ship, event.owner)) for event in gone)
