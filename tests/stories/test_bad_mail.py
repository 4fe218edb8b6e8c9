"""Letters that cannot be read: answered or silent as docs/mail.md says, kept, and no order lost."""

from __future__ import annotations

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


@pytest.fixture
def zane(world: World) -> Person:
    """Phoenix has her orders for turn 1."""
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    return zane


def sends(world: World, zane: Person, raw: bytes) -> list[str]:
    """What he gets for a letter with this body and its headers."""
    before = len(zane.letters())
    head = (
        f"From: {zane.address}\r\nTo: {zane.last(Kind.SHEET).reply_to}\r\n"
        f"Subject: orders\r\nMessage-ID: {world.next_id()}\r\n"
    )
    world.post.bring(world, head.encode() + raw)
    world.works()
    assert world.stands(zane)[:1] == ["Phoenix to Hilda"]
    return [" ".join(mail.text.split()) for mail in zane.letters()[before:]]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\r\n", "there is no text of yours in it"),
        (b"\r\n\r\n \r\n", "there is no text of yours in it"),
        (b"", "there is no text of yours in it"),
        (b"\r\n> Eden to Brendan\r\n", "write above"),
        (b"Content-Type: image/png\r\n\r\n\x89PNG", "it holds no text"),
        (b"Content-Type: application/pkcs7-mime\r\n\r\nMIIB", "it is encrypted"),
        (b"Content-Type: message/partial; id=x; number=1\r\n\r\nEden", "in several parts"),
        (b"\r\n" + b"Eden to Brendan\r\n" * 100_000, "it is larger than this service reads"),
    ],
    ids=["empty", "blank", "no body", "quote", "picture", "encrypted", "partial", "large"],
)
def test_a_letter_with_nothing_to_read_is_answered_with_what_would_work(
    world: World, zane: Person, raw: bytes, said: str
) -> None:
    (answer,) = sends(world, zane, raw)
    assert said in answer
    assert world.received()[-1].state == LetterState.DONE


def test_the_same_trouble_is_explained_once_a_day(world: World, zane: Person) -> None:
    """(MAIL-N10)"""
    assert len(sends(world, zane, b"\r\n")) == 1
    assert sends(world, zane, b"\r\n\r\n") == []


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: text/plain; charset=klingon\r\n\r\nEden to Brendan\r\n",
        b"Content-Type: text/plain; charset=utf-8\r\n\r\nEden to Brendan\r\n\xff\xfe\r\n",
        b"Content-Type: text/plain; charset=utf-16\r\n\r\n"
        + "Eden to Brendan\r\n".encode("utf-16"),
        b"Content-Transfer-Encoding: base64\r\n\r\nRWRlbiB0byBCcmVuZGFu\r\n",
        b"Content-Type: text/html\r\n\r\n<p>Eden to <b>Brendan</b></p>",
        b"\r\nEden to Brendan\r\n" + b"x" * 5000,
        b"\r\nEden\xc2\xa0to\xe2\x80\x8b Brendan\r\n",
    ],
    ids=["charset", "bytes", "utf-16", "base64", "html", "long line", "spaces"],
)
def test_an_order_is_found_in_an_odd_letter(world: World, zane: Person, raw: bytes) -> None:
    (answer,) = sends(world, zane, raw)
    assert "2| Eden to Brendan" in answer


def test_twenty_megabytes_are_kept_and_not_read(world: World, zane: Person) -> None:
    raw = b"\r\nEden to Brendan\r\n" + b"x" * 20_000_000
    (answer,) = sends(world, zane, raw)
    assert "larger than this service reads" in answer
    assert len(world.received()[-1].raw) > 20_000_000


def test_nonsense_is_answered_line_by_line(world: World, zane: Person) -> None:
    (answer,) = sends(world, zane, b"\r\nPhoenix to nowhere\r\nxyzzy plugh\r\n")
    assert "1| Phoenix to nowhere" in answer
    assert "2| xyzzy plugh" in answer


def test_a_letter_from_nobody_is_kept_and_not_answered(world: World, zane: Person) -> None:
    """(MAIL-H2)"""
    for sender in ("", "zane@game.test, rick@game.test", "<>", "zane"):
        assert zane.sends("Eden to Brendan", From=sender) == []
        assert world.received()[-1].state == LetterState.SILENT
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_after_the_end_a_letter_is_told_so(world: World) -> None:
    zane, _ = world.begins("Zane", "Rick", options={"last_turn": 1})
    world.turn()
    (answer,) = zane.writes("Phoenix to Hilda")
    assert "is over" in answer.text


def test_help_is_not_sent_to_who_asks_for_none(world: World, zane: Person) -> None:
    """(MAIL-N5)"""
    assert sends(world, zane, b"X-Auto-Response-Suppress: OOF\r\n\r\n\r\n") == []
    (receipt,) = zane.writes("Eden to Brendan", headers={"X-Auto-Response-Suppress": "OOF"})
    assert receipt.kind is Kind.RECEIPT
