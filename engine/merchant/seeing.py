"""The view that the adjudicator asks with: a player's own facts, whatever his sheet told him."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.merchant.orders import IslandName
from engine.merchant.state import Seen, Ship, State, at_island
from engine.merchant.view import KnownIsland, OwnShip, Standing, View


def everything(state: State, role: Role) -> View:
    """What decides whether an order can be tried: own ships, all islands, all stores.

    Names of ships that are not his are left out: who builds under a name that he could not know to
    be taken is not refused, his ship gets a letter more (MER-H90).
    """
    player = state.players[role]
    alliance = state.alliances.get(player.alliance)
    members = alliance.members if alliance else (role,)
    return View(
        role=role,
        turn=state.turn,
        over=state.over,
        options=state.options,
        world=state.world,
        islands={
            name: KnownIsland(
                name,
                island.point,
                island.factories,
                island.home,
                Seen(state.turn, island.stores),
                name in player.visited,
            )
            for name, island in state.islands.items()
        },
        ships={s.name: own_ship(state, s) for s in state.ships.values() if s.owner == role},
        ally_ships={},
        contacts=(),
        standings={
            name: Standing(name, each.alliance, state.points(name), state.visits(name), each.sunk)
            for name, each in state.players.items()
        },
        alliance=player.alliance,
        ally=next((name for name in members if name != role), None),
        dice=player.dice,
        sunk=state.sunk,
        taken=taken(state, role),
        home=player.home,
        applicants=tuple(state.players),
    )


def own_ship(state: State, ship: Ship) -> OwnShip:
    """All that her owner knows of a ship (MER-19.7)."""
    island = at_island(state, ship)
    return OwnShip(
        name=ship.name,
        structure=ship.structure,
        point=ship.point,
        island=island.name if island else None,
        fuel=ship.fuel,
        ammo=ship.ammo,
        torpedoes=ship.torpedoes,
        cargo=ship.cargo,
        mission=ship.mission,
        leg=ship.leg,
        engagement=ship.engagement,
        kills=ship.kills,
        towing=ship.towing,
        towed=any(other.towing == ship.name for other in state.ships.values()),
    )


def taken(state: State, role: Role) -> frozenset[IslandName]:
    """At sign-up, the islands that somebody else's registration holds."""
    return frozenset(island for island, holder in state.claims.items() if holder != role)
