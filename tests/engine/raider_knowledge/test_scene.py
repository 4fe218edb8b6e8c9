"""The map: what its reader knows, drawn, and nothing that tells more."""

from __future__ import annotations

from math import dist

import pytest

from engine.core.hexes import Hex, centre
from engine.core.ruleset import Event, Role
from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Sign
from engine.core.vacant import boxed
from engine.raider.chart import SIZE, chart, coast
from engine.raider.courses import AWAY, courses
from engine.raider.events import Capture, Hit, Moved, Sinking
from engine.raider.knowledge import view
from engine.raider.scene import scene
from engine.raider.state import IslandName, ShipName
from tests.helpers.positions import position

ANN, BOB = Role("Ann"), Role("Bob")
AGNES, PEARL = IslandName("Agnes"), IslandName("Pearl")
AJAX, BRUIN = ShipName("Ajax"), ShipName("Bruin")
SEA = """
Agnes 0,0 G Ann 8G2AMT
Pearl 1,0 B Bob 8B
Coral 3,0 T Cal 8T
"""
PLAYERS = "Ann Agnes\nBob>Ann Pearl\nCal Coral"
SHIPS = "Ajax Ann Agnes 5E\nBruin Bob Agnes 5E\nCrab Cal Agnes 5E\nCod Cal Coral 5E"
HIT = Hit(PEARL, BRUIN, BOB, AJAX, ANN, "gun", "B")
SUNK = Sinking(PEARL, BRUIN, BOB, AJAX, ANN)
TAKEN = Capture(PEARL, BRUIN, BOB, ANN, AJAX)


def drawn(players: str = PLAYERS, ships: str = SHIPS, events: tuple[Event, ...] = ()) -> Scene:
    return scene(view(position(SEA, players, ships), ANN), events, "Turn 5")


def labels(made: Scene) -> list[str]:
    return [shape.text for shape in made.shapes if isinstance(shape, Label)]


def paints(made: Scene, kind: type) -> list[Paint]:
    return [shape.paint for shape in made.shapes if isinstance(shape, kind)]


def signs(made: Scene, kind: str) -> list[Sign]:
    return [shape for shape in made.shapes if isinstance(shape, Sign) and shape.kind == kind]


def test_islands_are_unknown_known_or_open_to_launches() -> None:
    made = drawn("Ann Agnes Coral\nBob\nCal")
    land = [shape.paint for shape in made.shapes if isinstance(shape, Polygon) and shape.thing]
    assert land == [Paint.HOME, Paint.LAND, Paint.FOG]


def test_a_visited_island_shows_its_three_most_numerous_modules() -> None:
    assert "8G 2A 1M" in labels(drawn())
    assert "8T" not in labels(drawn())


def test_a_name_where_the_reader_may_launch_is_marked_and_starred() -> None:
    marked = [s.text for s in drawn().shapes if isinstance(s, Label) and s.paint is Paint.HOME]
    assert marked == ["Agnes"]
    assert len(signs(drawn(), "star")) == 1


def test_a_shield_tells_what_an_island_makes_and_whose_it_is_where_that_is_known() -> None:
    shields = signs(drawn("Ann Agnes Coral\nBob>Ann Pearl\nCal"), "shield")
    assert [(each.letter, each.paint) for each in shields] == [
        ("G", Paint.OWN),
        ("T", Paint.ENEMY),
        ("B", Paint.BADGE),
    ]


def test_ships_are_counted_by_allegiance_where_owners_are_known() -> None:
    ships = signs(drawn(), "ship")
    assert [ship.paint for ship in ships] == [Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL]


def test_own_moves_are_arrows() -> None:
    made = drawn(events=(Moved(AJAX, ANN, PEARL, AGNES),))
    assert [shape.arrow for shape in made.shapes if isinstance(shape, Path)].count(True) == 1


