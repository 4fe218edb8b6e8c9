"""What the best are praised for when the game is over (MER-17.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from engine.core.ruleset import Role
from engine.merchant.state import State


class Kudos(NamedTuple):
    """A distinction and all who share it."""

    title: str
    players: tuple[Role, ...]


def kudos(state: State) -> tuple[Kudos, ...]:
    """The distinctions; what nobody has earned is not awarded (MER-H09)."""
    if state.options.kudos == "none":
        return ()
    points = {name: state.points(name) for name in state.players}
    best = max(points.values(), default=0)
    rest = {name: count for name, count in points.items() if count < best}
    fleets = Counter(ship.owner for ship in state.ships.values())
    awards = (
        Kudos("most victory points", _most(points)),
        Kudos("most islands visited", _most({name: state.visits(name) for name in points})),
        Kudos("most ships sunk", _most({p.name: p.sunk for p in state.players.values()})),
        Kudos("the deadliest ship", _deadliest(state)),
        Kudos("second most victory points", _most(rest)),
        Kudos("most ships", _most(fleets)),
        Kudos("the best alliance", _best_alliance(state, points)),
    )
    return tuple(award for award in awards if award.players)


def _most(numbers: Mapping[Role, int]) -> tuple[Role, ...]:
    """All who have the highest number, if it is above 0."""
    best = max(numbers.values(), default=0)
    return tuple(sorted(name for name, number in numbers.items() if number == best > 0))


def _deadliest(state: State) -> tuple[Role, ...]:
    """The owners of the ships afloat that have sunk most."""
    best = max((ship.kills for ship in state.ships.values()), default=0)
    owners = {ship.owner for ship in state.ships.values() if ship.kills == best > 0}
    return tuple(sorted(owners))


def _best_alliance(state: State, points: Mapping[Role, int]) -> tuple[Role, ...]:
    totals = {
        alliance.members: sum(points[member] for member in alliance.members)
        for alliance in state.alliances.values()
    }
    best = max(totals.values(), default=0)
    return tuple(
        sorted(name for members, total in totals.items() if total == best > 0 for name in members)
    )
