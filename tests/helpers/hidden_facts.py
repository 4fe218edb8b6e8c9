"""What one player may not know after a turn, changed row by row of the visibility matrix.

Nothing here uses `view` or `heard`: a hole there is to be found, not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.raider import events as happened
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Ship,
    ShipName,
    State,
    allies,
    sorted_structure,
)

Mutation = Callable[[Turn[State], Role, Random], "Turn[State]"]
change = msgspec.structs.replace


def unvisited(state: State, role: Role) -> list[Island]:
    visited = state.players[role].visited
    return [island for island in state.islands.values() if island.name not in visited]


def unseen(state: State, role: Role) -> list[Ship]:
    hidden = {island.name for island in unvisited(state, role)}
    return [s for s in state.ships.values() if s.island in hidden and s.owner != role]


def others(state: State, role: Role) -> list[Role]:
    return [player for player in state.players if player != role]


def owners(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V3, RAID-V25: owners of islands never visited, who may be vassals or nobody."""
    lords = [None, *others(turn.state, role)]
    new = [
        change(island, owner=random.choice(lords))
        for island in unvisited(turn.state, role)
        if island.owner != role
    ]
    return _with_islands(turn, new)


def stores(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V4, RAID-V5."""
    new = [
        change(island, stores={letter: random.randrange(30) for letter in LETTERS})
        for island in unvisited(turn.state, role)
    ]
    return _with_islands(turn, new)


def names(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V6, RAID-V26: names of ships never seen, one of them a name that is asked about."""
    hidden = unseen(turn.state, role)
    taken = set(turn.state.ships)
    fresh = [name for name in ("Hood", *(f"Ship-{n}" for n in range(99))) if name not in taken]
    new = {ship.name: change(ship, name=ShipName(fresh[n])) for n, ship in enumerate(hidden)}
    ships = [new.get(ship.name, ship) for ship in turn.state.ships.values()]
    return _with(turn, ships={ship.name: ship for ship in ships})


def masters(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V6, RAID-V21: whose ships lie where he has never been."""
    if turn.state.over or turn.state.options.leaderboard_ship_counts:
        return turn
    lords = others(turn.state, role)
    hidden = unseen(turn.state, role)
    return _with_ships(turn, [change(ship, owner=random.choice(lords)) for ship in hidden])


def structures(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V7."""
    return _with_ships(
        turn, [change(ship, structure=some_structure(random)) for ship in unseen(turn.state, role)]
    )


def records(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V8: how many ships a ship of others has sunk, seen or not."""
    if turn.state.over:
        return turn
    foreign = [ship for ship in turn.state.ships.values() if ship.owner != role]
    return _with_ships(turn, [change(ship, kills=random.randrange(9)) for ship in foreign])


def shots(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V11, RAID-V12: hits and deflections at islands never visited, none of them his."""
    hidden = {island.name for island in unvisited(turn.state, role)}
    kept = [event for event in turn.events if not _foreign_shot(event, role, hidden)]
    players = others(turn.state, role)
    if not turn.state.options.participants_see_battle:
        players = [*players, role]
    for island in sorted(hidden):
        shot = (island, ShipName("Wasp"), random.choice(players), ShipName("Drake"))
        by = random.choice(players)
        kept.append(happened.Hit(*shot, by, "gun", random.choice(LETTERS)))
        kept.append(happened.Deflection(*shot, by, "gun"))
    return replace(turn, events=tuple(kept))


def _foreign_shot(event: Event, role: Role, hidden: Iterable[str]) -> bool:
    if not isinstance(event, happened.Hit | happened.Deflection):
        return False
    return event.island in hidden and role not in (event.owner, event.by_owner)


def sinkers(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-R149: the sinker's owner, where the game does not print him."""
    if turn.state.options.news_sinker_owner:
        return turn
    hidden = {island.name for island in unvisited(turn.state, role)}
    lords = others(turn.state, role)

    def masked(event: Event) -> Event:
        if not isinstance(event, happened.Sinking) or event.island not in hidden:
            return event
        if role in (event.owner, event.by_owner):
            return event
        return change(event, by_owner=random.choice(lords))

    return replace(turn, events=tuple(masked(event) for event in turn.events))


def work(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V15, RAID-V18, RAID-V19, RAID-R159: what others did without a battle."""
    kept = [event for event in turn.events if not _foreign_work(event, turn.state, role)]
    for player in others(turn.state, role):
        island = random.choice(list(turn.state.islands))
        ship = ShipName("Wasp")
        kept.append(happened.Moved(ship, player, random.choice(list(turn.state.islands)), island))
        kept.append(happened.Refit(island, ship, player, "5G", some_structure(random)))
        kept.append(happened.Visit(island, player))
        if turn.state.islands[island].owner != role:
            kept.append(happened.Production(island, {"G": random.randrange(9)}))
    return replace(turn, events=tuple(kept))


def _foreign_work(event: Event, state: State, role: Role) -> bool:
    match event:
        case happened.Moved() | happened.Refit():
            return event.owner != role
        case happened.Visit():
            return event.player != role
        case happened.Production():
            return state.islands[event.island].owner != role
        case _:
            return False


def builders(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V15: launches and breaking up by others at islands never visited."""
    hidden = {island.name for island in unvisited(turn.state, role)}

    def theirs(event: Event) -> bool:
        if not isinstance(event, happened.Launch | happened.Disband):
            return False
        return event.island in hidden and event.owner != role

    kept = [event for event in turn.events if not theirs(event)]
    for island in unvisited(turn.state, role):
        player = random.choice(others(turn.state, role))
        ships = ShipName("Wasp"), ShipName("Drake")
        launch = happened.Launch(island.name, ships[0], player, ships[1], "5G", "Hood")
        kept += [launch, happened.Disband(island.name, ships[1], player, "5E")]
    return replace(turn, events=tuple(kept))


def visits(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-R159: which islands others have visited; only the number is public."""
    islands = sorted(turn.state.islands)
    new = [
        change(player, visited=frozenset(random.sample(islands, len(player.visited))))
        for player in turn.state.players.values()
        if player.name != role
    ]
    return _with(turn, players={**turn.state.players, **{one.name: one for one in new}})


def lords(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V23: overlords of third parties, as long as nothing changes between them and him."""
    if turn.state.options.public_overlords:
        return turn
    state = turn.state
    for player in others(state, role):
        lord = random.choice(others(state, role))
        if state.players[player].overlord == role:
            continue
        new = {**state.players, player: change(state.players[player], overlord=lord)}
        same = (allies(new, role, p) == allies(state.players, role, p) for p in state.players)
        if all(same):
            state = change(state, players=new)
    return replace(turn, state=state)


def pledges(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V23, RAID-V24: changes of overlord among others, and where his vassals came from."""
    if turn.state.options.public_overlords:
        return turn
    players = others(turn.state, role)

    def masked(event: Event) -> Event:
        if not isinstance(event, happened.OverlordChange) or event.player == role:
            return event
        if event.to == role:
            return change(event, from_=random.choice(players))
        return change(event, to=random.choice(players))

    third = happened.OverlordChange(*(random.choice(players) for _ in range(3)))
    return replace(turn, events=(*map(masked, turn.events), third))


def slips(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V16, RAID-V17: orders of others that failed."""
    problem = Problem("stores-short", "Hood found no guns at Agnes.")
    problems = dict.fromkeys(others(turn.state, role), (problem,))
    return replace(turn, problems={**turn.problems, **problems})


def gone(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-V26: names that may not be used again."""
    return _with(turn, names_gone=frozenset({"hood", "wasp"}))


def claims(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """RAID-R2: who holds a start that is taken."""
    players = others(turn.state, role)
    held = turn.state.claims.items()
    new = {island: by if by == role else random.choice(players) for island, by in held}
    return _with(turn, claims=new)


def keeping(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Matrix, side channels: the order in which a position is kept."""

    def shuffled(kept: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return dict(random.sample(list(kept.items()), len(kept)))

    state = turn.state
    return _with(
        turn,
        islands=shuffled(state.islands),
        players=shuffled(state.players),
        ships=shuffled(state.ships),
    )


MUTATIONS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        owners,
        stores,
        names,
        masters,
        structures,
        records,
        shots,
        sinkers,
        work,
        builders,
        visits,
        lords,
        pledges,
        slips,
        gone,
        claims,
        keeping,
    )
}


def some_structure(random: Random) -> str:
    return sorted_structure("".join(random.choices(LETTERS, k=random.randrange(5, 11))))


def _with(turn: Turn[State], **changed: Any) -> Turn[State]:
    return replace(turn, state=change(turn.state, **changed))


def _with_islands(turn: Turn[State], new: Sequence[Island]) -> Turn[State]:
    changed: dict[IslandName, Island] = {island.name: island for island in new}
    return _with(turn, islands={**turn.state.islands, **changed})


def _with_ships(turn: Turn[State], new: Sequence[Ship]) -> Turn[State]:
    changed: dict[ShipName, Ship] = {ship.name: ship for ship in new}
    return _with(turn, ships={**turn.state.ships, **changed})
