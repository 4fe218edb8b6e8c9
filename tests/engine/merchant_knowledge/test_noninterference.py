"""What a player may not know changes nothing that he is told (MER-19.7)."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.merchant_games import PLAYERS, Played, games, random_game
from tests.helpers.merchant_hidden import MUTATIONS
from tests.helpers.merchant_told import leaks
from tests.helpers.merchant_world import bot_game


def nothing_leaks(label: str, played: Played, random: Random) -> None:
    role = random.choice(PLAYERS)
    assert leaks(played, role, random) == (), f"{label}, turn {played.turn.stage}, {role}"


def test_random_weeks_tell_nothing_hidden() -> None:
    for number, played in enumerate(games(0, 30)):
        nothing_leaks(f"game {number // 2}", played, Random(number))


def test_weeks_of_bots_in_the_whole_world_tell_nothing_hidden() -> None:
    for turn, role in zip(bot_game()[2::2], bot_game()[2].state.players, strict=False):
        played = Played(turn, dict.fromkeys(turn.state.players, ()))
        assert leaks(played, role, Random(role)) == (), f"turn {turn.stage}, {role}"


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
