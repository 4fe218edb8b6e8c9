"""Bounces made by a real Postfix, read from a real Dovecot (MAIL-O8)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from mailbot.storage.tables import BadAddress, BounceRow, OutState
from tests.helpers.servers import Dovecot, Postfix
from tests.helpers.world import RealPost, World, fresh_sqlite

pytestmark = pytest.mark.servers

NOBODY = "nobody@game.test"


@pytest.fixture
def worlds(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Callable[..., World]:
    def build(**smtp: object) -> World:
        post = RealPost(dovecot, postfix)
        post.empty(["gm"])
        url = fresh_sqlite(tmp_path / "world.db")
        return World(url, tmp_path, post, settings={"smtp": smtp})

    return build


def until_bounced(world: World, letters: int) -> list[BounceRow]:
    """The bounces, once so many have come."""
    deadline = time.monotonic() + 20
    while True:
        world.works()
        with world.service.store.reading() as session:
            found = list(session.scalars(select(BounceRow)))
        if len(found) >= letters or time.monotonic() > deadline:
            return found
        time.sleep(0.1)


@pytest.mark.parametrize("smtp", [{}, {"verp": False}, {"plus_addresses": False}], ids=str)
def test_two_letters_to_nobody_come_back_and_mark_the_address(
    worlds: Callable[..., World], smtp: dict[str, object]
) -> None:
    """(MAIL-O3, MAIL-O8) By the envelope where there is one, else by the letter returned."""
    world = worlds(**smtp)
    for game in ("pent", "reef"):
        world.creates(game, seats=[f"Zane <{NOBODY}>"])
    world.works()
    bounces = until_bounced(world, 2)
    assert [(each.address, each.grade) for each in bounces] == [(NOBODY, "hard")] * 2
    assert all("5.1.1" in each.said for each in bounces)
    with world.service.store.reading() as session:
        assert session.get(BadAddress, NOBODY) is not None
    assert {row.state for row in world.outbox() if row.to == NOBODY} == {OutState.BOUNCED}
    world.works()
    assert f"the address {NOBODY} does not work" in world.person("gm").last().subject
    world.close()


def test_a_letter_that_an_earlier_world_left_on_its_way_is_none_of_this_one(
    worlds: Callable[..., World], dovecot: Dovecot
) -> None:
    """Postfix may hand it over when the next test has begun."""
    world = worlds()
    dovecot.deliver("gm@game.test", b"Message-ID: <late@game.test>\r\nSubject: late\r\n\r\nx\r\n")
    world.service.tell_gm("fire", "drill")
    world.service.send()
    assert [mail.subject for mail in world.person("gm").letters()] == ["For the Gamesmaster: fire"]
    world.close()
