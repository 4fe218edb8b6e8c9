"""The view that hides nothing, for the adjudicator's own questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.core.ruleset import Role
from engine.raider.state import Island, State, has_launch_rights
from engine.raider.view import Inside, KnownIsland, KnownShip, Standing, View


def overseers(state: State) -> Callable[[Role], View]:
    """For one position, what each player would know if he knew all."""
    counts = Counter(ship.island for ship in state.ships.values())
    ships = {
        name: KnownShip(name, ship.owner, ship.island, ship.structure, ship.kills)
        for name, ship in state.ships.items()
    }
    standings = {
        name: Standing(
            name, len(player.visited), player.kills, ally=False, overlord=player.overlord
        )
        for name, player in state.players.items()
    }

    def known(role: Role, island: Island) -> KnownIsland:
        inside = Inside(island.owner, island.stores, has_launch_rights(state, role, island))
        return KnownIsland(
            island.name,
            island.hex,
            island.speciality,
            island.group,
            island.listed,
            counts[island.name],
            inside,
        )

    def view(role: Role) -> View:
        return View(
            role=role,
            turn=state.turn,
            over=state.over,
            options=state.options,
            board=state.board,
            islands={name: known(role, island) for name, island in state.islands.items()},
            ships=ships,
            standings=standings,
            overlord=state.players[role].overlord,
            vassals=tuple(
                name
                for name, player in state.players.items()
                if player.overlord == role and name != role
            ),
            taken=frozenset(name for name, by in state.claims.items() if by != role),
        )

    return view
