"""Two services, one mailbox on a real Dovecot, made anew: each letter counts once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mailbot.app import Service
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.servers import Dovecot
from tests.helpers.world import UNLIMITED, ByHand, World, emptied_postgres

pytestmark = pytest.mark.servers

BOT = "readers@game.test"
FOLDER = "Orders"
PLACES = ("Hilda", "Brendan", "Cuthbert", "Ninian", "Dolphin")
ROUNDS = 3


@pytest.fixture
def world(dovecot: Dovecot, postgres_url: str, tmp_path: Path) -> Iterator[World]:
    dovecot.add_user(BOT)
    account = {"host": "127.0.0.1", "port": dovecot.imap_port, "security": "plain"}
    imap = {**account, "user": BOT, "password": "secret", "folder": FOLDER}
    world = World(emptied_postgres(postgres_url), tmp_path, ByHand(), {"limits": UNLIMITED})
    world.begins("Zane", "Rick")
    world.close()
    world.settings = {"limits": UNLIMITED, "imap": imap}
    yield world
    world.close()


def test_twenty_letters_count_once_whoever_reads_them_and_however_often_they_are_shown(
    world: World, dovecot: Dovecot
) -> None:
    """(MAIL-R9, MAIL-R10, MAIL-D2)"""
    zane, rick = world.person("Zane"), world.person("Rick")
    letters = [
        person.letter(f"{ship} to {place}\nto gm: number {number}", To=person.last().reply_to)
        for number, place in enumerate(PLACES * 2)
        for person, ship in ((zane, "Phoenix"), (rick, "Duke"))
    ]
    before, signed_up = len(world.outbox()), len(world.received())
    made_anew(dovecot, world, letters)
    read_by_two(world)
    sent = world.outbox()[before:]
    assert Counter(row.kind for row in sent) == {Kind.RECEIPT: 20, Kind.PRESS: 20}
    assert states(world, signed_up) == [LetterState.DONE] * 20
    stood = [world.stands(zane), world.stands(rick)]
    assert stood[0] == ["Phoenix to Dolphin"]

    made_anew(dovecot, world, letters)
    read_by_two(world)
    assert states(world, signed_up) == [LetterState.DONE] * 20 + [LetterState.DUPLICATE] * 20
    assert len(world.outbox()) == before + len(sent)
    assert [world.stands(zane), world.stands(rick)] == stood
    assert [len(dovecot.letters(BOT, name)) for name in (FOLDER, "Processed")] == [0, 40]


def made_anew(dovecot: Dovecot, world: World, letters: Sequence[bytes]) -> None:
    """The folder with other numbers, as after a move to another server, and these letters."""
    with dovecot.client(BOT) as client:
        if client.folder_exists(FOLDER):
            client.delete_folder(FOLDER)
        client.create_folder(FOLDER)
        for raw in letters:
            client.append(FOLDER, raw, msg_time=world.clock.now())


def read_by_two(world: World) -> None:
    services = [world.open(name) for name in ("first", "second")]
    threads = [threading.Thread(target=reads, args=(service,)) for service in services]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # What one was still reading while the other put letters away is put away next time.
    services[0].take_in_once()
    for service in services:
        service.store.close()


def reads(service: Service) -> None:
    """As `mailbot run --once` does, several times."""
    for _ in range(ROUNDS):
        service.take_in_once()


def states(world: World, after: int) -> list[LetterState]:
    return [LetterState(letter.state) for letter in world.received()[after:]]
