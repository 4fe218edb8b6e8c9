"""What a player may not know changes nothing that he is told (MER-19.7)."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.merchant_games import PLAYERS, Played, games, random_game
from tests.helpers.merchant_hidden import MUTATIONS
from tests.helpers.merchant_told import leaks


def nothing_leaks(label: str, played: Played, random: Random) -> None:
    role = random.choice(PLAYERS)
    assert leaks(played, role, random) == (), f"{label}, turn {played.turn.stage}, {role}"


def test_random_weeks_tell_nothing_hidden() -> None:
    for number, played in enumerate(games(0, 30)):
        nothing_leaks(f"game {number // 2}", played, Random(number))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1500, 50))
def test_many_random_weeks_tell_nothing_hidden(first: int) -> None:
    for seed in range(first, first + 50):
        for played in random_game(seed):
            nothing_leaks(f"game {seed}", played, Random(seed))


@pytest.mark.parametrize("row", MUTATIONS)
def test_every_mutation_changes_something(row: str) -> None:
    """A mutation that never changes anything would prove nothing."""
    changed = 0
    for number, played in enumerate(games(0, 30)):
        for role in PLAYERS:
            after = MUTATIONS[row](played.turn, role, Random(number))
            changed += repr(after) != repr(played.turn)
    assert changed > 5
