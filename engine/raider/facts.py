"""A sheet's facts for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.ruleset import Event, Json, Problem
from engine.raider.scoring import Kudos
from engine.raider.state import reach
from engine.raider.view import KnownIsland, KnownShip, Standing, View


def facts(
    view: View,
    events: Sequence[Event],
    problems: Sequence[Problem],
    honours: Sequence[Kudos] = (),
) -> Mapping[str, Json]:
    """All that a sheet says, by these keys.

    `board`, `turn` (the one that orders are asked for), `over`;
    `you`: `role overlord vassals home`;
    `islands` by name: `q r speciality group ships visited launch`, and of those visited `owner`
    (null: nobody) and `stores`;
    `ships` by name: `owner island structure`, and of own ones `kills reach reachable` (island to
    distance);
    `players` by name: `points visits kills ally`, and `overlord` and `ships` where known;
    `events`: those heard, each with its `kind`; an empty name is a player whom one is not told;
    `problems`: `code severity text`;
    at sign-up `taken`, islands that are held; after the end `kudos`: `title players`.
    """
    return {
        "board": view.board,
        "turn": view.turn,
        "over": view.over,
        "you": {
            "role": view.role,
            "overlord": view.overlord,
            "vassals": list(view.vassals),
            "home": view.home,
        },
        "islands": {name: _island(view, island) for name, island in view.islands.items()},
        "ships": {name: _ship(view, ship) for name, ship in view.ships.items()},
        "players": {name: _player(row) for name, row in view.standings.items()},
        "events": [msgspec.to_builtins(event) for event in events],
        "problems": [
            {"code": p.code, "severity": p.severity.value, "text": p.text} for p in problems
        ],
        **({"taken": sorted(view.taken)} if view.turn == 0 else {}),
        **({"kudos": [_kudos(one) for one in honours]} if honours else {}),
    }


def _island(view: View, island: KnownIsland) -> Mapping[str, Json]:
    common: dict[str, Json] = {
        "q": island.hex.q,
        "r": island.hex.r,
        "speciality": island.speciality,
        "group": island.group,
        "ships": island.ships,
        "visited": island.inside is not None,
        "launch": view.may_launch(island.name),
    }
    if island.inside is None:
        return common
    return common | {"owner": island.inside.owner, "stores": dict(island.inside.stores)}


def _ship(view: View, ship: KnownShip) -> Mapping[str, Json]:
    common: dict[str, Json] = {
        "owner": ship.owner,
        "island": ship.island,
        "structure": ship.structure,
    }
    if ship.owner != view.role:
        return common
    reachable: dict[str, Json] = {island.name: away for away, island in view.reachable(ship)}
    own: dict[str, Json] = {
        "kills": ship.kills,
        "reach": reach(ship.structure),
        "reachable": reachable,
    }
    return common | own


def _player(row: Standing) -> Mapping[str, Json]:
    common: dict[str, Json] = {
        "points": row.points,
        "visits": row.visits,
        "kills": row.kills,
        "ally": row.ally,
    }
    if row.overlord is not None:
        common["overlord"] = row.overlord
    if row.ships is not None:
        common["ships"] = row.ships
    return common


def _kudos(one: Kudos) -> Mapping[str, Json]:
    return {"title": one.title, "players": list(one.players)}