@pytest.mark.parametrize(
    ("events", "told"),
    [((), []), ((HIT,), [Paint.BATTLE]), ((HIT, SUNK), [Paint.SINKING])],
)
def test_a_battle_is_marked_and_otherwise_where_somebody_sank(
    events: tuple[Event, ...], told: list[Paint]
) -> None:
    assert paints(drawn(events=events), Disc) == told


def test_a_capture_is_a_flag_beside_the_battle() -> None:
    made = drawn(events=(HIT, TAKEN))
    assert paints(made, Disc) == [Paint.BATTLE]
    assert [flag.title for flag in signs(made, "flag")] == ["ships captured at Pearl"]


def test_a_line_shows_what_own_ships_can_reach() -> None:
    assert paints(drawn(), Path).count(Paint.REACH) == 1
    assert paints(drawn(ships="Ajax Ann Agnes 5A"), Path).count(Paint.REACH) == 1
    assert Paint.REACH not in paints(drawn(ships="Crab Cal Agnes 5E"), Path)


def test_the_legend_has_the_signs_that_are_on_the_map() -> None:
    assert {Paint.SINKING, Paint.CAPTURE, Paint.TRACK}.isdisjoint(dict(drawn().legend))
    assert {Paint.SINKING, Paint.CAPTURE} <= dict(drawn(events=(SUNK, TAKEN)).legend).keys()


def test_the_box_depends_on_the_board_alone() -> None:
    assert drawn().box == drawn(ships="").box == drawn("Ann Agnes Pearl Coral\nBob\nCal").box


def test_all_land_lies_inside_the_box() -> None:
    x, y, wide, high = drawn().box
    points = [p for shape in drawn().shapes if isinstance(shape, Polygon) for p in shape.points]
    assert all(x <= a <= x + wide and y <= b <= y + high for a, b in points)


def test_a_coast_keeps_within_its_hex_and_leaves_room_for_the_name() -> None:
    for a in (Hex(0, 0), Hex(3, -4), Hex(-5, 3)):
        x, y = centre(a, SIZE)
        away = [dist(point, (x, y)) for point in coast(a)]
        assert min(away) > SIZE * 0.75
        assert max(away) < SIZE


def test_names_of_groups_the_title_and_the_rose_keep_off_the_islands() -> None:
    land = {Hex(0, 0): "Isles", Hex(1, 0): "Isles", Hex(4, 1): "Rocks"}
    middles = [centre(a, SIZE) for a in land]
    made = chart(land)
    assert len(made.names) == 2
    assert made.plate is not None
    for x, y in (made.plate, *((box.left, box.top) for box in made.names)):
        assert all(dist((x, y), middle) > SIZE * 0.9 for middle in middles)


def test_a_board_without_free_sea_has_neither_title_nor_rose() -> None:
    full = chart({Hex(q, r): "" for q in range(-5, 9) for r in range(-5, 6)})
    assert (
        full.plate is None
        or min(
            dist(full.plate, centre(Hex(q, r), SIZE)) for q in range(-5, 9) for r in range(-5, 6)
        )
        > SIZE
    )


# --------------------------------------------------------------------- arrows

HERE, THERE = (0.0, 0.0), (200.0, 0.0)


def test_an_arrow_runs_from_beside_one_island_to_beside_the_other() -> None:
    (arrow,) = courses([(HERE, THERE)], [])
    assert dist(arrow.points[0], HERE) == pytest.approx(AWAY, abs=0.2)
    assert dist(arrow.points[-1], THERE) == pytest.approx(AWAY, abs=0.2)


def test_arrows_of_the_same_way_there_and_back_lie_apart() -> None:
    there, back = courses([(HERE, THERE), (THERE, HERE)], [])
    assert min(dist(a, b) for a in there.points[2:-2] for b in back.points[2:-2]) > 9


def test_an_arrow_bends_around_a_name() -> None:
    (free,) = courses([(HERE, THERE)], [])
    name = boxed(free.points[4], 40, 12)
    (bent,) = courses([(HERE, THERE)], [name])
    assert not any(
        name.left < x < name.right and name.top < y < name.bottom for x, y in bent.points
    )
