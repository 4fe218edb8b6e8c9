"""What may be picked, and what the chart shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.plane import Point
from engine.core.ruleset import Role
from engine.core.scene import Disc, Label, Paint, Path, Scene
from engine.merchant.chart import chart
from engine.merchant.form import form
from engine.merchant.knowledge import view
from engine.merchant.orders import Carry, Continue, Hold, Order, Sail, ShipName
from engine.merchant.scene import scene
from engine.merchant.sheet import sheet
from engine.merchant.state import State
from engine.merchant.tracks import Mark, tracks
from tests.engine.merchant.fleet import ANN, CAT, island, order, run, ship, world

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"


def sea(*ships: dict[str, Any], **options: Any) -> State:
    return world(
        island("Home", 1000, 1000, "E", E=30),
        island("Near", 1000, 1100, "G", G=7),
        island("Far", 9000, 9000, "?"),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Slipway", "Ann", YARD, "Home"),
        *ships,
        **options,
    )


def choices(state: State, name: str, *standing: Order) -> dict[str, Order]:
    lines = form(view(state, ANN), standing).lines
    (line,) = (line for line in lines if line.subject == name)
    return {choice.label: choice.order for choice in line.choices}


def drawn(state: State, role: Role = ANN) -> Scene:
    return scene(view(state, role))


def letters(scene: Scene, paint: Paint) -> list[str]:
    return [s.text for s in scene.shapes if isinstance(s, Label) and s.paint is paint]


# --------------------------------------------------------------------- the form


def test_each_own_ship_has_a_line_and_the_dice_the_last() -> None:
    lines = form(view(sea(), ANN), ()).lines
    assert [line.blank for line in lines] == ["Argo:", "Slipway:", "dice:"]
    assert lines[0].note == "2A2B4E11HR at Home"
    assert lines[0].otherwise == "holds; IGNORE"


def test_islands_are_offered_nearest_first_with_the_time_of_arrival() -> None:
    offered = [label for label in choices(sea(), "Argo") if label.startswith("sail")]
    assert offered == ["sail to Near (100 km, day 1 12:30)", "sail to Far (11314 km, too far)"]


def test_a_letter_lists_what_a_ship_reaches_in_the_week_and_no_more_than_six() -> None:
    isles = [island(f"Isle{letter}", 1000, 1200 + n, "G") for n, letter in enumerate("abcdefgh")]
    state = world(*isles, island("Far", 9000, 9000, "?"), ship("Argo", "Ann", CARGO, "Islea"))
    (line,) = (line for line in form(view(state, ANN), ()).lines if line.subject == "Argo")
    usual = [choice.order for choice in line.choices if choice.usual]
    assert [order.to for order in usual if isinstance(order, Sail)] == [
        (f"Isle{letter}",) for letter in "bcdefg"
    ]
    assert sum(isinstance(order, Carry) for order in usual) <= 4


def test_a_ship_whose_mission_is_done_is_not_told_to_go_on() -> None:
    after = run(sea(), Ann=["Argo sail to Near"]).state
    (line, *_) = form(view(after, ANN), ()).lines
    assert line.otherwise == "stays at Near; IGNORE"
    assert [c.usual for c in line.choices if isinstance(c.order, Continue)] == [False]


def test_cargo_is_offered_from_where_it_is_made_to_the_shipyard() -> None:
    offered = choices(sea(), "Argo")["carry all Gun from Near to Home"]
    assert offered == order("Argo carry all G from Near to Home")
    assert isinstance(offered, Carry)


def test_a_ship_without_engines_can_hold() -> None:
    assert list(choices(sea(), "Slipway").values()) == [Hold(ship=ShipName("Slipway"))]


def test_what_stands_is_filled_in_and_a_mission_can_go_on() -> None:
    after = run(sea(), Ann=["Argo sail to Far"]).state
    standing = order("Argo hold")
    lines = form(view(after, ANN), (standing,)).lines
    assert lines[0].standing == (standing,)
    assert lines[0].otherwise == "goes on: SAIL to Far; IGNORE"
    assert isinstance(choices(after, "Argo")["continue SAIL to Far"], Continue)


def test_no_choice_names_an_enemy() -> None:
    seen = sea(ship("Prinz", "Cat", CARGO, 1000, 1040))
    assert choices(seen, "Argo") == choices(sea(), "Argo")


def test_where_dice_are_fixed_they_have_no_line() -> None:
    lines = form(view(sea(dice_change="never"), ANN), ()).lines
    assert [line.subject for line in lines] == ["Argo", "Slipway"]


# --------------------------------------------------------------------- the chart


def test_ships_are_marked_by_their_first_letters() -> None:
    chart = drawn(sea(ship("Hector", "Ben", CARGO, "Near")))
    assert letters(chart, Paint.OWN) == ["AS"]
    assert letters(chart, Paint.ALLY) == ["h"]


def test_contacts_are_marked_by_their_numbers_and_levels() -> None:
    chart = drawn(sea(ship("Prinz", "Cat", CARGO, 1000, 1080)))
    assert letters(chart, Paint.ENEMY) == ["*C1"]
    titles = [s.title for s in chart.shapes if isinstance(s, Disc) and s.paint is Paint.ENEMY]
    assert titles == ["C1: detected"]


def test_what_the_reader_does_not_see_does_not_move_the_frame() -> None:
    assert drawn(sea()).box == drawn(sea(), CAT).box
    assert drawn(sea(ship("Prinz", "Cat", CARGO, 100, 9900))) == drawn(sea())


def test_the_frame_reaches_as_far_as_what_the_reader_knows() -> None:
    far = drawn(sea(ship("Rusty", "Ann", CARGO, 100, 5000)))
    left, top, wide, high = far.box
    discs = [shape.centre for shape in far.shapes if isinstance(shape, Disc)]
    assert all(left < x < left + wide and top < y < top + high for x, y in discs)
    assert far.box[2] == drawn(sea()).box[2]  # letters keep their size


def test_every_island_and_ship_has_its_label_within_the_frame() -> None:
    chart = drawn(
        sea(ship("Hector", "Ben", CARGO, 100, 9900), ship("Rusty", "Ann", CARGO, 1050, 1000))
    )
    left, _, wide, _ = chart.box
    labels = {s.text: s for s in chart.shapes if isinstance(s, Label)}
    assert {"Home E", "Near G", "Far ?", "AS", "R", "h"} <= set(labels)
    for label in labels.values():
        long = len(label.text) * label.size * 0.55
        begin = {"start": 0.0, "middle": long / 2, "end": long}[label.anchor]
        assert left <= label.at[0] - begin
        assert label.at[0] - begin + long <= left + wide


def test_many_ships_at_one_place_are_counted() -> None:
    fleet = [ship(f"X{letter}", "Ben", CARGO, "Near") for letter in "abcdefghijkl"]
    assert letters(drawn(sea(*fleet)), Paint.ALLY) == ["xxxxxxxx+4"]


def test_the_legend_explains_what_is_drawn_and_nothing_else() -> None:
    shown = {paint for paint, _ in drawn(sea()).legend}
    assert shown == {Paint.FOG, Paint.OWN, Paint.REACH}


def test_every_radar_of_the_alliance_has_its_circle() -> None:
    scale = chart(island.point for island in view(sea(), ANN).islands.values()).scale
    circles = [s for s in drawn(sea()).shapes if isinstance(s, Path) and s.paint is Paint.REACH]
    (circle,) = circles
    xs = [x for x, _ in circle.points]
    assert max(xs) - min(xs) == pytest.approx(200 * scale, abs=0.1)  # 100 km to either side


def test_a_track_leads_from_the_last_sheet_by_the_log_to_where_she_is() -> None:
    one = run(sea())
    past = sheet(one, ANN, ())
    assert past is not None
    two = run(one.state, Ann=["Argo sail to Near then 1000E1200N"])
    (track,) = tracks(view(two.state, ANN), two.events, (past,))
    assert track.ship == "Argo"
    assert [mark.segment for mark in track.marks] == [None, 150, 300, None]
    assert track.marks[1] == Mark(Point(1000.0, 1100.0), 150)


def test_sailing_orders_are_what_they_say() -> None:
    sail = choices(sea(), "Argo")["sail to Near (100 km, day 1 12:30)"]
    assert isinstance(sail, Sail)
    assert sail.to == ("Near",)
