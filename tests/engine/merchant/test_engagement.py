"""Engagement options (MER-13)."""

from __future__ import annotations

import pytest

from engine.merchant.events import BrokeOff, Met, Salvo
from engine.merchant.options import Engagement
from engine.merchant.orders import ShipName
from tests.engine.merchant.fleet import run, ship, stopped, world

GUNNER = "EEEEEEEEGGCCCCCRBBBB"
ROCK = "AAAAAAAAAABBBBBBBBBB"


@pytest.mark.parametrize(("option", "km"), [("attack", 9.0), ("shadow", 40.0), ("ignore", 45.0)])
def test_how_near_she_keeps_to_an_enemy(option: str, km: float) -> None:
    state = world(ship("Lion", "Ann", GUNNER, 1000, 1000), ship("Rock", "Cat", ROCK, 1045, 1000))
    _, at = stopped(state, 1, [28], Ann=[f"Lion hold, {option}"])
    assert at[28]["distance.Lion.Rock"] == pytest.approx(km)


def test_an_attacker_backs_off_to_her_range_unless_the_game_has_her_stay() -> None:
    fleet = ship("Lion", "Ann", GUNNER, 1000, 1000), ship("Rock", "Cat", ROCK, 1002, 1000)
    _, at = stopped(world(*fleet), 1, [10], Ann=["Lion hold, attack"])
    assert at[10]["distance.Lion.Rock"] == pytest.approx(9.0)
    _, at = stopped(world(*fleet, attack_backs_off=False), 1, [10], Ann=["Lion hold, attack"])
    assert at[10]["distance.Lion.Rock"] == pytest.approx(2.0)


def test_an_unarmed_attacker_shadows() -> None:
    state = world(
        ship("Lamb", "Ann", "EEEEEERBBBBB", 1000, 1000), ship("Rock", "Cat", ROCK, 1030, 1000)
    )
    _, at = stopped(state, 1, [40], Ann=["Lamb hold, attack"])
    assert at[40]["distance.Lamb.Rock"] == pytest.approx(40.0)


def test_an_unarmed_attacker_keeps_her_distance_also_where_attackers_stay() -> None:
    lamb, rock = "EEEEEERBBBBB", ship("Rock", "Cat", ROCK, 1030, 1000)
    state = world(ship("Lamb", "Ann", lamb, 1000, 1000), rock, attack_backs_off=False)
    _, at = stopped(state, 1, [40], Ann=["Lamb hold, attack"])
    assert at[40]["distance.Lamb.Rock"] == pytest.approx(40.0)


def test_she_turns_to_a_nearer_enemy() -> None:
    state = world(
        ship("Lion", "Ann", "EEEEEERBBBBBBB", 1000, 1000),
        ship("Rock", "Cat", ROCK, 1000, 1045),
        ship("Runner", "Cat", "EEEEEEEEEEEEEEEEEEEE", 1300, 1000),
    )
    turn = run(state, Ann=["Lion hold, shadow"], Cat=["Runner sail to 1001E0990N"])
    assert [e.enemy for e in turn.events if isinstance(e, Met)][:2] == ["Rock", "Runner"]


def test_contact_lost_ends_an_engagement_at_once() -> None:
    state = world(
        ship("Lion", "Ann", "EEEEEERBBBBBBB", 1000, 1000),
        ship("Sub", "Cat", "UUUEEEEEEEEEEBBBB", 1030, 1000),
    )
    turn, at = stopped(state, 1, [100], Ann=["Lion hold, attack"], Cat=["Sub go 3000E1000N"])
    assert [type(e).__name__ for e in turn.events if isinstance(e, Met | BrokeOff)][:2] == [
        "Met",
        "BrokeOff",
    ]
    assert at[100]["contact.Red.Sub"] == "none"


def test_after_a_fight_she_returns_to_the_last_location_or_stays() -> None:
    def found(**options: str) -> float:
        state = world(
            ship("Lion", "Ann", "EEEEEERBBBBBBB", 1000, 1000),
            ship("Passer", "Cat", "EEEEEEEEEEEEBBBB", 1000, 1200),
            **options,
        )
        mine, other = "Lion sail to 1000E1000N, avoid", "Passer go 1000E0500N"
        return run(state, Ann=[mine], Cat=[other]).state.ships[ShipName("Lion")].n

    assert found() == 1000.0
    assert found(last_location="stop") != 1000.0


def test_to_continue_keeps_the_old_option_and_a_new_one_replaces_it() -> None:
    week = run(world(ship("Lion", "Ann", GUNNER, 1000, 1000)), Ann=["Lion go 9000E1000N, shadow"])
    kept = run(week.state, Ann=["Lion continue"]).state.ships[ShipName("Lion")]
    assert kept.engagement is Engagement.SHADOW
    other = run(week.state, Ann=["Lion continue, avoid"]).state.ships[ShipName("Lion")]
    assert (other.engagement, other.mission) == (Engagement.AVOID, kept.mission)


def test_no_option_means_the_game_s_own() -> None:
    state = world(ship("Lion", "Ann", GUNNER, 1000, 1000), default_engagement="avoid")
    after = run(state, Ann=["Lion go 9000E1000N"]).state.ships[ShipName("Lion")]
    assert after.engagement is Engagement.AVOID


def test_an_option_never_stops_the_guns_unless_the_game_says_so() -> None:
    fleet = ship("Lion", "Ann", GUNNER, 1000, 1000), ship("Rock", "Cat", ROCK, 1005, 1000)
    assert any(isinstance(e, Salvo) for e in run(world(*fleet)).events)
    assert not any(isinstance(e, Salvo) for e in run(world(*fleet, hold_fire="ignore")).events)


def test_a_ship_that_cannot_move_meets_nobody() -> None:
    state = world(
        ship("Fort", "Ann", "GGCCCCCRBBBB", 1000, 1000), ship("Rock", "Cat", ROCK, 1005, 1000)
    )
    assert not any(isinstance(e, Met) for e in run(state, Ann=["Fort hold, attack"]).events)
