"""The turn sheet as its reader finds it, from sign-up to the last turn."""

from __future__ import annotations

import json

from engine.core.dice import FairDice
from engine.core.ruleset import Json, Role, Seat, Turn
from engine.core.sheet import Items, Mark, Row, Sheet, Span, Table
from engine.raider.orders import Design, Pledge, Start
from engine.raider.setup import setup
from engine.raider.sheet import sheet
from engine.raider.state import IslandName, ShipName, State
from tests.helpers.positions import position
from tests.helpers.raider import pentarchy
from tests.helpers.tellings import after, goes, sheet_of, text

ANN, BOB, CAL = map(Role, ("Ann", "Bob", "Cal"))
FLEET = tuple(
    Design(ShipName(f"Ship-{letter}"), "2A3B3EG", n) for n, letter in enumerate("abcdef", 1)
)
WARNING = Mark.WARNING
AGNES = Start((IslandName("Agnes"),))

SEA = """
Agnes 0,0 G Ann 8G2A
Pearl 1,0 B Bob 8B
Coral 3,0 T Cal 8T
"""


def signed(*seats: Seat) -> Turn[State]:
    return setup(pentarchy(), seats, FairDice(b"a test"))


def test_an_applicant_is_told_what_is_still_missing() -> None:
    told = text(sheet_of(signed(Seat(ANN, FLEET[:4])), ANN))
    assert "Still missing: 2 ships" in told
    assert "Still missing: the island where you start." in told


def test_an_applicant_whose_sign_up_is_complete_is_told_what_is_held_for_him() -> None:
    told = text(sheet_of(signed(Seat(ANN, (*FLEET, AGNES))), ANN))
    assert "Your start at Agnes is held for you." in told
    assert "It is complete." in told


def test_an_applicant_is_told_who_plays_what_is_made_where_and_what_modules_do() -> None:
    told = text(sheet_of(signed(Seat(ANN), Seat(BOB, (*FLEET, AGNES))), ANN))
    assert "So far: Ann and Bob." in told
    assert "Saints | Agnes | 3,-3 | guns" in told
    assert "T | tube | Fires one torpedo a turn" in told
    assert "Recommended and free: Albatross (tubes), " in told
    assert "No longer free: Agnes." in told


def test_engine_islands_are_no_starts() -> None:
    told = text(sheet_of(signed(Seat(ANN)), ANN))
    assert "Hilda (engines)" not in told


def test_the_first_sheet_shows_the_start_and_no_news() -> None:
    opening = after(signed(Seat(ANN), Seat(BOB)).state, {ANN: (*FLEET, AGNES), BOB: (*FLEET,)})
    told = text(sheet_of(opening, ANN))
    assert sheet_of(opening, ANN).title == "Turn 0"
    assert "The game begins; 10 turns will be played." in told
    assert "Your island Agnes made 8G." in told
    assert "# News" not in told


def test_each_ship_is_told_what_became_of_her() -> None:
    ships = "Ajax Ann Agnes 4E2P\nArgo Ann Agnes 5E\nAxe Ann Agnes 5A\nAce Ann Agnes 5E"
    state = position(SEA.replace("Pearl 1,0 B Bob", "Pearl 1,0 B -"), "Ann Agnes\nBob", ships)
    orders = [
        goes("Ajax", "", "4E2G"),
        goes("Argo", "Pearl", "X"),
        goes("Axe", "", "5G", "Eden"),
    ]
    told = text(sheet_of(after(state, {ANN: orders}), ANN))
    assert "Ajax stayed at Agnes, was refitted from 4E2P to 4E2G." in told
    assert "Argo sailed from Agnes to Pearl, was broken up for the stores." in told
    assert "Axe stayed at Agnes, launched Eden, 5G." in told
    assert "Ace stayed at Agnes." in told
    assert "Visited for the first time: Pearl." in told


def test_an_order_that_failed_is_told_with_the_reason_as_a_warning() -> None:
    state = position(SEA, "Ann Agnes", "Ajax Ann Agnes 5E")
    made = sheet_of(after(state, {ANN: [goes("Ajax", "", "9T")]}), ANN)
    items = [words for b in made.blocks if isinstance(b, Items) for words in b.items]
    warnings = [words.text for words in items if isinstance(words, Span) and words.mark == WARNING]
    assert len(warnings) == 1
    assert warnings[0].startswith("Ajax was not refitted")


