"""The worked cases: every figure in them was derived by hand from the rules."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.dice import FairDice, QuickDice
from engine.core.ruleset import Event, Role, Turn
from engine.raider import saving
from engine.raider.events import Capture, Sinking
from engine.raider.modules import map_summary
from engine.raider.orders import infer
from engine.raider.scoring import Tally, kudos
from engine.raider.state import IslandName, Ship, ShipName, State
from engine.raider.turn import adjudicate
from tests.helpers import soak

SIGMAS = 4.5

Case = dict[str, Any]
FILES = ("raider.json", "raider-more.json")
CASES: list[Case] = [
    case
    for file in FILES
    for case in json.loads(
        (Path(__file__).parents[2] / "cases" / file).read_text(encoding="utf-8")
    )["cases"]
]


def cases(check: str, kind: str = "deterministic") -> list[Any]:
    return [
        pytest.param(case, id=case["id"])
        for case in CASES
        if case["check"] == check and case["kind"] == kind
    ]


def orders_of(case: Case) -> dict[Role, Any]:
    by_role: dict[Role, list[Any]] = {}
    for order in case["orders"]:
        by_role.setdefault(order["player"], []).append(order)
    return {role: saving.load_orders(orders) for role, orders in by_role.items()}


@pytest.mark.parametrize("case", cases("turn"))
def test_a_turn_ends_as_worked_out(case: Case) -> None:
    state, orders = saving.load(case["state"]), orders_of(case)
    events: list[Event] = []
    for number in range(case.get("turns_to_run", 1)):
        turn = adjudicate(state, orders, FairDice(f"{case['id']} {number}".encode()))
        state, orders = turn.state, {}
        events += turn.events
    expected = case["expected"]
    assert_ships(state, expected.get("ships"))
    assert_stores(state, expected)
    assert_players(state, expected.get("players", {}))
    assert_losses(events, expected)
    for island, count in expected.get("ship_counts", {}).items():
        assert sum(ship.island == island for ship in state.ships.values()) == count


def assert_ships(state: State, expected: list[dict[str, Any]] | None) -> None:
    if expected is None:
        return
    assert sorted(state.ships) == sorted(ship["name"] for ship in expected)
    for wanted in expected:
        ship = state.ships[wanted["name"]]
        for key in ("owner", "island", "kills"):
            assert getattr(ship, key) == wanted.get(key, getattr(ship, key)), (ship, key)
        if "structure" in wanted:
            assert ship.structure == "".join(sorted(wanted["structure"]))
        if "structure_one_of" in wanted:
            assert ship.structure in {"".join(sorted(s)) for s in wanted["structure_one_of"]}
        assert len(ship.structure) == wanted.get("module_count", len(ship.structure))


def assert_stores(state: State, expected: Case) -> None:
    for name, stores in expected.get("stores", {}).items():
        assert dict(state.islands[name].stores) == stores
    for name, total in expected.get("stores_total", {}).items():
        assert sum(state.islands[name].stores.values()) == total


def assert_players(state: State, expected: dict[Role, Any]) -> None:
    for name, wanted in expected.items():
        player = state.players[name]
        assert player.overlord == wanted.get("overlord", player.overlord)
        assert player.visited == frozenset(wanted.get("visited", player.visited))
        assert player.kills == wanted.get("kills", player.kills)
        assert player.points == wanted.get("victory_points", player.points)


def assert_losses(events: list[Event], expected: Case) -> None:
    sunk = [
        {"ship": e.ship, "owner": e.owner, "island": e.island, "by": e.by}
        for e in events
        if isinstance(e, Sinking)
    ]
    if "sinkings" in expected:
        assert sunk == expected["sinkings"]
    if "sinkings_unordered" in expected:
        key = json.dumps
        assert sorted(map(key, sunk)) == sorted(map(key, expected["sinkings_unordered"]))
    if "captures" in expected:
        taken = [msgspec.to_builtins(e) for e in events if isinstance(e, Capture)]
        assert taken == [{"kind": "capture", **capture} for capture in expected["captures"]]


@soak.number("runs", 4_000, 20_000)
@pytest.mark.parametrize("case", cases("turn", "statistical"))
def test_the_odds_are_as_worked_out(case: Case, runs: int) -> None:
    state, orders = saving.load(case["state"]), orders_of(case)
    dice = QuickDice(case["id"])
    hits = [0] * len(case["expected"]["probabilities"])
    for _ in range(runs):
        turn = adjudicate(state, orders, dice)
        for place, row in enumerate(case["expected"]["probabilities"]):
            hits[place] += happened(row["event"], turn)
    for count, row in zip(hits, case["expected"]["probabilities"], strict=True):
        assert_odds(count, runs, Fraction(row["p"]), row["event"])


def assert_odds(count: int, runs: int, p: Fraction, event: Case) -> None:
    if p in (0, 1):
        assert count == p * runs, event
    elif runs * p * (1 - p) >= 5:
        assert abs(count / runs - p) <= SIGMAS * sqrt(p * (1 - p) / runs), (event, count)
    else:
        assert count <= 20, (event, count)


def happened(event: Case, turn: Turn[State]) -> bool:
    ((kind, what),) = event.items()
    ships, sunk = turn.state.ships, [e for e in turn.events if isinstance(e, Sinking)]
    match kind:
        case "all":
            return all(happened(part, turn) for part in what)
        case "any":
            return any(happened(part, turn) for part in what)
        case "not":
            return not happened(what, turn)
        case "afloat":
            return what in ships
        case "sunk":
            return any(e.ship == what for e in sunk)
        case "sunk_by":
            return any((e.ship, e.by) == (what["ship"], what["by"]) for e in sunk)
        case "sinkings_total":
            return bool(len(sunk) == what)
        case "stores":
            stores = turn.state.islands[what["island"]].stores
            return bool(stores.get(what["module"], 0) == what["is"])
        case "player_kills":
            return bool(turn.state.players[what["player"]].kills == what["is"])
    ship = ships.get(what["ship"])
    match kind:
        case "owner":
            return ship is not None and bool(ship.owner == what["is"])
        case "structure":
            return ship is not None and ship.structure == "".join(sorted(what["is"]))
        case "size":
            return ship is not None and bool(len(ship.structure) == what["is"])
        case "count":
            return ship is not None and bool(ship.count(what["module"]) == what["is"])
    raise AssertionError(kind)


@pytest.mark.parametrize("case", cases("infer_command"))
def test_structure_and_name_tell_the_command(case: Case) -> None:
    for row in case["table"]:
        assert infer(row["structure"], row["name"]) == row["command"], row


@pytest.mark.parametrize("case", cases("map_summary"))
def test_the_map_shows_the_three_most_numerous_modules(case: Case) -> None:
    for row in case["table"]:
        assert list(map_summary(row["stores"])) == row["shown"], row


@pytest.mark.parametrize("case", cases("kudos"))
def test_kudos_go_to_the_right_players(case: Case) -> None:
    final = case["final"]
    table = [Tally(p["name"], p["visits"], p["kills"], p["ships"]) for p in final["players"]]
    ships = [
        Ship(ShipName(s["name"]), s["owner"], IslandName("Agnes"), "EEEEE", s["kills"])
        for s in final["ships"]
    ]
    given = {title: list(players) for title, players in kudos(table, ships)}
    assert {tally.player: tally.points for tally in table} == case["expected"]["victory_points"]
    assert given == case["expected"]["kudos"]


def test_every_case_is_run() -> None:
    runs = [
        *cases("turn"),
        *cases("turn", "statistical"),
        *cases("infer_command"),
        *cases("map_summary"),
        *cases("kudos"),
    ]
    assert len(runs) == len(CASES)
