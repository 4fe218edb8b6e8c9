"""Island tasks (RAID-7)."""

from __future__ import annotations

from engine.core.dice import FairDice, QuickDice
from engine.raider.events import Production, Refit, Visit
from engine.raider.islands import output
from engine.raider.state import IslandName, State
from tests.helpers.raider import ANN, codes, drawn, island, run, ship

AGNES = IslandName("Agnes")


def yard(stores: str, *ships: str) -> State:
    """Ann's island with these stores and her ships: `Ajax 5E`."""
    held = f" | stores {stores}" if stores else ""
    lines = "\n".join(f"  ship {ship} | owner Ann" for ship in ships)
    return drawn(f"turn 2\nplayer Ann\nisland Agnes 0,0 B | owner Ann{held}\n{lines}\n")


def test_ships_that_dock_score_the_island_once() -> None:
    turn = run(yard("", "Ajax 5E", "Brig 5E"))
    assert [event for event in turn.events if isinstance(event, Visit)] == [Visit(AGNES, ANN)]
    assert not any(isinstance(event, Visit) for event in run(turn.state).events)


def test_a_ship_that_disbands_has_docked_first() -> None:
    turn = run(yard("", "Ajax 5E"), Ann="disband Ajax")
    assert turn.state.players[ANN].visited == {"Agnes"}
    assert turn.state.ships == {}


def test_what_is_disbanded_can_be_built_with_in_the_same_turn() -> None:
    after = run(yard("", "Ajax 5E", "Brig 5G"), Ann="disband Ajax\nBrig Agnes 5G5E").state
    assert ship(after, "Brig").structure == "EEEEEGGGGG"


def test_a_refit_may_draw_wildcards_from_her_own_modules() -> None:
    assert ship(run(yard("", "Ajax 5E"), Ann="refit Ajax 5?"), "Ajax").structure == "EEEEE"


def test_wildcards_are_drawn_from_what_the_letters_leave() -> None:
    """Both guns are asked for by name, wherever the wildcards stand (RAID-R75)."""
    after = run(yard("2G 3A", "Ajax 5E"), Ann="refit Ajax 3?2G").state
    assert ship(after, "Ajax").count("G") == 2


def test_each_single_module_is_equally_likely_for_a_wildcard() -> None:
    state, dice = yard("10A 3G 5E", "Ajax 5E"), QuickDice("wild")
    drawn_armour = sum(
        ship(run(state, dice, Ann="Ajax Agnes 5E? Eden"), "Eden").count("A") for _ in range(2000)
    )
    assert abs(drawn_armour / 2000 - 10 / 13) < 0.05


def test_a_refit_to_what_she_is_always_succeeds() -> None:
    turn = run(yard("", "Ajax 5E"), Ann="refit Ajax 5E")
    assert any(isinstance(event, Refit) for event in turn.events)


def test_a_refit_of_the_wrong_size_does_not_take_place_though_she_moves() -> None:
    turn = run(yard("9G", "Ajax 5E"), Ann="refit Ajax 5E9G")
    assert ship(turn, "Ajax").structure == "EEEEE"
    assert codes(turn, ANN) == ["size"]


def test_a_refit_can_make_her_smaller() -> None:
    after = run(yard("", "Ajax 5E5G"), Ann="refit Ajax 5E").state
    assert island(after, "Agnes").stores == {"B": 8, "G": 5}


def test_most_priority_is_refitted_first() -> None:
    letters = "Ajax Agnes 4EP2G\nBrig Agnes 5E2G"
    after = run(yard("2G", "Ajax P4E", "Brig 5E"), Ann=letters).state
    assert (ship(after, "Ajax").count("G"), ship(after, "Brig").count("G")) == (2, 0)


def test_the_priority_that_counts_is_that_before_the_refit() -> None:
    letters = "Ajax Agnes 5E2G\nBrig Agnes PP3E2G"
    after = run(yard("2G 2P", "Ajax P5E", "Brig 5E"), Ann=letters).state
    assert ship(after, "Ajax").structure == "EEEEEGG"


def test_any_survivor_may_refit_at_anybodys_island() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob
        island Agnes 0,0 B | owner Bob | stores 2G
          ship Ajax 5E | owner Ann
    """)
    assert ship(run(state, Ann="refit Ajax 5E2G"), "Ajax").structure == "EEEEEGG"


def test_why_a_refit_failed_is_said_with_what_was_missing() -> None:
    turn = run(yard("1G", "Ajax 5E"), Ann="refit Ajax 5E2G")
    (problem,) = turn.problems[ANN]
    assert (problem.code, problem.order) == ("stores-short", 0)
    assert "lacked G" in problem.text


def test_below_twenty_an_island_makes_eight_of_its_speciality() -> None:
    assert output({"B": 19}, "B", FairDice(b"x"), "production") == "BBBBBBBB"


def test_from_twenty_on_it_makes_five_of_anything() -> None:
    assert len(output({"B": 20}, "B", FairDice(b"x"), "production")) == 5


def test_production_counts_what_is_left_after_building() -> None:
    turn = run(yard("20B", "Ajax 5E"), Ann="refit Ajax 5E5B")
    assert Production(AGNES, {"B": 8}) in turn.events


def test_modules_cannot_be_used_in_the_turn_that_makes_them() -> None:
    turn = run(yard("", "Ajax 5E"), Ann="refit Ajax 5E5B")
    assert ship(turn, "Ajax").structure == "EEEEE"


def test_deserted_islands_produce_too() -> None:
    state = drawn("turn 2\nplayer Ann\nisland Agnes 0,0 T\n")
    assert island(run(state), "Agnes").stores == {"T": 8}


def test_a_refit_that_fails_leaves_her_without_her_ruptures() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob
        island Agnes 0,0 G
          ship Ajax T4E | owner Ann
          ship Bison 9B | owner Bob
    """)
    after = run(state, Bob="refit Bison 5B5A").state
    assert ship(after, "Bison").structure == "B" * 8


def test_enemies_who_both_survive_share_the_stores() -> None:
    state = drawn("""
        turn 2
        player Ann
        player Bob
        island Agnes 0,0 B | owner Ann | stores 2S
          ship Ajax 5E | owner Ann
          ship Bison P4E | owner Bob
    """)
    after = run(state, Ann="refit Ajax 5E2S", Bob="refit Bison P4E2S").state
    assert ship(after, "Bison").structure == "EEEEPSS"
