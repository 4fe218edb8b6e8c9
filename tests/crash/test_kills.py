"""Kill it anywhere: no order, receipt, turn or sheet is lost, doubled, or sent to the wrong person.

How many kills, and which, can be said by the environment: MAILBOT_KILLS=1000 MAILBOT_KILL_SEED=7.
A failure names the seed; the same seed gives the same kills.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import count

import pytest

from mailbot.mail.outgoing import Kind
from tests.crash.harness import Cold, Kill, Stage, Theatre, at_every_commit, kills_for
from tests.crash.judge import Note, differences
from tests.crash.pair import Pair
from tests.crash.post import STEPS, Writers
from tests.helpers.world import emptied_postgres

pytestmark = pytest.mark.servers

SEED = os.environ.get("MAILBOT_KILL_SEED", "1")
WANTED = os.environ.get("MAILBOT_KILLS")


def kills(few: int, many: int) -> pytest.MarkDecorator:
    """So many in `make test`, and in `make soak`."""
    numbers = [int(WANTED)] if WANTED else [few, pytest.param(many, marks=pytest.mark.soak)]
    return pytest.mark.parametrize("kills", numbers)


@kills(20, 200)
def test_a_service_that_is_killed_anywhere_loses_and_doubles_nothing(
    theatre: Theatre, kills: int
) -> None:
    """(PERF-P3, MAIL-R5, MAIL-R8, MAIL-O6)"""
    done: Counter[str] = Counter()
    for number in count():
        chance = random.Random(f"{SEED}/{number}")
        once = chance.random() < 0.5
        undisturbed, passed = theatre.undisturbed(once=once)
        plan = kills_for(chance, passed)
        with theatre.stage(once=once) as stage:
            found = stage.play(plan)
            told = differences(undisturbed, found, stage.kills.total())
            assert not told, fault(f"{number}: {plan}", told, stage)
            done += stage.kills
        if done.total() >= kills:
            break
    report(done)


@pytest.mark.soak
def test_a_service_may_be_killed_after_any_commit(theatre: Theatre) -> None:
    """Between two commits everything must be such that either may be the last. (PERF-P3)"""
    undisturbed, passed = theatre.undisturbed(once=True)
    done: Counter[str] = Counter()
    for plan in at_every_commit(passed):
        with theatre.stage(once=True) as stage:
            told = differences(undisturbed, stage.play(plan), stage.kills.total())
            assert not told, fault(str(plan), told, stage)
            done += stage.kills
    assert done.total() >= sum(counts["after commit"] for counts in passed.values()) * 0.9
    report(done)


def report(done: Counter[str]) -> None:
    """What was done, for whoever runs this with -s."""
    print(f"seed {SEED}: {done.total()} kills, {dict(done)}")  # noqa: T201 - meant to be seen


def fault(number: str, told: list[str], stage: Stage) -> str:
    return "\n".join([f"seed {SEED}/{number}", *told, "", stage.story()])


def test_a_service_that_was_started_cold_may_be_killed_too(theatre: Theatre) -> None:
    """Its own interpreter, its reader another one: nothing here is owed to the harness."""
    undisturbed, _ = theatre.undisturbed(once=True)
    with theatre.stage(once=True, launcher=Cold()) as stage:
        writers = Writers(stage.smtp.taken)
        places = (Kill("before commit", 3), Kill("half a write", 25), Kill("reader", 4))
        for step, kill in zip(STEPS[:3], places, strict=True):
            stage.set_out(step, writers)
            stage.finish(step, [kill])
        assert stage.kills.total() == 3
        found = stage.record()
    assert not found.astray
    assert found.got == Counter(note for note in undisturbed.got.elements() if opens(note))


def opens(note: Note) -> bool:
    """Is this a letter of the sign-up, or the sheet that opens the first turn?"""
    _, kind, _, stage, _ = note
    return stage == 0 or (stage == 1 and kind == Kind.SHEET)


@kills(4, 40)
def test_two_services_on_one_postgresql_may_be_killed_in_turn(
    theatre: Theatre, postgres_url: str, kills: int
) -> None:
    """(PERF-P3, MAIL-R10)"""
    undisturbed, _ = theatre.undisturbed(once=False)
    done: Counter[str] = Counter()
    for number in count():
        chance = random.Random(f"{SEED}/two/{number}")
        with theatre.stage(emptied_postgres(postgres_url), speed=60) as stage:
            theatre.open_games(stage.store)
            pair = Pair(stage, chance)
            pair.play(kills - done.total())
            found, killed = stage.record().in_any_order(), stage.kills.total()
            told = differences(undisturbed.in_any_order(), found, killed)
            assert not told, fault(f"two/{number}", told, stage)
            done += stage.kills
        if done.total() >= kills:
            break
    report(done)