def test_a_battle_of_one_sentence_is_a_line_below_the_totals() -> None:
    state = position(SEA, "Ann Agnes\nBob Pearl", "Ajax Ann Agnes 3E2GP\nBruin Bob Pearl 5E")
    told = text(sheet_of(after(state, {BOB: [goes("Bruin", "Agnes")]}), ANN)).splitlines()
    news = told[told.index("# News") :]
    assert news[1:3] == [
        "In one battle one ship was sunk.",
        "Agnes: Ajax (you) fired her guns: Bruin (Bob) lost engine and was sunk.",
    ]


def test_a_great_battle_has_its_losses_in_the_headline_and_its_details_below() -> None:
    ships = "Ajax Ann Agnes 3E2G\nArgo Ann Agnes 4E2M\nBruin Bob Pearl 5E\nBoar Bob Pearl 6E2BS"
    state = position(SEA, "Ann Agnes\nBob Pearl", ships)
    orders = {BOB: [goes("Bruin", "Agnes"), goes("Boar", "Agnes")]}
    told = text(sheet_of(after(state, orders), ANN)).splitlines()
    news = told[told.index("# News") + 1 :]
    assert news[:3] == [
        "In one battle one ship was sunk and one captured.",
        "# Agnes*: Bruin sunk, Boar captured",
        "2 hits. Ships there: Ajax (you), Argo (you), Boar (Bob), Bruin (Bob).",
    ]
    assert news[4] == "Argo (you) boarded Boar (Bob) and took her."


def test_of_battles_elsewhere_a_line_each_is_told() -> None:
    ships = "Bruin Bob Pearl 5G\nCur Cal Coral 5E"
    state = position(SEA, "Ann Agnes\nBob Pearl\nCal Coral", ships)
    told = text(sheet_of(after(state, {CAL: [goes("Cur", "Pearl")]}), ANN)).splitlines()
    news = told[told.index("# News") + 1 :]
    assert news[:2] == [
        "In one battle one ship was sunk.",
        "Pearl: Cur (Cal) was sunk by Bruin (Bob).",
    ]


def test_the_leader_board_says_in_a_word_who_is_an_enemy_and_what_was_gained() -> None:
    state = position(SEA, "Ann Agnes\nBob>Ann Pearl\nCal Coral", "Ajax Ann Agnes 5E")
    before = sheet_of(Turn(1, state), ANN)
    now = sheet(after(state, {ANN: [goes("Ajax", "Pearl")]}), ANN, (before,))
    assert now is not None
    rows = leader_board(now)
    assert rows[0] == Row(("Ann", "2 (+1)", "2", "0", "you"), Mark.OWN)
    assert rows[1] == Row(("Bob", "1", "1", "0", "ally"), Mark.ALLY)
    assert rows[2] == Row(("Cal", "1", "1", "0", "enemy"), Mark.ENEMY)


def leader_board(made: Sheet) -> tuple[Row, ...]:
    return next(b.rows for b in made.blocks if isinstance(b, Table) and "To you" in b.columns)


def test_a_player_is_told_of_his_overlord_and_his_vassals() -> None:
    turn = after(position(SEA, "Ann\nBob\nCal"), {BOB: [Pledge(ANN)]})
    assert "Your overlord is Ann." in text(sheet_of(turn, BOB))
    assert "To choose from: yourself, Cal." in text(sheet_of(turn, BOB))
    assert "Bob now serves you.\n" in text(sheet_of(turn, ANN))
    assert "Your vassals: Bob." in text(sheet_of(turn, ANN))


def test_a_player_without_ships_still_gets_his_sheet() -> None:
    told = text(sheet_of(after(position(SEA, "Ann Agnes")), ANN))
    assert "You had no ships to order." in told
    assert "You have no ships and can build none." in told
    assert "Agnes | 0,0 | guns | you | 0 | 2A 16G" in told


def test_facts_are_plain_json_and_agree_with_the_tables() -> None:
    made = sheet_of(after(position(SEA, "Ann Agnes", "Ajax Ann Agnes 5E 2")), ANN)
    facts: dict[str, Json] = json.loads(json.dumps(dict(made.facts)))
    assert facts["ships"] == {
        "Ajax": {
            "owner": "Ann",
            "island": "Agnes",
            "structure": "EEEEE",
            "kills": 2,
            "reach": 3,
            "reachable": {"Agnes": 0, "Pearl": 1, "Coral": 3},
        }
    }


def test_launch_rights_are_starred_in_every_table() -> None:
    made = sheet_of(
        after(position(SEA, "Ann Agnes\nBob>Ann Pearl Agnes", "Ajax Bob Pearl E4A")), BOB
    )
    assert "Span(text='Pearl', mark=<Mark.STARRED: 'starred'>)" in repr(made.blocks)
    assert "Span(text='Agnes', mark=<Mark.STARRED: 'starred'>)" not in repr(made.blocks)
