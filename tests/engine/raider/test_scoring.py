"""Scoring and the end (RAID-9)."""

from __future__ import annotations

from engine.raider.rules import RAIDER
from engine.raider.scoring import kudos, tallies
from engine.raider.state import State
from tests.helpers.raider import drawn, run


def given(state: State) -> dict[str, tuple[str, ...]]:
    return dict(kudos(tallies(state), state.ships.values()))


def final(*players: str, ships: str = "") -> State:
    lines = "\n".join(f"player {player}" for player in players)
    return drawn(f"turn 11\n{lines}\nisland Agnes 0,0 G\n{ships}\nisland Pearl 1,0 B\n")


def test_all_who_tie_share_a_kudos() -> None:
    table = given(final("Ann | kills 2", "Bob | kills 2", "Cal | kills 1"))
    assert table["most kills"] == ("Ann", "Bob")


def test_the_second_most_points_are_the_second_total_that_occurs() -> None:
    table = given(final("Ann | kills 2", "Bob | kills 2", "Cal | kills 1", "Dee"))
    assert table["second most victory points"] == ("Cal",)


def test_what_nobody_has_is_not_awarded() -> None:
    table = given(final("Ann | visited Agnes", "Bob"))
    assert (table["most kills"], table["ship with most kills"]) == ((), ())
    assert table["second most victory points"] == ()


def test_a_captured_ship_takes_her_record_along() -> None:
    table = given(final("Ann", "Bob | kills 3", ships="  ship Ajax 5E | owner Ann | kills 3"))
    assert (table["most kills"], table["ship with most kills"]) == (("Bob",), ("Ann",))


def test_the_table_is_by_points_and_then_by_name() -> None:
    state = final("Cal | kills 1", "Bob | visited Agnes Pearl", "Ann | kills 1")
    assert [tally.player for tally in tallies(state)] == ["Bob", "Ann", "Cal"]


def test_after_the_last_turn_the_game_is_over() -> None:
    last = drawn("turn 10\nplayer Ann\nisland Agnes 0,0 G\n  ship Ajax 5E | owner Ann\n")
    assert RAIDER.stage(last).name == "turn 10"
    turn = run(last)
    assert RAIDER.stage(turn.state).over
    assert run(turn.state).state == turn.state


def test_who_has_no_ships_owes_nothing_but_may_write() -> None:
    state = drawn(
        "turn 3\nplayer Ann\nplayer Bob\nisland Agnes 0,0 G\n  ship Ajax 5E | owner Ann\n"
    )
    stage = RAIDER.stage(state)
    assert (stage.owes, stage.may) == (("Ann",), ("Ann", "Bob"))


def test_a_ship_disbanded_is_nobodys_kill() -> None:
    state = drawn("""
        turn 3
        player Ann | visited Agnes
        player Bob
        island Agnes 0,0 G
          ship Ajax 5E | owner Ann | kills 2
    """)
    after = run(state, Ann="disband Ajax").state
    assert [tally.kills for tally in tallies(after)] == [0, 0]
