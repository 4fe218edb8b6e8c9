"""Scenario files and what can be wrong with them (OFF-3.3)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from engine.offmap.scenario import Scenario, read
from tests.engine.offmap.deeps import FILE, REACH, scenario, unit


def broken(*path: Any, value: Any, **options: Any) -> list[str]:
    """The codes for the sample with one value changed."""
    data: Any = deepcopy(FILE)
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    said = read(data, options)
    assert isinstance(said, tuple), said
    return [problem.code for problem in said]


def test_the_sample_is_sound() -> None:
    made = scenario()
    assert (made.name, len(made.start.units)) == ("Lights in the Deeps", 59)
    rook = unit(made.start, "Rook")
    assert (rook.side, rook.at, rook.crippled, rook.began_crippled) == (REACH, "Deeps", True, True)
    assert unit(made.start, "Lance").reserve
    assert unit(made.start, "Hearth").capital
    assert unit(made.start, "Nail").group == "P1"


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("sied",), {}, "unknown-key"),
        (("rules", "cost_pe"), 3, "unknown-key"),
        (("side", "pact", "epp"), 3, "unknown-key"),
        (("stack", 0, "grups"), {}, "unknown-key"),
        (("side",), {}, "missing"),
        (("stack",), [], "missing"),
        (("side", "third"), {"name": "Third"}, "two-sides"),
        (("side", "pact", "ep"), -1, "bad-value"),
        (("class", "DN", "kind"), "boat", "bad-value"),
        (("area", "Deeps", "side"), "nobody", "unknown-name"),
        (("stack", 0, "side"), "nobody", "unknown-name"),
        (("stack", 0, "at"), "Nowhere", "unknown-name"),
        (("stack", 0, "at"), "Deeps", "wrong-area"),
        (("stack", 0, "ships", "XX"), ["Extra"], "unknown-name"),
        (("stack", 0, "crippled"), ["Extra"], "unknown-name"),
        (("stack", 0, "ships", "DN"), ["Alder"], "name-twice"),
        (("stack", 0, "ships", "DN"), ["ALDER"], "name-twice"),
        (("stack", 0, "ships", "DN"), ["kest"], "name-twice"),
        (("stack", 0, "ships", "DN"), ["DEEPS"], "name-twice"),
        (("stack", 0, "ships", "DN"), ["Raid"], "reserved"),
        (("stack", 0, "ships", "DN"), ["2nd"], "bad-name"),
        (("stack", 3, "groups"), {"p1": ["Elm"]}, "group-sides"),
        (("place", "Rim", "entry"), {"Shallows": 1}, "unknown-name"),
        (("place", "Rim", "links"), {"Rom": 1}, "unknown-name"),
        (("place", "Rim", "supply"), ["pakt"], "unknown-name"),
        (("game", "first"), "nobody", "unknown-name"),
        (("game", "turns"), 0, "bad-option"),
        (("rules", "zones"), "five", "bad-option"),
        (("rules", "oversize"), "burst", "bad-option"),
        (("rules", "carrier_groups"), "tug", "bad-option"),
    ],
)
def test_what_is_wrong_is_said(path: tuple[Any, ...], value: Any, code: str) -> None:
    assert code in broken(*path, value=value)


@pytest.mark.parametrize(
    ("subs", "code"),
    [({"Hearth": 7}, "bad-sub"), ({"Hearth": 1, "Loam": 1}, "sub-crowded")],
)
def test_sub_areas_are_filled_one_by_one_h68(subs: dict[str, int], code: str) -> None:
    assert code in broken("stack", 2, "sub", value=subs, zones="seven")


def test_ships_crowd_no_sub_area() -> None:
    data: Any = deepcopy(FILE)
    data["stack"][2]["sub"] = {"Hearth": 1, "Alder": 1, "Birch": 1}
    made = read(data, {"zones": "seven"})
    assert isinstance(made, Scenario)
    assert unit(made.start, "Birch").sub == 1


def test_fixed_things_without_a_sub_area_get_the_least_filled() -> None:
    data: Any = deepcopy(FILE)
    data["stack"][2]["sub"] = {"Loam": 1}
    made = read(data, {"zones": "seven"})
    assert isinstance(made, Scenario)
    subs = {name: unit(made.start, name).sub for name in ("Loam", "Bastion", "Hearth", "Marl")}
    assert subs == {"Loam": 1, "Bastion": 2, "Hearth": 3, "Marl": 4}


def test_everything_wrong_is_listed_and_the_nearest_name_offered() -> None:
    data: Any = deepcopy(FILE)
    data["rules"]["cost_pe"] = 1
    data["stack"][0]["at"] = "Rimm"
    said = read(data, {"battel": "quick"})
    assert isinstance(said, tuple)
    assert [problem.suggestion for problem in said] == ["cost_ep", "battle", "Rim"]


def test_the_games_options_go_over_the_scenarios() -> None:
    assert scenario(cost_ep=1, turns=9).start.options.cost_ep == 1
    assert scenario().start.options.turns == 6


def test_what_is_no_table_is_no_scenario() -> None:
    said = read([], {})
    assert isinstance(said, tuple)
    assert said[0].code == "shape"
