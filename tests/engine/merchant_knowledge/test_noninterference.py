"""What a player may not know changes nothing that he is told (MER-19.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from random import Random

import pytest

from tests.helpers import soak
from tests.helpers.merchant_games import PLAYERS, Played, games, random_game
from tests.helpers.merchant_hidden import MUTATIONS
from tests.helpers.merchant_told import leaks
from tests.helpers.merchant_world import bot_game


def weeks(seeds: range) -> Iterator[tuple[int, Played]]:
    """The two weeks of each of these games, numbered through all games; none is played twice."""
    played = chain.from_iterable(games(seed, seed + 1) for seed in seeds)
    return enumerate(played, 2 * seeds.start)


def nothing_leaks(label: str, played: Played, random: Random) -> None:
    role = random.choice(PLAYERS)
    assert leaks(played, role, random) == (), f"{label}, turn {played.turn.stage}, {role}"


@soak.seeds(4, 30)
def test_random_weeks_tell_nothing_hidden(seeds: range) -> None:
    for number, played in weeks(seeds):
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
    changes = (
        role
        for number, played in weeks(range(30))
        for role in PLAYERS
        if repr(MUTATIONS[row](played.turn, role, Random(number))) != repr(played.turn)
    )
    assert len(list(islice(changes, 6))) == 6
