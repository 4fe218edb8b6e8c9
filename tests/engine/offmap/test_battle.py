"""Reports, disputes, the quick battle, the way home (OFF-3.5, OFF-3.6, OFF-H1 to H8, H75, H76)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ruleset import GmEdit, Turn
from engine.offmap.amend import amend
from engine.offmap.checks import why_not
from engine.offmap.events import Committed, Disputed, Home, NoBattle, QuickRound, Result
from engine.offmap.forecast import forecast
from engine.offmap.ids import UnitName
from engine.offmap.knowledge import view
from engine.offmap.merging import merge, ready
from engine.offmap.phases import Phase
from engine.offmap.quick import Line
from engine.offmap.reporting import participants
from engine.offmap.seeing import everything
from engine.offmap.state import State
from engine.offmap.telling import at_once
from engine.offmap.turn import stage
from tests.engine.offmap.deeps import (
    DEEPS,
    PACT,
    REACH,
    Faces,
    codes,
    deeps,
    orders,
    raid,
    raided,
    run,
    slips,
    unit,
    until,
)
from tests.engine.offmap.test_cases import until_turn

FORCE = "Anvil, Bellows, Dross"


def battle(objective: str = "Bastion", change: str = "", **options: Any) -> State:
    """BATTLE: force 1 is initial, 2 near, 3 far; the objective was reached."""
    dice = Faces(objective=6, group=1)
    order = f"raid Deeps from Rim with {FORCE} objective {objective}"
    return until(raided(deeps(change, **options), order, "near 2", dice), Phase.BATTLE)


def said(state: State, letter: str, role: str = "pact") -> list[tuple[str, str]]:
    side = PACT if role == "pact" else REACH
    return slips(why_not(everything(state, side), orders(letter)))


def test_nothing_is_lost_if_nobody_reports_h75() -> None:
    after = run(battle()).state
    assert not any(each.crippled for each in after.units.values() if not each.began_crippled)
    assert after.phase is Phase.END


def test_one_report_that_is_accepted_is_applied() -> None:
    after = run(battle(), pact="report destroyed Alder", reach="agree").state
    assert "Alder" in after.wrecks


def test_different_reports_change_nothing_h76() -> None:
    turn = run(battle(), pact="report destroyed Alder", reach="report crippled Alder")
    assert raid(turn.state).disputed
    assert any(isinstance(event, Disputed) for event in turn.events)
    assert not unit(turn.state, "Alder").crippled
    assert stage(turn.state).waits_for_gm


def test_a_dispute_waits_for_the_gamesmaster_h76() -> None:
    turn = run(battle(), pact="report destroyed Alder", reach="dispute Alder was not there")
    assert raid(turn.state).disputes == {REACH: "Alder was not there"}
    ruled = amend(turn.state, GmEdit("raid/Deeps/result", "crippled Alder and Dross", "logs"))
    assert isinstance(ruled, Turn)
    assert not stage(ruled.state).waits_for_gm
    after = run(ruled.state).state
    assert (unit(after, "Alder").crippled, unit(after, "Dross").crippled) == (True, True)


def test_a_dispute_that_is_not_ruled_changes_nothing() -> None:
    after = until_turn(run(battle(), reach="dispute no").state, 2)
    assert "Alder" in after.units


def test_who_was_met_is_known_though_nobody_ruled_on_the_battle() -> None:
    disputed = run(battle(intel="fixed"), pact="dispute it was otherwise").state
    assert "Alder" in view(run(disputed).state, PACT).units


def test_a_ruling_needs_a_dispute_and_known_units() -> None:
    edit = GmEdit("raid/Deeps/result", "crippled Alder", "why")
    assert [p.code for p in _problems(amend(battle(), edit))] == ["no-dispute"]
    disputed = run(battle(), reach="dispute no").state
    edit = GmEdit("raid/Deeps/result", "crippled Aldr", "why")
    (problem,) = _problems(amend(disputed, edit))
    assert (problem.code, problem.suggestion) == ("no-such-name", "Alder")


def _problems(made: Any) -> Any:
    assert isinstance(made, tuple)
    return made


def test_rounds_and_withdrawal_count_only_if_both_give_them() -> None:
    loss = "report crippled Alder"
    assert raid(run(battle(), pact=f"{loss}; report rounds 2", reach=loss).state).result
    both = run(battle(), pact=f"{loss}; report rounds 2", reach=f"{loss}; report rounds 1")
    assert raid(both.state).disputed
    withdrew = run(battle(), pact="report withdrew attacker", reach="report withdrew defender")
    assert raid(withdrew.state).disputed


def test_crippled_and_then_destroyed_is_destroyed() -> None:
    """So those agree of whom one writes only the end of it."""
    both = "report crippled Alder, Dross; report destroyed Alder"
    after = run(battle(), pact=both, reach="report destroyed Alder; report crippled Dross").state
    assert not raid(after).disputed
    assert "Alder" in after.wrecks
    (notice,) = at_once(battle(), PACT, orders(both))
    assert " crippled: Dross\n destroyed: Alder\n" in notice.text


def test_what_only_one_of_two_equal_reports_gives_belongs_to_the_result() -> None:
    told = run(battle(), pact="report none; report withdrew attacker", reach="report rounds 2")
    result = raid(told.state).result
    assert result is not None
    assert (result.rounds, result.withdrew) == (2, "attacker")


def test_survey_points_as_usual_are_the_same_as_reported() -> None:
    after = run(battle("survey"), pact="report survey lost 27", reach="report none").state
    assert after.areas[DEEPS].survey_points == 0


def test_fewer_survey_points_can_be_reported() -> None:
    after = run(battle("survey"), pact="report survey lost 7").state
    assert (after.areas[DEEPS].survey_points, after.areas[DEEPS].survey_lost) == (20, 7)


@pytest.mark.parametrize(
    ("letter", "slip"),
    [
        ("report crippled Alder, Cradle", ("E-REPORT", "Cradle")),
        ("report crippled Alder, Gantry", ("E-REPORT", "Gantry")),
        ("report crippled Alder, Nobody", ("E-UNIT", "Nobody")),
        ("report destroyed Alder, Loam", ("E-REPORT", "Loam")),
        ("report devastated Alder; report none", ("E-REPORT", "Alder")),
        ("report crippled Rook, Alder", ("E-REPORT", "Rook")),
        ("report survey lost 3; report none", ("E-REPORT", "survey")),
    ],
)
def test_only_what_can_have_happened_is_reported(letter: str, slip: tuple[str, str]) -> None:
    assert slip in said(battle(), letter)


@pytest.mark.parametrize(("force", "rounds"), [("Cedar", "near_round"), ("Damson", "far_round")])
def test_of_a_force_that_never_joins_nothing_is_reported_h1(force: str, rounds: str) -> None:
    options: dict[str, Any] = {rounds: 0}
    state = battle(**options)
    assert force not in there(state)
    letter = f"report crippled Alder, {force}"
    assert said(state, letter, "reach") == [("E-REPORT", force)]
    assert force in run(state, pact=f"report destroyed {force}").state.units


def test_who_knows_that_nobody_joins_reports_only_whom_he_met() -> None:
    seen = view(battle(near_round=0, far_round=0), PACT)
    assert slips(why_not(seen, orders("report crippled Alder, Elm"))) == [("E-REPORT", "Elm")]


def test_a_report_of_ships_that_were_not_there_is_a_report() -> None:
    """Its writer cannot know that they were not; the other side's report differs."""
    state = battle()
    assert why_not(view(state, PACT), orders("report crippled Elm")) == ()
    after = run(state, pact="report crippled Elm", reach="report crippled Anvil").state
    assert raid(after).disputed
    assert not unit(run(state, pact="report crippled Elm").state, "Elm").crippled


