"""Who may hear of an event, and in which form (MER-19.7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.ruleset import Event, Role
from engine.merchant.events import (
    Aborted,
    Arrived,
    BrokeOff,
    Built,
    Capture,
    Correction,
    DiceChosen,
    Disbanded,
    DroppedTow,
    Hit,
    Jettisoned,
    Landed,
    Loaded,
    Met,
    Production,
    RanDry,
    Rebuilt,
    Salvo,
    Sinking,
    Supplied,
    TookTow,
    Victory,
    Visit,
    YardFailed,
)
from engine.merchant.orders import ShipName
from engine.merchant.sight import partners, ports
from engine.merchant.state import Level, State
from engine.merchant.wording import NAMELESS, UNTOLD

change = msgspec.structs.replace


def heard(events: Sequence[Event], state: State, role: Role) -> tuple[Event, ...]:
    """The events of a turn that this player is told of, in the form in which he is told.

    `state` is the position after the turn. An enemy ship that was not identified is without name
    and owner, and `level` and `known` are the hearer's own knowledge only.
    """
    ours = _ours(events, state, role)
    told = (_told(event, state, role, ours) for event in events)
    return tuple(event for event in told if event is not None)


def _told(event: Event, state: State, role: Role, ours: frozenset[str]) -> Event | None:
    match event:
        case Arrived() | Jettisoned() | Supplied() | Loaded() | Landed() | Disbanded() | RanDry():
            return event if event.owner == role else None
        case BrokeOff() | Met() if not state.options.log_meetings:
            return None
        case BrokeOff() | Built():
            return event if event.owner == role else None
        case Visit() | DiceChosen():
            return event if event.player == role else None
        case Met():
            return _meeting(event, state) if event.owner == role else None
        case Salvo():
            return _salvo(event, state) if event.owner == role else None
        case Hit():
            return _hit(event, state, role)
        case Sinking():
            return _sinking(event, state, role)
        case Capture():
            return _capture(event, state, role)
        case TookTow() | DroppedTow():
            return event if role in _tow_owners(event, state) else None
        case Aborted():
            return _aborted(event, ours, state) if event.owner == role else None
        case Rebuilt():
            return event if role in (event.owner, event.by_owner) else None
        case YardFailed():
            return _yard(event, ours) if event.owner == role else None
        case Production():
            public = state.options.stores == "public"
            return event if public or event.island in ports(state, role) else None
        case Victory():
            return event
        case Correction():  # that it was made is told, what it was may be a secret
            return None if event.quiet else change(event, what="", value=None)
        case _:
            return None


def _ours(events: Sequence[Event], state: State, role: Role) -> frozenset[str]:
    """The names of ships that are the player's or his ally's, or were when they went."""
    us = partners(state, role)
    afloat = {ship.name for ship in state.ships.values() if ship.owner in us}
    gone = {e.ship for e in events if isinstance(e, Sinking | Disbanded) and e.owner in us}
    return frozenset(name.casefold() for name in afloat | gone)


def _who(
    state: State, role: Role, ship: ShipName, owner: Role, level: Level
) -> tuple[ShipName, Role]:
    """Her name and owner as far as they are told.

    She was identified, or seen by those who remember her name and whose she was (MER-H44). Who was
    not seen at all has no name (MER-8.6).
    """
    if level >= Level.IDENTIFIED:
        return ship, owner
    names = state.alliances[state.players[role].alliance].names
    if level and state.options.memory == "names" and ship in names:
        return ship, names[ship]
    return NAMELESS, UNTOLD


def _meeting(event: Met, state: State) -> Met:
    told = _who(state, event.owner, event.enemy, event.enemy_owner, event.known)
    return change(event, enemy=told[0], enemy_owner=told[1])


def _salvo(event: Salvo, state: State) -> Salvo:
    told = _who(state, event.owner, event.target, event.target_owner, event.known)
    return change(event, target=told[0], target_owner=told[1])


def _hit(event: Hit, state: State, role: Role) -> Hit | None:
    """Who is hit feels it, and knows by whom if she knows him; who shot sees what he can see."""
    if role == event.owner:
        by, by_owner = _who(state, role, event.by, event.by_owner, event.level)
        return change(event, by=by, by_owner=by_owner, known=Level.NONE)
    if role != event.by_owner:
        return None
    ship, owner = _who(state, role, event.ship, event.owner, event.known)
    mine = change(event, ship=ship, owner=owner, level=Level.NONE, lost=0.0)
    return mine if event.known >= Level.ANALYSED else change(mine, position=0, module="")


def _sinking(event: Sinking, state: State, role: Role) -> Sinking | None:
    """Name and owner are public, the sinker is named to himself and to who saw him (MER-H122)."""
    if role == event.owner:
        by, by_owner = _who(state, role, event.by, event.by_owner, event.level)
        return change(event, by=by, by_owner=by_owner, known=Level.NONE)
    public = state.options.public_sinkings or event.owner in partners(state, role)
    if role == event.by_owner:
        mine = change(event, level=Level.NONE)
        if public:
            return mine
        ship, owner = _who(state, role, event.ship, event.owner, event.known)
        return change(mine, ship=ship, owner=owner)
    return _as_published(event) if public else None


def _as_published(event: Sinking) -> Sinking:
    return change(
        event,
        segment=0,
        by=NAMELESS,
        by_owner=UNTOLD,
        east=0.0,
        north=0.0,
        level=Level.NONE,
        known=Level.NONE,
    )


def _capture(event: Capture, state: State, role: Role) -> Capture | None:
    """The captor knows whom he took; who lost her is told by whom if he knew him (MER-19.2)."""
    if role == event.to:
        return change(event, level=Level.NONE)
    if role != event.from_:
        return None
    by, to = _who(state, role, event.by, event.to, event.level)
    return change(event, by=by, to=to)


def _tow_owners(event: TookTow | DroppedTow, state: State) -> frozenset[Role]:
    """The tug's owner, and the other's if they are partners: a prize is her captor's affair."""
    allied = state.allied(event.owner, event.towed_owner)
    return frozenset({event.owner, event.towed_owner} if allied else {event.owner})


def _aborted(event: Aborted, ours: frozenset[str], state: State) -> Aborted:
    """Whether a foreign ship is gone or never was is not told, nor who boarded (MER-H69)."""
    if event.why == "boarded":
        return change(event, about=NAMELESS)
    published = event.why == "sunk" and state.options.public_sinkings
    if published or event.about.casefold() in ours or event.why not in GONE:
        return event
    return change(event, why="unknown")


GONE = ("sunk", "disbanded", "unknown")


def _yard(event: YardFailed, ours: frozenset[str]) -> YardFailed:
    """A foreign ship that is not there may be elsewhere or nowhere."""
    if event.why == "gone" and event.about.casefold() not in ours:
        return change(event, why="not here")
    return event
