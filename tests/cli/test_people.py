"""`mailbot player`: addresses and deputies, as the Gamesmaster sets them (FEAT-O13)."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Mailbot


def zane(mailbot: Mailbot) -> dict[str, object]:
    (told,) = mailbot("player", "list", "pent", "--json").json
    return dict(told)


def test_a_dead_address_is_replaced_by_the_gamesmaster(ready: Mailbot) -> None:
    assert ready("player", "address", "pent", "Zane", "Zane@example.net").code == 0
    assert zane(ready)["address"] == "zane@example.net"


def test_second_addresses_and_a_deputy_are_entered_and_ended(ready: Mailbot) -> None:
    ready("player", "address", "pent", "Zane", "zane@example.net", "--second")
    ready("player", "deputy", "pent", "Zane", "ann@example.org")
    ready("player", "deputy", "pent", "Zane", "bob@example.org")
    told = zane(ready)
    assert (told["second"], told["deputy"]) == (["zane@example.net"], ["bob@example.org"])
    assert told["address"] == "zane@example.org"
    (copy,) = (row for row in ready("outbox", "list", "--json").json if row["to"][:3] == "bob")
    assert copy["kind"] == "sheet"
    ready("player", "address", "pent", "Zane", "zane@example.net", "--remove")
    ready("player", "deputy", "pent", "Zane", "none")
    told = zane(ready)
    assert (told["second"], told["deputy"]) == ([], [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("deputy pent Zane zane@example.org", "the address of Zane in pent already"),
        ("deputy pent Zane none", "Zane has no deputy in pent"),
        ("deputy pent Zane nobody", "'nobody' is not a mail address"),
        ("address pent Zane zane@example.org --second", "is the main address of Zane"),
        ("address pent Zane ann@example.org --remove", "is no second address of Zane"),
        ("seat pent Rick ann@example.org", "ann@example.org is the address of Zane in pent"),
    ],
)
def test_what_cannot_be_is_refused(ready: Mailbot, words: str, said: str) -> None:
    if "seat" in words:
        ready("player", "deputy", "pent", "Zane", "ann@example.org")
    assert said in ready("player", *words.split()).trouble


def test_a_seat_is_given_to_somebody_else(ready: Mailbot) -> None:
    """(FEAT-T2)"""
    told = ready(
        "player", "replace", "pent", "Zane", "Mara@example.org", "--why", "Ill.", "--yes", "--json"
    )
    assert told.json == {"game": "pent", "role": "Zane", "address": "mara@example.org"}
    assert zane(ready)["address"] == "mara@example.org"
    letters = ready("outbox", "list", "--json").json
    told_of_it = {row["to"] for row in letters if row["kind"] == "confirmation"}
    assert told_of_it == {"mara@example.org", "zane@example.org"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("replace pent Zane zane@example.org", "is the address of Zane in pent already"),
        ("replace pent Zane nobody", "'nobody' is not a mail address"),
        ("replace pent Rick rick@example.org", "pent has no player 'Rick'"),
        ("kick pent Rick", "pent has no player 'Rick'"),
    ],
)
def test_a_seat_that_cannot_change_hands_is_refused(ready: Mailbot, words: str, said: str) -> None:
    assert said in ready("player", *words.split()).trouble


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-12-06 25:00", "in quotes, such as '2026-12-06 23:00'"),
        ("2026-12-08", "in quotes, such as '2026-12-08 20:00'"),
        ("tomorrow", "in quotes, such as '2026-12-06 20:00'"),
    ],
)
def test_a_day_that_is_none_is_answered_with_how_it_is_written(
    ready: Mailbot, day: str, said: str
) -> None:
    done = ready("game", "extend", "pent", day)
    assert done.code == 2
    assert said in " ".join(done.err.split())


def test_a_waiting_list_may_be_empty(ready: Mailbot) -> None:
    assert ready("player", "waiting", "pent", "--json").json == []
