"""A sheet's facts for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from engine.core.plane import Point, grid
from engine.core.ruleset import Event, Json, Problem
from engine.merchant.fit import fit
from engine.merchant.honours import Kudos
from engine.merchant.view import AllyShip, Contact, KnownIsland, OwnShip, Standing, View
from engine.merchant.wording import LEVELS


def facts(
    view: View,
    events: Sequence[Event],
    problems: Sequence[Problem],
    honours: Sequence[Kudos] = (),
) -> Mapping[str, Json]:
    """All that a sheet says, by these keys.

    `world`, `turn` (the one that orders are asked for), `over`, `options`;
    `you`: `role alliance ally home dice`;
    `islands` by name: `e n grid factories home visited`, and where stores were ever seen `stores`
    (units by product code) and `seen` (the turn);
    `ships`, own ones by name: `structure e n grid island kmh fuel` (km) `shells torpedoes cargo
    mission leg engagement kills towing towed`;
    `ally_ships` by name: `owner structure e n grid island`;
    `contacts`, a list: `label e n grid level`, and as far as known `name owner structure`;
    `players` by name: `alliance points visits sunk`, null where secret;
    `sunk`, a list: `name owner turn`;
    `events`: those heard, each with its `kind`; an empty name is a ship or player not told;
    `problems`: `code severity text`;
    at sign-up `taken`, islands that are held, and `applicants`; after the end `kudos`: `title
    players`.
    """
    return {
        "world": view.world,
        "turn": view.turn,
        "over": view.over,
        "options": _plain(view.options),
        "you": {
            "role": view.role,
            "alliance": view.alliance,
            "ally": view.ally,
            "home": view.home,
            "dice": view.dice,
        },
        "islands": {name: _island(island) for name, island in view.islands.items()},
        "ships": {name: _ship(ship) for name, ship in view.ships.items()},
        "ally_ships": {name: _allied(ship) for name, ship in view.ally_ships.items()},
        "contacts": [_contact(one) for one in view.contacts],
        "players": {name: _player(row) for name, row in view.standings.items()},
        "sunk": _plain(view.sunk),
        "events": [_plain(event) for event in events],
        "problems": [
            {"code": p.code, "severity": p.severity.value, "text": p.text} for p in problems
        ],
        **(_sign_up(view) if view.turn == 0 else {}),
        **({"kudos": [_kudos(one) for one in honours]} if honours else {}),
    }


def _island(island: KnownIsland) -> Mapping[str, Json]:
    common: dict[str, Json] = {
        **_at(island.point),
        "factories": list(island.factories),
        "home": island.home,
        "visited": island.visited,
    }
    if island.seen is None:
        return common
    return common | {"stores": dict(island.seen.stores), "seen": island.seen.turn}


def _ship(ship: OwnShip) -> Mapping[str, Json]:
    return {
        "structure": ship.structure,
        **_at(ship.point),
        "island": ship.island,
        "kmh": fit(ship.structure).kmh,
        "fuel": ship.fuel,
        "shells": ship.ammo,
        "torpedoes": ship.torpedoes,
        "cargo": _plain(ship.cargo),
        "mission": _plain(ship.mission),
        "leg": ship.leg,
        "engagement": ship.engagement.value,
        "kills": ship.kills,
        "towing": ship.towing,
        "towed": ship.towed,
    }


def _allied(ship: AllyShip) -> Mapping[str, Json]:
    place = {**_at(ship.point), "island": ship.island}
    return {"owner": ship.owner, "structure": ship.structure, **place}


def _contact(one: Contact) -> Mapping[str, Json]:
    known = {"name": one.name, "owner": one.owner, "structure": one.structure}
    return {
        "label": one.label,
        **_at(one.point),
        "level": LEVELS[one.level],
        **{key: value for key, value in known.items() if value is not None},
    }


def _player(row: Standing) -> Mapping[str, Json]:
    return {
        "alliance": row.alliance,
        "points": row.points,
        "visits": row.visits,
        "sunk": row.sunk,
    }


def _sign_up(view: View) -> Mapping[str, Json]:
    return {"taken": sorted(view.taken), "applicants": list(view.applicants)}


def _kudos(one: Kudos) -> Mapping[str, Json]:
    return {"title": one.title, "players": list(one.players)}


def _at(point: Point) -> dict[str, Json]:
    return {"e": point.east, "n": point.north, "grid": grid(point)}


def _plain(value: object) -> Json:
    """As JSON has it; sets in order."""
    return cast("Json", msgspec.to_builtins(value, order="deterministic"))