def test_survey_points_that_are_not_known_can_be_reported_lost() -> None:
    state = battle("survey", intel="fixed")
    assert why_not(view(state, PACT), orders("report survey lost 5")) == ()
    assert run(state, pact="report survey lost 5").state.areas[DEEPS].survey_points == 22
    assert run(state, pact="report survey lost 50").state.areas[DEEPS].survey_points == 0


def test_a_result_does_not_tell_who_was_not_there() -> None:
    state = battle(guards=True)
    assert PACT not in run(state, pact="report destroyed Cradle, Alder").problems


def test_a_planet_is_devastated() -> None:
    state = battle("Loam")
    assert said(state, "report devastated Loam") == []
    after = run(state, pact="report devastated Loam").state
    assert unit(after, "Loam").crippled


def test_who_joins_is_said_at_once() -> None:
    state = battle()
    (notice,) = at_once(state, REACH, orders("commit near"))
    assert notice.to == PACT
    assert "Cedar CA" in notice.text
    turn = run(state, reach="commit near")
    (joined,) = (event for event in turn.events if isinstance(event, Committed))
    assert joined.units == raid(state).forces[1]


def test_a_force_that_never_joins_cannot_be_committed() -> None:
    assert said(battle(near_round=0), "commit near", "reach") == [("E-COMMIT", "near")]


