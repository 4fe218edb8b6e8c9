"""Turn sheets as letters: what a player may not know changes no byte of his (RAID-I14).

Text, HTML, order page and JSON for every game; the pictures of maps, which take long, for twenty.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.core.ruleset import Role, Turn
from mailbot.games.sheets import Issue, Reader, issue_sheet
from mailbot.keys import keys_from
from mailbot.outbox.desk import Desk
from mailbot.rulesets import rules_named
from tests.helpers.hidden_facts import MUTATIONS
from tests.helpers.random_games import CHANGES, PLAYERS, played_again, random_game

NOW = datetime(2026, 12, 6, 19, tzinfo=UTC)
DESK = Desk("Harbour Games", "games@example.org", plus_addresses=True, keys=keys_from(b"k" * 32))
RULES = rules_named("raider")
MAPS = 20


@pytest.fixture(autouse=True)
def one_message_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Message-ID is drawn anew for each letter, and tells nothing."""
    fixed = f"<sheet.x.1.y.{'a' * 26}@example.org>"
    monkeypatch.setattr(Desk, "new_id", lambda *_: fixed)


def letter(turn: Turn[Any], role: Role, with_maps: bool) -> bytes:
    """The bytes of this player's sheet; commitment and digest masked."""
    issue = Issue(
        game="pentarchy",
        title="The Pentarchy",
        rules=RULES,
        turn=turn,
        stage=RULES.ruleset.stage(turn.state),
        due=NOW,
        commitment="commitment",
        digest="digest",
        press=(),
        now=NOW,
        with_maps=with_maps,
    )
    reader = Reader(role, "ann@example.org", ZoneInfo("UTC"), b"salt")
    issued = issue_sheet(DESK, issue, reader, (), "own line")
    assert issued is not None
    return issued.letter.raw


def check_game(seed: int, with_maps: bool) -> None:
    """One turn of the game as one player lives it, with each hidden fact changed in turn."""
    random = Random(seed)
    played = random.choice(list(random_game(seed)))
    role = random.choice(PLAYERS)
    before = letter(played.turn, role, with_maps)
    row = random.choice(sorted(MUTATIONS))
    assert letter(MUTATIONS[row](played.turn, role, random), role, with_maps) == before, row
    name = random.choice(sorted(CHANGES))
    again = played_again(played, *CHANGES[name](played, role, random))
    assert letter(again, role, with_maps) == before, name


@pytest.mark.parametrize("seed", range(30))
def test_a_letter_shows_nothing_hidden(seed: int) -> None:
    check_game(seed, with_maps=seed < 3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_very_many_letters_show_nothing_hidden(seed: int) -> None:
    check_game(seed, with_maps=seed < 1000 + MAPS)


def test_a_letter_shows_what_may_be_known() -> None:
    """The comparison would see a difference: another player's letter is another one."""
    played = list(random_game(1))[3]
    letters = {letter(played.turn, role, with_maps=False) for role in PLAYERS}
    assert len(letters) == len(PLAYERS)
