"""Gunfire and torpedoes (RAID-6)."""

from __future__ import annotations

from engine.core.dice import FairDice, ScriptedDice
from engine.raider.events import Deflection, Hit, Sinking
from engine.raider.state import State
from tests.helpers.raider import ANN, BOB, codes, drawn, island, run, ship


def battle(*ships: str, players: str = "") -> State:
    """Ships of Ann, Bob and Cal at one island: `Ajax 5G Ann`."""
    lines = "\n".join(
        f"  ship {name} {structure} | owner {owner}"
        for name, structure, owner in (ship.split() for ship in ships)
    )
    lords = players or "player Ann\nplayer Bob\nplayer Cal"
    return drawn(f"turn 2\n{lords}\nisland Agnes 0,0 G | stores 9G\n{lines}\n")


def test_priority_is_read_again_before_each_ship() -> None:
    """Bruin's only priority module is hit, so that Crab fires before her (RAID-R91)."""
    state = battle("Ajax PPGEE Ann", "Bruin PG5B Bob", "Crab G4S Cal")
    hit_priority = {
        "gunfire/Agnes/Ajax/gun 1/module": 6,
        "gunfire/Agnes/place 2": 1,
        "gunfire/Agnes/Crab/gun 1/target": 0,
    }
    turn = run(state, ScriptedDice(hit_priority, FairDice(b"x")))
    shots = [event.by for event in turn.events if isinstance(event, Hit)]
    assert shots[:2] == ["Ajax", "Crab"]


def test_the_queue_among_equals_is_drawn_for_each_phase_anew() -> None:
    state = battle("Ajax AGT5B Ann", "Bison AGT5B Bob")
    dice = FairDice(b"phases")
    run(state, dice)
    thrown = {roll.purpose for roll in dice.rolls}
    assert {"gunfire/Agnes/place 1", "torpedoes/Agnes/place 1"} <= thrown


def test_every_gun_picks_a_target_of_its_own() -> None:
    state = battle("Ajax P4G Ann", "Bison 5E Bob", "Boar 5E Bob", "Bear 5E Bob")
    turn = run(state)
    assert {e.ship for e in turn.events if isinstance(e, Sinking)} == {"Bison", "Boar", "Bear"}
    assert sum(isinstance(e, Hit) for e in turn.events) == 3


def test_guns_without_a_target_do_not_fire() -> None:
    turn = run(battle("Ajax P9G Ann", "Bison 5E Bob"))
    assert sum(isinstance(e, Hit | Deflection) for e in turn.events) == 1


def test_losing_stealth_makes_a_ship_the_only_target() -> None:
    """The first shell takes Bison's one stealth; the second must be for her too (RAID-R98)."""
    state = battle("Ajax PPGGE Ann", "Bison S6B Bob", "Boar S6B Bob")
    faces = {
        "gunfire/Agnes/Ajax/gun 1/target": 0,
        "gunfire/Agnes/Ajax/gun 1/module": 6,
    }
    turn = run(state, ScriptedDice(faces, FairDice(b"x")))
    assert [e.ship for e in turn.events if isinstance(e, Hit)] == ["Bison", "Bison"]


def test_own_and_allied_ships_shield_nobody() -> None:
    state = battle("Ajax GEEEE Ann", "Brig 5E Ann", "Bison SSSEE Bob")
    turn = run(state)
    assert [e.ship for e in turn.events if isinstance(e, Sinking)] == ["Bison"]


def test_armour_protects_against_two_shells_whatever_torpedoes_do() -> None:
    turn = run(battle("Ajax 2G3T Ann", "Bison A9B Bob"))
    assert sum(isinstance(e, Deflection) for e in turn.events) == 2
    assert [e.weapon for e in turn.events if isinstance(e, Hit)] == ["tube"] * 3


def test_a_ship_with_guns_and_tubes_uses_both() -> None:
    turn = run(battle("Ajax GTEEE Ann", "Bison 9B Bob"))
    assert [e.weapon for e in turn.events if isinstance(e, Hit)] == ["gun", "tube"]


def test_without_buoyancy_the_first_rupture_sinks() -> None:
    assert "Bison" not in run(battle("Ajax TEEEE Ann", "Bison 10A Bob")).state.ships


def test_as_many_ruptures_as_sound_buoyancy_keep_her_afloat_and_one_more_sinks_her() -> None:
    assert ship(run(battle("Ajax 5T Ann", "Bison 10B Bob")), "Bison").structure == "BBBBB"
    assert "Bison" not in run(battle("Ajax 6T Ann", "Bison 10B Bob")).state.ships


def test_fewer_than_five_sound_modules_sink_her_however_buoyant() -> None:
    assert "Bison" not in run(battle("Ajax TEEEE Ann", "Bison 5B Bob")).state.ships


def test_the_kill_is_the_last_hits_and_its_owners() -> None:
    after = run(battle("Ajax TEEEE Ann", "Bison 5B Bob")).state
    assert (ship(after, "Ajax").kills, after.players[ANN].kills) == (1, 1)


def test_ruptures_are_dropped_and_reach_no_stores() -> None:
    after = run(battle("Ajax TEEEE Ann", "Bison 9B Bob")).state
    assert ship(after, "Bison").structure == "B" * 8
    assert island(after, "Agnes").stores == {"G": 17}


def test_enemies_who_stay_fight_again_every_turn() -> None:
    once = run(battle("Ajax TEEEE Ann", "Bison 10B Bob")).state
    assert ship(run(once), "Bison").structure == "B" * 8


def test_there_is_no_holding_fire() -> None:
    turn = run(battle("Ajax 5G Ann", "Bison 5E Bob"), Ann="refit Ajax 5G")
    assert any(isinstance(e, Sinking) for e in turn.events)


def test_vassals_of_one_overlord_do_not_fight() -> None:
    lords = "player Ann | overlord Cal\nplayer Bob | overlord Cal\nplayer Cal"
    turn = run(battle("Ajax 5G Ann", "Bison 5E Bob", players=lords))
    assert "Bison" in turn.state.ships


def test_a_longer_circle_of_overlords_is_no_alliance_of_all() -> None:
    """Ann under Bob, Bob under Cal, Cal under Dee, Dee under Ann: Ann and Cal are enemies."""
    lords = "\n".join(
        f"player {a} | overlord {b}"
        for a, b in (("Ann", "Bob"), ("Bob", "Cal"), ("Cal", "Dee"), ("Dee", "Ann"))
    )
    turn = run(battle("Ajax 5G Ann", "Bison 5E Bob", "Crab 5E Cal", players=lords))
    assert sorted(turn.state.ships) == ["Ajax", "Bison"]


def test_a_pledge_of_this_turn_protects_only_from_the_next_on() -> None:
    turn = run(battle("Ajax 5G Ann", "Bison 5E Bob"), Bob="overlord: Ann")
    assert "Bison" not in turn.state.ships
    assert turn.state.players[BOB].overlord == ANN


def test_who_is_sunk_before_her_task_is_told_so() -> None:
    turn = run(battle("Ajax 5G Ann", "Bison 5E Bob"), Bob="refit Bison 5EG")
    assert codes(turn, BOB) == ["sunk-first"]
    assert island(turn, "Agnes").stores == {"G": 17}


def test_a_sunk_first_arrival_is_no_visit() -> None:
    assert run(battle("Ajax 5G Ann", "Bison 5E Bob")).state.players[BOB].visited == frozenset()
