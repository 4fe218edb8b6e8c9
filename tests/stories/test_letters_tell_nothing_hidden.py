"""Turn sheets as letters: what may not be known changes no byte (RAID-I14, OFF-3.7, MER-19.7).

Text, HTML, order page and JSON for every game; the pictures of maps, which take long, for twenty.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.core.ruleset import Role, Turn
from engine.core.sheet import Sheet
from mailbot.games.press import News
from mailbot.games.sheets import Issue, Reader, issue_sheet
from mailbot.keys import keys_from
from mailbot.outbox.desk import Desk
from mailbot.rulesets import Rules, rules_named
from tests.helpers import merchant_games as wars
from tests.helpers import offmap_games as campaigns
from tests.helpers.hidden_facts import MUTATIONS
from tests.helpers.merchant_hidden import MUTATIONS as WAR_MUTATIONS
from tests.helpers.offmap_hidden import MUTATIONS as CAMPAIGN_MUTATIONS
from tests.helpers.random_games import CHANGES, PLAYERS, played_again, random_game

NOW = datetime(2026, 12, 6, 19, tzinfo=UTC)
DESK = Desk("Harbour Games", "games@example.org", plus_addresses=True, keys=keys_from(b"k" * 32))
RAIDER, OFFMAP, MERCHANT = map(rules_named, ("raider", "offmap", "merchant"))
MAPS = 20


@pytest.fixture(autouse=True)
def one_message_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Message-ID is drawn anew for each letter, and tells nothing."""
    fixed = f"<sheet.x.1.y.{'a' * 26}@example.org>"
    monkeypatch.setattr(Desk, "new_id", lambda *_: fixed)


def letter(
    rules: Rules, turn: Turn[Any], role: Role, with_maps: bool, past: Sequence[Sheet] = ()
) -> bytes | None:
    """The bytes of this player's sheet, if he gets one; commitment and digest masked."""
    issue = Issue(
        game="pentarchy",
        title="The Pentarchy",
        rules=rules,
        turn=turn,
        stage=rules.ruleset.stage(turn.state),
        due=NOW,
        commitment="commitment",
        sealed=(),
        news=News(),
        now=NOW,
        with_maps=with_maps,
    )
    reader = Reader(role, "ann@example.org", ZoneInfo("UTC"), b"salt")
    issued = issue_sheet(DESK, issue, reader, past)
    return issued.letter.raw if issued else None


def check_game(seed: int, with_maps: bool) -> None:
    """One turn of the game as one player lives it, with each hidden fact changed in turn."""
    random = Random(seed)
    played = random.choice(list(random_game(seed)))
    role = random.choice(PLAYERS)
    before = letter(RAIDER, played.turn, role, with_maps)
    assert before is not None
    row = random.choice(sorted(MUTATIONS))
    assert letter(RAIDER, MUTATIONS[row](played.turn, role, random), role, with_maps) == before, row
    name = random.choice(sorted(CHANGES))
    again = played_again(played, *CHANGES[name](played, role, random))
    assert letter(RAIDER, again, role, with_maps) == before, name


def check_campaign(seed: int, with_maps: bool) -> None:
    """Some stages of a campaign as one side lives them, each with some hidden facts changed."""
    random = Random(seed)
    for played in random.sample(list(campaigns.random_game(seed)), 3):
        role = random.choice(campaigns.SIDES)
        before = letter(OFFMAP, played.turn, role, with_maps)
        for row in random.sample(sorted(CAMPAIGN_MUTATIONS), 4):
            turn = CAMPAIGN_MUTATIONS[row](played.turn, role, random)
            assert letter(OFFMAP, turn, role, with_maps) == before, (row, played.turn.stage)


def check_war(seed: int, with_maps: bool) -> None:
    """A week at sea as one captain lives it, with some hidden facts changed."""
    random = Random(seed)
    played = random.choice(list(wars.random_game(seed)))
    role = random.choice(wars.PLAYERS)
    before = letter(MERCHANT, played.turn, role, with_maps, played.past[role])
    for row in random.sample(sorted(WAR_MUTATIONS), 4):
        turn = WAR_MUTATIONS[row](played.turn, role, random)
        assert letter(MERCHANT, turn, role, with_maps, played.past[role]) == before, row


@pytest.mark.parametrize("seed", range(30))
def test_a_letter_shows_nothing_hidden(seed: int) -> None:
    check_game(seed, with_maps=seed < 3)


@pytest.mark.parametrize("seed", range(30))
def test_a_letter_of_a_campaign_shows_nothing_hidden(seed: int) -> None:
    check_campaign(seed, with_maps=seed < 3)


@pytest.mark.parametrize("seed", range(30))
def test_a_letter_of_a_week_at_sea_shows_nothing_hidden(seed: int) -> None:
    check_war(seed, with_maps=seed < 3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_very_many_letters_of_weeks_at_sea_show_nothing_hidden(seed: int) -> None:
    check_war(seed, with_maps=seed < 1000 + MAPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_very_many_letters_show_nothing_hidden(seed: int) -> None:
    check_game(seed, with_maps=seed < 1000 + MAPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_very_many_letters_of_campaigns_show_nothing_hidden(seed: int) -> None:
    check_campaign(seed, with_maps=seed < 1000 + MAPS)


def test_a_letter_shows_what_may_be_known() -> None:
    """The comparison would see a difference: another player's letter is another one."""
    played = list(random_game(1))[3]
    letters = {letter(RAIDER, played.turn, role, with_maps=False) for role in PLAYERS}
    assert len(letters) == len(PLAYERS)


def test_the_comparison_sees_what_a_side_may_know_of_a_campaign() -> None:
    played = next(campaigns.random_game(1))
    seen = {letter(OFFMAP, played.turn, role, with_maps=False) for role in campaigns.SIDES}
    assert len(seen) == len(campaigns.SIDES)


def test_the_comparison_sees_what_a_captain_may_know() -> None:
    played = next(wars.random_game(1))
    letters = {letter(MERCHANT, played.turn, role, with_maps=False) for role in wars.PLAYERS}
    assert len(letters) == len(wars.PLAYERS)
