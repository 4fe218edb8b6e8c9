"""Turns out of nothing: positions and events at random, lawful enough to be told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.ruleset import Event, Problem, Role, Severity, Turn
from engine.raider import events as happened
from engine.raider.state import (
    LETTERS,
    Island,
    IslandName,
    Options,
    Player,
    Ship,
    ShipName,
    State,
)
from tests.helpers.hidden_facts import some_structure

ISLANDS = tuple(map(IslandName, ("Agnes", "Beryl", "Coral", "Dolphin", "Hilda", "Jade", "Pearl")))
PLAYERS = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Zane")))
SHIPS = tuple(ShipName(f"{a}{b}") for a in ("Ajax", "Bison", "Crab", "Dove") for b in "abcde")


def random_turn(random: Random) -> Turn[State]:
    """A turn of a game with these islands and players, its options drawn too."""
    state = _position(random)
    events = tuple(event for _ in range(30) for event in _happening(random, state))
    slip = Problem("out-of-reach", "Ajaxa cannot reach Pearl.", Severity.REFUSED)
    return Turn(max(state.turn - 1, 0), state, events, {random.choice(PLAYERS): (slip,)})


def _position(random: Random) -> State:
    owners = random.sample([*PLAYERS, None, None], len(ISLANDS))
    turn = random.choice((0, 1, 2, 5, 10, 11))
    free = {island: owner for island, owner in zip(ISLANDS, owners, strict=True) if owner}
    return State(
        turn=turn,
        islands={
            name: Island(
                name,
                place % 4,
                place // 4,
                random.choice(LETTERS),
                owner if turn else None,
                {letter: random.randrange(12) for letter in LETTERS},
                listed=random.random() < 0.5,
            )
            for place, (name, owner) in enumerate(zip(ISLANDS, owners, strict=True))
        },
        players=_players(random, turn),
        ships=_ships(random) if turn else {},
        options=_options(random),
        claims={} if turn else free,
    )


def _players(random: Random, turn: int) -> dict[Role, Player]:
    return {
        name: Player(
            name,
            random.choice(PLAYERS) if turn else name,
            frozenset(random.sample(ISLANDS, random.randrange(1, 5))) if turn else frozenset(),
            random.randrange(4) if turn else 0,
        )
        for name in PLAYERS
    }


def _ships(random: Random) -> dict[ShipName, Ship]:
    return {
        name: Ship(
            name,
            random.choice(PLAYERS),
            random.choice(ISLANDS),
            some_structure(random),
            random.randrange(4),
        )
        for name in random.sample(SHIPS, random.randrange(6, len(SHIPS)))
    }


def _options(random: Random) -> Options:
    def coin() -> bool:
        return random.random() < 0.5

    return Options(
        participants_see_battle=coin(),
        news_sinker_owner=coin(),
        public_overlords=random.random() < 0.2,
        leaderboard_ship_counts=random.random() < 0.2,
        start_islands=random.choice(("any_non_engine", "listed")),
        overlord_at_registration=coin(),
    )


def _happening(random: Random, state: State) -> Iterator[Event]:
    if not state.turn:
        return
    island, home = random.choice(ISLANDS), random.choice(ISLANDS)
    ship, by = random.choice(SHIPS), random.choice(SHIPS)
    owner, other = random.choice(PLAYERS), random.choice(PLAYERS)
    yield random.choice(
        (
            happened.Moved(ship, owner, home, island),
            happened.Hit(island, ship, owner, by, other, "gun", random.choice(LETTERS)),
            happened.Deflection(island, ship, owner, by, other, "gun"),
            happened.Sinking(island, ship, owner, by, other),
            happened.Capture(island, ship, owner, other, by),
            happened.Visit(island, owner),
            happened.Disband(island, ship, owner, some_structure(random)),
            happened.Refit(island, ship, owner, "EEEEE", some_structure(random)),
            happened.Launch(island, ship, owner, by, some_structure(random), "Hood"),
            happened.Production(island, {"G": 8}),
            happened.OverlordChange(owner, owner, other),
        )
    )
