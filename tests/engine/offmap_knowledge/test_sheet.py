"""What the letters say (OFF-3.10), with the raid of the sample scenario."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Json, Problem, Turn
from engine.offmap import scenario, setup
from engine.offmap.options import Options
from engine.offmap.orders import Agree, Near, React, Report, Shift
from engine.offmap.sheet import sheet
from engine.offmap.state import State
from tests.helpers.offmap_games import DEEPS, PACT, REACH, begun
from tests.helpers.offmap_tellings import (
    Faces,
    answered,
    declared,
    names,
    raid,
    resolved,
    run,
    said,
    to_ford,
)

VARIED = [field for field in msgspec.structs.fields(Options) if field.name != "first"]

JAY_KITE = React(names("Jay Kite"))


def test_sign_up_tells_the_game_its_odds_and_the_forces() -> None:
    read = scenario.read(DEEPS, {})
    assert isinstance(read, scenario.Scenario)
    told = said(setup.setup(read, (), FairDice(b"x")), PACT)
    assert "You lead the Orrin Pact in Lights in the Deeps." in told
    assert "objective: survey points | -4 | 2 in 6" in told
    assert "Kest | DD | Yoke, Zinc | 10 | 4 | 6" in told
    assert "Ford | Deeps 1 | Rim 1, Kest 3 | Orrin Pact" in told


@pytest.mark.parametrize("field", VARIED, ids=lambda field: field.name)
def test_sign_up_tells_whatever_a_game_plays_otherwise(field: msgspec.structs.FieldInfo) -> None:
    usual = said(opened(), PACT)
    words = [each for each in get_args(field.type) if isinstance(each, str)]
    others = [False, True] if field.type is bool else words or [field.default + 1]
    told = [said(opened(**{field.name: value}), PACT) for value in others if value != field.default]
    assert usual not in told
    assert len(set(told)) == len(told)


def opened(**options: Json) -> Turn[State]:
    read = scenario.read(DEEPS, {"first": "pact", **options})
    assert isinstance(read, scenario.Scenario), read
    return setup.setup(read, (), FairDice(b"x"))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "say who reacts, and which force shall be near"),
        ({"zones": "seven"}, "say who reacts, and in which sub-areas your ships are."),
        ({"defence": "chosen"}, "say who reacts."),
    ],
)
def test_the_defender_is_asked_for_what_the_game_plays(
    options: dict[str, Json], words: str
) -> None:
    assert f"A raid is coming: {words}" in said(declared(**options), REACH)


def test_the_raider_is_told_what_he_paid_and_what_is_left() -> None:
    told = said(declared(), PACT)
    assert "Your raid into Deeps is on its way: 10 ships, 6 of 12 counted; 3 EP paid." in told
    assert "You have 6 EP (+1 a turn)" in told


def test_where_any_size_may_go_no_limit_is_told() -> None:
    assert "is on its way: 10 ships, 6 counted; 3 EP paid." in said(declared(size_rule="any"), PACT)


def test_the_defender_gets_the_notice_with_his_forces_as_they_would_be() -> None:
    told = said(declared(), REACH)
    assert "Orrin Pact from Ford with 10 ships: BC Bellows, Crucible;" in told
    assert "Objective: Wagons (convoy)." in told
    assert "2 | 6 | 38 | BC Glaive; CA Cedar; CV Lantern; DD Gannet; ES Nettle; SC Lookout" in told


def test_the_raider_waits_in_silence_for_the_result() -> None:
    assert said(answered(), PACT) == ""


def test_the_defender_is_shown_the_die_when_he_has_to_choose() -> None:
    told = said(answered(), REACH)
    assert "The group die is 4: force 2 meets the raid." in told
    assert "was needed" not in told


def test_the_defender_is_not_written_to_when_near_stands_already() -> None:
    assert said(answered(Near("weakest")), REACH) == ""


def test_the_result_shows_the_lines_that_decided() -> None:
    told = said(resolved(JAY_KITE), PACT)
    assert "4 points left | +4" in told
    assert "convoy, dock or crippled ship | -1" in told
    assert "2 + 3 = 5, and 6 was needed: Wagons is NOT reached and takes no part." in told
    assert "2 (initial) | 1 | 7 | 41 | BC Glaive; CA Cedar; CL Rook (crippled);" in told
    assert "3 (near) | 2 | 6 | ? | not known to you" not in told
    assert "1 (near) | 2 | 7 | ? | not known to you" in told


def test_the_defender_reads_all_three_forces() -> None:
    told = said(resolved(JAY_KITE, Near("weakest")), REACH)
    assert "3 (near) | 2 | 6 | 38 | BC Partisan; CA Damson;" in told
    assert "With the far force: SV Plumb, Sextant." in told


def test_an_objective_that_is_reached_stands_with_those_who_fight() -> None:
    told = said(resolved(dice=Faces(objective=3)), PACT)
    assert "at the objective | 1 | 1 | 2 | CN Wagons" in told


def test_an_approach_round_comes_first_where_the_players_fight_one() -> None:
    words, reached = "The first round is an approach round", Faces(objective=3)
    assert words in said(resolved(dice=reached, intercept=True), PACT)
    assert words not in said(resolved(intercept=True), PACT)
    assert words not in said(resolved(dice=reached, intercept=True, battle="quick"), PACT)


def test_a_sure_face_is_told_where_the_total_says_otherwise() -> None:
    missed = said(resolved(dice=Faces(objective=1), natural=True, threshold=2), PACT)
    assert "1 + 3 = 4, and 2 was needed, but a 1 always misses: Wagons is NOT reached" in missed
    reached = said(resolved(dice=Faces(objective=6), natural=True, threshold=10), PACT)
    assert "6 + 3 = 9, and 10 was needed, but a 6 always reaches: Wagons is reached" in reached


def test_police_meet_the_raid_whether_the_objective_is_reached_or_not() -> None:
    classes = {**DEEPS["class"], "DD": {**DEEPS["class"]["DD"], "tags": ["police"]}}
    state = begun({**DEEPS, "class": classes}, police="fifty")
    strike, dice = (to_ford(), raid()), Faces(objective=1, police=4)
    met = run(run(run(state, pact=strike).state, dice).state, dice)
    assert "police | 1 | 1 | 5 | DD Finch" in said(met, PACT)


def test_a_shift_is_told_with_when_it_happens() -> None:
    shift = Shift(names("Cradle"), "far")
    told = said(run(begun(zones="near_far"), reach=(shift,)), REACH)
    assert "Cradle shifts to far at the end of the turn." in told


def test_the_result_of_the_battle_and_the_score() -> None:
    report = Report(crippled=names("Dross Cedar"))
    told = said(run(resolved().state, pact=(report,), reach=(Agree(),)), PACT)
    assert "Result: Cedar and Dross crippled." in told
    assert "Orrin Pact | 4" in told


def test_reports_that_differ_go_to_the_gamesmaster() -> None:
    one, other = Report(crippled=names("Dross")), Report()
    told = said(run(resolved().state, pact=(one,), reach=(other,)), REACH)
    assert "The reports differ: the Gamesmaster decides" in told


def test_a_quick_battle_is_told_round_by_round() -> None:
    told = said(resolved(battle="quick"), PACT)
    assert "Round | Raiders' power | Die | Hits | Defenders' power | Die | Hits" in told


def test_sub_areas_are_told_with_the_search_die() -> None:
    told = said(resolved(zones="seven"), PACT)
    assert "Search die 3: sub-area 3 is found." in told
    assert "all there | 1 | 1 | 10 | PL Marl" in told


def test_no_raid_is_told_to_both() -> None:
    turn = run(begun())
    assert "Orrin Pact launched no raid." in said(turn, PACT)
    assert "Orrin Pact launched no raid." in said(turn, REACH)


def test_the_last_sheet_names_the_winner() -> None:
    state = begun(turns=1)
    for _ in range(4):
        state = run(state).state
    assert "The game is over. Vael Reach has won." in said(run(state), PACT)


def test_what_went_wrong_is_told_to_who_ordered_it() -> None:
    turn = run(declared().state, reach=(React(names("Gorse Jay")),))
    problems: tuple[Problem, ...] = turn.problems[REACH]
    assert problems[0].text in said(turn, REACH)
    assert "Gorse cannot react" not in said(turn, PACT)


def test_facts_are_json() -> None:
    made = sheet(resolved(), PACT, ())
    assert made is not None
    facts = json.loads(json.dumps(made.facts))
    assert facts["phase"] == "battle"
    assert facts["raids"]["Deeps"]["sizes"] == [6, 6, 6]
    assert facts["sides"]["reach"] == {"name": "Vael Reach"}
