"""`mailbot outbox`: what waits and why, and what a Gamesmaster does about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from mailbot.outbox.copies import NO_READER, copy_of
from mailbot.storage.store import Store
from mailbot.storage.tables import Attempt, BadAddress, Deed, OutRow, OutState, Pause
from tests.cli.conftest import Mailbot

NOW = datetime.now(UTC)
Change = Callable[..., None]


@pytest.fixture
def store(ready: Mailbot, folder: Path) -> Store:
    """The database; letter 1 is Zane's welcome, letter 2 the same again."""
    assert ready("player", "resend", "pent", "Zane").code == 0
    return Store(f"sqlite:///{folder / 'mailbot.db'}")


@pytest.fixture
def change(store: Store) -> Change:
    """Sets columns of a letter."""

    def call(number: int, **values: Any) -> None:
        with store.writing() as session:
            row = session.get_one(OutRow, number)
            for name, value in values.items():
                setattr(row, name, value)

    return call


def add(store: Store, *rows: object) -> None:
    with store.writing() as session:
        session.add_all(rows)


def bad(address: str = "zane@example.org") -> BadAddress:
    return BadAddress(address=address, since=NOW, reason="550 no such user")


def deeds(store: Store) -> list[str]:
    with store.reading() as session:
        return [deed.what for deed in session.scalars(select(Deed).order_by(Deed.id))]


def test_letters_are_listed_by_state_game_and_player(ready: Mailbot, change: Change) -> None:
    change(1, state=OutState.FAILED, reply="550 no")
    numbers = {
        words: [each["id"] for each in ready("outbox", "list", *words.split(), "--json").json]
        for words in (
            "--state failed",
            "--state queued",
            "--game pent",
            "--player Zane",
            "--player ZANE@example.org",
        )
    }
    assert numbers == {
        "--state failed": [1],
        "--state queued": [2],
        "--game pent": [2, 1],
        "--player Zane": [2, 1],
        "--player ZANE@example.org": [2, 1],
    }


def test_what_is_kept_for_nobody_is_sent_to_nobody(
    ready: Mailbot, store: Store, change: Change
) -> None:
    del store
    change(1, state=OutState.DROPPED, reply=NO_READER)
    assert "is for nobody: nobody has the seat" in ready("outbox", "retry", "1").trouble


def test_a_slip_in_a_name_is_no_empty_list(ready: Mailbot) -> None:
    assert "there play: Zane" in ready("outbox", "list", "--player", "Zan").trouble
    assert "there are: pent" in ready("outbox", "list", "--game", "reef").trouble


def test_each_letter_says_why_it_waits(ready: Mailbot, store: Store, change: Change) -> None:
    change(1, state=OutState.RETRY, reply="451 later", to="rick@example.org")
    pause = {"until": NOW + timedelta(minutes=30), "since": NOW}
    add(store, bad(), Pause(name="outbox", reason="535 wrong password", **pause))
    second, first = ready("outbox", "list", "--json").json
    assert (first["state"], first["why"]) == ("retry", "451 later")
    assert (second["state"], second["why"]) == (
        "held",
        "its address does not work: 550 no such user",
    )
    words = ready("outbox", "list").out
    assert "the outbox waits since" in words
    assert "535 wrong password" in words
    assert "zane@example.org does not work since" in words
    assert [each["id"] for each in ready("outbox", "list", "--state", "held", "--json").json] == [2]


def test_a_letter_shows_when_it_was_tried_and_what_the_server_said(
    ready: Mailbot, store: Store
) -> None:
    add(
        store, Attempt(letter=1, at=NOW, host="smtp.example.org", verdict="retry", said="451 later")
    )
    (tried,) = ready("outbox", "show", "1", "--json").json["history"]
    assert (tried["where"], tried["what"], tried["said"]) == (
        "smtp.example.org",
        "retry",
        "451 later",
    )
    assert "smtp.example.org retry 451 later" in ready("outbox", "show", "1").out


