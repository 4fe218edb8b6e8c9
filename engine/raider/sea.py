"""The position while a turn is run: the only thing in this game that changes under our hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.dice import Dice, pick
from engine.core.ruleset import Event, Problem, Role, Severity, Turn
from engine.raider.orders import ShipOrder, Task
from engine.raider.state import (
    Island,
    IslandName,
    Player,
    Ship,
    ShipName,
    State,
    allies,
)


class Given(NamedTuple):
    """An order that stands, and its place among its player's orders."""

    order: ShipOrder
    place: int


STAYS = Given(ShipOrder(ShipName("")), -1)
"""The lot of a ship without an order (RAID-4.5)."""


@dataclass(slots=True, eq=False)
class Hull:
    """A ship while a turn is run."""

    name: ShipName
    owner: Role
    island: IslandName
    #: Sound modules, sorted (RAID-6.6).
    structure: str
    kills: int = 0
    ruptures: int = 0
    #: Protection points left (RAID-6.2).
    armour: int = 0
    given: Given = STAYS
    afloat: bool = True

    def count(self, letter: str) -> int:
        return self.structure.count(letter)

    @property
    def order(self) -> ShipOrder:
        return self.given.order

    def does(self, task: Task) -> bool:
        return self.given.order.task is task


@dataclass(slots=True)
class Sea:
    """All that a turn works on; islands, ships and players are taken in the order of their names.

    Nothing here depends on the order in which a position lists them (RAID-I13).
    """

    before: State
    dice: Dice
    #: Ships afloat.
    hulls: dict[ShipName, Hull]
    stores: dict[IslandName, dict[str, int]]
    visited: dict[Role, set[IslandName]]
    kills: dict[Role, int]
    #: The enemies of each player, by the overlords in force (RAID-R33).
    foes: dict[Role, frozenset[Role]]
    pledges: Mapping[Role, Role] = field(default_factory=dict)
    #: The ships at each island where there are any.
    ports: dict[IslandName, list[Hull]] = field(default_factory=dict)
    overlords: dict[Role, Role] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    problems: dict[Role, list[Problem]] = field(default_factory=dict)

    def gather(self) -> None:
        """See which ships lie where, once all have moved."""
        for name in sorted(self.hulls):
            hull = self.hulls[name]
            self.ports.setdefault(hull.island, []).append(hull)
        self.ports = {island: self.ports[island] for island in sorted(self.ports)}

    def battles(self) -> Iterator[tuple[IslandName, list[Hull]]]:
        """The islands where enemies are together, and the ships afloat there (RAID-4.4)."""
        for island, fleet in self.docked():
            owners = {hull.owner for hull in fleet}
            if len(owners) > 1 and any(self.foes[owner] & owners for owner in owners):
                yield island, fleet

    def docked(self) -> Iterator[tuple[IslandName, list[Hull]]]:
        """The ships still afloat, island by island."""
        for island, fleet in self.ports.items():
            if afloat := [hull for hull in fleet if hull.afloat]:
                yield island, afloat

    def enemies(self, hull: Hull, fleet: Iterable[Hull]) -> list[Hull]:
        """Whom she fights: enemies of her present owner (RAID-R99, RAID-R116)."""
        foes = self.foes[hull.owner]
        return [other for other in fleet if other.afloat and other.owner in foes]

    def queue(
        self, hulls: Iterable[Hull], rank: Callable[[Hull], int], purpose: str
    ) -> Iterator[Hull]:
        """The ships one at a time, highest rank first, as they then are (RAID-R90, RAID-R91)."""
        waiting = list(hulls)
        place = 0
        while waiting := [hull for hull in waiting if hull.afloat]:
            best = max(map(rank, waiting))
            equals = [hull for hull in waiting if rank(hull) == best]
            place += 1
            hull = pick(self.dice, equals, f"{purpose}/place {place}")
            waiting.remove(hull)
            yield hull

    def remove(self, hull: Hull) -> None:
        """She is sunk or disbanded."""
        hull.afloat = False
        del self.hulls[hull.name]

    def tell(self, role: Role, problem: Problem) -> None:
        self.problems.setdefault(role, []).append(problem)

    def fail(self, hull: Hull, code: str, text: str, rule: str) -> None:
        """Her order cannot be carried out, and her owner hears why (FEAT-T8)."""
        index = hull.given.place
        self.tell(hull.owner, Problem(code, text, Severity.WARNED, order=index, rule=rule))
        hull.given = STAYS


def priority(hull: Hull) -> int:
    return hull.count("P")


def put_to_sea(
    state: State,
    dice: Dice,
    given: Mapping[ShipName, Given],
    pledges: Mapping[Role, Role],
) -> Sea:
    """A position made ready for a turn."""
    players = state.players
    return Sea(
        before=state,
        dice=dice,
        hulls={name: _hull(ship, given.get(name, STAYS)) for name, ship in state.ships.items()},
        stores={name: dict(island.stores) for name, island in state.islands.items()},
        visited={name: set(player.visited) for name, player in players.items()},
        kills={name: player.kills for name, player in players.items()},
        foes={
            name: frozenset(other for other in players if not allies(players, name, other))
            for name in players
        },
        pledges=pledges,
        overlords={name: player.overlord for name, player in players.items()},
    )


def bring_home(sea: Sea) -> Turn[State]:
    """The turn that was run: the position after it, with all that happened."""
    before = sea.before
    after = State(
        turn=before.turn + 1,
        islands={name: _restocked(sea, island) for name, island in before.islands.items()},
        players={name: _player(sea, name) for name in before.players},
        ships={hull.name: _ship(hull) for hull in sea.hulls.values()},
        options=before.options,
        names_gone=_names_gone(sea),
        claims=before.claims,
        board=before.board,
    )
    problems = {role: tuple(sea.problems[role]) for role in sorted(sea.problems)}
    return Turn(before.turn, after, tuple(sea.events), problems)


def _hull(ship: Ship, given: Given) -> Hull:
    return Hull(ship.name, ship.owner, ship.island, ship.structure, ship.kills, given=given)


def _ship(hull: Hull) -> Ship:
    return Ship(hull.name, hull.owner, hull.island, hull.structure, hull.kills)


def _restocked(sea: Sea, island: Island) -> Island:
    stores = sea.stores[island.name]
    return Island(
        island.name,
        island.q,
        island.r,
        island.speciality,
        island.owner,
        {letter: stores[letter] for letter in sorted(stores) if stores[letter]},
        island.group,
        island.listed,
    )


def _player(sea: Sea, name: Role) -> Player:
    return Player(name, sea.overlords[name], frozenset(sea.visited[name]), sea.kills[name])


def _names_gone(sea: Sea) -> frozenset[str]:
    """Remembered only where names are never used twice (RAID-R22)."""
    if sea.before.options.reuse_names != "never":
        return sea.before.names_gone
    gone = {name.casefold() for name in sea.before.ships if name not in sea.hulls}
    return sea.before.names_gone | gone
