"""Targets, salvos, hits and sinkings (MER-7, MER-9, MER-15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from engine.core.dice import QuickDice, ScriptedDice
from engine.merchant.events import Hit, RanDry, Salvo, Sinking
from engine.merchant.fit import fit
from engine.merchant.magic import Chance, Die, shell_hits
from engine.merchant.options import Options
from engine.merchant.orders import ShipName
from engine.merchant.state import AllianceName, Level, MagicDie, Player, State
from tests.engine.merchant.fleet import ANN, CAT, island, run, ship, stopped, told, world

GUN = "GGCCCCCRBBBB"
ROCK = "AAAAAAAAAABBBBBBBBBB"


def test_nobody_fires_before_segment_one() -> None:
    turn = run(world(ship("Gun", "Ann", GUN, 100, 100), ship("Rock", "Cat", ROCK, 105, 100)))
    assert [salvo.segment for salvo in told(turn, Salvo)] == list(range(1, 11))


def test_at_sea_the_last_salvo_is_what_is_left() -> None:
    gun = ship("Gun", "Ann", GUN, 100, 100, ammo=0.3)
    turn = run(world(gun, ship("Rock", "Cat", ROCK, 105, 100)))
    assert [salvo.shells for salvo in told(turn, Salvo)] == [10, 5]
    assert [event.product for event in told(turn, RanDry)] == ["2"]


def test_in_port_the_magazine_is_filled_in_the_middle_of_a_salvo() -> None:
    gun = ship("Gun", "Ann", GUN, "Port", ammo=0.3)
    rock = ship("Rock", "Cat", ROCK, 105, 100)
    _, at = stopped(world(island("Port", 100, 100, _2=0), gun, rock), 1, [3])
    assert at[3]["ship.Gun.ammo_shells"] == 0
    stocked = world(island("Port", 100, 100), gun, rock, midnight="once")
    assert [salvo.shells for salvo in told(run(stocked), Salvo)] == [10, 5]
    full, at = stopped(_stocked(gun, rock), 1, [2, 3])
    assert (at[2]["ship.Gun.ammo_shells"], at[3]["ship.Gun.ammo_shells"]) == (80, 70)
    assert all(salvo.shells == 10 for salvo in told(full, Salvo)[:50])
    assert not told(full, RanDry)


def _stocked(gun: dict[str, Any], rock: dict[str, Any]) -> State:
    return world(island("Port", 100, 100, _2=40), gun, rock)


def test_she_fires_at_the_closest_and_draws_lots_between_equals() -> None:
    fleet = [
        ship("Gun", "Ann", GUN, 100, 100),
        ship("East", "Cat", ROCK, 105, 100),
        ship("West", "Cat", ROCK, 95, 100),
    ]
    first = {told(run(world(*fleet), seed), Salvo)[0].target for seed in range(12)}
    assert first == {"East", "West"}


def test_guns_and_tubes_fire_at_one_target_each_as_far_as_it_reaches() -> None:
    both = ship("Both", "Ann", "GGCCCCCRTTBB", 100, 100)
    near = told(run(world(both, ship("Rock", "Cat", ROCK, 104, 100))), Salvo)[0]
    far = told(run(world(both, ship("Rock", "Cat", ROCK, 104, 101))), Salvo)[0]
    assert (near.shells, near.torpedoes, far.shells, far.torpedoes) == (10, 6, 10, 0)


def test_all_fire_at_once_so_that_two_can_sink_each_other() -> None:
    tubes = "TTTTTTTTTTTTTTTTTTTR"
    state = world(ship("Aa", "Ann", tubes, 100, 100), ship("Cc", "Cat", tubes, 102, 100))
    assert [len(run(state, seed).state.ships) for seed in range(5)] == [0] * 5


def test_one_after_the_other_only_one_of_them_sinks() -> None:
    tubes = "TTTTTTTTTTTTTTTTTTTR"
    fleet = ship("Aa", "Ann", tubes, 100, 100), ship("Cc", "Cat", tubes, 102, 100)
    state = world(*fleet, firing="in turn")
    assert [len(run(state, seed).state.ships) for seed in range(5)] == [1] * 5


def test_the_firer_of_the_fatal_hit_has_the_kill() -> None:
    tubes = "TTTTTTTTTTTTTTTTTTTR"
    state = world(ship("Aa", "Ann", tubes, 100, 100), ship("Old", "Cat", "B" * 10, 102, 100))
    turn = run(state)
    sinking = told(turn, Sinking)[0]
    assert (sinking.by, sinking.owner, sinking.level) == ("Aa", CAT, Level.NONE)
    assert turn.state.ships[ShipName("Aa")].kills == 1
    assert (turn.state.points(ANN), turn.state.sunk[0].name) == (1, "Old")


def test_a_hit_beyond_the_structure_or_on_a_rupture_does_nothing() -> None:
    gun = ship("Gun", "Ann", GUN, 100, 100, ammo=0.02)
    target = ship("Old", "Cat", "B+BBBBBBBBBBB", 105, 100)
    for face, module in ((0, ""), (1, "B"), (18, "")):
        faces = {"shot/1/Gun/gun 1": 0, "hit/1/Gun/gun 1": face}
        state = _normal(world(gun, target))
        turn = run(state, ScriptedDice(faces, QuickDice(1)))
        assert [(hit.position, hit.module) for hit in told(turn, Hit)] == [(face + 1, module)]


def _normal(state: State) -> State:
    players = {
        name: msgspec.structs.replace(player, dice="normal")
        for name, player in state.players.items()
    }
    return msgspec.structs.replace(state, players=players)


@pytest.mark.parametrize(
    ("structure", "sunk"),
    [
        ("A" * 10, False),
        ("A+" + "A" * 10, True),
        ("B" + "A+" + "A" * 10, False),
        ("B+" + "A+" + "A" * 10, True),
        ("B" * 9 + "A+", True),
    ],
)
def test_she_sinks_with_more_ruptures_than_buoyancy_or_below_ten(
    structure: str, *, sunk: bool
) -> None:
    assert fit(structure).sunk is sunk


def test_no_ship_fires_at_what_nobody_sees() -> None:
    blind = world(ship("Gun", "Ann", "GGCCCCCBBBBB", 100, 100), ship("Rock", "Cat", ROCK, 105, 100))
    assert not told(run(blind), Salvo)
    seen = world(
        ship("Gun", "Ann", "GGCCCCCBBBBB", 100, 100),
        ship("Eye", "Ben", "RBBBBBBBBB", 190, 100),
        ship("Rock", "Cat", ROCK, 105, 100),
    )
    assert told(run(seen), Salvo)


def test_armour_is_no_help_against_torpedoes() -> None:
    assert shell_hits(0) == Chance(12, 200)
    assert shell_hits(4).faces == 600


def test_normal_dice_hit_as_often_as_they_should() -> None:
    die = Die(Player(ANN, AllianceName("Red"), "normal"), Options(), QuickDice(3))
    hits = sum(die.hits(Chance(12, 200), f"{n}") for n in range(20_000))
    assert 1080 < hits < 1320


def test_a_magic_die_is_remembered_from_turn_to_turn() -> None:
    player = Player(ANN, AllianceName("Red"), "magic", magic=MagicDie(9.5, 9, 0.75, 0))
    die = Die(player, Options(), QuickDice(1))
    assert [die.hits(Chance(15, 100), f"{n}") for n in range(2)] == [False, True]
    assert die.memory().cell == 10


def test_an_accumulator_hits_whenever_a_whole_hit_is_due() -> None:
    player = Player(ANN, AllianceName("Red"), "magic")
    die = Die(player, Options(magic_die="accumulator"), QuickDice(1))
    hits = [n for n in range(1, 41) if die.hits(Chance(3, 20), f"{n}")]
    assert hits == [7, 14, 20, 27, 34, 40]


def test_hits_fall_on_all_positions_alike() -> None:
    tubes, rock = "TTTTTTTTTTTTTTTTTTTR", "B" * 20
    places = Counter[int]()
    for seed in range(120):
        state = world(ship("Aa", "Ann", tubes, 100, 100), ship("Old", "Cat", rock, 102, 100))
        places.update(hit.position for hit in told(run(state, seed), Hit))
    assert set(places) == set(range(1, 21))
    assert max(places.values()) < 2 * min(places.values())