def test_each_side_hears_the_others_report_at_once() -> None:
    state = battle()
    (notice,) = at_once(state, PACT, orders("report crippled Dross; report rounds 1"))
    assert notice.to == REACH
    assert "crippled: Dross" in notice.text
    assert at_once(until_turn(state, 2), PACT, orders("report none")) == ()


def test_agreeing_takes_the_place_of_ones_own_report() -> None:
    assert merge(orders("report crippled Dross"), orders("agree")) == orders("agree")
    assert merge(orders("agree"), orders("report none")) == orders("report none")


def test_both_owe_a_word_on_the_battle() -> None:
    state = battle()
    assert stage(state).owes == (PACT, REACH)
    assert not ready(everything(state, PACT), orders("retrograde to Kest"))
    assert ready(everything(state, PACT), orders("report none"))


def test_raiders_go_back_to_the_launch_place_h5_h62() -> None:
    assert unit(until_turn(battle(), 2), "Anvil").at == "Rim"


def test_raiders_go_where_they_are_sent_in_supply_and_reach_h62() -> None:
    state = battle()
    turn = run(state, pact="retrograde Anvil, Dross to Ford")
    after = run(turn.state)
    assert {unit(after.state, name).at for name in ("Anvil", "Dross")} == {"Ford"}
    homes = [(e.to, e.units) for e in after.events if isinstance(e, Home)]
    assert homes == [("Ford", ("Anvil", "Dross")), ("Rim", ("Bellows",))]


@pytest.mark.parametrize(
    ("place", "change"), [("Rim", ""), ("Kest", "Kest.links = {}, Rim.links = {}")]
)
def test_without_supply_or_too_far_it_is_the_launch_place(place: str, change: str) -> None:
    state = battle(change=change)
    turn = run(state, pact=f"retrograde Anvil to {place}")
    assert "E-RETRO" in codes(turn, PACT)
    assert unit(run(turn.state).state, "Anvil").at == "Rim"


@pytest.mark.parametrize("options", [{"battle": "quick"}, {"zones": "seven"}, {}])
def test_the_way_home_may_be_said_with_the_raid_h62(options: dict[str, Any]) -> None:
    """Where nobody is met, or the battle is fought here, there is no later word."""
    letter = f"raid Deeps from Rim with {FORCE} objective survey; retrograde Anvil, Dross to Ford"
    state = run(deeps(**options), pact=letter).state
    turn = run(until(state, Phase.END))
    assert [(e.to, e.units) for e in turn.events if isinstance(e, Home)] == [
        ("Ford", ("Anvil", "Dross")), ("Rim", ("Bellows",)),
    ]  # fmt: skip


def test_a_later_word_on_the_way_home_counts_h62() -> None:
    letter = f"raid Deeps from Rim with {FORCE} objective Bastion; retrograde to Ford"
    state = until(run(deeps(), pact=letter).state, Phase.BATTLE)
    after = run(run(state, pact="retrograde Anvil to Kest").state).state
    assert [unit(after, name).at for name in ("Anvil", "Dross")] == ["Kest", "Ford"]


@pytest.mark.parametrize(
    ("letter", "code"),
    [
        ("retrograde to Ford", "E-EMPTY"),
        ("raid Deeps from Rim with Anvil objective Marl; retrograde Dross to Ford", "E-RETRO"),
        ("raid Deeps from Rim with Anvil objective Marl; retrograde Anvil to Rim", "E-RETRO"),
        ("raid Deeps from Rim with Plumb objective Marl; retrograde Anvil to Ford", "E-RETRO"),
    ],
)
def test_only_those_who_raid_are_sent_home(letter: str, code: str) -> None:
    assert code in codes(run(deeps(), pact=letter), PACT)


