"""Every way in which an order of off-map raids can fail is told to who gave it (FEAT-T8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.offmap.ids import AreaName, PlaceName
from engine.offmap.news import VOID
from engine.offmap.orders import Move, Order, Raid, React
from engine.offmap.targets import _wrong  # whatever it refuses may void a raid
from tests.engine.offmap.deeps import deeps
from tests.helpers.offmap_games import PACT, REACH, begun
from tests.helpers.offmap_tellings import declared, names, raid, run, said, to_ford


def move(units: str, to: str) -> Move:
    return Move(names(units), PlaceName(to))


def strike(units: str, place: str, objective: str = "Wagons") -> Raid:
    return Raid(AreaName("Deeps"), names(units), from_=PlaceName(place), objective=objective)


@pytest.mark.parametrize(
    ("order", "reason", "options"),
    [
        (move("Nemo", "Ford"), "There is no unit called Nemo.", {}),
        (move("Gorse", "Ford"), "Gorse is not yours.", {}),
        (move("Anvil", "Atlantis"), "There is no place called Atlantis", {}),
        (move("Anvil", "Gate"), "There is no way from Rim to Gate.", {}),
        (strike("Anvil Bellows", "Ford"), "Anvil is at Rim, not at Ford.", {}),
        (strike("Ingot", "Rim"), "too slow", {}),
        (strike("Anvil", "Atlantis"), "There is no place called Atlantis", {}),
        (raid(""), "Name what the raid is for", {}),
        (strike("Anvil", "Rim", "Plumb"), "survey ship, which cannot be the objective", {}),
        (strike("Anvil", "Rim", "Nemo"), "Nemo is not in Deeps", {}),
        (strike("Anvil", "Rim"), "A raid costs 99 EP, and there are", {"cost_ep": 99}),
    ],
)
def test_an_order_that_failed_says_why(order: Order, reason: str, options: dict[str, Any]) -> None:
    turn = run(begun(**options), pact=(to_ford(), order))
    assert reason in said(turn, PACT)
    assert reason not in said(turn, REACH)


def test_a_raid_that_a_hidden_fact_voids_says_which() -> None:
    state = deeps("Poppy.zone = far", zones="near_far", intel="fixed")
    told = said(run(state, pact=(strike("Anvil", "Rim", "Poppy"),)), PACT)
    assert "is void: the objective is in the far zone, where no raid can reach it." in told
    assert "E-OBJ" not in told


def test_every_reason_for_a_void_raid_has_words() -> None:
    codes = {word for word in _wrong.__code__.co_consts if str(word).startswith("E-")}
    assert codes == set(VOID)


def test_a_ship_that_cannot_react_says_why() -> None:
    turn = run(declared().state, reach=(React(names("Gorse")),))
    assert "Gorse cannot react" in said(turn, REACH)


def test_ships_that_stay_behind_are_named_where_forces_are_trimmed() -> None:
    everybody = Raid(AreaName("Deeps"), "all", from_=PlaceName("Rim"), objective="Loam")
    turn = run(begun(oversize="trim"), pact=(everybody,))
    for ship in ("Pincer", "Rivet", "Wedge"):
        assert f"{ship} stays behind: the force would be too large." in said(turn, PACT)
