"""The door out of a position: what one player knows of it (the visibility matrix, RAID-V1 to V31).

Sheets, forms, receipts, maps and bots are made from the `View` that leaves here and from the events
that `hearing` lets through. All lists in it are in the order of names, so that no order tells of
how the position is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from engine.core.ruleset import Role, Vocabulary
from engine.raider.scoring import Kudos, kudos, tallies
from engine.raider.state import (
    Island,
    IslandName,
    Player,
    Ship,
    ShipName,
    State,
    allies,
    has_launch_rights,
)
from engine.raider.view import Inside, KnownIsland, KnownShip, Standing, View


def view(state: State, role: Role) -> View:
    """What this player knows, and nothing else (RAID-V1 to V25)."""
    return _seen(state, role, all_seeing=False)


def everything(state: State, role: Role) -> View:
    """The same position for the adjudicator: nothing hidden, as if he had docked everywhere.

    Launch rights too are judged so: who launches has docked first (RAID-R39).
    """
    me = msgspec.structs.replace(state.players[role], visited=frozenset(state.islands))
    players = {**state.players, role: me}
    informed = msgspec.structs.replace(state, players=players)
    seen = _seen(informed, role, all_seeing=True)
    visits = len(state.players[role].visited)
    mine = replace(seen.standings[role], visits=visits)
    return replace(seen, standings={**seen.standings, role: mine})


def honours(state: State) -> tuple[Kudos, ...]:
    """What everybody is told at the end: who gets which kudos (RAID-V31); nothing before."""
    return kudos(tallies(state), state.ships.values()) if state.over else ()


def vocabulary(view: View) -> Vocabulary:
    """The names that a reader of this player's letter may know: own ships, islands, players.

    Ships of others are no words to him, so that no correction leads to one (RAID-R65).
    """
    own = view.own_ships if view.turn else ()
    return Vocabulary(
        names={
            "ship": tuple(ship.name for ship in own),
            "island": tuple(view.islands),
            "player": tuple(view.standings),
        },
        places={ship.name: ship.island for ship in own},
        abbreviations=view.options.abbreviations,
        stage=view.turn,
        me=view.role,
    )


def _seen(state: State, role: Role, *, all_seeing: bool) -> View:
    return View(
        role=role,
        turn=state.turn,
        over=state.over,
        options=state.options,
        board=state.board,
        islands=_islands(state, role),
        ships=_ships(state, role, all_seeing=all_seeing),
        standings=_standings(state, role, all_seeing=all_seeing),
        overlord=state.players[role].overlord,
        vassals=_vassals(state, role),
        home=_home(state, role),
        taken=frozenset(island for island, by in state.claims.items() if by != role),
    )


def _islands(state: State, role: Role) -> Mapping[IslandName, KnownIsland]:
    """All islands with what is common knowledge, those visited from inside (RAID-V1 to V4)."""
    counts = dict.fromkeys(state.islands, 0)
    for ship in state.ships.values():
        counts[ship.island] += 1
    return {
        name: KnownIsland(
            name=name,
            hex=island.hex,
            speciality=island.speciality,
            group=island.group,
            listed=island.listed,
            ships=counts[name],
            inside=_inside(state, role, island),
        )
        for name, island in sorted(state.islands.items())
    }


def _inside(state: State, role: Role, island: Island) -> Inside | None:
    if island.name not in state.players[role].visited:
        return None
    return Inside(
        owner=island.owner,
        stores={letter: number for letter, number in sorted(island.stores.items()) if number},
        rights=has_launch_rights(state, role, island),
    )


def _ships(state: State, role: Role, *, all_seeing: bool) -> Mapping[ShipName, KnownShip]:
    """Own ships, and all ships at islands visited (RAID-V6, RAID-V7), by name."""
    visited = state.players[role].visited
    known = (s for s in state.ships.values() if s.owner == role or s.island in visited)
    in_order = sorted(known, key=lambda ship: (ship.name.casefold(), ship.name))
    return {s.name: _ship(s, with_kills=all_seeing or s.owner == role) for s in in_order}


def _ship(ship: Ship, *, with_kills: bool) -> KnownShip:
    kills = ship.kills if with_kills else None
    return KnownShip(ship.name, ship.owner, ship.island, ship.structure, kills)


def _standings(state: State, role: Role, *, all_seeing: bool) -> Mapping[Role, Standing]:
    """The leader board by name: numbers of visits, never which (RAID-R159)."""
    counted = all_seeing or state.over or state.options.leaderboard_ship_counts
    open_lords = all_seeing or state.options.public_overlords
    return {
        name: Standing(
            player=name,
            visits=len(player.visited),
            kills=player.kills,
            ally=allies(state.players, role, name),
            overlord=player.overlord if open_lords or _tells(player, role) else None,
            ships=sum(s.owner == name for s in state.ships.values()) if counted else None,
        )
        for name, player in sorted(state.players.items())
    }


def _tells(player: Player, role: Role) -> bool:
    """Does this player's overlord concern the reader (RAID-V23)?"""
    return role in (player.name, player.overlord)


def _vassals(state: State, role: Role) -> tuple[Role, ...]:
    """Those whose overlord he is, himself left out (RAID-R30)."""
    return tuple(sorted(p.name for p in state.players.values() if role == p.overlord != p.name))


def _home(state: State, role: Role) -> IslandName | None:
    owned = (island.name for island in state.islands.values() if island.owner == role)
    claimed = (island for island, by in state.claims.items() if by == role)
    return next(owned, None) or next(claimed, None)
