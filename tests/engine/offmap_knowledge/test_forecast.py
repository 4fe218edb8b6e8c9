"""Receipts as calculators: what orders would lead to (OFF-3.8, OFF-3.10)."""

from __future__ import annotations

from engine.offmap.events import Divided
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.knowledge import view
from engine.offmap.orders import Agree, Dispute, Guard, Near, Raid, React, Report, Retrograde
from engine.offmap.phases import Phase
from engine.offmap.preview import answer
from engine.offmap.state import State
from tests.helpers.offmap_games import PACT, REACH, begun, random_game
from tests.helpers.offmap_tellings import (
    answered,
    declared,
    names,
    notes,
    raid,
    resolved,
    run,
    said,
    to_ford,
)

FORESEEN = """\
Raid into Deeps from Ford: 10 ships, flagship Bellows (command 9); 6 of 12 counted, \
3 ships in free slots.
Ships: BC Bellows, Crucible; CA Dross, Emery; CL Hammer; DB Sledge, Tongs; DD Jig, Kiln; SC Quill.
Points: 4 left (Bellows moved 1, to enter 1; the nearest supply node is 1 from Deeps).
Objective: Wagons (convoy): 4 points left +4, convoy, dock or crippled ship -1 = +3, \
reached on 3-6 (4 in 6).
Cost: 3 EP, 6 left."""


def test_a_raid_with_size_points_chance_and_cost() -> None:
    assert notes(begun(), PACT, to_ford(), raid())[1:] == FORESEEN.splitlines()


def test_an_unseen_objective_gets_one_answer_whether_it_is_there_or_not() -> None:
    state = begun(intel="fixed")
    for name in ("Gannet", "Ghost"):
        told = notes(state, PACT, to_ford(), raid(name))
        assert f"Objective: {name} will be tried if it is there." in told


def test_a_search_is_foretold_without_odds() -> None:
    told = notes(begun(zones="seven"), PACT, to_ford(), raid(""))
    assert "It searches: one die for the sub-area." in told


def test_no_raid_is_foretold_too() -> None:
    assert notes(begun(), PACT) == ["If nothing more arrives, you launch no raid."]


def test_a_void_raid_is_left_to_the_checks() -> None:
    bad = Raid(AreaName("Nowhere"), names("Anvil"))
    assert notes(begun(), PACT, bad) == ["If nothing more arrives, you launch no raid."]


def test_the_defender_sees_the_three_forces_as_they_would_be() -> None:
    told = notes(declared().state, REACH, React(names("Jay Kite")), Near("weakest"))
    assert told[0] == "Into Deeps come: FF Jay, Kite."
    assert told[1].startswith("Force 1, power 45: CA Alder, Birch; DD Finch;")
    assert told[1].endswith("If it is the initial one, 3 is near.")


def test_a_secret_objective_is_not_left_out_of_the_preview() -> None:
    told = notes(declared("Gannet", objective_secret=True).state, REACH)
    assert any("Gannet" in text for text in told)
    assert told[-1].startswith("The objective is a secret")


def test_the_choice_of_the_near_force() -> None:
    state = answered().state
    assert notes(state, REACH) == ["Force 2 meets the raid, force 1 is near."]
    assert notes(state, REACH, Near((3,))) == [
        "Force 2 meets the raid, force 3 is near.",
        "In Deeps this stands until you change it: near 3.",
    ]


def test_what_was_ordered_for_all_raids_to_come_is_told_in_every_receipt() -> None:
    """(OFF-3.1)"""
    guard = Guard(UnitName("Hearth"), names("Halberd Partisan"))
    state = run(begun(guards=True), reach=(Near("weakest"), guard)).state
    later = run_on(state, Phase.DECLARE)
    (note,) = notes(later, REACH, Near("strongest"))
    assert note.endswith("change it: near strongest; guard Hearth with Halberd, Partisan.")
    assert "near weakest; guard Hearth with Halberd, Partisan." in said(run(later), REACH)


def test_a_report_is_the_whole_result() -> None:
    told = notes(
        resolved().state, PACT, Report(crippled=names("Jig")), Retrograde(PlaceName("Kest"))
    )
    assert told == [
        "You report as the whole result: Jig crippled.",
        "All raiders go to Kest at the end of the part.",
    ]


def test_what_silence_agreement_and_dispute_would_do() -> None:
    state = resolved().state
    (silence,) = notes(state, PACT)
    assert silence.startswith("If you send no report")
    assert notes(state, PACT, Agree()) == [
        "You agree with the other side's report, as it stands at the end."
    ]
    assert notes(state, PACT, Dispute("no")) == []


def test_what_the_defender_was_shown_is_what_is_divided() -> None:
    """The preview and the adjudicator agree wherever the objective is open."""
    seen = 0
    for seed in range(20):
        for played in random_game(seed):
            divided = [event for event in played.turn.events if isinstance(event, Divided)]
            for event in [] if played.before.options.objective_secret else divided:
                known = view(played.before, event.side)
                raid_ = known.raids[event.area]
                assert answer(known, raid_, played.orders[event.side]).forces == event.forces
                seen += 1
    assert seen > 10


def run_on(state: State, phase: Phase) -> State:
    """Through silent stages until this phase opens."""
    while state.phase is not phase:
        state = run(state).state
    return state
