"""Points, and what the alliances have seen, when a turn is over (MER-16.3, MER-17)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.ruleset import Event, Role
from engine.merchant.events import Victory
from engine.merchant.radar import contacts
from engine.merchant.state import Alliance, Level, Seen, State, at_island


def scores(state: State) -> Mapping[Role, int]:
    """Victory points of every player."""
    return {role: state.points(role) for role in state.players}


def settle(state: State) -> tuple[State, tuple[Event, ...]]:
    """What is known at the end of the turn, and whether the game is over (MER-H08)."""
    turn = state.turn - 1
    after = msgspec.structs.replace(
        state,
        alliances={name: _learn(state, each, turn) for name, each in state.alliances.items()},
    )
    if not decided(after):
        return after, ()
    points = scores(after)
    winners = tuple(role for role, each in points.items() if each == max(points.values()))
    return msgspec.structs.replace(after, over=True), (Victory(winners),)


def decided(state: State) -> bool:
    """Has somebody the points that end the game (MER-H08)?"""
    return max(scores(state).values(), default=0) >= state.options.vp_end


def _learn(state: State, alliance: Alliance, turn: int) -> Alliance:
    """Stores where a ship lies; names, where the game remembers them (MER-19.7, MER-H44)."""
    seen = dict(alliance.seen)
    for ship in state.ships.values():
        island = at_island(state, ship)
        if island is not None and ship.owner in alliance.members:
            seen[island.name] = Seen(turn, island.stores)
    names = dict(alliance.names)
    if state.options.memory == "names":
        for name, level in contacts(state, alliance.name).items():
            if level >= Level.IDENTIFIED:
                names[name] = state.ships[name].owner
    # A name that lapsed with its ship would tell of a ship broken up unseen.
    if state.options.public_sinkings:
        sunk = {loss.name for loss in state.sunk} - state.ships.keys()
        names = {name: owner for name, owner in names.items() if name not in sunk}
    return msgspec.structs.replace(alliance, seen=dict(sorted(seen.items())), names=names)