def test_the_receipt_tells_where_they_go_home() -> None:
    letter = "raid Deeps from Rim with Anvil, Dross objective Marl; retrograde Dross to Kest"
    notes = [note.text for note in forecast(view(deeps(), PACT), orders(letter))]
    assert "Home to Kest at the end: CA Dross." in notes


def test_ships_of_waiting_forces_may_stay_out_where_the_game_says_so() -> None:
    state = battle(excuse="waiting")
    assert said(state, "excuse Cedar, Alder", "reach") == [("E-EXCUSE", "Alder")]
    after = run(state, pact="report destroyed Cedar", reach="excuse Cedar").state
    assert "Cedar" in after.units


def test_ships_in_reserve_may_stay_out_of_the_division_where_the_game_says_so() -> None:
    declared = run(
        deeps("Alder.reserve = true", excuse="reserve"),
        pact="raid Deeps from Rim with Anvil objective Bastion",
    ).state
    turn = run(declared, reach="excuse Alder, Birch")
    assert "Alder" not in {name for force in raid(turn.state).forces for name in force}
    assert codes(turn, REACH) == ["E-EXCUSE"]


def test_who_shall_stay_out_if_she_waits_is_divided_all_the_same() -> None:
    """Ordered before the dice, it holds for those who come to a waiting force (OFF-3.14)."""
    state = raided(deeps(excuse="waiting"), STRIKE, "excuse Alder, Cedar", Faces(group=1))
    assert raid(state).forces == raid(raided(deeps(), STRIKE)).forces
    met = run(state, reach="near 2").state
    assert raid(met).excused == ("Cedar",)
    assert {"Alder"} < there(met).difference({"Cedar"}) == there(met)


def test_the_objective_cannot_stay_out_and_an_excused_guard_does_not_fight() -> None:
    marked = deeps("Alder.reserve = true, Halberd.reserve = true", excuse="reserve", guards=True)
    state = run(marked, pact="raid Deeps from Rim with Anvil objective Alder",
                reach="guard Alder with Halberd, Glaive").state  # fmt: skip
    state = run(state, Faces(objective=6), reach="excuse Alder, Halberd").state
    assert raid(state).with_objective == ("Alder", "Glaive")
    assert "Alder" in there(state)


def test_the_raider_is_not_told_who_stayed_out_of_a_force_that_joined() -> None:
    state = battle(excuse="waiting", intel="fixed")
    letter = orders("excuse Cedar; commit near")
    (notice,) = at_once(state, REACH, letter)
    after = run(state, reach="excuse Cedar; commit near").state
    told = view(after, PACT).raids[DEEPS]
    assert "Cedar" not in notice.text
    assert "Cedar" not in told.forces[1]
    assert told.sizes[1] == len(told.forces[1]) == 5
    assert "Cedar" not in view(after, PACT).units


def test_bases_and_planets_do_not_stay_out() -> None:
    declared = run(deeps(excuse="waiting", zones="seven"), pact="raid Deeps with Anvil").state
    assert said(declared, "excuse Bastion, Alder", "reach") == [("E-EXCUSE", "Bastion")]


STRIKE = "raid Deeps from Rim with Anvil objective Bastion"


def there(state: State) -> frozenset[UnitName]:
    return participants(raid(state), state.options)


def test_nobody_is_excused_as_a_rule() -> None:
    assert said(battle(), "excuse Cedar", "reach") == [("E-EXCUSE", "Cedar")]


def quick(fight: int, dice: Faces, **options: Any) -> Turn[State]:
    letter = f"raid Deeps from Rim with {FORCE} objective Bastion fight {fight}"
    state = raided(deeps(battle="quick", **options), letter, "near 2", dice)
    return run(state, dice)


def test_a_quick_battle_needs_no_reports_h8() -> None:
    turn = quick(1, Faces(objective=6))
    assert any(isinstance(event, Result) for event in turn.events)
    assert stage(turn.state).owes == ()


def test_in_a_quick_battle_forces_join_at_their_round_h1() -> None:
    turn = quick(3, Faces(objective=1, quick_d=[1, 1, 1]))
    fought = [event.round for event in turn.events if isinstance(event, QuickRound)]
    powers = [each.defender_power for each in fought]
    assert len(fought) == 3
    assert powers[0] < powers[1] < powers[2]


