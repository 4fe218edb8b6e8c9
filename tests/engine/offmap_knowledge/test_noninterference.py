"""What a side may not know changes nothing that it is told (OFF-3.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Role, Turn
from engine.offmap.knowledge import view
from engine.offmap.orders import Raid
from engine.offmap.phases import Phase
from engine.offmap.state import SURVEY
from engine.offmap.turn import adjudicate
from tests.helpers import soak
from tests.helpers.offmap_games import SIDES, Played, random_game
from tests.helpers.offmap_hidden import MUTATIONS
from tests.helpers.offmap_told import leaks, told


def lived(seeds: range) -> Iterator[tuple[str, Played, Role, Random]]:
    """Each stage of each game as one of the sides lives it."""
    for seed in seeds:
        random = Random(seed)
        for played in random_game(seed):
            role = random.choice(SIDES)
            label = f"game {seed}, stage {played.turn.stage}, {role}, {played.before.options}"
            yield label, played, role, random


@cache
def twelve_games() -> tuple[tuple[str, Played, Role, Random], ...]:
    return tuple(lived(range(12)))


def hidden_after(seeds: range) -> None:
    """One stage in four, which is another phase each time, as the mutations are many."""
    for label, played, role, random in islice(lived(seeds), 0, None, 4):
        assert leaks(played.turn, role, random) == (), label


def hidden_before(seeds: range) -> None:
    """What the raider may not know before he declares, and before everybody goes home."""
    for seed in seeds:
        random = Random(seed)
        for played in random_game(seed):
            raider = played.before.phasing
            if played.before.phase in (Phase.DECLARE, Phase.END) and not aims_blindly(played):
                for row in ("purse", "plans", "lurkers", "crowds"):
                    veiled = MUTATIONS[row](Turn(0, played.before), raider, random).state
                    again = adjudicate(veiled, played.orders, FairDice(played.seed))
                    assert told(again, raider) == told(played.turn, raider), f"game {seed}, {row}"


def aims_blindly(played: Played) -> bool:
    """At something that he does not know to be there: that voids a raid or does not."""
    raider = played.before.phasing
    known = {SURVEY, "", *view(played.before, raider).units}
    given = played.orders.get(raider, ())
    return any(isinstance(order, Raid) and order.objective not in known for order in given)


@soak.seeds(4, 30)
def test_what_is_hidden_before_a_stage_shows_in_nothing_after_it(seeds: range) -> None:
    hidden_before(seeds)


@soak.seeds(4, 30)
def test_the_stages_of_random_games_tell_nothing_hidden(seeds: range) -> None:
    hidden_after(seeds)


@pytest.mark.soak
def test_many_random_games_tell_nothing_hidden() -> None:
    hidden_after(range(1000, 1500))
    hidden_before(range(1000, 1500))


@pytest.mark.parametrize("row", MUTATIONS)
def test_every_mutation_changes_something(row: str) -> None:
    """A mutation that never changes anything would prove nothing."""
    changed = sum(
        repr(MUTATIONS[row](played.turn, role, random)) != repr(played.turn)
        for _, played, role, random in twelve_games()
    )
    assert changed > 5
