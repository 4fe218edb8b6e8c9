"""Turns run at their deadline, once all mail of before it has been read, and only then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from mailbot.clock import HandClock
from mailbot.inbound.mailbox import Arrived, MailboxLost, Place
from mailbot.mail.outgoing import Kind
from tests.helpers.world import Person, World, Worlds

IMAP = {"host": "127.0.0.1", "user": "games@game.test", "password": "x", "security": "plain"}


class SlowMailbox:
    """Letters lie in it that come out one batch a round, or the link breaks before the end."""

    def __init__(self, letters: Sequence[Arrived], breaks: bool = False) -> None:
        self.letters = letters
        self.breaks = breaks

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        last = after.last_uid if after else 0
        for letter in self.letters:
            if letter.uid > last:
                yield Place(1, letter.uid), (letter,)
        if self.breaks:
            raise MailboxLost("the link broke")

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        pass

    def wait(self, timeout: float) -> bool:
        return True

    def nudge(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def world(worlds: Worlds) -> World:
    """The service has a mailbox; letters are fed besides."""
    return worlds(settings={"imap": IMAP})


@pytest.fixture
def zane(world: World) -> Person:
    zane, _ = world.begins("Zane", "Rick")
    world.service.take_in(SlowMailbox([]))
    world.passes(minutes=1)
    return zane


def sheets(person: Person) -> int:
    return len(person.letters(Kind.SHEET))


def test_no_turn_runs_before_its_mailbox_has_ever_been_read(world: World) -> None:
    """(MAIL-R13)"""
    zane, _ = world.begins("Zane", "Rick")
    assert sheets(zane) == 1
    world.service.take_in(SlowMailbox([]))
    world.passes(minutes=1)
    assert sheets(zane) == 2


def test_a_turn_waits_until_the_mailbox_is_read_to_its_end(world: World, zane: Person) -> None:
    """(MAIL-R13)"""
    before, due = sheets(zane), world.deadline()
    letter = zane.letter("Phoenix to Hilda", To=zane.last().reply_to)
    world.until(due + timedelta(seconds=1))
    assert sheets(zane) == before
    arrived = Arrived(1, 1, due - timedelta(minutes=1), len(letter), letter)
    with pytest.raises(MailboxLost):
        world.service.take_in(SlowMailbox([arrived], breaks=True))
    world.passes(minutes=1)
    assert sheets(zane) == before
    world.service.take_in(SlowMailbox([arrived]))
    world.passes(minutes=1)
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last().words


def test_the_gm_hears_of_a_mailbox_that_stays_away(world: World, zane: Person) -> None:
    """(MAIL-R13)"""
    gm, due = world.person("gm"), world.deadline()
    world.until(due + timedelta(minutes=1))
    assert gm.letters() == []
    for minutes in range(16, 60, 5):
        world.until(due + timedelta(minutes=minutes))
    (alert,) = gm.letters()
    assert "stage 1 waits for the mailbox" in alert.subject


def test_a_mailbox_that_is_no_longer_used_holds_no_turn(world: World, zane: Person) -> None:
    world.settings = {}
    world.close()
    world.turn()
    assert zane.last().subject == "[pent T2] Pent: Turn 1"


SUMMER, WINTER = datetime(2025, 3, 24, 12, tzinfo=UTC), datetime(2025, 10, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "offsets"), [(SUMMER, ["CEST", "CEST"]), (WINTER, ["CET", "CET"])]
)
def test_a_deadline_keeps_its_local_hour_when_clocks_change(
    worlds: Worlds, start: datetime, offsets: list[str]
) -> None:
    """(MAIL-R13)"""
    world = worlds(clock=HandClock(start))
    zane, _ = world.begins("Zane", "Rick", zone="Europe/Berlin")
    for offset in offsets:
        assert f"20:00 {offset}" in zane.last(Kind.SHEET).words
        world.turn()


def test_a_daily_deadline_in_the_hour_that_is_skipped_runs_at_the_next_instant(
    worlds: Worlds,
) -> None:
    """(MAIL-R13)"""
    world = worlds(clock=HandClock(datetime(2025, 3, 29, 0, tzinfo=UTC)))
    world.begins("Zane", "Rick", schedule="daily 02:30")
    assert world.deadline() == datetime(2025, 3, 30, 1, tzinfo=UTC)
    world.turn()
    assert world.deadline() == datetime(2025, 3, 31, 0, 30, tzinfo=UTC)


def test_a_deadline_in_the_hour_that_comes_twice_runs_in_the_first(worlds: Worlds) -> None:
    """(MAIL-R13)"""
    world = worlds(clock=HandClock(datetime(2025, 10, 25, 3, tzinfo=UTC)))
    world.begins("Zane", "Rick", schedule="daily 02:30")
    assert world.deadline() == datetime(2025, 10, 26, 0, 30, tzinfo=UTC)
