"""The rows of the visibility matrix and the traps below it, by name (RAID part 4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.ruleset import Role, Turn
from engine.raider.events import Capture, Hit, Launch, OverlordChange, Refit, Sinking
from engine.raider.hearing import UNTOLD, Present, heard
from engine.raider.knowledge import view, vocabulary
from engine.raider.orders import Pledge
from engine.raider.sheet import sheet
from engine.raider.state import IslandName, ShipName, State
from tests.helpers.positions import position
from tests.helpers.tellings import after, goes, inside, sheet_of, text

ANN, BOB, CAL, DEE = map(Role, ("Ann", "Bob", "Cal", "Dee"))
AGNES, PEARL, CORAL = map(IslandName, ("Agnes", "Pearl", "Coral"))

SEA = """
Agnes 0,0 G Ann 8G2A
Pearl 1,0 B Bob 8B
Coral 3,0 T Cal 8T
"""


# Timing traps


def test_a_first_visit_opens_everything_on_the_sheet_of_that_turn() -> None:
    state = position(SEA, "Ann Agnes\nBob>Ann Pearl", "Bruin Bob Pearl 5E\nAjax Ann Agnes 5E")
    seen = view(after(state, {BOB: [goes("Bruin", "Agnes")]}).state, BOB)
    assert inside(seen, AGNES).owner == ANN
    assert seen.ships[ShipName("Ajax")].structure == "EEEEE"


def test_a_sunk_first_arrival_opens_nothing() -> None:
    turn = after(ambush(), {BOB: [goes("Bruin", "Agnes")]})
    assert any(isinstance(event, Sinking) for event in turn.events)
    seen = view(turn.state, BOB)
    assert seen.islands[AGNES].inside is None
    assert not seen.ships


def ambush(**options: Any) -> State:
    """Bob's Bruin is about to be sunk at Agnes, where he has never been."""
    players = "Ann Agnes\nBob Pearl\nCal Coral\nDee Agnes"
    return position(SEA, players, "Ajax Ann Agnes EEEGP\nBruin Bob Pearl 5E", **options)


def test_a_captured_first_arrival_opens_nothing_to_the_loser() -> None:
    state = position(SEA, "Ann Agnes\nBob Pearl", "Moor Ann Agnes 4EM\nBison Bob Pearl 5E")
    turn = after(state, {BOB: [goes("Bison", "Agnes")]})
    assert any(isinstance(event, Capture) for event in turn.events)
    assert view(turn.state, BOB).islands[AGNES].inside is None
    assert "Bison" in view(turn.state, ANN).ships


def test_a_prize_taken_on_arrival_visits_for_her_captor() -> None:
    """Ann's raider takes a ship at Pearl, where neither of them has been (RAID-R120)."""
    state = position(
        SEA.replace("Pearl 1,0 B Bob", "Pearl 1,0 B -"),
        "Ann Agnes\nCal Coral",
        "Moor Ann Agnes 4EM\nCrab Cal Coral 5E",
    )
    turn = after(state, {ANN: [goes("Moor", "Pearl")], CAL: [goes("Crab", "Pearl")]})
    assert view(turn.state, ANN).islands[PEARL].inside is not None
    assert view(turn.state, CAL).islands[PEARL].inside is None


def test_who_loses_his_last_ship_at_an_island_keeps_his_knowledge() -> None:
    state = position(SEA, "Ann Agnes\nBob Agnes Pearl", "Ajax Ann Agnes EEEGP\nBruin Bob Agnes 5E")
    seen = view(after(state).state, BOB)
    assert not seen.own_ships
    assert seen.islands[AGNES].inside is not None
    assert "Ajax" in seen.ships


def test_stores_are_those_after_production() -> None:
    seen = view(after(position(SEA, "Ann Agnes\nBob Pearl\nCal Coral")).state, ANN)
    assert inside(seen, AGNES).stores == {"A": 2, "G": 16}


# Rows


def test_ships_at_an_island_are_counted_for_everybody_and_not_by_owner() -> None:
    ships = "Ajax Ann Agnes 5E\nBison Bob Agnes 5E\nCrab Cal Coral 5E"
    seen = view(position(SEA, "Ann Agnes\nBob Agnes\nCal Coral", ships), CAL)
    assert seen.islands[AGNES].ships == 2
    assert not seen.in_port(AGNES)


def test_that_an_island_has_no_owner_is_a_secret_too() -> None:
    state = position(SEA.replace("Ann", "-"), "Bob Pearl\nCal Coral Agnes")
    assert view(state, BOB).islands[AGNES].inside is None
    assert "nobody" in text(sheet_of(after(state), CAL))
    assert "nobody" not in text(sheet_of(after(state), BOB))


