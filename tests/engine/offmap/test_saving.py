"""Positions and orders as data, corrections, drawings, standing orders."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.ruleset import BadPosition, Cancel, GmEdit, Json, Turn
from engine.offmap import saving
from engine.offmap.amend import amend
from engine.offmap.events import Correction
from engine.offmap.merging import merge
from engine.offmap.phases import Phase
from engine.offmap.ruling import ruling
from engine.offmap.scoring import scores
from engine.offmap.state import State
from tests.engine.offmap.deeps import (
    DEEPS,
    FILE,
    PACT,
    REACH,
    Faces,
    deeps,
    orders,
    raid,
    raided,
    run,
    unit,
)
from tests.engine.offmap.test_cases import until_turn

RAID = "raid Deeps from Rim with Anvil, Bellows objective Bastion"


def positions() -> list[State]:
    dice = Faces(objective=6, quick_a=[6], quick_d=[6])
    state = raided(deeps(battle="quick"), RAID, "react Elm", dice)
    fought = run(state, dice).state
    seven = raided(deeps(zones="seven"), RAID, "assign rest to area 4", Faces(search=4))
    return [deeps(), state, fought, until_turn(fought, 2), seven]


@pytest.mark.parametrize("number", range(5))
def test_a_position_is_the_same_after_being_saved(number: int) -> None:
    state = positions()[number]
    text = json.dumps(saving.dump(state))
    assert saving.load(json.loads(text)) == state
    assert json.dumps(saving.dump(saving.load(json.loads(text)))) == text


def test_a_scenario_with_changes_is_a_position() -> None:
    state = saving.load(
        {
            "scenario": FILE,
            "options": {"cost_ep": 1},
            "change": "add area.Hollow (side reach, survey_points 5), pact.ep = 5",
            "given": {"change": "Gorse.reserve = true"},
        }
    )
    assert (state.phase, state.turn, state.options.cost_ep) == (Phase.DECLARE, 1, 1)
    assert (len(state.areas), state.sides[PACT].ep) == (2, 5)
    assert unit(state, "Gorse").reserve


def test_a_scenario_can_be_given_at_any_phase() -> None:
    given: Json = {"turn": 2, "phase": "REACT"}
    state = saving.load({"scenario": FILE, "given": given})
    assert (state.turn, state.phase) == (2, Phase.REACT)
    with pytest.raises(BadPosition, match="phases are declare"):
        saving.load({"scenario": FILE, "phase": "dawn"})


@pytest.mark.parametrize(
    "change",
    ["Nobody.reserve = true", "what", "area.Deeps = 3", 'Anvil.at = "Nowhere"', "Anvil.spent = -1"],
)
def test_a_change_that_cannot_be_made_is_no_position(change: str) -> None:
    with pytest.raises(BadPosition):
        saving.load({"scenario": FILE, "change": change})


@pytest.mark.parametrize("data", [None, [], {}, "x", {"turn": "x"}, {"stage": 1}, {"scenario": {}}])
def test_what_is_no_position_is_refused(data: Json) -> None:
    with pytest.raises(BadPosition):
        saving.load(data)


@pytest.mark.parametrize("data", [3, [{"verb": "fly"}], [{"verb": "raid"}], ["raid"]])
def test_what_is_no_order_is_refused(data: Json) -> None:
    with pytest.raises(BadPosition):
        saving.load_orders(data)


def corrected(what: str, value: Json) -> Turn[State] | tuple[Any, ...]:
    return amend(deeps(), GmEdit(what, value, "a slip"))


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("unit/Anvil/at", "Kest"),
        ("unit/Anvil/crippled", True),
        ("side/pact/ep", 4),
        ("area/Deeps/survey_points", 3),
        ("area/Deeps/raids/Loam", 2),
        ("area/Deeps/found", [4]),
        ("place/Rim/entry/Deeps", 2),
        ("unit/Newcomer/add", {"type": "DD", "side": "pact", "at": "Rim"}),
        ("unit/Anvil/remove", None),
        ("unit/Anvil/destroy", None),
    ],
)
def test_the_gamesmaster_corrects_a_value(what: str, value: Json) -> None:
    turn = corrected(what, value)
    assert isinstance(turn, Turn)
    (event,) = turn.events
    assert turn.state != deeps()
    assert saving.load(saving.dump(turn.state)) == turn.state
    assert event == Correction(what, value, "a slip", quiet=False)


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("unit", 1, "bad-path"),
        ("boat/Anvil/at", "Rim", "bad-path"),
        ("unit/Anvl/at", "Rim", "no-such-name"),
        ("unit/Anvil/colour", "red", "no-such-field"),
        ("unit/Anvil/at", "Nowhere", "bad-correction"),
        ("unit/Anvil/crippled", "perhaps", "bad-correction"),
        ("unit/Anvil/at", "Deeps", "bad-correction"),
        ("unit/Anvil/add", {"type": "DD", "side": "pact", "at": "Rim"}, "name-twice"),
        ("unit/2nd/add", {"type": "DD", "side": "pact", "at": "Rim"}, "bad-name"),
        ("unit/Newcomer/add", "DD", "bad-value"),
        ("unit/Kest/add", {"type": "DD", "side": "pact", "at": "Rim"}, "name-twice"),
        ("unit/Far/add", {"type": "DD", "side": "pact", "at": "Rim"}, "bad-name"),
        ("unit/New/add", {"type": "DD", "side": "pact", "at": "Rim", "colour": 1}, "no-such-field"),
        ("unit/Anvil/at/Rim", 1, "bad-correction"),
        ("side/pact/ep/Deeps", 1, "bad-correction"),
        ("side/pact/ep", -1, "bad-correction"),
        ("area/Deeps/survey_points", -1, "bad-correction"),
        ("area/Deeps/raids/Wagons", -1, "bad-correction"),
        ("area/Deeps/found", [7], "bad-correction"),
        ("area/Deeps/plans", {"shelters": {"Cradle": "Nobody"}}, "bad-correction"),
        ("place/Rim/entry/Deeps", 0, "bad-correction"),
        ("place/Rim/links/Ford", -1, "bad-correction"),
        ("place/Rim/supply", ["nobody"], "bad-correction"),
        ("unit/Marl/sub", 7, "bad-correction"),
        ("unit/Cradle/shifting", "Nowhere", "bad-correction"),
    ],
)
def test_a_correction_that_cannot_be_made_says_why(what: str, value: Json, code: str) -> None:
    said = corrected(what, value)
    assert isinstance(said, tuple)
    assert [problem.code for problem in said] == [code]


def test_a_unit_that_is_added_crippled_scores_for_nobody() -> None:
    new: Json = {"type": "DD", "side": "pact", "at": "Rim", "crippled": True}
    turn = corrected("unit/Newcomer/add", new)
    assert isinstance(turn, Turn)
    assert scores(turn.state) == {PACT: 0, REACH: 0}


@pytest.mark.parametrize("how", ["remove", "destroy"])
def test_a_unit_taken_off_the_board_is_in_no_plan_and_in_no_raid(how: str) -> None:
    plans = "guard Bastion with Halberd, Alder; shelter Cradle, Rook at Bastion; near 3"
    state = run(deeps(guards=True, shelter=True), reach=plans, pact=STRIKE).state
    for name in ("Halberd", "Rook", "Dross", "Wagons"):
        state = correct(state, f"unit/{name}/{how}")
    plan = state.areas[DEEPS].plans
    assert (plan.guards, plan.shelters) == ({"Bastion": ("Alder",)}, {"Cradle": "Bastion"})
    turn = run(state, Faces(objective=6, group=5), reach="react Jay")
    assert raid(turn.state).force == ("Anvil",)
    assert (raid(turn.state).objective_die, raid(turn.state).reached) == (0, False)
    met = run(correct(turn.state, f"unit/Jay/{how}")).state
    assert raid(met).reacting == {}
    assert sum(raid(met).sizes) == sum(map(len, raid(met).forces)) == 15


def test_what_was_fought_keeps_who_was_taken_off_the_board_afterwards() -> None:
    state = run(raided(deeps(), STRIKE)).state
    after = correct(run(state, pact="report none").state, "unit/Dross/destroy")
    assert raid(after).force == ("Anvil", "Dross")


STRIKE = "raid Deeps from Rim with Anvil, Dross objective Wagons"


def correct(state: State, what: str) -> State:
    turn = amend(state, GmEdit(what, None, "a slip"))
    assert isinstance(turn, Turn), turn
    return turn.state


def test_a_ruling_is_written_as_a_report() -> None:
    told = ruling("report crippled Dross & Emery; destroyed Cedar; survey lost 5")
    assert (sorted(told.crippled), sorted(told.destroyed)) == (["Dross", "Emery"], ["Cedar"])
    assert told.survey_lost == 5
    assert ruling("none") == ruling("report none")


@pytest.mark.parametrize("text", ["", "Dross crippled", "crippled", "survey lost many"])
def test_what_is_no_ruling_is_refused(text: str) -> None:
    with pytest.raises(BadPosition, match="written as a report"):
        ruling(text)


@pytest.mark.parametrize(
    ("standing", "letter", "after"),
    [
        ("raid Deeps with Anvil", "raid Deeps with Dross", "raid Deeps with Dross"),
        (
            "raid Deeps with Anvil",
            "raid Hollow with Dross",
            "raid Deeps with Anvil; raid Hollow with Dross",
        ),
        ("move Anvil, Jig to Ford", "move Anvil to Kest", "move Jig to Ford; move Anvil to Kest"),
        ("react Elm", "react Jay", "react Jay"),
        ("near 2", "near weakest", "near weakest"),
        ("guard Loam with Alder; guard Marl with Birch", "guard Loam with Cedar",
         "guard Loam with Cedar"),
        ("assign Alder to area 2", "assign rest to area 3", "assign rest to area 3"),
        ("report crippled Alder; report rounds 2", "report none", "report none"),
        ("raid Deeps with Anvil", "pass", "pass"),
        ("pass", "raid Deeps with Anvil", "raid Deeps with Anvil"),
        ("move Anvil to Ford", "pass", "move Anvil to Ford; pass"),
        ("commit near", "commit far", "commit near; commit far"),
    ],
)  # fmt: skip
def test_a_later_letter_replaces_what_it_names(standing: str, letter: str, after: str) -> None:
    assert merge(orders(standing), orders(letter)) == orders(after)


def test_two_raids_into_one_area_in_a_letter_both_stay_so_that_one_is_refused() -> None:
    letter = orders("raid Deeps with Anvil; raid Deeps with Dross")
    assert merge((), letter) == letter


@pytest.mark.parametrize(
    ("subject", "after"),
    [
        (None, ""),
        ("deeps", "move Anvil, Dross to Ford; near 2"),
        ("raid", "move Anvil, Dross to Ford; near 2"),
        ("anvil", "move Dross to Ford; near 2; raid Deeps with Anvil"),
        ("move", "near 2; raid Deeps with Anvil"),
        ("near", "move Anvil, Dross to Ford; raid Deeps with Anvil"),
        ("nothing", "move Anvil, Dross to Ford; near 2; raid Deeps with Anvil"),
    ],
)
def test_what_can_be_cancelled(subject: str | None, after: str) -> None:
    standing = orders("move Anvil, Dross to Ford; near 2; raid Deeps with Anvil")
    assert merge(standing, (Cancel(subject),)) == orders(after)