def test_all_that_failed_is_tried_again(ready: Mailbot, store: Store, change: Change) -> None:
    change(1, state=OutState.FAILED)
    change(2, state=OutState.BOUNCED)
    assert "letter 1, 2" in ready("outbox", "retry", "--failed").out
    assert [each["state"] for each in ready("outbox", "list", "--json").json] == ["queued"] * 2
    assert deeds(store)[-2:] == ["letter sent again"] * 2


def test_what_waits_for_a_bad_address_is_not_tried_again(ready: Mailbot, store: Store) -> None:
    add(store, bad())
    assert "`mailbot outbox good zane@example.org`" in ready("outbox", "retry", "1").trouble


def test_a_letter_is_dropped_with_a_reason(ready: Mailbot, store: Store) -> None:
    ready("outbox", "drop", "1", "2", "--reason", "sent by hand", "--yes")
    assert ready("outbox", "list", "--json").json == []
    shown = ready("outbox", "show", "1", "--json").json
    assert (shown["state"], shown["why"]) == ("dropped", "sent by hand")
    assert deeds(store)[-2:] == ["letter dropped"] * 2


def test_dropping_asks_first(ready: Mailbot) -> None:
    assert ready("outbox", "drop", "1", "--reason", "x").code == 1
    assert len(ready("outbox", "list", "--json").json) == 1


@pytest.mark.parametrize("words", ["retry 1", "drop 1 --reason x --yes"])
def test_what_is_sent_is_sent(ready: Mailbot, change: Change, words: str) -> None:
    change(1, state=OutState.SENT)
    assert "letter 1 has been delivered" in ready("outbox", *words.split()).trouble
    change(1, state=OutState.SENDING, lease_until=NOW + timedelta(hours=1))
    assert "is being sent just now" in ready("outbox", *words.split()).trouble


def test_an_address_is_counted_as_good_again(ready: Mailbot, store: Store) -> None:
    add(store, bad(), bad("ann@example.org"))
    assert ready("outbox", "good", "Zane@example.org", "--json").json == {"zane@example.org": 2}
    assert "marked are: ann@example.org" in ready("outbox", "good", "zane@example.org").trouble
    assert "ann@example.org" in ready("outbox", "good", "--all").out
    assert "name an address" in ready("outbox", "good").trouble
    assert deeds(store)[-2:] == ["address good"] * 2


def test_a_new_address_gets_what_waited_for_the_bad_one(
    ready: Mailbot, store: Store, change: Change
) -> None:
    """(MAIL-O8)"""
    add(store, bad())
    change(1, state=OutState.BOUNCED)
    done = ready("player", "address", "pent", "Zane", "zane@example.net")
    assert "2 that waited too" in done.out
    letters = ready("outbox", "list", "--json").json
    assert [(each["to"], each["state"]) for each in letters] == [("zane@example.net", "queued")] * 2
    assert ready("outbox", "show", "1", "--json").json["why"] == "sent to zane@example.net instead"


def test_letters_are_written_to_files(ready: Mailbot, store: Store, folder: Path) -> None:
    one = folder / "one.eml"
    ready("outbox", "export", "1", str(one))
    assert b"To: zane@example.org" in one.read_bytes()
    assert one.stat().st_mode & 0o077 == 0
    ready("outbox", "export", "--player", "Zane", str(folder / "all"))
    names = sorted(file.name for file in (folder / "all").iterdir())
    assert names == ["000001-sheet-pent-zane.eml", "000002-sheet-pent-zane.eml"]


def test_a_long_list_says_that_there_is_more(ready: Mailbot, store: Store) -> None:
    """What waits is counted whole, though not all of it is shown."""
    with store.writing() as session:
        row = session.get_one(OutRow, 1)
        session.add_all(copy_of(row, f"a{number}@example.org", NOW) for number in range(60))
    assert "12 older letters are not shown" in ready("outbox", "list").out
    assert "not shown" not in ready("outbox", "list", "--player", "a1@example.org").out
