"""What a player may not know changes nothing that he is told (RAID invariant 14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine.core.ruleset import Role
from tests.helpers import soak
from tests.helpers.hidden_facts import MUTATIONS
from tests.helpers.noninterference import leaks, told
from tests.helpers.random_games import CHANGES, PLAYERS, Played, played_again, random_game
from tests.helpers.random_turns import random_turn


def turns(seeds: range) -> None:
    for seed in seeds:
        random = Random(seed)
        turn = random_turn(random)
        for role in turn.state.players:
            assert leaks(turn, role, random) == (), f"seed {seed}, {role}"


@soak.seeds(4, 30)
def test_random_turns_tell_nothing_hidden(seeds: range) -> None:
    turns(seeds)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1500, 50))
def test_many_random_turns_tell_nothing_hidden(first: int) -> None:
    turns(range(first, first + 50))


@pytest.mark.parametrize("row", MUTATIONS)
def test_every_mutation_changes_something(row: str) -> None:
    """A mutation that never changes anything would prove nothing."""
    random = Random(1)
    changed = 0
    for _ in range(40):
        turn = random_turn(random)
        for role in turn.state.players:
            after = MUTATIONS[row](turn, role, random)
            changed += repr(after) != repr(turn)
    assert changed > 5


def games(seeds: range) -> Iterator[tuple[str, Played, Role, Random]]:
    """Each turn of each game as one of the players lives it."""
    for seed in seeds:
        random = Random(seed)
        for played in random_game(seed):
            role = random.choice(PLAYERS)
            yield f"game {seed}, turn {played.turn.stage}, {role}", played, role, random


def hidden_before(seeds: range) -> None:
    for label, played, role, random in games(seeds):
        before = told(played.turn, role)
        for name, change in CHANGES.items():
            again = played_again(played, *change(played, role, random))
            assert told(again, role) == before, f"{label}: {name}"


def hidden_after(seeds: range) -> None:
    """One turn in three, as the mutations are many."""
    for label, played, role, random in islice(games(seeds), 0, None, 3):
        assert leaks(played.turn, role, random) == (), label


@soak.seeds(4, 30)
def test_what_is_hidden_before_a_turn_shows_in_nothing_after_it(seeds: range) -> None:
    hidden_before(seeds)


@soak.seeds(4, 30)
def test_the_turns_of_random_games_tell_nothing_hidden(seeds: range) -> None:
    hidden_after(seeds)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1500, 50))
def test_many_random_games_tell_nothing_hidden(first: int) -> None:
    hidden_before(range(first, first + 50))
    hidden_after(range(first, first + 50))


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_before_a_turn_changes_something(name: str) -> None:
    changed = sum(
        played_again(played, *CHANGES[name](played, role, random)) != played.turn
        for _, played, role, random in games(range(5))
    )
    assert changed > 5


def test_random_games_are_worth_reading() -> None:
    """They have battles, captures, launches and changes of overlord, or they would prove little."""
    kinds = {
        type(event).__name__ for _, played, *_ in games(range(10)) for event in played.turn.events
    }
    assert kinds == {
        "Moved",
        "Hit",
        "Deflection",
        "Sinking",
        "Capture",
        "Visit",
        "Disband",
        "Refit",
        "Launch",
        "Production",
        "OverlordChange",
    }
