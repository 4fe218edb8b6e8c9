"""From position to finished letter, against a plain join of the same words (PERF-P18)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median
from zoneinfo import ZoneInfo

import pytest

from engine.core.dice import QuickDice
from engine.core.sheet import Figure, Heading, Items, Paragraph, Sheet, Table, Words, spans
from mailbot.games.press import News
from mailbot.games.sealing import Sealed
from mailbot.games.sheets import Issue, Reader, issue_sheet
from mailbot.keys import keys_from
from mailbot.outbox.desk import Desk
from mailbot.render.cover import Cover
from mailbot.render.json import sheet_json
from mailbot.render.letter import turn_letter
from mailbot.rulesets import rules_named
from tests.benchmarks.game import PLAYERS, RULES, orders_for, position
from tests.benchmarks.measure import ratios, seconds, tell

NOW = datetime(2026, 12, 6, 19, tzinfo=UTC)
DESK = Desk("Harbour Games", "games@example.org", plus_addresses=True, keys=keys_from(b"k" * 32))
COVER = Cover(opening=("Orders are due.",))
ROUNDS = 10


def words_of(sheet: Sheet) -> Iterator[Words]:
    for block in sheet.blocks:
        match block:
            case Heading():
                yield block.text
            case Paragraph():
                yield block.words
            case Items():
                yield from block.items
            case Table():
                yield from block.columns
                for row in block.rows:
                    yield from row.cells
            case Figure():
                yield block.caption


def joined(sheet: Sheet) -> int:
    """The words of a sheet in a row, three times: no table, no escaping, no letter."""
    return sum(
        len("".join(span.text for words in words_of(sheet) for span in spans(words)))
        for _ in range(3)
    )


def rendered(sheet: Sheet) -> int:
    """The same as text, HTML and JSON."""
    letter = turn_letter(sheet, COVER, ())
    return len(letter.text) + len(letter.html) + len(sheet_json(sheet, "raider", "harbour"))


@pytest.mark.bench
def test_a_sheet_from_position_to_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    turn = RULES.adjudicate(position(), orders_for(position(), 9), QuickDice(9))
    sheets = [sheet for player in PLAYERS if (sheet := RULES.sheet(turn, player, ()))]
    issue = Issue(
        game="pentarchy",
        title="The Pentarchy",
        rules=rules_named("raider"),
        turn=turn,
        stage=RULES.stage(turn.state),
        due=NOW,
        commitment="0" * 64,
        sealed=(Sealed(1, "turn 1", "0" * 64, dict.fromkeys(PLAYERS, "0" * 64)),),
        news=News(),
        now=NOW,
        with_maps=False,
    )
    readers = [Reader(player, "ann@example.org", ZoneInfo("UTC"), b"") for player in PLAYERS]

    def floor() -> int:
        return sum(joined(sheet) for _ in range(ROUNDS) for sheet in sheets)

    def render() -> int:
        return sum(rendered(sheet) for _ in range(ROUNDS) for sheet in sheets)

    def letters() -> None:
        for reader in readers:
            issue_sheet(DESK, issue, reader, ())

    # Bytes a second of one over bytes a second of the other.
    more = render() / floor()
    found = [ratio * more for ratio in ratios(render, floor)]
    whole = median(seconds(letters) for _ in range(5)) / len(readers) * 1000
    size = render() // ROUNDS // len(sheets)
    with capsys.disabled():
        tell(f"P18 sheet as text, HTML and JSON ({size} bytes), R", found, "0.4")
        tell("P18 position to finished letter without maps, ms a sheet", [whole], "none set")
