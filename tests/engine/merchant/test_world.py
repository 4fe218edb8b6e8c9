"""Worlds are read and checked, positions saved, drawn and corrected."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import BadPosition, GmEdit, Turn
from engine.merchant import drawing, saving
from engine.merchant.events import Correction
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.rules import MERCHANT
from engine.merchant.state import State
from engine.merchant.world import World
from tests.engine.merchant.fleet import ANN, ARCHIPELAGO, archipelago, island, run, ship, world
from tests.engine.merchant.storms import storm

OLD = "AABBEEEEHHHHHHHHHHHR"


def changed(row: int, **change: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(ARCHIPELAGO))
    data["islands"][row] |= change
    return data


def refused(data: Any, **options: Any) -> list[str]:
    read = MERCHANT.read(data, options)
    return [] if isinstance(read, World) else [problem.code for problem in read]


def test_the_archipelago_is_as_designed() -> None:
    read = archipelago()
    factories = [code for each in read.islands for code in each.factories]
    assert (len(read.islands), factories.count("?"), len(factories)) == (30, 15, 50)
    assert (read.seating.least, read.seating.most) == (2, 10)
    homes = [each for each in read.islands if each.home]
    assert all("?" in each.factories and "E" not in each.factories for each in homes)
    assert min(a.point.to(b.point) for a in homes for b in homes if a != b) > 590


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": "Longerthanten"}, "bad-island"),
        ({"name": "Sail"}, "name-reserved"),
        ({"name": "Abe"}, "name-structure"),
        ({"name": "Bouvet"}, "duplicate-name"),
        ({"e": 10000}, "bad-island"),
        ({"e": 12.5}, "bad-island"),
        ({"e": 4084, "n": 8081}, "same-place"),
        ({"factories": []}, "factories"),
        ({"factories": ["A", "B", "?"]}, "factories"),
        ({"factories": ["Q"]}, "bad-island"),
        ({"stores": {"A": -1}}, "bad-island"),
        ({"stores": {"A": 0.5}}, "bad-island"),
        ({"storess": {}}, "unknown-key"),
    ],
)
def test_what_no_island_can_be(change: dict[str, Any], code: str) -> None:
    assert code in refused(changed(0, **change))


def test_what_no_world_can_be() -> None:
    assert refused([]) == ["world-shape"]
    assert refused({}) == ["no-name", "no-islands"]
    assert refused({**ARCHIPELAGO, "nmae": 1}) == ["unknown-key"]
    none = [{**row, "home": False} for row in ARCHIPELAGO["islands"]]
    assert "too-few-homes" in refused({**ARCHIPELAGO, "islands": none})
    odd = [{"name": "Red", "homes": ["Kiska"]}]
    assert refused({**ARCHIPELAGO, "alliances": odd}) == ["bad-home"]


def test_options_are_checked_by_name_and_value() -> None:
    assert refused(ARCHIPELAGO, vp_edn=3) == ["unknown-key"]
    assert refused(ARCHIPELAGO, vp_end=0) == ["bad-option"]
    assert refused(ARCHIPELAGO, midnight="never") == ["bad-option"]
    read = MERCHANT.read({**ARCHIPELAGO, "options": {"vp_end": 40}}, {"midnight": "once"})
    assert isinstance(read, World)
    assert (read.options.vp_end, read.options.midnight) == (40, "once")


@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_the_same_after_being_drawn_and_read(seed: int) -> None:
    state = storm(seed)
    assert drawing.read(drawing.draw(state)) == state
    assert saving.load(json.loads(json.dumps(saving.dump(state)))) == state


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"structure": "AAAA"}, "not 10 to 20"),
        ({"structure": "A+" * 2 + "A" * 10}, "would have sunk"),
        ({"structure": "QQQQQQQQQQ"}, "not made of"),
        ({"fuel": 9.0}, "room for 2"),
        ({"owner": "Zoe"}, "no player Zoe"),
        ({"e": -1.0}, "not in the sea"),
        ({"cargo": {"product": "E", "units": 12}}, "in 11 holds"),
        ({"towing": "Nobody"}, "no other ship"),
        ({"name": "Home"}, "name of an island"),
    ],
)
def test_what_no_position_can_be(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        world(island("Home", 100, 100), {**ship("Argo", "Ann", OLD, 100, 100), **change})


@pytest.mark.parametrize(
    ("mission", "words"),
    [
        ({"mission": "SAIL", "to": []}, "0 places"),
        ({"mission": "SAIL", "to": ["Home", "Home", "Home"]}, "3 places"),
        ({"mission": "SAIL", "to": ["C1"]}, "C1 is no ship"),
        ({"mission": "SAIL", "to": ["argo"]}, "argo is herself"),
        ({"mission": "SAIL", "ship": "Rusty", "to": ["Home"]}, "she is Argo"),
        ({"mission": "TOW", "target": "Home", "to": "Home"}, "Home is no ship"),
        ({"mission": "DISBAND", "at": "Atlantis"}, "no island Atlantis"),
        (
            {"mission": "CARRY", "units": -1, "product": "E", "source": "Home"}
            | {"destination": "Home"},
            "below 0",
        ),
        (
            {"mission": "CARRY", "units": 1, "product": "Q", "source": "Home"}
            | {"destination": "Home"},
            "no product Q",
        ),
        ({"mission": "BUILD", "name": "Sail", "structure": "10E"}, "word of the order language"),
        ({"mission": "REBUILD", "target": "Rusty", "structure": "zzz"}, "not a structure"),
    ],
)
def test_what_no_mission_can_be(mission: dict[str, Any], words: str) -> None:
    argo = ship("Argo", "Ann", OLD, 500, 500, mission={"ship": "Argo"} | mission)
    with pytest.raises(BadPosition, match=words):
        world(island("Home", 100, 100), argo)


def test_a_mission_has_no_more_legs_than_it_has() -> None:
    sail = {"mission": "SAIL", "ship": "Argo", "to": ["Home", "Tirpitz"]}
    home = island("Home", 100, 100)
    world(home, ship("Argo", "Ann", OLD, 500, 500, mission=sail, leg=2))
    with pytest.raises(BadPosition, match="leg: 3, and her mission has 2"):
        world(home, ship("Argo", "Ann", OLD, 500, 500, mission=sail, leg=3))


def test_stores_are_numbers_that_can_be_counted() -> None:
    for code in ("1", "G"):
        with pytest.raises(BadPosition, match="stores: inf"):
            world({**island("Home", 100, 100), "stores": {code: float("inf")}})


def test_a_ship_with_a_new_name_is_still_who_she_was() -> None:
    tow = {"mission": "TOW", "ship": "Tug", "target": "Hulk", "to": "Home"}
    tug = ship("Tug", "Ann", OLD, 500, 500, mission=tow, leg=1, towing="Hulk")
    state = world(island("Home", 100, 100), tug, ship("Hulk", "Ann", OLD, 500, 500))
    for what, value in (("ship/Hulk/name", "Wreck"), ("ship/Tug/name", "Puller")):
        turn = MERCHANT.amend(state, GmEdit(what, value, "a slip of mine"))
        assert isinstance(turn, Turn)
        state = turn.state
    puller = state.ships[ShipName("Puller")]
    assert puller.towing == "Wreck"
    after = MERCHANT.adjudicate(state, {}, QuickDice(1)).state
    assert [round(each.e) for each in after.ships.values()] == [100, 100]


def amended(what: str, value: Any) -> State | str:
    state = world(island("Home", 100, 100), ship("Argo", "Ann", OLD, 500, 500))
    turn = MERCHANT.amend(state, GmEdit(what, value, "a slip of mine"))
    if not isinstance(turn, Turn):
        return turn[0].code
    assert isinstance(turn.events[0], Correction)
    return turn.state


def test_the_gamesmaster_corrects_one_value() -> None:
    moved = amended("ship/Argo/island", "Home")
    assert isinstance(moved, State)
    assert moved.ships[ShipName("Argo")].point == (100, 100)
    stored = amended("island/Home/stores/g", 4)
    assert isinstance(stored, State)
    assert stored.islands[IslandName("Home")].stores == {"G": 4}
    seen = amended("player/Ann/visited", ["Home"])
    assert isinstance(seen, State)
    assert seen.points(ANN) == 1
    added = amended("ship/Newcomer/add", {"owner": "Ann", "island": "Home", "structure": OLD})
    assert isinstance(added, State)
    assert list(added.ships) == ["Argo", "Newcomer"]
    gone = amended("ship/Argo/remove", None)
    assert isinstance(gone, State)
    assert not gone.ships


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("ship/Argo", 1, "bad-path"),
        ("ship/Agro/fuel", 1, "no-such-name"),
        ("ship/Argo/colour", 1, "no-such-field"),
        ("ship/Argo/structure", "AA", "bad-correction"),
        ("ship/Sail/add", {}, "name-reserved"),
        ("player/Ann/alliance", "Blue", "bad-correction"),
        ("island/Home/factories", ["A", "B", "?"], "bad-correction"),
        ("claim/Home", "Ann", "begun"),
        ("ally/Ann", "Cat", "begun"),
    ],
)
def test_a_correction_that_cannot_be_made(what: str, value: Any, code: str) -> None:
    assert amended(what, value) == code


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("ship/Argo/kills", "many", "ship/Argo/kills must be a whole number."),
        ("ship/Argo/engagement", "hide", "must be ignore, attack, shadow or avoid."),
        ("island/Home/stores/G", "x", "island/Home/stores/G must be a number."),
        ("options/vp_end", 0, "options/vp_end must be a whole number >= 1."),
        ("options/firing", "never", "options/firing must be simultaneous or in turn."),
        ("options/vpend", 5, "Do you mean vp_end?"),
        ("options/shared_homes", True, "cannot change once a game is made"),
    ],
)
def test_a_wrong_value_is_answered_with_what_would_do(what: str, value: Any, words: str) -> None:
    state = world(island("Home", 100, 100), ship("Argo", "Ann", OLD, 500, 500))
    problems = MERCHANT.amend(state, GmEdit(what, value, "a slip of mine"))
    assert isinstance(problems, tuple)
    assert words in problems[0].text


def test_the_gamesmaster_ends_the_war_or_prolongs_it() -> None:
    state = run(world(island("Home", 100, 100), ship("Argo", "Ann", OLD, "Home"))).state
    for points, over in ((1, True), (2, False)):
        turn = MERCHANT.amend(state, GmEdit("options/vp_end", points, "as agreed"))
        assert isinstance(turn, Turn)
        assert turn.state.over is over
        assert MERCHANT.stage(turn.state).over is over
