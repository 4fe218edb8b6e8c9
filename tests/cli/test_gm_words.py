"""`mailbot game say`, `note`, `log` and `orders`, and questions before what cannot be undone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Mailbot


@pytest.fixture
def two(ready: Mailbot) -> Mailbot:
    """A game of two, its sign-up open."""
    assert ready("player", "seat", "pent", "Rick", "rick@example.org").code == 0
    return ready


def letters(folder: Path, to: str) -> list[str]:
    with sqlite3.connect(folder / "mailbot.db") as database:
        rows = database.execute('select raw from outbox where "to" = ? order by id', (to,))
        return [row[0].decode() for row in rows]


def test_words_go_to_all_or_to_some(two: Mailbot, folder: Path) -> None:
    """(FEAT-G3)"""
    assert two("game", "say", "pent", "Good luck!").out == "queued for Zane, Rick\n"
    assert two("game", "say", "pent", "rick", "Be quick.").out == "queued for Rick\n"
    assert "> Good luck!" in letters(folder, "zane@example.org")[-1]
    assert "> Be quick." in letters(folder, "rick@example.org")[-1]
    assert "no player 'Rik'" in two("game", "say", "pent", "Rik", "x").trouble
    assert two("game", "say", "pent", "Zane,", "Rick", "Hello!").out == "queued for Zane, Rick\n"
    assert "what is to be said to Zane?" in two("game", "say", "pent", "Zane").trouble


def test_the_record_says_who_did_what(two: Mailbot) -> None:
    """(FEAT-G3)"""
    two("game", "note", "pent", "Rick phoned")
    two("game", "say", "pent", "Good luck!")
    out = two("game", "log", "pent").out
    assert "command line  note  text: Rick phoned" in out
    assert "command line  say  to: all; text: Good luck!" in out
    assert "command line  seat  role: Rick" in out


def test_orders_are_entered_for_a_player_who_phoned(
    two: Mailbot, folder: Path, tmp_path: Path
) -> None:
    """(FEAT-G3)"""
    file = tmp_path / "orders.txt"
    file.write_text("Duke 3E3G2B\nstart: Pearl\n")
    done = two("game", "orders", "pent", "rick", str(file), "--why", "Thank you for calling.")
    assert "Duke" in done.out
    receipt = letters(folder, "rick@example.org")[-1]
    assert "The Gamesmaster entered these orders" in receipt
    assert "Thank you for calling." in " ".join(receipt.split())
    file.write_text("Earl 5E5T\nwhat is this\n")
    assert "nothing was entered" in two("game", "orders", "pent", "Rick", str(file)).trouble
    assert "Earl" not in letters(folder, "rick@example.org")[-1]


def test_what_cannot_be_undone_is_asked_first(two: Mailbot) -> None:
    """(FEAT-G3)"""
    words = ("game", "amend", "pent", "claim/Pearl", "Zane", "--why", "a gift")
    asked = two(*words)
    assert asked.code == 1
    assert "claim/Pearl of pent becomes Zane, and all players are told your reason." in asked.out
    assert "amend" not in two("game", "log", "pent").out
    assert two(*words, "--yes").code == 0
    assert "amend" in two("game", "log", "pent").out


def test_what_cannot_be_done_is_not_asked(two: Mailbot) -> None:
    assert "not ready yet" in two("game", "start", "pent").trouble
