"""Several services on one PostgreSQL: every letter is read once, every turn is run once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from mailbot.app import Service
from mailbot.inbound.feeding import feed_letters
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState, TurnRow
from tests.helpers.world import UNLIMITED, ByHand, World, emptied_postgres

pytestmark = pytest.mark.servers

WORKERS = ("first", "second", "third", "fourth")


@pytest.fixture
def world(postgres_url: str, tmp_path: Path) -> Iterator[World]:
    world = World(emptied_postgres(postgres_url), tmp_path, ByHand(), {"limits": UNLIMITED})
    yield world
    world.close()


def at_once(world: World, work: Callable[[Service], object]) -> None:
    """Four services do this at the same time."""
    services = [world.open(name) for name in WORKERS]
    threads = [threading.Thread(target=work, args=(service,)) for service in services]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for service in services:
        service.store.close()


def test_every_letter_is_read_once(world: World) -> None:
    zane, rick = world.begins("Zane", "Rick")
    places = ["Hilda", "Brendan", "Cuthbert", "Ninian", "Dolphin", "Dunstan"]
    letters = [
        person.letter(f"{ship} to {place}\nto gm: number {number}", To=person.last().reply_to)
        for number, place in enumerate(places * 5)
        for person, ship in ((zane, "Phoenix"), (rick, "Duke"))
    ]
    feed_letters(world.service.store, world.clock, letters, 10**6)
    before = len(world.outbox())
    at_once(world, lambda service: service.reader.read_waiting())
    assert {letter.state for letter in world.received()} == {LetterState.DONE}
    kinds = Counter(row.kind for row in world.outbox()[before:])
    assert kinds == {Kind.RECEIPT: len(letters), Kind.PRESS: len(letters)}
    assert world.stands(zane) == ["Phoenix to Dunstan"]


def test_every_turn_is_run_once(world: World) -> None:
    games = [f"game{number}" for number in range(4)]
    for game in games:
        world.begins("Zane", "Rick", game=game)
        world.passes(days=1)
    world.clock.set(max(world.deadline(game) for game in games) + timedelta(seconds=1))
    stages = {game: world.game(game).stage for game in games}
    at_once(world, lambda service: service.run_due())
    assert {game: world.game(game).stage for game in games} == {
        game: stage + 1 for game, stage in stages.items()
    }
    with world.service.store.reading() as session:
        turns = session.scalar(select(func.count()).select_from(TurnRow))
    assert turns == sum(stages.values()) + len(games)
