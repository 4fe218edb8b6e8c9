"""What becomes of a letter that comes back, and of the address that it was for (MAIL-O8)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import select

from mailbot.mail.outgoing import Kind
from mailbot.mail.verp import is_bounce_address
from mailbot.storage.tables import BadAddress, BounceRow, LetterState, OutRow, OutState
from tests.helpers.got import GAMES, Mail
from tests.helpers.relay import Relay
from tests.helpers.world import World, Worlds
from tests.stories.test_outbox import join, serving, world_with


def sent_to(world: World, address: str, kind: Kind = Kind.SHEET) -> OutRow:
    """The last letter of this kind to an address."""
    return [row for row in world.outbox() if (row.to, row.kind) == (address, kind)][-1]


def test_each_letter_has_an_envelope_sender_of_its_own_and_keeps_it(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay(rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay, service={"gm": ["gm@game.test", "ann@game.test"]})
        join(world)
        world.service.tell_gm("fire", "drill")
        world.service.send()
        world.clock.advance(timedelta(minutes=1))
        world.service.send()
    put_off, *_, again = relay.senders
    assert again == put_off
    assert len(set(relay.senders)) == 3
    assert all(is_bounce_address(sender, GAMES) for sender in relay.senders)


def test_a_letter_has_a_new_envelope_sender_where_the_old_one_is_no_place_any_more(
    worlds: Worlds,
) -> None:
    """The Gamesmaster names another address for bounces while letters wait. (MAIL-O3)"""
    with serving(Relay(rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        world.service.send()
        smtp = {**world.settings["smtp"], "bounces": "returns@game.test"}
        world.settings = {"smtp": smtp}
        world.close()
        world.clock.advance(timedelta(minutes=1))
        world.service.send()
    before, after = relay.senders
    assert is_bounce_address(before, GAMES)
    assert is_bounce_address(after, "returns@game.test")


def test_without_plus_addresses_letters_come_back_to_a_plain_one(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay()) as relay:
        smtp = {"host": "127.0.0.1", "port": relay.port, "plus_addresses": False}
        world = worlds(settings={"smtp": {**smtp, "bounces": "Returns@game.test"}})
        join(world)
        world.service.send()
    assert relay.senders == ["returns@game.test"]


def test_a_letter_to_an_envelope_sender_is_never_read_as_orders(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        zane, _ = world.begins("Zane", "Rick")
        world.service.send()
        sheet = zane.last(Kind.SHEET)
        envelope = sent_to(world, zane.address).envelope
        assert zane.writes("Phoenix to Hilda", headers={"To": sheet.reply_to, "Cc": envelope}) == []
    assert world.stands(zane) == []
    assert world.received()[-1].state == LetterState.SILENT


def bounced(row: OutRow, status: str = "5.1.1", action: str = "failed", **changes: str) -> bytes:
    """The report of a mail server that could not deliver this letter."""
    words = {
        "to": row.envelope or GAMES,
        "named": row.to,
        "id": row.message_id,
        "said": "no such user",
    }
    words |= changes
    return (
        "Return-Path: <>\r\n"
        "From: MAILER-DAEMON@mx.game.test\r\n"
        f"To: {words['to']}\r\n"
        f"Message-ID: <{row.id}.{status}.{action}@mx.game.test>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.game.test\r\n\r\n"
        f"Final-Recipient: rfc822; {words['named']}\r\n"
        f"Action: {action}\r\nStatus: {status}\r\n"
        f"Diagnostic-Code: smtp; 550 {status} {words['said']}\r\n\r\n"
        "--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"Message-ID: {words['id']}\r\n\r\n--b--\r\n"
    ).encode()


@pytest.fixture
def relay() -> Iterator[Relay]:
    with serving(Relay()) as relay:
        yield relay


@pytest.fixture
def world(worlds: Worlds, relay: Relay) -> World:
    """Zane and Rick play, and have got all their letters so far."""
    world = world_with(worlds, relay)
    world.begins("Zane", "Rick")
    world.service.send()
    return world


def comes_back(world: World, row: OutRow, status: str = "5.1.1", **changes: str) -> str:
    """A bounce arrives; what was made of it."""
    world.post.bring(world, bounced(row, status, **changes))
    world.works()
    return world.received()[-1].reason


def letters_to(world: World, name: str, state: OutState = OutState.SENT) -> list[OutRow]:
    address = f"{name}@game.test"
    return [row for row in world.outbox() if (row.to, row.state) == (address, state)]


def is_bad(world: World, address: str) -> bool:
    with world.service.store.reading() as session:
        return session.get(BadAddress, address) is not None


def fails_twice(world: World, name: str = "zane") -> None:
    for row in letters_to(world, name)[-2:]:
        comes_back(world, row)


def test_two_letters_lost_within_a_week_mark_the_address_and_the_gm_is_told(world: World) -> None:
    """(MAIL-O8)"""
    first, second = letters_to(world, "zane")[-2:]
    assert "MAIL-O8 hard" in comes_back(world, first)
    assert not is_bad(world, "zane@game.test")
    comes_back(world, second)
    assert is_bad(world, "zane@game.test")
    notice = world.person("gm").last()
    assert "the address zane@game.test does not work" in notice.subject
    assert "`mailbot player address GAME NAME NEW`" in notice.words
    assert {row.state for row in world.outbox() if row.id in (first.id, second.id)} == {"bounced"}


def test_two_letters_lost_more_than_a_week_apart_mark_nothing(world: World) -> None:
    first, second = letters_to(world, "zane")[-2:]
    comes_back(world, first)
    world.clock.advance(timedelta(days=8))
    comes_back(world, second)
    assert not is_bad(world, "zane@game.test")


def test_the_same_letter_lost_twice_counts_once(world: World) -> None:
    row = letters_to(world, "zane")[-1]
    comes_back(world, row)
    comes_back(world, row, "5.1.2")
    assert not is_bad(world, "zane@game.test")


@pytest.mark.parametrize(
    ("status", "action", "said"),
    [
        ("5.2.2", "failed", "mailbox full"),
        ("4.4.1", "delayed", "will be retried"),
        ("5.7.1", "failed", "looks like spam"),
        ("4.4.7", "failed", "expired"),
    ],
)
def test_full_mailboxes_and_delays_are_only_counted(
    world: World, status: str, action: str, said: str
) -> None:
    """(MAIL-O8)"""
    for row in letters_to(world, "zane")[-3:]:
        comes_back(world, row, status, action=action, said=said)
    assert not is_bad(world, "zane@game.test")
    with world.service.store.reading() as session:
        assert len(session.scalars(select(BounceRow)).all()) == 3


def test_letters_to_a_bad_address_wait_until_a_letter_comes_from_it(world: World) -> None:
    """(MAIL-O8) What had come back goes out again; news is dropped."""
    zane = world.person("Zane")
    sheet = zane.last(Kind.SHEET)
    fails_twice(world)
    world.turn()
    world.service.send()
    held = letters_to(world, "zane", OutState.QUEUED)
    assert [row.kind for row in held] == [Kind.SHEET]
    zane.writes("Phoenix to Hilda", to=sheet)
    assert not is_bad(world, "zane@game.test")
    world.service.send()
    assert letters_to(world, "zane", OutState.QUEUED) == []
    assert held[0].id in [row.id for row in letters_to(world, "zane")]


def test_a_sheet_that_came_back_is_sent_again_with_its_own_id(world: World, relay: Relay) -> None:
    zane = world.person("Zane")
    sheet, other = sent_to(world, zane.address), letters_to(world, "zane")[-2]
    assert sheet.id != other.id
    comes_back(world, sheet)
    comes_back(world, other)
    del relay.taken[:]
    zane.writes("Phoenix to Hilda", to=zane.last(Kind.SHEET))
    world.service.send()
    assert [Mail.of(raw).id for raw in relay.taken].count(sheet.message_id) == 1


@pytest.mark.parametrize(
    "forged",
    [
        {"to": GAMES, "id": "<sheet.pent.1.zane.aaaaaaaaaaaaaaaaaaaaaaaaaa@game.test>"},
        {"to": "games+aaaaaaaaaaaaa.aaaaaaaaaaaaaaaa@game.test", "id": "<1@x.test>"},
        {"to": GAMES, "id": "<1@x.test>"},
    ],
)
def test_a_bounce_without_proof_changes_nothing(world: World, forged: dict[str, str]) -> None:
    """(MAIL-O8)"""
    for row in letters_to(world, "zane")[-2:]:
        assert "about no letter of ours" in comes_back(world, row, **forged)
    assert not is_bad(world, "zane@game.test")
    assert letters_to(world, "zane", OutState.BOUNCED) == []


def test_a_player_cannot_bounce_the_address_of_another(world: World) -> None:
    """(MAIL-O8) What he knows is his own letters."""
    for row in letters_to(world, "rick")[-2:]:
        assert "no letter" in comes_back(world, row, to=GAMES, named="zane@game.test")
    for row in letters_to(world, "rick")[-2:]:
        comes_back(world, row, "5.1.2", named="zane@game.test")
    assert not is_bad(world, "zane@game.test")


def test_without_its_own_envelope_a_letter_is_known_by_its_message_id(world: World) -> None:
    """(MAIL-O3, MAIL-O8)"""
    row = letters_to(world, "zane")[-1]
    assert f"hard, about outgoing letter {row.id}" in comes_back(world, row, to=GAMES)


def test_a_letter_that_was_forwarded_is_known_by_its_envelope(world: World) -> None:
    row = letters_to(world, "zane")[-1]
    assert f"letter {row.id}" in comes_back(world, row, named="old@example.net", id="<1@x.test>")


def test_bounces_are_never_answered_and_a_flood_of_them_tells_the_gm_once(world: World) -> None:
    """(MAIL-N1, MAIL-O8)"""
    rows = letters_to(world, "zane")
    before = len(world.outbox())
    for number in range(30):
        comes_back(world, rows[number % len(rows)], f"5.1.{number % 7}")
    new = world.outbox()[before:]
    assert {row.to for row in new} == {"gm@game.test"}
    assert len(new) <= 4


def test_the_address_of_the_gm_is_never_marked(world: World) -> None:
    """Nobody else would hear of it; a bounce of the notice about bounces makes no new one."""
    world.service.tell_gm("fire", "drill")
    world.service.tell_gm("flood", "drill")
    world.service.send()
    fails_twice(world, "gm")
    assert not is_bad(world, "gm@game.test")
    assert letters_to(world, "gm", OutState.QUEUED) == []


def test_a_recipient_refused_at_once_counts_as_a_letter_lost(worlds: Worlds) -> None:
    """(MAIL-O8)"""
    with serving(Relay(rcpt=["550 no such user", "550 5.1.1 unknown"] * 2)) as relay:
        world = world_with(worlds, relay)
        world.begins("Zane", "Rick")
        world.service.send()
    assert len(letters_to(world, "zane", OutState.FAILED)) == 2
    assert is_bad(world, "zane@game.test")


def test_a_full_mailbox_is_tried_again_whatever_its_code(worlds: Worlds) -> None:
    """(MAIL-O6)"""
    with serving(Relay(rcpt=["552 5.2.2 mailbox full"])) as relay:
        world = world_with(worlds, relay)
        join(world)
        world.service.send()
    assert [row.state for row in letters_to(world, "zane", OutState.RETRY)] == [OutState.RETRY]


def test_whoever_got_an_answer_in_copy_cannot_mark_its_writers_address(world: World) -> None:
    """Rick knows the ids of Zane's letters from his answers; but those have been answered.

    (MAIL-O8)
    """
    zane = world.person("Zane")
    rows = letters_to(world, "zane")[-2:]
    zane.writes("Phoenix to Hilda", headers={"Cc": "rick@game.test"})
    for row in rows:
        assert "MAIL-O8 soft" in comes_back(world, row, to=GAMES)
    assert not is_bad(world, zane.address)


def test_what_is_sent_after_the_last_sign_of_life_counts_against_the_address(
    world: World,
) -> None:
    zane = world.person("Zane")
    zane.writes("Phoenix to Hilda")
    for _ in range(2):
        world.turn()
        world.service.send()
    for row in letters_to(world, "zane")[-2:]:
        assert "MAIL-O8 hard" in comes_back(world, row)
    assert is_bad(world, zane.address)


REPORTS = {
    "feedback-report": "Feedback-Type: abuse\r\nVersion: 1\r\n",
    "disposition-notification": "Disposition: manual-action/MDN-sent-manually; deleted\r\n",
}


@pytest.mark.parametrize("kind", REPORTS)
def test_a_complaint_or_a_note_of_reading_tells_of_no_letter_lost(world: World, kind: str) -> None:
    """It has arrived, whatever became of it then. (MAIL-O8)"""
    row = letters_to(world, "zane")[-1]
    report = bounced(row).replace(b"delivery-status", kind.encode())
    head, _, rest = report.partition(b"Reporting-MTA")
    world.post.bring(world, head + REPORTS[kind].encode() + rest[rest.index(b"\r\n--b") :])
    world.works()
    assert world.received()[-1].state == LetterState.SILENT
    assert letters_to(world, "zane")[-1].id == row.id
    assert world.person("gm").letters() == []


def test_a_report_quicker_than_the_note_that_its_letter_is_sent_is_believed(world: World) -> None:
    """(MAIL-O8)"""
    row = letters_to(world, "zane")[-1]
    with world.service.store.writing() as session:
        session.get_one(OutRow, row.id).state = OutState.SENDING
    comes_back(world, row)
    assert [each.id for each in letters_to(world, "zane", OutState.BOUNCED)] == [row.id]


def test_what_a_bounce_says_steers_no_terminal_and_no_database(world: World) -> None:
    row = letters_to(world, "zane")[-1]
    comes_back(world, row, said="no\x00 such\x1b[2J user")
    with world.service.store.reading() as session:
        (kept,) = session.scalars(select(BounceRow))
    assert kept.said == "5.1.1 550 5.1.1 no such[2J user"
