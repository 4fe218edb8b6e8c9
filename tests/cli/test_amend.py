"""`mailbot game amend` and what `mailbot game show` tells of a position."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Mailbot

CLAIM = ["game", "amend", "pent", "claim/Pearl", "Zane", "--yes"]


def test_a_correction_shows_in_the_position(ready: Mailbot) -> None:
    assert ready(*CLAIM, "--why", "Pearl is for Zane.").code == 0
    shown = ready("game", "show", "pent", "--position")
    assert "claim Pearl Zane" in shown.out


def test_the_position_is_there_for_programs_and_only_if_asked_for(ready: Mailbot) -> None:
    assert "position" not in ready("game", "show", "pent", "--json").json
    position = ready("game", "show", "pent", "--position", "--json").json["position"]
    assert [player["name"] for player in position["players"]] == ["Zane"]


def test_the_players_are_told_the_reason_or_nothing(ready: Mailbot) -> None:
    assert "--why" in ready(*CLAIM).trouble
    assert ready(*CLAIM, "--quiet").code == 0
    assert ready("outbox", "list", "--json").out.count('"notice"') == 0
    assert ready(*CLAIM, "--why", "Pearl is for Zane.").code == 0
    assert ready("outbox", "list", "--json").out.count('"notice"') == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pent", "help", ""], "Write what is meant as ship/NAME/structure"),
        (["pent", "player/Zoe/kills", "3"], "There is no player called Zoe"),
        (["pint", "claim/Pearl", "Zane"], "there is no game 'pint'"),
    ],
)
def test_what_cannot_be_set_is_answered_with_what_can(
    ready: Mailbot, words: list[str], said: str
) -> None:
    assert said in ready("game", "amend", *words, "--why", "x").trouble


def test_a_value_is_a_word_or_json(ready: Mailbot) -> None:
    assert ready("game", "amend", "pent", "player/Zane/kills", "3", "--quiet", "--yes").code == 0
    assert ready("game", "amend", "pent", "claim/Pearl", "null", "--quiet", "--yes").code == 0
    assert "kills 3" in ready("game", "show", "pent", "--position").out
