"""Who sees whom (MER-8)."""

from __future__ import annotations

import pytest

from engine.merchant.options import Options
from engine.merchant.radar import contacts, ranges
from engine.merchant.state import AllianceName, Level
from tests.engine.merchant.fleet import ship, stopped, world

RED, BLUE = AllianceName("Red"), AllianceName("Blue")
EYE = "RBBBBBBBBB"

#: U-boat modules needed to come within 16 and 4 km of so many radars (MER-8.4).
TABLE = {1: (6, 10), 2: (8, 12), 3: (9, 13), 4: (10, 14), 6: (11, 15), 8: (12, 16), 10: (12, 16)}


@pytest.mark.parametrize("radars", TABLE)
def test_the_printed_table_of_uboats(radars: int) -> None:
    needed = tuple(
        next(u for u in range(21) if ranges(radars, u, Options())[0] <= km) for km in (16, 4)
    )
    assert needed == TABLE[radars]


@pytest.mark.parametrize(
    ("km", "level"),
    [(50, Level.ANALYSED), (51, Level.IDENTIFIED), (70, Level.IDENTIFIED), (100, Level.DETECTED)],
)
def test_levels_by_distance_limits_included(km: int, level: Level) -> None:
    state = world(ship("Eye", "Ann", EYE, 100, 100), ship("Prey", "Cat", "B" * 10, 100 + km, 100))
    assert contacts(state, RED) == {"Prey": level}
    assert contacts(state, BLUE) == {}


def test_nothing_is_seen_beyond_or_by_ruptured_radar() -> None:
    far = world(ship("Eye", "Ann", EYE, 100, 100), ship("Prey", "Cat", "B" * 10, 201, 100))
    assert contacts(far, RED) == {}
    broken = world(
        ship("Eye", "Ann", "R+BBBBBBBBBBB", 100, 100), ship("Prey", "Cat", "B" * 10, 100, 100)
    )
    assert contacts(broken, RED) == {}


def test_ships_in_one_harbour_see_each_other_only_where_the_game_says_so() -> None:
    fleet = ship("Aa", "Ann", "B" * 10, 100, 100), ship("Cc", "Cat", "B" * 10, 103, 100)
    assert contacts(world(*fleet), RED) == {}
    assert contacts(world(*fleet, visual_km=5), RED) == {"Cc": Level.DETECTED}


def test_knowledge_is_gone_with_the_contact() -> None:
    state = world(ship("Eye", "Ann", EYE, 100, 100), ship("Prey", "Cat", "EEEEEEBBBB", 140, 100))
    _, at = stopped(state, 1, [5, 15, 40, 90], Cat=["Prey go 9000E0100N"])
    seen = [at[k]["contact.Red.Prey"] for k in (5, 15, 40, 90)]
    assert seen == ["analysed", "identified", "detected", "none"]