def test_allies_and_overlords_see_nothing_extra() -> None:
    state = position(SEA, "Ann Agnes\nBob>Ann Pearl\nCal Coral", "Bruin Bob Pearl 5E")
    assert view(state, ANN).islands[PEARL].inside is None
    assert not view(state, ANN).ships


def test_the_kills_of_a_ship_are_told_to_her_owner_alone() -> None:
    ships = "Ajax Ann Agnes 5E 3\nBison Bob Agnes 5E 2"
    seen = view(position(SEA, "Ann Agnes\nBob Agnes\nCal Coral", ships), ANN)
    assert seen.ships[ShipName("Ajax")].kills == 3
    assert seen.ships[ShipName("Bison")].kills is None


def test_sinkings_are_told_to_everybody() -> None:
    turn = after(ambush(), {BOB: [goes("Bruin", "Agnes")]})
    assert "Agnes: Bruin (Bob) was sunk by Ajax (Ann)." in text(sheet_of(turn, CAL))


def test_the_sinkers_owner_may_be_left_out_of_public_news() -> None:
    turn = after(ambush(news_sinker_owner=False), {BOB: [goes("Bruin", "Agnes")]})
    assert "Agnes: Bruin (Bob) was sunk by Ajax.\n" in text(sheet_of(turn, CAL))
    assert [e.by_owner for e in heard_by(turn, CAL, Sinking)] == [UNTOLD]
    assert [e.by_owner for e in heard_by(turn, DEE, Sinking)] == [ANN]


def heard_by(turn: Turn[State], role: Role, kind: Any) -> list[Any]:
    return [event for event in heard(turn.events, turn.state, role) if isinstance(event, kind)]


@pytest.mark.parametrize(("role", "hits"), [(ANN, 1), (BOB, 1), (CAL, 0), (DEE, 1)])
def test_hits_are_told_to_visitors_and_to_those_who_fought(role: Role, hits: int) -> None:
    turn = after(ambush(), {BOB: [goes("Bruin", "Agnes")]})
    assert len(heard_by(turn, role, Hit)) == hits


def test_those_who_fought_without_docking_may_be_told_nothing() -> None:
    turn = after(ambush(participants_see_battle=False), {BOB: [goes("Bruin", "Agnes")]})
    assert not heard_by(turn, BOB, Hit)
    assert heard_by(turn, BOB, Sinking)


def test_who_fought_without_docking_hears_of_no_shots_between_others() -> None:
    ships = "Ajax Ann Agnes EEEGP\nBruin Bob Pearl 5E\nCrab Cal Coral 5ES"
    state = position(SEA, "Ann Agnes\nBob Pearl\nCal Coral", ships)
    shot = Hit(AGNES, ShipName("Crab"), CAL, ShipName("Ajax"), ANN, "gun", "E")
    assert heard((shot,), state, BOB) == ()


@pytest.mark.parametrize(("role", "ships"), [(DEE, ["Ajax", "Bruin"]), (BOB, None), (CAL, None)])
def test_ships_at_a_battle_are_told_to_visitors(role: Role, ships: list[str] | None) -> None:
    turn = after(ambush(), {BOB: [goes("Bruin", "Agnes")]})
    told = [[ship for ship, _ in event.ships] for event in heard_by(turn, role, Present)]
    assert told == ([ships] if ships else [])


def test_a_ship_launched_after_a_battle_was_not_there() -> None:
    orders = {ANN: [goes("Ajax", "", "5G", "Eden")], BOB: [goes("Bruin", "Agnes")]}
    turn = after(ambush(), orders)
    assert "Eden" in turn.state.ships
    assert [event.ships for event in heard_by(turn, DEE, Present)] == [
        ((ShipName("Ajax"), ANN), (ShipName("Bruin"), BOB))
    ]


def test_refits_and_launches_of_others_are_not_told() -> None:
    state = position(
        SEA.replace("Bob", "-").replace("Cal", "-"),
        "Ann Agnes\nDee Agnes",
        "Ajax Ann Agnes 5E\nArgo Ann Agnes 5E",
    )
    orders = {ANN: [goes("Ajax", "", "4EG"), goes("Argo", "", "5G", "Eden")]}
    turn = after(state, orders)
    assert heard_by(turn, ANN, Refit)
    assert heard_by(turn, ANN, Launch)
    assert not heard_by(turn, DEE, Refit)
    assert not heard_by(turn, DEE, Launch)
    assert view(turn.state, DEE).ships[ShipName("Ajax")].structure == "EEEEG"


