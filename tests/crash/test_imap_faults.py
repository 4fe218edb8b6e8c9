"""However the mail server that keeps the mailbox misbehaves, each letter counts once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from mailbot.inbound.mailbox import Mailbox, MailboxError
from mailbot.storage.tables import LetterState
from tests.helpers.scripted_imap import Answer, Script, Talk, playing
from tests.helpers.world import World, Worlds
from tests.stories.conftest import worlds as worlds

NAMES = ("Zane", "Rick", "Mara")
GM = "gm@game.test"


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def world(worlds: Worlds, script: Script) -> Iterator[World]:
    """Three letters that ask for seats wait in the scripted mailbox."""
    with playing(script) as port:
        account = {"host": "127.0.0.1", "port": port, "user": "bot", "password": "x"}
        world = worlds(settings={"imap": {**account, "security": "plain"}})
        world.creates(options={"max_players": 5})
        for number, name in enumerate(NAMES, 1):
            script.letters[number] = world.person(name).letter(f"join pent as {name}")
        yield world


def in_time(world: World, script: Script) -> int:
    """The service goes on until all is put away; how often the mailbox was lost."""
    box: Mailbox = world.service.open_mailbox()
    lost = 0
    try:
        for _ in range(30):
            try:
                world.service.take_in(box)
            except MailboxError:
                lost += 1
            if len(world.received()) >= len(NAMES) and all(row.settled for row in world.received()):
                return lost
            world.clock.advance(timedelta(minutes=6))
    finally:
        box.close()
    raise AssertionError(f"{[row.state for row in world.received()]}, {script.asked[-20:]}")


def answered(world: World) -> Counter[str]:
    return Counter(row.to for row in world.outbox())


def once_each(world: World, script: Script) -> None:
    in_time(world, script)
    assert answered(world) == {world.person(name).address: 1 for name in NAMES}
    assert [row.state for row in world.received()] == [LetterState.DONE] * len(NAMES)


def bye(talk: Talk, _tag: bytes, _rest: bytes) -> None:
    talk.say(b"* BYE shutting down\r\n")
    talk.hang_up()


def drop(talk: Talk, _tag: bytes, _rest: bytes) -> None:
    talk.hang_up()


def half(talk: Talk, _tag: bytes, _rest: bytes) -> None:
    talk.say(b"* 1 FETCH (UID 1 BODY[] {4000}\r\nFrom: zane@game.test\r\n")
    talk.hang_up()


def babble(talk: Talk, tag: bytes, _rest: bytes) -> None:
    talk.say(b"* \xff\xfe ((({99}\r\n" + tag + b" MAYBE what\r\n")
    talk.hang_up()


def strange(talk: Talk, tag: bytes, _rest: bytes) -> None:
    """Well-formed, and not what was asked for."""
    talk.say(b"* 1 FETCH (UID 77 FLAGS (\\Seen))\r\n* SEARCH nonsense\r\n")
    talk.no(tag)


def drip(talk: Talk, tag: bytes, rest: bytes) -> None:
    """The usual answer, one byte after the other."""
    say = talk.say

    def slowly(text: bytes) -> None:
        for byte in text:
            say(bytes([byte]))
            time.sleep(0.0002)

    talk.say = slowly  # type: ignore[method-assign]  # for this one answer
    usual(talk, tag, rest)
    talk.say = say  # type: ignore[method-assign]  # as it was


def usual(talk: Talk, tag: bytes, rest: bytes) -> None:
    command = talk.server.script.asked[-1].split(b" ")
    name = b"_".join(command[:2]) if command[0] == b"UID" else command[0]
    getattr(talk, "_" + name.decode().lower(), talk._ok)(tag, rest)


def times(count: int, fault: Answer) -> Answer:
    """So often the fault, and then as usual."""
    left = [fault] * count

    def answer(talk: Talk, tag: bytes, rest: bytes) -> None:
        (left.pop() if left else usual)(talk, tag, rest)

    return answer


PHASES = [b"CAPABILITY", b"LOGIN", b"SELECT", b"UID SEARCH", b"UID FETCH", b"UID MOVE"]


@pytest.mark.parametrize("fault", [bye, drop, half, babble, strange, drip])
@pytest.mark.parametrize("phase", PHASES)
def test_a_fault_in_any_phase_loses_and_doubles_no_letter(
    world: World, script: Script, phase: bytes, fault: Answer
) -> None:
    """(MAIL-R4, MAIL-R7, MAIL-R12)"""
    script.answers[phase] = times(2, fault)
    once_each(world, script)


def test_letters_under_new_numbers_count_once(world: World, script: Script) -> None:
    """The link breaks, and the mailbox has been made anew meanwhile. (MAIL-R9)"""
    script.answers[b"UID MOVE"] = times(1, drop)
    with_new_numbers = iter([True])

    def select(talk: Talk, tag: bytes, rest: bytes) -> None:
        if len(world.received()) == len(NAMES) and next(with_new_numbers, False):
            script.uid_validity += 1
            script.letters = {uid + 40: raw for uid, raw in script.letters.items()}
        talk._select(tag, rest)

    script.answers[b"SELECT"] = select
    in_time(world, script)
    assert answered(world) == {world.person(name).address: 1 for name in NAMES}
    states = Counter(row.state for row in world.received())
    assert states == {LetterState.DONE: 3, LetterState.DUPLICATE: 3}
    assert any(asked.startswith(b"UID MOVE 41,42,43") for asked in script.asked)


def test_a_letter_that_cannot_be_put_away_is_read_once_all_the_same(
    world: World, script: Script
) -> None:
    """There is no room for a folder: the mailbox stays full, and nothing else happens. (MAIL-R7)"""
    refuse: Callable[[Talk, bytes, bytes], None] = lambda talk, tag, _: talk.no(tag)  # noqa: E731
    script.answers = {b"UID MOVE": refuse, b"CREATE": refuse}
    box = world.service.open_mailbox()
    for _ in range(3):
        world.service.take_in(box)
    assert answered(world) == {world.person(name).address: 1 for name in NAMES}
    script.answers.clear()
    world.service.take_in(box)
    box.close()
    assert all(row.settled for row in world.received())
