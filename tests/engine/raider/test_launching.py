"""Launches and names (RAID-7.5, RAID-R26)."""

from __future__ import annotations

from engine.core.dice import FairDice
from engine.raider.events import Launch
from engine.raider.state import State
from tests.helpers.raider import ANN, BOB, codes, drawn, island, run, ship

TWO_YARDS = """
    turn 2{options}
    player Ann | visited Agnes
    player Bob | visited Pearl
    island Agnes 0,0 G | owner Ann | stores 9B 9E
      ship Ajax 5E | owner Ann
      ship Arrow 5E | owner Ann
    island Pearl 1,0 G | owner Bob | stores 9B 9E
      ship Bison 5E | owner Bob
"""


def two_yards(**options: str) -> State:
    settings = "".join(f" | {name} {value}" for name, value in options.items())
    return drawn(TWO_YARDS.format(options=settings))


def test_a_launch_leaves_the_launcher_as_she_is() -> None:
    after = run(two_yards(), Ann="Ajax Agnes 5B Eden").state
    assert (ship(after, "Eden").owner, ship(after, "Eden").structure) == (ANN, "BBBBB")
    assert ship(after, "Ajax").structure == "EEEEE"


def test_an_overlord_launches_at_a_vassals_island_that_he_has_reached() -> None:
    """Docking in this very turn is enough (RAID-R39)."""
    state = drawn("""
        turn 2
        player Ann
        player Bob | overlord Ann
        island Agnes 0,0 G
          ship Ajax 5E | owner Ann
        island Pearl 1,0 G | owner Bob | stores 9B
    """)
    assert "Eden" in run(state, Ann="Ajax Pearl 5B Eden").state.ships


def test_rights_are_judged_before_overlords_change() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob | overlord Ann
        island Pearl 1,0 G | owner Bob | stores 9B
          ship Ajax 5E | owner Ann
    """)
    turn = run(state, Ann="Ajax Pearl 5B Eden", Bob="overlord: me")
    assert "Eden" in turn.state.ships


def test_a_vassal_of_a_vassal_gives_no_rights() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob | overlord Ann
        player Cal | overlord Bob
        island Pearl 1,0 G | owner Cal | stores 9B
          ship Ajax 5E | owner Ann
    """)
    turn = run(state, Ann="Ajax Pearl 5B Eden")
    assert codes(turn, ANN) == ["launch-rights"]


def test_nobody_launches_at_an_island_without_an_owner() -> None:
    state = drawn("""
        turn 2
        player Ann | visited Pearl
        island Pearl 1,0 G | stores 9B
          ship Ajax 5E | owner Ann
    """)
    turn = run(state, Ann="Ajax Pearl 5B Eden")
    assert codes(turn, ANN) == ["launch-rights"]
    assert island(turn, "Pearl").stores == {"B": 9, "G": 8}


def test_a_failed_launch_takes_nothing_and_uses_up_no_name() -> None:
    turn = run(two_yards(), Ann="Ajax Agnes 10B Eden\nArrow Agnes 9B Eden")
    assert ship(turn, "Eden").structure == "B" * 9


def test_most_priority_launches_first() -> None:
    state = drawn("""
        turn 2
        player Ann
        island Agnes 0,0 G | owner Ann | stores 5B
          ship Ajax 5E | owner Ann
          ship Arrow P4E | owner Ann
    """)
    turn = run(state, Ann="Ajax Agnes 5B Eden\nArrow Agnes 5B Tyre")
    assert "Tyre" in turn.state.ships
    assert codes(turn, ANN) == ["stores-short"]


def test_one_name_wanted_twice_is_settled_by_lot_at_any_two_islands() -> None:
    owners = set()
    for seed in range(20):
        turn = run(
            two_yards(),
            FairDice(bytes([seed])),
            Ann="Ajax Agnes 5B Eden",
            Bob="Bison Pearl 5B eden",
        )
        launches = [event for event in turn.events if isinstance(event, Launch)]
        assert sorted(launch.ship.casefold() for launch in launches) == ["eden", "edenb"]
        owners |= {launch.owner for launch in launches if launch.ship.casefold() == "eden"}
    assert owners == {ANN, BOB}


def test_the_loser_hears_what_his_ship_is_called() -> None:
    turn = run(two_yards(), Ann="Ajax Agnes 5B Bison")
    (problem,) = turn.problems[ANN]
    assert problem.code == "renamed"
    assert "Bisonb" in problem.text
    assert [e.asked for e in turn.events if isinstance(e, Launch)] == ["Bison"]


def test_the_name_of_a_ship_sunk_or_disbanded_is_free_at_once() -> None:
    turn = run(two_yards(), Ann="disband Ajax\nArrow Agnes 5B Ajax")
    assert ship(turn, "Ajax").structure == "BBBBB"


def test_as_an_option_a_name_is_never_used_again() -> None:
    turn = run(two_yards(reuse_names="never"), Ann="disband Ajax\nArrow Agnes 5B Ajax")
    assert "Ajaxb" in turn.state.ships
    later = run(turn.state, Ann="Arrow Agnes 5E AJAX").state
    assert "AJAXc" in later.ships


def test_as_an_option_who_loses_the_lot_does_not_launch() -> None:
    turn = run(two_yards(name_clash="fail"), Ann="Ajax Agnes 5B Eden", Bob="Bison Pearl 5B Eden")
    loser = BOB if ship(turn, "Eden").owner == ANN else ANN
    where = "Pearl" if loser == BOB else "Agnes"
    assert codes(turn, loser) == ["name-taken"]
    assert island(turn, where).stores == {"B": 9, "E": 9, "G": 8}


def test_a_captured_ship_launches_for_nobody() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob
        island Agnes 0,0 G | owner Bob | stores 5B
          ship Ajax M4E | owner Ann
          ship Bison 5E | owner Bob
    """)
    turn = run(state, Bob="Bison Agnes 5B Eden")
    assert sorted(turn.state.ships) == ["Ajax", "Bison"]
    assert island(turn, "Agnes").stores == {"B": 5, "G": 8}


def test_a_hulk_without_engines_can_launch() -> None:
    state = drawn("""
        turn 2
        player Ann
        island Agnes 0,0 G | owner Ann | stores 5B
          ship Ajax 5A | owner Ann
    """)
    assert ship(run(state, Ann="Ajax Agnes 5B Eden"), "Eden").structure == "BBBBB"


def test_launches_at_other_islands_shift_no_throw_here() -> None:
    quiet, loud = FairDice(b"same"), FairDice(b"same")
    one = run(two_yards(), quiet, Bob="Bison Pearl 5? Eden")
    two = run(two_yards(), loud, Bob="Bison Pearl 5? Eden", Ann="Ajax Agnes 5? Tyre")
    assert ship(one, "Eden") == ship(two, "Eden")
