"""The order form and the sketch of the area."""

from __future__ import annotations

from engine.core.form import Line
from engine.core.ruleset import Role
from engine.core.scene import Disc, Label
from engine.offmap.form import form
from engine.offmap.knowledge import view
from engine.offmap.orders import Near, Order, Pass
from engine.offmap.scene import scene
from engine.offmap.state import State
from tests.helpers.offmap_games import PACT, REACH, begun, random_game
from tests.helpers.offmap_tellings import answered, declared, raid, resolved, to_ford


def subjects(state: State, side: Role) -> list[str]:
    return [line.subject for line in form(view(state, side), ()).lines]


def test_each_phase_asks_its_own_lines() -> None:
    assert subjects(begun(), PACT) == ["raid into Deeps", "move", "retrograde"]
    assert subjects(begun(), REACH) == ["near"]
    assert subjects(declared().state, REACH) == ["react", "near"]
    assert subjects(declared().state, PACT) == []
    assert subjects(answered().state, REACH) == ["near"]
    assert subjects(resolved().state, PACT) == ["report", "retrograde"]
    assert subjects(resolved().state, REACH) == ["report", "commit"]


def test_the_way_home_is_asked_for_when_there_is_a_raid() -> None:
    def home(*standing: Order) -> Line[Order]:
        lines = form(view(begun(), PACT), standing).lines
        return next(line for line in lines if line.subject == "retrograde")

    assert home().otherwise == ""
    assert home(to_ford(), raid()).otherwise == "is left open: ships go to the launch place"


def test_targets_come_with_their_chances_and_survey_ships_are_none() -> None:
    labels = [choice.label for choice in form(view(begun(), PACT), ()).lines[0].choices]
    assert {"Wagons 5/6", "Hearth 3/6", "survey points 2/6", "no raid"} <= set(labels)
    assert not any(label.startswith("Plumb") for label in labels)


def test_who_may_react_is_named_with_where_from() -> None:
    react = form(view(declared().state, REACH), ()).lines[0]
    assert react.note == "may react: Elm, Fir, Ibis, Jay, Kite, Lance, Sorrel"
    labels = [choice.label for choice in react.choices]
    assert labels == ["none", "all", "all from Citadel", "all from Gate"]


def test_only_the_waiting_forces_can_be_near() -> None:
    (near,) = form(view(answered().state, REACH), ()).lines
    assert [choice.label for choice in near.choices] == ["1", "3", "strongest", "weakest"]


def test_what_stands_is_filled_in() -> None:
    order = raid()
    assert form(view(begun(), PACT), (order, Pass())).lines[0].standing == (order,)
    assert form(view(begun(), REACH), (Near((1,)),)).lines[0].standing == (Near((1,)),)


def test_the_sketch_shows_places_areas_and_counts() -> None:
    shapes = scene(view(begun(), PACT)).shapes
    labels = {shape.text for shape in shapes if isinstance(shape, Label)}
    assert {"Rim", "Ford", "Gate", "the Vael Deeps", "22"} <= labels
    titles = {shape.title for shape in shapes if isinstance(shape, Disc)}
    assert "Ford, supply of Orrin Pact" in titles


def test_the_box_of_the_sketch_depends_on_the_scenario_alone() -> None:
    boxes = {
        scene(view(played.turn.state, role)).box
        for seed in range(6)
        for played in random_game(seed)
        if len(played.turn.state.areas) == 1
        for role in (PACT, REACH)
    }
    assert len(boxes) == 1


def test_sub_areas_are_drawn_and_found_ones_marked() -> None:
    shapes = scene(view(resolved(zones="seven").state, PACT)).shapes
    labels = {shape.text for shape in shapes if isinstance(shape, Label)}
    assert {"1", "3 (found)", "6", "Marl"} <= labels
