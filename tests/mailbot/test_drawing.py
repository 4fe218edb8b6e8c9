"""The pictures of a turn drawn side by side: the same bytes, and never a turn lost for them."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.core.dice import QuickDice
from mailbot.games import drawing
from mailbot.games.drawing import FEWEST, drawn
from mailbot.games.painter import packed, unpacked
from mailbot.games.press import News
from mailbot.games.sheets import Issue, Reader, issue_sheets
from mailbot.keys import keys_from
from mailbot.outbox.desk import Desk
from mailbot.render.png import svg_png
from mailbot.rulesets import rules_named
from tests.benchmarks.game import PLAYERS, RULES, orders_for, position

WIDTH = 60
SVGS = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">{n}</text></svg>'
    for n in range(FEWEST + 1)
]


def test_painters_bring_what_would_have_been_drawn_here() -> None:
    assert drawn(SVGS, WIDTH, painters=2) == {svg: svg_png(svg, WIDTH) for svg in SVGS}


def test_with_one_processor_everything_is_drawn_here() -> None:
    assert drawn(SVGS, WIDTH, painters=1) == {}


def test_for_few_pictures_nobody_is_called() -> None:
    assert drawn(SVGS[: FEWEST - 1] * 2, WIDTH, painters=2) == {}


@pytest.mark.parametrize("fate", ["kill -TERM $$", "exit 1", "echo rubbish", "head -c 3 /dev/zero"])
def test_what_a_painter_does_not_bring_is_left_to_be_drawn_here(
    fate: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\ncat > /dev/null\n{fate}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    assert drawn(SVGS, WIDTH, painters=2) == {}
    assert "were not drawn beside the others" in caplog.text


def test_where_no_process_can_be_started_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    assert drawn(SVGS, WIDTH, painters=2) == {}


INTERRUPTED = """
import os, signal
from mailbot.games import painter
read = painter.unpacked
painter.unpacked = lambda piece: (os.kill(os.getpid(), signal.SIGINT), read(piece))[1]
painter.main()
"""


def test_a_painter_is_not_stopped_from_the_terminal_and_ends_with_his_work() -> None:
    work = packed([str(WIDTH).encode(), SVGS[0].encode()])
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], input=work, capture_output=True, check=True, timeout=60
    )
    assert list(unpacked(done.stdout)) == [svg_png(SVGS[0], WIDTH)]


def test_what_is_packed_is_unpacked() -> None:
    parts = [b"", b"a", b"b" * 70_000]
    assert list(unpacked(packed(parts))) == parts
    with pytest.raises(ValueError, match="before its last part"):
        list(unpacked(packed(parts)[:-1]))
    with pytest.raises(ValueError, match="before its last part"):
        list(unpacked(b"\0\0"))


def test_a_turn_has_the_same_letters_whoever_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "new_id", lambda *_: f"<sheet.x.1.y.{'a' * 26}@example.org>")
    now = datetime(2026, 12, 6, 19, tzinfo=UTC)
    turn = RULES.adjudicate(position(), orders_for(position(), 1), QuickDice(1))
    stage = RULES.stage(turn.state)
    rules = rules_named("raider")
    issue = Issue("large", "Large", rules, turn, stage, now, "dice", (), News(), now)
    desk = Desk("Harbour", "games@example.org", plus_addresses=True, keys=keys_from(b"k" * 32))
    readers = [
        Reader(player, f"{player.lower()}@example.org", ZoneInfo("UTC"), b"salt")
        for player in PLAYERS[:FEWEST]
    ]
    letters = []
    for processors in (1, 2):
        monkeypatch.setattr(drawing, "_processors", lambda processors=processors: processors)
        svg_png.cache_clear()
        letters.append([one.letter.raw for one in issue_sheets(desk, issue, readers, {})])
        assert svg_png.cache_info().misses == (FEWEST if processors == 1 else 0)
    assert letters[0] == letters[1]
