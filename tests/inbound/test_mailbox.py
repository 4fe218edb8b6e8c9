"""The mailbox on a real Dovecot."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil

import pytest

from mailbot.accounts import Security
from mailbot.inbound.mailbox import Arrived, ImapMailbox, LoginRefused, MailboxLost, Place
from tests.helpers.servers import Dovecot
from tests.helpers.tap import tapped

pytestmark = pytest.mark.servers

BOT = "bot@game.test"


def now() -> datetime:
    return datetime(2030, 1, 1, tzinfo=UTC)


def letter(number: int, body: str = "hold") -> bytes:
    return f"From: a@example.org\r\nSubject: {number}\r\n\r\n{body}\r\n".encode()


@pytest.fixture
def bot(dovecot: Dovecot) -> Dovecot:
    """A Dovecot with an empty mailbox of the bot's."""
    dovecot.add_user(BOT)
    with dovecot.client(BOT) as client:
        for _, _, folder in client.list_folders():
            if folder != "INBOX":
                client.delete_folder(folder)
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()
    return dovecot


@pytest.fixture
def opened(bot: Dovecot) -> Iterator[Callable[..., ImapMailbox]]:
    """Opens mailboxes and closes them after the test."""
    boxes: list[ImapMailbox] = []

    def build(folder: str = "INBOX", port: int | None = None, largest: int = 2000) -> ImapMailbox:
        account = bot.account(BOT, folder=folder)
        account = replace(account, port=port or account.port)
        boxes.append(ImapMailbox(account, now, largest=largest))
        return boxes[-1]

    yield build
    for box in boxes:
        box.close()


def read(box: ImapMailbox, after: Place | None = None) -> tuple[Place | None, list[Arrived]]:
    letters: list[Arrived] = []
    for place, batch in box.fetch_new(after):
        letters += batch
        after = place
    return after, letters


def subjects(letters: list[Arrived]) -> list[int]:
    return [int(one.raw.split(b"Subject: ")[1].split(b"\r")[0]) for one in letters]


def test_letters_come_in_order_once_and_with_the_servers_time(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R2, R13)"""
    for number in range(3):
        bot.deliver(BOT, letter(number))
    place, letters = read(opened())
    assert subjects(letters) == [0, 1, 2]
    assert all(abs(datetime.now(UTC) - one.received) < timedelta(minutes=1) for one in letters)
    assert read(opened(), place) == (place, [])
    bot.deliver(BOT, letter(3))
    assert subjects(read(opened(), place)[1]) == [3]


def test_a_letter_that_somebody_has_read_is_still_new(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R2)"""
    bot.deliver(BOT, letter(1))
    with bot.client(BOT) as client:
        client.select_folder("INBOX")
        client.fetch(client.search(), ["BODY[]"])
    assert subjects(read(opened())[1]) == [1]


def test_reading_leaves_letters_unread(bot: Dovecot, opened: Callable[..., ImapMailbox]) -> None:
    bot.deliver(BOT, letter(1))
    read(opened())
    with bot.client(BOT) as client:
        client.select_folder("INBOX")
        assert len(client.search("UNSEEN")) == 1


def test_of_an_oversize_letter_only_the_headers_are_read(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R3)"""
    bot.deliver(BOT, letter(1, "x\r\n" * 1000))
    bot.deliver(BOT, letter(2))
    large, small = read(opened())[1]
    assert large.truncated
    assert large.size > 3000
    assert large.raw.endswith(b"Subject: 1\r\n\r\n")
    assert not small.truncated


@pytest.mark.parametrize("waiting", [120, 510])
def test_few_round_trips_for_many_letters(
    bot: Dovecot, opened: Callable[..., ImapMailbox], waiting: int
) -> None:
    """(PERF-P3)"""
    append_many(bot, waiting)
    with tapped(bot.imap_port) as tap:
        box = opened(port=tap.port)
        place: Place | None = None
        letters = 0
        for place, batch in box.fetch_new(None):
            letters += len(batch)
            box.settle(place.uid_validity, {"Processed": [one.uid for one in batch]})
        lines = list(tap.lines)
    assert letters == waiting
    assert len(bot.letters(BOT, "Processed")) == waiting
    assert bot.letters(BOT) == []
    making_the_folder = 2
    assert len(lines) - making_the_folder <= 6 + 2 * ceil(waiting / 50), lines


def append_many(bot: Dovecot, number: int) -> None:
    with bot.client(BOT) as client:
        for index in range(number):
            client.append("INBOX", letter(index))


def test_settled_letters_go_to_their_folders_and_repeating_it_does_no_harm(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R7)"""
    for number in (1, 2):
        bot.deliver(BOT, letter(number))
    box = opened()
    place, (first, second) = read(box)
    assert place is not None
    for _ in range(2):
        moves = {"Processed": [first.uid], "Failed": [second.uid]}
        box.settle(place.uid_validity, moves)
    assert [len(bot.letters(BOT, name)) for name in ("INBOX", "Processed", "Failed")] == [0, 1, 1]


