"""People without a seat watch a game (FEAT-G9)."""

from __future__ import annotations

import re

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import LetterState
from tests.helpers.world import Person, World, Worlds


def watched(worlds: Worlds) -> tuple[World, Person, Person]:
    """Zane and Rick play, and Olga watches."""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick", observers="public")
    olga = world.person("Olga")
    (asked,) = olga.sends("observe pent")
    assert "please confirm that you want to watch" in asked.subject
    (welcome,) = olga.writes("Yes, please.")
    assert "you watch" in welcome.subject
    return world, zane, olga


def test_a_game_to_watch_may_be_misspelt(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick", observers="public")
    world.creates("tent")
    (asked,) = world.person("Olga").sends("observe pnet")
    assert asked.subject == "[pent T0] Pent: please confirm that you want to watch"


def test_who_watches_gets_the_public_part_of_each_turn(worlds: Worlds) -> None:
    world, zane, olga = watched(worlds)
    zane.writes("Phoenix to Hilda")
    world.turn()
    (sheet,) = olga.letters(Kind.SHEET)
    assert sheet.subject == "[pent T2] Pent: Turn 1"
    assert re.search(r"Zane +\d+ +\d+ +0", sheet.text)
    assert "answer with `stop observing`" in sheet.text.replace("\r\n", " ")
    for secret in ("Phoenix", "Hilda", "Agnes", "3E3G", "salt"):
        assert secret not in sheet.raw.decode()


@pytest.mark.parametrize(
    "words", ["stop observing", "stop observing pent", "Please stop watching."]
)
def test_who_watches_may_end_it(worlds: Worlds, words: str) -> None:
    world, _, olga = watched(worlds)
    (goodbye,) = olga.sends(words)
    assert "you watch no more" in goodbye.subject
    world.turn()
    assert olga.letters(Kind.SHEET) == []


def test_a_click_on_unsubscribe_ends_it(worlds: Worlds) -> None:
    """(MAIL-O7)"""
    world, _, olga = watched(worlds)
    world.turn()
    (sheet,) = olga.letters(Kind.SHEET)
    place = re.search(
        r"List-Unsubscribe: ?<mailto:([^?>]+)\?subject=unsubscribe>", _head(sheet.raw)
    )
    assert place
    (goodbye,) = olga.sends("", To=place[1], Subject="unsubscribe")
    assert "you watch no more" in goodbye.subject
    world.turn()
    assert len(olga.letters(Kind.SHEET)) == 1


def _head(raw: bytes) -> str:
    return re.sub(r"\r\n[ \t]+", "", raw.decode().partition("\r\n\r\n")[0])


def test_nobody_is_made_to_watch_by_somebody_else(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    world = worlds()
    world.begins("Zane", "Rick", observers="public")
    olga = world.person("Olga")
    olga.sends("observe pent")
    olga.sends("Yes, please.")
    assert olga.sends("observe pent") == []
    world.turn()
    assert olga.letters(Kind.SHEET) == []


def test_a_game_that_is_not_public_tells_nothing_of_itself(worlds: Worlds) -> None:
    """(MAIL-N9)"""
    world = worlds()
    world.begins("Zane", "Rick")
    olga = world.person("Olga")
    assert olga.sends("observe pent") == []
    assert olga.sends("observe nothing") == []
    states = {letter.state for letter in world.received()[-2:]}
    assert states == {LetterState.SILENT}


def test_a_player_does_not_watch_his_own_game(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick", observers="public")
    (receipt,) = zane.writes("observe pent")
    assert receipt.kind == Kind.RECEIPT


def test_a_player_of_one_game_may_watch_another_and_goes_on_playing(worlds: Worlds) -> None:
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.letters(Kind.SHEET)[-1]
    world.passes(days=1)
    world.begins("Rick", "Mara", game="gull", observers="public")
    zane.sends("observe gull")
    zane.writes("Yes")
    zane.writes("Phoenix to Hilda", sheet)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    world.turn("gull")
    assert any("gull" in mail.subject for mail in zane.letters(Kind.SHEET))


def test_players_hear_nothing_of_those_who_watch(worlds: Worlds) -> None:
    seen = []
    for watch in (False, True):
        world = worlds()
        zane, _ = world.begins("Zane", "Rick", observers="public")
        olga = world.person("Olga")
        for words in ("observe pent", "Yes, please."):
            olga.writes(words) if olga.letters() else olga.sends(words if watch else "hello")
        zane.writes("Phoenix to Hilda")
        world.turn()
        seen.append([mail.subject for mail in zane.letters()])
    assert seen[0] == seen[1]


def test_the_campaign_and_the_merchants_can_be_watched_too(worlds: Worlds) -> None:
    world = worlds()
    world.creates("deeps", ruleset="offmap", observers="public")
    for name in ("pact", "reach"):
        world.joins(name, "deeps")
    olga = world.person("Olga")
    olga.sends("observe deeps")
    olga.writes("Yes")
    for _ in range(12):
        world.turn("deeps")
        if olga.letters(Kind.SHEET):
            break
    assert "Turn 1 of" in olga.letters(Kind.SHEET)[0].text


def test_the_gamesmaster_of_a_game_without_watchers_sends_nothing_more(worlds: Worlds) -> None:
    world = worlds()
    world.begins("Zane", "Rick", observers="public")
    before = len(world.outbox())
    world.turn()
    assert len(world.outbox()) == before + 2


def test_who_watches_gets_his_letters_by_real_mail(world: World) -> None:
    world.begins("Zane", "Rick", observers="public")
    mara = world.person("Mara")
    mara.sends("observe pent")
    mara.writes("Yes, please.")
    world.turn()
    assert [mail.subject for mail in mara.letters(Kind.SHEET)] == ["[pent T2] Pent: Turn 1"]
    (goodbye,) = mara.writes("stop observing")
    assert "you watch no more" in goodbye.subject
