"""The judge of the crash tests sees what he is there for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from mailbot.mail.outgoing import Kind
from tests.crash.judge import Record, differences

SHEET = ("zane@game.test", Kind.SHEET, "pent", 2, "Turn 1")
TO_RICK = ("rick@game.test", *SHEET[1:])

AS_IT_SHOULD_BE = Record(
    got=Counter([SHEET, TO_RICK]),
    alerts=Counter(["letter 3 could not be read"]),
    copies=Counter(),
    astray=(),
    rows={"turn": [("pent", 1, "Phoenix to Hilda")], "letter": [("<1>", "done"), ("<1>", "done")]},
    mailbox={"INBOX": [], "Processed": ["<1>"]},
)


def test_what_is_the_same_differs_in_nothing() -> None:
    assert differences(AS_IT_SHOULD_BE, AS_IT_SHOULD_BE, 0) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"got": Counter([SHEET])}, "missing: "),
        ({"got": Counter([SHEET, SHEET, TO_RICK])}, "too much: "),
        ({"got": Counter([SHEET, ("mara@game.test", *SHEET[1:])])}, "missing: "),
        ({"astray": ("<2> for zane@game.test went to rick@game.test",)}, "gone astray: "),
        ({"copies": Counter({"<2>": 3})}, "2 second copies after 1 kills"),
        ({"alerts": Counter({"letter 3 could not be read": 2})}, "the GM heard 2 times"),
        ({"alerts": Counter()}, "the GM never heard"),
        ({"mailbox": {"INBOX": ["<1>"], "Processed": []}}, "the mailbox holds"),
        ({"rows": {**AS_IT_SHOULD_BE.rows, "turn": []}}, "turn: "),
        ({"rows": {**AS_IT_SHOULD_BE.rows, "turn": [("pent", 1, "")]}}, "turn: "),
        ({"rows": {**AS_IT_SHOULD_BE.rows, "letter": [("<1>", "done")]}}, "letter: [] instead of"),
    ],
)
def test_whatever_players_could_notice_is_told(change: dict[str, object], told: str) -> None:
    found = differences(AS_IT_SHOULD_BE, replace(AS_IT_SHOULD_BE, **change), 1)  # type: ignore[arg-type]  # fields of Record
    assert any(line.startswith(told) for line in found), found


def test_one_copy_for_each_kill_is_allowed() -> None:
    found = replace(AS_IT_SHOULD_BE, copies=Counter({"<2>": 2}))
    assert differences(AS_IT_SHOULD_BE, found, 1) == []