def test_the_rounds_at_which_they_join_can_be_set_h1() -> None:
    turn = quick(2, Faces(objective=1, quick_d=[1, 1]), near_round=1, far_round=2)
    first, second = (event.round for event in turn.events if isinstance(event, QuickRound))
    usual = quick(1, Faces(objective=1)).events
    (alone,) = (event.round for event in usual if isinstance(event, QuickRound))
    assert alone.defender_power < first.defender_power < second.defender_power


@pytest.mark.parametrize(("first", "then"), [("quick", "report"), ("report", "quick")])
def test_a_battle_is_fought_once_though_the_option_changes(first: str, then: str) -> None:
    state = battle("survey", battle=first)
    turn = amend(state, GmEdit("options/battle", then, "a test"))
    assert isinstance(turn, Turn)
    assert bool(stage(turn.state).owes) == (first == "report")
    lost = run(turn.state, pact="report survey lost 5").state.areas[DEEPS].survey_lost
    assert lost == {"quick": state.areas[DEEPS].survey_lost, "report": 5}[first]


def test_survey_ships_do_not_fight_quick_battles_h2() -> None:
    turn = quick(3, Faces(objective=1))
    named = {
        n for e in turn.events if isinstance(e, QuickRound) for _, n in e.round.defender_losses
    }
    assert not named & {"Plumb", "Sextant"}


def test_nor_do_they_where_they_are_found_in_their_sub_area_h2() -> None:
    dice = Faces(search=6, quick_a=6)
    away = deeps("Plumb.zone = near, Plumb.sub = 6", zones="seven", battle="quick")
    state = run(raided(away, f"raid Deeps from Rim with {FORCE}", "", dice), dice).state
    assert raid(state).battle
    assert (raid(state).rounds, unit(state, "Plumb").crippled) == ((), False)


def line(state: State, names: str, objective: str = "") -> Line:
    return Line([unit(state, name) for name in names.split()], state.classes, objective)


def test_hits_cripple_the_weak_first_and_then_destroy_cripples() -> None:
    losses, rest = line(deeps(), "Anvil Jig Kiln").take(9)
    assert losses == (("crippled", "Jig"), ("crippled", "Kiln"), ("destroyed", "Jig"))
    assert rest == 1


def test_the_objective_is_hit_first_at_double_cost() -> None:
    losses, rest = line(deeps(), "Finch Wagons", "Wagons").take(3)
    assert (losses, rest) == ((("crippled", "Wagons"),), 1)


def test_a_planet_is_never_destroyed() -> None:
    losses, rest = line(deeps(), "Loam", "Loam").take(100)
    assert (losses, rest) == ((("crippled", "Loam"),), 80)


def test_a_quick_battle_ends_when_a_side_has_nobody_left() -> None:
    strong = (
        "add class.XX (name giant, kind warship, power 900, crippled_power 9, command 9, move 6), "
        'Anvil.type = "XX"'
    )
    letter = "raid Deeps from Rim with Anvil objective Wagons fight 3"
    dice = Faces(objective=6, quick_a=[6, 6, 6], quick_d=[6])
    state = raided(deeps(strong, battle="quick", near_round=0, far_round=0), letter, "", dice)
    turn = run(state, dice)
    assert len([event for event in turn.events if isinstance(event, QuickRound)]) == 1
    assert UnitName("Wagons") in turn.state.wrecks


def test_there_is_no_quick_battle_without_a_defender() -> None:
    state = deeps(battle="quick", defence="chosen")
    letter = "raid Deeps from Rim with Anvil objective Bastion"
    turn = run(raided(state, letter, dice=Faces(objective=1)))
    assert any(isinstance(event, NoBattle) for event in turn.events)


@pytest.mark.parametrize(("rounds", "met"), [(1, set()), (2, {"near"}), (3, {"near", "far"})])
def test_by_the_rounds_that_were_fought_it_is_known_who_was_met(rounds: int, met: set[str]) -> None:
    after = run(battle(intel="fixed"), pact=f"report rounds {rounds}", reach="agree").state
    waited = {"near": "Cedar", "far": "Damson"}
    home = view(run(after).state, PACT)
    assert {force for force, name in waited.items() if name in view(after, PACT).units} == met
    assert {force for force, name in waited.items() if name in home.units} == met


def test_who_was_met_is_known_from_then_on() -> None:
    after = run(battle(intel="fixed")).state
    assert (unit(after, "Alder").found, unit(after, "Cedar").found) == (True, False)
