"""Before turn 1: registrations, start islands, names, first stores (RAID-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from engine.core.dice import Dice, pick, shuffled
from engine.core.ruleset import Event, Problem, Role, Seat, Severity, Turn
from engine.core.structure import expand
from engine.raider.board import Board
from engine.raider.events import Production, Visit
from engine.raider.fleets import DESIGNS, NAMES
from engine.raider.islands import add, output
from engine.raider.knowledge import everything, view
from engine.raider.merging import merge
from engine.raider.names import settle
from engine.raider.orders import Design, Order, Pledge, Start
from engine.raider.signing import accepted, complete, may_start, why_not_sign_up
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Player,
    Ship,
    ShipName,
    State,
    sorted_structure,
)

Slot = tuple[Role, int]


def setup(board: Board, seats: Sequence[Seat], dice: Dice) -> Turn[State]:  # noqa: ARG001
    """Sign-up, with the islands that complete registrations hold already, in the order of `seats`.

    No dice are thrown before the game is opened.
    """
    state = State(
        turn=0,
        islands={island.name: island for island in board.islands},
        players={seat.role: Player(seat.role, seat.role) for seat in seats},
        ships={},
        options=board.options,
        board=board.name,
    )
    if board.options.start_conflict == "first_come":
        state = _claim(state, seats)
    said = {seat.role: _lacks(state, seat) for seat in seats}
    return Turn(0, state, problems={role: problems for role, problems in said.items() if problems})


def open_game(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """The position before turn 1.

    Where the Gamesmaster starts with registrations that are not complete, `default_ships` fills
    them in; without it a player has the ships that he has designed. Who has ships but no start
    island, or finds his own taken, gets a free one by lot; who has no ships gets none. Where the
    Gamesmaster settles who starts where, what he has left open is settled by lot.
    """
    desk = _Desk(state, dice)
    for role in state.players:
        desk.take_in(role, orders.get(role, ()))
    if state.options.default_ships:
        desk.fill_in()
    starts = desk.starts()
    names = desk.names()
    islands = dict(_stocked(desk, starts))
    players = {role: _player(desk, role, starts.get(role)) for role in state.players}
    ships = {
        names[slot]: Ship(names[slot], slot[0], starts[slot[0]], structure)
        for slot, (_, structure) in desk.fleet.items()
    }
    after = msgspec.structs.replace(
        state, turn=1, islands=islands, players=players, ships=ships, claims={}
    )
    problems = {role: tuple(desk.problems[role]) for role in sorted(desk.problems)}
    return Turn(0, after, tuple(desk.events), problems)


def _lacks(state: State, seat: Seat) -> tuple[Problem, ...]:
    """What is wrong with a registration and what it still needs, for its sheet (RAID-R7)."""
    return why_not_sign_up(view(state, seat.role), merge((), seat.orders))


def _claim(state: State, seats: Sequence[Seat]) -> State:
    """First come, first served: complete registrations only (RAID-R2)."""
    for seat in seats:
        known = everything(state, seat.role)
        orders = merge((), seat.orders)
        if complete(known, orders):
            island = next(name for name in _wishes(orders) if name not in known.taken)
            state = msgspec.structs.replace(state, claims={**state.claims, island: seat.role})
    return state


def _wishes(orders: Iterable[Order]) -> tuple[IslandName, ...]:
    return tuple(name for o in orders if isinstance(o, Start) for name in o.islands)


@dataclass(slots=True)
class _Desk:
    """All registrations together, while the game is opened."""

    state: State
    dice: Dice
    #: Name asked for and structure of each ship.
    fleet: dict[Slot, tuple[str, str]] = field(default_factory=dict)
    wishes: dict[Role, tuple[IslandName, ...]] = field(default_factory=dict)
    pledges: dict[Role, Role] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    problems: dict[Role, list[Problem]] = field(default_factory=dict)

    def take_in(self, role: Role, orders: Sequence[Order]) -> None:
        merged = merge((), orders)
        said = why_not_sign_up(everything(self.state, role), merged)
        if refused := [problem for problem in said if problem.refused]:
            self.problems[role] = refused
        standing = accepted(merged, said)
        for order in standing:
            if isinstance(order, Design):
                modules = sorted_structure(expand(order.structure, LETTERS))
                self.fleet[role, order.slot] = order.name, modules
            elif isinstance(order, Pledge):
                self.pledges[role] = order.overlord
        self.wishes[role] = _wishes(standing)

    def fill_in(self) -> None:
        """The ships still missing, of ready-made designs with names by lot."""
        used = {name.casefold() for name, _ in self.fleet.values()}
        pool = iter(n for n in shuffled(self.dice, NAMES, "names") if n.casefold() not in used)
        for role in sorted(self.state.players):
            for slot, design in enumerate(DESIGNS, 1):
                if (role, slot) not in self.fleet:
                    modules = sorted_structure(expand(design, LETTERS))
                    self.fleet[role, slot] = next(pool), modules

    def starts(self) -> dict[Role, IslandName]:
        """Who starts where: claims, then wishes, then lots among what is free."""
        starts = {role: island for island, role in self.state.claims.items()}
        fleets = {role for role, _ in self.fleet}
        waiting = [role for role in self._in_turn() if role in fleets and role not in starts]
        for role in waiting:
            free = self._free(starts.values())
            if wished := [island for island in self.wishes[role] if island in free]:
                starts[role] = wished[0]
        for role in sorted(set(waiting) - set(starts)):
            starts[role] = self._by_lot(role, starts.values())
        return {role: starts[role] for role in self.state.players if role in starts}

    def names(self) -> dict[Slot, ShipName]:
        """Names that several want are settled as at a launch (RAID-R8)."""
        taken = frozenset(name.casefold() for name in self.state.islands)
        asked = {slot: name for slot, (name, _) in self.fleet.items()}
        given = {slot: ShipName(name) for slot, name in settle(asked, taken, self.dice).items()}
        for slot in sorted(self.fleet):
            if given[slot] != asked[slot]:
                text = f"The name {asked[slot]} was taken: your ship is called {given[slot]}."
                self._tell(slot[0], Problem("renamed", text, Severity.REMARK, rule="RAID-R8"))
        return {slot: given[slot] for slot in self.fleet}

    def _in_turn(self) -> Iterable[Role]:
        if self.state.options.start_conflict == "first_come":
            return tuple(self.state.players)
        return shuffled(self.dice, sorted(self.state.players), "start/order")

    def _free(self, taken: Iterable[IslandName]) -> list[IslandName]:
        islands = self.state.islands
        gone = set(taken)
        return [
            name
            for name in sorted(islands, key=lambda name: (not islands[name].listed, name))
            if name not in gone and may_start(islands[name], self.state.options)
        ]

    def _by_lot(self, role: Role, taken: Iterable[IslandName]) -> IslandName:
        """One of the recommended starts as long as there are any."""
        free = self._free(taken)
        best = [name for name in free if self.state.islands[name].listed] or free
        start = pick(self.dice, best, f"start/{role}")
        text = f"You had no start island that was free: by lot you start at {start}."
        self._tell(role, Problem("start-by-lot", text, Severity.WARNED, rule="RAID-R2"))
        return start

    def _tell(self, role: Role, problem: Problem) -> None:
        self.problems.setdefault(role, []).append(problem)


def _player(desk: _Desk, role: Role, start: IslandName | None) -> Player:
    seen = start is not None and desk.state.options.start_island_visited
    visited = frozenset({start}) if seen and start is not None else frozenset()
    if start is not None and seen:
        desk.events.append(Visit(start, role))
    return Player(role, desk.pledges.get(role, role), visited)


def _stocked(desk: _Desk, starts: Mapping[Role, IslandName]) -> Iterator[tuple[IslandName, Island]]:
    """Owners, and first stores: the board's, else some rounds of production (RAID-R9)."""
    owners = {island: role for role, island in starts.items()}
    for name, island in desk.state.islands.items():
        stores = dict(island.stores) or _produced(desk, island)
        yield name, msgspec.structs.replace(island, owner=owners.get(name), stores=stores)


def _produced(desk: _Desk, island: Island) -> dict[str, int]:
    stores: dict[str, int] = {}
    for turn in range(1, desk.state.options.initial_production_rounds + 1):
        purpose = f"production/{island.name}/round {turn}"
        made = output(stores, island.speciality, desk.dice, purpose)
        add(stores, made)
        desk.events.append(Production(island.name, dict(Counter(made))))
    return stores