def test_a_recreated_mailbox_is_read_again_and_old_numbers_move_nothing(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R9)"""
    recreate(bot, "Orders", [1, 2])
    place, letters = read(opened("Orders"))
    assert place is not None
    recreate(bot, "Orders", [3])
    box = opened("Orders")
    box.settle(place.uid_validity, {"Processed": [one.uid for one in letters]})
    fresh, again = read(box, place)
    assert fresh is not None
    assert fresh.uid_validity != place.uid_validity
    assert subjects(again) == [3]
    assert len(bot.letters(BOT, "Orders")) == 1


def recreate(bot: Dovecot, folder: str, numbers: list[int]) -> None:
    with bot.client(BOT) as client:
        if client.folder_exists(folder):
            client.delete_folder(folder)
        client.create_folder(folder)
        for number in numbers:
            client.append(folder, letter(number))


def test_a_letter_that_comes_while_we_idle_wakes_us(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R11)"""
    box = opened()
    place, _ = read(box)
    timer = threading.Timer(0.3, bot.deliver, (BOT, letter(7)))
    timer.start()
    began = time.monotonic()
    assert box.wait(20)
    assert time.monotonic() - began < 10
    timer.join()
    assert subjects(read(box, place)[1]) == [7]


def test_a_letter_that_came_between_reading_and_waiting_is_not_slept_over(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    """(MAIL-R11)"""
    bot.deliver(BOT, letter(1))
    box = opened()
    place, letters = read(box)
    assert place is not None
    bot.deliver(BOT, letter(2))
    box.settle(place.uid_validity, {"Processed": [letters[0].uid]})
    began = time.monotonic()
    assert box.wait(20)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("security", list(Security))
def test_a_letter_that_comes_just_before_we_idle_wakes_us(
    bot: Dovecot, security: Security, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R11)"""

    def nothing_yet(client: object) -> bool:
        bot.deliver(BOT, letter(1))
        return False

    with closing(ImapMailbox(bot.account(BOT, security), now)) as box:
        read(box)
        monkeypatch.setattr(box, "_behind", nothing_yet)
        began = time.monotonic()
        assert box.wait(20)
        assert time.monotonic() - began < 5


def test_waiting_ends_when_time_is_up_or_at_a_nudge(
    bot: Dovecot, opened: Callable[..., ImapMailbox]
) -> None:
    box = opened()
    read(box)
    assert not box.wait(0.2)
    threading.Timer(0.2, box.nudge).start()
    began = time.monotonic()
    assert not box.wait(20)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("security", list(Security))
def test_the_line_may_be_locked(bot: Dovecot, security: Security) -> None:
    bot.deliver(BOT, letter(1))
    with closing(ImapMailbox(bot.account(BOT, security), now)) as box:
        assert subjects(read(box)[1]) == [1]
        assert not box.wait(0.2)


def test_a_password_may_hold_any_letter(bot: Dovecot) -> None:
    bot.add_user("zoe@game.test", 'pä ss"wörd')
    with closing(ImapMailbox(bot.account("zoe@game.test"), now)) as box:
        assert read(box) == (None, [])


def test_a_strangers_certificate_is_not_taken(bot: Dovecot) -> None:
    account = replace(bot.account(BOT, Security.TLS), ca_file=None)
    with closing(ImapMailbox(account, now)) as box, pytest.raises(MailboxLost, match="certificate"):
        read(box)


def test_a_wrong_password_is_told_from_a_lost_link(bot: Dovecot) -> None:
    """(MAIL-R12)"""
    account = replace(bot.account(BOT), password="wrong")
    with closing(ImapMailbox(account, now)) as box, pytest.raises(LoginRefused, match=BOT):
        read(box)