def test_others_see_how_many_islands_one_has_visited_and_not_which() -> None:
    one = position(SEA, "Ann Agnes\nBob Pearl\nCal Coral Pearl")
    other = position(SEA, "Ann Agnes\nBob Pearl\nCal Coral Agnes")
    assert view(one, BOB) == view(other, BOB)
    assert view(one, BOB).standings[CAL].visits == 2


def test_ship_counts_of_players_are_told_at_the_end() -> None:
    ships = "Ajax Ann Agnes 5E\nArgo Ann Agnes 5E"
    during = position(SEA, "Ann Agnes\nBob Pearl", ships, turn=10)
    over = position(SEA, "Ann Agnes\nBob Pearl", ships, turn=11)
    assert view(during, BOB).standings[ANN].ships is None
    assert view(over, BOB).standings[ANN].ships == 2


def test_the_last_sheet_names_all_who_share_a_kudos() -> None:
    state = position(SEA, "Ann Agnes 2\nBob Pearl 2\nCal Coral", turn=10)
    last = text(sheet_of(after(state), CAL))
    assert "the game is over" in last
    assert "most kills | Ann, Bob" in last
    assert "ship with most kills | not awarded" in last
    assert "Kudos" not in text(sheet_of(after(position(SEA, "Ann Agnes\nBob\nCal")), CAL))


def test_an_overlord_is_known_to_his_vassal_and_to_himself_alone() -> None:
    state = position(SEA, "Ann Agnes\nBob>Ann Pearl\nCal Coral")
    assert view(state, BOB).standings[BOB].overlord == ANN
    assert view(state, ANN).vassals == (BOB,)
    assert view(state, CAL).standings[BOB].overlord is None


def test_overlords_are_public_where_the_game_says_so() -> None:
    state = position(SEA, "Ann Agnes\nBob>Ann Pearl\nCal Coral", public_overlords=True)
    assert view(state, CAL).standings[BOB].overlord == ANN


def test_marks_are_by_the_overlords_valid_for_the_next_turn() -> None:
    state = position(SEA, "Ann Agnes\nBob Pearl\nCal Coral")
    turn = after(state, {BOB: [Pledge(ANN)]})
    assert view(turn.state, ANN).ally(BOB)
    assert not view(turn.state, CAL).ally(BOB)


def test_a_new_overlord_is_not_told_whom_his_vassal_left() -> None:
    turn = after(position(SEA, "Ann Agnes\nBob>Cal Pearl\nCal Coral\nDee"), {BOB: [Pledge(ANN)]})
    assert heard_by(turn, ANN, OverlordChange) == [OverlordChange(BOB, UNTOLD, ANN)]
    assert heard_by(turn, CAL, OverlordChange) == [OverlordChange(BOB, CAL, UNTOLD)]
    assert heard_by(turn, DEE, OverlordChange) == []


def test_launch_rights_at_a_vassals_island_show_only_after_a_visit() -> None:
    before = view(position(SEA, "Ann Agnes\nBob>Ann Pearl\nCal Coral"), ANN)
    visited = view(position(SEA, "Ann Agnes Pearl\nBob>Ann Pearl\nCal Coral"), ANN)
    assert not before.may_launch(PEARL)
    assert visited.may_launch(PEARL)
    assert visited.may_launch(AGNES)


def test_an_owner_knows_his_island_even_before_he_docks() -> None:
    """Under `start_island_visited = false` (RAID-R41)."""
    seen = view(position(SEA, "Ann\nBob Pearl\nCal Coral"), ANN)
    assert seen.home == AGNES
    assert seen.may_launch(AGNES)
    assert seen.islands[AGNES].inside is None


def test_only_own_ships_are_words_to_a_reader_of_orders() -> None:
    ships = "Ajax Ann Agnes 5E\nBison Bob Agnes 5E"
    words = vocabulary(view(position(SEA, "Ann Agnes\nBob Agnes\nCal Coral", ships), ANN))
    assert words.names["ship"] == ("Ajax",)
    assert words.names["island"] == (AGNES, CORAL, PEARL)
    assert words.names["player"] == (ANN, BOB, CAL)
    assert words.places == {"Ajax": "Agnes"}


def test_a_start_that_is_taken_is_told_without_saying_by_whom() -> None:
    state = position(SEA.replace("Ann", "-").replace("Bob", "-"), "Ann\nBob\nCal", turn=0)
    state = msgspec.structs.replace(state, claims={AGNES: BOB})
    told = text(sheet_of(Turn(0, state), ANN))
    assert "No longer free: Agnes." in told
    assert view(state, BOB).taken == frozenset()


def test_nobody_without_a_seat_is_told_anything() -> None:
    assert sheet(Turn(1, position(SEA, "Ann\nBob\nCal")), Role("Zane"), ()) is None
