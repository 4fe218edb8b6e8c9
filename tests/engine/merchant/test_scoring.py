"""Points, the end of the game, and what alliances have seen (MER-17, MER-19.7)."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.merchant.events import Victory
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.state import AllianceName, State
from tests.engine.merchant.fleet import ANN, BEN, island, run, ship, world

OLD = "AABBEEEEHHHHHHHHHHHR"
RED, BLUE = AllianceName("Red"), AllianceName("Blue")


def visitor(**options: Any) -> State:
    state = world(
        island("Home", 100, 100),
        island("Mid", 140, 100),
        ship("One", "Ann", OLD, "Home"),
        **options,
    )
    ann = msgspec.structs.replace(state.players[ANN], home=IslandName("Home"))
    return msgspec.structs.replace(state, players={**state.players, ANN: ann})


def test_an_island_visited_is_a_point_and_the_home_counts_unless_the_game_says_no() -> None:
    line = "One sail to Mid"
    assert run(visitor(), Ann=[line]).state.points(ANN) == 2
    assert run(visitor(home_island_counts_as_visited=False), Ann=[line]).state.points(ANN) == 1


def test_the_weights_are_the_game_s() -> None:
    state = run(visitor(vp_island_visited=3, vp_ship_owned=10), Ann=["One sail to Mid"]).state
    assert (state.points(ANN), state.points(BEN)) == (16, 0)


def test_points_are_the_player_s_own_not_his_ally_s() -> None:
    assert run(visitor()).state.points(BEN) == 0


def test_the_game_ends_with_enough_points_and_ties_share_it() -> None:
    state = visitor(vp_end=2)
    turn = run(state, Ann=["One sail to Mid"])
    assert turn.state.over
    assert [event.winners for event in turn.events if isinstance(event, Victory)] == [("Ann",)]
    two = world(
        island("Home", 100, 100),
        ship("One", "Ann", OLD, "Home"),
        ship("Two", "Cat", OLD, "Home"),
        vp_end=1,
    )
    won = [event.winners for event in run(two).events if isinstance(event, Victory)]
    assert won == [("Ann", "Cat")]


def test_after_the_end_nothing_is_run() -> None:
    over = run(visitor(vp_end=1)).state
    turn = run(over, Ann=["One sail to Mid"])
    assert turn.state == over
    assert turn.problems[ANN][0].code == "game-over"


def test_stores_are_remembered_as_a_ship_last_saw_them() -> None:
    first = run(visitor(), Ann=["One sail to Mid"]).state
    seen = first.alliances[RED].seen
    assert {name: each.turn for name, each in seen.items()} == {"Home": 1, "Mid": 1}
    assert first.alliances[BLUE].seen == {}
    later = run(first).state.alliances[RED].seen
    assert {name: each.turn for name, each in later.items()} == {"Home": 1, "Mid": 2}


def test_names_once_reported_are_remembered_where_the_game_says_so() -> None:
    def names(memory: str) -> list[ShipName]:
        state = world(
            ship("Eye", "Ann", "RBBBBBBBBB", 100, 100),
            ship("Prey", "Cat", "B" * 10, 160, 100),
            memory=memory,
        )
        return list(run(state).state.alliances[RED].names)

    assert names("names") == ["Prey"]
    assert names("off") == []
