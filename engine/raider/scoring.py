"""Points, kudos and the final table (RAID-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.ruleset import Role
from engine.raider.state import Ship, State


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts for one player at the end."""

    player: Role
    visits: int
    kills: int
    ships: int

    @property
    def points(self) -> int:
        """One for each island visited and each ship sunk (RAID-9.1, RAID-9.2)."""
        return self.visits + self.kills


class Kudos(NamedTuple):
    """A distinction and all who share it (RAID-R138)."""

    title: str
    players: tuple[Role, ...]


def tallies(state: State) -> tuple[Tally, ...]:
    """The table of a position, most points first, equals by name."""
    fleets = Counter(ship.owner for ship in state.ships.values())
    table = (
        Tally(name, len(player.visited), player.kills, fleets[name])
        for name, player in state.players.items()
    )
    return tuple(sorted(table, key=lambda tally: (-tally.points, tally.player)))


def kudos(table: Sequence[Tally], ships: Iterable[Ship]) -> tuple[Kudos, ...]:
    """Who gets the six distinctions (RAID-9.4); what nobody has earned is not awarded."""
    points = {tally.player: tally.points for tally in table}
    best = max(points.values(), default=0)
    rest = {player: number for player, number in points.items() if number < best}
    return (
        Kudos("most victory points", _most(points)),
        Kudos("most visits", _most({tally.player: tally.visits for tally in table})),
        Kudos("most kills", _most({tally.player: tally.kills for tally in table})),
        Kudos("ship with most kills", _best_ships(ships)),
        Kudos("second most victory points", _most(rest)),
        Kudos("most ships", _most({tally.player: tally.ships for tally in table})),
    )


def _most(numbers: dict[Role, int]) -> tuple[Role, ...]:
    """All who have the highest number, if it is above 0 (RAID-R138, RAID-R140)."""
    best = max(numbers.values(), default=0)
    return tuple(sorted(player for player, number in numbers.items() if number == best > 0))


def _best_ships(ships: Iterable[Ship]) -> tuple[Role, ...]:
    """The owners of the ships afloat with most kills, whoever earned them (RAID-R141)."""
    afloat = tuple(ships)
    best = max((ship.kills for ship in afloat), default=0)
    return tuple(sorted({ship.owner for ship in afloat if ship.kills == best > 0}))
