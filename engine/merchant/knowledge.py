"""The door out of a position: what one player knows of it (MER-19.7).

Sheets, forms, receipts, charts and bots are made from the `View` that leaves here and from the
events that `hearing` lets through. Nothing in it is in an order that tells how hidden things are
kept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.core.plane import grid
from engine.core.ruleset import Role, Vocabulary
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.seeing import own_ship, taken
from engine.merchant.sight import alliance_of, contact_report, partners, stores_seen
from engine.merchant.state import AllianceName, Seen, Ship, State, Sunk, at_island
from engine.merchant.view import AllyShip, Contact, KnownIsland, Standing, View


def view(state: State, role: Role) -> View:
    """What this player knows, and nothing else (MER-19.7)."""
    contacts = contact_report(state, role)
    me = state.players[role]
    alliance = alliance_of(state, role)
    return View(
        role=role,
        turn=state.turn,
        over=state.over,
        options=state.options,
        world=state.world,
        islands=_islands(state, role, stores_seen(state, role)),
        ships={ship.name: own_ship(state, ship) for ship in _fleet(state, (role,))},
        ally_ships=_ally_ships(state, role),
        contacts=contacts,
        standings=_standings(state, role),
        alliance=alliance.name if alliance else AllianceName(""),
        ally=_ally(state, role),
        dice=me.dice,
        sunk=_sunk(state, role),
        reported=_reported(state, role, contacts),
        taken=taken(state, role),
        home=me.home or next((i for i, by in state.claims.items() if by == role), None),
        applicants=tuple(sorted(state.players)) if state.turn == 0 else (),
    )


def vocabulary(view: View) -> Vocabulary:
    """The names that a reader of this player's letter may know (MER-L6.2).

    `own` are the ships that obey him; `ship` are all that he may name, his own among them.
    """
    return Vocabulary(
        names={
            "own": tuple(view.ships),
            "ship": (*view.ships, *view.ally_ships, *sorted(view.reported)),
            "island": tuple(view.islands),
            "player": tuple(view.standings),
        },
        places={ship.name: ship.island or grid(ship.point) for ship in view.ships.values()},
        abbreviations=False,
        stage=view.turn,
        me=view.role,
    )


def _islands(
    state: State, role: Role, seen: Mapping[IslandName, Seen]
) -> Mapping[IslandName, KnownIsland]:
    """All islands by name, with places and factories, which are public (MER-5.1)."""
    visited = state.players[role].visited
    return {
        name: KnownIsland(
            name=name,
            point=island.point,
            factories=island.factories,
            home=island.home,
            seen=seen.get(name),
            visited=name in visited,
        )
        for name, island in sorted(state.islands.items())
    }


def _fleet(state: State, owners: Collection[Role]) -> list[Ship]:
    """Their ships by name: the order of the position would tell whose a prize was."""
    ships = (ship for ship in state.ships.values() if ship.owner in owners)
    return sorted(ships, key=lambda ship: (ship.name.casefold(), ship.name))


def _ally(state: State, role: Role) -> Role | None:
    """The other of the alliance; at sign-up, of the pair that the two have agreed on."""
    mates = partners(state, role) - {role}
    pairs = (pair for pair in state.pairs if role in pair)
    agreed = (other for pair in pairs for other in pair if other != role)
    return next(iter(sorted(mates)), None) or next(agreed, None)


def _ally_ships(state: State, role: Role) -> Mapping[ShipName, AllyShip]:
    """The ally's ships with place and structure, unless the game hides them (MER-H47)."""
    if not state.options.ally_ships:
        return {}
    mates = partners(state, role) - {role}
    return {ship.name: _ally_ship(state, ship) for ship in _fleet(state, mates)}


def _ally_ship(state: State, ship: Ship) -> AllyShip:
    island = at_island(state, ship)
    place = island.name if island else None
    return AllyShip(ship.name, ship.owner, ship.structure, ship.point, place)


def _standings(state: State, role: Role) -> Mapping[Role, Standing]:
    """The score table by name; a game may keep the points of others secret until it is over."""
    open_ = state.options.public_scores or state.over
    rows = {name: _standing(state, name) for name in sorted(state.players)}
    return {
        name: row if open_ or name == role else replace(row, points=None, visits=None, sunk=None)
        for name, row in rows.items()
    }


def _standing(state: State, name: Role) -> Standing:
    player = state.players[name]
    return Standing(
        player=name,
        alliance=player.alliance,
        points=state.points(name),
        visits=state.visits(name),
        sunk=player.sunk,
    )


def _sunk(state: State, role: Role) -> tuple[Sunk, ...]:
    """All losses are public, or only those of the alliance (MER-H122)."""
    if state.options.public_sinkings:
        return state.sunk
    us = partners(state, role)
    return tuple(loss for loss in state.sunk if loss.owner in us)


def _reported(state: State, role: Role, contacts: tuple[Contact, ...]) -> frozenset[ShipName]:
    """Enemy ships identified now, or ever where the game remembers (MER-H44)."""
    now = frozenset(contact.name for contact in contacts if contact.name)
    alliance = alliance_of(state, role)
    if alliance is None or state.options.memory == "off":
        return now
    return now | frozenset(alliance.names)
