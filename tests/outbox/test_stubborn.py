"""A letter that ends its workers, or makes the outbox pause, stops no other (MAIL-O6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from mailbot.mail.outgoing import Kind
from mailbot.outbox import queue, sending
from mailbot.outbox.bounced import requeue
from mailbot.outbox.copies import copy_of
from mailbot.storage.tables import OutRow, OutState
from tests.crash.test_smtp_faults import READERS, delivered
from tests.crash.test_smtp_faults import script as script
from tests.crash.test_smtp_faults import world as world
from tests.helpers.got import Mail
from tests.helpers.scripted_smtp import Script, Talk
from tests.helpers.world import World
from tests.stories.conftest import worlds as worlds

ANN, *OTHERS = READERS


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody lives to write down that the letter to Ann has been taken."""
    settle = queue.settle

    def fails(session: Any, letter: Any, *rest: Any) -> bool:
        if letter.to == ANN:
            raise RuntimeError("planted")
        return settle(session, letter, *rest)

    monkeypatch.setattr(sending, "settle", fails)
    yield
    monkeypatch.undo()


def rounds(world: World, number: int) -> None:
    for _ in range(number):
        try:
            world.service.send()
        except RuntimeError:
            world.clock.advance(timedelta(seconds=15))


def row_for(world: World, address: str) -> OutRow:
    return next(row for row in world.outbox() if row.to == address)


@pytest.mark.usefixtures("deadly")
def test_a_letter_that_no_worker_comes_back_from_is_sent_three_times_at_most(
    world: World, script: Script
) -> None:
    """And nothing else is sent twice for its sake."""
    rounds(world, 8)
    assert delivered(script) == {ANN: 3, **dict.fromkeys(OTHERS, 1)}
    assert row_for(world, ANN).state == OutState.FAILED
    assert "3 workers" in row_for(world, ANN).reply
    (notice,) = [row for row in world.outbox() if row.to == "gm@game.test"]
    assert "It was given up: 3 workers were gone" in Mail.of(notice.raw).words


@pytest.mark.usefixtures("deadly")
def test_a_letter_asked_for_again_has_all_its_tries_again(
    world: World, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds(world, 8)
    monkeypatch.undo()
    world.clock.advance(timedelta(hours=1))
    with world.service.store.writing() as session:
        requeue(session, session.get_one(OutRow, row_for(world, ANN).id), world.clock.now())
    world.service.send()
    assert row_for(world, ANN).state == OutState.SENT


def test_a_letter_that_alone_makes_the_outbox_pause_lets_others_go_first(
    world: World, script: Script
) -> None:
    """The mail server says of one sheet what it should say of all; receipts are not kept by it."""

    def not_ann(talk: Talk) -> bool:
        no = talk.asks_for == ANN
        talk.say(b"550 5.7.1 Relay access denied\r\n" if no else b"250 OK\r\n")
        return not no

    script.answers["RCPT"] = [not_ann] * 99
    with world.service.store.writing() as session:
        for row in session.scalars(select(OutRow).where(OutRow.to.in_(OTHERS))):
            row.kind = Kind.RECEIPT
            session.add_all(copy_of(row, row.to, row.created) for _ in range(2))
    for _ in range(3):
        world.service.send()
        world.clock.advance(timedelta(minutes=31))
    assert Counter(row.state for row in world.outbox() if row.to in OTHERS) == {OutState.SENT: 6}
    assert row_for(world, ANN).state == OutState.RETRY
