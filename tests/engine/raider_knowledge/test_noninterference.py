"""What a player may not know changes nothing that he is told (RAID invariant 14)."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.noninterference import MUTATIONS, leaks
from tests.helpers.random_turns import random_turn


def turns(seeds: range) -> None:
    for seed in seeds:
        random = Random(seed)
        turn = random_turn(random)
        for role in turn.state.players:
            assert leaks(turn, role, random) == (), f"seed {seed}, {role}"


def test_random_turns_tell_nothing_hidden() -> None:
    turns(range(30))


@pytest.mark.soak
def test_many_random_turns_tell_nothing_hidden() -> None:
    turns(range(1000, 1500))


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
