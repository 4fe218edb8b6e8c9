"""A position is made ready for a week, and is brought home from it."""

from __future__ import annotations

import msgspec

from engine.core.dice import Dice
from engine.merchant.fit import cells, fit
from engine.merchant.magic import Die
from engine.merchant.sea import Hull, Sea
from engine.merchant.state import AllianceName, Ship, State


def put_to_sea(state: State, dice: Dice) -> Sea:
    """A position made ready for a week."""
    players = state.players
    hulls = [
        _hull(place, ship, players[ship.owner].alliance)
        for place, ship in enumerate(state.ships.values())
    ]
    sea = Sea(
        before=state,
        dice=dice,
        hulls=hulls,
        names={hull.name.casefold(): hull for hull in hulls},
        islands={name.casefold(): island for name, island in state.islands.items()},
        charted={(island.e, island.n): island for island in state.islands.values()},
        stores={name: dict(island.stores) for name, island in state.islands.items()},
        visited={name: set(player.visited) for name, player in players.items()},
        sunk={name: player.sunk for name, player in players.items()},
        captures={name: player.captures for name, player in players.items()},
        dies={name: Die(player, state.options, dice) for name, player in players.items()},
        seen={name: dict(each.seen) for name, each in state.alliances.items()},
    )
    _tie(sea, state)
    return sea


def bring_home(sea: Sea, turn: int) -> State:
    """The position after what was run, for that turn."""
    before = sea.before
    return msgspec.structs.replace(
        before,
        turn=turn,
        islands={
            name: msgspec.structs.replace(island, stores=_stocked(sea.stores[name]))
            for name, island in before.islands.items()
        },
        players={
            name: msgspec.structs.replace(
                player,
                visited=frozenset(sea.visited[name]),
                sunk=sea.sunk[name],
                captures=sea.captures[name],
                magic=sea.dies[name].memory(),
            )
            for name, player in before.players.items()
        },
        alliances={
            name: msgspec.structs.replace(alliance, seen=dict(sorted(sea.seen[name].items())))
            for name, alliance in before.alliances.items()
        },
        ships={hull.name: _ship(sea, hull) for hull in sea.afloat()},
        sunk=(*before.sunk, *sea.losses),
    )


def _hull(place: int, ship: Ship, alliance: AllianceName) -> Hull:
    return Hull(
        id=place,
        name=ship.name,
        owner=ship.owner,
        alliance=alliance,
        cells=cells(ship.structure),
        fit=fit(ship.structure),
        east=ship.e,
        north=ship.n,
        fuel=ship.fuel,
        ammo=ship.ammo,
        torpedoes=ship.torpedoes,
        cargo=ship.cargo,
        mission=ship.mission,
        leg=ship.leg,
        option=ship.engagement,
        kills=ship.kills,
    )


def _tie(sea: Sea, state: State) -> None:
    """Lines, targets and engagements of the week before."""
    for hull, ship in zip(sea.hulls, state.ships.values(), strict=True):
        hull.towing = sea.ship(ship.towing) if ship.towing else None
        if hull.towing:
            hull.towing.tug = hull
        hull.target = sea.ship(ship.target) if ship.target else None
        hull.engaged = sea.ship(ship.engaged) if ship.engaged else None
        if hull.target or hull.engaged:
            sea.busy.add(hull)
        sea.check_thirst(hull)


def _ship(sea: Sea, hull: Hull) -> Ship:
    """A ship as she is kept; places and fuel to a millionth of a km (MER-N3.6)."""
    sea.fix(hull)
    return Ship(
        name=hull.name,
        owner=hull.owner,
        structure=hull.structure,
        e=round(hull.east, 6),
        n=round(hull.north, 6),
        fuel=round(hull.fuel, 6),
        ammo=hull.ammo,
        torpedoes=hull.torpedoes,
        cargo=hull.cargo,
        mission=hull.mission,
        leg=hull.leg,
        engagement=hull.option,
        kills=hull.kills,
        towing=hull.towing.name if hull.towing else None,
        target=hull.target.name if hull.target else None,
        engaged=hull.engaged.name if hull.engaged else None,
    )


def _stocked(stores: dict[str, float]) -> dict[str, float]:
    """What is there, by code; whole numbers as such, and no dust."""
    kept = {code: round(amount, 9) for code, amount in sorted(stores.items())}
    return {code: int(n) if n == int(n) else n for code, n in kept.items() if n}
