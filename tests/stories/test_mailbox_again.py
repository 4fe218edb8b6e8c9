"""A mailbox that was made anew shows every letter again: none counts, or is answered, twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from mailbot.inbound.mailbox import Arrived, Place
from mailbot.storage.tables import LetterState
from tests.helpers.world import World, Worlds


class Renumbered:
    """The same letters, under whatever UIDVALIDITY they have now."""

    def __init__(self, valid: int, letters: Sequence[Arrived]) -> None:
        self.valid, self.letters = valid, letters
        self.settled: list[int] = []

    def fetch_new(self, after: Place | None) -> Iterator[tuple[Place, tuple[Arrived, ...]]]:
        last = after.last_uid if after and after.uid_validity == self.valid else 0
        for letter in self.letters:
            if letter.uid > last:
                yield Place(self.valid, letter.uid), (letter,)

    def settle(self, uid_validity: int, moves: Mapping[str, Sequence[int]]) -> None:
        if uid_validity == self.valid:
            self.settled += [uid for uids in moves.values() for uid in uids]

    def wait(self, timeout: float) -> bool:
        raise AssertionError(f"nobody waits here, and not {timeout} seconds")

    def nudge(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


def test_after_a_new_uidvalidity_nothing_is_applied_or_answered_twice(world: World) -> None:
    """(MAIL-R9, MAIL-D2)"""
    zane, _ = world.begins("Zane", "Rick")
    world.close()
    world.settings = {"imap": {"host": "localhost", "user": "g", "password": "x"}}
    letters = [
        zane.letter(words, To=zane.last().reply_to)
        for words in ("Phoenix to Hilda", "Phoenix to Brendan")
    ]
    world.service.take_in(Renumbered(1, arrived(1, world, letters)))
    assert world.stands(zane) == ["Phoenix to Brendan"]
    queued = len(world.outbox())
    again = Renumbered(2, arrived(2, world, letters))
    world.service.take_in(again)
    assert [row.state for row in world.received()[-2:]] == [LetterState.DUPLICATE] * 2
    assert world.stands(zane) == ["Phoenix to Brendan"]
    assert len(world.outbox()) == queued
    assert again.settled == [2, 3]
    world.service.take_in(again)
    assert again.settled == [2, 3]


def arrived(valid: int, world: World, letters: Sequence[bytes]) -> list[Arrived]:
    now = world.clock.now()
    return [
        Arrived(valid, number + valid, now, len(raw), raw) for number, raw in enumerate(letters)
    ]


def test_another_letter_under_a_used_message_id_is_a_new_letter(world: World) -> None:
    """(MAIL-D2)"""
    zane, _ = world.begins("Zane", "Rick")
    number = {"Message-ID": "<1@mail.example.org>"}
    zane.writes("Phoenix to Hilda", headers=number)
    (receipt,) = zane.writes("Eden to Brendan", headers=number)
    assert world.stands(zane) == ["Phoenix to Hilda", "Eden to Brendan"]
    assert "Phoenix to Hilda" in receipt.text


def test_the_same_words_in_a_new_letter_are_answered_once_more(world: World) -> None:
    """He asks whether the first has arrived. (MAIL-D2)"""
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    assert len(zane.writes("Phoenix to Hilda")) == 1
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_letter_without_an_id_is_known_by_its_bytes(world: World) -> None:
    """(MAIL-D1)"""
    zane, _ = world.begins("Zane", "Rick")
    raw = zane.letter("Phoenix to Hilda", To=zane.last().reply_to, Message_ID="")
    for _ in range(2):
        world.post.bring(world, raw)
        world.works()
    first, second = world.received()[-2:]
    assert first.message_id == second.message_id
    assert first.message_id.endswith("@missing.local>")
    assert second.state == LetterState.DUPLICATE
