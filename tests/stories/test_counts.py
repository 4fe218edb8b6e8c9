"""What a backlog of mail costs: round trips, connections and commits (PERF-P3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mailbot.inbound.mailbox import ImapMailbox
from mailbot.storage.tables import LetterState, OutState
from tests.helpers.servers import Dovecot, Postfix
from tests.helpers.tap import Tap, tapped
from tests.helpers.world import GAMES, UNLIMITED, RealPost, World, fresh_sqlite

pytestmark = pytest.mark.servers

BACKLOG = pytest.mark.parametrize("waiting", [120, pytest.param(500, marks=pytest.mark.soak)])


@pytest.fixture
def world(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Iterator[World]:
    post = RealPost(dovecot, postfix)
    post.empty(["zane", "rick", "gm"])
    world = World(fresh_sqlite(tmp_path / "world.db"), tmp_path, post, {"limits": UNLIMITED})
    yield world
    world.close()


def fill(world: World, waiting: int) -> None:
    """So many letters with orders lie in the mailbox."""
    zane, _ = world.begins("Zane", "Rick")
    places = ["Hilda", "Brendan", "Cuthbert"]
    to = zane.last().reply_to
    assert isinstance(world.post, RealPost)
    with world.post.dovecot.client(GAMES) as client:
        for number in range(waiting):
            letter = zane.letter(f"Phoenix to {places[number % 3]}", To=to)
            client.append("INBOX", letter, msg_time=world.clock.now())


def mailbox_at(world: World, tap: Tap) -> ImapMailbox:
    account = replace(world.service.imap, port=tap.port)
    return ImapMailbox(account, world.clock.now)


@BACKLOG
def test_a_backlog_takes_few_round_trips_and_few_commits(world: World, waiting: int) -> None:
    """(PERF-P3, MAIL-R6)"""
    fill(world, waiting)
    sets = -(-waiting // 50)
    assert isinstance(world.post, RealPost)
    with tapped(world.post.dovecot.imap_port) as tap:
        mailbox = mailbox_at(world, tap)
        commits = world.commits(lambda: world.service.take_in(mailbox))
        trips = len(tap.lines)
        mailbox.close()
    assert trips <= 6 + 2 * sets
    assert commits <= 4 * sets + 2
    read = [letter for letter in world.received() if letter.mailbox != "feed"]
    assert [letter.state for letter in read] == [LetterState.DONE] * waiting
    assert all(letter.settled for letter in read)


@BACKLOG
def test_its_receipts_go_out_over_one_connection(world: World, waiting: int) -> None:
    """(PERF-P3)"""
    fill(world, waiting)
    assert isinstance(world.post, RealPost)
    mailbox = world.service.open_mailbox()
    world.service.take_in(mailbox)
    mailbox.close()
    with tapped(world.post.postfix.port) as tap:
        world.settings = {**world.settings, "smtp": {"port": tap.port}}
        world.close()
        commits = world.commits(world.service.send)
        assert tap.connections == 1
    assert commits <= waiting + -(-waiting // 50) + 1
    assert all(row.state == OutState.SENT for row in world.outbox())
