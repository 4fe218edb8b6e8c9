"""Corrections by the Gamesmaster."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ruleset import GmEdit, Turn
from engine.raider import saving
from engine.raider.amend import amend
from engine.raider.events import Correction
from engine.raider.state import State
from tests.helpers.raider import ANN, drawn, island, ship

STATE = """
    turn {turn}
    player Ann | visited Agnes
    player Bob
    island Agnes 0,0 G | owner Ann | stores 3G
      ship Ajax 5E | owner Ann
    island Pearl 1,0 B
"""


def corrected(what: str, value: Any = None, turn: int = 2) -> Turn[State]:
    after = amend(drawn(STATE.format(turn=turn)), GmEdit(what, value, "a slip"))
    assert isinstance(after, Turn), after
    return after


def refused(what: str, value: Any = None) -> str:
    after = amend(drawn(STATE.format(turn=2)), GmEdit(what, value, "a slip"))
    assert not isinstance(after, Turn)
    return after[0].text


def test_ships_can_be_corrected() -> None:
    assert ship(corrected("ship/Ajax/structure", "5E2G"), "Ajax").structure == "EEEEEGG"
    assert ship(corrected("ship/Ajax/owner", "Bob"), "Ajax").owner == "Bob"
    assert ship(corrected("ship/Ajax/island", "Pearl"), "Ajax").island == "Pearl"
    assert ship(corrected("ship/Ajax/kills", 2), "Ajax").kills == 2
    assert ship(corrected("ship/Ajax/name", "Eden"), "Eden").owner == ANN
    assert corrected("ship/Ajax/remove").state.ships == {}


def test_a_ship_can_be_added() -> None:
    value = {"owner": "Bob", "island": "Pearl", "structure": "5B"}
    assert ship(corrected("ship/Bison/add", value), "Bison").owner == "Bob"


def test_islands_and_players_can_be_corrected() -> None:
    assert island(corrected("island/Agnes/stores/e", 4), "Agnes").stores == {"G": 3, "E": 4}
    assert island(corrected("island/Pearl/owner", "Bob"), "Pearl").owner == "Bob"
    ann = corrected("player/Ann/visited", ["Agnes", "Pearl"]).state.players[ANN]
    assert ann.visited == {"Agnes", "Pearl"}
    assert corrected("player/Ann/overlord", "Bob").state.players[ANN].overlord == "Bob"


def test_the_gamesmaster_can_end_the_game_or_prolong_it() -> None:
    assert corrected("options/last_turn", 2, turn=3).state.over
    assert not corrected("options/last_turn", 12, turn=11).state.over


def test_before_the_game_a_start_can_be_promised() -> None:
    assert corrected("claim/Pearl", "Bob", turn=0).state.claims == {"Pearl": "Bob"}


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("ship/Ajaks/owner", "Bob", "Do you mean Ajax?"),
        ("ship/Ajax/structure", "4E", "not 5 to 10 modules"),
        ("ship/Ajax/owner", "Zoe", "there is no player Zoe"),
        ("ship/Ajax/colour", "red", "structure, owner, island, kills and name"),
        ("ship/Ajax/add", {"owner": "Bob"}, "would not be lawful"),
        ("island/Agnes/stores/R", 1, "there is no module R"),
        ("island/Agnes/stores/G", "x", "island/Agnes/stores/G must be a whole number"),
        ("ship/Ajax/kills", "many", "ship/Ajax/kills must be a whole number"),
        ("ship/Ajax/kills", -1, "would not be lawful"),
        ("player/Bob/visited", "Pearl", "player/Bob/visited must be a list"),
        ("island/Agnes/owner", 3, "island/Agnes/owner must be a word, or null"),
        ("options/last_turn", 0, "options/last_turn must be a whole number >= 1"),
        ("options/last_turn", "ten", "options/last_turn must be a whole number"),
        ("options/reuse_names", "always", "options/reuse_names must be when_free or never"),
        ("options/lastturn", 5, "Do you mean last_turn?"),
        ("options/max_players", 5, "cannot change once a game is made"),
        ("island/Agnes/stores/G/x", 1, "Write what is meant"),
        ("ship/Ajax/name", "Pearl", "is the name of an island"),
        ("ship/H2O/add", {}, "cannot be a name"),
        ("weather", 1, "Write what is meant"),
        ("claim/Pearl", "Bob", "The game has begun"),
    ],
)
def test_a_correction_that_cannot_be_made_says_why(what: str, value: Any, words: str) -> None:
    assert words in refused(what, value)


def test_a_correction_is_an_event_and_leaves_everything_else() -> None:
    turn = corrected("ship/Ajax/kills", 2)
    assert turn.events == (Correction("ship/Ajax/kills", 2, "a slip", quiet=False),)
    undone = amend(turn.state, GmEdit("ship/Ajax/kills", 0, "back"))
    assert isinstance(undone, Turn)
    assert saving.dump(undone.state) == saving.dump(drawn(STATE.format(turn=2)))
