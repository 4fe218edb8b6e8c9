"""The corpus and its grafts once more, by way of a real Dovecot: put into a mailbox and fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from mailbot.inbound.mailbox import ImapMailbox
from mailbot.mail.body import Reading, known_lines, read_body
from mailbot.mail.letter import read_envelope
from mailbot.mail.screening import Ourselves, machine_sign
from mailbot.rulesets import RULES
from tests.helpers.bot_orders import Seat, seats
from tests.helpers.servers import Dovecot
from tests.letters.shape import SHEET, Letter, letters, written
from tests.mail.letters import codes, is_order

pytestmark = pytest.mark.servers

BOT = "corpus@game.test"
CORPUS = letters()
US = Ourselves(frozenset({"orders@example.net"}), "example.net", "games-1")
LARGEST = 2**21

Fetch = Callable[[Sequence[bytes]], list[bytes]]


@pytest.fixture
def through_dovecot(dovecot: Dovecot) -> Fetch:
    """Puts letters into an empty mailbox and fetches them as the service does."""
    dovecot.add_user(BOT)

    def fetch(raws: Sequence[bytes]) -> list[bytes]:
        with dovecot.client(BOT) as client:
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()
            for raw in raws:
                client.append("INBOX", raw)
        account = replace(dovecot.account(BOT), folder="INBOX")
        box = ImapMailbox(account, lambda: datetime(2030, 1, 1, tzinfo=UTC), largest=LARGEST)
        with closing(box):
            return [one.raw for _, batch in box.fetch_new(None) for one in batch]

    return fetch


def test_every_letter_is_read_as_from_its_file(through_dovecot: Fetch) -> None:
    """(MAIL-R4, MAIL-B1 to MAIL-B12, MAIL-N1 to MAIL-N8)"""
    fetched = through_dovecot([letter.raw() for letter in CORPUS])
    assert len(fetched) == len(CORPUS)
    pairs = zip(CORPUS, fetched, strict=True)
    assert [letter.name for letter, raw in pairs if not as_expected(letter, raw)] == []


def as_expected(letter: Letter, raw: bytes) -> bool:
    sign = machine_sign(read_envelope(raw), US)
    if letter.expected.machine:
        return sign is not None and f"MAIL-{sign.split()[0]}" == letter.expected.machine
    ours = known_lines("\n".join(SHEET)) if letter.expected.ours else frozenset()
    reading = read_body(raw, reads_as_order=is_order, ours=ours)
    return sign is None and found(reading) == (
        letter.own(),
        letter.held(),
        letter.expected.trouble,
        set(letter.expected.remarks),
    )


def found(reading: Reading) -> tuple[object, ...]:
    text, held = written(reading.text), written(reading.held)
    return text, held, reading.trouble or "", codes(reading)


def test_orders_of_every_game_come_through_in_any_letter(through_dovecot: Fetch) -> None:
    """(MAIL-B13)"""
    random = Random("over IMAP")
    wrappers = [one for one in CORPUS if one.expected.graft and not one.expected.machine]
    sent = [grafted(letter, random) for letter in wrappers]
    fetched = through_dovecot([letter.raw(lines) for letter, _, lines in sent])
    assert len(fetched) == len(sent)
    lost = [
        letter.name
        for (letter, seat, lines), raw in zip(sent, fetched, strict=True)
        if not same_orders(letter, seat, lines, raw)
    ]
    assert lost == []


def grafted(letter: Letter, random: Random) -> tuple[Letter, Seat, tuple[str, ...]]:
    seat = random.choice(seats(random.choice(sorted(RULES))))
    return letter, seat, tuple(seat.some(random))


def same_orders(letter: Letter, seat: Seat, lines: tuple[str, ...], raw: bytes) -> bool:
    reading = read_body(raw, reads_as_order=seat.reads_as_order)
    meant = "\n".join(letter.own(lines) or letter.held(lines))
    got = seat.grammar.parse(reading.text or reading.held, seat.words)
    return bool(got.orders) and got.orders == seat.grammar.parse(meant, seat.words).orders
